"""Swapping, duplicating with what leads there, lining up, frames, and switching off."""

from __future__ import annotations

import pytest

from graphs.edits.refusal import EditRefused
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph, Document, Frame, StateMachineGraph
from tests.graphs import all_edits as edits
from tests.graphs.builders import REGISTRY, decision, document_of, machine, tree

TREE = document_of(
    tree(
        {
            "r": {"kind": "selector", "children": ["a", "b"]},
            "a": {"kind": "sequence", "children": ["c", "d"]},
            "b": "wait",
            "c": "wait",
            "d": "wait",
            "x": "wait",
        },
        loose=["x"],
        layout={"x": {"at": [5, 6]}},
    )
)
MACHINE = document_of(
    machine(
        {
            "a": {"kind": "state", "transitions": ["t1", "t2"]},
            "b": {"kind": "state", "transitions": ["t3"]},
            "c": {"kind": "state", "children": ["d"], "initial": "d"},
            "d": "state",
        },
        {
            "t1": {"guard": "x > 1", "targets": ["b"]},
            "t2": {"targets": ["c"]},
            "t3": {"targets": ["b"]},
            "any": {"targets": ["b", "a"], "interrupt": True},
        },
        transitions=["any"],
        layout={"a": {"at": [0, 0]}, "b": {"at": [200, 90], "size": [99, 50]}, "c": {"at": [50, 300]}},
    )
)


def nodes(document: Document) -> BehaviorTreeGraph:
    found = document.graphs["g"]
    assert isinstance(found, BehaviorTreeGraph)
    return found


def states(document: Document) -> StateMachineGraph:
    found = document.graphs["g"]
    assert isinstance(found, StateMachineGraph)
    return found


def test_two_branches_of_a_tree_exchange_their_places() -> None:
    made = nodes(edits.swap(TREE, "g", "b", "d", REGISTRY))
    assert (made.nodes["r"].children, made.nodes["a"].children) == (("a", "d"), ("c", "b"))
    assert made.nodes["b"] is nodes(TREE).nodes["b"]
    loose = nodes(edits.swap(TREE, "g", "x", "c", REGISTRY))
    assert (loose.loose, loose.nodes["a"].children, loose.layout["c"].at) == (("c",), ("x", "d"), (5, 6))
    assert nodes(edits.swap(TREE, "g", "x", "r", REGISTRY)).root == "x"
    assert edits.swap(TREE, "g", "x", "x", REGISTRY) is TREE
    assert edits.swap(edits.swap(TREE, "g", "b", "d", REGISTRY), "g", "b", "d", REGISTRY) == TREE


def test_two_states_exchange_what_leads_to_them() -> None:
    document = edits.swap(MACHINE, "g", "a", "b", REGISTRY)
    made = states(document)
    assert {key: edge.targets for key, edge in made.edges.items()} == {
        "t1": ("a",), "t2": ("c",), "t3": ("a",), "any": ("a", "b"),
    }  # fmt: skip
    assert (made.initial, made.children, made.nodes["a"].transitions) == ("b", ("b", "a", "c"), ("t1", "t2"))
    assert (made.layout["a"].at, made.layout["b"].at, made.layout["b"].size) == ((200, 90), (0, 0), (99, 50))
    assert made.edges["t2"] is states(MACHINE).edges["t2"]
    assert edits.swap(document, "g", "b", "a", REGISTRY) == MACHINE


@pytest.mark.parametrize(
    ("document", "one", "other", "reason"),
    [
        (TREE, "a", "c", "One of the two is inside the other."),
        (MACHINE, "c", "d", "One of the two is inside the other."),
        (MACHINE, "a", "d", "The states stand in different boxes."),
        (TREE, "a", "gone", "This node is no longer in the graph."),
    ],
)
def test_what_cannot_be_exchanged_is_refused(document: Document, one: str, other: str, reason: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edits.swap(document, "g", one, other, REGISTRY)
    assert caught.value.reason == reason


def test_a_copied_state_is_reached_as_its_original_is() -> None:
    document, (copy,) = edits.duplicate_with_incoming(MACHINE, "g", ["b"], REGISTRY)
    made = states(document)
    first, second, third = made.nodes["a"].transitions
    assert (first, third) == ("t1", "t2")
    assert made.edges[second] == made.edges["t1"].model_copy(update={"targets": (copy,)})
    (own,) = made.nodes[copy].transitions
    assert made.edges[own].targets == (copy,)
    assert len(made.transitions) == 2
    assert made.edges[made.transitions[1]].targets == (copy, "a")
    assert made.layout[copy].at == (232, 122)
    assert made.edges["t1"] is states(MACHINE).edges["t1"]


def test_copies_of_a_tree_stand_beside_their_originals() -> None:
    document, (copy,) = edits.duplicate_with_incoming(TREE, "g", ["b"], REGISTRY)
    assert nodes(document).nodes["r"].children == ("a", "b", copy)


def test_a_copied_answer_gets_a_branch_like_its_originals() -> None:
    asked = document_of(
        decision(
            {
                "r": {
                    "kind": "first_of",
                    "branches": [{"child": "x", "test": "s"}, {"child": "y", "else": True}],
                },
                "q": {
                    "kind": "test",
                    "test": "s",
                    "branches": [{"child": "x", "when": False}, {"child": "y"}],
                },
                "x": "outcome",
                "y": "outcome",
            },
            loose=["q"],
        )
    )
    document, (copy,) = edits.duplicate_with_incoming(asked, "g", ["x"], REGISTRY)
    made = document.graphs["g"]
    assert isinstance(made, DecisionTreeGraph)
    assert made.loose == ("q",)
    assert copy in [branch.child for branch in made.nodes["r"].branches if branch.test == "s"]
    assert [each.child for each in made.nodes["q"].branches] == ["x", "y"]


BOXES = {"a": (0.0, 0.0, 100.0, 40.0), "b": (200.0, 90.0, 50.0, 60.0), "c": (50.0, 300.0, 200.0, 100.0)}


@pytest.mark.parametrize(
    ("side", "places"),
    [
        ("left", {"a": (0, 0), "b": (0, 90), "c": (0, 300)}),
        ("right", {"a": (150, 0), "b": (200, 90), "c": (50, 300)}),
        ("top", {"a": (0, 0), "b": (200, 0), "c": (50, 0)}),
        ("bottom", {"a": (0, 360), "b": (200, 340), "c": (50, 300)}),
        ("middle", {"a": (0, 180), "b": (200, 170), "c": (50, 150)}),
        ("center", {"a": (75, 0), "b": (100, 90), "c": (25, 300)}),
    ],
)
def test_states_line_up(side: str, places: dict[str, tuple[int, int]]) -> None:
    document = edits.align(MACHINE, "g", BOXES, side)  # type: ignore[arg-type]
    assert {key: entry.at for key, entry in states(document).layout.items()} == places
    assert states(document).nodes is states(MACHINE).nodes


def test_gaps_become_equal_and_the_outermost_stay() -> None:
    document = edits.distribute(MACHINE, "g", BOXES, "vertical")
    # 400 px hold 40 + 60 + 100 px of states: two gaps of 100 px.
    assert [states(document).layout[each].at for each in "abc"] == [(0, 0), (200, 140), (50, 300)]
    flat = edits.distribute(MACHINE, "g", {**BOXES, "c": (400.0, 300.0, 200.0, 100.0)}, "horizontal")
    assert [states(flat).layout[item].at for item in "abc"] == [(0, 0), (225, 90), (50, 300)]
    assert edits.distribute(document, "g", {**BOXES, "b": (200.0, 140.0, 50.0, 60.0)}, "vertical") is document


def test_what_stands_in_a_box_moves_with_it() -> None:
    inner = {"c": BOXES["c"], "d": (70.0, 350.0, 100.0, 40.0)}
    document = edits.align(MACHINE, "g", {"a": BOXES["a"], **inner}, "left")
    assert "d" not in states(document).layout
    with pytest.raises(EditRefused, match="Too few nodes"):
        edits.align(MACHINE, "g", inner, "left")


def test_trees_line_up_by_themselves() -> None:
    with pytest.raises(EditRefused, match="Trees arrange themselves"):
        edits.align(TREE, "g", {"x": BOXES["a"], "a": BOXES["b"]}, "left")
    with pytest.raises(EditRefused, match="Too few nodes"):
        edits.distribute(MACHINE, "g", {"a": BOXES["a"], "b": BOXES["b"]}, "vertical")


def test_frames_come_change_and_go() -> None:
    document, frame = edits.add_frame(MACHINE, "g", (1.04, 2), (300, 10), title=" At  night ", text="Slow.")
    assert states(document).notes == {frame: Frame(at=(1, 2), size=(300, 32), title="At night", text="Slow.")}
    assert states(document).nodes is states(MACHINE).nodes
    document = edits.move_frames(document, "g", {frame: (8, 9)})
    document = edits.resize_frame(document, "g", frame, (100, 80), at=(4, 4))
    document = edits.rename_frame(document, "g", frame, "Day")
    document = edits.set_frame_text(document, "g", frame, "Fast.\nVery.")
    assert states(document).notes[frame] == Frame(at=(4, 4), size=(100, 80), title="Day", text="Fast.\nVery.")
    for same in (
        edits.move_frames(document, "g", {frame: (4, 4)}),
        edits.resize_frame(document, "g", frame, (100, 80)),
        edits.rename_frame(document, "g", frame, " Day"),
        edits.remove_frames(document, "g", ["gone"]),
    ):
        assert same is document
    assert edits.remove_frames(document, "g", [frame]) == edits.remove(document, "g", [frame]) == MACHINE
    for edit in (
        lambda: edits.move_frames(MACHINE, "g", {"gone": (0, 0)}),
        lambda: edits.rename_frame(MACHINE, "g", "gone", "x"),
        lambda: edits.resize_frame(MACHINE, "g", "gone", (9, 9)),
    ):
        with pytest.raises(EditRefused, match="no longer in the graph"):
            edit()


def test_several_are_switched_off_and_on_together() -> None:
    off = edits.toggle_enabled(MACHINE, "g", ["a", "t1"])
    assert (states(off).nodes["a"].disabled, states(off).edges["t1"].disabled) == (True, True)
    more = edits.toggle_enabled(off, "g", ["a", "b"])
    assert (states(more).nodes["a"].disabled, states(more).nodes["b"].disabled) == (True, True)
    assert edits.toggle_enabled(off, "g", ["a", "t1"]) == MACHINE
    assert states(off).nodes["b"] is states(MACHINE).nodes["b"]
    with pytest.raises(EditRefused, match="no longer"):
        edits.toggle_enabled(MACHINE, "g", ["gone"])
