"""The one item of a tree: of all its nodes and edges it paints those that are seen, from afar as blocks."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.hit_testing import RectTable
from editor.canvas.items.overview_item import CODES, DISABLED, IDLE, SELECTED, OverviewItem
from editor.canvas.items.pictures import RunLook
from editor.canvas.items.shared_look import SharedLook, qrect
from editor.canvas.painting.detail import Detail
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.trees.tree_parts import BusPart, NodePart
from editor.theme.batches import Floats
from editor.theme.tokens import StatusLook

_MARGIN = 48.0
"""How far painting reaches beyond a node's rectangle: ring, order number, stub."""
_MANY = 64
"""So many parts are painted again by painting all that is seen."""


class TreeItem(QGraphicsItem):
    """Be the one item of a tree.

    A tree of ten thousand nodes would make ten thousand items, which the scene asks one by one at every
    frame. Here two tables of rectangles say what lies in the part to paint.
    """

    def __init__(self, look: SharedLook) -> None:
        super().__init__()
        self.rects = RectTable()
        self.rooms = RectTable()
        self._look = look
        self._nodes: Mapping[str, NodePart] = {}
        self._buses: Mapping[str, BusPart] = {}
        self._places: Mapping[str, Rect] = {}
        self._gliding: Mapping[str, Point] = {}
        self._bounds = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def set_parts(
        self, nodes: Mapping[str, NodePart], buses: Mapping[str, BusPart], rects: Mapping[str, Rect]
    ) -> None:
        """Paint these parts, the nodes in their rectangles."""
        self._nodes, self._buses = nodes, buses
        if rects is not self._places:
            self._places = rects
            self.rects = RectTable(rects)
        self._follow_bounds()
        self.update()

    def place_rooms(self, *, across: bool) -> None:
        """Take where edges are: as far from the nodes they start at as they reach."""
        table, nodes, buses = self.rects, self._nodes, self._buses
        rows = table.rows
        left, top, right, bottom = table.sides[:, [rows[parent] for parent in buses]]
        if across:
            x, y = right, (top + bottom) / 2
        else:
            below = np.fromiter((nodes[parent].bottom for parent in buses), np.float64, len(buses))
            x, y = (left + right) / 2, bottom + below
        reaches = itertools.chain.from_iterable([bus.reach for bus in buses.values()])
        rooms = np.fromiter(reaches, np.float64, 4 * len(buses)).reshape(-1, 4).T + np.stack((x, y, x, y))
        for place, bus in enumerate(buses.values()) if self._gliding else ():
            rooms[:, place] += (*bus.shift, *bus.shift)
        self.rooms.hold(list(buses), rooms)
        self._follow_bounds()

    def _follow_bounds(self) -> None:
        found = [rect for rect in (self.rects.bounds(), self.rooms.bounds()) if rect is not None]
        found += [self._places[key].moved(*way) for key, way in self._gliding.items() if key in self._places]
        bounds = QRectF()
        for rect in found:
            bounds |= qrect(rect.grown(_MARGIN))
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds

    def set_gliding(self, shifts: Mapping[str, Point], *, across: bool) -> None:
        """Paint some nodes apart from their places, by these distances; the edges are led by the caller."""
        self._gliding = shifts
        # What glides may come from outside of where the tree lies now: it has to be wiped there too.
        self.place_rooms(across=across)
        self.update()

    def repaint_parts(self, nodes: Iterable[str]) -> None:
        """Paint some nodes and the edges from them again."""
        chosen = list(nodes)
        if len(chosen) > _MANY:
            self.update()
            return
        for node_id in chosen:
            part, bus = self._nodes.get(node_id), self._buses.get(node_id)
            if part is not None:
                self.update(part.paint_bounds(self._places[node_id]))
            if bus is not None:
                self.update(qrect(bus.room))

    def boundingRect(self) -> QRectF:
        """Return everything that painting may touch."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Paint edges, words and nodes, in this order."""
        look = self._look
        theme, detail = look.theme, look.detail
        exposed: QRectF = option.exposedRect
        area = Rect(exposed.left(), exposed.top(), exposed.right(), exposed.bottom()).grown(_MARGIN)
        buses = [self._buses[key] for key in self.rooms.touching(area)]
        for bus in buses:
            bus.paint(painter, detail, theme)
        if detail == Detail.FULL:
            for bus in buses:
                bus.paint_words(painter, theme)
        gliding = self._gliding
        shown = self.rects.touching(area)
        if gliding:
            seen = set(shown)
            shown = [*shown, *(key for key in gliding if key not in seen)]
        places = self._places
        for key in shown:
            shift = gliding.get(key)
            rect = places[key] if shift is None else places[key].moved(*shift)
            self._nodes[key].paint(painter, rect, detail, theme)


_RUNNING = CODES[StatusLook.RUNNING]
_SKIPPED = CODES[StatusLook.SKIPPED]
_SHOWN_ON_EDGES = np.zeros(len(CODES), np.bool_)
_SHOWN_ON_EDGES[
    [CODES[look] for look in (StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.ERROR)]
] = True


class TreeOverview:
    """Fill an overview item from the parts of a tree; colors are worked out for all nodes at once."""

    def __init__(self, item: OverviewItem) -> None:
        self.item = item
        self._rows: Mapping[str, int] = {}
        self._status = bytearray()
        self._disabled: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._parents: NDArray[np.intp] = np.zeros(0, np.intp)
        self._children: NDArray[np.intp] = np.zeros(0, np.intp)
        self._edges: NDArray[np.intp] = np.zeros(0, np.intp)
        """The edge that each line belongs to."""
        self._taken_by: Mapping[str, BusPart] | None = None

    def set_parts(
        self, nodes: Mapping[str, NodePart], buses: Mapping[str, BusPart], rects: RectTable, *, asks: bool
    ) -> None:
        """Show these parts; with `asks` an edge is colored by the branch taken, not by its child."""
        rows = self._rows = rects.rows
        self._status = bytearray(len(rows))
        self._disabled = np.fromiter((nodes[key].base.disabled for key in rows), np.bool_, len(rows))
        self._taken_by = buses if asks else None
        pairs = [(rows[key], rows[line.child]) for key, bus in buses.items() for line in bus.drops]
        ends = np.array(pairs, np.intp).reshape(-1, 2)
        self._parents, self._children = ends[:, 0], ends[:, 1]
        lines, self._edges = _bus_lines(buses)
        self.item.set_shapes(rects.sides, lines)

    def recolor(
        self, looks: Mapping[str, RunLook], selection: Iterable[str], only: Collection[str] | None
    ) -> None:
        """Take the looks of all nodes, for None, or only of some, and the selection."""
        rows, status = self._rows, self._status
        if only is None or 2 * len(only) > len(rows):
            status[:] = _codes(looks, rows)
        else:
            found = [key for key in only if key in rows]
            for key, code in zip(found, _codes(looks, found), strict=True):
                status[rows[key]] = code
        codes = np.frombuffer(status, np.uint8).copy()
        codes[self._disabled] = DISABLED
        self.item.line_codes = self._edge_codes(codes)[self._edges]
        codes[[rows[key] for key in selection if key in rows]] = SELECTED
        self.item.block_codes = codes
        self.item.update()

    def _edge_codes(self, codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        if self._taken_by is not None:
            looks = (line.look.status for bus in self._taken_by.values() for line in bus.lines)
            return np.fromiter((CODES[look] for look in looks), np.uint8, len(self._children))
        below = codes[self._children]
        off = (below == DISABLED) | (below == _SKIPPED) | (codes[self._parents] == DISABLED)
        return np.where(_SHOWN_ON_EDGES[below], below, np.where(off, DISABLED, IDLE)).astype(np.uint8)


def _codes(looks: Mapping[str, RunLook], keys: Iterable[str]) -> bytes:
    look_of, code_of = looks.get, CODES
    return bytes(
        [
            IDLE if (look := look_of(key)) is None else _RUNNING if look.paused_here else code_of[look.status]
            for key in keys
        ]
    )


def _bus_lines(buses: Mapping[str, BusPart]) -> tuple[Floats, NDArray[np.intp]]:
    """Return the lines of all edges, and which edge each is of.

    An edge leads down from the parent, along, and down to the child; straight down it is one line.
    """
    ends = []
    for bus in buses.values():
        x, y = bus.start
        ends += [
            (line.begin[0] + x, line.begin[1] + y, line.end[0] + x, line.end[1] + y, line.bus_drop)
            for line in bus.drops
        ]
    flat = np.fromiter(itertools.chain.from_iterable(ends), np.float64, 5 * len(ends))
    ax, ay, bx, by, drops = flat.reshape(-1, 5).T
    across = any(line.across for bus in buses.values() for line in bus.drops)
    if across:
        ax, ay, bx, by = ay, ax, by, bx
    along = ay + np.minimum(drops, np.maximum(0.0, (by - ay) / 2))
    bends = ax != bx
    down = np.column_stack((ax, ay, ax, np.where(bends, along, by)))
    level = np.column_stack((ax, along, bx, along))[bends]
    drop = np.column_stack((bx, along, bx, by))[bends]
    numbers = np.arange(len(ends), dtype=np.intp)
    edges = np.concatenate((numbers, numbers[bends], numbers[bends]))
    lines = np.concatenate((down, level, drop))
    order = np.argsort(edges, kind="stable")
    lines, edges = lines[order], edges[order]
    return (lines[:, [1, 0, 3, 2]] if across else lines), edges
