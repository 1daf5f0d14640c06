"""A condition is read as rows and written again, and means the same."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.expressions.checker import check_expression
from graphs.expressions.condition_rows import TEXT, ConditionRow, Joint, read_rows, rows_text
from graphs.expressions.parser import parse_expression
from graphs.expressions.syntax import LogicalSyntax
from graphs.expressions.types import BOOL
from tests.graphs.expressions.canonical_source import to_source
from tests.graphs.expressions.typed_trees import SCOPE, expressions


def _meaning(node: Any) -> Any:
    """Return a syntax tree without places, with what one word joins in one list."""
    if isinstance(node, tuple):
        return tuple(_meaning(part) for part in node)
    if not hasattr(node, "start"):
        return node
    if isinstance(node, LogicalSyntax):
        parts: list[Any] = []
        for operand in node.operands:
            inner = _meaning(operand)
            is_same = isinstance(operand, LogicalSyntax) and operand.operator == node.operator
            parts += inner[2] if is_same else [inner]
        return ("joined", node.operator, parts)
    places = {"start", "end", "name_start", "name_end", "field_start"}
    return (
        type(node).__name__,
        *(_meaning(getattr(node, f.name)) for f in fields(node) if f.name not in places),
    )


@given(expressions(BOOL, 4))
def test_any_condition_means_the_same_after_its_rows_are_written(typed: Any) -> None:
    text = to_source(typed)
    written = rows_text(read_rows(text))
    assert _meaning(parse_expression(written)) == _meaning(parse_expression(text))
    check_expression(written, SCOPE, BOOL)


_ATOMS = st.one_of(
    st.builds(ConditionRow, st.sampled_from(["alarmed", "sees_player()", "event.kind"])),
    st.builds(
        ConditionRow,
        st.sampled_from(["health", "distance(self, target)", "ammo + 1"]),
        st.sampled_from(["<", "<=", "==", "!=", ">", ">="]),
        st.sampled_from(["3", "0.5", "speed", "-2"]),
    ),
    st.builds(ConditionRow, st.just("target"), st.sampled_from(["== none", "!= none"])),
    st.just(ConditionRow("1 < health < 3", TEXT)),
)


@given(st.lists(st.tuples(_ATOMS, st.booleans(), st.sampled_from(["and", "or"])), min_size=1, max_size=5))
def test_rows_come_back_as_they_were_written(made: list[tuple[ConditionRow, bool, Joint]]) -> None:
    rows = [
        ConditionRow(row.subject, row.comparison, row.value, negated, joint if place else "and")
        for place, (row, negated, joint) in enumerate(made)
    ]
    assert read_rows(rows_text(rows)) == tuple(rows)


@pytest.mark.parametrize(
    "text", ["3 < d", "1 < d < 3", "a if b else c", "not not a", "a and", "true", "a and (b or c)"]
)
def test_what_is_no_single_comparison_is_a_row_of_text(text: str) -> None:
    assert any(row.is_text for row in read_rows(text))
    assert rows_text(read_rows(text)) == text


def test_text_that_would_fall_apart_is_put_in_parentheses() -> None:
    rows = [ConditionRow("visible"), ConditionRow("a or b", TEXT)]
    assert rows_text(rows) == "visible and (a or b)"
    assert rows_text([ConditionRow("a or b", TEXT, negated=True)]) == "not (a or b)"


def test_rows_without_a_subject_say_nothing() -> None:
    assert rows_text([ConditionRow(), ConditionRow("visible", joint="or"), ConditionRow()]) == "visible"
    assert read_rows("  ") == ()
