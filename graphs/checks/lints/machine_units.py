"""Lint state machines state by state, and again at the cost of what an edit touched."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from graphs.checks.lints.affected_states import AffectedStates
from graphs.checks.lints.constant_guards import lint_transition_guard
from graphs.checks.lints.flip_flops import lint_flip_flops
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.lint_units import NODE, Found, LintUnits, Names, means_otherwise, redeclared_names
from graphs.checks.lints.never_taken import lint_never_taken, lint_shut_in
from graphs.checks.lints.regions_and_groups import lint_random_groups, lint_regions
from graphs.checks.lints.state_guards import lint_state_guards
from graphs.checks.lints.transitions_of_states import Exit, exits_from
from graphs.checks.lints.uses import edge_uses
from graphs.checks.rules.further_units import GraphUpdate
from graphs.checks.rules.problem_board import Unit
from graphs.kinds.declarations.registry import Registry
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, index_of

EDGE = "lint of guard"
SHUT_IN = "lint of ways out"


class MachineUnits(LintUnits):
    """Hold what the lints found in a state machine.

    There is a unit for each transition's own guard, one for each state with the transitions that leave it,
    and one for whether it can be left, since that hangs on what the others say of its transitions.
    """

    def __init__(self, graph_id: str, registry: Registry) -> None:
        super().__init__(graph_id, registry)
        self._exits: dict[str, tuple[Exit, ...]] = {}
        self._shut: dict[str, frozenset[str]] = {}

    def _make(self, lint: GraphLint, update: GraphUpdate, renamed: Iterable[Unit]) -> Iterator[Found | None]:
        graph, old = update.graph, update.old
        assert isinstance(graph, StateMachineGraph)
        assert old is None or isinstance(old, StateMachineGraph)
        redeclared = _redeclared(update)
        edges = {**dict.fromkeys(update.touched.changed_edges.touched), **update.touched.resourced}
        edges.update(redeclared)
        yield from self._make_guards(lint, graph, edges)
        sources = _sources_of(edges, old, graph)
        sources.update(dict.fromkeys(update.touched.changed_nodes.touched))
        if old is None or old.transitions != graph.transitions:
            sources[TOP] = None
        before: dict[str, tuple[Exit, ...]] = {}
        forced = _sources_of(redeclared, None, graph)
        for source in sources:
            known = self._exits.get(source, ())
            if self._list_exits(lint, graph, source) != known or source in forced:
                before[source] = known
            yield None
        affected = AffectedStates(old, graph, self._exits)
        affected.follow(update.touched, before, edges)
        yield None
        states = affected.states
        if affected.everything:
            states.update(dict.fromkeys((TOP, *graph.nodes)))
        states.update((one, None) for kind, one in renamed if kind == NODE)
        shut = yield from self._make_states(lint, graph, states)
        if not affected.everything:
            states.update(affected.inside_and_around({**sources, **shut}))
        states.update((one, None) for kind, one in renamed if kind == SHUT_IN)
        for state in states:
            if state in graph.nodes:
                lint_shut_in(lint, graph, self._shut, state)
            yield self._taken((SHUT_IN, state), lint)

    def _list_exits(self, lint: GraphLint, graph: StateMachineGraph, source: str) -> tuple[Exit, ...]:
        """List the transitions of a state, or of the graph, anew."""
        known = source == TOP or source in graph.nodes
        exits = exits_from(lint, graph, source) if known else ()
        if exits:
            self._exits[source] = exits
        else:
            self._exits.pop(source, None)
        return exits

    def _make_guards(self, lint: GraphLint, graph: StateMachineGraph, edges: Names) -> Iterator[Found]:
        for edge_id in edges:
            edge = graph.edges.get(edge_id)
            if edge is not None:
                lint_transition_guard(lint, edge_id, edge)
            yield self._taken((EDGE, edge_id), lint)

    def _make_states(
        self, lint: GraphLint, graph: StateMachineGraph, states: Names
    ) -> Generator[Found, None, Names]:
        """Make the units of states, and return the states of which other transitions can be taken now."""
        changed: Names = {}
        for state in states:
            if state == TOP or state in graph.nodes:
                own = self._exits.get(state, ())
                shut = lint_never_taken(lint, graph, self._exits, state)
                lint_state_guards(lint, graph, self._exits, state)
                lint_flip_flops(lint, graph, self._exits, state)
                lint_regions(lint, graph, state, own)
                lint_random_groups(lint, own)
            else:
                shut = frozenset()
            if shut != self._shut.pop(state, frozenset()):
                changed[state] = None
            if shut:
                self._shut[state] = shut
            yield self._taken((NODE, state), lint)
        return changed


def _redeclared(update: GraphUpdate) -> Names:
    """Return the transitions whose texts may mean something else now."""
    names, events = redeclared_names(update)
    graph = update.graph
    if (not names and not events) or not isinstance(graph, StateMachineGraph):
        return {}
    edges = graph.edges.items()
    return {one: None for one, edge in edges if means_otherwise(edge_uses(edge), names, events=events)}


def _sources_of(edges: Iterable[str], old: StateMachineGraph | None, graph: StateMachineGraph) -> Names:
    """Return the states, `TOP` among them, that transitions leave or left."""
    found: Names = {}
    for each in (old, graph):
        sources = {} if each is None else index_of(each).sources
        for edge_id in edges:
            source = sources.get(edge_id)
            if source is not None:
                found[source] = None
    return found
