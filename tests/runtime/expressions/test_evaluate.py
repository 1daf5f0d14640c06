"""What expressions give: known answers, failures and the order of evaluation (rules 2.3, 2.4, 2.6)."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from graphs.expressions.checker import check_expression
from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.types import Value
from runtime.basics.context import EvaluationError
from runtime.minds.expressions import functions
from runtime.minds.expressions.evaluate import evaluate
from runtime.minds.expressions.generate import compile_expression
from tests.graphs.expressions.typed_trees import SCOPE, VARIABLES
from tests.runtime.expressions.plain_context import PlainContext

VALUES: dict[str, Value] = {
    "alarmed": True,
    "ammo": 7,
    "count": -3,
    "goal": (3.0, 4.0),
    "health": 20.0,
    "hit": True,
    "label": "guard",
    "last_noise": (-1.0, 0.5),
    "mode": "chase",
    "speed": 2.5,
    "target": "tank",
    "world_alarm": False,
    "world_center": (1.0, 1.0),
    "world_leader": None,
    "world_level": 0.25,
    "world_mode": "flee",
    "world_score": 2147483647,
}


@pytest.fixture
def context() -> PlainContext:
    made = PlainContext(
        event_fields={"loudness": 4.0, "at": (1.0, 2.0)},
        taken={"noise.loud": {"at": (5.0, 6.0)}},
        entities={
            "me": {"position": (0.0, 0.0), "heading": 90.0, "team": "red"},
            "tank": {"position": (0.0, 2.0), "velocity": (1.0, 0.0), "team": "blue", "radius": 1.5},
        },
        answers={"sees_player": True, "can_reach": False},
    )
    for name, value in VALUES.items():
        made.declare(f"key:{name}", VARIABLES[name], value, shared=name.startswith("world_"))
    return made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ammo", 7),
        ("health", 20.0),
        ("goal", (3.0, 4.0)),
        ("mode", "chase"),
        ("label", "guard"),
        ("target", "tank"),
        ("alarmed", True),
        ("hit", True),
        ("world_score", 2147483647),
        ("world_mode", "flee"),
        ("world_leader", None),
        ("world_center", (1.0, 1.0)),
        ("time", 12.5),
        ("state_time", 0.75),
        ("self", "me"),
        ("event.name", "noise"),
        ("event.loudness", 4.0),
        ("received(noise)", False),
        ("received(noise.loud)", True),
        ("last(noise.loud).at.y", 6.0),
        ("target.team", "blue"),
        ("target.position.y", 2.0),
        ("self.heading", 90.0),
        ("ammo + count", 4),
        ("ammo * count", -21),
        ("ammo / 2", 3.5),
        ("6 / 2", 3.0),
        ("7 % 3", 1),
        ("-7 % 3", 2),
        ("7 % -3", -2),
        ("-7.5 % 2", 0.5),
        ("7.5 % -2", -0.5),
        ("-(ammo)", -7),
        ("1 + 2.5", 3.5),
        ("0.1 + 0.2", 0.30000000000000004),
        ("goal + vec(1, 1)", (4.0, 5.0)),
        ("goal - last_noise", (4.0, 3.5)),
        ("goal * 2", (6.0, 8.0)),
        ("0.5 * goal", (1.5, 2.0)),
        ("-goal", (-3.0, -4.0)),
        ("goal == vec(3, 4)", True),
        ("goal != vec(3, 4)", False),
        ("1 == 1.0", True),
        ("0 < ammo <= 7 < health", True),
        ("0 < ammo <= 6 < health", False),
        ("mode == 'chase'", True),
        ("mode != 'chase'", False),
        ("'chase' == mode", True),
        ("mode == world_mode", False),
        ("mode == ('chase' if hit else 'flee')", True),
        ("target == none", False),
        ("world_leader == none", True),
        ("hit and not alarmed", False),
        ("world_alarm or hit", True),
        ("ammo if world_alarm else 2.5", 2.5),
        ("ammo if alarmed else 2.5", 7.0),
        ("sees_player()", True),
        ("can_reach(goal)", False),
        ("abs(count)", 3),
        ("abs(-2.5)", 2.5),
        ("min(3, ammo, 5)", 3),
        ("min(3, 2.5)", 2.5),
        ("max(3, ammo)", 7),
        ("clamp(ammo, 0, 5)", 5),
        ("clamp(-1.5, 0, 5)", 0.0),
        ("clamp(3, 5, 0)", 0),
        ("lerp(10, 20, 0.25)", 12.5),
        ("lerp(goal, vec(5, 4), 0.5)", (4.0, 4.0)),
        ("length(goal)", 5.0),
        ("distance(self, goal)", 5.0),
        ("distance(self, target)", 2.0),
        ("dot(goal, vec(1, 2))", 11.0),
        ("normalize(goal)", (0.6, 0.8)),
        ("normalize(vec(0, 0))", (0.0, 0.0)),
        ("floor(-2.5)", -3),
        ("ceil(-2.5)", -2),
        ("round(0.5)", 0),
        ("round(1.5)", 2),
        ("round(2.5)", 2),
        ("round(-2.5)", -2),
        ("floor(ammo)", 7),
        ("sqrt(2.25)", 1.5),
        ("sign(count)", -1),
        ("sign(0.0)", 0.0),
        ("sign(speed)", 1.0),
        ("angle_to(vec(0, 0), vec(1, 0))", 0.0),
        ("angle_to(vec(0, 0), vec(0, 1))", 90.0),
        ("angle_to(vec(0, 0), vec(-1, 0))", 180.0),
        ("angle_to(vec(0, 0), vec(0, -1))", 270.0),
        ("angle_to(self, self)", 0.0),
        ("angle_difference(350, 10)", 20.0),
        ("angle_difference(10, 350)", -20.0),
        ("angle_difference(0, 180)", 180.0),
        ("angle_difference(0, -180)", 180.0),
        ("atan2(1, -1)", 135.0),
        ("sin(90)", 1.0),
        ("cos(0)", 1.0),
        ("direction(0)", (1.0, 0.0)),
        ("vec(1, 2)", (1.0, 2.0)),
    ],
)
def test_2_4_known_answers(context, text, expected) -> None:
    typed = check_expression(text, SCOPE)
    for value in (evaluate(typed, context.slots, context), compile_expression(typed, context.slots)(context)):
        assert value == expected
        assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("1 + ammo / (ammo - 7)", "ammo / (ammo - 7)", "Division by zero."),
        ("health / 0.0", "health / 0.0", "Division by zero."),
        ("ammo % (count + 3)", "ammo % (count + 3)", "Remainder of a division by zero."),
        ("health % 0", "health % 0", "Remainder of a division by zero."),
        ("2 * (world_score + 1)", "(world_score + 1)", "The result 2147483648 does not fit a 32-bit int."),
        (
            "world_score * world_score",
            "world_score * world_score",
            "The result 4611686014132420609 does not fit a 32-bit int.",
        ),
        ("-(-2147483648 + 0)", "-(-2147483648 + 0)", "The result 2147483648 does not fit a 32-bit int."),
        ("abs(-2147483648)", "abs(-2147483648)", "The result 2147483648 does not fit a 32-bit int."),
        ("floor(3e9)", "floor(3e9)", "The result 3000000000 does not fit a 32-bit int."),
        ("ceil(1e308)", "ceil(1e308)", "The result 1e+308 does not fit a 32-bit int."),
        (
            "1 + round(1e300 * 1e300)",
            "round(1e300 * 1e300)",
            "A number that is not finite cannot be rounded.",
        ),
        ("sqrt(count)", "sqrt(count)", "A negative number has no square root."),
        ("sin(1e300 * 1e300)", "sin(1e300 * 1e300)", "An infinite angle has no sine."),
        ("world_leader.position.x > 1", "world_leader.position", "The entity None is lost."),
        ("distance(self, world_leader) > 1", "world_leader", "The entity None is lost."),
        ("last(noise).at.x > 1", "last(noise).at", "No event 'noise' in this tick."),
        ("event.rounds > 1", "event.rounds", "The event 'noise' brought no 'rounds'."),
    ],
)
def test_2_6_a_failing_expression_says_where_and_why(context, text, place, message) -> None:
    typed = check_expression(text, SCOPE)
    compiled = compile_expression(typed, context.slots)
    runs: list[Callable[[], Value]] = [
        lambda: evaluate(typed, context.slots, context),
        lambda: compiled(context),
    ]
    for run in runs:
        with pytest.raises(EvaluationError) as failure:
            run()
        assert failure.value.message == message
        assert text[failure.value.start : failure.value.end] == place


def test_2_6_a_condition_that_fails_is_located(context) -> None:
    context.answers.clear()
    text = "hit and can_reach(goal)"
    with pytest.raises(EvaluationError, match="Nobody answers 'can_reach'") as failure:
        evaluate(check_expression(text, SCOPE), context.slots, context)
    assert text[failure.value.start : failure.value.end] == "can_reach(goal)"


@pytest.mark.parametrize(
    "text",
    [
        "world_alarm and 1 / (ammo - 7) > 0",
        "hit or 1 / (ammo - 7) > 0",
        "(1 if hit else 1 / (ammo - 7)) == 1 or true",
        "1 > ammo > 1 / (ammo - 7)",
        "goal == vec(0, 0) == vec(1 / (ammo - 7), 0)",
    ],
)
def test_2_4_what_is_not_needed_is_not_evaluated(context, text) -> None:
    typed = check_expression(text, SCOPE)
    expected = evaluate(typed, context.slots, context)
    assert isinstance(expected, bool)
    assert compile_expression(typed, context.slots)(context) is expected


def test_2_4_conditions_get_every_argument_in_declared_order(context) -> None:
    typed = check_expression("can_reach(within = ammo, point = goal) or can_reach(goal)", SCOPE)
    evaluate(typed, context.slots, context)
    assert context.asked == [("can_reach", ((3.0, 4.0), 7.0)), ("can_reach", ((3.0, 4.0), 5.0))]


def test_a_component_that_is_no_number_equals_nothing(context) -> None:
    context.floats[context.slots["key:goal"].index] = math.nan
    for text, expected in (("goal == goal", False), ("goal != goal", True)):
        typed = check_expression(text, SCOPE)
        assert evaluate(typed, context.slots, context) is expected
        assert compile_expression(typed, context.slots)(context) is expected


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("hit", True),
        ("not hit", True),
        ("alarmed or hit", False),
        ("world_alarm or hit", True),
        ("world_alarm and hit", False),
        ("1 if alarmed else (2 if hit else 3)", False),
        ("hit and ammo > 100", True),
        ("alarmed", False),
    ],
)
def test_2_3_only_triggers_read_while_armed_are_noted(context, text, read) -> None:
    run = compile_expression(check_expression(text, SCOPE), context.slots)
    hit = context.slots["key:hit"].index
    run(context)
    assert context.armed_reads == ([hit] if read else [])
    context.bytes_[hit] = 0
    context.armed_reads = []
    run(context)
    assert context.armed_reads == []


@pytest.mark.parametrize("state", [1, 2, 3])
def test_2_3_a_trigger_reads_as_true_however_it_is_armed(context, state) -> None:
    typed = check_expression("hit", SCOPE)
    context.bytes_[context.slots["key:hit"].index] = state
    assert evaluate(typed, context.slots, context) is True
    assert compile_expression(typed, context.slots)(context) is True


def test_2_3_a_held_trigger_reads_as_armed_and_is_noted(context) -> None:
    typed = check_expression("hit", SCOPE)
    hit = context.slots["key:hit"].index
    context.bytes_[hit] = 0
    context.held_triggers = (hit,)
    assert evaluate(typed, context.slots, context) is True
    assert context.armed_reads == []
    assert compile_expression(typed, context.slots)(context) is True
    assert context.armed_reads == [hit]


def test_every_declared_function_can_be_computed() -> None:
    assert {name for name, _ in functions._IMPLEMENTATIONS} == set(PURE_FUNCTIONS)
