"""Paint what the gesture under way shows, and the handle of the node under the pointer, above everything."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.theme.inks import inks_for
from editor.theme.theme_manager import current_theme

_TOPMOST = 1e6
_HANDLE_RADIUS = 5.0


class OverlayItem(QGraphicsItem):
    """Paint the overlay; `refresh` follows the room it needs."""

    def __init__(
        self, room: Callable[[], QRectF], paint: Callable[[QPainter], None], zoom: Callable[[], float]
    ) -> None:
        super().__init__()
        self._room = room
        self._paint = paint
        self._zoom = zoom
        self._bounds = QRectF()
        self._handle: QPointF | None = None
        self.setZValue(_TOPMOST)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def handle(self) -> QPointF | None:
        """Return where the handle is shown."""
        return self._handle

    def show_handle(self, place: QPointF | None) -> None:
        """Show the handle from which a wire is drawn, or none."""
        if place != self._handle:
            self._handle = place
            self.refresh()

    def refresh(self) -> None:
        """Follow what is to be painted."""
        bounds = self._room()
        if self._handle is not None:
            reach = (_HANDLE_RADIUS + 3) / min(1.0, self._zoom())
            bounds = bounds.united(
                QRectF(self._handle.x() - reach, self._handle.y() - reach, 2 * reach, 2 * reach)
            )
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
        self.update()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._bounds

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the handle and the gesture."""
        if self._handle is not None:
            inks = inks_for(current_theme())
            radius = _HANDLE_RADIUS / min(1.0, self._zoom())
            painter.setPen(inks.pen("surface.canvas", 1.5, (), True))
            painter.setBrush(inks.brush("accent.line"))
            painter.drawEllipse(self._handle, radius, radius)
        self._paint(painter)
