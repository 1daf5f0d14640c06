"""List the transitions that leave each state, in the order they are asked (rules 4.4, 4.9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from graphs.checks.lints.graph_lint import GraphLint
from graphs.expressions.typed import TypedExpression
from graphs.model.state_machine import Edge, StateMachineGraph
from graphs.structure.queries import TOP, ancestors, transitions_of

POLLED = "tick"
EVENTLESS = "always"


@dataclass(frozen=True, slots=True)
class Exit:
    """Hold one enabled transition with its typed guard; no guard is None."""

    edge_id: str
    edge: Edge
    source: str
    guard: TypedExpression | None

    @property
    def is_timed(self) -> bool:
        """Tell whether a true guard is not enough: a time, a cooldown or a draw decides too."""
        edge = self.edge
        times = (edge.after, edge.delay, edge.cooldown, edge.group)
        return any(time is not None for time in times)

    @property
    def is_polled(self) -> bool:
        """Tell whether it is an ordinary transition that is asked every tick."""
        return POLLED in self.edge.events and not self.edge.interrupt

    @property
    def ends_the_walk(self) -> bool:
        """Tell whether nothing after it is asked once its guard is true."""
        return not self.is_timed and bool(self.edge.targets)


def find_exits(lint: GraphLint, source: str) -> tuple[Exit, ...]:
    """Find the enabled transitions of a state, or of the graph for `TOP`, as they are asked.

    That is by priority high to low, then in document order. The `else` of a choice is left out; it is asked
    when nothing else is true.
    """
    graph = lint.graph
    assert isinstance(graph, StateMachineGraph)
    edges = {each: graph.edges[each] for each in transitions_of(graph, source) if each in graph.edges}
    exits = [
        Exit(edge_id, edge, source, lint.edge_guard(edge))
        for edge_id, edge in edges.items()
        if not edge.disabled and not edge.else_
    ]
    return tuple(sorted(exits, key=lambda exit_: -exit_.edge.priority))


def exits_of(lint: GraphLint, source: str) -> tuple[Exit, ...]:
    """Return what `find_exits` found."""
    return cast(tuple[Exit, ...], lint.memo.value(("exits", source)))


def outer_polled(lint: GraphLint, graph: StateMachineGraph, source: str) -> tuple[Exit, ...]:
    """Return the polled transitions of the states around one and of the graph, outermost first."""
    if source == TOP:
        return ()
    owners = (TOP, *reversed(ancestors(graph, source)))
    return tuple(exit_ for owner in owners for exit_ in exits_of(lint, owner) if exit_.is_polled)


def descriptor_covers(wider: str, narrower: str) -> bool:
    """Tell whether everything that one event descriptor matches is matched by another too (rule 4.2)."""
    if wider == narrower:
        return True
    if narrower in (POLLED, EVENTLESS) or wider in (POLLED, EVENTLESS):
        return False
    prefix = wider.removesuffix(".*")
    return wider == "*" or narrower.removesuffix(".*") == prefix or narrower.startswith(f"{prefix}.")


def covers_any(wider: Iterable[str], narrower: str) -> bool:
    """Tell whether one of several descriptors covers another."""
    return any(descriptor_covers(each, narrower) for each in wider)
