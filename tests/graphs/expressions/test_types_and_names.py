"""Types of variables and the nearest known name (rules 2.1, 2.6)."""

from __future__ import annotations

import math

import pytest

from graphs.expressions.names import is_name, name_remedy, nearest_name
from graphs.expressions.types import (
    BOOL,
    ENTITY,
    FLOAT,
    INT,
    STRING,
    TRIGGER,
    VECTOR,
    default_value,
    enum_type,
    fits_type,
    readable_type,
    type_from_name,
)

MODE = enum_type(["patrol", "chase"])


@pytest.mark.parametrize(
    ("declared", "fitting", "other"),
    [
        (BOOL, [True, False], [0, 1, None, "true"]),
        (TRIGGER, [True, False], [1, None]),
        (INT, [0, -(2**31), 2**31 - 1], [2**31, -(2**31) - 1, 1.0, True, "1"]),
        (FLOAT, [0.5, 3, -1e300], [math.inf, math.nan, True, "1", None]),
        (STRING, ["", "a"], [None, 3]),
        (MODE, ["patrol", "chase"], ["walk", "", 0, None]),
        (VECTOR, [(0.0, 1.5), (1, 2)], [(1.0,), (1.0, 2.0, 3.0), [1.0, 2.0], (math.inf, 0.0), (True, 0.0)]),
        (ENTITY, [None, "tank"], [3, True]),
    ],
)
def test_2_1_only_values_of_the_declared_type_fit(declared, fitting, other) -> None:
    assert [value for value in fitting if not fits_type(value, declared)] == []
    assert [value for value in other if fits_type(value, declared)] == []
    assert fits_type(default_value(declared), declared)


def test_2_1_types_are_declared_by_name() -> None:
    names = ["bool", "int", "float", "string", "vector", "entity", "trigger"]
    assert [type_from_name(name) for name in names] == [BOOL, INT, FLOAT, STRING, VECTOR, ENTITY, TRIGGER]
    assert type_from_name("enum", ["patrol", "chase"]) == MODE
    with pytest.raises(ValueError, match="Unknown type 'number'; expected one of bool, int"):
        type_from_name("number")


def test_2_3_a_trigger_reads_as_bool() -> None:
    assert readable_type(TRIGGER) == BOOL
    assert readable_type(MODE) == MODE


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("helth", "health"), ("Health", "health"), ("AMMO", "ammo"), ("qqq", None), ("", None)],
)
def test_2_6_the_nearest_name_is_found_by_spelling(name, nearest) -> None:
    assert nearest_name(name, ["ammo", "health", "speed"]) == nearest


def test_2_6_without_a_near_name_the_known_ones_are_listed() -> None:
    assert name_remedy("qqq", []) == "None is declared."
    assert name_remedy("qqq", ["b", "a"]) == "Known: 'a', 'b'."
    assert name_remedy("qqq", "abcdefghijk").endswith("'h', ….")
    assert name_remedy("qqq", ["b"], "Declare it.") == "Declare it."


def test_names_are_ascii_words_that_the_grammar_does_not_use() -> None:
    assert [name for name in ("a", "_x9", "event") if not is_name(name)] == []
    assert [name for name in ("", "9a", "a-b", "and", "none", "é", "a\n") if is_name(name)] == []
