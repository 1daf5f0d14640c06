"""Show the line and the plate of a bundle of transitions, and the marks of a machine."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.shared_look import SharedLook, qpoint
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.edge_painting import EdgeShape, paint_edge, paint_token, transition_edge
from editor.canvas.painting.label_painting import LabelGeometry, measure_label, paint_label, shown_plate
from editor.canvas.painting.pictures import (
    EdgeLook,
    LabelPicture,
    PseudoState,
    PseudoStatePicture,
)
from editor.canvas.painting.pseudo_state_painting import paint_pseudo_state
from editor.canvas.painting.state_geometry import state_paint_bounds
from editor.canvas.routing.shapes import Point, Rect
from editor.theme.tokens import StatusLook

_LINE_MARGIN = 8.0


class LineItem(QGraphicsItem):
    """Paint the line of a bundle, or the short line of an initial disc."""

    def __init__(self, bundle_id: str, look: SharedLook) -> None:
        super().__init__()
        self.bundle_id = bundle_id
        self.points: tuple[Point, ...] = ()
        self.edge_look = EdgeLook()
        self._token = -1.0
        self._look = look
        self._shape: EdgeShape | None = None
        self._bounds = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_points(self, points: Sequence[Point]) -> None:
        """Lead the line elsewhere."""
        new = tuple(points)
        if new == self.points:
            return
        self.prepareGeometryChange()
        self.points = new
        self._shape = transition_edge([qpoint(point) for point in new])
        margin = _LINE_MARGIN
        self._bounds = self._shape.line.boundingRect().adjusted(-margin, -margin, margin, margin)
        self.update()

    def set_edge_look(self, look: EdgeLook, token: float = -1.0) -> None:
        """Set the look of the line; `token` 0..1 shows the dot of a transition just taken on its way."""
        if look != self.edge_look or token != self._token:
            self.edge_look = look
            self._token = token
            self.update()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._bounds

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the line."""
        if self._shape is None:
            return
        look = self._look
        paint_edge(painter, self._shape, self.edge_look, look.detail, theme=look.theme)
        if 0.0 <= self._token < 1.0 and look.detail >= Detail.TITLE:
            paint_token(painter, self._shape, self._token, look.theme, StatusLook.RUNNING)


class LabelItem(QGraphicsItem):
    """Paint the plate of a bundle."""

    def __init__(self, bundle_id: str, look: SharedLook) -> None:
        super().__init__()
        self.bundle_id = bundle_id
        self.picture = LabelPicture(())
        self._geometry: LabelGeometry | None = None
        self._look = look
        self._rect = QRectF()
        self._line = 0.0
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @property
    def geometry(self) -> LabelGeometry:
        """Return where the rows of the plate are; measured when it is first asked for."""
        if self._geometry is None:
            self._geometry = measure_label(self.picture)
        return self._geometry

    def set_picture(self, picture: LabelPicture) -> None:
        """Show other rows."""
        if picture != self.picture:
            self.picture = picture
            self._geometry = None
            self.update()

    def set_rect(self, rect: Rect, line: float = 0.0) -> None:
        """Move the plate to a rectangle in scene coordinates; the line passes `line` from its left side."""
        if line != self._line:
            self._line = line
            self.update()
        if rect.width != self._rect.width() or rect.height != self._rect.height():
            self.prepareGeometryChange()
            self._rect = QRectF(0, 0, rect.width, rect.height)
        if self.x() != rect.left or self.y() != rect.top:
            self.setPos(rect.left, rect.top)

    def shown_sides(self) -> tuple[float, float]:
        """Return the left and the right side of the plate as it is drawn now, in scene coordinates."""
        plate = shown_plate(self._rect, self.picture, self._look.detail, self._line)
        return self.x() + plate.left(), self.x() + plate.right()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._rect.adjusted(-7, -7, 26, 7)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the plate."""
        if self._look.detail >= Detail.TITLE:
            look = self._look
            paint_label(painter, self._rect, self.picture, look.detail, self._line, theme=look.theme)


class MarkItem(QGraphicsItem):
    """Paint an initial disc or the pill of interrupts."""

    def __init__(self, kind: PseudoState, look: SharedLook) -> None:
        super().__init__()
        self.picture = PseudoStatePicture(kind)
        self._look = look
        self._rect = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_picture(self, picture: PseudoStatePicture) -> None:
        """Show the mark otherwise."""
        if picture != self.picture:
            self.picture = picture
            self.update()

    def set_rect(self, rect: Rect) -> None:
        """Move the mark to a rectangle in scene coordinates."""
        if rect.width != self._rect.width() or rect.height != self._rect.height():
            self.prepareGeometryChange()
            self._rect = QRectF(0, 0, rect.width, rect.height)
        if QPointF(rect.left, rect.top) != self.pos():
            self.setPos(rect.left, rect.top)

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return state_paint_bounds(self._rect)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the mark."""
        paint_pseudo_state(painter, self._rect, self.picture, self._look.detail, theme=self._look.theme)
