"""Move states of a machine: to another place, into other states, or into a transition."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import CanvasGesture, Pointer, snapped
from editor.canvas.gestures.insertion import EdgeUnder, transition_under
from editor.canvas.gestures.places import LEAST_LEFT, LEAST_TOP
from editor.canvas.gestures.snapping import Snapping
from editor.canvas.items.shared_look import qrect
from editor.canvas.routing.shapes import Point, Rect, united
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.inks import NO_BRUSH, make_pen
from editor.theme.theme_manager import current_theme
from graphs.edits import insert_on_edge, move, pull_out, reparent
from graphs.layout.compound_boxes import FIRST_PLACE
from graphs.model import Document
from graphs.structure.queries import TOP, ancestors


class MoveStates(CanvasGesture):
    """Drag the selected states; they snap to neighbors and to the grid unless Ctrl is held.

    Inside their own box they move at once. Over another state, or out of their own box, the drop nests them
    there: that state is outlined and those that are dragged follow as outlines until they are dropped. One
    state dropped on a transition is put into it, unless Alt is held.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: CanvasHost, grabbed: str) -> None:
        super().__init__(view)
        self._grabbed = grabbed

    def start(self, at: Pointer) -> None:
        """Note where everything is."""
        machine = self.view.canvas.machine
        graph = self.view.graph
        assert machine is not None
        assert graph is not None
        self._machine = machine
        self._moved = self._what_moves()
        self._moved = [
            node for node in self._moved if not any(up in self._moved for up in ancestors(graph, node))
        ]
        self._from = at.scene
        self._rects: dict[str, Rect] = dict(machine.arrangement.rects)
        self._routes = dict(machine.arrangement.routes)
        arranger = machine.arranger
        boxes = dict.fromkeys(arranger.box_of(node) for node in self._moved)
        self._standing = {node: at for box in boxes for node, at in arranger.unstored_places(box).items()}
        self._home = arranger.box_of(self._grabbed)
        neighbors = [
            child for child in machine.shape.children.get(self._home, ()) if child not in self._moved
        ]
        self._snapping = Snapping(self._rects[self._grabbed], [self._rects[node] for node in neighbors])
        self._step: Point = (0.0, 0.0)
        self._target = self._home
        self._edge: EdgeUnder | None = None

    def _what_moves(self) -> list[str]:
        chosen = [node for node in self._machine.node_ids() if node in self.view.session.selection]
        return chosen if self._grabbed in chosen else [self._grabbed]

    def move(self, at: Pointer) -> None:
        """Show the states where they would be dropped."""
        self._step = self._snapping.step(at, self._from, 1.0 / self.view.camera.zoom)
        self.refusal = None
        self._edge = None if at.alt else self._edge_under(at.scene)
        self._target = self._home if self._edge is not None else self._box_under(at.scene)
        if self._stays_home():
            self._machine.arranger.move_nodes(self._places())
            self.view.canvas.set_drop_target("")
            return
        self._snapping.hide()
        self._machine.arranger.move_nodes({})
        if self._edge is None:
            self.view.canvas.set_drop_target(self._target)
            self.refusal = self.why_not(self._dropped)
        else:
            self.view.canvas.set_drop_target("")

    def _stays_home(self) -> bool:
        """Tell whether the states only get other places in their own box."""
        return self._target == self._home and self._edge is None

    def _edge_under(self, point: Point) -> EdgeUnder | None:
        """Return the transition under the pointer if the one dragged state can be put into it."""
        if len(self._moved) != 1:
            return None
        found = transition_under(self._machine, self._routes, point, 1.0 / self.view.camera.zoom)
        if found is None:
            return None
        self._edge = found
        return found if self.why_not(self._dropped) is None else None

    def _box_under(self, point: Point) -> str:
        """Return the innermost state at a point that is not dragged, as everything stood at the start."""
        for node_id in reversed(self._machine.shape.order):
            if not self._rects[node_id].contains(point):
                continue
            if node_id in self._moved or any(up in self._moved for up in self._machine.shape.around(node_id)):
                continue
            return node_id
        return TOP

    def _places(self) -> dict[str, Point]:
        """Return new positions relative to the box around each state; neighbors stay where they are."""
        places = dict(self._standing)
        for node_id in self._moved:
            box = self._machine.arranger.box_of(node_id)
            rect = self._rects[node_id]
            left, top = rect.left + self._step[0], rect.top + self._step[1]
            if box != TOP:
                left -= self._rects[box].left
                top -= self._rects[box].top
                left, top = max(LEAST_LEFT, left), max(LEAST_TOP, top)
            places[node_id] = (left, top)
        return places

    def _dropped(self, document: Document) -> Document:
        """Return the document after a drop where the pointer is."""
        session = self.view.session
        if self._edge is not None:
            graph_id, registry = self.view.graph_id, session.registry
            document = move(document, graph_id, self._places())
            return insert_on_edge(document, graph_id, self._edge.id, self._moved[0], registry)
        if self._target == self._home:
            return move(document, self.view.graph_id, self._places())
        for node_id in self._moved:
            document = reparent(
                document,
                self.view.graph_id,
                node_id,
                self._target,
                session.registry,
                at=self._place_in_target(node_id),
            )
        return document

    def _place_in_target(self, node_id: str) -> Point:
        rect = self._rects[node_id]
        left, top = rect.left + self._step[0], rect.top + self._step[1]
        if self._target == TOP:
            return snapped(left), snapped(top)
        if self._target not in self._machine.shape.children:
            # A plain state, or one that is folded, shows no inside to aim at.
            place = self._moved.index(node_id)
            return FIRST_PLACE[0] + 32.0 * place, FIRST_PLACE[1] + 64.0 * place
        box = self._rects[self._target]
        return max(LEAST_LEFT, snapped(left - box.left)), max(LEAST_TOP, snapped(top - box.top))

    def finish(self, at: Pointer) -> None:
        """Keep the new places as one step."""
        self.move(at)
        self.view.canvas.set_drop_target("")
        if self.refusal is not None:
            return
        if not self._stays_home() or self._step != (0.0, 0.0):
            self.view.session.apply(self._label(), self._dropped)
        self._machine.arranger.move_nodes({})

    def _label(self) -> str:
        what = self.view.name_of(self._moved[0]) if len(self._moved) == 1 else f"{len(self._moved)} states"
        verb = "Insert" if self._edge is not None else "Move" if self._stays_home() else "Nest"
        if self._target == TOP and verb == "Nest":
            return f"Move {what} out"
        return f"{verb} {what}"

    def cancel(self) -> None:
        """Put everything back."""
        self.view.canvas.set_drop_target("")
        self._machine.arranger.move_nodes({})

    def overlay_rect(self) -> QRectF:
        """Return the room of guides, of the outlines over another box, and of the transition."""
        room = self._snapping.room()
        if not self._stays_home():
            around = united(self._rects[node].moved(*self._step) for node in self._moved)
            if around is not None:
                room |= qrect(around.grown(4))
        return room | self._edge.room() if self._edge is not None else room

    def paint(self, painter: QPainter) -> None:
        """Paint guides, the outlines of what is carried, and the transition it would go into."""
        self._snapping.paint(painter)
        if self._edge is not None:
            self._edge.paint(painter, self.view.canvas.look.detail)
        if not self._stays_home():
            painter.setBrush(NO_BRUSH)
            painter.setPen(make_pen(current_theme().color("accent.line"), 2.0, (6.0, 4.0)))
            for node_id in self._moved:
                painter.drawRoundedRect(qrect(self._rects[node_id].moved(*self._step)), 9, 9)


class PullOutState(MoveStates):
    """Drag a state out from between its neighbors: what led to it leads on to where it led."""

    def _what_moves(self) -> list[str]:
        return [self._grabbed]

    def move(self, at: Pointer) -> None:
        """Show where the state would be dropped, without its transitions."""
        super().move(at)
        self._machine.arranger.move_nodes({})
        self.refusal = self.why_not(self._dropped)

    def _stays_home(self) -> bool:
        return False

    def _edge_under(self, point: Point) -> EdgeUnder | None:
        return None

    def _dropped(self, document: Document) -> Document:
        session = self.view.session
        document = pull_out(document, self.view.graph_id, self._grabbed, session.registry)
        return super()._dropped(document)

    def _label(self) -> str:
        return f"Pull out {self.view.name_of(self._grabbed)}"
