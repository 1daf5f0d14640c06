"""Show one node of a tree."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.shared_look import SharedLook
from editor.canvas.painting.node_geometry import node_paint_bounds
from editor.canvas.painting.node_painting import paint_node
from editor.canvas.painting.pictures import NodePicture
from editor.canvas.pictures import NO_MARKS, ItemMarks, with_node_state
from editor.canvas.routing.shapes import Rect
from editor.canvas.run_look import NOT_RUN, RunLook


class NodeItem(QGraphicsItem):
    """Paint one node of a behavior tree or decision tree from its picture."""

    def __init__(self, node_id: str, picture: NodePicture, look: SharedLook) -> None:
        super().__init__()
        self.node_id = node_id
        self.base = picture
        self.picture = picture
        self.marks: ItemMarks = NO_MARKS
        self.run: RunLook = NOT_RUN
        self._look = look
        self._rect = QRectF()
        self._bounds = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_rect(self, rect: Rect) -> None:
        """Move the node to a rectangle in scene coordinates."""
        if rect.width != self._rect.width() or rect.height != self._rect.height():
            self.prepareGeometryChange()
            self._rect = QRectF(0, 0, rect.width, rect.height)
            self._bounds = node_paint_bounds(self.picture, self._rect)
        if self.x() != rect.left or self.y() != rect.top:
            self.setPos(rect.left, rect.top)

    def set_base(self, picture: NodePicture) -> None:
        """Take another picture of the node as the document has it."""
        if picture != self.base:
            self.base = picture
            self._refresh()

    def set_marks(self, marks: ItemMarks) -> None:
        """Show selection, focus and problems."""
        if marks != self.marks:
            self.marks = marks
            self._refresh()

    def set_run(self, run: RunLook) -> None:
        """Show the look of the run."""
        if run != self.run:
            self.run = run
            # A run never changes how large anything is.
            self.picture = with_node_state(self.base, self.marks, run)
            self.update()

    def _refresh(self) -> None:
        picture = with_node_state(self.base, self.marks, self.run)
        if picture == self.picture:
            return
        self.picture = picture
        bounds = node_paint_bounds(picture, self._rect)
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
        """Paint the node at the canvas's level of detail."""
        paint_node(painter, self._rect, self.picture, self._look.detail, theme=self._look.theme)
