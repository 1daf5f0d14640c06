"""What stands on nodes: titles and the smaller lines."""

from __future__ import annotations

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.titles import activity_line, node_line, node_title
from graphs.model import Activity, DecisionNode, Node, StateNode, TreeNode
from tests.graphs.example_document import example_document

REGISTRY = builtin_registry()

TREE: list[tuple[TreeNode, str, str]] = [
    (TreeNode(kind="sequence"), "Sequence", "resume"),
    (TreeNode(kind="selector", title="Soldier", params={"memory": "none"}), "Soldier", "none"),
    (TreeNode(kind="parallel"), "Parallel", "all succeed, any fail"),
    (TreeNode(kind="wait", params={"seconds": 2.5, "jitter": 0.5}), "Wait 2.5 s", "± 0.5 s"),
    (TreeNode(kind="wait"), "Wait 1 s", ""),
    (TreeNode(kind="wait", title="Breathe", params={"seconds": 2}), "Breathe", "wait 2 s"),
    (TreeNode(kind="wait", params={"seconds": {"expr": "pause"}}), "Wait pause s", ""),
    (TreeNode(kind="repeat"), "Repeat forever", ""),
    (TreeNode(kind="repeat", params={"count": 3}), "Repeat 3", ""),
    (TreeNode(kind="repeat", params={"count": 0}), "Repeat 0", ""),
    (TreeNode(kind="condition", test="d <= 3"), "Condition", "d <= 3"),
    (TreeNode(kind="condition", title="In range?", test="d <= 3"), "In range?", "d <= 3"),
    (TreeNode(kind="action", action="pursue", params={"target": "player"}), "Pursue", "player"),
    (
        TreeNode(kind="action", title="Chase", action="pursue", params={"target": "player"}),
        "Chase",
        "pursue player",
    ),
    (
        TreeNode(kind="action", action="follow_path", params={"path": "round", "speed": 2}),
        "Follow path",
        "round, speed 2",
    ),
    (TreeNode(kind="action", action="say_line"), "say_line", ""),
    (TreeNode(kind="action"), "Action", ""),
    (TreeNode(kind="set", actions=("a = 1", "b = 2")), "Set", "a = 1 …"),
    (TreeNode(kind="switch"), "Switch", ""),
    (TreeNode(kind="switch", params={"variable": "mood"}), "Switch mood", ""),
    (TreeNode(kind="subtree", graph="g2"), "Walk the round", "subtree"),
    (TreeNode(kind="subtree", graph="gone"), "gone", "subtree"),
    (TreeNode(kind="subtree"), "Subtree", "subtree"),
    (TreeNode(kind="if_else", params={"reactive": True}), "If else", "reactive"),
    (TreeNode(kind="of_the_game"), "of_the_game", ""),
]


@pytest.mark.parametrize(("node", "title", "line"), TREE)
def test_behavior_tree_nodes(node: TreeNode, title: str, line: str) -> None:
    check(node, "behavior_tree", title, line)


STATES: list[tuple[StateNode, str, str]] = [
    (StateNode(kind="state", name="Patrol", activity=Activity(graph="g2")), "Patrol", "Walk the round"),
    (
        StateNode(
            kind="state",
            name="Go",
            activity=Activity(action="arrive", params={"target": {"expr": "waypoint"}}),
        ),
        "Go",
        "arrive(waypoint)",
    ),
    (StateNode(kind="state"), "State", ""),
    (StateNode(kind="choice", title="Which way?"), "Which way?", ""),
]


@pytest.mark.parametrize(("node", "title", "line"), STATES)
def test_states(node: StateNode, title: str, line: str) -> None:
    check(node, "state_machine", title, line)


QUESTIONS: list[tuple[DecisionNode, str, str]] = [
    (DecisionNode(kind="test", test="seen"), "Test", "seen"),
    (DecisionNode(kind="ranges", value={"expr": "d"}), "Ranges", "d"),
    (DecisionNode(kind="outcome", outcome="flee"), "flee", "outcome"),
    (DecisionNode(kind="value", value=0), "0", "value"),
    (DecisionNode(kind="table", inputs=("a", "b")), "Table", "a; b"),
]


@pytest.mark.parametrize(("node", "title", "line"), QUESTIONS)
def test_decision_nodes(node: DecisionNode, title: str, line: str) -> None:
    check(node, "decision_tree", title, line)


def check(node: Node, graph_kind: GraphKind, title: str, line: str) -> None:
    document = example_document()
    assert node_title(node, graph_kind, REGISTRY, document) == title
    assert node_line(node, graph_kind, REGISTRY, document) == line


def test_an_unknown_action_shows_what_it_is_given() -> None:
    activity = Activity(action="say", params={"line": "halt", "times": 2})
    assert activity_line(activity, REGISTRY) == "say(halt, 2)"
