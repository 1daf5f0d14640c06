"""Known answers: choices (rule 4.12)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from runtime.basics.status import StateOutcome, TransitionOutcome
from tests.runtime.lone_brain import LoneBrain, document, machine, noted

EVENTS: dict[str, Any] = {"go": {}, "back": {}}
VARIABLES: dict[str, Any] = {"n": {"type": "int"}, "on": {"type": "bool"}, "zero": {"type": "int"}}
NODES: dict[str, Any] = {
    "a": {},
    "c": {"kind": "choice"},
    "x": {"entry": [noted("x")]},
    "y": {"entry": [noted("y")]},
    "z": {"entry": [noted("z")]},
}
BRANCHES: dict[str, Any] = {
    "in": {"from": "a", "event": "go", "to": "c"},
    "other": {"from": "c", "else": True, "to": "z"},
    "big": {"from": "c", "guard": "n > 10", "to": "x"},
    "odd": {"from": "c", "guard": "n % 2 == 1", "to": "y"},
}


def new(edges: dict[str, Any] | None = None, nodes: dict[str, Any] | None = None, **graphs: Any) -> LoneBrain:
    graphs = {"g": machine({**NODES, **(nodes or {})}, {**BRANCHES, **(edges or {})}), **graphs}
    one = LoneBrain(document(graphs, events=EVENTS, variables=VARIABLES))
    one.tick()
    one.notes()
    return one


@pytest.mark.parametrize(
    ("n", "branch", "state"), [(11, "big", "x"), (12, "big", "x"), (3, "odd", "y"), (2, "other", "z")]
)
def test_4_12_the_first_branch_whose_guard_holds_is_taken_else_the_else(n, branch, state):
    """The `else` stands first in the list, and is asked last all the same."""
    one = new()
    one.write("n", n)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["in", branch]
    assert one.active() == [state]
    assert one.outcome("c") == StateOutcome.PASSED


def test_4_12_priority_goes_before_the_order_of_branches_but_not_before_else():
    edges = {
        "odd": {**BRANCHES["odd"], "priority": 1},
        "other": {**BRANCHES["other"], "priority": 9},
    }
    one = new(edges)
    one.write("n", 11)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["in", "odd"]


def test_4_12_branches_see_what_the_incoming_transition_wrote():
    one = new({"in": {**BRANCHES["in"], "actions": ["n = 5"]}})
    one.tick(RaisedEvent("go"))
    assert one.active() == ["y"]


def test_4_12_a_choice_has_no_update():
    """The machine does not rest in it: by step 6 it is left."""
    one = new()
    one.tick(RaisedEvent("go"))
    assert "c" not in one.active()


def test_4_12_choices_can_follow_one_another_in_one_tick():
    nodes = {"d": {"kind": "choice"}}
    edges = {
        "other": {"from": "c", "else": True, "to": "d"},
        "d1": {"from": "d", "guard": "on", "to": "x"},
        "d2": {"from": "d", "else": True, "to": "y"},
    }
    one = new(edges, nodes)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["in", "other", "d2"]


def test_4_12_a_branch_may_lead_to_a_compound_or_a_history():
    nodes = {
        "p": {"children": ["p1", "p2", "h"], "initial": "p1"},
        "p1": {},
        "p2": {},
        "h": {"kind": "history", "default": "p2"},
    }
    one = new({"other": {"from": "c", "else": True, "to": "h"}}, nodes)
    one.tick(RaisedEvent("go"))
    assert one.active() == ["p", "p2"]
    one = new({"other": {"from": "c", "else": True, "to": "p"}}, nodes)
    one.tick(RaisedEvent("go"))
    assert one.active() == ["p", "p1"]


def test_4_12_a_choice_inside_a_region_leaves_the_other_region_alone():
    nodes: dict[str, Any] = {
        "p": {"kind": "parallel", "children": ["r", "s"]},
        "r": {"children": ["a", "c", "x", "y", "z"], "initial": "a"},
        "s": {},
    }
    graph = machine({**nodes, **NODES}, BRANCHES)
    one = LoneBrain(document({"g": graph}, events=EVENTS, variables=VARIABLES))
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.active() == ["p", "r", "z", "s"]
    assert one.outcome("s") == StateOutcome.ACTIVE


def test_4_12_a_choice_as_the_initial_state():
    graph = machine(NODES, BRANCHES, initial="c")
    one = LoneBrain(document({"g": graph}, events=EVENTS, variables=VARIABLES))
    one.tick()
    assert one.active() == ["z"]
    assert one.taken() == ["other"]


def test_4_12_a_failing_guard_of_a_branch_is_false():
    one = new({"big": {"from": "c", "guard": "1 / zero > 0", "to": "x"}})
    one.tick(RaisedEvent("go"))
    assert one.active() == ["z"]
    assert len(one.errors()) == 1


def test_4_12_branches_may_be_a_weighted_group():
    edges = {
        "big": {"from": "c", "group": "w", "to": "x"},
        "odd": {"from": "c", "group": "w", "to": "y"},
        "back": {"event": "back", "to": "a"},
    }
    one = new(edges)
    seen = set()
    for _ in range(30):
        one.tick(RaisedEvent("go"))
        seen.update(one.active())
        one.tick(RaisedEvent("back"))
    assert seen == {"x", "y"}


TREE: dict[str, Any] = {
    "kind": "decision_tree",
    "root": "t",
    "nodes": {
        "t": {
            "kind": "test",
            "test": "on",
            "branches": [{"when": True, "child": "fight"}, {"when": False, "child": "flee"}],
        },
        "fight": {"kind": "outcome", "outcome": "fight"},
        "flee": {"kind": "outcome", "outcome": "flee"},
    },
}
DECIDED: dict[str, Any] = {
    "in": BRANCHES["in"],
    "other": BRANCHES["other"],
    "big": {"from": "c", "outcome": "fight", "to": "x"},
    "odd": {"from": "c", "outcome": "hide", "to": "y"},
}


def deciding(edges: dict[str, Any] | None = None, tree: dict[str, Any] | None = None) -> LoneBrain:
    nodes = {"c": {"kind": "choice", "decision": {"graph": "tree"}}}
    return new({**DECIDED, **(edges or {})}, nodes, tree=tree or TREE)


def test_4_12_the_answer_of_a_decision_tree_picks_the_branch_with_that_outcome():
    one = deciding()
    one.write("on", True)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["in", "big"]


def test_4_12_an_outcome_without_branch_takes_the_else():
    one = deciding()
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["in", "other"]
    assert one.outcome("big") == TransitionOutcome.GUARD_FALSE
    assert one.brain_log.candidates[one.row("big")].sentence == "the decision tree gave flee"


def test_4_12_none_takes_the_else():
    tree = {**TREE, "nodes": {**TREE["nodes"], "t": {**TREE["nodes"]["t"], "test": "1 / zero > 0"}}}
    one = deciding(tree=tree)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["in", "other"]
    assert one.brain_log.candidates[one.row("big")].sentence == "the decision tree gave no outcome"


def test_4_12_a_branch_with_the_outcome_is_taken_only_if_its_guard_holds():
    one = deciding({"big": {**DECIDED["big"], "guard": "n > 3"}})
    one.write("on", True)
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["in", "other"]


def test_4_12_a_choice_asks_its_tree_once_each_time_it_is_entered():
    """Another region takes eventless rounds meanwhile; the random answer is not drawn again."""
    tree = {
        "kind": "decision_tree",
        "root": "t",
        "nodes": {
            "t": {"kind": "random", "branches": [{"child": "fight"}, {"child": "flee"}]},
            "fight": TREE["nodes"]["fight"],
            "flee": TREE["nodes"]["flee"],
        },
    }
    one = deciding({"back": {"event": "back", "to": "a"}}, tree)
    drawn = []
    for _ in range(40):
        one.tick(RaisedEvent("go"))
        drawn.append(one.taken()[1])
        one.tick(RaisedEvent("back"))
    assert 10 <= drawn.count("big") <= 30
