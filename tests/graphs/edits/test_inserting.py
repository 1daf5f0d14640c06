"""A node goes between parent and child, or into the middle of a transition."""

from __future__ import annotations

import pytest

from graphs.edits.refusal import EditRefused
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph, Document, StateMachineGraph, TreeNode
from graphs.structure.queries import parent_of, source_of
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, decision, document_of, machine, tree

TREE = document_of(
    tree(
        {
            "r": {"kind": "selector", "children": ["a", "b"]},
            "a": {"kind": "sequence", "children": ["c"], "slot": {"weight": 3}},
            "b": "wait",
            "c": "wait",
            "x": {"kind": "inverter"},
            "full": {"kind": "inverter", "children": ["y"]},
            "y": "wait",
        },
        loose=["x", "full"],
        layout={"x": {"at": [5, 5]}, "full": {"at": [50, 50]}},
    )
)
MACHINE = document_of(
    machine(
        {
            "a": {"kind": "state", "transitions": ["t", "i"]},
            "b": "state",
            "box": {"kind": "state", "children": ["c", "d"], "initial": "c"},
            "c": {"kind": "state", "transitions": ["u"]},
            "d": "state",
            "f": "final",
        },
        {
            "t": {"event": "done", "guard": "x > 1", "actions": ["x = 0"], "targets": ["b"], "delay": 2},
            "i": {"actions": ["x = 1"]},
            "u": {"targets": ["d"]},
            "any": {"targets": ["d"], "interrupt": True},
        },
        transitions=["any"],
        layout={"a": {"at": [0, 0]}, "b": {"at": [200, 100]}, "c": {"at": [10, 40]}},
    )
)


def graph(document: Document) -> BehaviorTreeGraph:
    found = document.graphs["g"]
    assert isinstance(found, BehaviorTreeGraph)
    return found


def states(document: Document) -> StateMachineGraph:
    found = document.graphs["g"]
    assert isinstance(found, StateMachineGraph)
    return found


def test_a_loose_node_goes_between_parent_and_child_and_takes_the_slot() -> None:
    document = edits.insert_on_edge(TREE, "g", "a", "x", REGISTRY)
    made = graph(document)
    assert (made.nodes["r"].children, made.nodes["x"].children) == (("x", "b"), ("a",))
    assert isinstance(made.nodes["x"].slot, type(graph(TREE).nodes["a"].slot))
    assert (made.nodes["a"].slot, made.loose) == (None, ("full",))
    assert "x" not in made.layout
    assert all(made.nodes[each] is graph(TREE).nodes[each] for each in ("b", "c", "full", "y"))


def test_a_node_goes_above_a_root_and_above_a_loose_top() -> None:
    assert graph(edits.insert_on_edge(TREE, "g", "r", "x", REGISTRY)).root == "x"
    made = graph(edits.insert_on_edge(TREE, "g", "full", "x", REGISTRY))
    assert (made.loose, made.nodes["x"].children) == (("x",), ("full",))
    assert made.layout["x"].at == (50, 50)
    assert "full" not in made.layout


def test_a_new_node_is_made_in_between() -> None:
    document, new = edits.add_on_edge(TREE, "g", "c", "retry", REGISTRY, fields={"params": {"count": 3}})
    node = graph(document).nodes[new]
    assert isinstance(node, TreeNode)
    assert (node.children, node.params, graph(document).nodes["a"].children) == (("c",), {"count": 3}, (new,))
    assert graph(document).loose == graph(TREE).loose


@pytest.mark.parametrize(
    ("child", "node", "reason"),
    [
        ("a", "b", "Wait 1 s is a leaf and cannot have children."),
        ("a", "full", "Inverter takes exactly one child and has one."),
        ("a", "r", "The node is at this connection already."),
        ("c", "r", "The tree would run in a circle."),
        ("r", "a", "The tree would run in a circle."),
        ("y", "r", "The root cannot move below another node."),
        ("gone", "x", "This node is no longer in the graph."),
    ],
)
def test_an_impossible_place_is_refused(child: str, node: str, reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.insert_on_edge(TREE, "g", child, node, REGISTRY)
    assert caught.value.reason == reason


def test_a_question_goes_into_the_branches_of_one_parent_only() -> None:
    document = document_of(
        decision(
            {
                "r": {
                    "kind": "test",
                    "test": "s",
                    "branches": [{"child": "q", "when": False}, {"child": "x"}],
                },
                "q": {"kind": "first_of", "branches": [{"child": "x", "test": "s"}, {"else": True}]},
                "x": "outcome",
            }
        )
    )
    document, new = edits.add_on_edge(document, "g", "x", "random", REGISTRY, parent="q")
    made = document.graphs["g"]
    assert isinstance(made, DecisionTreeGraph)
    assert [branch.child for branch in made.nodes["r"].branches] == ["q", "x"]
    assert [(each.child, each.test) for each in made.nodes["q"].branches] == [(new, "s"), (None, None)]
    assert [item.child for item in made.nodes[new].branches] == ["x"]


def test_a_transition_is_split_and_its_first_half_keeps_what_it_says() -> None:
    document = edits.insert_on_edge(MACHINE, "g", "t", "d", REGISTRY)
    made = states(document)
    first = made.edges["t"]
    assert first == states(MACHINE).edges["t"].model_copy(update={"targets": ("d",)})
    (rest,) = made.nodes["d"].transitions
    assert (made.edges[rest].targets, made.edges[rest].guard, made.edges[rest].events) == (
        ("b",),
        None,
        ("tick",),
    )
    assert all(made.nodes[each] is states(MACHINE).nodes[each] for each in ("a", "b", "c"))


def test_a_new_state_stands_half_way_in_the_box_of_both_ends() -> None:
    document, new = edits.add_on_edge(MACHINE, "g", "t", "state", REGISTRY)
    assert states(document).layout[new].at == (100, 50)
    assert (parent_of(states(document), new), states(document).initial) == ("", "a")
    document, new = edits.add_on_edge(MACHINE, "g", "u", "state", REGISTRY)
    assert parent_of(states(document), new) == "box"
    document, new = edits.add_on_edge(MACHINE, "g", "any", "state", REGISTRY, at=(7, 8))
    assert (parent_of(states(document), new), states(document).layout[new].at) == ("", (7, 8))
    assert source_of(states(document), "any") == ""


def test_a_choice_in_a_transition_goes_on_by_else() -> None:
    document, new = edits.add_on_edge(MACHINE, "g", "t", "choice", REGISTRY)
    (rest,) = states(document).nodes[new].transitions
    assert states(document).edges[rest].else_


@pytest.mark.parametrize(
    ("edge", "node", "reason"),
    [
        ("i", "d", "This transition leads nowhere."),
        ("t", "a", "The state is at this transition already."),
        ("t", "b", "The state is at this transition already."),
        ("t", "f", "f is final and has no way out."),
        ("gone", "d", "This transition is no longer in the graph."),
    ],
)
def test_a_transition_that_cannot_be_split_is_left_alone(edge: str, node: str, reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.insert_on_edge(MACHINE, "g", edge, node, REGISTRY)
    assert caught.value.reason == reason
