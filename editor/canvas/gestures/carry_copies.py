"""Carry copies of nodes and frames to where they are dropped; the originals stay where they are."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import CanvasGesture, Pointer, Refusal, snapped
from editor.canvas.gestures.places import (
    LEAST_LEFT,
    LEAST_TOP,
    LOOSE,
    DropPlace,
    DropPlaces,
    place_for_state,
)
from editor.canvas.gestures.snapping import Snapping
from editor.canvas.items.shared_look import qrect
from editor.canvas.routing.shapes import Point, Rect, united
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.inks import NO_BRUSH, make_pen, set_inks
from editor.theme.theme_manager import current_theme
from graphs.edits.aligning import move
from graphs.edits.clipboard import copy, paste, topmost
from graphs.layout.free_trees import is_placed_freely
from graphs.model import Document
from graphs.structure.queries import TOP, ancestors, children_of, parent_of
from graphs.structure.rules import may_add_child


class CarryCopies(CanvasGesture):
    """Duplicate the selection, or what was grabbed alone, with the transitions among them.

    States go into the box under the pointer, nodes of a tree where a bar or an outline shows; those of a tree
    that is placed freely hang where their originals hang.
    """

    cursor = Qt.CursorShape.DragCopyCursor

    def __init__(self, view: CanvasHost, grabbed: str) -> None:
        super().__init__(view)
        self._grabbed = grabbed

    def start(self, at: Pointer) -> None:
        """Take the copies, and note where their originals are."""
        view, graph = self.view, self.view.graph
        assert graph is not None
        self._graph, self._from, self._step = graph, at.scene, (0.0, 0.0)
        chosen = [*view.selected_nodes(), *view.selected_frames()]
        ids = chosen if self._grabbed in chosen else [self._grabbed]
        machine, tree, document = view.canvas.machine, view.canvas.tree, view.document
        self._home = machine.arranger.box_of(self._grabbed) if machine and self._is_node else TOP
        if machine is not None:
            # Copies keep their places to one another, which only those in one box have.
            ids = [
                key
                for key in ids
                if self._home == (machine.arranger.box_of(key) if key in graph.nodes else TOP)
            ]
            places = machine.arranger.unstored_places(self._home)
            document = move(document, view.graph_id, places)
        self._text = copy(document, view.graph_id, ids)
        self._tops = topmost(graph, ids)
        found = {key: view.canvas.node_rect(key) or view.canvas.frames.rect(key) for key in ids}
        self._rects: dict[str, Rect] = {key: rect for key, rect in found.items() if rect is not None}
        others = [] if tree else [rect for key in graph.nodes if (rect := view.canvas.node_rect(key))]
        self._snapping = Snapping(self._rects[self._grabbed], others)
        self._drops = None
        if tree is not None and not is_placed_freely(graph) and self._tops:
            scale = 1.0 / view.camera.zoom
            self._drops = DropPlaces(tree.rects, tree.shape.children, frozenset(), scale, across=tree.across)
        self._place = LOOSE
        self._judged: dict[DropPlace, Refusal | None] = {}

    @property
    def _is_node(self) -> bool:
        return self._grabbed in self._graph.nodes

    def move(self, at: Pointer) -> None:
        """Carry the copies along and look where they would go."""
        self._step = self._snapping.step(replace(at, ctrl=False), self._from, 1.0 / self.view.camera.zoom)
        self._place = self._place_under(at.scene)
        if self._place not in self._judged:
            self._judged[self._place] = self.why_not(self._dropped)
        self.refusal = self._judged[self._place]
        whole = self._place.parent if self._place.mark is None and self._place.parent != self._home else ""
        self.view.canvas.set_drop_target(whole if self.refusal is None else "")

    def _place_under(self, point: Point) -> DropPlace:
        view, graph = self.view, self._graph
        if self._drops is not None:
            return self._drops.at(point)
        if view.canvas.machine is None:
            parent = parent_of(graph, self._grabbed) or TOP if self._is_node else TOP
            if not may_add_child(view.document, view.graph_id, parent, view.registry).ok:
                return LOOSE
            order = children_of(graph, parent)
            return DropPlace(
                parent, order.index(self._grabbed) + 1 if self._grabbed in order and parent else None
            )
        box, _ = place_for_state(view.canvas.machine, point)
        if not self._tops or not {box, *(ancestors(graph, box) if box else ())}.isdisjoint(self._tops):
            box = self._home
        return DropPlace(box)

    def _corner(self) -> Point:
        """Return where the upper left corner of the copies goes, seen from the box they go into."""
        around = united(self._rects.values())
        assert around is not None
        x, y = around.left + self._step[0], around.top + self._step[1]
        machine = self.view.canvas.machine
        if machine is None or self._place.parent == TOP:
            return (x, y) if machine is not None else (snapped(x), snapped(y))
        left, top = machine.arranger.box_origin(self._place.parent)
        return max(LEAST_LEFT, x - left), max(LEAST_TOP, y - top)

    def _dropped(self, document: Document) -> tuple[Document, tuple[str, ...]]:
        graph_id, place = self.view.graph_id, self._place
        document, made = paste(
            document,
            graph_id,
            self._text,
            self.view.registry,
            parent=place.parent,
            index=place.index,
            at=self._corner(),
        )
        if is_placed_freely(self._graph):
            dx, dy = self._step
            shown = [(new, self._rects[old]) for new, old in zip(made, self._tops, strict=False)]
            document = move(document, graph_id, {new: (rect.left + dx, rect.top + dy) for new, rect in shown})
        return document, made

    def finish(self, at: Pointer) -> None:
        """Keep the copies as one step."""
        self.move(at)
        self.cancel()
        if self.refusal is None and self._step != (0.0, 0.0):
            count = len(self._rects)
            what = self.view.name_of(self._grabbed) if count == 1 and self._is_node else f"{count} things"
            self.view.apply_new(f"Duplicate {what}", self._dropped)

    def cancel(self) -> None:
        """Leave nothing behind."""
        self._snapping.hide()
        self.view.canvas.set_drop_target("")

    def overlay_rect(self) -> QRectF:
        """Return the room of the outlines, the guides and the bar."""
        room = self._snapping.room()
        for rect in self._rects.values():
            room |= qrect(rect.moved(*self._step).grown(4))
        return room | qrect(self._place.mark) if self._place.mark is not None else room

    def paint(self, painter: QPainter) -> None:
        """Paint outlines of the copies, and the bar where they would go in."""
        self._snapping.paint(painter)
        accent = current_theme().color("accent.line")
        set_inks(painter, make_pen(accent, 2.0, (6.0, 4.0)), NO_BRUSH)
        for rect in self._rects.values():
            painter.drawRoundedRect(qrect(rect.moved(*self._step)), 9, 9)
        if self._place.mark is not None and self.refusal is None:
            set_inks(painter, Qt.PenStyle.NoPen, accent)
            painter.drawRoundedRect(qrect(self._place.mark), 1.5, 1.5)
