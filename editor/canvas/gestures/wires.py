"""Draw edges of trees and transitions with a wire in the hand, and lead the ends of transitions elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import CanvasGesture, Pointer, Refusal
from editor.canvas.gestures.places import NEW_STATE_OFFSET, index_among_children, place_for_state
from editor.canvas.items.hit_testing import HANDLE_REACH
from editor.canvas.items.shared_look import qpoint
from editor.canvas.machines.machine_places import handle_point
from editor.canvas.machines.machine_shape import ANY_PREFIX
from editor.canvas.painting.edge_painting import EdgeShape, paint_edge, transition_edge, tree_edge
from editor.canvas.painting.pictures import EdgeLook
from editor.canvas.routing.candidates import LinePlace, cheapest_first
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.theme_manager import current_theme
from graphs.edits.adding import add_node
from graphs.edits.connecting import change_source, connect, retarget
from graphs.layout.machine_layout import HEADER_HEIGHT
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, source_of
from graphs.structure.rules import may_add_child


class WireGesture(CanvasGesture):
    """Hold a wire from `anchor` to the pointer, or snapped to `target`, the thing under it."""

    has_head = True

    def __init__(self, view: CanvasHost) -> None:
        super().__init__(view)
        self.anchor: Point = (0.0, 0.0)
        self.tip: Point = (0.0, 0.0)
        self.target = ""
        self.held_rect: Rect | None = None
        """The state at the end that is not in the hand."""
        self.reversed = False
        """The hand holds the beginning of the wire, not its end."""

    def node_under(self, at: Pointer) -> str:
        """Return the node under the pointer, or within 12 screen px of it; "" over empty canvas."""
        canvas = self.view.canvas
        contents = canvas.contents
        if contents is None:
            return ""
        reach = HANDLE_REACH / self.view.camera.zoom
        best, best_distance = "", reach
        for node_id in contents.nodes_near(at.scene, reach):
            rect = contents.node_rect(node_id)
            if rect is None:
                continue
            dx = max(rect.left - at.scene[0], 0.0, at.scene[0] - rect.right)
            dy = max(rect.top - at.scene[1], 0.0, at.scene[1] - rect.bottom)
            distance = (dx * dx + dy * dy) ** 0.5
            # Inner states come after the boxes around them, so the innermost wins.
            if distance < best_distance or (distance == 0.0 and best_distance >= 0.0):
                best, best_distance = node_id, distance
        return best

    def hold(self, at: Pointer, target: str) -> None:
        """Let the wire end at the pointer and outline what it would be dropped on."""
        self.tip = at.scene
        self.target = target
        self.view.canvas.set_drop_target(target if self.refusal is None else "")

    def let_go(self) -> None:
        """Take the outline away."""
        self.view.canvas.set_drop_target("")

    def cancel(self) -> None:
        """Leave nothing behind."""
        self.let_go()

    def finish(self, at: Pointer) -> None:
        """Drop the wire, unless it is refused where it is."""
        self.move(at)
        self.let_go()
        if self.refusal is None:
            self.drop(at)

    def drop(self, at: Pointer) -> None:
        """Do what the wire is for."""

    def _shape(self) -> EdgeShape:
        start, end = (self.tip, self.anchor) if self.reversed else (self.anchor, self.tip)
        if not self.has_head:
            tree = self.view.canvas.tree
            return tree_edge(qpoint(start), qpoint(end), across=tree is not None and tree.across)
        return transition_edge([qpoint(point) for point in self._way(start, end)])

    def _way(self, start: Point, end: Point) -> tuple[Point, ...]:
        """Return the way of a transition: between two states as it will be led, else to the pointer."""
        source, target = self.held_rect, self.view.canvas.node_rect(self.target)
        if source is None:
            return _bent(start, end)
        if target is None or target == source or target.overlaps(source):
            return (start, end) if source.contains(self.tip) else _from_side(source, self.tip, self.reversed)
        ends = (target, source) if self.reversed else (source, target)
        cheapest = next(cheapest_first(*ends, LinePlace(0, 1, 0.0), (0.0, 0.0)), None)
        return cheapest[1] if cheapest is not None else _bent(start, end)

    def overlay_rect(self) -> QRectF:
        """Return the room of the wire and the cross at its tip."""
        return self._shape().line.boundingRect().adjusted(-24, -24, 24, 24)

    def paint(self, painter: QPainter) -> None:
        """Paint the wire in the accent color, or as refused."""
        if QPointF(*self.anchor) == QPointF(*self.tip):
            return
        look = EdgeLook(dragged=self.refusal is None, dragged_refused=self.refusal is not None)
        paint_edge(painter, self._shape(), look, self.view.canvas.look.detail, theme=current_theme())


def _from_side(rect: Rect, tip: Point, backwards: bool) -> tuple[Point, ...]:
    """Return the way from the side of a rectangle that faces a point."""
    x, y = rect.center
    beyond_x = max(rect.left - tip[0], tip[0] - rect.right)
    beyond_y = max(rect.top - tip[1], tip[1] - rect.bottom)
    if beyond_x >= beyond_y:
        wall = (rect.right if tip[0] > x else rect.left, y)
    else:
        wall = (x, rect.bottom if tip[1] > y else rect.top)
    return _bent(tip, wall) if backwards else _bent(wall, tip)


def _bent(start: Point, end: Point) -> tuple[Point, ...]:
    """Return an orthogonal way in the hand: along the longer side first."""
    (ax, ay), (bx, by) = start, end
    if abs(ax - bx) < 8 or abs(ay - by) < 8:
        return start, end
    if abs(ax - bx) >= abs(ay - by):
        middle = (ax + bx) / 2
        return start, (middle, ay), (middle, by), end
    middle = (ay + by) / 2
    return start, (ax, middle), (bx, middle), end


class ConnectNodes(WireGesture):
    """Drag from a port to a node, which becomes a child; or to empty canvas, which opens the search.

    What is picked there is added under the port as one step; Esc in the search leaves nothing.
    """

    cursor = Qt.CursorShape.CrossCursor
    has_head = False

    def __init__(self, view: CanvasHost, source: str) -> None:
        super().__init__(view)
        self.source = source

    def start(self, at: Pointer) -> None:
        """Fix the wire at the port."""
        tree = self.view.canvas.tree
        assert tree is not None
        self.anchor = tree.port(self.source)
        self.tip = at.scene

    def move(self, at: Pointer) -> None:
        """Follow the pointer and judge what is under it."""
        target = self.node_under(at)
        if target == self.source:
            target = ""
            self.refusal = Refusal("A node cannot be its own child.", "Drop on another node.")
        elif target:
            self.refusal = self.why_not(lambda document: self._connected(document, target))
        else:
            self.refusal = self._no_room()
        self.hold(at, target)

    def _no_room(self) -> Refusal | None:
        verdict = may_add_child(self.view.document, self.view.graph_id, self.source, self.view.registry)
        return None if verdict.ok else Refusal(verdict.reason, verdict.remedy)

    def _connected(self, document: Document, target: str) -> tuple[Document, str]:
        index = index_among_children(self.view, self.source, self.tip, without=target)
        return connect(document, self.view.graph_id, self.source, target, self.view.registry, index=index)

    def drop(self, at: Pointer) -> None:
        """Connect, or open the search."""
        target = self.target
        if target:
            names = f"{self.view.name_of(self.source)} to {self.view.name_of(target)}"
            self.view.session.apply(
                f"Connect {names}", lambda document: self._connected(document, target)[0], select=[target]
            )
        else:
            self.view.search_asked.emit(at.scene, self.source)


class ConnectStates(WireGesture):
    """Draw a transition from a state, or from the pill of interrupts.

    Released on a state it leads there, on its own state it is a loop, on empty canvas a new state is made and
    connected; each is one step.
    """

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, view: CanvasHost, source: str) -> None:
        super().__init__(view)
        self.source = source
        self._owner = source[len(ANY_PREFIX) :] if source.startswith(ANY_PREFIX) else source
        self._is_interrupt = source.startswith(ANY_PREFIX)

    def start(self, at: Pointer) -> None:
        """Fix the wire at the source."""
        rect = self.view.canvas.node_rect(self.source)
        self.anchor = handle_point(rect) if rect is not None else at.scene
        self.held_rect = rect
        self.tip = at.scene

    def move(self, at: Pointer) -> None:
        """Follow the pointer and judge what is under it."""
        target = self._target_under(at)
        self.refusal = None
        if target:
            self.refusal = self.why_not(lambda document: self._connected(document, target))
        elif self._machine_graph() is not None:
            self.refusal = self.why_not(lambda document: self._with_state(document, at))
        self.hold(at, target)

    def _target_under(self, at: Pointer) -> str:
        """Return the state under the pointer; the inside of a box around the source counts as empty."""
        machine = self.view.canvas.machine
        target = self.node_under(at)
        if machine is None or target not in machine.shape.around(self.source):
            return target
        rect = machine.arrangement.rects[target]
        return target if at.scene[1] <= rect.top + HEADER_HEIGHT else ""

    def _machine_graph(self) -> StateMachineGraph | None:
        graph = self.view.graph
        return graph if isinstance(graph, StateMachineGraph) else None

    def _connected(self, document: Document, target: str) -> tuple[Document, str]:
        fields = {"interrupt": True} if self._is_interrupt and self._owner != TOP else {}
        return connect(document, self.view.graph_id, self._owner, target, self.view.registry, fields=fields)

    def _with_state(self, document: Document, at: Pointer) -> tuple[Document, str]:
        box, place = place_for_state(self.view.canvas.machine, at.scene, NEW_STATE_OFFSET)
        document, node_id = add_node(
            document, self.view.graph_id, "state", self.view.registry, parent=box, at=place
        )
        document, _ = self._connected(document, node_id)
        return document, node_id

    def drop(self, at: Pointer) -> None:
        """Connect, or add a state and connect."""
        target = self.target
        if target:
            names = f"{self.view.name_of(self._owner)} to {self.view.name_of(target)}"
            self.view.apply_new(f"Connect {names}", lambda document: self._connected(document, target))
        elif self.view.apply_new("Add a state", lambda document: self._with_state(document, at)):
            self.view.name_asked.emit()


class RetargetEdge(WireGesture):
    """Drag an end of a transition to another state; guard, actions and id stay."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, view: CanvasHost, edge_id: str, *, at_start: bool = False) -> None:
        super().__init__(view)
        self.edge = edge_id
        self.reversed = at_start

    def start(self, at: Pointer) -> None:
        """Fix the wire at the end that stays."""
        machine, graph = self.view.canvas.machine, self.view.graph
        assert machine is not None
        assert isinstance(graph, StateMachineGraph)
        self._old = ""
        for key, bundle in machine.shape.bundles.items():
            if self.edge in bundle.edges:
                points = machine.arrangement.routes[key].points
                self.anchor = points[-1] if self.reversed else points[0]
                self._old = source_of(graph, self.edge) or TOP if self.reversed else bundle.target
                self.held_rect = self.view.canvas.node_rect(bundle.target if self.reversed else bundle.source)
                break
        self.tip = at.scene

    def move(self, at: Pointer) -> None:
        """Follow the pointer and judge what is under it."""
        target = self.node_under(at)
        if target:
            self.refusal = self.why_not(lambda document: self._led(document, target))
        else:
            self.refusal = Refusal("A transition needs a state at both ends.", "Drop on a state.")
        self.hold(at, target)

    def _led(self, document: Document, target: str) -> Document:
        graph = document.graphs[self.view.graph_id]
        assert isinstance(graph, StateMachineGraph)
        if self.reversed:
            return change_source(document, self.view.graph_id, self.edge, target, self.view.registry)
        targets = graph.edges[self.edge].targets
        led = [target if former == self._old else former for former in targets] or [target]
        return retarget(document, self.view.graph_id, self.edge, led, self.view.registry)

    def drop(self, at: Pointer) -> None:
        """Lead the transition to what is under the pointer."""
        target = self.target
        if target and target != self._old:
            what = "Move the start of a transition" if self.reversed else "Retarget a transition"
            self.view.session.apply(what, lambda document: self._led(document, target), select=[self.edge])
