"""Take entries of the palette that are dropped on a canvas."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragMoveEvent, QDropEvent

from editor.canvas.view.canvas_view import CanvasView


class PaletteDrops(QObject):
    """Watch the viewport of one canvas; it lives as long as that."""

    def __init__(self, view: CanvasView) -> None:
        super().__init__(view)
        self._view = view
        view.viewport().setAcceptDrops(True)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept what the palette offers, and add it where it is dropped."""
        if not isinstance(event, QDropEvent):
            return super().eventFilter(watched, event)
        from editor.panels.document.palette_panel import CHOICE_MIME

        if not event.mimeData().hasFormat(CHOICE_MIME):
            return super().eventFilter(watched, event)
        if isinstance(event, QDragMoveEvent):  # entering is such an event too, and each of them a drop
            event.acceptProposedAction()
        else:
            self._dropped(event)
        return True

    def _dropped(self, event: QDropEvent) -> None:
        from editor.panels.document.palette_panel import CHOICE_MIME, choice_by_key

        view = self._view
        session = view.session
        key = bytes(event.mimeData().data(CHOICE_MIME).data()).decode("utf-8")
        choice = choice_by_key(session.document, view.graph_id, session.registry, key, session.snippets.all)
        if choice is not None:
            point = view.mapToScene(event.position().toPoint())
            event.acceptProposedAction()
            view.setFocus()
            view.adding.add_at(choice, (point.x(), point.y()))
