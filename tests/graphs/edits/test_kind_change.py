"""A node turns into another kind and keeps what still means something."""

from __future__ import annotations

import pytest

from graphs.edits.refusal import EditRefused
from graphs.model import Branch, DecisionNode, Document, StateMachineGraph, StateNode, TreeNode
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, decision, document_of, machine, tree

TREE = document_of(
    tree(
        {
            "r": {
                "kind": "sequence",
                "children": ["a", "b"],
                "guard": {"test": "seen"},
                "services": [{"every": 1, "actions": ["x = 1"]}],
                "params": {"memory": "none"},
                "note": "why",
                "slot": {"weight": 2},
            },
            "a": {"kind": "condition", "test": "seen"},
            "b": {"kind": "wait", "params": {"seconds": 3}},
        }
    )
)
MACHINE = document_of(
    machine(
        {
            "a": {
                "kind": "state",
                "transitions": ["t"],
                "entry": ["x = 1"],
                "activity": {"action": "arrive"},
            },
            "b": {"kind": "state", "children": ["c", "d"], "initial": "c"},
            "c": "state",
            "d": "state",
            "h": {"kind": "choice", "title": "Which", "name": ""},
        },
        {"t": {"targets": ["b"], "guard": "x > 1"}},
    )
)
QUESTION = document_of(
    decision(
        {
            "r": {
                "kind": "ranges",
                "value": {"expr": "d"},
                "branches": [{"child": "a", "upto": 3, "closed": True}, {"child": "b"}],
            },
            "a": {"kind": "outcome", "outcome": "near"},
            "b": {"kind": "outcome", "outcome": "far"},
        }
    )
)


def changed(document: Document, node_id: str, kind: str) -> TreeNode:
    node = edits.change_kind(document, "g", node_id, kind, REGISTRY).graphs["g"].nodes[node_id]
    assert isinstance(node, TreeNode)
    return node


def question(kind: str) -> DecisionNode:
    node = edits.change_kind(QUESTION, "g", "r", kind, REGISTRY).graphs["g"].nodes["r"]
    assert isinstance(node, DecisionNode)
    return node


def state(node_id: str, kind: str) -> StateNode:
    graph = edits.change_kind(MACHINE, "g", node_id, kind, REGISTRY).graphs["g"]
    assert isinstance(graph, StateMachineGraph)
    return graph.nodes[node_id]


def test_a_composite_keeps_children_guard_services_slot_and_fitting_parameters() -> None:
    old = TREE.graphs["g"].nodes["r"]
    new = changed(TREE, "r", "selector")
    assert new == old.model_copy(update={"kind": "selector"})
    assert changed(TREE, "r", "parallel").params == {}


def test_fields_stay_where_the_new_kind_has_them() -> None:
    assert changed(TREE, "a", "wait_until").test == "seen"
    assert changed(TREE, "a", "succeed").test is None
    assert changed(TREE, "b", "delay").params == {"seconds": 3}
    assert changed(TREE, "b", "log").params == {}


def test_untouched_nodes_are_shared_and_the_same_kind_changes_nothing() -> None:
    document = edits.change_kind(TREE, "g", "a", "wait_until", REGISTRY)
    assert all(document.graphs["g"].nodes[each] is TREE.graphs["g"].nodes[each] for each in ("r", "b"))
    assert edits.change_kind(TREE, "g", "a", "condition", REGISTRY) is TREE


@pytest.mark.parametrize(
    ("document", "node", "kind", "reason"),
    [
        (TREE, "r", "wait", "Sequence has 2 children; a wait takes no children."),
        (TREE, "r", "inverter", "Sequence has 2 children; an inverter takes exactly one child."),
        (TREE, "r", "nonsense", "There is no kind 'nonsense' in this graph."),
        (TREE, "gone", "wait", "This node is no longer in the graph."),
        (MACHINE, "b", "final", "b has 2 children; a final takes no children."),
        (MACHINE, "a", "final", "a has transitions of its own; a final has none."),
        (MACHINE, "c", "history", "c is initial, and a machine cannot begin at a history."),
        (QUESTION, "r", "outcome", "Ranges has 2 branches; an outcome takes no branches."),
    ],
)
def test_what_does_not_fit_is_refused(document: Document, node: str, kind: str, reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.change_kind(document, "g", node, kind, REGISTRY)
    assert caught.value.reason == reason
    assert caught.value.remedy


def test_a_call_is_kept_only_where_the_kind_of_graph_can_be_called() -> None:
    document, sub = edits.add_graph(TREE, "behavior_tree")
    document, node = edits.add_node(document, "g", "subtree", REGISTRY, parent="r", fields={"graph": sub})
    assert changed(document, node, "run_machine").graph is None
    assert changed(document, node, "subtree").graph == sub


def test_states_keep_transitions_and_begin_where_they_can() -> None:
    assert state("a", "parallel").activity == MACHINE.graphs["g"].nodes["a"].activity  # type: ignore[union-attr]
    assert state("b", "parallel").initial is None
    assert (state("a", "choice").name, state("a", "choice").title, state("a", "choice").entry) == (
        "",
        "a",
        (),
    )
    assert state("a", "choice").transitions == ("t",)
    assert (state("h", "state").name, state("h", "state").title) == ("Which", "")
    parallel = edits.change_kind(MACHINE, "g", "b", "parallel", REGISTRY)
    again = edits.change_kind(parallel, "g", "b", "state", REGISTRY).graphs["g"].nodes["b"]
    assert isinstance(again, StateNode)
    assert again.initial == "c"


def test_branches_keep_what_the_new_question_knows() -> None:
    assert question("switch").branches == (Branch(child="a"), Branch(child="b", else_=True))
    assert question("switch").value == {"expr": "d"}
    assert question("first_of").value is None
    assert [branch.when for branch in question("test").branches] == [False, True]
    assert [each.child for each in question("random").branches] == ["a", "b"]


def test_an_empty_question_can_become_an_answer() -> None:
    empty = edits.remove(QUESTION, "g", ["a", "b"])
    node = edits.change_kind(empty, "g", "r", "value", REGISTRY).graphs["g"].nodes["r"]
    assert isinstance(node, DecisionNode)
    assert (node.branches, node.value) == ((), {"expr": "d"})
