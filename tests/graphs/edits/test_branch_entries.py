"""Branches are added before the one that takes the rest, and removed without losing what hangs there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.edits.attaching import add_branch, remove_branch
from graphs.edits.refusal import EditRefused
from graphs.model import DecisionNode, Document


def decision(branches: list[dict[str, Any]], kind: str = "ranges") -> Document:
    leaves = {name: {"kind": "outcome", "outcome": name} for name in "abc"}
    root = {"kind": kind, "value": {"expr": "d"}, "branches": branches}
    graph = {"kind": "decision_tree", "root": "q", "nodes": {"q": root, **leaves}}
    value = {"format": "mindloom", "version": 1, "root": "g", "graphs": {"g": graph}}
    return Document.model_validate_json(json.dumps(value))


def branches_of(document: Document) -> list[dict[str, Any]]:
    node = document.graphs["g"].nodes["q"]
    assert isinstance(node, DecisionNode)
    return [branch.model_dump(exclude_defaults=True, by_alias=True) for branch in node.branches]


def loose_of(document: Document) -> tuple[str, ...]:
    graph = document.graphs["g"]
    assert graph.kind == "decision_tree"
    return graph.loose


def test_a_new_branch_of_ranges_gets_a_bound_before_the_last_one():
    document = decision([{"child": "a", "upto": 5}, {"child": "b"}])
    assert branches_of(add_branch(document, "g", "q")) == [
        {"child": "a", "upto": 5},
        {"upto": 6},
        {"child": "b"},
    ]
    assert branches_of(document) == [{"child": "a", "upto": 5}, {"child": "b"}]
    assert branches_of(add_branch(decision([]), "g", "q")) == [{"upto": 0}]


@pytest.mark.parametrize("kind", ["switch", "first_of", "table"])
def test_a_new_branch_stands_before_the_one_that_takes_the_rest(kind):
    document = decision([{"child": "a"}, {"child": "b", "else": True}], kind)
    assert branches_of(add_branch(document, "g", "q")) == [{"child": "a"}, {}, {"child": "b", "else": True}]


def test_a_new_branch_to_draw_stands_last():
    assert branches_of(add_branch(decision([{"child": "a"}], "random"), "g", "q")) == [{"child": "a"}, {}]


def test_what_a_removed_branch_led_to_becomes_loose():
    document = remove_branch(decision([{"child": "a", "upto": 5}, {"child": "b"}]), "g", "q", 0)
    assert branches_of(document) == [{"child": "b"}]
    assert loose_of(document) == ("a",)


def test_a_child_that_another_branch_leads_to_stays_where_it_is():
    document = remove_branch(decision([{"child": "a", "upto": 5}, {"child": "a"}]), "g", "q", 1)
    assert branches_of(document) == [{"child": "a", "upto": 5}]
    assert loose_of(document) == ()


@pytest.mark.parametrize(("kind", "node"), [("test", "q"), ("random", "a")])
def test_a_node_that_takes_no_more_branches_refuses(kind, node):
    with pytest.raises(EditRefused, match="takes no more branches"):
        add_branch(decision([{"child": "a"}], kind), "g", node)


def test_a_branch_of_a_test_and_one_that_is_gone_are_refused():
    with pytest.raises(EditRefused, match="A test has a branch for true and one for false"):
        remove_branch(decision([{"child": "a", "when": True}], "test"), "g", "q", 0)
    with pytest.raises(EditRefused, match="no longer there"):
        remove_branch(decision([{"child": "a"}]), "g", "q", 1)
