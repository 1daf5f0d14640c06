"""Report transitions that others always come before, and states that cannot be left (W212, W204)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.overlaps import Guard, is_shadowed
from graphs.checks.lints.transitions_of_states import (
    EVENTLESS,
    POLLED,
    Exit,
    descriptor_covers,
    exits_of,
    outer_polled,
)
from graphs.checks.rules.problem import Problem
from graphs.model.decision_tree import DecisionNode
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, ancestors, descendants, transitions_of


@dataclass(frozen=True, slots=True)
class NeverTaken:
    """Hold the transitions of a state that are never taken, and what is to be said of them."""

    shut: frozenset[str]
    problems: tuple[Problem, ...]


def find_never_taken(lint: GraphLint, source: str) -> NeverTaken:
    """Find the transitions of a state that others always come before, or whose guards are never true."""
    shut: set[str] = set()
    graph = lint.graph
    assert isinstance(graph, StateMachineGraph)
    problems = lint.found_by(lambda: shut.update(_lint_never_taken(lint, graph, source)))
    return NeverTaken(frozenset(shut), problems)


def never_taken(lint: GraphLint, source: str) -> NeverTaken:
    """Return what `find_never_taken` found."""
    return cast(NeverTaken, lint.memo.value(("never taken", source)))


def _lint_never_taken(lint: GraphLint, graph: StateMachineGraph, source: str) -> frozenset[str]:
    """Report the shadowed transitions of a state; return all of its transitions that are never taken."""
    own = exits_of(lint, source)
    shut = {exit_.edge_id for exit_ in own if exit_.guard is not None and lint.always(exit_.guard) is False}
    node = graph.nodes.get(source)
    if node is not None and node.kind == "choice" and node.decision is not None:
        return frozenset(shut)
    for place, exit_ in enumerate(own):
        if exit_.edge_id in shut:
            continue
        hiding = _hiding(lint, graph, own[:place], exit_, own)
        if hiding:
            shut.add(exit_.edge_id)
            _report_hidden(lint, exit_, hiding)
    return frozenset(shut)


def _hiding(
    lint: GraphLint, graph: StateMachineGraph, before: tuple[Exit, ...], exit_: Exit, own: tuple[Exit, ...]
) -> tuple[Exit, ...]:
    """Return the transitions that together always come before one, empty if it can be taken."""
    found: dict[str, Exit] = {}
    node = graph.nodes.get(exit_.source)
    asked_alone = node is not None and node.transient  # once more, without those around it (4.9)
    for event in exit_.edge.events:
        rivals = [each for each in before if _comes_before(each, exit_, event)]
        if event == POLLED and not exit_.edge.interrupt and not asked_alone:
            rivals = [
                entry for entry in outer_polled(lint, graph, exit_.source) if entry.ends_the_walk
            ] + rivals
        if event != EVENTLESS and not exit_.edge.interrupt:
            rivals += [item for item in own if item is not exit_ and _leaves_at_once(item)]
        hiding = _asked(lint, tuple(rival.guard for rival in rivals), exit_.guard, own)
        if not hiding:
            return ()
        found.update((rivals[place].edge_id, rivals[place]) for place in hiding)
    return tuple(found.values())


def _asked(
    lint: GraphLint, rivals: tuple[Guard, ...], guard: Guard, own: tuple[Exit, ...]
) -> tuple[int, ...]:
    """Ask whether guards hide another one; those of one state share a grid."""
    if not rivals:
        return ()

    def ask() -> tuple[int, ...]:
        guards = tuple(exit_.guard for exit_ in own)
        shared = all(any(rival is each for each in guards) for rival in rivals)
        return is_shadowed(rivals, guard, lint.domain, lint.grid(guards) if shared else None)

    return lint.texts.recall("hidden", (*rivals, guard), ask)


def _comes_before(one: Exit, exit_: Exit, event: str) -> bool:
    """Tell whether an earlier transition of the same list ends the walk for an event."""
    if one.edge.interrupt != exit_.edge.interrupt or one.is_timed:
        return False
    if event == POLLED and not one.edge.targets and not one.edge.interrupt:
        return False
    return any(descriptor_covers(wider, event) for wider in one.edge.events)


def _leaves_at_once(one: Exit) -> bool:
    return (
        EVENTLESS in one.edge.events
        and one.guard is None
        and one.ends_the_walk
        and one.edge.targets != (one.source,)
        and not one.edge.internal
        and one.source != TOP
    )


def _report_hidden(lint: GraphLint, exit_: Exit, hiding: tuple[Exit, ...]) -> None:
    names = " or ".join(lint.edge_title(each.edge_id) for each in hiding)
    comes = "comes" if len(hiding) == 1 else "come"
    said = f"This transition is never taken: {names} always {comes} first."
    remedy = "Move it up in the list, give it a higher priority, or remove it."
    lint.report("W212", exit_.edge_id, "guard" if exit_.edge.guard is not None else "", said, remedy)


def lint_shut_in(lint: GraphLint, graph: StateMachineGraph, node_id: str) -> None:
    """Report a state that has ways out, none of which can be taken.

    States without any are the check's matter.
    """
    if graph.nodes[node_id].kind not in ("state", "parallel"):
        return
    inside = {node_id, *descendants(graph, node_id)}
    drawn = False
    all_disabled = True
    for source in (*inside, *ancestors(graph, node_id), TOP):
        for edge_id in transitions_of(graph, source):
            edge = graph.edges.get(edge_id)
            if edge is None or inside.issuperset(edge.targets):
                continue
            if not edge.disabled and edge_id not in never_taken(lint, source).shut:
                return
            drawn, all_disabled = True, all_disabled and edge.disabled
    if not drawn:
        return
    why = "All its transitions are disabled." if all_disabled else "None of its guards can be true."
    said = f"{lint.title(node_id)} has no way out that can be taken."
    lint.report("W204", node_id, "transitions", said, "Enable or correct one of its transitions.", why=why)


def lint_hidden_branches(lint: GraphLint, node_id: str, node: DecisionNode) -> None:
    """Report branches of a `first_of` whose condition is true only where an earlier one is."""
    if node.kind != "first_of":
        return
    tests = [
        (number, lint.texts.guard(branch.test))
        for number, branch in enumerate(node.branches)
        if branch.test and not branch.else_
    ]
    for place, (number, guard) in enumerate(tests):
        if lint.always(guard) is False:
            continue
        hiding = is_shadowed([each for _, each in tests[:place]], guard, lint.domain)
        if hiding:
            names = " or ".join(str(tests[item][0] + 1) for item in hiding)
            said = f"Branch {number + 1} of {lint.title(node_id)} is never taken: branch {names} comes first."
            remedy = "Move it up, or correct its condition."
            lint.report("W212", node_id, f"branches.{number}.test", said, remedy)
