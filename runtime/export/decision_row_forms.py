"""Declare the rows of decision trees in an export: the tree, its questions, its answers."""

from __future__ import annotations

from typing import Any

from graphs.basics.json_text import JsonValue
from runtime.export.code_forms import ANYTHING, BINDINGS, COUNT
from runtime.export.export_problem import expected
from runtime.export.expression_forms import NUMBER, TEST, expression
from runtime.export.forms import (
    BOOL,
    DRAWS,
    TEXT,
    VALUE,
    Field,
    Form,
    many,
    memory,
    number,
    optional,
    or_none,
    record,
    row_link,
    whole,
)
from runtime.export.reading import Reading
from runtime.export.row_forms import Check, RowForm
from runtime.export.tree_row_forms import DERIVED, FRAME
from runtime.export.writing import Writing
from runtime.minds.decisions.decision_tree_row import DecisionPace, DecisionTreeRow
from runtime.minds.decisions.leaves import OutcomeAnswer, ValueAnswer
from runtime.minds.decisions.question_row import AnswerRow, DisabledRow, QuestionRow
from runtime.minds.decisions.questions import (
    FirstOfQuestion,
    RandomQuestion,
    RangesQuestion,
    SwitchQuestion,
    TableQuestion,
    TestQuestion,
    TreeQuestion,
)
from runtime.minds.machines.state_rows import is_below
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow
from runtime.records.trace_frame import NO_BRANCH

_INT, _BYTE = memory("int"), memory("byte")
_LEAF = row_link(TreeRow, "node that can be ticked")
_ANY_ROW: Form[Any] = row_link(Row, "row")
_POSITION = or_none(whole(0))

_BRANCHES = (
    Field("branches", "branches", many(_ANY_ROW), "The rows its branches lead to, in order."),
    Field("labels", "labels", many(TEXT), "What its branches are called.", only_named=True, stripped=()),
)


def _pace(**values: Any) -> DecisionPace:
    return DecisionPace(**values)


_PACE: Form[Any] = record(
    "Pace",
    "When a decision tree is evaluated.",
    _pace,
    (
        Field("every", "every", COUNT, "Every so many ticks; 0 only on enter or when asked for."),
        Field("commit", "commit", BOOL, "Not while a leaf runs."),
        Field("waits", "waits", BOOL, "No answer with nothing running is RUNNING, not FAILURE."),
    ),
)


def _write_call(call: tuple[QuestionRow, Any], out: Writing) -> JsonValue:
    return {"bindings": BINDINGS.write(call[1], out), "row": call[0].index}


def _read_call(data: JsonValue, path: str, source: Reading) -> tuple[QuestionRow, Any]:
    if not isinstance(data, dict) or set(data) != {"bindings", "row"}:
        raise expected("a row and its bindings", data, path)
    row = row_link(TreeQuestion, "question to a tree").read(data["row"], f"{path}.row", source)
    return row, BINDINGS.read(data["bindings"], f"{path}.bindings", source)


_CALLS: Form[Any] = many(
    many(
        Form(
            {
                "type": "object",
                "properties": {"bindings": BINDINGS.schema, "row": {"type": "integer", "minimum": 0}},
                "required": ["bindings", "row"],
                "additionalProperties": False,
            },
            _write_call,
            _read_call,
            BINDINGS.parts,
        )
    )
)


def _write_bound(bound: tuple[float, bool], out: Writing) -> JsonValue:
    return {"closed": bound[1], "upto": bound[0]}


def _read_bound(data: JsonValue, path: str, source: Reading) -> tuple[float, bool]:
    if not isinstance(data, dict) or set(data) != {"closed", "upto"}:
        raise expected("an end of an interval", data, path)
    return number().read(data["upto"], f"{path}.upto", source), BOOL.read(
        data["closed"], f"{path}.closed", source
    )


_BOUNDS: Form[Any] = many(
    Form(
        {
            "type": "object",
            "properties": {"closed": {"type": "boolean"}, "upto": {"type": "number"}},
            "required": ["closed", "upto"],
            "additionalProperties": False,
        },
        _write_bound,
        _read_bound,
    )
)


# -- checks -------------------------------------------------------------------------------------------


def _check_tree(row: DecisionTreeRow, path: str, source: Reading) -> None:
    """Refuse trees that go round in circles, and leaves that the tree does not know."""
    source.require(len(row.rebound) == len(row.child_rows), path, "Each leaf needs its list of calls.")
    fits = all(is_below(leaf, row) and leaf.parent == row.index for leaf in row.child_rows)
    source.require(fits, path, "A leaf lies elsewhere.")
    fits = all(is_below(one, row) for one in row.random_questions) and is_below(row.top, row)
    source.require(fits, path, "A question lies elsewhere.")
    asked = row.parent >= 0 and isinstance(source.rows[row.parent], TreeQuestion)
    done: set[int] = set()
    open_: set[int] = set()
    waiting: list[tuple[Row, bool]] = [(row.top, False)]
    while waiting:
        one, leaving = waiting.pop()
        if leaving:
            open_.discard(one.index)
            done.add(one.index)
            continue
        source.require(one.index not in open_, path, "Its branches lead round in a circle.")
        if one.index in done:
            continue
        source.require(is_below(one, row), path, f"Row {one.index} lies elsewhere.")
        if isinstance(one, QuestionRow):
            open_.add(one.index)
            waiting.append((one, True))
            waiting.extend((branch, False) for branch in one.branches)
        elif not isinstance(one, AnswerRow):
            fits = asked or one in row.child_rows
            source.require(fits, path, f"Row {one.index} is no leaf of the tree.")


def _branch(row: Any, *positions: int) -> bool:
    return all(-1 <= position < len(row.branches) for position in positions)


def _as_many(*attributes: str) -> Check:
    """Return a check that there is one value for each branch, and that a default is one of them."""

    def check(row: Any, path: str, source: Reading) -> None:
        for attribute in attributes:
            fits = len(getattr(row, attribute)) == len(row.branches)
            source.require(fits, path, f"{attribute} must have one value for each branch.")
        source.require(_branch(row, getattr(row, "default", NO_BRANCH)), path, "The default is no branch.")

    return check


def _check_test(row: TestQuestion, path: str, source: Reading) -> None:
    source.require(_branch(row, row.on_true, row.on_false), path, "There is no such branch.")


def _check_ranges(row: RangesQuestion, path: str, source: Reading) -> None:
    source.require(len(row.bounds) + 1 == len(row.branches), path, "All branches but the last have an end.")


def _check_asking(row: TreeQuestion, path: str, source: Reading) -> None:
    source.require(len(row.branches) == 1, path, "It leads to the root of one tree.")


def _question(
    op: str, made: type[Row], help_text: str, kinds: tuple[str, ...], *own: Field, check: Check | None = None
) -> RowForm:
    fields = (*own, *_BRANCHES)
    checks = check if check is not None else _as_many()
    return RowForm(op, made, RowFamily.DECISION, help_text, kinds, fields, frozenset(), checks)


DECISION_FORMS: tuple[RowForm, ...] = (
    RowForm(
        "decision_tree",
        DecisionTreeRow,
        RowFamily.TREE_NODE,
        "Evaluates a decision tree and runs the leaf that it picks.",
        ("decision_tree",),
        (
            *FRAME,
            Field("pace", "pace", _PACE, "When it is evaluated."),
            Field("top", "top", _ANY_ROW, "The root of its questions."),
            Field("leaves", "child_rows", many(_LEAF), "The leaves that can run."),
            Field("rebound", "rebound", _CALLS, "For each leaf, the trees asked on the way to it."),
            Field(
                "random",
                "random_questions",
                many(row_link(RandomQuestion, "random question")),
                "The questions that draw.",
            ),
            Field("current", "current", _INT, "The leaf that runs, by its place in `leaves`; -1 for none."),
            Field("due", "due", _INT, "The tick of the next evaluation."),
            Field("interval", "interval", _INT, "The ticks between two, fixed on enter."),
            Field("evaluations", "evaluations", _INT, "Counts the evaluations of the run."),
            Field("asked", "asked", _BYTE, "1 when an evaluation was asked for."),
        ),
        DERIVED,
        _check_tree,
    ),
    _question(
        "ask_test",
        TestQuestion,
        "Asks whether an expression is true.",
        ("test",),
        Field("test", "test", TEST, "What is asked."),
        Field("on_true", "on_true", _POSITION, "The branch for true; null for none."),
        Field("on_false", "on_false", _POSITION, "The branch for false; null for none."),
        check=_check_test,
    ),
    _question(
        "ask_ranges",
        RangesQuestion,
        "Asks in which interval a number lies.",
        ("ranges",),
        Field("value", "value", expression(*NUMBER), "The number."),
        Field("bounds", "bounds", _BOUNDS, "The upper ends of all branches but the last."),
        check=_check_ranges,
    ),
    _question(
        "ask_switch",
        SwitchQuestion,
        "Asks which case a value equals.",
        ("switch",),
        Field("value", "value", expression(), "The value."),
        Field("cases", "cases", many(VALUE), "The case of each branch; null for the default's."),
        Field("default", "default", _POSITION, "The branch for what no case equals; null for none."),
        check=_as_many("cases"),
    ),
    _question(
        "ask_first_of",
        FirstOfQuestion,
        "Asks conditions in order until one is true.",
        ("first_of",),
        Field(
            "tests", "tests", many(optional(TEST)), "The condition of each branch; null for the default's."
        ),
        Field("default", "default", _POSITION, "The branch for when none is true; null for none."),
        check=_as_many("tests"),
    ),
    _question(
        "ask_table",
        TableQuestion,
        "Asks which row of a table matches.",
        ("table",),
        Field("inputs", "inputs", many(expression()), "What the columns are of; for people."),
        Field(
            "cells",
            "cells",
            many(optional(many(TEST))),
            "What must hold for each branch; null for the default.",
        ),
        Field("default", "default", _POSITION, "The branch for when no row matches; null for none."),
        Field("unique", "unique", BOOL, "A second row that matches is an error."),
        check=_as_many("cells"),
    ),
    _question(
        "ask_random",
        RandomQuestion,
        "Draws a branch, and keeps it while consecutive evaluations reach it.",
        ("random",),
        Field("weights", "weights", many(number(0.0)), "The weight of each branch."),
        Field(
            "timeout", "timeout", optional(COUNT), "After how many evaluations it draws anew; null for never."
        ),
        Field("kept", "kept", _INT, "The branch drawn last."),
        Field("seen", "seen", _INT, "The evaluation that reached it last; 0 for none of this run."),
        Field("drawn", "drawn", _INT, "The evaluation of the draw."),
        Field("due", "due", _INT, "The evaluation that draws anew."),
        Field("draws", "draws", DRAWS, "Counts its draws."),
        check=_as_many("weights"),
    ),
    _question(
        "ask_tree",
        TreeQuestion,
        "Asks another decision tree.",
        ("tree",),
        Field("bindings", "bindings", BINDINGS, "Its parameters, bound when it is asked."),
        check=_check_asking,
    ),
    _question("ask_nothing", DisabledRow, "Is disabled: there is no answer.", ()),
    RowForm(
        "answer_outcome",
        OutcomeAnswer,
        RowFamily.DECISION,
        "Answers with a name, for a choice.",
        ("outcome",),
        (Field("outcome", "outcome", TEXT, "The name."),),
    ),
    RowForm(
        "answer_value",
        ValueAnswer,
        RowFamily.DECISION,
        "Answers with a value.",
        ("value",),
        (Field("value", "value", ANYTHING, "The value."),),
    ),
)
"""The forms of everything that a decision tree consists of."""
