"""What may be connected, and the words in which it is refused."""

from __future__ import annotations

import pytest

from graphs.structure.rules import may_add_child, may_connect
from tests.graphs.builders import REGISTRY, decision, document_of, machine, tree

TREE = document_of(
    tree(
        {
            "r": {"kind": "selector", "children": ["i", "f"]},
            "i": {"kind": "inverter", "children": ["w"]},
            "w": "wait",
            "f": {"kind": "action", "action": "fire"},
            "u": {"kind": "of_the_game", "children": []},
            "e": {"kind": "if_else", "children": []},
        },
        loose=["u", "e"],
    )
)
MACHINE = document_of(
    machine(
        {"a": "state", "b": "state", "c": "choice", "f": {"kind": "final", "name": "End"}, "h": "history"}
    )
)
QUESTIONS = document_of(
    decision(
        {
            "r": {"kind": "test", "test": "a", "branches": [{"child": "x"}, {"child": "t"}]},
            "t": {"kind": "first_of", "branches": [{"child": "x", "else": True}]},
            "x": "outcome",
        }
    )
)


@pytest.mark.parametrize(
    ("document", "source", "target", "reason", "remedy"),
    [
        (TREE, "f", "w", "Fire is a leaf and cannot have children.", "Drop beside it to make them siblings"),
        (TREE, "i", "f", "Inverter takes exactly one child and has one.", "Put a sequence"),
        (TREE, "r", "f", "Fire already is a child of Selector.", "Drag it along the row"),
        (TREE, "i", "r", "Inverter is below Selector; the tree would run in a circle.", "Disconnect it"),
        (TREE, "r", "r", "A node cannot be its own child.", "Drop on another node."),
        (TREE, "r", "gone", "This node is no longer in the graph.", "Choose another one."),
        (MACHINE, "f", "a", "End is final and has no way out.", "with the event done"),
        (MACHINE, "h", "a", "h cannot have transitions of its own.", "Set its default"),
        (MACHINE, "c", "c", "A choice that leads to itself would be asked for ever.", "Drop on another"),
        (MACHINE, "a", "", "A transition needs a state to go to.", "Drop on a state."),
        (QUESTIONS, "t", "r", "First of is below Test; the tree would run in a circle.", "Disconnect it"),
        (QUESTIONS, "r", "x", "Test takes exactly 2 children and has 2.", "Disconnect one of them first."),
        (
            QUESTIONS,
            "x",
            "t",
            "Outcome is a leaf and cannot have children.",
            "Drop beside it to make them siblings",
        ),
    ],
)
def test_refusals_say_what_is_so_and_what_to_do(
    document, source: str, target: str, reason: str, remedy: str
) -> None:
    verdict = may_connect(document, "g", source, target, REGISTRY)
    assert not verdict.ok
    assert verdict.reason == reason
    assert remedy in verdict.remedy


@pytest.mark.parametrize(
    ("document", "source", "target"),
    [
        (TREE, "r", "w"),
        (TREE, "u", "r"),
        (TREE, "e", "r"),
        (MACHINE, "a", "a"),
        (MACHINE, "", "b"),
        (MACHINE, "a", "f"),
        (MACHINE, "c", "h"),
        (QUESTIONS, "t", "x"),
    ],
)
def test_these_may_be_connected(document, source: str, target: str) -> None:
    assert may_connect(document, "g", source, target, REGISTRY).ok


def test_room_for_children_is_counted() -> None:
    assert may_add_child(TREE, "g", "e", REGISTRY, 3).ok
    assert may_add_child(TREE, "g", "e", REGISTRY, 4).reason == "If else takes 2 to 3 children and has none."
    assert may_add_child(TREE, "g", "", REGISTRY).ok
    assert not may_add_child(TREE, "gone", "", REGISTRY).ok
