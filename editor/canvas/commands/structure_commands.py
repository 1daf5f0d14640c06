"""Commands that change how a graph is built: wrap, extract, change kind, insert, swap, move in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from editor.canvas.commands.node_choices import NodeChoice, node_choices
from editor.canvas.commands.node_search import NodeSearch
from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.adding import add_on_edge, insert_on_edge
from graphs.edits.compound_states import unwrap_compound_state, wrap_into_compound_state
from graphs.edits.connecting import connect, retarget
from graphs.edits.extracting import extract_machine, wrap_into_subgraph
from graphs.edits.inlining import unwrap_subgraph
from graphs.edits.kind_change import change_kind
from graphs.edits.ordering import move_child, move_transition, reparent, swap
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import set_initial, set_root
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, children_of, parent_of, source_of, transitions_of
from graphs.structure.rules import may_connect


class StructureCommands:
    """Do what menus and keys ask for with the structure of the graph shown, each as one step."""

    def __init__(self, view: CanvasHost, search: NodeSearch) -> None:
        self.view, self._search = view, search

    @property
    def _is_machine(self) -> bool:
        return isinstance(self.view.graph, StateMachineGraph)

    # ---- boxes and graphs ----

    def wrap(self) -> None:
        """Put a compound state around the selected states, or a branch into a graph of its own."""
        view, ids, registry = self.view, self.view.selected_nodes(), self.view.registry
        if not ids:
            return
        label = f"Wrap {view.name_of(ids[0]) if len(ids) == 1 else f'{len(ids)} nodes'}"
        if self._is_machine:
            view.apply_new(label, view.on_graph(wrap_into_compound_state, ids, registry))
            return

        def wrapped(document: Document) -> tuple[Document, str]:
            changed, _graph, call = wrap_into_subgraph(document, view.graph_id, ids, registry)
            return changed, call

        view.apply_new(label, wrapped)

    def unwrap(self) -> None:
        """Take the box away from around states, or put a called tree in the place of its call."""
        view, graph, node, registry = (
            self.view,
            self.view.graph,
            self.view.selected_node(),
            self.view.registry,
        )
        if graph is None or not node:
            return
        label = f"Unwrap {view.name_of(node)}"
        if isinstance(graph, StateMachineGraph):
            inside = graph.nodes[node].children
            view.session.apply(label, view.on_graph(unwrap_compound_state, node, registry), select=inside)
        else:
            view.apply_new(label, view.on_graph(unwrap_subgraph, node, registry))

    def extract(self) -> None:
        """Move what is inside a compound state, or a branch of a tree, into a graph of its own."""
        node = self.view.selected_node()
        if not self._is_machine:
            self.wrap()
        elif node:
            self.view.session.apply(f"Extract {self.view.name_of(node)}", self._extracted, select=[node])

    def what_would_leave(self) -> tuple[str, ...]:
        """Return the nodes that extracting the selection would move away; none where it would be refused."""
        chosen, graph = self.view.selected_nodes(), self.view.graph
        if graph is None or not chosen or (self._is_machine and len(chosen) != 1):
            return ()
        try:
            left = self._extracted(self.view.document).graphs[self.view.graph_id].nodes
        except EditRefused:
            return ()
        return tuple(node for node in graph.nodes if node not in left)

    def _extracted(self, document: Document) -> Document:
        chosen, graph_id, registry = self.view.selected_nodes(), self.view.graph_id, self.view.registry
        if self._is_machine:
            return extract_machine(document, graph_id, chosen[0], registry)[0]
        return wrap_into_subgraph(document, graph_id, chosen, registry)[0]

    # ---- kinds and connections ----

    def open_change_kind(self) -> None:
        """Offer the kinds that the selected node could become."""
        view, node, graph = self.view, self.view.selected_node(), self.view.graph
        if not node or graph is None or view.refuse_when_read_only():
            return
        kinds = [
            choice
            for choice in node_choices(view.document, view.graph_id, view.registry)
            if choice.key.startswith("kind:") and choice.kind != graph.nodes[node].kind
        ]

        def change(choice: NodeChoice) -> Callable[[Document], Document]:
            return view.on_graph(change_kind, node, choice.kind, view.registry)

        def picked(choice: NodeChoice) -> None:
            label = f"Change {view.name_of(node)} to {choice.title.lower()}"
            view.session.apply(label, change(choice), select=[node])

        offered = self._search.possible(kinds, lambda document, choice: change(choice)(document))
        if offered:
            self._search.open(offered, picked, at=self._center_of(node), words="Change to which kind?")

    def open_insert(self) -> None:
        """Put something into the selected transition, or above the selected tree node.

        A selected transition together with a selected state puts that state into it; else the search offers
        what can be added there.
        """
        view, nodes, edges = self.view, self.view.selected_nodes(), self.view.selected_edges()
        place = edges[0] if len(edges) == 1 else nodes[0] if len(nodes) == 1 and not edges else ""
        if not place or (edges and self._is_machine and len(nodes) > 1) or view.refuse_when_read_only():
            return
        graph_id, registry = view.graph_id, view.registry
        if edges and nodes:
            label = f"Insert {view.name_of(nodes[0])}"
            view.session.apply(label, view.on_graph(insert_on_edge, place, nodes[0], registry), select=nodes)
            return
        if self._is_machine and not edges:
            view.refuse("No transition is selected.", "Select the one to put a state into.")
            return

        def added(document: Document, choice: NodeChoice) -> tuple[Document, str]:
            fields = choice.fields_in(document, graph_id, registry)
            return add_on_edge(document, graph_id, place, choice.kind, registry, fields=fields)

        def picked(choice: NodeChoice) -> None:
            view.apply_new(f"Insert {choice.title}", lambda document: added(document, choice))

        offered = self._search.possible(node_choices(view.document, graph_id, registry), added)
        if offered:
            self._search.open(offered, picked, at=self._center_of(place), words="Insert what?")

    def open_connect(self) -> None:
        """Offer the nodes that the selected one may lead to: a wire without a pointer."""
        view, source = self.view, self.view.selected_node()
        if not source or view.refuse_when_read_only():
            return
        targets = self._targets_of(source)
        if not targets:
            reason = f"{view.name_of(source)} can lead nowhere."
            view.refuse(reason, "Add a node first, or select another one.")
            return

        def picked(choice: NodeChoice) -> None:
            label = f"Connect {view.name_of(source)} to {choice.title}"
            view.apply_new(label, view.on_graph(connect, source, choice.key, view.registry))

        self._search.open(targets, picked, at=self._center_of(source), words="Connect to which node?")

    def _targets_of(self, source: str) -> list[NodeChoice]:
        """Return the nodes that an edge from a node may lead to."""
        view = self.view
        return self._search.node_targets(
            lambda target: may_connect(view.document, view.graph_id, source, target, view.registry)
        )

    def connect_from_any_state(self) -> None:
        """Draw a transition from any state of the machine, an interrupt, to the selected state."""
        view, node = self.view, self.view.selected_node()
        if node and self._is_machine:
            label = f"Connect any state to {view.name_of(node)}"
            view.apply_new(label, view.on_graph(connect, TOP, node, view.registry))

    def open_retarget(self) -> None:
        """Offer the states that the selected transition may lead to instead."""
        view, edges, graph = self.view, self.view.selected_edges(), self.view.graph
        if len(edges) != 1 or not isinstance(graph, StateMachineGraph) or view.refuse_when_read_only():
            return
        targets = self._targets_of(source_of(graph, edges[0]) or TOP)

        def picked(choice: NodeChoice) -> None:
            led = view.on_graph(retarget, edges[0], (choice.key,), view.registry)
            view.session.apply(f"Lead transition to {choice.title}", led, select=edges)

        self._search.open(targets, picked, words="Lead to which state?")

    def swap(self) -> None:
        """Let two selected nodes change places."""
        view, chosen = self.view, self.view.selected_nodes()
        if len(chosen) == 2:
            label = f"Swap {view.name_of(chosen[0])} and {view.name_of(chosen[1])}"
            view.session.apply(label, view.on_graph(swap, *chosen, view.registry))

    # ---- order and beginning ----

    def make_start(self) -> None:
        """Let the machine or its box begin at the selected state; make a loose node the root of its tree."""
        view, node, graph = self.view, self.view.selected_node(), self.view.graph
        if graph is None or not node:
            return
        parent = parent_of(graph, node) or TOP
        is_state = self._is_machine
        begin = view.on_graph(set_initial, parent, node)
        edit = begin if is_state else view.on_graph(set_root, node, view.registry)
        view.session.apply(f"Begin at {view.name_of(node)}", edit)

    def move_earlier(self) -> None:
        """Move the selected node, or transition, one place to the front among its siblings."""
        self._shift_place(-1)

    def move_later(self) -> None:
        """Move the selected node, or transition, one place back among its siblings."""
        self._shift_place(1)

    def _shift_place(self, step: int) -> None:
        view, graph, node = self.view, self.view.graph, self.view.selected_node()
        if self._shift_transition(step) or graph is None or not node:
            return
        parent = parent_of(graph, node)
        index = children_of(graph, parent).index(node) + step if parent is not None else -1
        if index >= 0:
            view.session.apply(f"Reorder {view.name_of(node)}", view.on_graph(move_child, node, index))

    def _shift_transition(self, step: int) -> bool:
        """Ask the one selected transition sooner (-1) or later (1); return whether one is selected."""
        view, graph, edges = self.view, self.view.graph, self.view.selected_edges()
        if not isinstance(graph, StateMachineGraph) or len(edges) != 1 or view.selected_nodes():
            return False
        order = transitions_of(graph, source_of(graph, edges[0]) or TOP)
        index = order.index(edges[0]) + step
        if 0 <= index < len(order):
            label = f"Ask transition {'sooner' if step < 0 else 'later'}"
            view.session.apply(label, view.on_graph(move_transition, edges[0], index))
        return True

    def move_out(self) -> None:
        """Move the selected tree node out of its parent, right after it; a state out of its box."""
        view, node, graph = self.view, self.view.selected_node(), self.view.graph
        if graph is None or not node:
            return
        parent = parent_of(graph, node)
        above = parent_of(graph, parent) if parent else None
        if not parent or above is None or (above == TOP and not self._is_machine):
            view.refuse(f"{view.name_of(node)} is at the top already.")
            return
        index = children_of(graph, above).index(parent) + 1
        at = self._place_outside(node, above) if self._is_machine else None
        moved = view.on_graph(reparent, node, above, view.registry, index=index, at=at)
        view.session.apply(f"Move {view.name_of(node)} out", moved)

    def move_in(self) -> None:
        """Move the selected node into the sibling before it, as its last child."""
        view, node, graph = self.view, self.view.selected_node(), self.view.graph
        if graph is None or not node:
            return
        parent = parent_of(graph, node)
        siblings: Sequence[str] = children_of(graph, parent) if parent is not None else ()
        place = siblings.index(node) if node in siblings else 0
        if place == 0:
            view.refuse(f"Nothing stands before {view.name_of(node)}.", "Move another node before it first.")
            return
        moved = view.on_graph(reparent, node, siblings[place - 1], view.registry)
        view.session.apply(f"Move {view.name_of(node)} in", moved)

    def _place_outside(self, node_id: str, box: str) -> tuple[float, float] | None:
        """Return a place in an outer box right of the box that a state leaves."""
        machine = self.view.canvas.machine
        inner = self.view.canvas.node_rect(machine.arranger.box_of(node_id)) if machine is not None else None
        if machine is None or inner is None:
            return None
        left, top = machine.arranger.box_origin(box)
        return inner.right + 48 - left, inner.top - top

    def _center_of(self, element: str) -> Point | None:
        """Return the middle of a visible node."""
        rect = self.view.canvas.node_rect(element)
        return rect.center if rect is not None else None
