"""A tree of nine nodes with conditions and targets is made by keys alone in a minute."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from editor.window.main_window import MainWindow
from graphs.edits.variables import add_variable
from graphs.model import Document
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.variables_and_events import DeclaredType
from tests.e2e.guard_story import DECISION, KEY
from tests.e2e.keyboard_hand import KeyboardHand

# The off-screen platform says so of every menu that opens.
pytestmark = pytest.mark.qt_log_ignore("grabbing the keyboard")
SENSED: dict[str, DeclaredType] = {
    "visible": "bool",
    "heard": "bool",
    "target": "entity",
    "last_heard": "vector",
}


class Builder(KeyboardHand):
    """Add nodes and set what is shown on them, and count what is decided."""

    decisions = 0

    def child(self, words: str, value: str = "") -> None:
        """Add a node, and set the first value that is on it."""
        self.decisions += 1
        self.add(words)
        if value:
            self.decisions += 1
            self.press("Shift+F2", "Ctrl+A")
            self.type(value)
            self.press("Return")


def build(hand: Builder) -> None:
    """Pursue whom it sees; go where it heard something and wait there; else patrol."""
    hand.child("selector")
    hand.child("sequence")
    hand.child("condition", "visible")
    hand.child("pursue")
    hand.press("Up", "Up")
    hand.child("sequence")
    hand.child("condition", "heard")
    hand.child("arrive", "last_heard")
    hand.child("wait", "2")
    hand.press("Up", "Up")
    hand.child("follow path", "round")


def test_nine_nodes_by_keys_take_a_minute_at_most(window: MainWindow) -> None:
    hand = Builder(window)
    hand.press("Ctrl+Shift+N")
    session = window.session
    assert session is not None

    def declared(document: Document) -> Document:
        for name, type_name in SENSED.items():
            document, _ = add_variable(document, name, type_name)
        return document

    session.apply("Declare what is sensed", declared)
    hand.view.camera.reduced_motion = True
    QApplication.processEvents()
    hand.to_canvas()
    hand.pressed = 0
    build(hand)
    graph = session.graph
    assert isinstance(graph, BehaviorTreeGraph)
    nodes = graph.nodes
    assert graph.root is not None
    shape = [[nodes[leaf].kind for leaf in nodes[branch].children] for branch in nodes[graph.root].children]
    assert shape == [["condition", "action"], ["condition", "action", "wait"], []]
    named = {node.action or node.kind: node for node in nodes.values()}
    assert sorted(node.test for node in nodes.values() if node.test) == ["heard", "visible"]
    assert named["pursue"].params == {"target": {"expr": "target"}}
    assert named["arrive"].params == {"target": {"expr": "last_heard"}}
    assert named["wait"].params == {"seconds": 2}
    assert named["follow_path"].params == {"path": "round"}
    assert hand.pressed * KEY + hand.decisions * DECISION <= 60
