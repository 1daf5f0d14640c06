"""Expressions are typed as stated, and what does not fit is refused with place and remedy."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.scope import Scope
from graphs.expressions.typed import (
    ConditionCall,
    Constant,
    EntityField,
    FunctionCall,
    ToFloat,
    VariableRead,
    reads,
    walk_typed,
)
from graphs.expressions.types import (
    BOOL,
    ENTITY,
    FLOAT,
    INT,
    STRING,
    TRIGGER,
    VECTOR,
    Type,
    enum_type,
)
from tests.graphs.expressions.typed_trees import MODE, SCOPE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ammo", INT),
        ("hit", BOOL),
        ("mode", MODE),
        ("target", ENTITY),
        ("self", ENTITY),
        ("none", ENTITY),
        ("time", FLOAT),
        ("state_time", FLOAT),
        ("true", BOOL),
        ("'a'", STRING),
        ("3", INT),
        ("3.0", FLOAT),
        ("ammo + 1", INT),
        ("ammo - count * 2 % 3", INT),
        ("ammo / 2", FLOAT),
        ("ammo + 1.0", FLOAT),
        ("health % 2", FLOAT),
        ("-ammo", INT),
        ("-goal", VECTOR),
        ("goal + last_noise", VECTOR),
        ("goal * 2", VECTOR),
        ("2.5 * goal", VECTOR),
        ("goal.x", FLOAT),
        ("(goal - last_noise).y", FLOAT),
        ("target.position", VECTOR),
        ("self.team", STRING),
        ("self.velocity.x", FLOAT),
        ("target.heading", FLOAT),
        ("event.name", STRING),
        ("event.at", VECTOR),
        ("event.rounds", INT),
        ("received(noise)", BOOL),
        ("received(noise.loud)", BOOL),
        ("last(noise).at", VECTOR),
        ("last(noise.loud).at.x", FLOAT),
        ("0 < ammo <= health < 100", BOOL),
        ("mode == 'chase'", BOOL),
        ("'chase' != mode", BOOL),
        ("mode == ('chase' if hit else 'flee')", BOOL),
        ("mode == world_mode", BOOL),
        ("goal == last_noise", BOOL),
        ("target == none", BOOL),
        ("target != self", BOOL),
        ("label == 'x'", BOOL),
        ("hit == alarmed", BOOL),
        ("not hit and alarmed or sees_player()", BOOL),
        ("ammo if hit else 2.5", FLOAT),
        ("ammo if hit else 2", INT),
        ("'chase' if hit else mode", MODE),
        ("min(1, ammo)", INT),
        ("min(1, ammo, 2.5)", FLOAT),
        ("max(health, 1)", FLOAT),
        ("abs(-3)", INT),
        ("abs(health)", FLOAT),
        ("clamp(ammo, 0, 10)", INT),
        ("clamp(ammo, 0, 10.0)", FLOAT),
        ("clamp(x = ammo, high = 10, low = 0)", INT),
        ("floor(health)", INT),
        ("ceil(ammo)", INT),
        ("round(2.5)", INT),
        ("lerp(0, 10, 0.5)", FLOAT),
        ("lerp(goal, last_noise, 0.5)", VECTOR),
        ("sqrt(ammo)", FLOAT),
        ("vec(1, health)", VECTOR),
        ("length(goal)", FLOAT),
        ("distance(self, target)", FLOAT),
        ("distance(goal, target)", FLOAT),
        ("angle_to(self, goal)", FLOAT),
        ("normalize(goal)", VECTOR),
        ("direction(90)", VECTOR),
        ("can_reach(goal)", BOOL),
        ("can_reach(goal, 3)", BOOL),
        ("can_reach(within = 3, point = goal)", BOOL),
    ],
)
def test_2_4_expressions_have_the_stated_types(text, expected) -> None:
    assert check_expression(text, SCOPE).type == expected


@pytest.mark.parametrize(
    ("text", "place", "message", "remedy"),
    [
        ("helth < 3", "helth", "Unknown name 'helth'.", "Use 'health'."),
        ("True", "True", "Unknown name 'True'.", "Use 'true'."),
        ("zzzzzz", "zzzzzz", "Unknown name 'zzzzzz'.", "Declare a variable of this name."),
        ("distance", "distance", "'distance' is a function and needs arguments.", "Write distance(a, b)."),
        (
            "sees_player",
            "sees_player",
            "'sees_player' is a condition and needs parentheses.",
            "Write sees_player().",
        ),
        ("see_player()", "see_player", "Unknown function or condition 'see_player'.", "Use 'sees_player'."),
        ("health()", "health", "'health' is a variable and cannot be called.", "Remove the parentheses."),
        (
            "go_to(goal)",
            "go_to",
            "'go_to' is an action and gives no value.",
            "Call it in an action block, as in 'do go_to(…)'.",
        ),
        (
            "health and hit",
            "health",
            "Expected a bool, but this is a float.",
            "Compare it with a number, as in 'x > 0'.",
        ),
        (
            "not target",
            "target",
            "Expected a bool, but this is an entity.",
            "Compare it with none, as in 'x != none'.",
        ),
        (
            "1 if ammo else 2",
            "ammo",
            "Expected a bool, but this is an int.",
            "Compare it with a number, as in 'x > 0'.",
        ),
        (
            "1 if hit else 'a'",
            "1 if hit else 'a'",
            "The two results differ: an int and a string.",
            "Give both sides of 'if … else' the same type.",
        ),
        ("mode == 'patrl'", "'patrl'", "'patrl' is not a value of this enum.", "Use 'patrol'."),
        (
            "mode == label",
            "mode == label",
            "An enum cannot be compared with a string.",
            "Compare values of the same type.",
        ),
        (
            "health == hit",
            "health == hit",
            "A float cannot be compared with a bool.",
            "Compare values of the same type.",
        ),
        (
            "1 < 2 == hit",
            "2 == hit",
            "An int cannot be compared with a bool.",
            "Compare values of the same type.",
        ),
        ("label < 'b'", "label", "'<' compares numbers, but this is a string.", ""),
        ("goal > 3", "goal", "'>' compares numbers, but this is a vector.", "Use its length, .x or .y."),
        ("label + 'x'", "label + 'x'", "'+' cannot join a string and a string.", ""),
        ("goal + 1", "goal + 1", "'+' cannot join a vector and an int.", ""),
        (
            "goal * goal",
            "goal * goal",
            "'*' cannot join a vector and a vector.",
            "Use dot(a, b) for the dot product.",
        ),
        ("goal / 2", "goal / 2", "'/' cannot join a vector and an int.", "Multiply by 1 / x instead."),
        ("hit + 1", "hit + 1", "'+' cannot join a bool and an int.", ""),
        ("-label", "label", "'-' needs a number or a vector, but this is a string.", ""),
        ("target.positon", "positon", "An entity has no field 'positon'.", "Use 'position'."),
        ("goal.z", "z", "A vector has no field 'z'.", "Known: 'x', 'y'."),
        ("health.x", "x", "A float has no fields.", "Only entities, vectors, event and last(…) have fields."),
        ("event", "event", "'event' cannot be used by itself.", "Read event.name or a payload field."),
        ("event.loudnes", "loudnes", "The event has no field 'loudnes'.", "Use 'loudness'."),
        (
            "last(noise)",
            "last(noise)",
            "'last(…)' cannot be used by itself.",
            "Read a payload field of it, such as last(noise).at.",
        ),
        ("last(noise).att", "att", "Event 'noise' has no field 'att'.", "Use 'at'."),
        ("received(nose)", "nose", "Unknown event 'nose'.", "Use 'noise'."),
        (
            "received('noise')",
            "received('noise')",
            "'received' takes the name of one event.",
            "Write it without quotes, as in received(noise).",
        ),
        (
            "received()",
            "received()",
            "'received' takes the name of one event.",
            "Write it without quotes, as in received(noise).",
        ),
        (
            "random(1, 2) > 1",
            "random(1, 2)",
            "'random' is only allowed as the whole right side of an assignment in an action block.",
            "Assign it to a variable first, as in 'x = random(…)', and use that variable here.",
        ),
        ("clamp(1, 2)", "clamp(1, 2)", "'clamp' needs a value for 'high'.", "Write clamp(x, low, high)."),
        ("sqrt(1, 2)", "2", "'sqrt' takes 1 argument, but 2 are given.", "Write sqrt(x)."),
        ("sees_player(1)", "1", "'sees_player' takes no arguments, but 1 is given.", "Write sees_player()."),
        ("clamp(1, 2, hig = 3)", "hig", "'clamp' has no argument 'hig'.", "Use 'high'."),
        ("clamp(1, 2, 3, x = 3)", "x = 3", "'clamp' gets 'x' twice.", "Remove one of the two."),
        ("min(1)", "min(1)", "'min' needs a value for 'b'.", "Write min(a, b, …)."),
        ("floor(goal)", "goal", "Expected a float, but this is a vector.", "Use its length, or .x or .y."),
        (
            "length(target)",
            "target",
            "Expected a vector, but this is an entity.",
            "Use its position, as in 'x.position'.",
        ),
        ("distance(self, 3)", "3", "Expected a vector, but this is an int.", "Make a vector with vec(x, y)."),
        (
            "can_reach()",
            "can_reach()",
            "'can_reach' needs a value for 'point'.",
            "Write can_reach(point, within).",
        ),
        (
            "lerp(goal, 1, 0.5)",
            "1",
            "Expected a vector, but this is an int.",
            "Make a vector with vec(x, y).",
        ),
    ],
)
def test_2_6_what_does_not_fit_is_refused_at_its_place(text, place, message, remedy) -> None:
    with pytest.raises(ExpressionError) as failure:
        check_expression(text, SCOPE)
    error = failure.value
    assert (error.message, error.remedy) == (message, remedy)
    assert text[error.start : error.end] == place


@pytest.mark.parametrize(
    ("text", "expected", "message"),
    [
        ("2.0", INT, "Expected an int, but this is a float. Use floor, ceil or round to get an int."),
        ("ammo / 2", INT, "Expected an int, but this is a float. Use floor, ceil or round to get an int."),
        ("hit", FLOAT, "Expected a float, but this is a bool. Write '1 if x else 0'."),
        ("label", MODE, "Expected an enum, but this is a string."),
        ("mode", STRING, "Expected a string, but this is an enum."),
        ("mode", enum_type(["a"]), "Expected an enum, but this is an enum with other values."),
        ("'walk'", MODE, "'walk' is not a value of this enum. Known: 'chase', 'flee', 'patrol'."),
        ("3", TRIGGER, "Expected a bool, but this is an int. Compare it with a number, as in 'x > 0'."),
    ],
)
def test_2_4_a_value_is_never_narrowed_to_the_wanted_type(text, expected, message) -> None:
    with pytest.raises(ExpressionError) as failure:
        check_expression(text, SCOPE, expected)
    assert str(failure.value) == message


@pytest.mark.parametrize(
    ("text", "expected"),
    [("3", FLOAT), ("ammo", FLOAT), ("'chase'", MODE), ("'chase' if hit else 'flee'", MODE), ("hit", BOOL)],
)
def test_2_4_an_int_stands_for_a_float_and_a_declared_text_for_an_enum(text, expected) -> None:
    assert check_expression(text, SCOPE, expected).type == expected


def test_2_4_conversions_are_written_into_the_tree() -> None:
    assert check_expression("3", SCOPE, FLOAT) == Constant(FLOAT, 0, 1, 3.0)
    read = VariableRead(INT, 0, 4, "ammo", "key:ammo")
    assert check_expression("ammo", SCOPE, FLOAT) == ToFloat(FLOAT, 0, 4, read)
    distance = check_expression("distance(self, goal)", SCOPE)
    assert isinstance(distance, FunctionCall)
    assert isinstance(distance.arguments[0], EntityField)
    assert distance.arguments[0].field == "position"


def test_2_4_named_arguments_and_defaults_are_put_in_declared_order() -> None:
    call = check_expression("can_reach(point = goal)", SCOPE)
    assert isinstance(call, ConditionCall)
    assert [part.type for part in call.arguments] == [VECTOR, FLOAT]
    assert call.arguments[1] == Constant(FLOAT, 0, 23, 5.0)


def test_2_4_event_and_state_time_are_refused_where_they_have_no_meaning() -> None:
    outside = replace(SCOPE, allow_event=False, allow_state_time=False)
    for text, name in (("event.at == goal", "event"), ("state_time > 1", "state_time")):
        with pytest.raises(ExpressionError, match=f"'{name}' has no meaning here") as failure:
            check_expression(text, outside)
        assert text[failure.value.start : failure.value.end] == name


def test_2_4_only_fields_that_every_possible_event_declares_alike_are_readable() -> None:
    events = {"a": {"at": VECTOR, "n": INT}, "b": {"at": VECTOR, "n": FLOAT}}
    scope = Scope(events=events, current_event=("a", "b"), allow_event=True)
    assert check_expression("event.at", scope).type == VECTOR
    with pytest.raises(ExpressionError, match="no field 'n'"):
        check_expression("event.n", scope)
    assert check_expression("event.name", Scope(allow_event=True)).type == STRING


def test_entity_fields_of_a_manifest_are_readable() -> None:
    scope = replace(SCOPE, entity_fields={**SCOPE.entity_fields, "armor": INT, "rank": MODE})
    assert check_expression("target.armor + 1", scope).type == INT
    assert check_expression("target.rank == 'flee'", scope).type == BOOL


def test_a_tree_names_the_variables_it_reads() -> None:
    typed = check_expression(
        "health < 3 and received(noise) and last(alarm.big).at == goal or can_reach(goal) and hit",
        replace(SCOPE, events={"noise": {}, "alarm.big": {"at": VECTOR}}),
    )
    assert reads(typed) == {"key:health", "key:goal", "key:hit"}


def test_every_node_has_a_type_and_a_span_inside_the_text() -> None:
    text = "distance(self, goal) < 3 * ammo and (mode == 'flee' or not received(noise))"
    for node in walk_typed(check_expression(text, SCOPE)):
        assert isinstance(node.type, Type)
        assert 0 <= node.start < node.end <= len(text)


def test_every_function_has_help_that_is_a_sentence() -> None:
    for name, function in PURE_FUNCTIONS.items():
        assert function.name == name
        assert function.help[0].isupper()
        assert function.help.endswith(".")
    assert list(PURE_FUNCTIONS) == sorted(PURE_FUNCTIONS)


_WORDS = [
    "health",
    "ammo",
    "goal",
    "mode",
    "hit",
    "target",
    "self",
    "event",
    "time",
    "none",
    "true",
    "'flee'",
    "2",
    "0.5",
]
_GLUE = [
    " and ",
    " or ",
    "not ",
    " + ",
    " * ",
    " < ",
    " == ",
    ".x",
    ".position",
    "(",
    ")",
    ", ",
    " if ",
    " else ",
    "vec(",
    "min(",
]


@given(
    st.lists(
        st.sampled_from(_WORDS + _GLUE + ["received(noise)", "last(noise).", "a = ", "distance("]),
        max_size=14,
    )
)
def test_2_6_any_text_is_checked_or_refused_with_a_place_inside_it(pieces) -> None:
    text = "".join(pieces)
    try:
        check_expression(text, SCOPE)
    except ExpressionError as error:
        place = (error.start, error.end)
    else:
        return
    assert 0 <= place[0] <= place[1] <= len(text)


@pytest.mark.parametrize(
    ("source", "field"),
    [
        ('influence(self, "red") > 0.5', "influence:red"),
        ('influence(entity = self, layer = "red") > 0.5', "influence:red"),
        ('owner(self, "land") == "blue"', "owner:land"),
    ],
)
def test_11_1_a_function_of_a_field_reads_the_field_that_its_text_names(source, field):
    typed = check_expression(source, SCOPE)

    assert [part.field for part in walk_typed(typed) if isinstance(part, EntityField)] == [field]


@pytest.mark.parametrize(
    "source", ["influence(self, self)", 'influence(self, "")', "influence(self)", 'influence(1, "red")']
)
def test_a_function_of_a_field_refuses_what_names_none(source):
    with pytest.raises(ExpressionError):
        check_expression(source, SCOPE)
