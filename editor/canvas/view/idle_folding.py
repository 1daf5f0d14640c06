"""Fold on one canvas what a run leaves idle, and unfold it as it begins: a matter of the view alone.

| when | what happens |
|---|---|
| nothing in a branch was active for a while | it is shown folded |
| something in it is active | it is unfolded at the next look, at most `BETWEEN_LOOKS` later |
| something in it is selected, or the user unfolds it | it stays open |
| a fold changes the layout | what runs stays where it is on the screen |
| folding is switched off | everything is as it was, and so is what is seen, unless the user went elsewhere |
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QPointF, QTimer

from editor.canvas.items.shared_look import qpoint
from editor.canvas.overlays.run_reading import shown_instance
from editor.canvas.scene.idle_branches import NOTHING, idle_branches
from editor.canvas.view.canvas_view import CanvasView
from editor.running.run_controller import RunController
from runtime.history.recording.agent_view import AgentView
from runtime.minds.program.program import Instance
from runtime.minds.program.rows import RowFamily

BETWEEN_LOOKS = 500
"""Milliseconds between two looks at what is idle: the layout changes no more often."""

HOLD_SECONDS = 1.5
"""Seconds of the run for which a branch stays open after it was active, at its usual speed or slower."""

_FASTEST = 8.0
"""At higher speeds than this branches are not held open longer."""

_MOST_OF_THE_TIME = 0.1
"""The share of the time that folding may take, if that means to look less often."""

_VISITED = (RowFamily.TREE_NODE, RowFamily.DECISION)


class IdleFolding(QObject):
    """Keep the folds of one canvas in step with its run while it is switched on."""

    def __init__(
        self, view: CanvasView, run: RunController, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(view)
        self.is_on = False
        self._clock = clock
        self._view, self._run = view, run
        self._graph = ""
        self._active: dict[str, int] = {}
        """The last tick in which each state was seen active."""
        self._held: set[str] = set()
        self._instance: Instance | None = None
        self._node_of: dict[int, str] = {}
        self._was_seen: tuple[float, QPointF] | None = None
        self._left_at: tuple[float, QPointF] | None = None
        self._anchor: tuple[str, QPointF] | None = None
        self._waits = False
        self._timer = QTimer(self, singleShot=True, interval=BETWEEN_LOOKS)
        self._timer.timeout.connect(self._look_again)
        view.unfold_wanted.connect(self.hold_open)
        view.session.selection_changed.connect(self._show_selection)
        view.long_work.ended.connect(lambda _canceled: self._keep_anchor())

    @property
    def folded(self) -> frozenset[str]:
        """Return the nodes that are folded for being idle."""
        return self._view.canvas.folded

    def switch(self, *, on: bool) -> None:
        """Fold what is idle from now on, or show everything as it was."""
        if on == self.is_on:
            return
        self.is_on = on
        if on:
            self._was_seen = self._place()
            self._begin()
            self.look()
            return
        self._timer.stop()
        stayed = self._left_at is None or self._left_at == self._place()
        self._fold(NOTHING)
        if stayed and self._was_seen is not None and self._was_seen[0] == self._view.camera.zoom:
            self._anchor = None
            self._view.camera.carry(self._was_seen[1] - self._view.camera.center)
        self._was_seen = self._left_at = None

    def follow(self) -> None:
        """Look at what is idle, unless that was done a moment ago: then once the moment is over."""
        if not self.is_on:
            return
        if self._timer.isActive():
            self._waits = True
        else:
            self._look_and_rest()

    def look(self) -> None:
        """Fold what is idle by now and unfold what is not."""
        view = self._view
        graph = view.graph
        if not self.is_on or graph is None:
            return
        if view.graph_id != self._graph:
            self._begin()
        agent = self._run.view if view.run_overlay.is_shown else None
        if agent is None or agent.tick < 0 or self._is_busy():
            return
        busy = self._busy_nodes(agent)
        self._held -= {node for node in self._held if busy.get(node) == agent.tick}
        seen = view.session.selection if view.is_in_use else ()
        found = idle_branches(graph, busy, seen, self._held)
        if found is not None:
            self._fold(found)

    def hold_open(self, nodes: Iterable[str]) -> None:
        """Unfold these nodes until they have run and are idle again."""
        self._held |= set(nodes)
        self.look()
        self._fold(self.folded - self._held)

    def _begin(self) -> None:
        self._graph = self._view.graph_id
        self._active, self._held = {}, set()

    def _look_again(self) -> None:
        if self._waits and self.is_on:
            self._waits = False
            self._look_and_rest()

    def _look_and_rest(self) -> None:
        """Look, and then not again before much more time has passed than that took in a large machine."""
        begun = self._clock()
        self.look()
        took = 1000.0 * (self._clock() - begun)
        self._timer.setInterval(max(BETWEEN_LOOKS, int(took / _MOST_OF_THE_TIME)))
        self._timer.start()

    def _show_selection(self) -> None:
        """Unfold what hides something that was just selected elsewhere."""
        if self.is_on and self.folded and self._view.is_in_use:
            shown = self._view.canvas.node_rect
            nodes = self._view.graph.nodes if self._view.graph is not None else {}
            if any(element in nodes and shown(element) is None for element in self._view.session.selection):
                self.look()

    def _is_busy(self) -> bool:
        """Tell whether a fold would disturb what is at work, a fold under way too."""
        view, machine = self._view, self._view.canvas.machine
        is_placing = machine is not None and machine.is_placing
        return self._is_held() or is_placing or view.camera.is_gliding or view.long_work.is_busy

    def _is_held(self) -> bool:
        """Tell whether a hand or a glide of nodes is at work."""
        view = self._view
        return view.director.is_busy or view.layout_glide.is_under_way or view.title_editor.is_open

    def _busy_nodes(self, agent: AgentView) -> dict[str, int]:
        """Return the nodes that were visited or active a short while ago, with the last tick known of it."""
        instance = shown_instance(agent, self._view.graph_id)
        if instance is None:
            return {}
        if instance is not self._instance:
            self._instance, self._node_of = instance, {row: node for node, row in instance.row_of.items()}
        tick, rows, node_of = agent.tick, agent.program.rows, self._node_of
        held = HOLD_SECONDS * agent.program.rate * min(max(1.0, self._run.pace.speed), _FASTEST)
        least = max(0, tick - int(held))
        recent = [row for row, last in enumerate(agent.last_tick) if least <= last <= tick]
        for row in agent.program.state_indices if not agent.ended else ():
            if agent.active(row) and row in node_of:
                self._active[node_of[row]] = tick
        self._active = {node: last for node, last in self._active.items() if least <= last <= tick}
        visited = {
            node_of[row]: agent.last_tick[row]
            for row in recent
            if row in node_of and rows[row].family in _VISITED
        }
        return visited | self._active

    # -- what is seen ------------------------------------------------------------------------------------

    def _fold(self, folded: frozenset[str]) -> None:
        if folded == self.folded:
            return
        self._anchor = self._find_anchor(folded)
        self._view.canvas.fold_beside(folded, lambda: not self._is_held())
        self._keep_anchor()

    def _find_anchor(self, folded: frozenset[str]) -> tuple[str, QPointF] | None:
        """Return what is to stay where it is on the screen: what runs, else what is nearest to the middle."""
        canvas, middle = self._view.canvas, self._view.camera.center
        rects = {node: canvas.node_rect(node) for node in self._view.run_overlay.running_nodes()}
        seen = self._view.mapToScene(self._view.viewport().rect()).boundingRect()
        inner = [node for node, rect in rects.items() if rect and seen.contains(qpoint(rect.center))]
        if inner:
            rect = rects[inner[-1]]
            return (inner[-1], qpoint(rect.center)) if rect is not None else None
        places = ((node, canvas.node_rect(node)) for node in (*self.folded, *folded))
        near = [(node, qpoint(rect.center)) for node, rect in places if rect is not None]
        return min(near, key=lambda place: (place[1] - middle).manhattanLength(), default=None)

    def _keep_anchor(self) -> None:
        """Carry the camera along with the anchor; work beside the window may put it elsewhere again."""
        if self._anchor is None:
            return
        node, before = self._anchor
        rect = self._view.canvas.node_rect(node)
        if rect is not None and qpoint(rect.center) != before:
            self._view.camera.carry(qpoint(rect.center) - before)
            self._anchor = (node, qpoint(rect.center))
        if not self._view.long_work.is_busy:
            self._anchor = None
        self._left_at = self._place()

    def _place(self) -> tuple[float, QPointF]:
        return self._view.camera.zoom, self._view.camera.center
