"""Commands that take apart: pull a node out, disconnect an edge or everything at a port."""

from __future__ import annotations

from editor.canvas.gestures.detach_branches import cut_off
from editor.canvas.items.hit_testing import Hit, HitKind
from editor.canvas.machines.machine_shape import ANY_PREFIX
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.removing import pull_out, remove
from graphs.model import StateMachineGraph
from graphs.structure.queries import TOP, children_of, source_of, transitions_of


class ApartCommands(CanvasHost):
    """Take apart what stands in the graph shown, each as one step."""

    def pull_out_selected(self) -> None:
        """Take the selected node out from between its neighbors, which are joined."""
        chosen, session = self.selected_nodes(), self.session
        if len(chosen) != 1:
            return
        rect = self.canvas.node_rect(chosen[0])
        at = (rect.left, rect.bottom + 32) if rect is not None and self.canvas.tree is not None else None
        session.apply(
            f"Pull out {self.name_of(chosen[0])}",
            lambda document: pull_out(document, self.graph_id, chosen[0], session.registry, at=at),
        )

    def take_apart(self, hit: Hit) -> bool:
        """Disconnect the edge or the port that was hit; return whether it was one."""
        if hit.kind == HitKind.TREE_EDGE:
            self._disconnect(f"Detach {self.name_of(hit.id)}", [(hit.parent, hit.id)])
        elif hit.is_edge:
            self._remove_transitions([hit.id])
        elif hit.kind == HitKind.PORT and self.canvas.tree is not None:
            self._empty_port(hit.id)
        elif hit.kind == HitKind.PORT:
            self._remove_transitions(self._transitions_from(hit.id))
        else:
            return False
        return True

    def _empty_port(self, node_id: str) -> None:
        graph = self.graph
        children = dict.fromkeys(children_of(graph, node_id)) if graph is not None else {}
        if not children:
            self.session.refused.emit(f"Nothing hangs below {self.name_of(node_id)}.", "")
            return
        self._disconnect(f"Detach all below {self.name_of(node_id)}", [(node_id, one) for one in children])

    def _disconnect(self, label: str, edges: list[tuple[str, str]]) -> None:
        tree, graph_id = self.canvas.tree, self.graph_id
        rects = tree.rects if tree is not None else {}
        self.session.apply(label, lambda document: cut_off(document, graph_id, edges, rects))

    def _transitions_from(self, port: str) -> list[str]:
        """Return the transitions that start at a state, or at a pill of interrupts."""
        graph = self.graph
        if not isinstance(graph, StateMachineGraph):
            return []
        is_pill = port.startswith(ANY_PREFIX)
        owner = port[len(ANY_PREFIX) :] if is_pill else port
        found = transitions_of(graph, owner)
        return [one for one in found if owner == TOP or graph.edges[one].interrupt == is_pill]

    def _remove_transitions(self, edges: list[str]) -> None:
        graph, graph_id = self.graph, self.graph_id
        if not edges or not isinstance(graph, StateMachineGraph):
            self.session.refused.emit("No transition starts here.", "")
            return
        source = source_of(graph, edges[0]) or TOP
        label = f"Disconnect {self.name_of(source)}" if len(edges) > 1 else "Remove a transition"
        self.session.apply(label, lambda document: remove(document, graph_id, edges), select=())
