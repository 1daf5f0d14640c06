"""Ring what was found on the canvas, at every zoom and above everything that is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.theme.theme_manager import current_theme

_ABOVE_ALL = 9e5
_AROUND = 3.5
"""How far outside of a thing its ring runs, screen px at 100 %."""
_WIDTH = 5.0
_RADIUS = 9.0
_OPACITY = 0.45


class FoundItem(QGraphicsItem):
    """Paint a soft ring around each rectangle, in the color of what the user does."""

    def __init__(self) -> None:
        super().__init__()
        self._rects: tuple[QRectF, ...] = ()
        self._bounds = QRectF()
        self.setZValue(_ABOVE_ALL)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    @property
    def rects(self) -> tuple[QRectF, ...]:
        """Return what is ringed."""
        return self._rects

    def set_rects(self, rects: Sequence[QRectF]) -> None:
        """Ring these rectangles of the scene."""
        if tuple(rects) == self._rects:
            return
        self._rects = tuple(rects)
        bounds = QRectF()
        for rect in self._rects:
            bounds |= rect
        self.prepareGeometryChange()
        # A ring keeps its width on the screen, so far out it reaches further in the scene.
        self._bounds = bounds.adjusted(-200, -200, 200, 200) if self._rects else QRectF()
        self.update()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the rings that are to be seen."""
        zoom = max(painter.worldTransform().m11(), 1e-6)
        least = min(1.0, zoom)
        around, width = _AROUND / least, _WIDTH / least
        color = QColor(current_theme().color("accent.line"))
        color.setAlphaF(_OPACITY)
        painter.setPen(QPen(color, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        exposed: QRectF = option.exposedRect.adjusted(-around, -around, around, around)
        for rect in self._rects:
            if rect.intersects(exposed):
                ring = rect.adjusted(-around, -around, around, around)
                painter.drawRoundedRect(ring, _RADIUS / least, _RADIUS / least)
