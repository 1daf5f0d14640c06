"""Boxes go around states and away again, and machines go on doing what they did."""

from __future__ import annotations

from typing import Any

import pytest

from graphs.checks.checker import check_document
from graphs.edits.refusal import EditRefused
from graphs.model import Document, InitialTransition, StateMachineGraph
from graphs.structure.queries import parent_of, source_of
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, document_of, machine

NODES: dict[str, Any] = {
    "a": {"kind": "state", "transitions": ["t1", "t2"]},
    "b": {"kind": "state", "transitions": ["t3"]},
    "c": {"kind": "state", "transitions": ["t4"]},
    "d": {"kind": "choice", "name": "", "transitions": ["t5"]},
    "end": "final",
    "h": {"kind": "history", "name": "", "default": "a"},
}
EDGES: dict[str, Any] = {
    "t1": {"guard": "x > 1", "targets": ["b"]},
    "t2": {"targets": ["c"]},
    "t3": {"targets": ["c"]},
    "t4": {"targets": ["a"]},
    "t5": {"targets": ["b"], "else": True},
}
LAYOUT = {"a": {"at": [100, 100]}, "b": {"at": [300, 160]}, "t1": {"label": [0.5, 0]}, "c": {"at": [10, 20]}}
FLAT = document_of(machine(NODES, EDGES, layout=LAYOUT))
BOX: dict[str, Any] = {
    "a": {"kind": "state", "transitions": ["t1"]},
    "s": {"kind": "state", "children": ["b", "c"], "initial": "b", "transitions": ["o1", "o2"]},
    "b": {"kind": "state", "transitions": ["t3"]},
    "c": "state",
}
BOXED_EDGES: dict[str, Any] = {
    "t1": {"targets": ["s"]},
    "t3": {"targets": ["c"], "guard": "x < 1"},
    "o1": {"targets": ["a"], "guard": "x > 9"},
    "o2": {"targets": ["s"], "event": "noise"},
}
BOXED = document_of(
    machine(
        BOX,
        BOXED_EDGES,
        layout={
            "s": {"at": [100, 50], "size": [400, 300]},
            "b": {"at": [24, 56]},
            "o1": {"label": [0.5, -8]},
        },
    ),
    events={"noise": {}},
)


def graph(document: Document) -> StateMachineGraph:
    found = document.graphs["g"]
    assert isinstance(found, StateMachineGraph)
    return found


def errors(document: Document) -> list[str]:
    return [
        each.code
        for each in check_document(document, REGISTRY)
        if each.code in ("E009", "E010", "E011", "E006")
    ]


def test_a_box_goes_around_states_and_all_transitions_stay() -> None:
    document, box = edits.wrap_into_compound_state(FLAT, "g", ["b", "a"], REGISTRY, name="Both")
    made = graph(document)
    assert made.children == (box, "c", "d", "end", "h")
    assert (made.nodes[box].children, made.nodes[box].initial, made.initial) == (("a", "b"), "a", box)
    assert (made.nodes[box].name, made.nodes[box].kind) == ("Both", "state")
    assert made.edges is graph(FLAT).edges
    assert all(made.nodes[key] is node for key, node in graph(FLAT).nodes.items())
    assert errors(document) == []


def test_states_stay_where_they_are_on_the_canvas() -> None:
    document, box = edits.wrap_into_compound_state(FLAT, "g", ["a", "b"], REGISTRY)
    layout = graph(document).layout
    at = layout[box].at
    assert at is not None
    for each in ("a", "b"):
        inner, before = layout[each].at, graph(FLAT).layout[each].at
        assert inner is not None
        assert (at[0] + inner[0], at[1] + inner[1]) == before
    assert layout["a"].at == (24, 56)
    assert layout[box].size is not None
    assert (layout["c"], layout["t1"]) == (graph(FLAT).layout["c"], graph(FLAT).layout["t1"])


def test_a_box_around_other_states_begins_where_transitions_lead() -> None:
    document, box = edits.wrap_into_compound_state(FLAT, "g", ["d", "c"], REGISTRY)
    assert (graph(document).nodes[box].initial, graph(document).initial) == ("c", "a")


def test_an_initial_transition_leads_into_the_new_box() -> None:
    told = edits.set_initial(FLAT, "g", "", "a", actions=["x = 1"])
    document, box = edits.wrap_into_compound_state(told, "g", ["a"], REGISTRY)
    assert graph(document).initial == InitialTransition(targets=(box,), actions=("x = 1",))
    assert graph(document).nodes[box].initial == "a"


def test_regions_get_a_parallel_state_around_them() -> None:
    regions = document_of(
        machine(
            {"p": {"kind": "parallel", "children": ["a", "b", "c"]}, "a": "state", "b": "state", "c": "state"}
        )
    )
    document, box = edits.wrap_into_compound_state(regions, "g", ["a", "b"], REGISTRY)
    node = graph(document).nodes[box]
    assert (node.kind, node.initial, graph(document).nodes["p"].children) == ("parallel", None, (box, "c"))
    again = edits.unwrap_compound_state(document, "g", box, REGISTRY)
    assert again == regions


@pytest.mark.parametrize(
    ("ids", "reason"),
    [
        (["a", "end"], "end ends the box it stands in; in another box it would end that one."),
        (["a", "h"], "A history returns to the states of the box it stands in."),
        (["d"], "A box needs a state inside."),
        ([], "No state is selected."),
        (["gone"], "This node is no longer in the graph."),
    ],
)
def test_what_belongs_to_its_box_is_not_wrapped(ids: list[str], reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.wrap_into_compound_state(FLAT, "g", ids, REGISTRY)
    assert caught.value.reason == reason


def test_states_of_different_boxes_are_not_wrapped() -> None:
    with pytest.raises(EditRefused, match="different boxes"):
        edits.wrap_into_compound_state(BOXED, "g", ["a", "b"], REGISTRY)


def test_unwrapping_undoes_wrapping() -> None:
    document, box = edits.wrap_into_compound_state(FLAT, "g", ["a", "b"], REGISTRY)
    assert edits.unwrap_compound_state(document, "g", box, REGISTRY) == FLAT


def test_the_states_inside_take_over_the_transitions_of_their_box() -> None:
    document = edits.unwrap_compound_state(BOXED, "g", "s", REGISTRY)
    made = graph(document)
    assert made.children == ("a", "b", "c")
    assert (made.nodes["b"].transitions, len(made.nodes["c"].transitions)) == (("o1", "t3", "o2"), 2)
    polled, taken = made.nodes["c"].transitions
    assert made.edges[polled] == made.edges["o1"] == graph(BOXED).edges["o1"]
    assert made.layout[polled] == made.layout["o1"]
    assert made.edges[taken].targets == made.edges["o2"].targets == made.edges["t1"].targets == ("b",)
    assert made.layout["b"].at == (124, 106)
    assert "s" not in made.layout
    assert all(source_of(made, each) is not None for each in made.edges)
    assert made.nodes["a"] is graph(BOXED).nodes["a"]


def test_what_began_at_the_box_begins_inside() -> None:
    begun = edits.set_initial(BOXED, "g", "", "s")
    begun = edits.set_initial(begun, "g", "s", "c", actions=["x = 0"])
    made = graph(edits.unwrap_compound_state(begun, "g", "s", REGISTRY))
    assert made.initial == InitialTransition(targets=("c",), actions=("x = 0",))
    assert made.edges["t1"].actions == ("x = 0",)


def changed(element: str, path: str, value: object) -> Document:
    return edits.set_field(BOXED, "g", element, path, value)


@pytest.mark.parametrize(
    ("document", "node", "reason"),
    [
        (BOXED, "a", "a has no states inside."),
        (changed("s", "entry", ["x = 1"]), "s", "s has an entry block."),
        (changed("s", "activity", {"action": "arrive"}), "s", "s has an activity."),
        (changed("o1", "after", 2), "s", "A transition of s counts the time since it was entered"),
        (changed("o1", "guard", "state_time > 2"), "s", "A transition of s counts the time"),
        (changed("o1", "event", "done.success"), "s", "A transition waits until s is done."),
        (changed("o1", "interrupt", True), "s", "s owns an interrupt."),
        (changed("t3", "priority", 3), "s", "Transitions of s and inside it have different priorities."),
        (edits.set_initial(BOXED, "g", "s", None), "s", "s has no initial state."),
        (
            edits.add_node(BOXED, "g", "final", REGISTRY, parent="s")[0],
            "s",
            "A final stands in s and is about it.",
        ),
        (
            edits.change_kind(BOXED, "g", "s", "parallel", REGISTRY),
            "s",
            "The states inside are active at once.",
        ),
    ],
)
def test_what_would_do_something_else_is_not_unwrapped(document: Document, node: str, reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.unwrap_compound_state(document, "g", node, REGISTRY)
    assert caught.value.reason.startswith(reason)


def test_a_box_becomes_a_machine_of_its_own_with_parameters() -> None:
    source = document_of(
        machine(
            {
                "a": {"kind": "state", "transitions": ["t1"]},
                "s": {"kind": "state", "children": ["b", "c"], "initial": "b", "transitions": ["o1"]},
                "b": {"kind": "state", "transitions": ["t3"], "entry": ["tries = tries + 1"]},
                "c": "state",
            },
            {
                "t1": {"targets": ["s"]},
                "t3": {"targets": ["c"], "guard": "most < tries and health > 1"},
                "o1": {"targets": ["a"], "event": "done"},
            },
            variables={"tries": {"type": "int"}},
            parameters={"most": {"type": "int", "direction": "in"}},
            layout={"s": {"at": [5, 5]}, "b": {"at": [24, 56]}, "t3": {"label": [0.5, 0]}},
        ),
        variables={"health": {"type": "float"}},
    )
    document, new = edits.extract_machine(source, "g", "s", REGISTRY)
    made, called = graph(document), document.graphs[new]
    assert isinstance(called, StateMachineGraph)
    assert (set(made.nodes), set(made.edges), set(made.layout)) == ({"a", "s"}, {"t1", "o1"}, {"s"})
    activity = made.nodes["s"].activity
    assert activity is not None
    assert (activity.graph, activity.arguments) == (
        new,
        {"most": {"expr": "most"}, "tries": {"variable": "tries"}},
    )
    assert (called.title, called.children, called.initial, set(called.layout)) == (
        "s",
        ("b", "c"),
        "b",
        {"b", "t3"},
    )
    assert called.nodes["b"] is graph(source).nodes["b"]
    assert [each.code for each in check_document(document, REGISTRY) if each.severity == "error"] == []
    assert parent_of(made, "s") == ""


@pytest.mark.parametrize(
    ("document", "node", "reason"),
    [
        (BOXED, "a", "a has no states inside."),
        (changed("s", "activity", {"action": "arrive"}), "s", "s has an activity already."),
        (changed("t3", "targets", ["a"]), "s", "A transition crosses the border of s."),
        (changed("t1", "targets", ["c"]), "s", "A transition crosses the border of s."),
        (changed("c", "entry", ["raise noise"]), "s", "The event 'noise' crosses the border of s."),
    ],
)
def test_a_box_with_an_open_border_is_not_extracted(document: Document, node: str, reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.extract_machine(document, "g", node, REGISTRY)
    assert caught.value.reason == reason
