"""Compare what a tick did with what a case expects of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphs.basics.frozen import JsonValue
from graphs.expressions.names import name_remedy
from graphs.expressions.types import Value
from runtime.basics.host import RaisedEvent, Request
from runtime.history.recording.outcome_table import outcome_word, result_word
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import NO_LEAF, Counts, DecisionRecord
from runtime.trials.cases.case_file import (
    Expectation,
    ExpectedCounts,
    ExpectedDecision,
    ExpectedEffect,
    ExpectedEvent,
    ExpectedRequest,
    same_value,
    value_words,
)
from runtime.trials.cases.case_run import TickRecord
from runtime.trials.cases.node_names import CaseProblem, CaseRefused, NodeNames, names_listed


@dataclass(frozen=True, slots=True)
class CaseComparison:
    """Hold one thing that was looked at: what, of which node ("" for none), the words of both sides."""

    what: str
    node: str
    expected: str
    got: str
    holds: bool


class Comparer:
    """Compare records of one program with expectations; names that name nothing raise `CaseRefused`."""

    def __init__(self, program: Program, names: NodeNames) -> None:
        self._program = program
        self._names = names

    def compare(self, expect: Expectation, record: TickRecord, where: str) -> tuple[CaseComparison, ...]:
        """Return everything that was looked at, in the order of the case's fields."""
        return tuple(self._all(expect, record, where))

    def _all(self, expect: Expectation, record: TickRecord, where: str) -> Iterator[CaseComparison]:
        if expect.result is not None:
            yield _of_words("result", "", expect.result, result_word(record.result))
        yield from self._outcomes(expect, record, f"{where}.outcomes")
        for name, decision in expect.decisions.items():
            yield from self._decision(name, decision, record, f"{where}.decisions.{name}")
        yield from self._counts(expect.counts, record, f"{where}.counts")
        yield from self._reasons(expect.reason, record, f"{where}.reason")
        if expect.passages is not None:
            yield self._passages(expect.passages, record, f"{where}.passages")
        yield from self._of_machines(expect, record, where)
        yield from _values(expect, record, where)
        for name, count in expect.asked.items():
            yield _of_words(f"times {name} was asked", "", str(count), str(record.asked.get(name, 0)))
        if expect.errors != "any":
            yield self._errors(expect.errors, record)
        if expect.requests is not None:
            yield self._requests(expect.requests, record, f"{where}.requests")
        if expect.effects is not None:
            yield _effects(expect.effects, record.effects)
        if expect.sent is not None:
            yield _sent(expect.sent, record.sent)

    def _of_machines(self, expect: Expectation, record: TickRecord, where: str) -> Iterator[CaseComparison]:
        if expect.active is not None:
            yield self._listed("active states", expect.active, record.active, f"{where}.active")
        if expect.transitions is not None:
            yield self._listed("transitions", expect.transitions, record.taken, f"{where}.transitions")
        if expect.pending is not None:
            yield self._listed("pending transitions", expect.pending, record.pending, f"{where}.pending")
        yield from self._candidates(expect.candidates, record, f"{where}.candidates")
        if expect.waiting is not None:
            yield _of_words("delayed events", "", names_listed(expect.waiting), names_listed(record.waiting))
        if expect.unhandled is not None:
            words = names_listed(expect.unhandled), names_listed(record.unhandled)
            yield _of_words("unhandled events", "", *words)

    def _outcomes(self, expect: Expectation, record: TickRecord, where: str) -> Iterator[CaseComparison]:
        for name, wanted in expect.outcomes.items():
            row = self._names.find(name, f"{where}.{name}")
            family = self._program.rows[row].family
            got = outcome_word(family, record.outcomes[row])
            is_silent = got == "none" and family is RowFamily.TREE_NODE
            told = "none (not visited)" if is_silent else got
            yield CaseComparison("outcome", self._names.label(row), wanted, told, wanted == got)

    def _decision(
        self, name: str, expected: ExpectedDecision | None, record: TickRecord, where: str
    ) -> Iterator[CaseComparison]:
        """Compare the last evaluation of the decision tree that a node, state or graph asks."""
        asking = self._names.find(name, where, RowFamily.TREE_NODE, RowFamily.STATE)
        rows, label = self._program.rows, self._names.label
        made = [
            decision for decision in record.decisions if asking in (decision.tree, rows[decision.tree].parent)
        ]
        if expected is None or not made:
            said = "evaluated" if made else "not evaluated"
            wanted = "not evaluated" if expected is None else "evaluated"
            yield _of_words("decision", label(asking), wanted, said)
            return
        if expected.path is not None:
            yield self._path(expected.path, made[-1], label(asking), where)
        steps = {step.row: step for step in made[-1].steps}
        seen = {text: value for step in made[-1].steps for text, value in step.values}
        for text, value in expected.values.items():
            got = value_words(seen[text]) if text in seen else "not asked"
            holds = text in seen and same_value(value, seen[text])
            yield CaseComparison(f"value of {text}", label(asking), value_words(value), got, holds)
        for question, margin in expected.margins.items():
            step = steps.get(self._names.find(question, f"{where}.margins.{question}", RowFamily.DECISION))
            got = value_words(step.margin) if step is not None else "not asked"
            holds = step is not None and same_value(margin, step.margin)
            yield CaseComparison(f"margin of {question}", label(asking), value_words(margin), got, holds)
        for question, text in expected.reasons.items():
            step = steps.get(self._names.find(question, f"{where}.reasons.{question}", RowFamily.DECISION))
            got = step.sentence if step is not None else "not asked"
            yield CaseComparison("reason", question, text, got, text in got)

    def _path(self, expected: Sequence[str], made: DecisionRecord, label: str, where: str) -> CaseComparison:
        families = (RowFamily.DECISION, RowFamily.TREE_NODE)
        paths = self._names.paths
        wanted = [
            name if name == "none" else paths[self._names.find(name, f"{where}.path.{place}", *families)]
            for place, name in enumerate(expected)
        ]
        leaf = "none" if made.leaf == NO_LEAF else paths[made.leaf]
        got = [*(paths[step.row] for step in made.steps), leaf]
        return _of_words("path", label, names_listed(wanted), names_listed(got))

    def _counts(
        self, expected: Mapping[str, ExpectedCounts], record: TickRecord, where: str
    ) -> Iterator[CaseComparison]:
        for name, counts in expected.items():
            row = self._names.find(name, f"{where}.{name}", RowFamily.TREE_NODE, RowFamily.STATE)
            got = record.counts[row]
            for field in Counts._fields:
                wanted = getattr(counts, field)
                if wanted is not None:
                    label = self._names.label(row)
                    yield _of_words(f"{field} count", label, str(wanted), str(getattr(got, field)))

    def _reasons(
        self, expected: Mapping[str, str], record: TickRecord, where: str
    ) -> Iterator[CaseComparison]:
        for name, wanted in expected.items():
            row = self._names.find(name, f"{where}.{name}", RowFamily.TREE_NODE)
            reasons = [visit.sentence for visit in record.visits if visit.row == row]
            got = reasons[-1] if reasons else "not visited"
            yield CaseComparison("reason", self._names.label(row), wanted, got, wanted in got)

    def _candidates(
        self, expected: Mapping[str, str], record: TickRecord, where: str
    ) -> Iterator[CaseComparison]:
        said = {candidate.row: candidate.sentence for candidate in record.candidates}
        for name, wanted in expected.items():
            row = self._names.find(name, f"{where}.{name}", RowFamily.TRANSITION)
            got = said.get(row, "not considered")
            yield CaseComparison("candidate", self._names.label(row), wanted, got, wanted in got)

    def _passages(self, expected: Sequence[str], record: TickRecord, where: str) -> CaseComparison:
        wanted = []
        for place, text in enumerate(expected):
            kind, _, name = text.partition(" ")
            if kind not in ("enter", "exit", "halt"):
                said = f"Expected enter, exit or halt and a node; found {text!r}."
                raise CaseRefused(CaseProblem(f"{where}.{place}", said, 'Write such as "enter n1".'))
            families = (RowFamily.TREE_NODE, RowFamily.STATE) if name else ()
            row = self._names.find(name, f"{where}.{place}", *families)
            if not self._names.is_added(row):
                wanted.append(f"{kind} {self._names.paths[row] or name}")
        told = [(row, kind) for row, kind in record.passages if not self._names.is_added(row)]
        got = [f"{kind} {self._names.paths[row]}".rstrip() for row, kind in told]
        wanted = [text.rstrip() for text in wanted]
        return _of_words("passages", "", names_listed(wanted), names_listed(got))

    def _listed(self, what: str, expected: Sequence[str], got: Sequence[int], where: str) -> CaseComparison:
        family = RowFamily.STATE if what == "active states" else RowFamily.TRANSITION
        wanted = [self._names.find(name, f"{where}.{place}", family) for place, name in enumerate(expected)]
        told = [[row for row in rows if not self._names.is_added(row)] for rows in (wanted, got)]
        words = [names_listed(map(self._names.label, rows)) for rows in told]
        return _of_words(what, "", *words)

    def _errors(self, expected: Sequence[str], record: TickRecord) -> CaseComparison:
        got = [
            f"{self._names.label(error.row)}: {error.message}" if error.row >= 0 else error.message
            for error in record.errors
        ]
        left = list(got)
        for text in expected:
            found = next((each for each in left if text in each), None)
            if found is not None:
                left.remove(found)
        holds = len(got) == len(expected) and not left
        return CaseComparison("errors", "", _lines(expected), _lines(got), holds)

    def _requests(
        self, expected: Sequence[ExpectedRequest], record: TickRecord, where: str
    ) -> CaseComparison:
        nodes = [
            self._names.paths[self._names.find(request.node, f"{where}.{place}.node", RowFamily.TREE_NODE)]
            if request.node is not None
            else None
            for place, request in enumerate(expected)
        ]
        holds = len(expected) == len(record.requests) and all(
            _is_request(request, node, got)
            for request, node, got in zip(expected, nodes, record.requests, strict=True)
        )
        wanted = [_request_words(request) for request in expected]
        got = [
            _call_words(request.behavior, request.arguments)
            + f" of {request.node_path} weight {value_words(request.weight)}"
            for request in record.requests
        ]
        return CaseComparison("requests", "", _lines(wanted), _lines(got), holds)


def _of_words(what: str, node: str, expected: str, got: str) -> CaseComparison:
    return CaseComparison(what, node, expected, got, expected == got)


def _lines(texts: Sequence[str]) -> str:
    return "; ".join(texts) or "none"


def _values(expect: Expectation, record: TickRecord, where: str) -> Iterator[CaseComparison]:
    for name, wanted in expect.variables.items():
        yield _variable(name, wanted, record.variables, where)
    for name, word in expect.triggers.items():
        yield _trigger(name, word, record, where)


def _variable(name: str, wanted: JsonValue, values: Mapping[str, Value], where: str) -> CaseComparison:
    if name not in values:
        said = f"This mind has no variable {name!r}."
        raise CaseRefused(CaseProblem(f"{where}.variables.{name}", said, name_remedy(name, values)))
    got = values[name]
    words = value_words(wanted), value_words(got)
    return CaseComparison(f"variable {name}", "", *words, same_value(wanted, got))


def _trigger(name: str, wanted: str, record: TickRecord, where: str) -> CaseComparison:
    if name not in record.triggers:
        said = f"This mind has no trigger {name!r}."
        remedy = name_remedy(name, record.triggers)
        raise CaseRefused(CaseProblem(f"{where}.triggers.{name}", said, remedy))
    return _of_words(f"trigger {name}", "", wanted, record.triggers[name])


def _has(expected: Mapping[str, JsonValue], got: Mapping[str, Value]) -> bool:
    return all(name in got and same_value(value, got[name]) for name, value in expected.items())


def _is_request(expected: ExpectedRequest, node: str | None, got: Request) -> bool:
    return (
        (node is None or node.removesuffix("/activity") == got.node_path)
        and (expected.behavior is None or expected.behavior == got.behavior)
        and (expected.weight is None or same_value(expected.weight, got.weight))
        and (expected.priority is None or expected.priority == got.priority)
        and _has(expected.arguments, got.arguments)
    )


def _request_words(expected: ExpectedRequest) -> str:
    words = _call_words(expected.behavior or "any", expected.arguments)
    if expected.node is not None:
        words += f" of {expected.node}"
    return words if expected.weight is None else f"{words} weight {value_words(expected.weight)}"


def _call_words(name: str, arguments: Mapping[str, JsonValue] | Mapping[str, Value]) -> str:
    return f"{name}({', '.join(f'{key} = {value_words(value)}' for key, value in sorted(arguments.items()))})"


def _effects(
    expected: Sequence[ExpectedEffect], got: Sequence[tuple[str, Mapping[str, Value]]]
) -> CaseComparison:
    holds = len(expected) == len(got) and all(
        wanted.name == name and _has(wanted.arguments, arguments)
        for wanted, (name, arguments) in zip(expected, got, strict=True)
    )
    wanted_words = [_call_words(effect.name, effect.arguments) for effect in expected]
    return CaseComparison(
        "effects", "", _lines(wanted_words), _lines([_call_words(*value) for value in got]), holds
    )


def _sent(expected: Sequence[ExpectedEvent], got: Sequence[tuple[str, RaisedEvent]]) -> CaseComparison:
    holds = len(expected) == len(got) and all(
        wanted.to == receiver and wanted.event == event.name and _has(wanted.payload, event.fields)
        for wanted, (receiver, event) in zip(expected, got, strict=True)
    )
    wanted_words = [f"{_call_words(each.event, each.payload)} to {each.to}" for each in expected]
    got_words = [f"{_call_words(event.name, event.fields)} to {receiver}" for receiver, event in got]
    return CaseComparison("sent events", "", _lines(wanted_words), _lines(got_words), holds)
