"""The page on plain trees: what it says is accepted is, what it says is refused is not, and its examples."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from graphs.expressions.action_syntax import parse_action_line
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import WORDS
from graphs.expressions.parser import parse_expression
from graphs.kinds.builtin_registry import builtin_registry
from graphs.plain.read_tree import document_from_tree
from graphs.plain.write_tree import tree_text

PAGE = (Path(__file__).resolve().parents[3] / "resources" / "help" / "plain-tree.md").read_text(
    encoding="utf-8"
)


def block(heading: str) -> list[str]:
    found = re.search(rf"^#+ {heading}\n.*?^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[1].splitlines()


@pytest.mark.parametrize("text", block("Accepted expressions"))
def test_an_expression_that_the_page_accepts_is_read(text: str) -> None:
    parse_expression(text)


@pytest.mark.parametrize("text", block("Refused expressions"))
def test_an_expression_that_the_page_refuses_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse_expression(text)


@pytest.mark.parametrize("text", block("Accepted lines"))
def test_a_line_that_the_page_accepts_is_read(text: str) -> None:
    parse_action_line(text)


@pytest.mark.parametrize("text", block("Refused lines"))
def test_a_line_that_the_page_refuses_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse_action_line(text)


def test_there_are_enough_cases_and_the_grammar_has_every_word() -> None:
    assert len(block("Accepted expressions")) + len(block("Refused expressions")) >= 60
    grammar = "\n".join(block("Grammar of expressions"))
    assert {word for word in WORDS if f'"{word}"' not in grammar} == set()
    named = {line.split("=")[0].strip() for line in grammar.splitlines() if re.match(r"\w+ +=", line)}
    rules = re.sub(r"\(\*.*?\*\)|\"[^\"]*\"|'[^']*'", "", grammar)
    used = set(re.findall(r"[a-z]{2,}", rules))
    assert used - named == {"character", "digit", "letter"}


@pytest.mark.parametrize("text", re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
def test_an_example_of_the_page_is_written_as_it_is_shown(text: str) -> None:
    document = document_from_tree(text.encode(), builtin_registry())
    assert json.loads(tree_text(document, builtin_registry())) == json.loads(text)
