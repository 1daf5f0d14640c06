"""Say over the canvas that a file has changed on disk while what is open of it has changes of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from PySide6.QtCore import QObject

from editor.documents.open.open_files import OpenFiles, Session
from editor.widgets.banner import BannerButton, BannerContent


@dataclass(frozen=True)
class DiskWords:
    """Hold what the banner of one sort of files says: its kind, its note, the help of its comparison."""

    kind: str
    note: str
    comparison: str


class DiskBanner(QObject, Generic[Session]):
    """Know what is open of one sort and differs from its file without the user having decided.

    `current` returns what the banner is about, `compare` shows how it differs, `reload` reads it again,
    `changed` is called when another banner applies.
    """

    def __init__(
        self,
        opened: OpenFiles[Any, Session],
        words: DiskWords,
        current: Callable[[], Session | None],
        compare: Callable[[Session], None],
        reload: Callable[[Session], None],
        changed: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._words, self._current, self._compare, self._reload = words, current, compare, reload
        self._changed = changed
        self._undecided: set[Session] = set()
        self._files = opened.files
        opened.session_closed.connect(self.settle)
        opened.session_opened.connect(self._watch)

    def note(self, session: Session) -> None:
        """Note that the file of something with unsaved changes has other content now."""
        self._undecided.add(session)
        self._changed()

    def content(self) -> BannerContent | None:
        """Return what the banner says, None if there is nothing to say."""
        session = self._current()
        if session is None or session not in self._undecided:
            return None
        buttons = (
            BannerButton("Compare", lambda: self._compare(session), self._words.comparison),
            BannerButton("Keep mine", lambda: self._keep_mine(session)),
            BannerButton("Reload", lambda: self._take_file(session), primary=True),
        )
        what = f"{session.file_name} changed on disk"
        return BannerContent(self._words.kind, what, self._words.note, buttons)

    def _watch(self, session: Session) -> None:
        session.saved_changed.connect(lambda: self.settle(session) if session.is_saved else None)

    def _keep_mine(self, session: Session) -> None:
        self._files.accept_change(session)
        self.settle(session)

    def _take_file(self, session: Session) -> None:
        self._reload(session)
        self.settle(session)

    def settle(self, session: Session) -> None:
        """Note that the user has decided about a file with other content."""
        if session in self._undecided:
            self._undecided.discard(session)
            self._changed()
