"""Say over the canvas that the file of the world that runs has changed while it has changes of its own."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from editor.basics.plain_markdown import plain_markdown
from editor.documents.open.world_session import WorldSession
from editor.documents.open.world_shelf import WorldShelf
from editor.widgets.banner import BannerButton, BannerContent
from graphs.files.document_file import FileProblem
from graphs.worlds.model.world_file import load_world


class WorldDiskBanner(QObject):
    """Know which worlds differ from their files without the user having decided.

    `current` returns the world that runs, `reload` reads one again, `show_page` shows a page of text,
    `changed` is called when another banner applies.
    """

    def __init__(
        self,
        shelf: WorldShelf,
        current: Callable[[], WorldSession | None],
        reload: Callable[[WorldSession], None],
        show_page: Callable[[str, str], None],
        changed: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._current, self._reload, self._show_page = current, reload, show_page
        self._changed = changed
        self._undecided: set[WorldSession] = set()
        self._files = shelf.files
        shelf.session_closed.connect(self.settle)
        shelf.session_opened.connect(self._watch)

    def note(self, session: WorldSession) -> None:
        """Note that the file of a world with unsaved changes has other content now."""
        self._undecided.add(session)
        self._changed()

    def content(self, _document: object = None) -> BannerContent | None:
        """Return what the banner says of the world that runs, None if there is nothing to say."""
        session = self._current()
        if session is None or session not in self._undecided:
            return None
        buttons = (
            BannerButton("Compare", lambda: self._compare(session), "List what differs from the file."),
            BannerButton("Keep mine", lambda: self._keep_mine(session)),
            BannerButton("Reload", lambda: self._take_file(session), primary=True),
        )
        what = f"{session.file_name} changed on disk"
        return BannerContent("world_disk", what, "your edits of the world are kept", buttons)

    def _watch(self, session: WorldSession) -> None:
        session.saved_changed.connect(lambda: self.settle(session) if session.is_saved else None)

    def _keep_mine(self, session: WorldSession) -> None:
        self._files.accept_change(session)
        self.settle(session)

    def _take_file(self, session: WorldSession) -> None:
        self._reload(session)
        self.settle(session)

    def settle(self, session: WorldSession) -> None:
        """Note that the user has decided about a file with other content."""
        if session in self._undecided:
            self._undecided.discard(session)
            self._changed()

    def _compare(self, session: WorldSession) -> None:
        from graphs.worlds.model.world_difference import world_difference

        if session.path is None:
            return
        try:
            lines = world_difference(load_world(session.path), session.world)
        except FileProblem as problem:
            lines = (problem.message, problem.remedy)
        rows = [f"- {plain_markdown(line)}" for line in lines] or ["Nothing differs."]
        heading = f"# {plain_markdown(session.file_name)}\n\n"
        heading += "From the file on disk to the world as it is edited:\n\n"
        self._show_page(f"{session.file_name} — Mindloom", heading + "\n".join(rows))
