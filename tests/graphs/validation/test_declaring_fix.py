"""A name that nobody declared can be declared at a click, with the type that its place asks for."""

from __future__ import annotations

import pytest

from graphs.checks.checker import check_document
from graphs.checks.rules.fixes import apply_fix
from graphs.checks.rules.problem import Problem
from graphs.edits.refusal import EditRefused
from graphs.model import Document
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY
from tests.graphs.example_document import example_document


def unknown(document: Document) -> list[Problem]:
    return [each for each in check_document(document, REGISTRY) if each.code == "E102"]


@pytest.mark.parametrize(
    ("guard", "name", "type_name"),
    [
        ("zz9 < 3", "zz9", "float"),
        ("not zz9", "zz9", "bool"),
        ("zz9", "zz9", "bool"),
        ("health > 3 and zz9", "zz9", "bool"),
        ("zz9.x > 2", "zz9", "vector"),
        ("zz9.radius > 2", "zz9", "entity"),
        ("zz9 == 'red'", "zz9", "string"),
    ],
)
def test_the_type_is_the_one_that_makes_the_text_right(guard: str, name: str, type_name: str) -> None:
    document = edits.set_field(example_document(), "g1", "t9", "guard", guard)
    (problem,) = unknown(document)
    assert problem.fix is not None
    assert problem.fix.label == f"Declare {name} as {type_name}"
    mended = apply_fix(document, problem.fix)
    assert mended.variables[name].type == type_name
    assert [each for each in check_document(mended, REGISTRY) if each.severity == "error"] == []


def test_a_line_of_an_action_block_tells_the_type_by_what_is_assigned() -> None:
    document = edits.set_field(example_document(), "g1", "s1", "entry", ["zz9 = true", "qq8 = 2"])
    first, second = unknown(document)
    assert first.fix is not None
    assert second.fix is not None
    assert first.fix.label == "Declare zz9 as bool"
    mended = apply_fix(apply_fix(document, first.fix), second.fix)
    assert unknown(mended) == []


def test_two_names_are_declared_one_after_the_other() -> None:
    document = edits.set_field(example_document(), "g1", "t9", "guard", "zz9 < 3 and not qq8")
    for name, type_name in (("zz9", "float"), ("qq8", "bool")):
        (problem,) = unknown(document)
        assert problem.fix is not None
        document = apply_fix(document, problem.fix)
        assert document.variables[name].type == type_name
    assert unknown(document) == []


def test_no_type_is_guessed_where_nothing_tells_it() -> None:
    document = edits.set_field(example_document(), "g1", "t9", "guard", "distance(zz9, 3) < 1")
    assert [each.fix for each in unknown(document)] == [None]


def test_a_name_that_is_taken_is_not_declared_twice() -> None:
    with pytest.raises(EditRefused, match="already"):
        edits.declare_variable(example_document(), "health", "float")
