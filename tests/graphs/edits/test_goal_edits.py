"""Needs of goal selectors, effects on them, and considerations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graphs.checks.checker import check_document
from graphs.edits.goals import (
    add_consideration,
    add_need,
    move_consideration,
    remove_consideration,
    remove_need,
    set_consideration,
    set_effect,
)
from graphs.edits.history import History
from graphs.edits.variables import rename_variable
from graphs.model import ChildSlot, Document, TreeNode
from tests.graphs.all_edits import EditRefused
from tests.graphs.builders import REGISTRY, document_of, tree


@pytest.fixture
def document() -> Document:
    nodes: dict[str, Any] = {
        "r": {"kind": "goal_selector", "children": ["eat", "sleep"], "needs": ["hunger"]},
        "eat": "wait",
        "sleep": {"kind": "wait", "slot": {"effects": {"hunger": 1}, "duration": 3}},
    }
    variables = {"hunger": {"type": "float", "rise": 1}, "count": {"type": "int"}}
    return document_of(tree(nodes), variables=variables)


def node(document: Document, node_id: str = "r") -> TreeNode:
    found = document.graphs["g"].nodes[node_id]
    assert isinstance(found, TreeNode)
    return found


def slot(document: Document, node_id: str) -> ChildSlot:
    return node(document, node_id).slot or ChildSlot()


def test_a_need_of_a_new_name_becomes_a_float_that_rises(document: Document) -> None:
    changed = add_need(document, "g", "r", "fatigue", 2)
    assert node(changed).needs == ("hunger", "fatigue")
    made = changed.variables["fatigue"]
    assert (made.type, made.rise, made.min, made.scope) == ("float", 2, 0, "agent")
    assert not [each for each in check_document(changed, REGISTRY) if each.severity == "error"]


def test_a_float_that_is_there_becomes_a_need_as_it_is(document: Document) -> None:
    changed = remove_need(document, "g", "r", "hunger")
    assert add_need(changed, "g", "r", "hunger").variables is changed.variables


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda document: add_need(document, "g", "r", "hunger"), "already"),
        (lambda document: add_need(document, "g", "r", "count"), "no float"),
        (lambda document: add_need(document, "g", "r", "two words"), "cannot be a variable's name"),
        (lambda document: add_need(document, "g", "eat", "fatigue"), "Only a goal selector"),
        (lambda document: remove_need(document, "g", "r", "thirst"), "no longer there"),
        (lambda document: set_effect(document, "g", "eat", "thirst", 1), "no need of its parent"),
        (lambda document: set_effect(document, "g", "r", "hunger", 1), "no longer in the graph"),
        (lambda document: set_effect(document, "g", "eat", "hunger", "much"), "does not fit"),
        (lambda document: remove_consideration(document, "g", "eat", 0), "no longer there"),
        (lambda document: move_consideration(document, "g", "eat", 0, 1), "no longer there"),
    ],
)
def test_what_cannot_be_is_refused(
    document: Document, edit: Callable[[Document], Document], words: str
) -> None:
    with pytest.raises(EditRefused, match=words):
        edit(document)


def test_with_a_need_go_the_effects_on_it_and_the_variable_stays(document: Document) -> None:
    changed = remove_need(document, "g", "r", "hunger")
    assert node(changed).needs == ()
    assert slot(changed, "sleep").effects == {}
    assert slot(changed, "sleep").duration == 3
    assert "hunger" in changed.variables


def test_an_effect_is_set_and_taken_back(document: Document) -> None:
    changed = set_effect(document, "g", "eat", "hunger", -10)
    assert slot(changed, "eat").effects == {"hunger": -10}
    changed = set_effect(changed, "g", "eat", "hunger", {"expr": "-count"})
    assert slot(changed, "eat").effects == {"hunger": {"expr": "-count"}}
    assert set_effect(changed, "g", "eat", "hunger", None) == document


def test_an_effect_on_what_is_no_need_any_more_can_be_taken_back(document: Document) -> None:
    lost = {"kind": "wait", "slot": {"effects": {"gone": 1}}}
    odd = document_of(tree({"r": {"kind": "goal_selector", "children": ["c"]}, "c": lost}))
    assert node(set_effect(odd, "g", "c", "gone", None), "c").slot is None


def test_a_renamed_variable_stays_need_and_effect(document: Document) -> None:
    changed = rename_variable(document, "hunger", "appetite")
    assert node(changed).needs == ("appetite",)
    assert slot(changed, "sleep").effects == {"appetite": 1}


def test_considerations_are_added_changed_moved_and_removed(document: Document) -> None:
    changed = add_consideration(document, "g", "eat", "hunger / 10")
    changed = add_consideration(changed, "g", "eat")
    changed = set_consideration(changed, "g", "eat", 1, "weight", 3)
    told = [(each.score, each.weight) for each in slot(changed, "eat").considerations]
    assert told == [("hunger / 10", 1), ("0.5", 3)]
    changed = move_consideration(changed, "g", "eat", 1, 0)
    assert [each.score for each in slot(changed, "eat").considerations] == ["0.5", "hunger / 10"]
    changed = remove_consideration(remove_consideration(changed, "g", "eat", 0), "g", "eat", 0)
    assert changed == document


def test_each_edit_is_one_step_that_is_undone_and_done_again(document: Document) -> None:
    history: History[Document] = History(document)
    documents = [document]
    for change in (
        lambda now: add_need(now, "g", "r", "fatigue"),
        lambda now: set_effect(now, "g", "sleep", "fatigue", -5),
        lambda now: add_consideration(now, "g", "eat"),
        lambda now: remove_need(now, "g", "r", "fatigue"),
    ):
        documents.append(change(history.document))
        history.commit("Step", documents[-1])
    for before in reversed(documents[:-1]):
        history.undo()
        assert history.document == before
    for after in documents[1:]:
        history.redo()
        assert history.document == after
