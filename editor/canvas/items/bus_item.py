"""Show the edges from one parent of a tree down to all its children: one shared bus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.shared_look import SharedLook
from editor.canvas.painting.badges import measure_number_plate, paint_number_plate
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.edge_painting import EdgeShape, paint_edge, tree_edge
from editor.canvas.painting.inks import inks_for
from editor.canvas.painting.node_geometry import ORDER_NUMBER_RISE
from editor.canvas.painting.pictures import EdgeLook
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.routing.tree_bus import BUS_DROP, bus_edge
from editor.theme.tokens import StatusLook

_PAINT_ORDER = {
    StatusLook.IDLE: 0,
    StatusLook.DISABLED: 0,
    StatusLook.SKIPPED: 1,
    StatusLook.FAILURE: 2,
    StatusLook.SUCCESS: 3,
    StatusLook.ERROR: 4,
    StatusLook.RUNNING: 5,
}
_IDLE = EdgeLook()
_LONG_DROP = 80.0
_WORDS_BELOW_BUS = 18.0


@dataclass(slots=True)
class BusLine:
    """One drop of a bus: the child it leads to, its end seen from the bus's start, its words and look."""

    child: str
    end: Point
    words: str = ""
    look: EdgeLook = _IDLE
    shape: EdgeShape = field(init=False)

    def __post_init__(self) -> None:
        self.shape = tree_edge(QPointF(0.0, 0.0), QPointF(*self.end))


class BusItem(QGraphicsItem):
    """Paint all edges from one parent; idle ones first, running ones on top."""

    def __init__(self, parent_id: str, look: SharedLook) -> None:
        super().__init__()
        self.parent_id = parent_id
        self.lines: list[BusLine] = []
        self.start: Point = (0.0, 0.0)
        self.room = Rect(0.0, 0.0, 0.0, 0.0)
        """The rectangle around all edges, for looking them up."""
        self._key: tuple[tuple[str, Point, str], ...] = ()
        self._look = look
        self._bounds = QRectF()
        self._idle = QPainterPath()
        self._live: list[BusLine] = []
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(-2)
        self.words = BranchWordsItem(self, look)

    def set_drops(self, start: Point, drops: Sequence[tuple[str, Point, str]]) -> None:
        """Lead edges from `start` to (child, end, words).

        Everything is kept relative to the start, so that a subtree which moves as a whole costs nothing.
        """
        if start != self.start:
            self.start = start
            self.setPos(*start)
            self.words.setPos(*start)
            self._follow_room()
        key = tuple((child, (x - start[0], y - start[1]), words) for child, (x, y), words in drops)
        if key == self._key:
            return
        self._key = key
        looks = {line.child: line.look for line in self.lines}
        lines = [BusLine(child, end, words, looks.get(child, _IDLE)) for child, end, words in key]
        self.prepareGeometryChange()
        self.lines = lines
        self._sort()
        bounds = QRectF()
        for line in lines:
            bounds |= line.shape.line.boundingRect()
        self._bounds = bounds.adjusted(-4, -2, 4, 2)
        self._follow_room()
        self.words.follow()
        self.update()

    def _follow_room(self) -> None:
        room = self._bounds.translated(*self.start)
        self.room = Rect(room.left(), room.top(), room.right(), room.bottom())

    def ways(self) -> Iterator[tuple[BusLine, tuple[Point, ...]]]:
        """Yield every edge with its corners in scene coordinates."""
        x, y = self.start
        for line in self.lines:
            yield line, bus_edge((x, y), (line.end[0] + x, line.end[1] + y))

    def set_looks(self, looks: Mapping[str, EdgeLook]) -> None:
        """Set the look of every edge by child id; those not named become idle."""
        changed = False
        for line in self.lines:
            wanted = looks.get(line.child, _IDLE)
            if line.look != wanted:
                line.look = wanted
                changed = True
        if changed:
            self._sort()
            self.update()
            self.words.update()

    def _sort(self) -> None:
        self._idle = QPainterPath()
        self._live = []
        for line in self.lines:
            if line.look == _IDLE:
                self._idle.addPath(line.shape.line)
            else:
                self._live.append(line)
        self._live.sort(key=lambda line: _PAINT_ORDER.get(line.look.status, 1))

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._bounds

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint the edges, and the words of branches on them."""
        look = self._look
        theme, detail = look.theme, look.detail
        if not self._idle.isEmpty():
            shape = EdgeShape(self._idle, self._idle, QPointF(), 0.0, False)
            paint_edge(painter, shape, _IDLE, detail, theme=theme)
        for line in self._live:
            paint_edge(painter, line.shape, line.look, detail, theme=theme)


class BranchWordsItem(QGraphicsItem):
    """Paint what the branches of a decision node say, above the edges of all its neighbors."""

    def __init__(self, bus: BusItem, look: SharedLook) -> None:
        super().__init__()
        self._bus = bus
        self._look = look
        self._bounds = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(-1)
        self.setVisible(False)

    def follow(self) -> None:
        """Follow the edges of the bus."""
        bounds = QRectF()
        for line in self._bus.lines:
            if line.words:
                x, y = _words_place(line)
                half = measure_number_plate(line.words) / 2 + 2
                bounds |= QRectF(x - half, y - 10, 2 * half, 20)
        self.prepareGeometryChange()
        self._bounds = bounds
        self.setVisible(not bounds.isEmpty())
        self.update()

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._bounds

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint a plate for each branch."""
        if self._look.detail != Detail.FULL:
            return
        inks = inks_for(self._look.theme)
        for line in self._bus.lines:
            if line.words:
                status = line.look.status
                live = status if status not in (StatusLook.IDLE, StatusLook.DISABLED) else None
                x, y = _words_place(line)
                paint_number_plate(painter, x, y, line.words, inks, live)


def _words_place(line: BusLine) -> Point:
    """Return the middle of the words: above the child, or below the bus where that is far away."""
    if line.end[1] > _LONG_DROP:
        return line.end[0], BUS_DROP + _WORDS_BELOW_BUS
    return line.end[0], line.end[1] - ORDER_NUMBER_RISE
