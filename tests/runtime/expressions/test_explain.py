"""Reasons: the value of each part of an expression and what decided."""

from __future__ import annotations

import pytest

from graphs.expressions.checker import check_expression
from graphs.expressions.typed import Comparison
from graphs.expressions.types import Value
from runtime.minds.expressions.explain import Explanation, PartOutcome, describe, explain, format_value
from tests.graphs.expressions.typed_trees import SCOPE, VARIABLES
from tests.runtime.expressions.plain_context import PlainContext


@pytest.fixture
def context() -> PlainContext:
    made = PlainContext(
        entities={"me": {"position": (0.0, 0.0)}, "tank": {"position": (6.4, 0.0)}},
        answers={"sees_player": False},
    )
    values: dict[str, Value] = {
        "ammo": 7,
        "alarmed": True,
        "count": 0,
        "health": 20.0,
        "hit": False,
        "mode": "chase",
        "target": "tank",
    }
    for name, value in values.items():
        made.declare(f"key:{name}", VARIABLES[name], value)
    return made


def explained(text: str, context: PlainContext) -> Explanation:
    return explain(check_expression(text, SCOPE), context.slots, context)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("distance(self, target) < 3", "distance(self, target) is 6.4, 3.4 too high"),
        ("distance(self, target) > 10", "distance(self, target) is 6.4, 3.6 too low"),
        ("health < 30", "health is 20, 10 below 30"),
        ("health >= 5", "health is 20, 15 above 5"),
        ("health < 20", "health is 20, not below 20"),
        ("30 < health", "health is 20, 10 too low"),
        ("3 < health", "health is 20, 17 above 3"),
        ("ammo > health", "ammo is 7, health is 20, 13 too low"),
        ("ammo < health", "ammo is 7, 13 below health, which is 20"),
        ("0 < ammo < 5", "ammo is 7, 2 too high"),
        ("0 < ammo < 10", "ammo is 7"),
        ("10 < ammo < 20", "ammo is 7, 3 too low"),
        ("ammo == 3", "ammo is 7, not 3"),
        ("ammo == 7", "ammo is 7"),
        ("ammo != 7", "ammo is 7"),
        ("mode == 'flee'", "mode is chase, not flee"),
        ("target == none", "target is tank, not none"),
        ("not sees_player()", "sees_player() is false"),
        ("hit", "hit is false"),
        ("alarmed and health < 10", "health is 20, 10 too high"),
        ("hit and health < 10", "hit is false"),
        ("hit or ammo > 5", "ammo is 7, 2 above 5"),
        ("alarmed and ammo > 5", "alarmed is true, and ammo is 7, 2 above 5"),
        ("hit or ammo > 9", "hit is false, and ammo is 7, 2 too low"),
        ("not (hit or ammo > 9)", "hit is false, and ammo is 7, 2 too low"),
        ("not (alarmed and health < 10)", "health is 20, 10 too high"),
        ("ammo + 1", "ammo + 1 is 8"),
        ("1 / count > 3", "1 / count failed: Division by zero"),
        ("alarmed and 1 / count > 3", "1 / count failed: Division by zero"),
    ],
)
def test_the_reason_names_what_decided(context, text, said) -> None:
    assert describe(explained(text, context), text) == said


def test_every_part_has_its_span_its_value_and_whether_it_was_evaluated(context) -> None:
    text = "hit and health < 10 or ammo > 5"
    whole = explained(text, context)
    parts = {text[part.start : part.end]: part for part in _all(whole)}
    seen = {source: (part.outcome, part.value) for source, part in parts.items()}
    assert seen == {
        text: (PartOutcome.VALUE, True),
        "hit and health < 10": (PartOutcome.VALUE, False),
        "hit": (PartOutcome.VALUE, False),
        "health < 10": (PartOutcome.NOT_EVALUATED, None),
        "health": (PartOutcome.NOT_EVALUATED, None),
        "10": (PartOutcome.NOT_EVALUATED, None),
        "ammo > 5": (PartOutcome.VALUE, True),
        "ammo": (PartOutcome.VALUE, 7),
        "5": (PartOutcome.VALUE, 5),
    }


def test_a_failing_part_is_told_from_the_parts_it_takes_with_it(context) -> None:
    text = "alarmed and 1 / count > 3 and hit"
    parts = {text[part.start : part.end]: part for part in _all(explained(text, context))}
    assert parts["1 / count"].outcome is PartOutcome.FAILED
    assert parts["1 / count"].message == "Division by zero."
    assert parts["1 / count > 3"].outcome is PartOutcome.FAILED
    assert parts["1 / count > 3"].message == ""
    assert parts[text].outcome is PartOutcome.FAILED
    assert parts["alarmed"].value is True
    assert parts["hit"].outcome is PartOutcome.NOT_EVALUATED
    assert parts["count"].value == 0


@pytest.mark.parametrize(
    ("text", "margin"),
    [
        ("health < 30", 10.0),
        ("health < 3", -17.0),
        ("health > 3", 17.0),
        ("health >= 30", -10.0),
        ("ammo == 7", 0.0),
        ("ammo == 5", -2.0),
        ("ammo != 5", 2.0),
        ("0 < ammo < 10", 3.0),
        ("0 < ammo < 5", -2.0),
        ("9 < ammo < 5", -2.0),
        ("mode == 'flee'", None),
    ],
)
def test_comparisons_of_numbers_have_a_margin(context, text, margin) -> None:
    explanation = explained(text, context)
    assert isinstance(explanation.node, Comparison)
    assert explanation.margin == margin


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (6.4000000001, "6.4"),
        (20.0, "20"),
        (1234567.0, "1234567"),
        (1e300, "1e+300"),
        (0.00001234, "1.234e-05"),
        (7, "7"),
        (True, "true"),
        (None, "none"),
        ("chase", "chase"),
        ("", '""'),
        ((1.0, 2.5), "(1, 2.5)"),
    ],
)
def test_values_are_shown_short(value, shown) -> None:
    assert format_value(value) == shown


def _all(explanation: Explanation) -> list[Explanation]:
    return [explanation, *(inner for part in explanation.parts for inner in _all(part))]
