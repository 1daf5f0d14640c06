"""Known answers: lines when a node or an activity ends (rule 3.17), in both back ends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from graphs.model import Document
from graphs.model.graph_parts import END_FIELDS
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from tests.example_counts import daily
from tests.runtime.behavior_trees.random_trees import TREES_WITH_CALLS as TREES
from tests.runtime.behavior_trees.random_trees import mind_of
from tests.runtime.lone_brain import LoneBrain, document, machine, noted, scripted, tree

VARIABLES = {
    "on": {"type": "bool", "default": True},
    "n": {"type": "int"},
    "hit": {"type": "trigger"},
    "t": {"type": "float"},
}


def told(name: str) -> dict[str, list[str]]:
    """Return lines that note how something ended."""
    return {field: [noted(f"{name} {field.removeprefix('on_')}")] for field in END_FIELDS}


def mind(nodes: dict[str, Any], **graphs: Any) -> Document:
    return document({"g": tree(nodes), **graphs}, variables=VARIABLES, events={"go": {}, "over": {}})


@pytest.fixture(params=["interpreted", "generated"])
def run(request: pytest.FixtureRequest) -> Any:
    """Return what makes a brain, and what ticks it and returns the words it noted."""

    def made(nodes: dict[str, Any], **graphs: Any) -> LoneBrain:
        one = LoneBrain(mind(nodes, **graphs))
        one.brain.interpreted = request.param == "interpreted"
        return one

    return made


def notes(one: LoneBrain, count: int = 1, *events: str) -> list[str]:
    for event in events:
        one.brain.post(RaisedEvent(event))
    for _ in range(count):
        one.brain.tick()
        one.host.tick += 1
    return one.notes()


@pytest.mark.parametrize(("letter", "word"), [("S", "success"), ("F", "failure")])
def test_3_17_a_node_that_ends_runs_the_lines_of_its_result_then_those_of_any_end(run, letter, word):
    one = run({"root": scripted(f"R{letter}", "a", **told("a"))})
    assert notes(one) == []
    assert notes(one) == [f"a {word}", "a end"]
    assert notes(one) == []


def test_3_17_a_halted_node_runs_those_of_a_halt(run):
    nodes = {
        "root": {"kind": "selector", "children": ["g", "b"]},
        "g": {"kind": "sequence", "children": ["a"], "guard": {"test": "on", "abort": "self"}, **told("g")},
        "a": scripted("R", "a", **told("a")),
        "b": scripted("R", "b", **told("b")),
    }
    one = run(nodes)
    assert notes(one, 2) == []
    one.write("on", False)
    assert notes(one) == ["a halt", "a end", "g halt", "g end"]
    assert notes(one) == []


def test_3_17_a_node_that_is_skipped_while_it_runs_runs_those_of_any_end(run):
    nodes = {
        "root": {"kind": "selector", "children": ["s", "b"]},
        "s": {"kind": "inverter", "children": ["a"], **told("s")},
        "a": scripted("R", "a", guard={"test": "on", "abort": "self", "refused": "skipped"}, **told("a")),
        "b": scripted("R", "b"),
    }
    one = run(nodes)
    notes(one)
    one.write("on", False)
    assert notes(one) == ["a halt", "a end", "s end"]


REFUSED = {
    "disabled": {"disabled": True},
    "guard": {"guard": {"test": "not on"}},
    "precondition": {"preconditions": [{"test": "on", "gives": "succeed"}]},
}


@pytest.mark.parametrize("fields", REFUSED.values(), ids=REFUSED)
def test_3_17_a_node_that_is_not_entered_runs_none(run, fields):
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "b"]},
        "a": scripted("S", "a", **told("a"), **fields),
        "b": scripted("R", "b"),
    }
    assert notes(run(nodes)) == []


@pytest.mark.parametrize("kind", ["cooldown", "rate_limit", "run_limit"])
def test_3_17_a_node_that_refuses_runs_none(run, kind):
    params = {"count": 2} if kind == "run_limit" else {"seconds": 0.1}
    nodes = {
        "root": {"kind": "repeat", "children": ["f"]},
        "f": {"kind": "force_success", "children": ["c"]},
        "c": {"kind": kind, "params": params, "children": ["a"], **told("c")},
        "a": scripted("S", "a"),
    }
    one = run(nodes)
    found = [len(notes(one)) for _ in range(4)]
    assert found == ([2, 2, 0, 0] if kind == "run_limit" else [2, 0, 0, 0])


def test_3_17_children_run_theirs_before_their_parent(run):
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "b"], "on_end": [noted("root")]},
        "a": scripted("S", "a", on_end=[noted("a")]),
        "b": scripted("S", "b", on_success=[noted("b")]),
    }
    assert notes(run(nodes)) == ["a", "b", "root"]


def test_3_17_they_see_what_is_below_as_ended_and_come_before_the_next_sibling(run):
    """The second child reads what the lines of the first wrote."""
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "c"]},
        "a": scripted("S", "a", on_success=["n = n + 1"]),
        "c": {"kind": "condition", "test": "n == 1"},
    }
    one = run(nodes)
    assert one.brain.tick() == Status.SUCCESS


def test_3_17_a_node_whose_parameter_fails_has_failed(run):
    one = run({"root": {"kind": "wait", "params": {"seconds": {"expr": "1 / n"}}, **told("w")}})
    assert notes(one) == ["w failure", "w end"]


def test_3_17_what_a_spent_budget_halts_runs_those_of_a_halt(run, monkeypatch):
    monkeypatch.setattr("runtime.minds.brain.brain.VISIT_BUDGET", 20)
    nodes = {
        "root": {"kind": "repeat", "params": {"pace": "same_tick"}, "children": ["a"], **told("root")},
        "a": {"kind": "succeed"},
    }
    assert notes(run(nodes)) == ["root halt", "root end"]


def test_3_17_a_failing_line_ends_its_block_alone(run):
    nodes = {"root": {"kind": "succeed", "on_success": ["t = 1 / n", noted("no")], "on_end": [noted("yes")]}}
    one = run(nodes)
    assert notes(one) == ["yes"]
    assert [(error.row, error.message) for error in one.brain.errors] == [
        (one.row("root"), "line 1: Division by zero.")
    ]


def test_3_17_a_trigger_they_set_is_armed_for_the_nodes_that_follow(run):
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "c"]},
        "a": {"kind": "succeed", "on_end": ["set hit"]},
        "c": {"kind": "condition", "test": "hit"},
    }
    one = run(nodes)
    assert one.brain.tick() == Status.SUCCESS


def test_3_17_a_call_runs_its_own_behind_those_of_the_called_root(run):
    called = tree({"root": scripted("S", "a", on_end=[noted("inner")])})
    nodes = {"root": {"kind": "subtree", "graph": "sub", "on_end": [noted("outer")]}}
    assert notes(run(nodes, sub=called)) == ["inner", "outer"]


def test_7_4_a_forced_end_runs_the_lines_of_its_result():
    from runtime.minds.brain.from_outside import order_result

    one = LoneBrain(mind({"root": scripted("R", "a", **told("a"))}))
    one.tick()
    order_result(one.brain, "root", Status.FAILURE)
    one.tick()
    assert one.notes() == ["a failure", "a end"]


def test_6_7_a_brain_that_is_halted_runs_those_of_a_halt():
    one = LoneBrain(mind({"root": {"kind": "sequence", "children": ["a"], **told("s")}, "a": scripted("R")}))
    one.tick()
    one.brain.halt()
    one.brain.halt()
    assert one.notes() == ["s halt", "s end"]


# -- activities ---------------------------------------------------------------------------------------


def state_with(activity: dict[str, Any], exit_: str = "state left", **graphs: Any) -> LoneBrain:
    graph = machine(
        {"s": {"activity": activity, "exit": [noted(exit_)]}, "e": {}},
        {
            "go": {"from": "s", "event": "go", "to": "e"},
            "over": {"from": "s", "event": "over", "to": "e", "actions": [noted("over")]},
        },
    )
    return LoneBrain(
        document({"m": graph, **graphs}, root="m", variables=VARIABLES, events={"go": {}, "over": {}})
    )


@pytest.fixture(params=["interpreted", "by table"])
def by_table(request: pytest.FixtureRequest) -> bool:
    return request.param == "by table"


def state(by_table: bool, activity: dict[str, Any], **graphs: Any) -> LoneBrain:
    one = state_with(activity, **graphs)
    one.brain.interpreted = not by_table
    return one


def test_3_17_an_activity_runs_its_lines_at_each_end(by_table):
    sub = tree({"root": scripted("RS", "a", on_end=[noted("root")])})
    one = state(by_table, {"graph": "t", **told("activity")}, t=sub)
    assert [notes(one) for _ in range(4)] == [
        [],
        ["root", "activity success", "activity end"],
        [],
        ["root", "activity success", "activity end"],
    ]


def test_3_17_an_activity_is_halted_before_its_state_is_left(by_table):
    one = state(by_table, {"action": "scripted", "params": {"script": "R"}, **told("activity")})
    assert notes(one, 2) == []
    assert notes(one, 1, "go") == ["activity halt", "activity end", "state left"]
    assert notes(one) == []


def test_3_17_an_activity_that_has_ended_is_not_halted(by_table):
    one = state(by_table, {"action": "scripted", "params": {"script": "F"}, **told("activity")})
    assert notes(one) == ["activity failure", "activity end"]
    assert notes(one, 1, "go") == ["state left"]


def test_3_17_what_they_raise_is_raised_by_the_state(by_table):
    """Of a tick it is taken at step 7, of an exit in the same macrostep, where nothing takes it any more."""
    one = state(by_table, {"action": "scripted", "params": {"script": "S"}, "on_success": ["raise over"]})
    assert notes(one) == ["state left", "over"]


@pytest.mark.parametrize("lines_of", ["node", "activity"])
def test_6_5_what_is_raised_as_a_state_is_left_is_taken_in_the_same_macrostep(by_table, lines_of):
    lines = {"on_halt": ["raise over"]}
    node, activity = (lines, {}) if lines_of == "node" else ({}, lines)
    graph = machine(
        {"s": {"activity": {"graph": "t", **activity}}, "e": {}, "f": {}},
        {"go": {"from": "s", "event": "go", "to": "e"}, "on": {"from": "e", "event": "over", "to": "f"}},
    )
    sub = tree({"root": scripted("R", "a", **node)})
    one = LoneBrain(
        document({"m": graph, "t": sub}, root="m", variables=VARIABLES, events={"go": {}, "over": {}})
    )
    one.brain.interpreted = not by_table
    notes(one)
    notes(one, 1, "go")
    assert one.active() == ["f"]


def test_3_17_they_read_the_time_in_their_state(by_table):
    one = state(
        by_table, {"action": "scripted", "params": {"script": "RRS"}, "on_success": ["t = state_time"]}
    )
    notes(one, 3)
    assert one.variable("t") == pytest.approx(2 / 60)


def test_4_7_a_failing_line_of_an_activity_raises_an_error():
    activity = {"action": "scripted", "params": {"script": "S"}, "on_end": ["t = 1 / n"]}
    graph = machine({"s": {"activity": activity}, "e": {}}, {"x": {"from": "s", "event": "error", "to": "e"}})
    one = LoneBrain(document({"m": graph}, root="m", variables=VARIABLES))
    one.tick()
    assert one.active() == ["e"]


def test_3_17_a_machine_that_is_an_activity_ends_with_its_lines(by_table):
    inner = machine(
        {"x": {"exit": [noted("x left")]}, "f": {"kind": "final"}}, {"t": {"from": "x", "to": "f"}}
    )
    one = state(by_table, {"graph": "i", **told("activity")}, i=inner)
    assert notes(one, 2) == ["x left", "activity success", "activity end"]


# -- swaps --------------------------------------------------------------------------------------------


def test_8_2_what_a_swap_halts_runs_the_lines_of_the_old_document():
    nodes = {
        "root": {"kind": "sequence", "children": ["a", "b"], **told("old root")},
        "a": scripted("R", "a", on_halt=[noted("old a"), "n = 7"]),
        "b": scripted("S", "b"),
    }
    one = LoneBrain(mind(nodes))
    one.tick()
    one.swap(mind({**nodes, "a": {**nodes["a"], "disabled": True, "on_halt": [noted("new a")]}}))
    assert one.notes() == ["old a"]
    assert one.variable("n") == 7


def test_8_3_what_the_lines_of_a_halted_activity_raise_is_taken_at_once():
    activity = {"action": "scripted", "params": {"script": "R"}, "on_halt": ["raise over"]}
    one = state_with(activity)
    one.tick()
    graph = machine(
        {"s": {"activity": {"action": "asking"}, "exit": [noted("left")]}, "e": {}},
        {"over": {"from": "s", "event": "over", "to": "e"}},
    )
    one.swap(document({"m": graph}, root="m", variables=VARIABLES, events={"go": {}, "over": {}}))
    assert one.active() == ["e"]
    assert one.notes() == ["left"]


# -- random trees -------------------------------------------------------------------------------------


@settings(max_examples=daily(40, deep=200), deadline=None, suppress_health_check=list(HealthCheck))
@given(TREES)
def test_3_17_in_random_trees_every_activation_runs_its_lines_exactly_once_children_first(nodes):
    """They run in the order in which nodes are exited and halted, and tell which of the two it was."""
    telling = {
        node_id: _harmless(
            {**node, **{field: [*node.get(field, ()), noted(f"{node_id} {field}")] for field in END_FIELDS}}
        )
        for node_id, node in nodes.items()
    }
    one = LoneBrain(mind_of(telling))
    for _ in range(20):
        one.tick()
        rows = one.program.rows
        ended = [
            (rows[index].node, what)
            for index, what in one.brain_log.passages
            if what != "enter" and rows[index].graph == "g"
        ]
        assert _ends_told(one.notes()) == ended


def _ends_told(words: list[str]) -> list[tuple[str, str]]:
    """Return the nodes whose lines told of an end, each with "halt" or "exit"; of any end tells last."""
    ends: list[tuple[str, str]] = []
    before: list[str] = []
    for word in words:
        node, _, field = word.partition(" ")
        if field != "on_end":
            assert not before
            before = [node, field]
            continue
        assert before[:1] in ([], [node])
        ends.append((node, "halt" if before[1:] == ["on_halt"] else "exit"))
        before = []
    assert not before
    return ends


def _harmless(node: dict[str, Any]) -> dict[str, Any]:
    """Leave out lines that may fail and so end the block before it tells."""
    return {
        key: [line for line in value if line != "f = 1 / n"] if key in END_FIELDS else value
        for key, value in node.items()
    }
