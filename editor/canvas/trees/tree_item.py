"""Paint a tree: of all its nodes and edges only those that are to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.items.hit_testing import RectTable
from editor.canvas.items.shared_look import SharedLook, qrect
from editor.canvas.painting.detail import Detail
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.trees.tree_parts import BusPart, NodePart

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
