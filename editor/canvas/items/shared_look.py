"""What all items of a canvas share: how they look and are marked, places as Qt wants them, base items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.pictures import NO_MARKS, ItemMarks
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.pictures import ProblemLook
from editor.canvas.routing.shapes import Point, Rect
from editor.theme.theme_manager import current_theme
from editor.theme.tokens import Theme


@dataclass(slots=True)
class SharedLook:
    """The level of detail that the view chose; the theme is asked at every paint."""

    detail: Detail = Detail.FULL

    @property
    def theme(self) -> Theme:
        """Return the theme in use."""
        return current_theme()


def qrect(rect: Rect) -> QRectF:
    """Return a rectangle as Qt wants it."""
    return QRectF(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top)


def qpoint(point: Point) -> QPointF:
    """Return a point as Qt wants it."""
    return QPointF(point[0], point[1])


class RectItem(QGraphicsItem):
    """Be at a rectangle of the scene; what it paints counts from the upper left corner of that."""

    def __init__(self, look: SharedLook) -> None:
        super().__init__()
        self._look = look
        self._rect = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_rect(self, rect: Rect) -> None:
        """Move to a rectangle in scene coordinates."""
        if rect.width != self._rect.width() or rect.height != self._rect.height():
            self.prepareGeometryChange()
            self._rect = QRectF(0, 0, rect.width, rect.height)
        if self.x() != rect.left or self.y() != rect.top:
            self.setPos(rect.left, rect.top)


class LayerItem(QGraphicsItem):
    """Hold other items; it paints nothing itself."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents)

    def boundingRect(self) -> QRectF:
        """Return an empty rectangle."""
        return QRectF()

    def paint(
        self, _painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint nothing."""


class MarksBook:
    """Hold selection, focus, drop target, problems and breakpoints by node and edge id."""

    def __init__(self) -> None:
        self.selection: frozenset[str] = frozenset()
        self.problems: Mapping[str, ProblemLook] = {}
        self.breakpoints: frozenset[str] = frozenset()
        self.drop_target = ""
        self.hovered = ""

    def marks(self, element: str) -> ItemMarks:
        """Return the marks of one thing."""
        selected = element in self.selection
        target = element != "" and element == self.drop_target
        problem = self.problems.get(element)
        stop = element in self.breakpoints
        if not (selected or target or problem or stop):
            return NO_MARKS
        return ItemMarks(selected=selected, drop_target=target, problem=problem, breakpoint=stop)
