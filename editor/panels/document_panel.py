"""Let a panel show something of the document in front, and look again only while it is seen."""

from __future__ import annotations

from PySide6.QtCore import SignalInstance
from PySide6.QtGui import QShowEvent

from editor.documents.open.document_session import DocumentSession
from editor.widgets.panel import Panel


class DocumentPanel(Panel):
    """Follow the document in front: `refresh` is called when it is another, changes, or is shown."""

    _session: DocumentSession | None = None

    def set_session(self, session: DocumentSession | None) -> None:
        """Show what is of another document, None for none."""
        for signal in self._signals(self._session) if self._session is not None else ():
            signal.disconnect(self._follow_document)
        self._session = session
        for signal in self._signals(session) if session is not None else ():
            signal.connect(self._follow_document)
        self.refresh()

    def _signals(self, session: DocumentSession) -> tuple[SignalInstance, ...]:
        """Return what tells of changes of what is shown."""
        return (session.document_changed,)

    def refresh(self) -> None:
        """Show everything as it is now."""
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        """Show what changed while the panel was hidden."""
        super().showEvent(event)
        self.refresh()

    def _follow_document(self, _change: object = None) -> None:
        if self.isVisible():
            self.refresh()
