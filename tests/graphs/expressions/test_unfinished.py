"""A text is unfinished while going on typing at the cursor could make it right."""

from __future__ import annotations

import pytest

from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.types import BOOL
from graphs.expressions.unfinished import may_go_on, number_may_go_on
from tests.graphs.expressions.typed_trees import SCOPE


def _error(text: str) -> ExpressionError | None:
    try:
        check_expression(text, SCOPE, BOOL)
    except ExpressionError as error:
        return error
    return None


@pytest.mark.parametrize(
    ("text", "unfinished"),
    [
        ("hea|", True),
        ("health|", True),
        ("health <|", True),
        ("health < 3 and|", True),
        ("(health < 3|", True),
        ("distance(self, |", True),
        ("distance(self, tar|", True),
        ('label == "pat|', True),
        ("health !|", True),
        ("helth| < 3", True),
        ("helth < 3|", False),
        ("health ^|", False),
        ("health < 3)| ", True),
        ("helth < (3|", False),
        ("alarmed and ammo and count < 3|", False),
    ],
)
def test_only_what_the_cursor_can_still_mend_is_unfinished(text: str, unfinished: bool) -> None:
    cursor = text.index("|")
    written = text.replace("|", "")
    error = _error(written)
    assert error is not None
    assert may_go_on(written, error, cursor, _error) is unfinished


@pytest.mark.parametrize(
    ("text", "unfinished"),
    [
        ("", True),
        ("-", True),
        ("1e", True),
        (".", True),
        ("2", True),
        ("-3", False),
        ("1x", False),
        ("900", False),
    ],
)
def test_a_number_is_unfinished_while_digits_may_bring_it_into_range(text: str, unfinished: bool) -> None:
    assert number_may_go_on(text, 0, 50) is unfinished
