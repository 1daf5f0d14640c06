"""Show a document that was drawn from the program of a game: to be looked at, never changed nor checked."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor.documents.open.document_session import DocumentSession
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document

_READ_ONLY = "Drawn from the program of the game: its document is not open."


class DrawnSession(DocumentSession):
    """Hold the drawing of one mind of a game, by the mind's name, until a copy of it is saved."""

    def __init__(self, mind: str, document: Document, registry: Registry, parent: QObject) -> None:
        super().__init__(document, registry, name=mind, parent=parent)
        self.read_only_reason = _READ_ONLY

    @property
    def is_drawn(self) -> bool:
        """Tell whether it is a drawing still, not a document that was saved."""
        return self.path is None

    @property
    def file_name(self) -> str:
        """Return the name of the mind."""
        return self._name if self.is_drawn else super().file_name

    def _begin_check(self) -> None:
        """Check what was saved alone: a game's own actions are not declared in a drawing."""
        if not self.is_drawn:
            super()._begin_check()
