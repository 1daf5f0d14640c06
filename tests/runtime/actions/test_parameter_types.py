"""Annotations become parameters, or say why they cannot."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest

from graphs.kinds.declarations.parameter import Parameter
from runtime.minds.actions.parameter_types import (
    NO_DEFAULT,
    EntityId,
    PathName,
    Point,
    Range,
    RegistrationError,
    Seconds,
    VariableName,
    Vector,
    typed_parameter,
)


@pytest.mark.parametrize(
    ("annotation", "kind"),
    [
        (bool, "bool"),
        (int, "int"),
        (float, "float"),
        (str, "string"),
        (Vector, "vector"),
        (EntityId, "entity"),
        (Point, "point"),
        (Seconds, "seconds"),
        (PathName, "path"),
        (VariableName, "variable"),
    ],
)
def test_each_type_becomes_its_parameter(annotation, kind):
    typed = typed_parameter("one", annotation, NO_DEFAULT)
    assert typed.parameter == Parameter("one", kind)
    assert typed.parameter.required
    assert not typed.nullable
    assert typed.as_float is (kind in ("float", "seconds"))


def test_a_literal_becomes_an_enum_with_its_choices_in_order():
    parameter = typed_parameter("mood", Literal["wild", "calm"], "calm").parameter
    assert (parameter.type, parameter.choices, parameter.default) == ("enum", ("wild", "calm"), "calm")


def test_a_range_a_unit_and_a_help_text_are_annotated():
    annotation = Annotated[float, Range(0, 10, "u/s"), "Top speed."]
    assert typed_parameter("speed", annotation, 3.5).parameter == Parameter(
        "speed", "float", 3.5, "Top speed.", minimum=0, maximum=10, unit="u/s"
    )


@pytest.mark.parametrize("annotation", [EntityId | None, Point | None, Annotated[int | None, "How many."]])
def test_none_may_be_let_through_and_left_out(annotation):
    given = typed_parameter("one", annotation, NO_DEFAULT)
    assert given.nullable
    assert given.parameter.required
    left_out = typed_parameter("one", annotation, None)
    assert left_out.parameter.optional
    assert not left_out.parameter.required


def test_a_vector_is_a_default():
    assert typed_parameter("at", Vector, (1.0, 2.5)).parameter.default == [1.0, 2.5]


@pytest.mark.parametrize(
    ("name", "annotation", "default", "message"),
    [
        ("one", list[int], NO_DEFAULT, "has the type list; expected bool, int"),
        ("one", int | str, NO_DEFAULT, "expected bool, int"),
        ("one", dict, NO_DEFAULT, "has the type dict"),
        ("event", int, NO_DEFAULT, "'event' cannot be the name of a parameter"),
        ("and", int, NO_DEFAULT, "'and' cannot be the name"),
        ("größe", int, NO_DEFAULT, "cannot be the name"),
        ("one", int, "three", "The default of 'one' does not fit"),
        ("one", int, None, "add '| None' to its type"),
        ("one", int, [1], "which no document can hold"),
        ("mood", Literal["calm"], "wild", "The default of 'mood' does not fit"),
        ("mood", Literal[1, 2], NO_DEFAULT, "are to be texts"),
        ("one", Annotated[str, Range(0, 1)], NO_DEFAULT, "is no number and has no range"),
        ("one", Annotated[int, Range(0, 5)], 7, "the most is 5"),
        ("one", Annotated[int, 5], NO_DEFAULT, "annotated with 5"),
    ],
)
def test_what_is_no_parameter_says_why(name, annotation, default, message):
    with pytest.raises(RegistrationError, match=message.replace("|", r"\|")):
        typed_parameter(name, annotation, default)
