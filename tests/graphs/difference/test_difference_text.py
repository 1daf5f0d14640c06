"""The lines a reviewer reads."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.difference import difference_json, difference_text, document_difference
from graphs.model import Document
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, decision, document_of, documents_of, machine, tree


def told(old: Document, new: Document) -> list[str]:
    """Return the lines that tell the difference, empty ones left out."""
    text = difference_text(document_difference(old, new), old, new, REGISTRY)
    return [line for line in text.split("\n") if line]


def guard(**fields: Any) -> Document:
    """Return a guard with three states, and fields of its graph replaced."""
    states = {
        "s1": {"kind": "state", "name": "Patrol", "transitions": ["t1"]},
        "s2": {"kind": "state", "name": "Chase", "transitions": ["t2"]},
        "s3": {"kind": "state", "name": "Fight"},
    }
    edges = {"t1": {"targets": ["s2"], "guard": "distance < 5"}, "t2": {"targets": ["s1"]}}
    return document_of({**machine(states, edges), "title": "Guard", **fields})


def test_a_changed_guard_names_graph_transition_and_both_expressions() -> None:
    new = edits.set_field(guard(), "g", "t1", "guard", "distance < 6")
    assert told(guard(), new) == ['Guard › Patrol → Chase: guard "distance < 5" → "distance < 6"']


def test_fields_of_a_state_are_told_by_their_names() -> None:
    new = edits.set_field(
        guard(), "g", "s2", "activity", {"action": "arrive", "params": {"speed": {"expr": "2 * v"}}}
    )
    assert told(guard(), new) == [
        'Guard › Chase: activity set to {"action": "arrive", "params": {"speed": {"expr": "2 * v"}}}'
    ]
    newer = edits.set_field(new, "g", "s2", "activity.params", {"speed": 3})
    assert told(new, newer) == ["Guard › Chase: activity speed 2 * v → 3"]
    assert told(newer, edits.set_field(newer, "g", "s2", "activity.params", {})) == [
        'Guard › Chase: activity params {"speed": 3} removed'
    ]


def test_ids_are_told_as_the_names_of_what_they_name() -> None:
    assert told(guard(), guard(initial="s2")) == ["Guard: initial Patrol → Chase"]
    new = edits.retarget(guard(), "g", "t1", ("s3",), REGISTRY)
    assert told(guard(), new) == ["Guard › Patrol → Fight: targets Chase → Fight"]


def test_a_renamed_state_is_told_by_both_names() -> None:
    assert told(guard(), edits.rename(guard(), "g", "s2", "Hunt")) == ["Guard › Chase renamed to Hunt"]
    assert told(guard(), guard(title="Watch")) == ["Guard renamed to Watch"]


def test_a_node_with_all_below_it_is_one_line() -> None:
    small = document_of(tree({"r": {"kind": "selector", "children": ["a"]}, "a": "succeed"}))
    nodes = {
        "r": {"kind": "selector", "children": ["a", "b"]},
        "a": "succeed",
        "b": {"kind": "sequence", "title": "Attack", "children": ["c", "d"]},
        "c": "succeed",
        "d": {"kind": "inverter", "children": ["e"]},
        "e": "fail",
    }
    large = document_of(tree(nodes))
    assert told(small, large) == ["Tree › Attack added (Sequence) under Selector with 3 nodes"]
    assert told(large, small) == ["Tree › Attack removed (Sequence) with 3 nodes"]


def test_a_removed_state_takes_its_transitions_along() -> None:
    new = edits.remove(guard(), "g", ["s2"])
    assert told(guard(), new) == [
        "Guard › Patrol → Chase removed",
        "Guard › Chase removed (State) with 1 transition",
    ]


def test_moves_say_from_where_to_where_or_after_what() -> None:
    nodes: dict[str, Any] = {
        "r": {"kind": "selector", "children": ["a", "b"]},
        "a": {"kind": "sequence", "title": "Attack", "children": ["x", "y", "z"]},
        "b": {"kind": "sequence", "title": "Flee"},
        "x": "succeed",
        "y": "fail",
        "z": {"kind": "log", "title": "Shout"},
    }

    def with_children(a: list[str], b: list[str]) -> Document:
        changed = {**nodes, "a": {**nodes["a"], "children": a}, "b": {**nodes["b"], "children": b}}
        return document_of(tree(changed))

    old = with_children(["x", "y", "z"], [])
    assert told(old, with_children(["z", "x", "y"], [])) == ["Tree › Shout moved to the front"]
    assert told(old, with_children(["x", "z", "y"], [])) == ["Tree › Shout moved after Succeed"]
    assert told(old, with_children(["x", "y"], ["z"])) == ["Tree › Shout moved from Attack to Flee"]


def test_the_order_and_source_of_transitions_is_told() -> None:
    states: dict[str, Any] = {
        "s1": {"kind": "state", "name": "Patrol", "transitions": ["t1", "t2"]},
        "s2": {"kind": "state", "name": "Chase"},
    }
    edges = {"t1": {"targets": ["s2"]}, "t2": {"targets": ["s1"]}}
    old = document_of(machine(states, edges))
    new = document_of(machine({**states, "s1": {**states["s1"], "transitions": ["t2", "t1"]}}, edges))
    assert told(old, new) == ["Machine › Patrol → Patrol moved to the front"]
    any_state = {**states, "s1": {**states["s1"], "transitions": ["t1"]}}
    assert told(old, document_of(machine(any_state, edges, transitions=["t2"]))) == [
        "Machine › any state → Patrol moved from Patrol to any state"
    ]


def test_branches_are_told_by_what_decides() -> None:
    def choice(branches: list[dict[str, Any]]) -> Document:
        leaves = {each: {"kind": "outcome", "outcome": each} for each in ("near", "far")}
        question = {"kind": "test", "title": "Close?", "test": "d < 3", "branches": branches}
        return document_of(decision({"r": question, **leaves}))

    old = choice([{"child": "near", "when": True}, {"child": "far", "when": False}])
    swapped = choice([{"child": "far", "when": True}, {"child": "near", "when": False}])
    assert told(old, swapped) == [
        "Choice › Close?: branch true to far: leads to near → far",
        "Choice › Close?: branch false to near: leads to far → near",
    ]
    assert told(old, choice([{"child": "near", "when": True}, {"child": "far", "else": True}])) == [
        "Choice › Close?: branch else to far: else set to true",
        "Choice › Close?: branch else to far: when false removed",
    ]


def test_declarations_are_told_by_kind_and_name() -> None:
    old = guard()
    new, name = edits.add_variable(old, "health", "float")
    assert told(old, new) == ["variable health added"]
    new2 = edits.set_variable_field(new, name, "max", 100)
    assert told(new, new2) == ["variable health: max set to 100"]
    assert told(new2, edits.set_variable_field(new2, name, "max", 120)) == ["variable health: max 100 → 120"]
    with_event = document_of(tree({"r": "wait"}), events={"noise.loud": {"payload": {"at": "vector"}}})
    louder = document_of(tree({"r": "wait"}), events={"noise.loud": {"payload": {"at": "entity"}}})
    assert told(with_event, louder) == ['event noise.loud: payload at "vector" → "entity"']
    parameters = {"speed": {"type": "float", "direction": "in"}}
    assert told(guard(), guard(parameters=parameters)) == ["Guard › parameter speed added"]


def test_the_canvas_is_one_line_for_each_graph() -> None:
    new = edits.move(edits.move(guard(), "g", {"s1": (5, 5)}), "g", {"s3": (9, 9)})
    assert told(guard(), new) == ["Guard: moved on the canvas: Patrol, Fight"]


def test_the_document_its_root_and_its_graphs_are_told() -> None:
    old = documents_of({"a": tree({"r": "wait"}), "b": {**tree({"r": "wait"}), "title": "Walk"}})
    assert told(old, old.model_copy(update={"root": "b"})) == ["Document: root Tree → Walk"]
    assert told(old, old.model_copy(update={"graphs": {"a": old.graphs["a"]}})) == [
        "Walk removed (behavior tree, 1 node)"
    ]


def test_graphs_are_apart_and_the_root_is_first() -> None:
    old = documents_of({"z": {**tree({"r": "wait"}), "title": "Root"}, "a": tree({"r": "wait"})})
    new = edits.set_field(edits.set_field(old, "a", "r", "note", "x"), "z", "r", "note", "y")
    text = difference_text(document_difference(old, new), old, new, REGISTRY)
    assert text == 'Root › Wait 1 s: note set to "y"\n\nTree › Wait 1 s: note set to "x"\n'


def test_a_long_value_is_cut() -> None:
    old = document_of(tree({"r": "wait"}))
    new = document_of(tree({"r": {"kind": "wait", "note": "long " * 100}}))
    (line,) = told(old, new)
    assert len(line) < 180
    assert line.endswith("…")


@pytest.mark.parametrize("key", ["what", "part", "path", "text"])
def test_every_entry_for_machines_has_the_same_keys(key: str) -> None:
    new = edits.set_field(guard(), "g", "t1", "guard", None)
    value: Any = difference_json(document_difference(guard(), new), guard(), new, REGISTRY)
    assert value["format"] == "mindloom-difference"
    (entry,) = value["differences"]
    assert key in entry
    assert entry == {
        "what": "changed",
        "part": "edge",
        "path": "graphs.g.edges.t1.guard",
        "graph": "g",
        "element": "t1",
        "field": "guard",
        "old": "distance < 5",
        "text": 'Guard › Patrol → Chase: guard "distance < 5" removed',
    }
