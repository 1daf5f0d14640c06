"""Check the transitions of a machine (rules 4.2, 4.9 to 4.11)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from graphs.checks.rules.expression_checks import TextPlace, check_lines, check_number, check_text
from graphs.checks.rules.graph_check import GraphCheck
from graphs.checks.rules.mood_checks import check_mood_transition
from graphs.checks.rules.problem import Fix
from graphs.checks.rules.target_checks import check_together
from graphs.checks.rules.texts import Texts
from graphs.expressions.names import nearest_name
from graphs.expressions.types import BOOL
from graphs.model.state_machine import Edge, StateMachineGraph
from graphs.model.variables_and_events import is_event_name, is_known_descriptor
from graphs.structure.queries import TOP, source_of

_TIMES = {
    "after": "The time after",
    "delay": "The delay",
    "jitter": "The random spread",
    "cooldown": "The cooldown",
}


def check_transition(check: GraphCheck, edge_id: str) -> None:
    """Report what breaks a rule of transitions in one, and every guard, action and time that is wrong."""
    graph = check.graph
    assert isinstance(graph, StateMachineGraph)
    edge = graph.edges[edge_id]
    _check_texts(check, edge_id, edge, check.texts.of_transition(edge))
    _check_events(check, edge_id, edge)
    if len(edge.targets) > 1:
        check_together(check, graph, edge_id, "targets", edge.targets)
    _check_owner(check, graph, edge_id, edge, source_of(graph, edge_id))


def _check_texts(check: GraphCheck, edge_id: str, edge: Edge, texts: Texts) -> None:
    place = TextPlace(check, edge_id, "", texts)
    if edge.guard is not None:
        check_text(place.at("guard"), edge.guard, BOOL)
    if edge.actions:
        check_lines(place.at("actions"), edge.actions)
    # What is evaluated when the source is entered, or before any event is taken, sees no event.
    timed = TextPlace(check, edge_id, "", check.texts)
    for name, words in _TIMES.items():
        value = getattr(edge, name)
        if value is not None:
            check_number(timed.at(name), value, what=words)
    check_number(timed.at("weight"), edge.weight, what="The weight")


def _check_events(check: GraphCheck, edge_id: str, edge: Edge) -> None:
    if not edge.events:
        check.report(
            "E036", edge_id, "event", "The transition waits for no event.", "Remove the field or name one."
        )
    declared = check.scope.events
    for place, descriptor in enumerate(edge.events):
        if is_known_descriptor(descriptor, declared):
            continue
        nearest = nearest_name(descriptor[:60], [*declared, "tick", "always", "done", "done.success"])
        hint = f" Did you mean '{nearest}'?" if nearest else ""
        check.report(
            "E036",
            edge_id,
            "event" if isinstance(edge.event, str) else f"event.{place}",
            f"The event '{descriptor}' is not declared.{hint}",
            f"Use '{nearest}'." if nearest else "Declare it in the document.",
            why="Nothing could ever take this transition.",
            fix=_declaring_fix(descriptor),
        )


def _declaring_fix(descriptor: str) -> Fix | None:
    if not is_event_name(descriptor):
        return None
    return Fix(f"Declare {descriptor} as an event", "declare_event", {"name": descriptor})


def _check_owner(
    check: GraphCheck, graph: StateMachineGraph, edge_id: str, edge: Edge, source: str | None
) -> None:
    """Check that an interrupt belongs to a compound or the root, and an `else` to a choice."""
    node = graph.nodes.get(source) if source else None
    known = node is not None and check.kind(node) is not None
    if edge.interrupt and node is not None and known and not (node.kind == "state" and node.children):
        said = f"{check.title(source or TOP)} has no states inside and cannot own an interrupt."
        remedy = "Make it an ordinary transition, or let a state with states inside own it."
        check.report("E040", edge_id, "interrupt", said, remedy)
    if source is None:
        return
    if graph.moods is not None or edge.matrix:
        check_mood_transition(check, graph, edge_id, edge, source)
    if node is not None and node.kind == "choice":
        _check_way_out(check, graph, edge_id, edge)
        return
    for name, set_ in (("else", edge.else_), ("outcome", edge.outcome is not None)):
        if set_:
            remedy = "Remove the field, or let the transition start at a choice."
            check.report("W206", edge_id, name, f"Only the branches of a choice have '{name}'.", remedy)
    if edge.reenter and not edge.interrupt:
        said = "Only an interrupt can be told to enter its targets again."
        check.report("W206", edge_id, "reenter", said, "Remove the field, or make it an interrupt.")
    if edge.delay is None and edge.jitter != 0:
        said = "The random spread belongs to a delay, which is not set."
        check.report("W206", edge_id, "jitter", said, "Set a delay.")


def _check_way_out(check: GraphCheck, graph: StateMachineGraph, edge_id: str, edge: Edge) -> None:
    """Report an else branch that leads into a disabled state: the machine would rest in the choice."""
    for target in edge.targets:
        if edge.else_ and not edge.disabled and target in graph.nodes and graph.nodes[target].disabled:
            said = f"The else branch leads to {check.title(target)}, which is disabled."
            remedy = "Enable it, or choose another state."
            check.report("E042", edge_id, "targets", said, remedy, why="A machine cannot rest in a choice.")


def check_group(check: GraphCheck, graph: StateMachineGraph, name: str, members: Sequence[str]) -> None:
    """Report members of a weighted group that differ from the first in document order (rule 4.11)."""
    first_id = members[0]
    first = graph.edges[first_id]
    for edge_id in members[1:]:
        edge = graph.edges[edge_id]
        differing = [
            word
            for word, same in (
                ("source", source_of(graph, edge_id) == source_of(graph, first_id)),
                ("event", edge.events == first.events),
                ("interrupt", edge.interrupt == first.interrupt),
                ("outcome", edge.outcome == first.outcome and edge.else_ == first.else_),
                ("after", _same(edge.after, first.after)),
                ("delay", _same(edge.delay, first.delay)),
                ("jitter", _same(edge.jitter, first.jitter)),
                ("recheck", edge.recheck == first.recheck),
                ("priority", edge.priority == first.priority),
            )
            if not same
        ]
        if differing:
            check.report(
                "E039",
                edge_id,
                "group",
                f"This member of the weighted group '{name}' differs from the first in "
                f"{', '.join(differing)}.",
                "Make them equal, or take it out of the group.",
                why="A group is asked as one, at the place of its first member.",
            )


def _same(one: object, other: object) -> bool:
    return one is other or json.dumps(one) == json.dumps(other)
