"""The one item of a tree: of all its nodes and edges it paints those that are seen, from afar as blocks."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

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
            self.rects.replace(rects)
        self.rooms.replace({key: part.room for key, part in buses.items()})
        self._follow_bounds()
        self.update()

    def _follow_bounds(self) -> None:
        found = [rect for rect in (self.rects.bounds(), self.rooms.bounds()) if rect is not None]
        found += [self._places[key].moved(*way) for key, way in self._gliding.items() if key in self._places]
        bounds = QRectF()
        for rect in found:
            bounds |= qrect(rect.grown(_MARGIN))
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds

    def set_gliding(self, shifts: Mapping[str, Point]) -> None:
        """Paint some nodes apart from their places, by these distances; the edges are led by the caller."""
        self._gliding = shifts
        self.rooms.replace({key: part.room for key, part in self._buses.items()})
        # What glides may come from outside of where the tree lies now: it has to be wiped there too.
        self._follow_bounds()
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
        self._places: dict[str, int] = {}
        self._status = bytearray()
        self._disabled: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._parents: NDArray[np.intp] = np.zeros(0, np.intp)
        self._children: NDArray[np.intp] = np.zeros(0, np.intp)
        self._taken_by: Mapping[str, BusPart] | None = None

    def set_parts(
        self, nodes: Mapping[str, NodePart], buses: Mapping[str, BusPart], rects: RectTable, *, asks: bool
    ) -> None:
        """Show these parts; with `asks` an edge is colored by the branch taken, not by its child."""
        self._places = {key: place for place, key in enumerate(nodes)}
        self._status = bytearray(len(nodes))
        self._disabled = np.fromiter((node.base.disabled for node in nodes.values()), np.bool_, len(nodes))
        self._taken_by = buses if asks else None
        places = self._places
        pairs = [(places[key], places[line.child]) for key, bus in buses.items() for line in bus.drops]
        ends = np.array(pairs, np.intp).reshape(-1, 2)
        self._parents, self._children = ends[:, 0], ends[:, 1]
        self.item.set_shapes(rects.sides, _bus_lines(buses))

    def recolor(
        self, looks: Mapping[str, RunLook], selection: Iterable[str], only: Iterable[str] | None
    ) -> None:
        """Take the looks of all nodes, or only of some, and the selection."""
        places, status = self._places, self._status
        for key in places if only is None else only:
            place = places.get(key)
            if place is not None:
                look = looks.get(key)
                if look is None:
                    status[place] = IDLE
                else:
                    status[place] = _RUNNING if look.paused_here else CODES[look.status]
        codes = np.frombuffer(status, np.uint8).copy()
        codes[self._disabled] = DISABLED
        self.item.line_codes = np.repeat(self._edge_codes(codes), 3)
        codes[[places[key] for key in selection if key in places]] = SELECTED
        self.item.block_codes = codes
        self.item.update()

    def _edge_codes(self, codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        if self._taken_by is not None:
            looks = (line.look.status for bus in self._taken_by.values() for line in bus.lines)
            return np.fromiter((CODES[look] for look in looks), np.uint8, len(self._children))
        below = codes[self._children]
        off = (below == DISABLED) | (below == _SKIPPED) | (codes[self._parents] == DISABLED)
        return np.where(_SHOWN_ON_EDGES[below], below, np.where(off, DISABLED, IDLE)).astype(np.uint8)


def _bus_lines(buses: Mapping[str, BusPart]) -> Floats:
    """Return three lines for each edge: down from the parent, along, down to the child."""
    ends = [
        (
            line.begin[0] + bus.start[0],
            line.begin[1] + bus.start[1],
            line.end[0] + bus.start[0],
            line.end[1] + bus.start[1],
        )
        for bus in buses.values()
        for line in bus.drops
    ]
    ax, ay, bx, by = (
        np.fromiter(itertools.chain.from_iterable(ends), np.float64, 4 * len(ends)).reshape(-1, 4).T
    )
    drops = np.fromiter(
        (line.bus_drop for bus in buses.values() for line in bus.drops), np.float64, len(ends)
    )
    across = any(line.across for bus in buses.values() for line in bus.drops)
    if across:
        ax, ay, bx, by = ay, ax, by, bx
    along = ay + np.minimum(drops, np.maximum(0.0, (by - ay) / 2))
    down = np.column_stack((ax, ay, ax, along))
    level = np.column_stack((ax, along, bx, along))
    drop = np.column_stack((bx, along, bx, by))
    lines = np.stack((down, level, drop), axis=1).reshape(-1, 4)
    return lines[:, [1, 0, 3, 2]] if across else lines
