"""Action blocks are lines of seven kinds (rule 2.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.expressions.action_blocks import (
    Assignment,
    CancelEvent,
    DoAction,
    RaiseEvent,
    RandomAssignment,
    SendEvent,
    SetTrigger,
    check_action_block,
    check_action_lines,
    writes,
)
from graphs.expressions.action_syntax import parse_action_line
from graphs.expressions.errors import ExpressionError
from graphs.expressions.scope import VariableInfo
from graphs.expressions.serial import TypedDataError
from graphs.expressions.typed import Constant, ToFloat
from graphs.expressions.types import BOOL, FLOAT, INT, VECTOR
from tests.graphs.expressions.action_serial import actions_from_json, actions_to_json
from tests.graphs.expressions.canonical_source import to_source
from tests.graphs.expressions.typed_trees import SCOPE

QUIET = replace(SCOPE, events={**SCOPE.events, "step": {"at": VECTOR, "loudness": FLOAT}})

BLOCK = (
    "health = ammo",
    "",
    "mode = 'flee'",
    "goal = last_noise + vec(1, 0)",
    "speed = random(1, 2.5)",
    "ammo = random_int(a = 1, b = 6)",
    "health = random_int(1, 6)",
    "alarmed = chance(0.25)",
    "raise alarm",
    "raise step(at = goal, loudness = 2)",
    "raise alarm() after ammo * 2 as bell",
    "raise alarm after 0.5",
    "cancel bell",
    "send step(loudness = 3, at = vec(0, 0)) to team",
    "send alarm to all",
    "send alarm to self",
    "send alarm to target",
    "set hit",
    "do ring(tone = 'high')",
    "do ring(times = 3, tone = label)",
)


def test_2_5_every_kind_of_line_is_accepted() -> None:
    lines = check_action_block(BLOCK, QUIET)
    assert [line.line for line in lines] == [index for index, text in enumerate(BLOCK) if text]
    kinds = [type(line) for line in lines]
    assert (
        kinds
        == [Assignment] * 3
        + [RandomAssignment] * 4
        + [RaiseEvent] * 4
        + [CancelEvent]
        + [SendEvent] * 4
        + [SetTrigger]
        + [DoAction] * 2
    )


def test_2_5_assigned_values_have_the_variable_s_type() -> None:
    health, mode, *_ = check_action_block(("health = ammo", "mode = 'flee'"), SCOPE)
    assert isinstance(health, Assignment)
    assert isinstance(health.value, ToFloat)
    assert (health.name, health.slot_key, health.line) == ("health", "key:health", 0)
    assert isinstance(mode, Assignment)
    assert mode.value == Constant(SCOPE.variables["mode"].type, 7, 13, "flee")


def test_2_5_draws_keep_the_type_of_the_variable() -> None:
    lines = check_action_block(
        ("speed = random(1, 2)", "health = random_int(1, 2)", "alarmed = chance(1)"), SCOPE
    )
    drawn = [line for line in lines if isinstance(line, RandomAssignment)]
    kinds = [("random", FLOAT), ("random_int", FLOAT), ("chance", BOOL)]
    assert [(line.draw, line.type) for line in drawn] == kinds
    arguments = [[part.type for part in line.arguments] for line in drawn]
    assert arguments == [[FLOAT, FLOAT], [INT, INT], [FLOAT]]


def test_2_5_raise_may_be_delayed_and_named() -> None:
    raised, later, named = check_action_block(
        ("raise step(loudness = 2, at = goal)", "raise alarm after 2", "raise alarm after speed / 2 as bell"),
        QUIET,
    )
    assert isinstance(raised, RaiseEvent)
    assert isinstance(later, RaiseEvent)
    assert isinstance(named, RaiseEvent)
    assert [name for name, _ in raised.fields] == ["at", "loudness"]
    assert (raised.after, raised.id) == (None, None)
    assert later.after == Constant(FLOAT, 18, 19, 2.0)
    assert named.after is not None
    assert to_source(named.after) == "speed / 2.0"
    assert named.id == "bell"


def test_2_5_send_goes_to_a_group_or_to_an_entity() -> None:
    lines = check_action_block([f"send alarm to {who}" for who in ("self", "team", "all", "target")], QUIET)
    sent = [line for line in lines if isinstance(line, SendEvent)]
    assert [line.receiver for line in sent] == ["self", "team", "all", "entity"]
    assert [line.entity is None for line in sent] == [True, True, True, False]


def test_2_5_do_fills_in_defaults_in_declared_order() -> None:
    (line,) = check_action_block(("do ring(tone = 'low')",), SCOPE)
    assert isinstance(line, DoAction)
    assert [(name, to_source(value)) for name, value in line.arguments] == [("times", "1"), ("tone", '"low"')]


def test_words_of_statements_may_be_names_of_variables() -> None:
    variables = {name: VariableInfo(INT, name) for name in ("raise", "set", "after", "to", "do")}
    lines = check_action_block(
        ("raise = set + 1", "set = after * to", "do = do + 1"), replace(SCOPE, variables=variables)
    )
    assert [type(line) for line in lines] == [Assignment] * 3


@pytest.mark.parametrize(
    ("text", "place", "message", "remedy"),
    [
        ("helth = 3", "helth", "Unknown variable 'helth'.", "Use 'health'."),
        ("health = helth", "helth", "Unknown name 'helth'.", "Use 'health'."),
        ("health = hit", "hit", "Expected a float, but this is a bool.", "Write '1 if x else 0'."),
        (
            "ammo = 2.5",
            "2.5",
            "Expected an int, but this is a float.",
            "Use floor, ceil or round to get an int.",
        ),
        ("hit = true", "hit", "'hit' is a trigger and cannot be assigned.", "Write 'set hit'."),
        (
            "set alarmed",
            "alarmed",
            "'alarmed' is no trigger but a bool.",
            "Assign a value, as in 'alarmed = …'.",
        ),
        ("time = 3", "time", "'time' can only be read.", "Assign a declared variable."),
        (
            "goal.x = 3",
            "goal",
            "Only whole variables can be assigned.",
            "Assign all of it, as in 'goal = vec(…)'.",
        ),
        (
            "health == 3",
            "health",
            "This is not an action.",
            "Write 'name = value', or begin with raise, cancel, send, set, append, remove, clear or do.",
        ),
        ("rais alarm", "rais", "This is not an action.", "Use 'raise'."),
        ("ring(tone = 'a')", "ring", "This is not an action.", "Write 'do ring(…)' to run an action."),
        (
            "3 = ammo",
            "3",
            "This is not an action.",
            "Write 'name = value', or begin with raise, cancel, send, set, append, remove, clear or do.",
        ),
        ("health = ", "", "The expression breaks off.", "Write a value, a name or a comparison."),
        ("health = 3 4", "4", "Unexpected '4'.", "Put an operator such as 'and', '+' or '<' before it."),
        ("health = random(1)", "random(1)", "'random' needs a value for 'b'.", "Write random(a, b)."),
        (
            "health = 1 + random(1, 2)",
            "random(1, 2)",
            "'random' is only allowed as the whole right side of an assignment in an action block.",
            "Assign it to a variable first, as in 'x = random(…)', and use that variable here.",
        ),
        (
            "ammo = random(1, 2)",
            "random(1, 2)",
            "'random' gives a float, but 'ammo' is an int.",
            "Use random_int(a, b).",
        ),
        (
            "ammo = random_int(1, 2.5)",
            "2.5",
            "Expected an int, but this is a float.",
            "Use floor, ceil or round to get an int.",
        ),
        ("health = chance(0.5)", "chance(0.5)", "'chance' gives a bool, but 'health' is a float.", ""),
        ("raise noize", "noize", "Unknown event 'noize'.", "Use 'noise'."),
        (
            "raise step(at = goal)",
            "step(at = goal)",
            "'step' needs a value for 'loudness'.",
            "Write step(at, loudness).",
        ),
        (
            "raise step(goal, 2)",
            "goal",
            "Arguments are given by name here.",
            "Write 'name = value', as in step(at = …).",
        ),
        (
            "raise step(at = 3, loudness = 2)",
            "3",
            "Expected a vector, but this is an int.",
            "Make a vector with vec(x, y).",
        ),
        (
            "raise alarm as bell",
            "as",
            "'as' needs a delay before it.",
            "Write 'raise e after 2 as id'; only a delayed event can be canceled.",
        ),
        ("raise alarm after hit", "hit", "Expected a float, but this is a bool.", "Write '1 if x else 0'."),
        ("raise alarm after 2 as", "", "Expected an id but found the end.", ""),
        ("cancel 3", "3", "Expected the id given after 'as' but found '3'.", ""),
        (
            "send alarm",
            "",
            "Expected 'to' but found the end.",
            "Say who gets it: to self, team, all or an entity.",
        ),
        ("send alarm to 3", "3", "Expected an entity, but this is an int.", ""),
        ("send alarm to teem", "teem", "Unknown receiver 'teem'.", "Use 'team'."),
        ("do rings(tone = 'a')", "rings", "Unknown action 'rings'.", "Use 'ring'."),
        (
            "do go_to(point = goal)",
            "go_to",
            "'go_to' takes time and cannot stand in an action block.",
            "Use it as an action node or as the activity of a state.",
        ),
        ("do ring()", "ring()", "'ring' needs a value for 'tone'.", "Write ring(times, tone)."),
        (
            "do ring('a')",
            "'a'",
            "Arguments are given by name here.",
            "Write 'name = value', as in ring(at = …).",
        ),
        ("set hit 3", "3", "Unexpected '3'.", "Put an operator such as 'and', '+' or '<' before it."),
    ],
)
def test_2_6_a_wrong_line_is_refused_at_its_place_with_its_line(text, place, message, remedy) -> None:
    with pytest.raises(ExpressionError) as failure:
        check_action_block(("health = 1", text), QUIET)
    error = failure.value
    assert (error.message, error.remedy, error.line) == (message, remedy, 1)
    assert text[error.start : error.end] == place
    assert str(error).startswith("Line 2: ")


def test_2_2_an_in_parameter_cannot_be_assigned() -> None:
    scope = replace(SCOPE, variables={"speed": VariableInfo(FLOAT, "speed", "parameter", writable=False)})
    with pytest.raises(ExpressionError) as failure:
        check_action_block(("speed = 3",), scope)
    assert failure.value.remedy == "Declare it with direction 'out' or 'inout'."


def test_the_problems_of_all_lines_are_found() -> None:
    problems = check_action_lines(("health = 1", "helth = 1", "", "raise nose"), QUIET)
    assert [(problem.line, problem.message) for problem in problems] == [
        (1, "Unknown variable 'helth'."),
        (3, "Unknown event 'nose'."),
    ]
    assert check_action_lines(BLOCK, QUIET) == ()


def test_a_block_names_what_it_writes() -> None:
    assert writes(check_action_block(BLOCK, QUIET)) == {
        "key:alarmed",
        "key:ammo",
        "key:goal",
        "key:health",
        "key:hit",
        "key:mode",
        "key:speed",
    }


def test_2_7_checked_lines_survive_their_json() -> None:
    lines = check_action_block(BLOCK, QUIET)
    assert actions_from_json(actions_to_json(lines)) == lines


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "expression: Expected a list of actions."),
        ([3], "[0]: Expected an action."),
        ([{"action": "exec", "line": 0}], "[0]: Unknown action 'exec'."),
        ([{"action": "cancel", "line": 0}], "[0]: The object has wrong fields: missing id."),
        ([{"action": "cancel", "line": -1, "id": "a"}], "[0].line: Expected the index of a line."),
        ([{"action": "cancel", "line": 0, "id": 3}], "[0].id: Expected a text but found 3."),
    ],
)
def test_2_7_other_json_is_refused(data, message) -> None:
    with pytest.raises(TypedDataError) as failure:
        actions_from_json(data)
    assert str(failure.value) == message


_PIECES = st.sampled_from(
    [
        "raise",
        "send",
        "cancel",
        "set",
        "do",
        "to",
        "after",
        "as",
        "team",
        "alarm",
        "noise",
        "health",
        "hit",
        "goal",
        "=",
        "(",
        ")",
        ",",
        ".",
        "3",
        "0.5",
        "random(1, 2)",
        "chance",
        "'a'",
        "+",
        "and",
        "ring",
        "tone",
        "bell",
        "step",
        "if",
        "else",
    ]
)


@given(st.one_of(st.text(max_size=40), st.lists(_PIECES, max_size=12).map(" ".join)))
def test_2_6_any_line_is_accepted_or_refused_with_a_place_inside_it(text) -> None:
    places = [
        (problem.start, problem.end, problem.line) for problem in check_action_lines(("set hit", text), QUIET)
    ]
    assert all(0 <= start <= end <= len(text) and line == 1 for start, end, line in places)
    if not places and text.strip():
        parse_action_line(text)
