"""Pull a node out from between its neighbors, which are joined."""

from __future__ import annotations

import pytest

from graphs.edits.refusal import EditRefused
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph, Document, StateMachineGraph
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, document_of, machine, tree
from tests.graphs.invariants import broken_invariants

TREE = document_of(
    tree(
        {
            "r": {"kind": "selector", "children": ["a", "b"]},
            "a": {"kind": "sequence", "children": ["c", "d"]},
            "b": {"kind": "inverter", "children": ["e"]},
            "c": "wait",
            "d": "wait",
            "e": {"kind": "sequence", "children": ["f", "g"]},
            "f": "wait",
            "g": "wait",
        }
    )
)
MACHINE = document_of(
    machine(
        {
            "a": {"kind": "state", "transitions": ["ab"]},
            "b": {
                "kind": "state",
                "transitions": ["bc", "bb", "bd"],
                "children": ["inner"],
                "initial": "inner",
            },
            "inner": "state",
            "c": "state",
            "d": "state",
        },
        {
            "ab": {"guard": "x", "targets": ["b"]},
            "bc": {"targets": ["c"]},
            "bb": {"event": "again", "targets": ["b"]},
            "bd": {"targets": ["d"]},
        },
        initial="b",
    )
)


def _tree(document: Document) -> BehaviorTreeGraph:
    graph = document.graphs["g"]
    assert isinstance(graph, BehaviorTreeGraph)
    assert broken_invariants(document) == []
    return graph


def test_children_take_the_place_of_a_tree_node_which_becomes_loose() -> None:
    graph = _tree(edits.pull_out(TREE, "g", "a", REGISTRY, at=(7, 8)))
    assert graph.nodes["r"].children == ("c", "d", "b")
    assert graph.nodes["a"].children == ()
    assert graph.loose == ("a",)
    assert graph.layout["a"].at == (7, 8)


def test_a_leaf_only_leaves_its_parent() -> None:
    graph = _tree(edits.pull_out(TREE, "g", "c", REGISTRY))
    assert graph.nodes["a"].children == ("d",)
    assert graph.loose == ("c",)


def test_a_parent_without_room_refuses_the_children() -> None:
    with pytest.raises(EditRefused):
        edits.pull_out(TREE, "g", "e", REGISTRY)


def test_a_root_with_several_children_cannot_be_pulled_out() -> None:
    with pytest.raises(EditRefused) as refused:
        edits.pull_out(TREE, "g", "r", REGISTRY)
    assert refused.value.remedy


def test_the_only_child_of_a_root_becomes_the_root() -> None:
    document = document_of(tree({"r": {"kind": "inverter", "children": ["a"]}, "a": "wait"}))
    graph = _tree(edits.pull_out(document, "g", "r", REGISTRY))
    assert graph.root == "a"
    assert graph.loose == ("r",)


def test_the_first_branch_of_a_question_takes_its_place_and_the_others_stay_with_it() -> None:
    nodes = {
        "q": {
            "kind": "test",
            "test": "x",
            "branches": [{"child": "p", "when": False}, {"child": "w", "when": True}],
        },
        "p": {
            "kind": "test",
            "test": "y",
            "branches": [{"child": "u", "when": False}, {"child": "v", "when": True}],
        },
        **{each: {"kind": "outcome", "outcome": each} for each in "uvw"},
    }
    document = document_of({"kind": "decision_tree", "root": "q", "nodes": nodes})
    changed = edits.pull_out(document, "g", "p", REGISTRY)
    graph = changed.graphs["g"]
    assert isinstance(graph, DecisionTreeGraph)
    assert [branch.child for branch in graph.nodes["q"].branches] == ["u", "w"]
    assert [branch.child for branch in graph.nodes["p"].branches] == [None, "v"]
    assert graph.loose == ("p",)
    assert broken_invariants(changed) == []


def test_an_outcome_that_branches_share_leaves_them_all() -> None:
    nodes = {
        "q": {
            "kind": "test",
            "test": "x",
            "branches": [{"child": "w", "when": False}, {"child": "w", "when": True}],
        },
        "w": {"kind": "outcome", "outcome": "w"},
    }
    document = document_of({"kind": "decision_tree", "root": "q", "nodes": nodes})
    changed = edits.pull_out(document, "g", "w", REGISTRY)
    graph = changed.graphs["g"]
    assert isinstance(graph, DecisionTreeGraph)
    assert [branch.child for branch in graph.nodes["q"].branches] == [None, None]
    assert graph.loose == ("w",)
    assert broken_invariants(changed) == []


def test_transitions_into_a_state_go_on_to_where_it_led() -> None:
    document = edits.pull_out(MACHINE, "g", "b", REGISTRY)
    graph = document.graphs["g"]
    assert isinstance(graph, StateMachineGraph)
    assert graph.edges["ab"].targets == ("c",)
    assert graph.edges["ab"].guard == "x"
    assert set(graph.edges) == {"ab", "bb"}
    assert graph.nodes["b"].transitions == ("bb",)
    assert graph.nodes["b"].children == ("inner",)
    assert graph.nodes["b"].initial == "inner"
    assert graph.initial == "c"
    assert broken_invariants(document) == []


def test_a_state_that_leads_nowhere_loses_what_led_to_it() -> None:
    document = edits.pull_out(MACHINE, "g", "d", REGISTRY)
    graph = document.graphs["g"]
    assert isinstance(graph, StateMachineGraph)
    assert set(graph.edges) == {"ab", "bc", "bb"}
    assert broken_invariants(document) == []


def test_a_state_that_nothing_joins_is_refused() -> None:
    with pytest.raises(EditRefused):
        edits.pull_out(MACHINE, "g", "inner", REGISTRY)
