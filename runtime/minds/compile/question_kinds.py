"""Build the row of each kind of question of a decision tree (rule 5.1)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graphs.checks.rules.decision_checks import cell_expression
from graphs.expressions.types import FLOAT, INT, Type, Value, ValueType, fits_type
from graphs.model import DecisionNode
from runtime.minds.compile.code_builder import CodeBuilder, CodePlace, expression_text
from runtime.minds.compile.tree_kinds import RowFields
from runtime.minds.decisions.question_row import DisabledRow, QuestionRow
from runtime.minds.decisions.questions import (
    FirstOfQuestion,
    RandomQuestion,
    RangesQuestion,
    SwitchQuestion,
    TableQuestion,
    TestQuestion,
)
from runtime.minds.program.code import ControlValue, Expression
from runtime.minds.program.row_fields import places_of
from runtime.records.trace_frame import NO_BRANCH


@dataclass(slots=True)
class QuestionSource:
    """Hold what a row is built from: the node and its place."""

    code: CodeBuilder
    node: DecisionNode
    fields: RowFields
    place: CodePlace

    def inner(self, field: str) -> CodePlace:
        """Return the place of one field of the node."""
        return CodePlace(self.place.graph, self.place.node, field)

    def default(self) -> int:
        """Return the position of the else branch, or `NO_BRANCH`."""
        places = [number for number, branch in enumerate(self.node.branches) if branch.else_]
        return places[0] if places else NO_BRANCH

    def asked(self, expected: Type | None = None) -> Expression | None:
        """Return what the question asks about."""
        text = expression_text(self.node.value)
        if text is None:
            found = json.dumps(self.node.value)
            self.code.refuse(self.inner("value"), f"Expected an expression, found {found}.")
            return None
        return self.code.expression(text, self.inner("value"), expected)

    def unanswered(self) -> QuestionRow:
        """Return a row in place of one that cannot be built."""
        return DisabledRow(**self.fields)


def build_question(source: QuestionSource) -> QuestionRow:
    """Return the row of a question, its branches still to come; problems are noted."""
    return _BUILDERS[source.node.kind](source)


def _test(source: QuestionSource) -> QuestionRow:
    test = source.code.condition(source.node.test or "", source.inner("test"))
    places = {branch.when: number for number, branch in enumerate(source.node.branches)}
    for answer in (True, False):
        if answer not in places:
            word = "true" if answer else "false"
            source.code.refuse(source.inner("branches"), f"No branch is for {word}.", "Add one.")
    if test is None:
        return source.unanswered()
    labels = tuple("true" if branch.when else "false" for branch in source.node.branches)
    on_true, on_false = places.get(True, NO_BRANCH), places.get(False, NO_BRANCH)
    return TestQuestion(**source.fields, labels=labels, test=test, on_true=on_true, on_false=on_false)


def _ranges(source: QuestionSource) -> QuestionRow:
    value = source.asked(FLOAT)
    bounds: list[tuple[float, bool]] = []
    last = len(source.node.branches) - 1
    for number, branch in enumerate(source.node.branches):
        if (branch.upto is None) != (number == last):
            said = (
                f"Branch {number + 1} has no upper end." if number < last else "The last branch has an end."
            )
            source.code.refuse(source.inner(f"branches.{number}.upto"), said, "Only the last has none.")
        elif branch.upto is not None:
            end = (float(branch.upto), branch.closed)
            if bounds and end <= bounds[-1]:
                said = f"Branch {number + 1} does not end above the one before."
                source.code.refuse(source.inner(f"branches.{number}.upto"), said, "Let the ends rise.")
            bounds.append(end)
    if value is None:
        return source.unanswered()
    return RangesQuestion(**source.fields, labels=_range_labels(bounds), value=value, bounds=tuple(bounds))


def _range_labels(bounds: list[tuple[float, bool]]) -> tuple[str, ...]:
    ends = [f"up to {end:g}" if closed else f"below {end:g}" for end, closed in bounds]
    rest = f"{'above' if bounds[-1][1] else 'from'} {bounds[-1][0]:g}" if bounds else "any"
    return (*ends, rest)


def _switch(source: QuestionSource) -> QuestionRow:
    value = source.asked()
    default = source.default()
    cases: list[Value] = []
    for number, branch in enumerate(source.node.branches):
        case: Value = None
        if not branch.else_:
            found = branch.case
            case = found if isinstance(found, (bool, int, str)) else None
            if case is None or (value is not None and not _is_case(case, value.typed.type)):
                place = source.inner(f"branches.{number}.case")
                source.code.refuse(place, f"The case {json.dumps(found)} never comes.", "Write another.")
        cases.append(case)
    if value is None:
        return source.unanswered()
    labels = tuple("else" if case is None else json.dumps(case).strip('"') for case in cases)
    return SwitchQuestion(**source.fields, labels=labels, value=value, cases=tuple(cases), default=default)


def _is_case(case: Value, declared: Type) -> bool:
    kinds = (ValueType.ENUM, ValueType.STRING, ValueType.INT, ValueType.BOOL)
    return declared.kind in kinds and fits_type(case, declared)


def _first_of(source: QuestionSource) -> QuestionRow:
    tests: list[Expression | None] = []
    for number, branch in enumerate(source.node.branches):
        place = source.inner(f"branches.{number}.test")
        tests.append(None if branch.else_ else source.code.condition(branch.test or "", place))
    labels = tuple("else" if branch.else_ else branch.test or "" for branch in source.node.branches)
    return FirstOfQuestion(**source.fields, labels=labels, tests=tuple(tests), default=source.default())


def _random(source: QuestionSource) -> QuestionRow:
    timeout: ControlValue | None = None
    if source.node.timeout is not None:
        place = source.inner("timeout")
        text = expression_text(source.node.timeout)
        given = source.node.timeout
        if text is not None:
            timeout = ControlValue(expression=source.code.expression(text, place, INT))
        elif isinstance(given, int) and not isinstance(given, bool) and given >= 0:
            timeout = ControlValue(constant=given)
        else:
            said = f"Expected a number of evaluations from 0 on, found {json.dumps(given)}."
            source.code.refuse(place, said, "Write a whole number.")
    weights = tuple(1.0 if branch.weight is None else float(branch.weight) for branch in source.node.branches)
    for number, weight in enumerate(weights):
        if weight < 0:
            place = source.inner(f"branches.{number}.weight")
            source.code.refuse(place, f"The weight is {weight:g}; the least is 0.", "Write a larger one.")
    return RandomQuestion(
        **source.fields,
        weights=weights,
        timeout=timeout,
        **places_of(RandomQuestion, source.code.layout),
        draws=source.code.draw_counter(source.place.node),
    )


def _table(source: QuestionSource) -> QuestionRow:
    node = source.node
    inputs = [
        source.code.expression(text, source.inner(f"inputs.{column}"))
        for column, text in enumerate(node.inputs)
    ]
    cells: list[tuple[Expression, ...] | None] = []
    for number, branch in enumerate(node.branches):
        row = branch.row or ()
        if branch.else_:
            cells.append(None)
            continue
        if len(row) != len(node.inputs):
            said = f"The row has {len(row)} cells for {len(node.inputs)} inputs."
            source.code.refuse(source.inner(f"branches.{number}.row"), said, "Give it one for each.")
        conditions = [
            source.code.condition(
                cell_expression(text, cell), source.inner(f"branches.{number}.row.{column}")
            )
            for column, (text, cell) in enumerate(zip(node.inputs, row, strict=False))
            if cell.strip()
        ]
        cells.append(tuple(condition for condition in conditions if condition is not None))
    labels = tuple(
        "else" if branch.else_ else f"row {number + 1}" for number, branch in enumerate(node.branches)
    )
    return TableQuestion(
        **source.fields,
        labels=labels,
        inputs=tuple(each for each in inputs if each is not None),
        cells=tuple(cells),
        default=source.default(),
        unique=node.policy == "unique",
    )


_BUILDERS: Mapping[str, Callable[[QuestionSource], QuestionRow]] = {
    "test": _test,
    "ranges": _ranges,
    "switch": _switch,
    "first_of": _first_of,
    "random": _random,
    "table": _table,
}
