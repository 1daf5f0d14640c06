"""Draw transitions between states, and lead their ends elsewhere."""

from __future__ import annotations

from PySide6.QtCore import Qt

from editor.canvas.gestures.gesture import Pointer, Refusal
from editor.canvas.gestures.places import NEW_STATE_OFFSET, place_for_state
from editor.canvas.gestures.wire import WireGesture
from editor.canvas.machines.machine_hits import handle_point
from editor.canvas.machines.machine_shape import ANY_PREFIX
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits import add_node, change_source, connect, retarget
from graphs.layout.compound_boxes import HEADER_HEIGHT
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, source_of


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
        session = self.view.session
        fields = {"interrupt": True} if self._is_interrupt and self._owner != TOP else {}
        return connect(document, self.view.graph_id, self._owner, target, session.registry, fields=fields)

    def _with_state(self, document: Document, at: Pointer) -> tuple[Document, str]:
        session = self.view.session
        box, place = place_for_state(self.view.canvas.machine, at.scene, NEW_STATE_OFFSET)
        document, node_id = add_node(
            document, self.view.graph_id, "state", session.registry, parent=box, at=place
        )
        document, _ = self._connected(document, node_id)
        return document, node_id

    def finish(self, at: Pointer) -> None:
        """Connect, or add a state and connect."""
        self.move(at)
        self.let_go()
        if self.refusal is not None:
            return
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
        session = self.view.session
        graph = document.graphs[self.view.graph_id]
        assert isinstance(graph, StateMachineGraph)
        if self.reversed:
            return change_source(document, self.view.graph_id, self.edge, target, session.registry)
        targets = graph.edges[self.edge].targets
        led = [target if one == self._old else one for one in targets] or [target]
        return retarget(document, self.view.graph_id, self.edge, led, session.registry)

    def finish(self, at: Pointer) -> None:
        """Lead the transition to what is under the pointer."""
        self.move(at)
        self.let_go()
        target = self.target
        if self.refusal is None and target and target != self._old:
            what = "Move the start of a transition" if self.reversed else "Retarget a transition"
            self.view.session.apply(what, lambda document: self._led(document, target), select=[self.edge])
