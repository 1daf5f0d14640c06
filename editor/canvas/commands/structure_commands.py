"""Commands that change how a graph is built: wrap, extract, change kind, insert, swap, detach, move in."""

from __future__ import annotations

from collections.abc import Sequence

from editor.canvas.commands.node_choices import NodeChoice, node_choices
from editor.canvas.commands.searching import SearchingCommands
from editor.canvas.gestures.detach_branches import cut_off
from graphs.edits.adding import add_on_edge, insert_on_edge, unique_name
from graphs.edits.compound_states import unwrap_compound_state, wrap_into_compound_state
from graphs.edits.connecting import connect, retarget
from graphs.edits.duplicating import duplicate_with_incoming
from graphs.edits.extracting import extract_machine, wrap_into_subgraph
from graphs.edits.inlining import unwrap_subgraph
from graphs.edits.kind_change import change_kind
from graphs.edits.ordering import move_child, move_transition, reparent, swap
from graphs.edits.refusal import EditRefused
from graphs.edits.setting import set_initial, set_root
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, children_of, parent_of, source_of, transitions_of
from graphs.structure.rules import may_connect


class StructureCommands(SearchingCommands):
    """Do what menus and keys ask for with the structure of the graph shown, each as one step."""

    def selected_edges(self) -> tuple[str, ...]:
        """Return the selected transitions in document order."""
        graph = self.graph
        edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
        return tuple(one for one in edges if one in self.session.selection)

    @property
    def _is_machine(self) -> bool:
        return isinstance(self.graph, StateMachineGraph)

    # ---- boxes and graphs ----

    def wrap_selection(self) -> None:
        """Put a compound state around the selected states, or a branch into a graph of its own."""
        graph_id, ids, registry = self.graph_id, self.selected_nodes(), self.session.registry
        if not ids:
            return
        if self._is_machine:
            self.apply_new(
                f"Wrap {self._named(ids)}",
                lambda document: wrap_into_compound_state(document, graph_id, ids, registry),
            )
            return

        def wrapped(document: Document) -> tuple[Document, str]:
            changed, _graph, call = wrap_into_subgraph(document, graph_id, ids, registry)
            return changed, call

        self.apply_new(f"Wrap {self._named(ids)}", wrapped)

    def unwrap_selected(self) -> None:
        """Take the box away from around states, or put a called tree in the place of its call."""
        graph_id, chosen, registry = self.graph_id, self.selected_nodes(), self.session.registry
        graph = self.graph
        if graph is None or len(chosen) != 1:
            return
        label = f"Unwrap {self.name_of(chosen[0])}"
        if isinstance(graph, StateMachineGraph):
            inside = graph.nodes[chosen[0]].children
            self.session.apply(
                label,
                lambda document: unwrap_compound_state(document, graph_id, chosen[0], registry),
                select=inside,
            )
        else:
            self.apply_new(label, lambda document: unwrap_subgraph(document, graph_id, chosen[0], registry))

    def extract_selected(self) -> None:
        """Move what is inside a compound state, or a branch of a tree, into a graph of its own."""
        chosen = self.selected_nodes()
        if not self._is_machine:
            self.wrap_selection()
        elif len(chosen) == 1:
            self.session.apply(f"Extract {self.name_of(chosen[0])}", self._extracted, select=chosen)

    def what_would_leave(self) -> tuple[str, ...]:
        """Return the nodes that extracting the selection would move away; none where it would be refused."""
        chosen, graph = self.selected_nodes(), self.graph
        if graph is None or not chosen or (self._is_machine and len(chosen) != 1):
            return ()
        try:
            left = self._extracted(self.session.document).graphs[self.graph_id].nodes
        except EditRefused:
            return ()
        return tuple(one for one in graph.nodes if one not in left)

    def _extracted(self, document: Document) -> Document:
        chosen, graph_id, registry = self.selected_nodes(), self.graph_id, self.session.registry
        if self._is_machine:
            return extract_machine(document, graph_id, chosen[0], registry)[0]
        return wrap_into_subgraph(document, graph_id, chosen, registry)[0]

    # ---- kinds and connections ----

    def open_change_kind(self) -> None:
        """Offer the kinds that the selected node could become."""
        chosen, graph = self.selected_nodes(), self.graph
        if len(chosen) != 1 or graph is None or self.refuse_when_read_only():
            return
        node_id, graph_id, registry = chosen[0], self.graph_id, self.session.registry
        kinds = [
            one
            for one in node_choices(self.session.document, graph_id, registry)
            if one.key.startswith("kind:") and one.kind != graph.nodes[node_id].kind
        ]

        def changed(document: Document, choice: NodeChoice) -> Document:
            return change_kind(document, graph_id, node_id, choice.kind, registry)

        def picked(choice: NodeChoice) -> None:
            label = f"Change {self.name_of(node_id)} to {choice.title.lower()}"
            self.session.apply(label, lambda document: changed(document, choice), select=chosen)

        offered = self.possible(kinds, changed)
        if offered:
            self.open_search(offered, picked, at=self.center_of(node_id), words="Change to which kind?")

    def open_insert(self) -> None:
        """Put something into the selected transition, or above the selected tree node.

        A selected transition together with a selected state puts that state into it; else the search offers
        what can be added there.
        """
        nodes, edges = self.selected_nodes(), self.selected_edges()
        place = edges[0] if len(edges) == 1 else nodes[0] if len(nodes) == 1 and not edges else ""
        if not place or (edges and self._is_machine and len(nodes) > 1) or self.refuse_when_read_only():
            return
        graph_id, registry = self.graph_id, self.session.registry
        if edges and nodes:
            self.session.apply(
                f"Insert {self.name_of(nodes[0])}",
                lambda document: insert_on_edge(document, graph_id, place, nodes[0], registry),
                select=nodes,
            )
            return
        if self._is_machine and not edges:
            self.session.refused.emit("No transition is selected.", "Select the one to put a state into.")
            return

        def added(document: Document, choice: NodeChoice) -> tuple[Document, str]:
            fields = dict(choice.fields)
            graph = document.graphs[graph_id]
            if isinstance(graph, StateMachineGraph) and isinstance(fields.get("name"), str):
                fields["name"] = unique_name(graph, str(fields["name"]))
            return add_on_edge(document, graph_id, place, choice.kind, registry, fields=fields)

        def picked(choice: NodeChoice) -> None:
            self.apply_new(f"Insert {choice.title}", lambda document: added(document, choice))

        offered = self.possible(node_choices(self.session.document, graph_id, registry), added)
        if offered:
            self.open_search(offered, picked, at=self.center_of(place), words="Insert what?")

    def open_connect(self) -> None:
        """Offer the nodes that the selected one may lead to: a wire without a pointer."""
        chosen, graph_id, registry = self.selected_nodes(), self.graph_id, self.session.registry
        if len(chosen) != 1 or self.refuse_when_read_only():
            return
        source = chosen[0]
        targets = self.node_targets(
            lambda one: may_connect(self.session.document, graph_id, source, one, registry)
        )
        if not targets:
            self.session.refused.emit(
                f"{self.name_of(source)} can lead nowhere.", "Add a node first, or select another one."
            )
            return

        def picked(choice: NodeChoice) -> None:
            self.apply_new(
                f"Connect {self.name_of(source)} to {choice.title}",
                lambda document: connect(document, graph_id, source, choice.key, registry),
            )

        self.open_search(targets, picked, at=self.center_of(source), words="Connect to which node?")

    def connect_from_any_state(self) -> None:
        """Draw a transition from any state of the machine, an interrupt, to the selected state."""
        chosen, graph_id, registry = self.selected_nodes(), self.session.graph_id, self.session.registry
        if len(chosen) == 1 and self._is_machine:
            self.apply_new(
                f"Connect any state to {self.name_of(chosen[0])}",
                lambda document: connect(document, graph_id, TOP, chosen[0], registry),
            )

    def open_retarget(self) -> None:
        """Offer the states that the selected transition may lead to instead."""
        edges, graph = self.selected_edges(), self.graph
        if len(edges) != 1 or not isinstance(graph, StateMachineGraph) or self.refuse_when_read_only():
            return
        graph_id, registry, edge = self.graph_id, self.session.registry, edges[0]
        source = source_of(graph, edge) or TOP
        targets = self.node_targets(
            lambda one: may_connect(self.session.document, graph_id, source, one, registry)
        )

        def picked(choice: NodeChoice) -> None:
            self.session.apply(
                f"Lead transition to {choice.title}",
                lambda document: retarget(document, graph_id, edge, (choice.key,), registry),
                select=(edge,),
            )

        self.open_search(targets, picked, words="Lead to which state?")

    def detach_selected(self) -> None:
        """Take the selected tree node off its parent; it stays as a loose fragment about where it stood."""
        chosen, graph_id, tree = self.selected_nodes(), self.graph_id, self.canvas.tree
        if len(chosen) != 1 or tree is None:
            return
        self.session.apply(
            f"Detach {self.name_of(chosen[0])}",
            lambda document: cut_off(document, graph_id, [(None, chosen[0])], tree.rects),
        )

    def swap_selected(self) -> None:
        """Let two selected nodes change places."""
        chosen, graph_id = self.selected_nodes(), self.graph_id
        if len(chosen) == 2:
            self.session.apply(
                f"Swap {self.name_of(chosen[0])} and {self.name_of(chosen[1])}",
                lambda document: swap(document, graph_id, chosen[0], chosen[1]),
            )

    def duplicate_connected(self) -> None:
        """Copy the selected nodes beside themselves, with what leads to them."""
        ids, graph_id, registry = self.selected_nodes(), self.graph_id, self.session.registry
        if ids:
            self.apply_new(
                "Duplicate with connections",
                lambda document: duplicate_with_incoming(document, graph_id, ids, registry),
            )

    # ---- order and beginning ----

    def make_start(self) -> None:
        """Let the machine or its box begin at the selected state; make a loose node the root of its tree."""
        chosen, graph, graph_id = self.selected_nodes(), self.graph, self.graph_id
        if graph is None or len(chosen) != 1:
            return
        parent = parent_of(graph, chosen[0]) or TOP
        label = f"Begin at {self.name_of(chosen[0])}"
        if self._is_machine:
            self.session.apply(label, lambda document: set_initial(document, graph_id, parent, chosen[0]))
        else:
            self.session.apply(label, lambda document: set_root(document, graph_id, chosen[0]))

    def move_earlier(self) -> None:
        """Move the selected node, or transition, one place to the front among its siblings."""
        self._shift_place(-1)

    def move_later(self) -> None:
        """Move the selected node, or transition, one place back among its siblings."""
        self._shift_place(1)

    def _shift_place(self, step: int) -> None:
        graph, chosen = self.graph, self.selected_nodes()
        if self._shift_transition(step) or graph is None or len(chosen) != 1:
            return
        parent = parent_of(graph, chosen[0])
        if parent is None:
            return
        index = children_of(graph, parent).index(chosen[0]) + step
        if index >= 0:
            self.session.apply(
                f"Reorder {self.name_of(chosen[0])}",
                lambda document: move_child(document, self.graph_id, chosen[0], index),
            )

    def _shift_transition(self, step: int) -> bool:
        """Ask the one selected transition sooner (-1) or later (1); return whether one is selected."""
        graph, edges, graph_id = self.graph, self.selected_edges(), self.graph_id
        if not isinstance(graph, StateMachineGraph) or len(edges) != 1 or self.selected_nodes():
            return False
        order = transitions_of(graph, source_of(graph, edges[0]) or TOP)
        index = order.index(edges[0]) + step
        if 0 <= index < len(order):
            label = f"Ask transition {'sooner' if step < 0 else 'later'}"
            self.session.apply(label, lambda document: move_transition(document, graph_id, edges[0], index))
        return True

    def move_out(self) -> None:
        """Move the selected tree node out of its parent, right after it; a state out of its box."""
        chosen, graph = self.selected_nodes(), self.graph
        if graph is None or len(chosen) != 1:
            return
        parent = parent_of(graph, chosen[0])
        above = parent_of(graph, parent) if parent else None
        if not parent or above is None or (above == TOP and not self._is_machine):
            self.session.refused.emit(f"{self.name_of(chosen[0])} is at the top already.", "")
            return
        index = children_of(graph, above).index(parent) + 1
        at = self._place_outside(chosen[0], above) if self._is_machine else None
        self._reparent(f"Move {self.name_of(chosen[0])} out", chosen[0], above, index, at)

    def move_in(self) -> None:
        """Move the selected node into the sibling before it, as its last child."""
        chosen, graph = self.selected_nodes(), self.graph
        if graph is None or len(chosen) != 1:
            return
        parent = parent_of(graph, chosen[0])
        siblings: Sequence[str] = children_of(graph, parent) if parent is not None else ()
        place = siblings.index(chosen[0]) if chosen[0] in siblings else 0
        if place == 0:
            self.session.refused.emit(
                f"Nothing stands before {self.name_of(chosen[0])}.", "Move another node before it first."
            )
            return
        self._reparent(f"Move {self.name_of(chosen[0])} in", chosen[0], siblings[place - 1], None, None)

    def _reparent(
        self, label: str, node_id: str, parent: str, index: int | None, at: tuple[float, float] | None
    ) -> None:
        graph_id, registry = self.graph_id, self.session.registry
        self.session.apply(
            label,
            lambda document: reparent(document, graph_id, node_id, parent, registry, index=index, at=at),
        )

    def _place_outside(self, node_id: str, box: str) -> tuple[float, float] | None:
        """Return a place in an outer box right of the box that a state leaves."""
        machine = self.canvas.machine
        inner = self.canvas.node_rect(machine.arranger.box_of(node_id)) if machine is not None else None
        if machine is None or inner is None:
            return None
        left, top = machine.arranger.box_origin(box)
        return inner.right + 48 - left, inner.top - top

    def _named(self, ids: Sequence[str]) -> str:
        return self.name_of(ids[0]) if len(ids) == 1 else f"{len(ids)} nodes"
