"""Edits of behavior trees and decision trees."""

from __future__ import annotations

import pytest

from graphs.edits.refusal import EditRefused
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph, Document, TreeNode
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, decision, document_of, tree

TREE = document_of(
    tree(
        {
            "r": {"kind": "selector", "children": ["a", "b"]},
            "a": {"kind": "sequence", "children": ["c", "d"]},
            "b": {"kind": "inverter", "children": ["e"]},
            "c": "wait",
            "d": "wait",
            "e": "wait",
            "x": {"kind": "sequence", "children": ["y"]},
            "y": "wait",
        },
        loose=["x"],
        layout={"x": {"at": [5, 5]}},
    )
)
QUESTIONS = document_of(
    decision(
        {
            "r": {
                "kind": "ranges",
                "value": {"expr": "d"},
                "branches": [{"child": "a", "upto": 3}, {"child": "b", "upto": 8}, {"child": "a"}],
            },
            "a": "outcome",
            "b": {"kind": "test", "test": "s", "branches": [{"child": "c", "when": False}, {"when": True}]},
            "c": "outcome",
        }
    )
)


def graph(document: Document) -> BehaviorTreeGraph:
    found = document.graphs["g"]
    assert isinstance(found, BehaviorTreeGraph)
    return found


def questions(document: Document) -> DecisionTreeGraph:
    found = document.graphs["g"]
    assert isinstance(found, DecisionTreeGraph)
    return found


def test_a_node_goes_under_its_parent_at_an_index() -> None:
    document, new = edits.add_node(TREE, "g", "wait", REGISTRY, parent="r", index=1, at=(3, 3))
    assert graph(document).nodes["r"].children == ("a", new, "b")
    assert new not in graph(document).layout
    assert graph(document).nodes["a"] is graph(TREE).nodes["a"]


def test_the_first_node_of_an_empty_tree_is_its_root_and_others_are_loose() -> None:
    document, graph_id = edits.add_graph(document_of(tree({}, None)), "behavior_tree")
    document, first = edits.add_node(document, graph_id, "selector", REGISTRY, at=(1, 1))
    document, second = edits.add_node(document, graph_id, "wait", REGISTRY, at=(7.04, 9.96))
    made = document.graphs[graph_id]
    assert isinstance(made, BehaviorTreeGraph)
    assert (made.root, made.loose) == (first, (second,))
    assert made.layout[second].at == (7, 10)
    assert first not in made.layout


def test_a_node_can_be_made_with_its_action() -> None:
    document, new = edits.add_node(TREE, "g", "action", REGISTRY, parent="r", fields={"action": "arrive"})
    assert graph(document).nodes[new].action == "arrive"


@pytest.mark.parametrize(
    ("kind", "parent", "reason"),
    [
        ("wait", "c", "Wait 1 s is a leaf and cannot have children."),
        ("wait", "b", "Inverter takes exactly one child and has one."),
        ("wait", "gone", "This node is no longer in the graph."),
        ("nonsense", "r", "There is no kind 'nonsense' in this graph."),
        ("state", "r", "There is no kind 'state' in this graph."),
    ],
)
def test_adding_is_refused_with_a_reason(kind: str, parent: str, reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.add_node(TREE, "g", kind, REGISTRY, parent=parent)
    assert caught.value.reason == reason


def test_removing_takes_all_below_along() -> None:
    document = edits.remove(TREE, "g", ["a"])
    assert set(graph(document).nodes) == {"r", "b", "e", "x", "y"}
    assert graph(document).nodes["r"].children == ("b",)
    assert edits.remove(TREE, "g", ["gone"]) is TREE


def test_removing_the_root_leaves_none() -> None:
    document = edits.remove(TREE, "g", ["r"])
    assert (graph(document).root, set(graph(document).nodes)) == (None, {"x", "y"})


def test_healing_puts_the_children_in_the_nodes_place() -> None:
    document = edits.remove_and_heal(TREE, "g", ["a"], REGISTRY)
    assert graph(document).nodes["r"].children == ("c", "d", "b")
    assert "a" not in graph(document).nodes


def test_healing_is_refused_where_the_parent_has_no_room() -> None:
    inner = document_of(
        tree(
            {
                "r": {"kind": "inverter", "children": ["s"]},
                "s": {"kind": "sequence", "children": ["a", "b"]},
                "a": "wait",
                "b": "wait",
            }
        )
    )
    with pytest.raises(EditRefused, match="Inverter takes exactly one child"):
        edits.remove_and_heal(inner, "g", ["s"], REGISTRY)
    with pytest.raises(EditRefused, match="several children"):
        edits.remove_and_heal(TREE, "g", ["r"], REGISTRY)


def test_connecting_moves_a_node_and_drops_its_position() -> None:
    document, edge = edits.connect(TREE, "g", "r", "x", REGISTRY, index=0)
    assert edge == ""
    assert graph(document).nodes["r"].children == ("x", "a", "b")
    assert graph(document).loose == ()
    assert "x" not in graph(document).layout
    moved, _ = edits.connect(TREE, "g", "r", "d", REGISTRY)
    assert graph(moved).nodes["a"].children == ("c",)
    assert graph(moved).nodes["r"].children == ("a", "b", "d")


def test_connecting_the_root_below_a_loose_node_makes_that_the_root() -> None:
    document, _ = edits.connect(TREE, "g", "x", "r", REGISTRY)
    assert (graph(document).root, graph(document).loose) == ("x", ())
    assert graph(document).nodes["x"].children == ("y", "r")


def test_disconnecting_makes_a_loose_fragment_where_it_was() -> None:
    document = edits.disconnect(TREE, "g", "a", at=(40, 60))
    assert graph(document).loose == ("x", "a")
    assert graph(document).layout["a"].at == (40, 60)
    with pytest.raises(EditRefused, match="not connected"):
        edits.disconnect(TREE, "g", "x")


def test_children_move_among_their_siblings() -> None:
    assert graph(edits.move_child(TREE, "g", "b", 0)).nodes["r"].children == ("b", "a")
    assert edits.move_child(TREE, "g", "b", 9) is TREE
    assert edits.reorder_children(TREE, "g", "a", ["c", "d"]) is TREE
    with pytest.raises(EditRefused, match="other elements"):
        edits.reorder_children(TREE, "g", "a", ["c"])


def test_reparenting_moves_out_and_in() -> None:
    document = edits.reparent(TREE, "g", "d", "r", REGISTRY, index=1)
    assert graph(document).nodes["r"].children == ("a", "d", "b")
    loose = edits.reparent(TREE, "g", "d", "", REGISTRY, at=(1, 2))
    assert graph(loose).loose == ("x", "d")
    with pytest.raises(EditRefused, match="root cannot move"):
        edits.reparent(TREE, "g", "r", "x", REGISTRY)


def test_the_root_is_exchanged_with_a_loose_top() -> None:
    document = edits.set_root(TREE, "g", "x", REGISTRY)
    assert (graph(document).root, graph(document).loose) == ("x", ("r",))
    assert "x" not in graph(document).layout
    with pytest.raises(EditRefused, match="without a parent"):
        edits.set_root(TREE, "g", "c", REGISTRY)


def test_what_a_parent_knows_of_a_child_moves_with_it() -> None:
    weighted = edits.set_field(TREE, "g", "a", "slot.weight", 2)
    moved = edits.move_child(weighted, "g", "a", 1)
    slot = graph(moved).nodes["a"].slot
    assert slot is not None
    assert slot.weight == 2


# Decision trees


def test_branches_of_a_question_keep_what_decides_when_their_child_goes() -> None:
    document = edits.remove(QUESTIONS, "g", ["b"])
    assert [(branch.child, branch.upto) for branch in questions(document).nodes["r"].branches] == [
        ("a", 3),
        (None, 8),
        ("a", None),
    ]
    assert set(questions(document).nodes) == {"r", "a"}


def test_a_shared_answer_stays_while_another_branch_leads_to_it() -> None:
    document, _ = edits.connect(QUESTIONS, "g", "b", "a", REGISTRY)
    assert [branch.child for branch in questions(document).nodes["b"].branches] == ["c", "a"]
    gone = edits.remove(document, "g", ["b"])
    assert set(questions(gone).nodes) == {"r", "a"}


def test_healing_the_top_of_shared_answers_leaves_them_with_the_other_question() -> None:
    document, loose = edits.add_node(QUESTIONS, "g", "first_of", REGISTRY)
    document, _ = edits.connect(document, "g", loose, "a", REGISTRY)
    healed = edits.remove_and_heal(document, "g", [loose], REGISTRY)
    assert questions(healed).loose == ()
    assert questions(healed).nodes == questions(QUESTIONS).nodes


def test_a_new_child_fills_the_empty_branch() -> None:
    document, new = edits.add_node(QUESTIONS, "g", "outcome", REGISTRY, parent="b")
    branches = questions(document).nodes["b"].branches
    assert [(branch.child, branch.when) for branch in branches] == [("c", False), (new, True)]


def test_the_branches_of_a_new_test_are_false_then_true() -> None:
    document, graph_id = edits.add_graph(QUESTIONS, "decision_tree")
    document, root = edits.add_node(document, graph_id, "test", REGISTRY)
    for _ in range(2):
        document, _ = edits.add_node(document, graph_id, "outcome", REGISTRY, parent=root)
    made = document.graphs[graph_id]
    assert isinstance(made, DecisionTreeGraph)
    assert [branch.when for branch in made.nodes[root].branches] == [False, True]


def test_disconnecting_one_branch_keeps_the_other() -> None:
    document, _ = edits.connect(QUESTIONS, "g", "b", "a", REGISTRY)
    document = edits.disconnect(document, "g", "a", parent="r")
    assert questions(document).loose == ()
    assert [branch.child for branch in questions(document).nodes["r"].branches] == [None, "b", None]
    document = edits.disconnect(document, "g", "a")
    assert questions(document).loose == ("a",)


def test_branch_fields_are_set_and_checked() -> None:
    document = edits.set_branch_field(QUESTIONS, "g", "r", 0, "upto", 4.0)
    assert questions(document).nodes["r"].branches[0].upto == 4
    assert edits.set_branch_field(QUESTIONS, "g", "r", 0, "upto", 3) is QUESTIONS
    with pytest.raises(EditRefused, match="does not fit 'upto'"):
        edits.set_branch_field(QUESTIONS, "g", "r", 0, "upto", "far")
    with pytest.raises(EditRefused, match="no longer there"):
        edits.set_branch_field(QUESTIONS, "g", "r", 7, "upto", 1)


def test_untouched_nodes_stay_the_same_objects() -> None:
    document = edits.set_field(TREE, "g", "c", "note", "x")
    same = [key for key, node in graph(document).nodes.items() if node is graph(TREE).nodes[key]]
    assert set(same) == set(graph(TREE).nodes) - {"c"}
    assert graph(document).layout is graph(TREE).layout


def test_unknown_fields_survive_edits() -> None:
    strange = TREE.model_copy(
        update={
            "graphs": {
                "g": graph(TREE).model_copy(
                    update={"nodes": {**graph(TREE).nodes, "c": TreeNode(kind="wait", glow=3)}}  # type: ignore[call-arg]
                )
            }
        }
    )
    document = edits.set_field(strange, "g", "c", "note", "x")
    assert graph(document).nodes["c"].model_extra == {"glow": 3}
