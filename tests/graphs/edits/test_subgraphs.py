"""Branches become graphs that are called, and calls become branches again."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.checks.checker import check_document
from graphs.edits.refusal import EditRefused
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph, Document, TreeNode
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, decision, document_of, documents_of, tree

VARIABLES: dict[str, Any] = {
    "variables": {"health": {"type": "float"}, "mode": {"type": "enum", "values": ["on", "off"]}},
}
TREE = document_of(
    tree(
        {
            "r": {"kind": "selector", "children": ["a", "b", "c"]},
            "a": {
                "kind": "sequence",
                "children": ["a1", "a2", "a3"],
                "guard": {"test": "alarm", "abort": "lower"},
                "slot": {"weight": 2},
            },
            "a1": {"kind": "condition", "test": "count < most and health > 3"},
            "a2": {"kind": "set", "actions": ["count = count + 1", "set hit"]},
            "a3": {"kind": "wait", "params": {"seconds": {"expr": "pause"}}},
            "b": "wait",
            "c": "wait",
            "x": "wait",
        },
        loose=["x"],
        layout={"x": {"at": [9, 9]}},
        parameters={"most": {"type": "int", "direction": "in", "max": 9}},
        variables={
            "count": {"type": "int"},
            "pause": {"type": "float"},
            "hit": {"type": "trigger"},
            "alarm": {"type": "bool"},
        },
    ),
    **VARIABLES,
)


def graph(document: Document, graph_id: str = "g") -> BehaviorTreeGraph:
    found = document.graphs[graph_id]
    assert isinstance(found, BehaviorTreeGraph)
    return found


def node(document: Document, node_id: str, graph_id: str = "g") -> TreeNode:
    return graph(document, graph_id).nodes[node_id]


def errors(document: Document) -> list[str]:
    return [str(each) for each in check_document(document, REGISTRY) if each.severity == "error"]


def test_a_branch_becomes_a_graph_with_the_parameters_it_needs() -> None:
    document, new, call = edits.wrap_into_subgraph(TREE, "g", ["a", "a2"], REGISTRY, title="Alarm")
    made, called = graph(document), graph(document, new)
    assert made.nodes["r"].children == (call, "b", "c")
    assert (called.title, called.root, set(called.nodes)) == ("Alarm", "a", {"a", "a1", "a2", "a3"})
    kinds = {name: (key.type, key.direction) for name, key in called.parameters.items()}
    assert kinds == {
        "count": ("int", "inout"),
        "hit": ("trigger", "inout"),
        "most": ("int", "in"),
        "pause": ("float", "in"),
    }
    assert called.parameters["most"].max == 9
    assert node(document, call).arguments == {
        "count": {"variable": "count"},
        "hit": {"variable": "hit"},
        "most": {"expr": "most"},
        "pause": {"expr": "pause"},
    }
    assert errors(document) == errors(TREE) == []


def test_what_the_parent_knows_and_what_aborts_lower_branches_stays_at_the_call() -> None:
    document, new, call = edits.wrap_into_subgraph(TREE, "g", ["a"], REGISTRY)
    old = node(TREE, "a")
    assert (node(document, call).guard, node(document, call).slot) == (old.guard, old.slot)
    assert (node(document, "a", new).guard, node(document, "a", new).slot) == (None, None)
    assert all(node(document, each, new) is node(TREE, each) for each in ("a1", "a2", "a3"))
    assert all(node(document, item) is node(TREE, item) for item in ("b", "c", "x"))


def test_neighbors_get_a_root_like_their_parent() -> None:
    document, new, call = edits.wrap_into_subgraph(TREE, "g", ["c", "b"], REGISTRY)
    root = graph(document, new).root
    assert root is not None
    assert (node(document, root, new).kind, node(document, root, new).children) == ("selector", ("b", "c"))
    assert node(document, "r").children == ("a", call)


def test_the_root_and_a_loose_top_can_be_wrapped() -> None:
    document, _, call = edits.wrap_into_subgraph(TREE, "g", ["r"], REGISTRY)
    assert graph(document).root == call
    document, new, call = edits.wrap_into_subgraph(TREE, "g", ["x"], REGISTRY)
    assert (graph(document).loose, graph(document).layout[call].at) == ((call,), (9, 9))
    assert set(graph(document).layout) == {call}
    assert graph(document, new).layout == {}


def test_a_branch_placed_freely_leaves_no_place_behind() -> None:
    places = {"": {"at": [0, 0]}, "r": {"at": [0, 0]}, "a": {"at": [40, 80]}}
    document = document_of(
        tree({"r": {"kind": "selector", "children": ["a"]}, "a": "wait"}, layout=places, loose=[])
    )
    changed, called, call = edits.wrap_into_subgraph(document, "g", ["a"], REGISTRY)
    assert set(graph(changed).layout) == {"", "r", call}
    assert "a" in graph(changed, called).layout


@pytest.mark.parametrize(
    ("ids", "reason"),
    [
        (["a", "c"], "The branches are not neighbors."),
        (["a", "x"], "The branches are not neighbors."),
        (["x", "r"], "Several branches can only be wrapped under one sequence or selector."),
        ([], "Nothing is selected that can be wrapped."),
        (["gone"], "This node is no longer in the graph."),
    ],
)
def test_what_is_no_branch_is_not_wrapped(ids: list[str], reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.wrap_into_subgraph(TREE, "g", ids, REGISTRY)
    assert caught.value.reason == reason


def test_unwrapping_undoes_wrapping() -> None:
    for ids in (["a"], ["r"], ["x"], ["a2"]):
        wrapped, new, call = edits.wrap_into_subgraph(TREE, "g", ids, REGISTRY)
        document, top = edits.unwrap_subgraph(wrapped, "g", call, REGISTRY)
        assert top == ids[0]
        assert new not in document.graphs
        assert document == TREE


CALLER = documents_of(
    {
        "g": tree(
            {
                "r": {"kind": "sequence", "children": ["call", "other"]},
                "call": {
                    "kind": "subtree",
                    "graph": "s",
                    "arguments": {
                        "speed": {"expr": "health + 1"},
                        "limit": 2.5,
                        "who": "goal",
                        "found": {"variable": "seen"},
                    },
                },
                "other": {"kind": "condition", "test": "count > 0"},
            },
            variables={"seen": {"type": "bool"}, "count": {"type": "int"}},
        ),
        "s": tree(
            {
                "r": {"kind": "sequence", "children": ["n1", "n2", "n3"]},
                "n1": {"kind": "condition", "test": "speed * 2 < limit and tries < 3 and label == 'on'"},
                "n2": {"kind": "set", "actions": ["tries = tries + 1", "found = speed > 1"]},
                "n3": {
                    "kind": "action",
                    "action": "arrive",
                    "params": {"target": {"expr": "who"}, "speed": {"expr": "limit"}},
                },
            },
            parameters={
                "speed": {"type": "float", "direction": "in"},
                "limit": {"type": "float", "direction": "in"},
                "who": {"type": "entity", "direction": "in"},
                "label": {"type": "enum", "values": ["on", "off"], "direction": "in", "default": "on"},
                "found": {"type": "bool", "direction": "inout"},
            },
            variables={"tries": {"type": "int"}, "count": {"type": "int"}},
        ),
    },
    **VARIABLES,
)


def test_arguments_take_the_place_of_parameters() -> None:
    document, top = edits.unwrap_subgraph(CALLER, "g", "call", REGISTRY)
    made = graph(document)
    assert made.nodes["r"].children == (top, "other")
    assert top not in ("r", "call")
    assert made.nodes["n1"].test == "(health + 1) * 2 < 2.5 and tries < 3 and \"on\" == 'on'"
    assert made.nodes["n2"].actions == ("tries = tries + 1", "seen = (health + 1) > 1")
    assert made.nodes["n3"].params == {"target": "goal", "speed": 2.5}
    assert set(made.variables) == {"seen", "count", "tries", "count_2"}
    assert "s" not in document.graphs
    assert made.nodes["other"] is graph(CALLER).nodes["other"]
    assert errors(document) == []


def test_a_graph_that_others_call_stays() -> None:
    twice, _ = edits.duplicate(CALLER, "g", ["call"], REGISTRY)
    document, _ = edits.unwrap_subgraph(twice, "g", "call", REGISTRY)
    assert document.graphs["s"] is CALLER.graphs["s"]


def test_a_call_with_a_guard_of_its_own_stays_as_a_sequence() -> None:
    guarded = edits.set_field(CALLER, "g", "call", "guard.test", "seen")
    guarded = edits.set_field(guarded, "s", "r", "guard.test", "tries < 9")
    document, top = edits.unwrap_subgraph(guarded, "g", "call", REGISTRY)
    assert top == "call"
    made = node(document, "call")
    assert (made.kind, made.graph, len(made.children)) == ("sequence", None, 1)
    assert node(document, made.children[0]).guard == node(guarded, "r", "s").guard


def with_argument(name: str, value: object) -> Document:
    return edits.set_field(CALLER, "g", "call", f"arguments.{name}", value)


@pytest.mark.parametrize(
    ("document", "node_id", "reason"),
    [
        (CALLER, "other", "Only a subtree can be unwrapped"),
        (
            edits.set_field(CALLER, "g", "call", "graph", "a.mind.json#s"),
            "call",
            "The called graph is in another file.",
        ),
        (
            edits.set_field(CALLER, "g", "call", "graph", "gone"),
            "call",
            "The called graph cannot stand here.",
        ),
        (edits.set_field(CALLER, "g", "call", "graph", "g"), "call", "The graph calls itself."),
        (edits.set_root(CALLER, "s", None, REGISTRY), "call", "Tree has no root node."),
        (with_argument("speed", None), "call", "The call gives no value for 'speed'."),
        (with_argument("found", None), "call", "The call gives no variable for 'found'."),
        (with_argument("speed", {"expr": "1 if seen else 2"}), "call", "'speed' is worked out from 'seen'"),
        (
            edits.set_field(CALLER, "s", "n1", "test", "who.radius > 1"),
            "call",
            "'who' is a fixed entity",
        ),
        (
            edits.set_field(CALLER, "s", "n1", "test", "seen"),
            "call",
            "Tree has a variable 'seen' of its own.",
        ),
    ],
)
def test_what_would_mean_something_else_is_not_unwrapped(
    document: Document, node_id: str, reason: str
) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.unwrap_subgraph(document, "g", node_id, REGISTRY)
    assert caught.value.reason.startswith(reason)


def test_questions_are_wrapped_and_unwrapped() -> None:
    nodes = {
        "r": {"kind": "first_of", "branches": [{"child": "q", "test": "seen"}, {"child": "o", "else": True}]},
        "q": {
            "kind": "test",
            "test": "count > 2",
            "branches": [{"child": "y", "when": False}, {"child": "z"}],
        },
        "y": {"kind": "outcome", "outcome": "few"},
        "z": {"kind": "outcome", "outcome": "many"},
        "o": {"kind": "outcome", "outcome": "none"},
    }
    variables = {"count": {"type": "int"}, "seen": {"type": "bool"}}
    asked = document_of(decision(nodes, variables=variables))
    wrapped, new, call = edits.wrap_into_subgraph(asked, "g", ["q"], REGISTRY)
    made, called = wrapped.graphs["g"], wrapped.graphs[new]
    assert isinstance(made, DecisionTreeGraph)
    assert isinstance(called, DecisionTreeGraph)
    assert (made.nodes[call].kind, made.nodes[call].graph, made.nodes["r"].branches[0].child) == (
        "tree",
        new,
        call,
    )
    assert (called.root, list(called.parameters)) == ("q", ["count"])
    assert edits.unwrap_subgraph(wrapped, "g", call, REGISTRY)[0] == asked
    shared, _ = edits.connect(asked, "g", "r", "y", REGISTRY)
    with pytest.raises(EditRefused, match="also an answer"):
        edits.wrap_into_subgraph(shared, "g", ["q"], REGISTRY)


def test_a_switch_keeps_naming_its_variable() -> None:
    switched = document_of(
        tree(
            {
                "r": {"kind": "inverter", "children": ["w"]},
                "w": {"kind": "switch", "params": {"variable": "gear"}, "children": ["a"]},
                "a": {"kind": "wait", "slot": {"case": "low"}},
            },
            variables={"gear": {"type": "enum", "values": ["low", "high"]}},
        )
    )
    wrapped, new, call = edits.wrap_into_subgraph(switched, "g", ["w"], REGISTRY)
    assert graph(wrapped, new).parameters["gear"].values == ("low", "high")
    renamed = edits.rename_parameter(wrapped, new, "gear", "step")
    assert node(renamed, "w", new).params == {"variable": "step"}
    assert node(renamed, call).arguments == {"step": {"expr": "gear"}}
    document, _ = edits.unwrap_subgraph(renamed, "g", call, REGISTRY)
    assert document == switched
