"""Expressions as JavaScript: what the other program does not know is a function that it has to bring."""

from __future__ import annotations

import pytest

from graphs.formats.basics.javascript_text import JavaScriptWords


@pytest.mark.parametrize(
    ("expression", "text", "brought"),
    [
        ("curve fear(d + 1) > 0.5", "fear(d + 1) > 0.5", "fear"),
        ("(health is very hurt) > 0.5", "health_is_very_hurt() > 0.5", "health_is_very_hurt"),
        ("not (-(curve fear(d)) < 1)", "!(-fear(d) < 1)", "fear"),
        ("len(seen) == 2", "len(seen) === 2", "len"),
    ],
)
def test_what_is_not_known_there_is_a_function_to_bring(expression: str, text: str, brought: str) -> None:
    words = JavaScriptWords(".".join)
    assert words.text(expression) == text
    assert words.notes == [f"The other program has to bring the function {brought}."]


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ('name == "it\'s"', "name === 'it\\'s'"),
        ("1 if a and not b else max(2, c)", "a && !b ? 1 : Math.max(2, c)"),
        ("clamp(a, 0, 1) - (b - c)", "Math.min(Math.max(a, 0), 1) - (b - c)"),
    ],
)
def test_what_is_known_there_needs_nothing(expression: str, text: str) -> None:
    words = JavaScriptWords(".".join)
    assert words.text(expression) == text
    assert words.notes == []
