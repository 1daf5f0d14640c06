"""Find by which guards a state is entered, and whether these are all the ways into it."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.transitions_of_states import POLLED, Exit, exits_of
from graphs.expressions.typed import TypedExpression
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import (
    TOP,
    beginnings,
    children_of,
    descendants,
    edges_into,
    index_of,
    initial_targets,
    parent_of,
)


@dataclass(frozen=True, slots=True)
class WaysIn:
    """Hold the polled guards that lead to a state (None: no guard); `known` if there are no other ways."""

    guards: tuple[TypedExpression | None, ...]
    known: bool


def ways_into(lint: GraphLint, graph: StateMachineGraph, state: str) -> WaysIn:
    """Return how a state is entered: by transitions to it or into it, and with the states around it."""
    guards: list[TypedExpression | None] = []
    known = True
    entered = state
    seen: set[str] = set()
    while entered not in seen:
        seen.add(entered)
        found = _ways_to(lint, graph, entered)
        guards.extend(found.guards)
        known = known and found.known
        parent = parent_of(graph, entered)
        if parent is None:
            break
        if not lint.memo.value(("is entered with box", entered)):
            break
        if parent == TOP:
            known = False
            break
        entered = parent
    return WaysIn(tuple(guards), known)


def _ways_to(lint: GraphLint, graph: StateMachineGraph, state: str) -> WaysIn:
    """Return the transitions from outside that lead to a state or to one inside it."""
    inside = {state, *descendants(graph, state)}
    guards: list[TypedExpression | None] = []
    known = not _has_history(graph, state)
    for item in sorted(inside):
        for edge_id in edges_into(graph, item):
            own = exits_of(lint, index_of(graph).sources.get(edge_id, ""))
            exit_ = next((each for each in own if each.edge_id == edge_id), None)
            if exit_ is None:
                known = known and _is_dead(graph, edge_id)
            elif exit_.source in inside:
                continue
            elif _is_told_by_guard(graph, exit_):
                guards.append(exit_.guard)
            else:
                known = False
    return WaysIn(tuple(guards), known)


def _is_dead(graph: StateMachineGraph, edge_id: str) -> bool:
    """Tell whether an edge that is no exit leads nowhere for good: it is disabled or leaves no state."""
    return graph.edges[edge_id].disabled or edge_id not in index_of(graph).sources


def _is_told_by_guard(graph: StateMachineGraph, exit_: Exit) -> bool:
    """Tell whether the guard was true in the tick the state is entered, and nothing else had a say.

    After a delay it may no longer be; at a choice the way there decides too.
    """
    node = graph.nodes.get(exit_.source)
    is_choice = node is not None and node.kind == "choice"
    return exit_.edge.events == (POLLED,) and exit_.edge.delay is None and not is_choice


def is_entered_with_box(lint: GraphLint, state: str) -> bool:
    """Tell whether a state is entered when the one around it is, or the machine is."""
    graph = lint.graph
    assert isinstance(graph, StateMachineGraph)
    parent = parent_of(graph, state)
    if parent == TOP:
        return state in beginnings(graph)
    box = graph.nodes.get(parent or TOP)
    if parent is None or box is None:
        return False
    return state in (box.children if box.kind == "parallel" else initial_targets(box.initial))


def _has_history(graph: StateMachineGraph, state: str) -> bool:
    """Tell whether a history beside the state may lead to it."""
    parent = parent_of(graph, state)
    if not parent:
        return False
    beside = [graph.nodes[child] for child in children_of(graph, parent) if child in graph.nodes]
    return any(node.kind == "history" for node in beside)
