"""Show one state, compound state or mark of a machine."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.pictures import NO_MARKS, ItemMarks, with_pseudo_state, with_state_state
from editor.canvas.items.run_look import NOT_RUN, RunLook
from editor.canvas.items.shared_look import SharedLook
from editor.canvas.painting.pictures import PseudoStatePicture, StatePicture
from editor.canvas.painting.pseudo_state_painting import paint_pseudo_state
from editor.canvas.painting.state_geometry import state_paint_bounds
from editor.canvas.painting.state_painting import paint_state
from editor.canvas.routing.shapes import Rect


class StateItem(QGraphicsItem):
    """Paint one state or mark from its picture."""

    def __init__(self, node_id: str, picture: StatePicture | PseudoStatePicture, look: SharedLook) -> None:
        super().__init__()
        self.node_id = node_id
        self.base = picture
        self.picture = picture
        self.marks: ItemMarks = NO_MARKS
        self.run: RunLook = NOT_RUN
        self._look = look
        self._rect = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def set_rect(self, rect: Rect) -> None:
        """Move the state to a rectangle in scene coordinates."""
        if rect.width != self._rect.width() or rect.height != self._rect.height():
            self.prepareGeometryChange()
            self._rect = QRectF(0, 0, rect.width, rect.height)
        if self.x() != rect.left or self.y() != rect.top:
            self.setPos(rect.left, rect.top)

    def set_base(self, picture: StatePicture | PseudoStatePicture) -> None:
        """Take another picture of the state as the document has it."""
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
            self._refresh()

    def _refresh(self) -> None:
        base = self.base
        picture: StatePicture | PseudoStatePicture
        if isinstance(base, StatePicture):
            picture = with_state_state(base, self.marks, self.run)
        else:
            picture = with_pseudo_state(base, self.marks, self.run)
        if picture != self.picture:
            self.picture = picture
            self.update()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return state_paint_bounds(self._rect)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the state at the canvas's level of detail."""
        look, picture = self._look, self.picture
        if isinstance(picture, StatePicture):
            paint_state(painter, self._rect, picture, look.detail, theme=look.theme)
        else:
            paint_pseudo_state(painter, self._rect, picture, look.detail, theme=look.theme)
