"""Show the run of the picked agent on the canvas, once per frame and only where something changed.

The document is never touched: looks are kept apart and put on the items. Rows of graphs that are not shown,
and ids that the document no longer has, are passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import QObject

from editor.canvas.items.pictures import NOT_RUN, RunLook, RunLooks, TransitionLook
from editor.canvas.machines.machine_contents import MachineContents
from editor.canvas.overlays.calm_looks import CalmLights, CalmLooks
from editor.canvas.overlays.minimap import Minimap
from editor.canvas.overlays.run_reading import (
    decision_look,
    is_fading,
    rolled_up,
    shown_instance,
    state_look,
    transition_look,
    tree_node_look,
)
from editor.canvas.painting.pictures import LabelState
from editor.canvas.scene.canvas_host import CanvasHost
from editor.running.run_controller import RunController
from editor.running.want_facts import mood_shares
from editor.theme.tokens import StatusLook
from graphs.kinds.declarations.titles import node_title
from graphs.model import Graph, StateMachineGraph
from graphs.structure.queries import descendants, transitions_of
from runtime.history.recording.agent_view import AgentView
from runtime.minds.program.program import Instance
from runtime.minds.program.rows import RowFamily


class RunOverlay(QObject):
    """Follow a run controller and recolor the items of one canvas."""

    def __init__(
        self, host: CanvasHost, minimap: Minimap, run: RunController | None, is_busy: Callable[[], bool]
    ) -> None:
        """Follow `run`; nothing is brought into view while the pointer `is_busy`."""
        super().__init__(host)
        self.follows = False
        """Whether the view goes along with what runs."""
        self._canvas, self._minimap, self._is_busy = host, minimap, is_busy
        self._run = run
        self.looks = RunLooks()
        """The looks shown now."""
        self._calm, self._lights = CalmLooks(), CalmLights()
        self._seen: AgentView | None = None
        self._instance: Instance | None = None
        self._elements: dict[int, str] = {}
        self._moving: set[int] = set()
        self._last_revealed = ""
        self.is_shown = True
        """Whether the canvas shows the run."""
        if run is not None:
            run.frame_shown.connect(self.refresh)
            run.state_changed.connect(self._run_held)
            run.agent_changed.connect(self.show_graph)
            run.world_changed.connect(self.show_graph)

    def running_nodes(self) -> list[str]:
        """Return the visible nodes that run, the innermost last."""
        contents = self._canvas.canvas.contents
        nodes = contents.node_ids() if contents is not None else ()
        return [node for node in nodes if self.looks.node(node).status == StatusLook.RUNNING]

    def follow(self, on: bool) -> None:
        """Let the view go along with what runs, or not."""
        self.follows = on

    def set_shown(self, shown: bool) -> None:
        """Show the run, or not: the canvas is of a document that the picked agent does not think with."""
        if shown != self.is_shown:
            self.is_shown = shown
            self.show_graph()

    def show_graph(self) -> None:
        """Read everything again: another graph, document, agent or world."""
        self._seen = None
        self._canvas.canvas.clear_run()
        self._minimap.clear_run()
        self.looks = RunLooks()
        self.refresh()

    def show_on_map(self) -> None:
        """Show the run on the map again: other nodes are to be seen."""
        self._minimap.clear_run()
        self._show_on_map(self.looks.nodes)

    def selection_changed(self) -> None:
        """Show the candidates of the states selected now."""
        if self._seen is not None:
            self._refresh_rows(set(self._elements))

    def refresh(self) -> None:
        """Take the frame that was merged last."""
        view = self._run.view if self._run is not None and self.is_shown else None
        if view is None or view.tick < 0:
            if self.looks.nodes or self.looks.transitions:
                self.looks = RunLooks()
                self._canvas.canvas.clear_run()
            self._seen = None
            return
        instance = shown_instance(view, self._canvas.graph_id)
        self._calm.begin_frame()
        self._lights.begin_frame()
        if view is not self._seen or instance is not self._instance:
            self._calm.clear()
            self._lights.clear()
            self._seen, self._instance = view, instance
            self._elements = {row: key for key, row in instance.row_of.items()} if instance else {}
            self._moving = set()
            self._refresh_rows(set(self._elements))
        else:
            changed = self._run.changed_rows if self._run is not None else frozenset()
            self._refresh_rows(set(changed & self._elements.keys()) | self._moving)
        self._follow()

    def _run_held(self) -> None:
        """Show exactly what is so once the run is held."""
        if self._run is not None and not self._run.is_running:
            self._calm.clear()
            self._lights.clear()
            self._refresh_rows(set(self._moving))

    def _refresh_rows(self, rows: set[int]) -> None:
        view, graph = self._seen, self._canvas.graph
        if view is None or graph is None or not rows:
            return
        shown, shares = self._states_with_candidates(graph), self._shares(graph)
        touched: dict[str, None] = {}
        for row in sorted(rows):
            element = self._elements.get(row)
            if not element or row >= len(view.outcome):
                continue
            family = view.program.rows[row].family
            if family is RowFamily.TRANSITION:
                look = transition_look(view, row, shows_candidate=element in shown)
                if self._run is not None and self._run.is_running:
                    look = self._calm_transition(element, look)
                self._note_moving(row, is_fading(view, row) or look.state == LabelState.TAKEN)
                if look != self.looks.transition(element):
                    self.looks.transitions[element] = look
                    touched[element] = None
            elif family is not RowFamily.MACHINE:
                node = _NODE_LOOKS[family](view, row)
                if self._run is not None and self._run.is_running:
                    node = self._calm.shown(element, node)
                counts_time = family is RowFamily.STATE and node.status == StatusLook.RUNNING
                if element in shares:
                    node = replace(node, progress=shares[element])
                self._note_moving(row, counts_time or element in shares or self._calm.holds(element))
                if node != self.looks.node(element):
                    self.looks.nodes[element] = node
                    touched[element] = None
        self._roll_up(graph, touched)
        if touched:
            self._canvas.canvas.set_run_looks(self.looks, touched)
            self._show_on_map(touched)

    def _shares(self, graph: Graph) -> dict[str, float]:
        """Return the shares of a machine of moods, by state, in steps that can be seen."""
        moods = graph.moods if isinstance(graph, StateMachineGraph) else None
        if moods is None or self._run is None:
            return {}
        shares = mood_shares(self._run, self._canvas.graph_id, moods)
        return {state: round(share, 2) for state, share in shares.items()}

    def _calm_transition(self, element: str, look: TransitionLook) -> TransitionLook:
        """Return the look to show of a transition, which fades no faster than the eye may be asked to see."""
        is_taken = look.state == LabelState.TAKEN
        light = 1.0 - look.fade if is_taken else 0.0
        shown = self._lights.shown(element, light)
        if shown == light or look.state == LabelState.ERROR:
            return look
        return TransitionLook(LabelState.TAKEN, fade=1.0 - shown)

    def _show_on_map(self, touched: Iterable[str]) -> None:
        minimap, contents = self._minimap, self._canvas.canvas.contents
        if contents is None or minimap.isHidden():
            return
        boxes = contents.open_boxes() if isinstance(contents, MachineContents) else frozenset()
        found = ((element, contents.node_rect(element)) for element in touched if element not in boxes)
        minimap.follow_run(self.looks, {node: rect for node, rect in found if rect is not None})

    def _note_moving(self, row: int, moves: bool) -> None:
        """Keep in mind what changes by time alone: dwell times and fades."""
        if moves:
            self._moving.add(row)
        else:
            self._moving.discard(row)

    def _states_with_candidates(self, graph: Graph) -> set[str]:
        """Return the transitions whose refusals are shown: those of the selected states."""
        if not isinstance(graph, StateMachineGraph):
            return set()
        chosen = self._canvas.session.selection if self._canvas.is_in_use else frozenset()
        sources = [node for node in chosen if node in graph.nodes]
        shown = {edge for node in sources for edge in transitions_of(graph, node)}
        return shown | {edge for edge in chosen if edge in graph.edges}

    def _roll_up(self, graph: Graph, touched: dict[str, None]) -> None:
        """Let what is collapsed show the strongest of what it hides."""
        for node_id, entry in graph.layout.items():
            if not entry.collapsed or node_id not in graph.nodes or self._instance is None:
                continue
            inside = descendants(graph, node_id)
            if node_id not in touched and not any(node in touched for node in inside):
                continue
            own = self.looks.node(node_id)
            if isinstance(graph, StateMachineGraph):
                look = replace(own, active_child=self._active_name(graph, inside))
            else:
                row = self._instance.row_of.get(node_id)
                base = self._own_look(row) if row is not None else own
                look = rolled_up(base, [self.looks.node(node) for node in inside])
            if look != own:
                self.looks.nodes[node_id] = look
                touched[node_id] = None

    def _own_look(self, row: int) -> RunLook:
        view = self._seen
        return NOT_RUN if view is None else _NODE_LOOKS[view.program.rows[row].family](view, row)

    def _active_name(self, graph: StateMachineGraph, inside: tuple[str, ...]) -> str:
        """Return the name of the innermost active state among some."""
        name = ""
        for node_id in inside:
            if self.looks.node(node_id).status == StatusLook.RUNNING:
                session = self._canvas.session
                name = node_title(graph.nodes[node_id], graph.kind, session.registry, session.document)
        return name

    def _follow(self) -> None:
        """Bring what runs into view when the canvas follows it."""
        if not self.follows or self._is_busy():
            return
        innermost = next(reversed(self.running_nodes()), "")
        if innermost and innermost != self._last_revealed:
            self._last_revealed = innermost
            self._canvas.reveal(innermost)


_NODE_LOOKS = {
    RowFamily.STATE: state_look,
    RowFamily.TREE_NODE: tree_node_look,
    RowFamily.DECISION: decision_look,
}
