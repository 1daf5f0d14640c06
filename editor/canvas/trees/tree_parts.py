"""What a tree is painted from: a part per node, and one per parent for the edges down to its children.

Parts are plain objects that one item of the scene paints. How marks and the run make them look is worked out
when they are looked at, so that a run which changes ten thousand nodes costs only those that are seen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from editor.canvas.items.pictures import NO_MARKS, NOT_RUN, ItemMarks, RunLook, RunLooks
from editor.canvas.items.shared_look import MarksBook, qrect
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.edge_painting import TREE_CORNER, EdgeShape, paint_edge, tree_edge
from editor.canvas.painting.node_geometry import ORDER_NUMBER_RISE
from editor.canvas.painting.pictures import EdgeLook
from editor.canvas.painting.tree_node_painting import (
    TreeNodePicture,
    branch_ports,
    paint_tree_node,
    tree_node_bottom,
    tree_node_paint_bounds,
)
from editor.canvas.routing.shapes import Point, Rect, turned
from editor.canvas.trees.question_pictures import with_tree_node_state
from editor.theme.badges import paint_number_plate
from editor.theme.inks import inks_for
from editor.theme.tokens import StatusLook, Theme
from graphs.model import DecisionNode

BUS_DROP = 20.0
"""From the bottom of the parent down to the bus, in px."""

SNAP_STRAIGHT = 6.0
"""Edges that are off by less run straight down."""

_FIRST_DROP, _LAST_DROP = 12.0, 26.0
_WIDEST_PITCH = 8.0


def bus_edge(
    start: Point, end: Point, bus_drop: float = BUS_DROP, *, across: bool = False
) -> tuple[Point, ...]:
    """Return the line from the bottom middle of a parent to the top middle of a child, with right angles.

    The bus is `bus_drop` below the start, or halfway where the child is nearer than twice that. In a tree
    that grows `across` the line goes from the right side to the left one.
    """
    if across:
        return tuple(map(turned, bus_edge(turned(start), turned(end), bus_drop)))
    (x, y), (child_x, child_y) = start, end
    if abs(x - child_x) < SNAP_STRAIGHT:
        return (child_x, y), (child_x, child_y)
    bus = y + min(bus_drop, max(0.0, (child_y - y) / 2))
    return (x, y), (x, bus), (child_x, bus), (child_x, child_y)


def branch_drops(ways: Sequence[tuple[Point, Point]]) -> list[float]:
    """Return how far each edge from a question goes down before it turns, given its ends.

    Edges start at different ports, so those that turn the same way run side by side: to the right the
    rightmost port turns first, to the left the leftmost, and none crosses another.
    """
    right = [place for place, ((x, _), (end, _)) in enumerate(ways) if end - x >= SNAP_STRAIGHT]
    left = [place for place, ((x, _), (end, _)) in enumerate(ways) if x - end >= SNAP_STRAIGHT]
    right.sort(key=lambda place: -ways[place][0][0])
    left.sort(key=lambda place: ways[place][0][0])
    drops = [BUS_DROP] * len(ways)
    for side in (right, left):
        if len(side) > 1:
            pitch = min(_WIDEST_PITCH, (_LAST_DROP - _FIRST_DROP) / (len(side) - 1))
            for level, place in enumerate(side):
                drops[place] = _FIRST_DROP + pitch * level
    return drops


class Drop(NamedTuple):
    """Where an edge leads: the child, the point above it, the words on it.

    `begin` is where it starts, None for the middle of the parent's bottom; `bus_drop` how far it goes down
    before it turns, in px; `branch` the place of the branch that it stands for; `across` says that it goes to
    the right instead of down.
    """

    child: str
    end: Point
    words: str = ""
    begin: Point | None = None
    bus_drop: float = BUS_DROP
    branch: int = 0
    across: bool = False


def edges_of_branches(
    node: DecisionNode,
    picture: TreeNodePicture,
    rect: Rect,
    below: Collection[str],
    top_of: Callable[[str], Point],
) -> list[Drop]:
    """Return an edge for each branch that leads to a child `below`; branches may share a child.

    `rect` is where the question is, `top_of` the point above a child. The number of a branch is on
    its edge where there are several; of edges that meet at one child the first carries all numbers.
    """
    ports = branch_ports(picture, rect.width)
    places: dict[str, list[int]] = {}
    for place, branch in enumerate(node.branches[: len(ports)]):
        if branch.child is not None and branch.child in below:
            places.setdefault(branch.child, []).append(place)
    led = sorted((place, child) for child, inside in places.items() for place in inside)
    ways = [((rect.left + ports[place], rect.bottom), top_of(child)) for place, child in led]
    numbered = len(node.branches) > 1
    return [
        Drop(child, end, _numbers(places[child], place) if numbered else "", begin, drop, place)
        for (place, child), (begin, end), drop in zip(led, ways, branch_drops(ways), strict=True)
    ]


def _numbers(places: list[int], place: int) -> str:
    return " · ".join(str(number + 1) for number in places) if place == places[0] else ""


_PAINT_ORDER = {
    StatusLook.IDLE: 0,
    StatusLook.DISABLED: 0,
    StatusLook.SKIPPED: 1,
    StatusLook.FAILURE: 2,
    StatusLook.SUCCESS: 3,
    StatusLook.ERROR: 4,
    StatusLook.RUNNING: 5,
}
IDLE_EDGE = EdgeLook()
_LONG_DROP = 80.0
_WORDS_BELOW_BUS = 18.0
_LINE_MARGIN = 4.0


@dataclass(slots=True)
class TreeLooks:
    """Everything that is put on the parts of one tree: marks by id, and the run.

    `turn` is another number once the looks of all edges may be others.
    """

    marks: MarksBook
    runs: RunLooks = field(default_factory=RunLooks)
    turn: int = 0


class NodePart:
    """One node: its picture as the document has it, and how it looks now."""

    __slots__ = ("_looks", "_marks", "_picture", "_run", "base", "bottom", "node_id", "opacity")

    def __init__(self, node_id: str, base: TreeNodePicture, looks: TreeLooks) -> None:
        self.node_id = node_id
        self.base = base
        self.bottom = tree_node_bottom(base)
        """How far below its rectangle the edges of the node start."""
        self.opacity = 1.0
        self._looks = looks
        self._marks: ItemMarks = NO_MARKS
        self._run: RunLook = NOT_RUN
        self._picture = base

    @property
    def run(self) -> RunLook:
        """Return how the run shows on the node."""
        return self._looks.runs.node(self.node_id)

    @property
    def picture(self) -> TreeNodePicture:
        """Return the picture with marks and the look of the run."""
        marks, run = self._looks.marks.marks(self.node_id), self.run
        if marks != self._marks or run != self._run:
            self._marks, self._run = marks, run
            self._picture = with_tree_node_state(self.base, marks, run)
        return self._picture

    def set_base(self, base: TreeNodePicture) -> None:
        """Take another picture of the node as the document has it."""
        self.base, self.bottom = base, tree_node_bottom(base)
        self._picture = with_tree_node_state(base, self._marks, self._run)

    def paint_bounds(self, rect: Rect) -> QRectF:
        """Return everything that painting the node into a rectangle may touch."""
        return tree_node_paint_bounds(self.base, qrect(rect))

    def paint(self, painter: QPainter, rect: Rect, detail: Detail, theme: Theme) -> None:
        """Paint the node into a rectangle."""
        before = painter.opacity()
        if self.opacity < 1.0:
            painter.setOpacity(before * self.opacity)
        paint_tree_node(painter, qrect(rect), self.picture, detail, theme=theme)
        if self.opacity < 1.0:
            painter.setOpacity(before)


@dataclass(slots=True)
class BusLine:
    """One edge of a bus: the child it leads to, its ends seen from the bus's start, its words and look."""

    child: str
    end: Point
    words: str = ""
    look: EdgeLook = IDLE_EDGE
    begin: Point = (0.0, 0.0)
    bus_drop: float = BUS_DROP
    branch: int = 0
    across: bool = False
    _shape: EdgeShape | None = None

    @property
    def shape(self) -> EdgeShape:
        """Return the line to paint, made when it is first asked for."""
        if self._shape is None:
            self._shape = tree_edge(
                QPointF(*self.begin), QPointF(*self.end), self.bus_drop, across=self.across
            )
        return self._shape

    def words_place(self) -> Point:
        """Return the middle of the words: above the child, or below the bus where that is far away."""
        if self.end[1] > _LONG_DROP:
            return self.end[0], self.begin[1] + BUS_DROP + _WORDS_BELOW_BUS
        return self.end[0], self.end[1] - ORDER_NUMBER_RISE


def _weight(look: EdgeLook) -> tuple[int, bool]:
    """Return how much a look says: what several edges share shows the one that says most."""
    return _PAINT_ORDER.get(look.status, 1), look == IDLE_EDGE


def shared_pieces(lines: Sequence[BusLine]) -> dict[EdgeLook, QPainterPath]:
    """Return the edges from one parent by their looks; what several run along is there once.

    The branches of a question start apart and share nothing, nor do edges that turn at different heights.
    """
    ends = {line.child: turned(line.end) if line.across else line.end for line in lines}
    aside = [line for line in lines if abs(ends[line.child][0]) >= SNAP_STRAIGHT]
    heights = {min(line.bus_drop, max(0.0, ends[line.child][1] / 2)) for line in aside}
    bus = _SharedBus(ends, min(heights, default=0.0), any(line.across for line in lines))
    if len(heights) > 1 or len(ends) < len(lines) or any(line.begin != (0.0, 0.0) for line in lines):
        for line in lines:
            bus.path_of([line]).addPath(line.shape.line)
        return bus.paths
    straight = [line for line in lines if line not in aside]
    bus.lead_straight(lines, straight)
    for side in (-1.0, 1.0):
        found = [line for line in aside if ends[line.child][0] * side > 0]
        bus.lead_aside(sorted(found, key=lambda line: abs(ends[line.child][0])), side)
    return bus.paths


class _SharedBus:
    """Gather the pieces of a bus: `ends` seen from its start as if it grew down, `height` where it turns."""

    def __init__(self, ends: Mapping[str, Point], height: float, across: bool) -> None:
        self.paths: dict[EdgeLook, QPainterPath] = {}
        self._ends, self._height, self._across = ends, height, across
        self._corner = min(TREE_CORNER, height)
        self._stem = 0.0

    def path_of(self, users: Iterable[BusLine]) -> QPainterPath:
        """Return the path of what some edges share: it looks like the one that says most."""
        return self.paths.setdefault(max((line.look for line in users), key=_weight), QPainterPath())

    def _at(self, x: float, y: float) -> QPointF:
        return QPointF(y, x) if self._across else QPointF(x, y)

    def lead_straight(self, lines: Sequence[BusLine], straight: Sequence[BusLine]) -> None:
        """Lead down what all share, and on to the children right below."""
        self._stem = self._ends[straight[0].child][0] if straight else 0.0
        shared, low = self.path_of(lines), self._height - self._corner
        shared.moveTo(self._at(self._stem, 0.0))
        shared.lineTo(self._at(self._stem, low))
        for line in straight:
            path = self.path_of([line])
            path.moveTo(self._at(self._stem, low))
            path.lineTo(self._at(self._stem, self._ends[line.child][1]))

    def lead_aside(self, lines: Sequence[BusLine], side: float) -> None:
        """Lead along the bus to one side, from child to child, the nearest first."""
        height, before, begin = self._height, self._stem, self._stem
        for place, line in enumerate(lines):
            x, y = self._ends[line.child]
            bend = min(self._corner, abs(x - before) / 2, max(0.0, y - height) / 2)
            along, own = self.path_of(lines[place:]), self.path_of([line])
            if place == 0:
                along.moveTo(self._at(before, height - self._corner))
                along.quadTo(self._at(before, height), self._at(before + side * bend, height))
            else:
                along.moveTo(self._at(begin, height))
            # Where the edge is what says most, the line goes down with it and what goes on branches off.
            rest = lines[place + 1 :]
            turns = along is own and (not rest or self.path_of(rest) is not own)
            begin = x - side * bend if turns else x
            along.lineTo(self._at(begin, height))
            if not turns:
                own.moveTo(self._at(x - side * bend, height))
            own.quadTo(self._at(x, height), self._at(x, height + bend))
            own.lineTo(self._at(x, y))
            before = x


EdgeKey = str | tuple[str, int]
"""Which edges of a parent: all that lead to a child, or the one that stands for a branch to it."""


class BusPart:
    """All edges from one parent, as one bus: what several share is painted once, running ones on top."""

    __slots__ = (
        "_key",
        "_lines",
        "_looks",
        "_looks_of",
        "_pieces",
        "_port_of",
        "_turn",
        "below",
        "parent_id",
        "reach",
        "shift",
    )

    def __init__(
        self,
        parent_id: str,
        looks_of: Callable[[str], Mapping[EdgeKey, EdgeLook]],
        port_of: Callable[[str], Point],
        looks: TreeLooks | None = None,
    ) -> None:
        self.parent_id = parent_id
        self.below: tuple[str, ...] = ()
        """The children that the edges lead to."""
        self.shift: Point = (0.0, 0.0)
        """How far the parent is shown from its place."""
        self.reach = Rect(0.0, 0.0, 0.0, 0.0)
        """The rectangle around all edges and their words, seen from where they start."""
        self._looks_of, self._port_of = looks_of, port_of
        self._looks = looks
        self._turn = -1
        self._lines: list[BusLine] = []
        self._key: tuple[Drop, ...] = ()
        self._pieces: list[tuple[EdgeLook, QPainterPath]] | None = None

    @property
    def start(self) -> Point:
        """Return where the edges start: they go along with their parent."""
        (x, y), (dx, dy) = self._port_of(self.parent_id), self.shift
        return x + dx, y + dy

    @property
    def room(self) -> Rect:
        """Return the rectangle around all edges and their words."""
        return self.reach.moved(*self.start)

    def mark_stale(self) -> None:
        """Note that the run or the document may have changed how the edges look."""
        self._turn = -1

    @property
    def lines(self) -> Sequence[BusLine]:
        """Return the edges, as they look now."""
        turn = 0 if self._looks is None else self._looks.turn
        if self._turn != turn:
            self._turn = turn
            self.set_looks(self._looks_of(self.parent_id))
        return self._lines

    @property
    def drops(self) -> Sequence[BusLine]:
        """Return the edges for their ends; how they look may be out of date."""
        return self._lines

    def set_drops(self, drops: Sequence[Drop], shift: Point = (0.0, 0.0)) -> bool:
        """Lead edges from the parent, which is shown so far from its place; return whether they differ.

        All is kept relative to where they start, so that moving a whole subtree is cheap.
        """
        self.shift = shift
        start = self.start
        key = tuple(_relative(drop, start) for drop in drops)
        if key == self._key:
            return False
        self._key = key
        looks = {(line.child, line.branch): line.look for line in self._lines}
        self._lines = [
            BusLine(
                drop.child,
                drop.end,
                drop.words,
                looks.get((drop.child, drop.branch), IDLE_EDGE),
                drop.begin or (0.0, 0.0),
                drop.bus_drop,
                drop.branch,
                drop.across,
            )
            for drop in key
        ]
        self._pieces = None
        self.reach = self._reach()
        return True

    def _reach(self) -> Rect:
        xs = [x for line in self._lines for x in (line.begin[0], line.end[0])]
        ys = [line.end[1] for line in self._lines]
        margin = _LINE_MARGIN + (110.0 if any(line.words for line in self._lines) else 0.0)
        reach = Rect(min(0.0, *xs) - margin, min(0.0, *ys), max(0.0, *xs) + margin, max(0.0, *ys))
        return reach.grown(_LINE_MARGIN)

    def ways(self) -> Iterator[tuple[BusLine, tuple[Point, ...]]]:
        """Yield every edge with its corners in scene coordinates."""
        x, y = self.start
        for line in self._lines:
            (ax, ay), (bx, by) = line.begin, line.end
            yield line, bus_edge((ax + x, ay + y), (bx + x, by + y), line.bus_drop, across=line.across)

    def set_looks(self, looks: Mapping[EdgeKey, EdgeLook]) -> None:
        """Set the look of every edge by child id, or by child and branch; those not named become idle."""
        changed = False
        for line in self._lines:
            wanted = looks.get((line.child, line.branch)) or looks.get(line.child, IDLE_EDGE)
            if line.look != wanted:
                line.look = wanted
                changed = True
        if changed:
            self._pieces = None

    def pieces(self) -> list[tuple[EdgeLook, QPainterPath]]:
        """Return what to paint, in this order; no stretch is in it twice."""
        lines = self.lines
        if self._pieces is None:
            found = shared_pieces(lines)
            self._pieces = sorted(found.items(), key=lambda piece: _weight(piece[0]))
        return self._pieces

    def paint(self, painter: QPainter, detail: Detail, theme: Theme) -> None:
        """Paint the edges."""
        x, y = self.start
        painter.translate(x, y)
        for look, path in self.pieces():
            paint_edge(painter, EdgeShape(path, path, QPointF(), 0.0, False), look, detail, theme=theme)
        painter.translate(-x, -y)

    def paint_words(self, painter: QPainter, theme: Theme) -> None:
        """Paint what the branches of a decision node say, above the edges of all neighbors."""
        inks = inks_for(theme)
        left, top = self.start
        for line in self.lines:
            if line.words:
                status = line.look.status
                live = status if status not in (StatusLook.IDLE, StatusLook.DISABLED) else None
                x, y = line.words_place()
                paint_number_plate(painter, x + left, y + top, line.words, inks, live)


def _relative(drop: Drop, start: Point) -> Drop:
    """Return an edge with its ends seen from where the edges of its parent start."""
    (x, y), (end_x, end_y), begin = start, drop.end, drop.begin
    seen = None if begin is None else (begin[0] - x, begin[1] - y)
    return Drop(drop.child, (end_x - x, end_y - y), drop.words, seen, *drop[4:])
