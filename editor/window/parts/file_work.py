"""Join what opens, saves and merges files in one window."""

from __future__ import annotations

from editor.window.frame.window_host import WindowHost
from editor.window.parts.files import WindowFiles
from editor.window.parts.formats import WindowFormats
from editor.window.parts.recordings import WindowRecordings
from editor.window.parts.world import WindowWorld


def file_work(host: WindowHost) -> WindowFiles:
    """Return the file work of a window: documents, with the worlds and recordings that go with them."""
    files = WindowFiles(host.workspace, host.follower, host.dialogs, host.area.open_session, host.say)
    files.worlds = host.part(WindowWorld).saving
    files.recordings = host.part(WindowRecordings).open
    files.foreign = host.part(WindowFormats).take
    return files
