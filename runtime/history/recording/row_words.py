"""Name the rows of a program as the designer knows them, and find what a row holds."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from graphs.checks.rules.places import element_text
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_line, node_title
from graphs.model import Document, Graph, Node, StateMachineGraph
from runtime.minds.expansion.mood_machines import DECAY
from runtime.minds.machines.machine_rows import POLLED, StateRow, TransitionRow
from runtime.minds.program.code import ConditionCode
from runtime.minds.program.program import Program
from runtime.minds.program.rows import Row, RowFamily
from runtime.records.reasons import ReasonForm
from runtime.records.trace_frame import Candidate

_LONGEST_MARK = 40

ANY_STATE, QUIET_TIME, CHANGE_OF_MOOD = "any state", "quiet time", "change of mood"

Part = TypeVar("Part")


def element_title(document: Document, graph_id: str, element: str, registry: Registry) -> str:
    """Return the title of a node, state or transition; the id of one that the document has no more."""
    graph = document.graphs.get(graph_id)
    if graph is None:
        return element
    node = graph.nodes.get(element)
    if node is None:
        return element_text(document, graph, element, registry)
    return _told_apart(document, graph, node, registry)


@dataclass(frozen=True)
class RowWords:
    """Give the titles that the rows of a program have in its document."""

    program: Program
    document: Document
    registry: Registry

    def title(self, row: int) -> str:
        """Return the title of a node or state, "Patrol → Chase" for a transition, of a graph its title."""
        one = self.program.rows[row]
        if isinstance(one, TransitionRow):
            return self._transition(one)
        graph = self.document.graphs.get(one.graph)
        if graph is None:
            return one.element or one.graph
        node = graph.nodes.get(one.element)
        if node is None:
            return graph.title or one.graph
        return _told_apart(self.document, graph, node, self.registry)

    def quoted(self, row: int) -> str:
        """Return the title between quotation marks."""
        return f"'{self.title(row)}'"

    def guard(self, row: int) -> str:
        """Return the text of a transition's guard, "" for none."""
        graph = self.document.graphs.get(self.program.rows[row].graph)
        if not isinstance(graph, StateMachineGraph):
            return ""
        edge = graph.edges.get(self.program.rows[row].node)
        return (edge.guard or "") if edge is not None else ""

    def _transition(self, row: TransitionRow) -> str:
        if row.is_added:
            return QUIET_TIME if row.node == DECAY else CHANGE_OF_MOOD
        if row.targets and all(target.is_added for target in row.targets):
            named = f"{ANY_STATE} → mixed shares"
            return f"{named} ({mark})" if (mark := self._mark(row)) else named
        targets = " and ".join(self.title(target.index) for target in row.targets)
        named = f"{self._source(row)} → {targets or 'no other state'}"
        mark = self._mark(row) if _has_twin(row) else ""
        return f"{named} ({mark})" if mark else named

    def _mark(self, row: TransitionRow) -> str:
        """Return what tells a transition from others between the same states, "" for nothing."""
        graph = self.document.graphs.get(row.graph)
        edge = graph.edges.get(row.node) if isinstance(graph, StateMachineGraph) else None
        if edge is None:
            return ""
        events = [event for event in row.events if event != POLLED]
        timed = (("after", edge.after), ("delay", edge.delay), ("cooldown", edge.cooldown))
        times = [f"{word} {time:g} s" for word, time in timed if isinstance(time, (int, float)) and time]
        words = [*events, *([edge.guard] if edge.guard else []), *times, *(["else"] if row.is_else else [])]
        if row.group is not None and isinstance(edge.weight, (int, float)):
            words.append(f"weight {edge.weight:g}")
        mark = ", ".join(words[:2])
        return mark if len(mark) <= _LONGEST_MARK else f"{mark[: _LONGEST_MARK - 1].rstrip()}…"

    def _source(self, row: TransitionRow) -> str:
        source = row.source
        if isinstance(source, StateRow):
            return self.title(source.index)
        return ANY_STATE if source.family is RowFamily.MACHINE else self.title(source.index)


def _has_twin(row: TransitionRow) -> bool:
    """Tell whether another transition joins the same states."""
    source = row.source
    entries = (*source.transitions, *source.interrupts)
    others = (member for entry in entries for member in entry.members if member is not row)
    return any(
        [target.index for target in other.targets] == [t.index for t in row.targets] for other in others
    )


def _told_apart(document: Document, graph: Graph, node: Node, registry: Registry) -> str:
    """Return the title of a node, with what it asks where many have the same."""
    title = node_title(node, graph.kind, registry, document)
    kind = registry.kind(graph.kind, node.kind)
    if node.title or kind is None or kind.category not in ("condition", "question"):
        return title
    if {"test", "value"}.isdisjoint(kind.fields):
        return title
    line = node_line(node, graph.kind, registry, document)
    return f"{title} ({line})" if line else title


def parts_of(whole: object, kind: type[Part]) -> Iterator[Part]:
    """Yield all of one kind that a row, or part of one, holds, in the order of its fields.

    Other rows are not gone into.
    """
    if dataclasses.is_dataclass(whole):
        for field in dataclasses.fields(whole):
            yield from _inside(getattr(whole, field.name, None), kind)


def _inside(value: object, kind: type[Part]) -> Iterator[Part]:
    if isinstance(value, kind):
        yield value
        if isinstance(value, ConditionCode):
            yield from parts_of(value, kind)
    elif isinstance(value, (tuple, list)):
        for each in value:
            if not isinstance(each, Row):
                yield from _inside(each, kind)
    elif dataclasses.is_dataclass(value) and not isinstance(value, (Row, type)):
        for field in dataclasses.fields(value):
            yield from _inside(getattr(value, field.name, None), kind)


def candidate_words(candidate: Candidate, program: Program) -> str:
    """Return the reason of a transition that was considered, another transition by the states it joins."""
    reason = candidate.reason
    other = program.rows[reason.other] if reason is not None and reason.other >= 0 else None
    if reason is None or not isinstance(other, TransitionRow):
        return candidate.sentence
    source = other.source.name if isinstance(other.source, StateRow) else "any state"
    named = f"'{source} → {' and '.join(target.name for target in other.targets) or 'no other state'}'"
    if reason.form is ReasonForm.NOT_DRAWN:
        return reason._replace(parts=(*reason.parts[:2], named)).sentence
    return f"{named} came first"
