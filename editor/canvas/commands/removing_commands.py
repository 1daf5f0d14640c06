"""Commands that take away: delete, disable, detach, pull out, disconnect an edge or all at a port."""

from __future__ import annotations

from collections.abc import Sequence

from editor.canvas.gestures.cutting import cut_off
from editor.canvas.items.hit_testing import Hit, HitKind
from editor.canvas.machines.machine_shape import ANY_PREFIX
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.frames import remove_frames
from graphs.edits.removing import pull_out, remove, remove_and_heal
from graphs.edits.setting import set_enabled
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, children_of, source_of, transitions_of


class RemovingCommands:
    """Take something out of the graph shown, each time as one step."""

    def __init__(self, view: CanvasHost) -> None:
        self.view = view

    def delete_selection(self) -> None:
        """Delete what is selected, with all that hangs on it."""
        ids = self.view.session.selection & self.view.selectable_ids()
        if ids:
            self.view.session.apply(f"Delete {self._counted(ids)}", self._without_selected, select=())

    def _without_selected(self, document: Document) -> Document:
        """Remove what is selected; what is in a frame stays when only the frame is removed."""
        ids, graph_id = self.view.session.selection & self.view.element_ids(), self.view.graph_id
        document = remove(document, graph_id, ids) if ids else document
        return remove_frames(document, graph_id, self.view.selected_frames())

    def delete_and_heal(self) -> None:
        """Delete what is selected and join what stood around it."""
        ids = self.view.session.selection & self.view.element_ids()
        if ids:
            healed = self.view.on_graph(remove_and_heal, ids, self.view.registry)
            self.view.session.apply(f"Delete {self._counted(ids)} and reconnect", healed, select=())

    def _counted(self, ids: frozenset[str]) -> str:
        graph = self.view.graph
        nodes = [element for element in ids if graph is not None and element in graph.nodes]
        if len(ids) == 1 and nodes:
            return self.view.name_of(nodes[0])
        noun = "state" if isinstance(graph, StateMachineGraph) else "node"
        words = [f"{len(nodes)} {noun}{'' if len(nodes) == 1 else 's'}"] if nodes else []
        frames = [element for element in ids if graph is not None and element in graph.notes]
        for count, name in ((len(ids) - len(nodes) - len(frames), "transition"), (len(frames), "frame")):
            if count:
                words.append(f"{count} {name}{'' if count == 1 else 's'}")
        return " and ".join(words)

    def toggle_disabled(self) -> None:
        """Disable the selected things, or enable them when all are disabled."""
        ids = self.view.session.selection & self.view.element_ids()
        graph = self.view.graph
        if not ids or graph is None:
            return
        edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
        models = [graph.nodes.get(element) or edges[element] for element in ids]
        enable = all(model.disabled for model in models)
        label = f"{'Enable' if enable else 'Disable'} {self._counted(ids)}"
        self.view.session.apply(label, self.view.on_graph(set_enabled, ids, enable))

    def detach_selected(self) -> None:
        """Take the selected tree node off its parent; it stays as a loose fragment about where it stood."""
        node = self.view.selected_node()
        if node and self.view.canvas.tree is not None:
            self._disconnect(f"Detach {self.view.name_of(node)}", [(None, node)])

    def pull_out_selected(self) -> None:
        """Take the selected node out from between its neighbors, which are joined."""
        view, node = self.view, self.view.selected_node()
        if node:
            rect = view.canvas.node_rect(node)
            at = (rect.left, rect.bottom + 32) if rect is not None and view.canvas.tree is not None else None
            pulled = view.on_graph(pull_out, node, view.registry, at=at)
            view.session.apply(f"Pull out {view.name_of(node)}", pulled)

    def take_apart(self, hit: Hit) -> bool:
        """Disconnect the edge or the port that was hit; return whether it was one."""
        if hit.kind == HitKind.TREE_EDGE:
            self._disconnect(f"Detach {self.view.name_of(hit.id)}", [(hit.parent, hit.id)])
        elif hit.is_edge:
            self._remove_transitions([hit.id])
        elif hit.kind == HitKind.PORT and self.view.canvas.tree is not None:
            self._empty_port(hit.id)
        elif hit.kind == HitKind.PORT:
            self._remove_transitions(self._transitions_from(hit.id))
        else:
            return False
        return True

    def _empty_port(self, node_id: str) -> None:
        graph = self.view.graph
        children = dict.fromkeys(children_of(graph, node_id)) if graph is not None else {}
        if not children:
            self.view.refuse(f"Nothing hangs below {self.view.name_of(node_id)}.")
            return
        self._disconnect(
            f"Detach all below {self.view.name_of(node_id)}", [(node_id, child) for child in children]
        )

    def _disconnect(self, label: str, edges: Sequence[tuple[str | None, str]]) -> None:
        tree = self.view.canvas.tree
        rects = tree.rects if tree is not None else {}
        self.view.session.apply(label, self.view.on_graph(cut_off, edges, rects))

    def _transitions_from(self, port: str) -> list[str]:
        """Return the transitions that start at a state, or at a pill of interrupts."""
        graph = self.view.graph
        if not isinstance(graph, StateMachineGraph):
            return []
        is_pill = port.startswith(ANY_PREFIX)
        owner = port[len(ANY_PREFIX) :] if is_pill else port
        found = transitions_of(graph, owner)
        return [edge for edge in found if owner == TOP or graph.edges[edge].interrupt == is_pill]

    def _remove_transitions(self, edges: list[str]) -> None:
        graph = self.view.graph
        if not edges or not isinstance(graph, StateMachineGraph):
            self.view.refuse("No transition starts here.")
            return
        source = source_of(graph, edges[0]) or TOP
        label = f"Disconnect {self.view.name_of(source)}" if len(edges) > 1 else "Remove a transition"
        self.view.session.apply(label, self.view.on_graph(remove, edges), select=())
