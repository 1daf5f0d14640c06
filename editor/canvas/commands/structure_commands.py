"""Commands that change how a graph is built: wrap, extract, change kind, insert, swap, move in."""

from __future__ import annotations

from collections.abc import Sequence

from editor.canvas.commands.node_choices import NodeChoice, node_choices
from editor.canvas.commands.node_search import NodeSearch
from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits import (
    add_on_edge,
    change_kind,
    connect,
    extract_machine,
    insert_on_edge,
    move_child,
    move_transition,
    reparent,
    retarget,
    set_initial,
    set_root,
    swap,
    unwrap_compound_state,
    unwrap_subgraph,
    wrap_into_compound_state,
    wrap_into_subgraph,
)
from graphs.edits.refusal import EditRefused
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
        graph_id, ids, registry = (
            self.view.graph_id,
            self.view.selected_nodes(),
            self.view.registry,
        )
        if not ids:
            return
        if self._is_machine:
            self.view.apply_new(
                f"Wrap {self._named(ids)}",
                lambda document: wrap_into_compound_state(document, graph_id, ids, registry),
            )
            return

        def wrapped(document: Document) -> tuple[Document, str]:
            changed, _graph, call = wrap_into_subgraph(document, graph_id, ids, registry)
            return changed, call

        self.view.apply_new(f"Wrap {self._named(ids)}", wrapped)

    def unwrap(self) -> None:
        """Take the box away from around states, or put a called tree in the place of its call."""
        graph_id, chosen, registry = (
            self.view.graph_id,
            self.view.selected_nodes(),
            self.view.registry,
        )
        graph = self.view.graph
        if graph is None or len(chosen) != 1:
            return
        label = f"Unwrap {self.view.name_of(chosen[0])}"
        if isinstance(graph, StateMachineGraph):
            inside = graph.nodes[chosen[0]].children
            self.view.session.apply(
                label,
                lambda document: unwrap_compound_state(document, graph_id, chosen[0], registry),
                select=inside,
            )
        else:
            self.view.apply_new(
                label, lambda document: unwrap_subgraph(document, graph_id, chosen[0], registry)
            )

    def extract(self) -> None:
        """Move what is inside a compound state, or a branch of a tree, into a graph of its own."""
        chosen = self.view.selected_nodes()
        if not self._is_machine:
            self.wrap()
        elif len(chosen) == 1:
            self.view.session.apply(f"Extract {self.view.name_of(chosen[0])}", self._extracted, select=chosen)

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
        chosen, graph_id, registry = (
            self.view.selected_nodes(),
            self.view.graph_id,
            self.view.registry,
        )
        if self._is_machine:
            return extract_machine(document, graph_id, chosen[0], registry)[0]
        return wrap_into_subgraph(document, graph_id, chosen, registry)[0]

    # ---- kinds and connections ----

    def open_change_kind(self) -> None:
        """Offer the kinds that the selected node could become."""
        chosen, graph = self.view.selected_nodes(), self.view.graph
        if len(chosen) != 1 or graph is None or self.view.refuse_when_read_only():
            return
        node_id, graph_id, registry = chosen[0], self.view.graph_id, self.view.registry
        kinds = [
            choice
            for choice in node_choices(self.view.document, graph_id, registry)
            if choice.key.startswith("kind:") and choice.kind != graph.nodes[node_id].kind
        ]

        def changed(document: Document, choice: NodeChoice) -> Document:
            return change_kind(document, graph_id, node_id, choice.kind, registry)

        def picked(choice: NodeChoice) -> None:
            label = f"Change {self.view.name_of(node_id)} to {choice.title.lower()}"
            self.view.session.apply(label, lambda document: changed(document, choice), select=chosen)

        offered = self._search.possible(kinds, changed)
        if offered:
            self._search.open(offered, picked, at=self._center_of(node_id), words="Change to which kind?")

    def open_insert(self) -> None:
        """Put something into the selected transition, or above the selected tree node.

        A selected transition together with a selected state puts that state into it; else the search offers
        what can be added there.
        """
        nodes, edges = self.view.selected_nodes(), self.view.selected_edges()
        place = edges[0] if len(edges) == 1 else nodes[0] if len(nodes) == 1 and not edges else ""
        if not place or (edges and self._is_machine and len(nodes) > 1) or self.view.refuse_when_read_only():
            return
        graph_id, registry = self.view.graph_id, self.view.registry
        if edges and nodes:
            self.view.session.apply(
                f"Insert {self.view.name_of(nodes[0])}",
                lambda document: insert_on_edge(document, graph_id, place, nodes[0], registry),
                select=nodes,
            )
            return
        if self._is_machine and not edges:
            self.view.session.refused.emit(
                "No transition is selected.", "Select the one to put a state into."
            )
            return

        def added(document: Document, choice: NodeChoice) -> tuple[Document, str]:
            fields = choice.fields_in(document.graphs[graph_id])
            return add_on_edge(document, graph_id, place, choice.kind, registry, fields=fields)

        def picked(choice: NodeChoice) -> None:
            self.view.apply_new(f"Insert {choice.title}", lambda document: added(document, choice))

        offered = self._search.possible(node_choices(self.view.document, graph_id, registry), added)
        if offered:
            self._search.open(offered, picked, at=self._center_of(place), words="Insert what?")

    def open_connect(self) -> None:
        """Offer the nodes that the selected one may lead to: a wire without a pointer."""
        chosen, graph_id, registry = (
            self.view.selected_nodes(),
            self.view.graph_id,
            self.view.registry,
        )
        if len(chosen) != 1 or self.view.refuse_when_read_only():
            return
        source = chosen[0]
        targets = self._search.node_targets(
            lambda target: may_connect(self.view.document, graph_id, source, target, registry)
        )
        if not targets:
            self.view.session.refused.emit(
                f"{self.view.name_of(source)} can lead nowhere.", "Add a node first, or select another one."
            )
            return

        def picked(choice: NodeChoice) -> None:
            self.view.apply_new(
                f"Connect {self.view.name_of(source)} to {choice.title}",
                lambda document: connect(document, graph_id, source, choice.key, registry),
            )

        self._search.open(targets, picked, at=self._center_of(source), words="Connect to which node?")

    def connect_from_any_state(self) -> None:
        """Draw a transition from any state of the machine, an interrupt, to the selected state."""
        chosen, graph_id, registry = (
            self.view.selected_nodes(),
            self.view.graph_id,
            self.view.registry,
        )
        if len(chosen) == 1 and self._is_machine:
            self.view.apply_new(
                f"Connect any state to {self.view.name_of(chosen[0])}",
                lambda document: connect(document, graph_id, TOP, chosen[0], registry),
            )

    def open_retarget(self) -> None:
        """Offer the states that the selected transition may lead to instead."""
        edges, graph = self.view.selected_edges(), self.view.graph
        if len(edges) != 1 or not isinstance(graph, StateMachineGraph) or self.view.refuse_when_read_only():
            return
        graph_id, registry, edge = self.view.graph_id, self.view.registry, edges[0]
        source = source_of(graph, edge) or TOP
        targets = self._search.node_targets(
            lambda target: may_connect(self.view.document, graph_id, source, target, registry)
        )

        def picked(choice: NodeChoice) -> None:
            self.view.session.apply(
                f"Lead transition to {choice.title}",
                lambda document: retarget(document, graph_id, edge, (choice.key,), registry),
                select=(edge,),
            )

        self._search.open(targets, picked, words="Lead to which state?")

    def swap(self) -> None:
        """Let two selected nodes change places."""
        chosen, graph_id = self.view.selected_nodes(), self.view.graph_id
        if len(chosen) == 2:
            self.view.session.apply(
                f"Swap {self.view.name_of(chosen[0])} and {self.view.name_of(chosen[1])}",
                lambda document: swap(document, graph_id, chosen[0], chosen[1]),
            )

    # ---- order and beginning ----

    def make_start(self) -> None:
        """Let the machine or its box begin at the selected state; make a loose node the root of its tree."""
        chosen, graph, graph_id = self.view.selected_nodes(), self.view.graph, self.view.graph_id
        if graph is None or len(chosen) != 1:
            return
        parent = parent_of(graph, chosen[0]) or TOP
        label = f"Begin at {self.view.name_of(chosen[0])}"
        if self._is_machine:
            self.view.session.apply(
                label, lambda document: set_initial(document, graph_id, parent, chosen[0])
            )
        else:
            self.view.session.apply(label, lambda document: set_root(document, graph_id, chosen[0]))

    def move_earlier(self) -> None:
        """Move the selected node, or transition, one place to the front among its siblings."""
        self._shift_place(-1)

    def move_later(self) -> None:
        """Move the selected node, or transition, one place back among its siblings."""
        self._shift_place(1)

    def _shift_place(self, step: int) -> None:
        graph, chosen = self.view.graph, self.view.selected_nodes()
        if self._shift_transition(step) or graph is None or len(chosen) != 1:
            return
        parent = parent_of(graph, chosen[0])
        if parent is None:
            return
        index = children_of(graph, parent).index(chosen[0]) + step
        if index >= 0:
            self.view.session.apply(
                f"Reorder {self.view.name_of(chosen[0])}",
                lambda document: move_child(document, self.view.graph_id, chosen[0], index),
            )

    def _shift_transition(self, step: int) -> bool:
        """Ask the one selected transition sooner (-1) or later (1); return whether one is selected."""
        graph, edges, graph_id = self.view.graph, self.view.selected_edges(), self.view.graph_id
        if not isinstance(graph, StateMachineGraph) or len(edges) != 1 or self.view.selected_nodes():
            return False
        order = transitions_of(graph, source_of(graph, edges[0]) or TOP)
        index = order.index(edges[0]) + step
        if 0 <= index < len(order):
            label = f"Ask transition {'sooner' if step < 0 else 'later'}"
            self.view.session.apply(
                label, lambda document: move_transition(document, graph_id, edges[0], index)
            )
        return True

    def move_out(self) -> None:
        """Move the selected tree node out of its parent, right after it; a state out of its box."""
        chosen, graph = self.view.selected_nodes(), self.view.graph
        if graph is None or len(chosen) != 1:
            return
        parent = parent_of(graph, chosen[0])
        above = parent_of(graph, parent) if parent else None
        if not parent or above is None or (above == TOP and not self._is_machine):
            self.view.session.refused.emit(f"{self.view.name_of(chosen[0])} is at the top already.", "")
            return
        index = children_of(graph, above).index(parent) + 1
        at = self._place_outside(chosen[0], above) if self._is_machine else None
        self._reparent(f"Move {self.view.name_of(chosen[0])} out", chosen[0], above, index, at)

    def move_in(self) -> None:
        """Move the selected node into the sibling before it, as its last child."""
        chosen, graph = self.view.selected_nodes(), self.view.graph
        if graph is None or len(chosen) != 1:
            return
        parent = parent_of(graph, chosen[0])
        siblings: Sequence[str] = children_of(graph, parent) if parent is not None else ()
        place = siblings.index(chosen[0]) if chosen[0] in siblings else 0
        if place == 0:
            self.view.session.refused.emit(
                f"Nothing stands before {self.view.name_of(chosen[0])}.",
                "Move another node before it first.",
            )
            return
        self._reparent(f"Move {self.view.name_of(chosen[0])} in", chosen[0], siblings[place - 1], None, None)

    def _reparent(
        self, label: str, node_id: str, parent: str, index: int | None, at: tuple[float, float] | None
    ) -> None:
        graph_id, registry = self.view.graph_id, self.view.registry
        self.view.session.apply(
            label,
            lambda document: reparent(document, graph_id, node_id, parent, registry, index=index, at=at),
        )

    def _place_outside(self, node_id: str, box: str) -> tuple[float, float] | None:
        """Return a place in an outer box right of the box that a state leaves."""
        machine = self.view.canvas.machine
        inner = self.view.canvas.node_rect(machine.arranger.box_of(node_id)) if machine is not None else None
        if machine is None or inner is None:
            return None
        left, top = machine.arranger.box_origin(box)
        return inner.right + 48 - left, inner.top - top

    def _named(self, ids: Sequence[str]) -> str:
        return self.view.name_of(ids[0]) if len(ids) == 1 else f"{len(ids)} nodes"

    def _center_of(self, element: str) -> Point | None:
        """Return the middle of a visible node."""
        rect = self.view.canvas.node_rect(element)
        return rect.center if rect is not None else None
