"""What single decision trees do that no case can show (rules 5.3 to 5.6, 6.1, 7.1)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from graphs.model.decision_tree import MOST_BRANCHES
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow, ask_anew, begin_run, decide
from runtime.minds.decisions.leaves import TreeOutcome
from runtime.minds.program.problems import CompileError
from runtime.records.trace_frame import BrainFrame
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree


def decision(nodes: dict[str, Any], root: str = "q", **fields: Any) -> dict[str, Any]:
    return {"kind": "decision_tree", "root": root, "nodes": nodes, **fields}


def coin(yes: str = "a", no: str = "b", **fields: Any) -> dict[str, Any]:
    return {"kind": "random", "branches": [{"child": yes}, {"child": no}], **fields}


def row_of(one: LoneBrain) -> DecisionTreeRow:
    return next(row for row in one.program.rows if isinstance(row, DecisionTreeRow))


def frame(one: LoneBrain) -> BrainFrame:
    return one.brain.frame(Status.RUNNING, one.brain_log)


def test_5_4_the_frame_of_a_watched_agent_holds_the_path():
    nodes = {
        "q": {
            "kind": "ranges",
            "value": {"expr": "x"},
            "branches": [{"upto": 2, "child": "a"}, {"child": "a"}],
        },
        "a": scripted("R", "a"),
    }
    one = LoneBrain(document({"g": decision(nodes)}, variables={"x": {"type": "float", "default": 5}}))
    one.tick()
    (made,) = frame(one).decisions
    assert (made.tree, made.leaf) == (one.row(""), one.row("a"))
    (step,) = made.steps
    assert (step.branch, step.values, step.margin) == (1, (("x", 5.0),), 3.0)
    assert step.sentence == "x is 5, 3 above 2"
    one.brain.tick()
    assert one.brain.frame(Status.RUNNING, None).decisions == ()


def test_5_4_a_value_leaf_is_told_with_its_value():
    one = LoneBrain(document({"g": decision({"q": {"kind": "value", "value": {"expr": "2 + 3"}}})}))
    answer = decide(row_of(one), one.brain)
    assert answer.value == 5
    assert answer.leaf is one.program.rows[one.row("q")]


def test_5_3_a_deep_diamond_is_walked_once_from_top_to_bottom():
    """Each level leads to the next by both branches: 2⁶⁰ ways, but one row and one step for each level."""
    depth = 60
    nodes: dict[str, Any] = {
        f"n{level}": {
            "kind": "test",
            "test": "on",
            "branches": [{"when": when, "child": f"n{level + 1}"} for when in (True, False)],
        }
        for level in range(depth)
    }
    nodes[f"n{depth}"] = {"kind": "outcome", "outcome": "end"}
    one = LoneBrain(document({"g": decision(nodes, "n0")}, variables={"on": {"type": "bool"}}))
    assert len(one.program.rows) == depth + 2
    assert len(decide(row_of(one), one.brain).steps) == depth


def test_5_5_an_evaluation_can_be_asked_for_and_the_wish_is_part_of_the_agents_memory():
    switch = {
        "kind": "test",
        "test": "on",
        "branches": [{"when": False, "child": "a"}, {"when": True, "child": "b"}],
    }
    nodes = {"q": switch, "a": scripted("", "a"), "b": scripted("", "b")}
    graphs = {
        "g": tree({"root": {"kind": "decide", "graph": "d", "params": {"every": 0}}}),
        "d": decision(nodes),
    }
    source = document(graphs, variables={"on": {"type": "bool"}})
    one = LoneBrain(source)
    one.tick()
    one.write("on", True)
    one.tick()
    assert one.log == ["enter a", "tick a", "tick a"]
    ask_anew(one.brain)
    other = LoneBrain(source)
    other.slab.restore(one.slab.snapshot())
    other.host.tick = one.host.tick
    for each in (one, other):
        each.log.clear()
        each.tick()
        assert each.log == ["halt a", "enter b", "tick b"]


def test_5_6_a_choice_asks_in_a_new_run_every_time():
    """Two thousand answers of a fair coin: each is drawn, none is kept from the one before."""
    nodes = {
        "q": coin(),
        "a": {"kind": "outcome", "outcome": "heads"},
        "b": {"kind": "outcome", "outcome": "tails"},
    }
    one = LoneBrain(document({"g": decision(nodes)}))
    asked = TreeOutcome(row_of(one))
    answers = [asked.decide(one.brain, one.program.rows[0]) for _ in range(2000)]
    changes = sum(before != after for before, after in pairwise(answers))
    assert 900 < answers.count("heads") < 1100
    assert 900 < changes < 1100


def test_5_6_an_evaluation_that_passes_by_forgets_the_draw():
    gate = {
        "kind": "test",
        "test": "on",
        "branches": [{"when": True, "child": "dice"}, {"when": False, "child": "a"}],
    }
    nodes = {
        "q": gate,
        "dice": coin("x", "y"),
        "a": {"kind": "value", "value": 0},
        "x": {"kind": "value", "value": 1},
        "y": {"kind": "value", "value": 2},
    }
    one = LoneBrain(document({"g": decision(nodes)}, variables={"on": {"type": "bool", "default": True}}))
    row = row_of(one)
    begin_run(row, one.brain)
    counter = one.program.instances[0].draws["dice"]
    for _ in range(5):
        decide(row, one.brain)
    assert one.brain.ints[counter] == 1
    for on in (False, True, True, False, True):
        one.write("on", on)
        decide(row, one.brain)
    assert one.brain.ints[counter] == 3


def test_6_1_a_state_entered_again_starts_a_new_run_of_its_decision_tree():
    nodes = {"q": coin(), "a": scripted("", "a"), "b": scripted("", "b")}
    states = {"s": {"activity": {"graph": "d"}}, "r": {}}
    edges = {
        "out": {"from": "s", "event": "flip", "targets": ["r"]},
        "in": {"from": "r", "targets": ["s"]},
    }
    one = LoneBrain(document({"g": machine(states, edges), "d": decision(nodes)}, events={"flip": {}}))
    counter = next(instance.draws["q"] for instance in one.program.instances if instance.graph == "d")
    drawn = []
    for _ in range(6):
        for _ in range(3):
            one.tick()
        drawn.append(one.brain.ints[counter])
        one.tick(RaisedEvent("flip"))
        one.tick()
    assert drawn == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ({"q": {"kind": "outcome"}}, "no name"),
        ({"q": {"kind": "riddle"}}, "no kind 'riddle'"),
        ({"q": {"kind": "tree", "graph": "g2"}}, "no graph 'g2'"),
        ({"q": {"kind": "run", "graph": "e"}}, "Take Tree instead"),
        ({"q": {"kind": "value"}}, "Expected a value"),
        ({"q": {"kind": "action"}}, "No action is named"),
        ({"q": coin(timeout=2.5)}, "whole number"),
        ({"q": {"kind": "random", "branches": [{"weight": -1, "child": "a"}]}}, "the least is 0"),
        (
            {"q": {"kind": "test", "test": "true", "branches": [{"when": True, "child": "a"}] * 2}},
            "for false",
        ),
        (
            {"q": {"kind": "ranges", "value": {"expr": "1"}, "branches": [{"upto": 1, "child": "a"}]}},
            "an end",
        ),
        (
            {
                "q": {
                    "kind": "ranges",
                    "value": {"expr": "1"},
                    "branches": [{"upto": 2, "child": "a"}, {"upto": 1, "child": "a"}, {"child": "a"}],
                }
            },
            "Let the ends rise",
        ),
        (
            {"q": {"kind": "switch", "value": {"expr": "1"}, "branches": [{"case": "x", "child": "a"}] * 2}},
            'The case "x" never comes',
        ),
        ({"q": {"kind": "switch", "value": 3, "branches": [{"case": 3, "child": "a"}]}}, "an expression"),
        (
            {"q": {"kind": "table", "inputs": ["1"], "branches": [{"row": ["1", "2"], "child": "a"}]}},
            "2 cells for 1 inputs",
        ),
        ({"q": {"kind": "random", "branches": [{"child": "a"}] * (MOST_BRANCHES + 1)}}, "at most 250"),
        ({"q": {"kind": "test", "test": "1", "branches": []}}, "takes"),
    ],
)
def test_5_1_what_is_no_decision_tree_is_refused_with_its_place(nodes, said):
    leaves = {"a": scripted("R", "a"), "b": scripted("R", "b")}
    inner = decision({"q": {"kind": "value", "value": 1}})
    with pytest.raises(CompileError) as refused:
        LoneBrain(document({"g": decision({**leaves, **nodes}), "e": inner}))
    assert all(problem.graph == "g" for problem in refused.value.problems)
    assert any(said in f"{problem.message} {problem.remedy}" for problem in refused.value.problems)


def test_5_3_a_tree_without_a_root_is_refused():
    with pytest.raises(CompileError, match="The tree has no root"):
        LoneBrain(document({"g": {"kind": "decision_tree", "nodes": {}}}))


def test_5_5_a_pace_that_is_no_number_of_ticks_fails_the_node():
    nodes = {"root": {"kind": "decide", "graph": "d", "params": {"every": {"expr": "n"}}}}
    graphs = {"g": tree(nodes), "d": decision({"q": scripted("", "a")})}
    one = LoneBrain(document(graphs, variables={"n": {"type": "int", "default": -2}}))
    assert one.tick() == Status.FAILURE
    assert one.errors() == ["A decision tree is evaluated every so many ticks; it is -2."]
    assert one.log == []
