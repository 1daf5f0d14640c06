"""A variable is renamed wherever a text names it, and nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.expressions.checker import check_expression
from graphs.expressions.rename import (
    rename_axis,
    rename_curve,
    rename_set,
    rename_variable,
    variable_spans,
)
from graphs.expressions.typed import reads
from graphs.expressions.types import BOOL
from tests.graphs.expressions.canonical_source import to_source
from tests.graphs.expressions.typed_trees import SCOPE, expressions


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("at < 3", "pos < 3"),
        ("  at+at*attic - cat ", "  pos+pos*attic - cat "),
        ("event.at == at", "event.at == pos"),
        ("last(noise).at.x + at.x", "last(noise).at.x + pos.x"),
        ("at.at", "pos.at"),
        ("at(at, at = at)", "at(pos, at = pos)"),
        ("at.x(at)", "at.x(pos)"),
        ("label == 'at' and \"at\" != at", "label == 'at' and \"at\" != pos"),
        ("received(at) and last(at).at == at", "received(at) and last(at).at == pos"),
        ("at = at + 1", "pos = pos + 1"),
        ("at == at", "pos == pos"),
        ("set at", "set pos"),
        (
            "raise at(at = at, loudness = at) after at as at",
            "raise at(at = pos, loudness = pos) after pos as at",
        ),
        ("raise at.at(x = at)", "raise at.at(x = pos)"),
        ("send at(at = at) to at", "send at(at = pos) to pos"),
        ("cancel at", "cancel at"),
        ("do at(at = at)", "do at(at = pos)"),
        ("at = random(at, at)", "pos = random(pos, pos)"),
        ("(at +", "(pos +"),
        ("at 'unclosed", "at 'unclosed"),
        ("at\n<\tat", "pos\n<\tpos"),
        ("", ""),
    ],
)
def test_only_the_variable_is_renamed(text, renamed) -> None:
    assert rename_variable(text, "at", "pos") == renamed


@pytest.mark.parametrize(
    ("text", "old", "renamed"),
    [
        ("raise = raise + 1", "raise", "n = n + 1"),
        ("raise and x", "raise", "n and x"),
        ("raise alarm after after as after", "after", "raise alarm after n as after"),
        ("raise alarm(x = after) after 3", "after", "raise alarm(x = n) after 3"),
        ("send alarm to to", "to", "send alarm to n"),
        ("send alarm to team", "team", "send alarm to team"),
        ("send alarm(x = team) to team", "team", "send alarm(x = n) to team"),
        ("send send to send", "send", "send send to n"),
        ("set set", "set", "set n"),
        ("raise alarm after 2 + after as bell", "after", "raise alarm after 2 + n as bell"),
    ],
)
def test_words_of_statements_are_told_from_variables_of_that_name(text, old, renamed) -> None:
    assert rename_variable(text, old, "n") == renamed


@pytest.mark.parametrize("bad", ["", "3a", "a b", "and", "time", "self", "a.b", "é"])
def test_a_name_that_cannot_be_a_variable_is_refused(bad) -> None:
    with pytest.raises(ValueError, match="cannot be the name"):
        rename_variable("at", "at", bad)


def test_spans_of_a_name_are_found_in_order() -> None:
    assert variable_spans("at + event.at < at", "at") == ((0, 2), (16, 18))


@given(expressions(BOOL))
def test_renaming_there_and_back_restores_every_byte(typed) -> None:
    text = to_source(typed)
    there = rename_variable(text, "health", "vigor_9")
    assert ("key:health" in reads(check_expression(text, SCOPE))) == (there != text)
    assert rename_variable(there, "vigor_9", "health") == text


@given(st.text(max_size=40))
def test_any_text_can_be_searched(text) -> None:
    assert all(text[start:end] == "a" for start, end in variable_spans(text, "a"))


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("curve at(at) > at", "curve pos(at) > at"),
        ("n = curve at(curve at(2))", "n = curve pos(curve pos(2))"),
        ("curve other(at)", "curve other(at)"),
        ("at is at", "at is at"),
        ("curve at(", "curve pos("),
        ("curve + at", "curve + at"),
        ("curve at('", "curve at('"),
    ],
)
def test_a_curve_is_renamed_where_it_is_read(text: str, renamed: str) -> None:
    assert rename_curve(text, "at", "pos") == renamed


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("at is very hurt and at > 3", "pos is very hurt and at > 3"),
        ("number(at) + at", "number(pos) + at"),
        ("strongest( at ) == 'at'", "strongest( pos ) == 'at'"),
        ("n = at is at", "n = pos is at"),
        ("curve at(at)", "curve at(at)"),
        ("event.at", "event.at"),
        ("min(at, at)", "min(at, at)"),
    ],
)
def test_an_input_or_output_is_renamed_where_it_is_asked(text: str, renamed: str) -> None:
    assert rename_axis(text, "at", "pos") == renamed


@pytest.mark.parametrize(
    ("text", "renamed"),
    [
        ("health is low", "health is weak"),
        ("health is not very low or low > 3", "health is not very weak or low > 3"),
        ("ammo is low", "ammo is low"),
        ("low is low", "low is low"),
        ("strongest(health) == 'low'", "strongest(health) == 'weak'"),
        ('"low" != strongest(health)', '"weak" != strongest(health)'),
        ("strongest(ammo) == 'low'", "strongest(ammo) == 'low'"),
        ("name == 'low'", "name == 'low'"),
    ],
)
def test_a_set_is_renamed_where_its_axis_is_asked_for_it(text: str, renamed: str) -> None:
    assert rename_set(text, "health", "low", "weak") == renamed


def test_a_variable_of_the_name_of_a_curve_an_axis_or_a_set_is_told_apart() -> None:
    text = "at + curve at(at is at) + number(at)"
    assert rename_variable(text, "at", "pos") == "pos + curve at(at is at) + number(at)"
