"""The items of a machine: states, lines and plates of transitions, marks, and all of it seen from afar."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.hit_testing import RectTable
from editor.canvas.items.overview_item import CODES, DISABLED, IDLE, SELECTED, OverviewItem
from editor.canvas.items.pictures import (
    NO_MARKS,
    NOT_RUN,
    ItemMarks,
    RunLook,
    TransitionLook,
    with_pseudo_state,
    with_state_state,
)
from editor.canvas.items.shared_look import RectItem, SharedLook, qpoint
from editor.canvas.machines.machine_arrangement import MachineArrangement
from editor.canvas.machines.machine_shape import MachineShape
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.edge_painting import EdgeShape, paint_edge, paint_token, transition_edge
from editor.canvas.painting.label_painting import LabelGeometry, measure_label, paint_label, shown_plate
from editor.canvas.painting.pictures import (
    EdgeLook,
    LabelPicture,
    LabelState,
    PseudoStatePicture,
    StatePicture,
)
from editor.canvas.painting.state_painting import paint_pseudo_state, paint_state, state_paint_bounds
from editor.canvas.routing.shapes import Point, Rect
from editor.theme.motion import motion
from editor.theme.tokens import StatusLook
from graphs.model import Edge


class StateItem(RectItem):
    """Paint one state or mark from its picture."""

    def __init__(self, node_id: str, picture: StatePicture | PseudoStatePicture, look: SharedLook) -> None:
        super().__init__(look)
        self.node_id = node_id
        self.base = picture
        self.picture = picture
        self.marks: ItemMarks = NO_MARKS
        self.run: RunLook = NOT_RUN

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


TOKEN_SHARE = 0.24
"""The dot of a taken transition travels in the first 240 ms of the fade of one second."""


def line_look(
    looks: Sequence[tuple[TransitionLook, Edge]], *, selected: bool = False, hovered: bool = False
) -> EdgeLook:
    """Return the look of a line: taken, then error, pending, refused, idle, whichever comes first."""
    states = {look.state: look for look, _ in looks}
    taken = states.get(LabelState.TAKEN)
    if taken is not None:
        return EdgeLook(status=StatusLook.RUNNING, fade=taken.fade, selected=selected, hovered=hovered)
    if LabelState.ERROR in states:
        return EdgeLook(status=StatusLook.ERROR, selected=selected, hovered=hovered)
    if LabelState.PENDING in states:
        return EdgeLook(status=StatusLook.PENDING, selected=selected, hovered=hovered)
    if LabelState.REFUSED in states:
        return EdgeLook(refused=True, selected=selected, hovered=hovered)
    disabled = all(edge.disabled for _, edge in looks)
    status = StatusLook.DISABLED if disabled else StatusLook.IDLE
    return EdgeLook(status=status, selected=selected, hovered=hovered)


def line_token(looks: Sequence[tuple[TransitionLook, Edge]]) -> float:
    """Return how far (0..1) the dot of a transition just taken has gone, -1 for none."""
    if motion().is_reduced:
        return -1.0
    for look, _ in looks:
        if look.state == LabelState.TAKEN and look.fade < TOKEN_SHARE:
            return look.fade / TOKEN_SHARE
    return -1.0


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


class LabelItem(RectItem):
    """Paint the plate of a bundle."""

    def __init__(self, bundle_id: str, look: SharedLook) -> None:
        super().__init__(look)
        self.bundle_id = bundle_id
        self.picture = LabelPicture(())
        self._geometry: LabelGeometry | None = None
        self._line = 0.0

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
        super().set_rect(rect)

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


_RUNNING = CODES[StatusLook.RUNNING]


class MachineOverview:
    """Fill an overview item from the arrangement of a machine."""

    def __init__(self, item: OverviewItem) -> None:
        self.item = item
        self._states: list[str] = []
        self._owners: list[str] = []

    def set_parts(self, arrangement: MachineArrangement, shape: MachineShape) -> None:
        """Show the states as blocks, those that hold others as boxes, and the lines between."""
        rects = {node: arrangement.rects[node] for node in shape.order}
        self._states = list(rects)
        pieces = [
            (key, (*a, *b))
            for key, route in arrangement.routes.items()
            for a, b in itertools.pairwise(route.points)
        ]
        self._owners = [key for key, _ in pieces]
        lines = np.array([piece for _, piece in pieces], np.float64).reshape(-1, 4)
        boxes = np.array([state in shape.children for state in self._states], np.bool_)
        self.item.set_shapes(RectTable(rects).sides, lines, boxes)

    def recolor(
        self,
        looks: Mapping[str, RunLook],
        disabled: Collection[str],
        selection: Iterable[str],
        lines: Mapping[str, EdgeLook],
    ) -> None:
        """Take how states and lines look now; what is selected comes before all."""
        chosen = set(selection)

        def code(state: str) -> int:
            if state in chosen:
                return SELECTED
            if state in disabled:
                return DISABLED
            look = looks.get(state)
            return IDLE if look is None else _RUNNING if look.paused_here else CODES[look.status]

        self.item.block_codes = np.array([code(state) for state in self._states], np.uint8)
        by_line = {key: SELECTED if look.selected else CODES[look.status] for key, look in lines.items()}
        self.item.line_codes = np.array([by_line.get(key, IDLE) for key in self._owners], np.uint8)
        self.item.update()
