"""Record the edits of the document in view, and save them as a script."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from editor.commands.command import Command, worded
from editor.window.frame.window_host import WindowHost
from graphs.files.whole_file import write_whole
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX

if TYPE_CHECKING:
    from editor.documents.open.edit_recording import EditRecording


class EditScripts:
    """Hold the recording of edits that is under way, if one is."""

    def __init__(self, host: WindowHost) -> None:
        self._window = host
        self.recording: EditRecording | None = None

    def commands(self) -> Iterable[Command]:
        """Return the commands."""
        return (
            worded("edit.record", self.start, enabled=lambda: self.recording is None and self._can_start()),
            worded("edit.stop_recording", self.stop, enabled=lambda: self.recording is not None),
        )

    def start(self) -> None:
        """Record the edits of the document in view from now on."""
        from editor.documents.open.edit_recording import EditRecording

        session = self._window.session
        if session is not None and self.recording is None:
            self.recording = EditRecording(session)
            self._window.status_row.show_edit_recording(session.file_name)

    def stop(self) -> None:
        """Ask for a file and save the script there; after Cancel the recording goes on."""
        from graphs.scripts.script_format import SCRIPT_SUFFIX, script_to_bytes

        recording, window = self.recording, self._window
        if recording is None:
            return
        stem = recording.session.file_name.removesuffix(DOCUMENT_SUFFIX)
        path = window.dialogs.ask_save_script(window.workspace.folder() / f"{stem}{SCRIPT_SUFFIX}")
        if path is None:
            return
        count = recording.count
        try:
            write_whole(path, script_to_bytes(recording.script()))
        except OSError as error:
            said = f"{path.name} was not saved: {error.strerror or error}."
            window.dialogs.tell("Cannot save", said, "The recording goes on. Save it in another folder.")
            return
        self._end()
        window.say(f"Saved {count} {'step' if count == 1 else 'steps'} as {path.name}")

    def _can_start(self) -> bool:
        session = self._window.session
        return session is not None and not session.read_only_reason

    def forget(self, session: object) -> None:
        """Give the recording of a document up that is closed."""
        if self.recording is not None and self.recording.session is session:
            self._end()

    def _end(self) -> None:
        if self.recording is not None:
            self.recording.stop()
        self.recording = None
        self._window.status_row.show_edit_recording("")


def end_edit_recordings(host: WindowHost) -> None:
    """Let a recording of edits end from the last row, and with its document."""
    scripts = host.part(EditScripts)
    host.workspace.session_closed.connect(scripts.forget)
    host.status_row.edit_recording.clicked.connect(lambda _checked=False: scripts.stop())
