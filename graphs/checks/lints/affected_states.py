"""Find the states whose lints look at anything an edit touched.

What the lints of a state look at: its own transitions and those of all around it (`never_taken`), the
transitions into it, into what it holds, and into the states it is entered with (`ways_in`), the transitions
of the states it leads to, with what is written inside of both (`flip_flops`), and the regions it and they
stand in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphs.checks.lints.transitions_of_states import POLLED, Exit
from graphs.checks.lints.uses import node_uses
from graphs.checks.lints.ways_in import entered_with
from graphs.checks.rules.touched_elements import Touched
from graphs.model.state_machine import StateMachineGraph, StateNode
from graphs.structure.queries import (
    TOP,
    children_of,
    descendants,
    edges_into,
    index_of,
    initial_targets,
    parents_of,
    transitions_of,
)

Names = dict[str, None]
"""A set of ids in the order they were added."""

ExitLists = Mapping[str, tuple[Exit, ...]]


class AffectedStates:
    """Collect states, `TOP` for the machine among them; `everything` stands for all of them.

    `old` and `graph` are the machine before and after, `exits` its transitions by source now.
    """

    def __init__(self, old: StateMachineGraph | None, graph: StateMachineGraph, exits: ExitLists) -> None:
        self.everything = old is None or any(index_of(one).owned_edges.shared for one in (old, graph))
        self.states: Names = {}
        self._graphs = [one for one in (old, graph) if one is not None]
        self._exits = exits
        self._before: ExitLists = {}

    def follow(self, touched: Touched, before: ExitLists, edges: Names) -> None:
        """Add what looks at an edit.

        `before` has the former transitions of the sources whose transitions are others now or mean something
        else; `edges` are the transitions that came, went, or were touched in any way.
        """
        self.states.update(dict.fromkeys((*touched.changed_nodes.touched, *touched.rehung)))
        if self.everything:
            return
        self._before = before
        for source, known in before.items():
            self._follow_exits(source, known)
        self._add_entered(self._targets_of(edges))
        for node_id in {**dict.fromkeys(touched.changed_nodes.touched), **touched.rehung}:
            old, new = (graph.nodes.get(node_id) for graph in self._graphs)
            if node_id in touched.rehung or _stands_otherwise(old, new):
                self._follow_place(node_id)
            elif old is not None and new is not None and node_uses(old).writes != node_uses(new).writes:
                self._add_with_partners(self._above(node_id))
        if touched.top:
            self._add_entered([one for graph in self._graphs for one in initial_targets(graph.initial)])

    def inside_and_around(self, states: Iterable[str]) -> Names:
        """Return states with all that are inside of them and around them; for `TOP` that is all there are."""
        found: Names = {}
        for one in states:
            if one == TOP:
                found.update(dict.fromkeys(self._graphs[-1].nodes))
            else:
                found.update(dict.fromkeys((*self._above(one), *self._below(one))))
        return found

    def _follow_exits(self, source: str, known: tuple[Exit, ...]) -> None:
        polled = any(POLLED in exit_.edge.events for exit_ in (*known, *self._exits.get(source, ())))
        if source == TOP:
            self.everything = self.everything or polled
            self.states[TOP] = None
            return
        self._add_with_partners(self._above(source))
        if polled:
            self.states.update(dict.fromkeys(self._below(source)))

    def _follow_place(self, node_id: str) -> None:
        """Add what looks at a node that came, went, stands elsewhere, or begins or is entered otherwise."""
        inside = self._below(node_id)
        self.states.update(dict.fromkeys(inside))
        above = self._above(node_id)
        self._add_with_partners(above)
        self._add_entered(above)
        leaving = {
            edge_id: None
            for graph in self._graphs
            for one in inside
            for edge_id in transitions_of(graph, one)
        }
        self._add_entered(self._targets_of(leaving))
        for graph in self._graphs:
            sources = index_of(graph).sources
            into = (edge_id for one in inside for edge_id in edges_into(graph, one))
            self.states.update((sources[edge_id], None) for edge_id in into if edge_id in sources)
            node = graph.nodes.get(node_id)
            if node is not None and node.kind == "history":
                boxes = [one for one in parents_of(graph, node_id) if one != TOP]
                self._add_down([one for box in boxes for one in children_of(graph, box)])

    def _add_with_partners(self, states: Iterable[str]) -> None:
        """Add states and those they lead to, before or now."""
        for one in states:
            self.states[one] = None
            for exits in (self._exits, self._before):
                for exit_ in exits.get(one, ()):
                    self.states.update(dict.fromkeys(exit_.edge.targets))

    def _add_entered(self, targets: Iterable[str]) -> None:
        """Add the states that are entered, or of which something inside is, by way of some targets."""
        self._add_down({one: None for target in targets for one in self._above(target)})

    def _add_down(self, states: Iterable[str]) -> None:
        """Add states and those that are entered with them."""
        seen: set[str] = set()
        waiting = [*states]
        while waiting:
            current = waiting.pop()
            if current in seen:
                continue
            seen.add(current)
            self.states[current] = None
            for graph in self._graphs:
                waiting.extend(entered_with(graph, current))

    def _targets_of(self, edges: Iterable[str]) -> Names:
        known = [graph.edges[one] for graph in self._graphs for one in edges if one in graph.edges]
        return {target: None for edge in known for target in edge.targets}

    def _above(self, node_id: str) -> Names:
        """Return a state and all around it, before or now, by any way."""
        found: Names = {}
        for graph in self._graphs:
            seen: set[str] = set()
            waiting = [node_id]
            while waiting:
                current = waiting.pop()
                if current not in seen and current != TOP:
                    seen.add(current)
                    found[current] = None
                    waiting.extend(parents_of(graph, current))
        return found

    def _below(self, node_id: str) -> Names:
        """Return a state and all that are inside of it, before or now."""
        inside = (one for graph in self._graphs for one in descendants(graph, node_id))
        return dict.fromkeys((node_id, *inside))


def _stands_otherwise(old: StateNode | None, new: StateNode | None) -> bool:
    if old is None or new is None:
        return True
    return old.kind != new.kind or old.initial != new.initial
