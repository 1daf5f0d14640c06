"""Differences between documents: complete, by id, and blind to the order of keys."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.checks.rules.problem import Place
from graphs.difference import Difference, difference_json, difference_text, document_difference
from graphs.difference.difference import moved_members
from graphs.files.document_file import document_to_bytes
from graphs.model import Document
from graphs.model.document import empty_document
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, decision, document_of, documents_of, machine, tree
from tests.graphs.random_changes import changed_values
from tests.graphs.random_documents import document_from_value, document_values, documents
from tests.graphs.wanting_documents import LOW, sheet, wanting


@given(documents())
def test_a_document_does_not_differ_from_itself_loaded_anew(document: Document) -> None:
    again = document_from_value(document.model_dump(mode="json"))
    assert document_difference(document, again) == ()
    assert difference_text((), document, again, REGISTRY) == ""


@given(st.data())
def test_there_is_a_difference_exactly_if_the_bytes_differ(data: st.DataObject) -> None:
    value = data.draw(document_values())
    old, new = document_from_value(value), document_from_value(data.draw(changed_values(value)))
    found = document_difference(old, new)
    assert bool(found) == (document_to_bytes(old) != document_to_bytes(new))
    assert len(set(map(_key, found))) == len(found)


@given(documents(), documents())
def test_any_two_documents_can_be_compared_and_told(old: Document, new: Document) -> None:
    found = document_difference(old, new)
    assert bool(found) == (document_to_bytes(old) != document_to_bytes(new))
    text = difference_text(found, old, new, REGISTRY)
    assert bool(text.strip()) == bool(found)
    value = difference_json(found, old, new, REGISTRY)
    assert json.loads(json.dumps(value)) == value
    assert len(value["differences"]) == len(found)  # type: ignore[arg-type]


@given(st.data())
def test_the_way_back_has_what_was_added_as_removed(data: st.DataObject) -> None:
    value = data.draw(document_values())
    old, new = document_from_value(value), document_from_value(data.draw(changed_values(value)))
    there = {
        (element.place.graph, element.place.element)
        for element in _elements(document_difference(old, new), "added")
    }
    back = {
        (each.place.graph, each.place.element) for each in _elements(document_difference(new, old), "removed")
    }
    assert there == back


@given(st.lists(st.integers(0, 30), unique=True), st.randoms(use_true_random=False))
def test_moving_the_moved_members_brings_the_old_order_to_the_new(old: list[int], random: Any) -> None:
    new = [*old]
    random.shuffle(new)
    moved = moved_members(old, new)
    assert [each for each in old if each not in moved] == [item for item in new if item not in moved]


def test_one_member_that_jumps_is_the_only_one_moved() -> None:
    assert moved_members("abcdef", "fabcde") == {"f"}
    assert moved_members("abcdef", "bcdefa") == {"a"}
    assert moved_members("abc", "axbyc") == frozenset()


def test_key_order_is_no_difference_and_a_type_is_one() -> None:
    def wait(params: dict[str, Any]) -> Document:
        return document_of(tree({"r": {"kind": "wait", "params": params}}))

    assert document_difference(wait({"a": 1, "b": 2}), wait({"b": 2, "a": 1})) == ()
    (only,) = document_difference(wait({"a": 1}), wait({"a": True}))
    assert (only.what, only.place, only.old, only.new) == ("changed", Place("g", "r", "params.a"), 1, True)


def test_a_guard_of_a_transition_is_one_changed_field() -> None:
    old, new = (
        document_of(
            machine(
                {"a": "state", "b": "state"}, {"t": {"targets": ["b"], "guard": guard}}, transitions=["t"]
            )
        )
        for guard in ("distance < 5", "distance < 6")
    )
    (only,) = document_difference(old, new)
    assert only == Difference("changed", "edge", Place("g", "t", "guard"), "distance < 5", "distance < 6")


def test_a_moved_subtree_is_one_move_and_nothing_below_it_differs() -> None:
    nodes = {"r": _seq("a", "b"), "a": _seq("x"), "b": _seq("y"), "x": _seq("z"), "y": "wait", "z": "wait"}
    old = document_of(tree(nodes))
    new = document_of(tree({**nodes, "a": _seq(), "b": _seq("y", "x")}))
    (only,) = document_difference(old, new)
    assert (only.what, only.place.element) == ("moved", "x")
    assert only.old == {"parent": "a", "list": "children", "index": 0}
    assert only.new == {"parent": "b", "list": "children", "index": 1}


def test_an_insertion_moves_none_of_its_siblings() -> None:
    old = document_of(tree({"r": _seq("a", "b"), "a": "wait", "b": "wait"}))
    new = document_of(tree({"r": _seq("n", "a", "b"), "a": "wait", "b": "wait", "n": "wait"}))
    assert [(each.what, each.place.element) for each in document_difference(old, new)] == [("added", "n")]


def test_the_canvas_is_told_apart_and_last() -> None:
    old = document_of(tree({"r": "wait"}, layout={"r": {"at": [0, 0]}}))
    new = document_of(tree({"r": {"kind": "wait", "note": "x"}}, layout={"r": {"at": [5, 0]}}))
    found = document_difference(old, new)
    assert [(each.what, each.only_canvas) for each in found] == [("changed", False), ("placed", True)]


def test_the_place_of_what_came_or_went_goes_with_it() -> None:
    old = document_of(tree({"r": _seq()}))
    new = document_of(tree({"r": _seq("a"), "a": "wait"}, layout={"a": {"at": [5, 0]}}))
    assert [each.what for each in document_difference(old, new)] == ["added"]


def test_a_renamed_variable_is_one_difference_with_its_followers() -> None:
    old = document_of(
        tree({"r": {"kind": "condition", "test": "hp > 3"}}), variables={"hp": {"type": "float", "max": 9}}
    )
    new = edits.rename_variable(old, "hp", "health")
    (only,) = document_difference(old, new)
    assert (only.what, only.part, only.old, only.new, only.followers) == (
        "renamed",
        "variable",
        "hp",
        "health",
        1,
    )


def test_a_rename_that_the_expressions_did_not_follow_is_no_rename() -> None:
    old, new = (
        document_of(tree({"r": {"kind": "condition", "test": "hp > 3"}}), variables={name: {"type": "float"}})
        for name in ("hp", "health")
    )
    assert {(each.what, each.place.field) for each in document_difference(old, new)} == {
        ("removed", "variables.hp"),
        ("added", "variables.health"),
    }


def test_a_rename_and_a_change_in_a_follower_are_two_differences() -> None:
    old = document_of(
        tree({"r": _seq("a", "b"), "a": _ask("hp > 3"), "b": _ask("hp < 9")}),
        variables={"hp": {"type": "float"}},
    )
    renamed = edits.rename_variable(old, "hp", "health")
    new = edits.set_field(renamed, "g", "b", "test", "health < 10")
    found = document_difference(old, new)
    assert [(each.what, each.old, each.new) for each in found] == [
        ("renamed", "hp", "health"),
        ("changed", "health < 9", "health < 10"),
    ]


def test_branches_are_matched_by_what_decides() -> None:
    old, new = (
        document_of(decision({"r": {"kind": "ranges", "value": "d", "branches": branches}, **_leaves("abc")}))
        for branches in (
            [{"child": "a", "upto": 3}, {"child": "b", "upto": 5}, {"child": "c"}],
            [{"child": "a", "upto": 4}, {"child": "c", "upto": 5}, {"child": "b"}],
        )
    )
    found = {
        (each.what, each.place.field, str(each.old), str(each.new)) for each in document_difference(old, new)
    }
    assert ("changed", "branches.1.child", "b", "c") in found
    assert ("changed", "branches.0.upto", "3", "4") in found


def test_a_new_graph_is_one_difference() -> None:
    old = documents_of({"a": tree({"r": "wait"})})
    new = documents_of({"a": tree({"r": "wait"}), "b": tree({"r": "wait"})})
    assert [(each.what, each.part, each.place.graph) for each in document_difference(old, new)] == [
        ("added", "graph", "b")
    ]
    assert document_difference(empty_document(), empty_document()) == ()


@pytest.mark.parametrize("listed", [["gone"], ["a", "a"]], ids=["dangling", "twice"])
def test_lists_of_a_broken_document_are_compared_too(listed: list[str]) -> None:
    old = document_of(tree({"r": _seq("a"), "a": "wait"}))
    new = document_of(tree({"r": {"kind": "sequence", "children": ["a", *listed]}, "a": "wait"}))
    assert [(each.what, each.place) for each in document_difference(old, new)] == [
        ("changed", Place("g", "r", "children"))
    ]


def _seq(*children: str) -> dict[str, Any]:
    return {"kind": "sequence", "children": [*children]}


def _ask(test: str) -> dict[str, Any]:
    return {"kind": "condition", "test": test}


def _leaves(ids: str) -> dict[str, Any]:
    return {each: {"kind": "outcome", "outcome": each} for each in ids}


def _elements(found: tuple[Difference, ...], what: str) -> list[Difference]:
    return [each for each in found if each.what == what and each.part in ("node", "edge", "graph")]


def _key(one: Difference) -> tuple[object, ...]:
    return (one.what, one.part, one.place, repr(one.old), repr(one.new))


def test_curves_and_sheets_differ_by_name_and_field() -> None:
    old = wanting()
    danger = sheet(rules=[])
    danger["inputs"]["hp"]["sets"]["low"] = {**LOW, "at": [0, 3, 5]}
    new = wanting(
        curves={"urge": {"shape": "logistic", "high": 9, "at": [5]}, "wish": {}}, sheets={"danger": danger}
    )
    found = document_difference(old, new)
    assert {(each.what, each.part, each.place.field) for each in found} == {
        ("changed", "curve", "curves.urge.at"),
        ("added", "curve", "curves.wish"),
        ("changed", "sheet", "sheets.danger.inputs.hp.sets.low.at"),
        ("changed", "sheet", "sheets.danger.rules"),
    }
    lines = difference_text(found, old, new, REGISTRY)
    assert "curve wish added" in lines
    assert "curve urge: at [4] → [5]" in lines
    assert "sheet danger: inputs hp sets low at [0, 2, 5] → [0, 3, 5]" in lines


def test_a_renamed_curve_is_one_difference_with_what_follows_it() -> None:
    old = wanting()
    curve = {"shape": "logistic", "high": 9, "at": [4]}
    edited = wanting(curves={"wish": curve})
    text = json.dumps(edited.model_dump(mode="json", by_alias=True)).replace("curve urge", "curve wish")
    new = Document.model_validate_json(text)
    (one,) = document_difference(old, new)
    assert (one.what, one.part, one.old, one.new, one.followers) == ("renamed", "curve", "urge", "wish", 1)


def test_slots_needs_and_moods_differ_by_field() -> None:
    old = wanting()
    new = wanting(
        slot={"effects": {"hunger": -4}}, moods={"every": 3}, matrix={"calm": {"mad": 0.5}, "mad": {"mad": 1}}
    )
    found = {(each.place.element, each.place.field) for each in document_difference(old, new)}
    assert found == {
        ("eat", "slot.effects.hunger"),
        ("", "moods.every"),
        ("hurt", "matrix.calm.mad"),
    }
