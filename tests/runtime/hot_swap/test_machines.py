"""The configuration of a machine over a swap (rule 8.3)."""

from __future__ import annotations

from typing import Any

from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from tests.runtime.hot_swap.legality import assert_legal
from tests.runtime.hot_swap.machine_minds import EVENTS, TWO_STATES, VARIABLES, mind, started, told
from tests.runtime.lone_brain import document, machine, noted, scripted, tree

NESTED = {
    "a": told("a", children=["a1", "a2"], initial="a1"),
    "a1": told("a1", children=["a11"], initial="a11"),
    "a11": told("a11"),
    "a2": told("a2"),
    "b": told("b"),
}


def test_8_3_states_that_stay_are_neither_exited_nor_entered():
    one = started(mind(NESTED))
    record = one.swap(mind({**NESTED, "c": told("c")}))
    assert one.notes() == []
    assert (record.exited, record.entered, record.kept) == ((), (), 4)
    assert one.active() == ["a", "a1", "a11"]


def test_8_3_states_that_vanished_are_exited_by_the_old_program_children_first():
    one = started(mind(NESTED))
    without = {key: NESTED[key] for key in ("b",)}
    record = one.swap(mind(without))
    assert one.notes() == ["-a11", "-a1", "-a", "+b"]
    assert record.exited == ("a11", "a1", "a")
    assert record.entered == ("b",)
    assert one.active() == ["b"]


def test_8_3_a_compound_without_its_active_child_enters_its_initial_one():
    one = started(mind(NESTED))
    without = {"a": told("a", children=["a2"], initial="a2"), "a2": NESTED["a2"], "b": NESTED["b"]}
    one.swap(mind(without))
    assert one.notes() == ["-a11", "-a1", "+a2"]
    assert one.active() == ["a", "a2"]
    assert_legal(one.brain)


def test_8_3_an_atomic_state_turned_compound_enters_its_initial_state():
    one = started(mind(NESTED))
    deeper = {**NESTED, "a11": told("a11", children=["x", "y"], initial="y"), "x": told("x"), "y": told("y")}
    one.swap(mind(deeper))
    assert one.notes() == ["+y"]
    assert one.active() == ["a", "a1", "a11", "y"]


def test_8_3_initial_actions_run_before_what_they_lead_to():
    one = started(mind(NESTED))
    initial = {"targets": ["y"], "actions": [noted("initial")]}
    deeper = {**NESTED, "a11": told("a11", children=["y"], initial=initial), "y": told("y")}
    one.swap(mind(deeper))
    assert one.notes() == ["initial", "+y"]


def test_8_3_a_compound_turned_atomic_keeps_running():
    one = started(mind(NESTED))
    one.swap(mind({"a": told("a"), "b": NESTED["b"]}))
    assert one.notes() == ["-a11", "-a1"]
    assert one.active() == ["a"]
    assert one.ticks(1) == "R"


PARALLEL = {
    "p": told("p", kind="parallel", children=["left", "right"]),
    "left": told("left", children=["l1", "l2"], initial="l1"),
    "l1": told("l1"),
    "l2": told("l2"),
    "right": told("right"),
}


def test_8_3_a_missing_region_is_entered_and_its_siblings_stay():
    one = started(mind(PARALLEL))
    three = told("p", kind="parallel", children=["left", "third", "right"])
    record = one.swap(
        mind({**PARALLEL, "p": three, "third": told("third", children=["t"], initial="t"), "t": told("t")})
    )
    assert one.notes() == ["+third", "+t"]
    assert record.entered == ("third", "t")
    assert one.active() == ["p", "left", "l1", "right", "third", "t"] or "third" in one.active()
    assert_legal(one.brain)


def test_8_3_a_region_that_vanished_is_exited_alone():
    one = started(mind(PARALLEL))
    one.swap(mind({**_only("p", "left", "l1", "l2"), "p": told("p", kind="parallel", children=["left"])}))
    assert one.notes() == ["-right"]
    assert_legal(one.brain)


def _only(*names: str) -> dict[str, Any]:
    return {name: PARALLEL[name] for name in names}


def test_8_3_a_compound_turned_parallel_is_another_state():
    one = started(mind(NESTED))
    one.swap(mind({**NESTED, "a": told("a", kind="parallel", children=["a1", "a2"])}))
    assert one.notes() == ["-a11", "-a1", "-a", "+a", "+a1", "+a11", "+a2"]
    assert_legal(one.brain)


def test_8_3_a_state_under_another_owner_is_left_and_entered_anew():
    one = started(mind(NESTED))
    wrapped = {
        **NESTED,
        "a": told("a", children=["w", "a2"], initial="w"),
        "w": told("w", children=["a1"], initial="a1"),
    }
    one.swap(mind(wrapped))
    assert one.notes() == ["-a11", "-a1", "+w", "+a1", "+a11"]


def test_8_3_the_last_unfinished_region_that_goes_completes_its_parallel_state():
    nodes = {
        "p": told("p", kind="parallel", children=["left", "right"]),
        "left": told("left", children=["end"], initial="end"),
        "end": {"kind": "final"},
        "right": told("right"),
        "over": told("over"),
    }
    edges = {"t": {"from": "p", "event": "done", "to": "over"}}
    one = started(mind(nodes, edges))
    assert one.active()[0] == "p"
    without = {**nodes, "p": told("p", kind="parallel", children=["left"])}
    del without["right"]
    one.swap(mind(without, edges))
    assert one.active() == ["over"]


def test_8_3_a_state_now_disabled_is_left():
    one = started(mind(NESTED))
    one.swap(
        mind(
            {
                **NESTED,
                "a1": {**NESTED["a1"], "disabled": True},
                "a": told("a", children=["a1", "a2"], initial="a2"),
            }
        )
    )
    assert one.notes() == ["-a11", "-a1", "+a2"]


def test_8_3_the_activity_of_a_state_that_goes_is_halted_before_its_exit():
    acting = {
        **NESTED,
        "a11": told("a11", activity={"action": "scripted", "params": scripted("R", "act")["params"]}),
    }
    one = started(mind(acting))
    assert one.log == []
    one.swap(mind({"b": NESTED["b"]}))
    assert one.log == ["halt act"]
    assert one.notes() == ["-a11", "-a1", "-a", "+b"]


def acting(name: str, **fields: Any) -> dict[str, Any]:
    return {"action": "scripted", "params": scripted("RRRS", name)["params"], **fields}


def test_8_3_another_activity_of_a_state_that_stays_replaces_the_former():
    one = started(mind({"a": told("a", activity=acting("x"))}))
    tree_activity = {"a": told("a", activity={"graph": "t"})}
    one.swap(mind(tree_activity, t=tree({"root": scripted("RR", "y")})))
    assert one.log == ["halt x"]
    one.ticks(1)
    assert one.log == ["halt x", "enter y", "tick y"]
    assert one.notes() == []


def test_8_3_an_activity_that_stays_goes_on_and_one_that_had_ended_stays_ended():
    one = started(mind({"a": told("a", activity=acting("x"))}), 2)
    one.swap(mind({"a": told("a", activity=acting("x")), "b": told("b")}))
    one.ticks(3)
    assert one.log == ["tick x", "tick x"]
    one.swap(mind({"a": told("a", activity=acting("x"))}))
    one.ticks(2)
    assert one.log == ["tick x", "tick x"]


def test_8_3_an_ended_activity_that_is_to_loop_now_starts_again():
    one = started(mind({"a": told("a", activity=acting("x"))}), 6)
    one.swap(mind({"a": told("a", activity=acting("x", loop=True))}))
    one.ticks(1)
    assert one.log == ["enter x", "tick x"]


RAISING = {"a": told("a", entry=["raise late after 0.1"]), "b": told("b"), "c": told("c")}
LATE = {"t": {"event": "late", "to": "b"}}


def test_8_3_a_delayed_event_survives_if_its_state_does():
    one = started(mind(RAISING, LATE), 3)
    one.swap(mind({**RAISING, "d": told("d")}, LATE))
    one.ticks(3)
    assert one.active() == ["a"]
    one.ticks(1)
    assert one.active() == ["b"]


def test_8_3_a_delayed_event_dies_with_its_state():
    one = started(mind(RAISING, LATE), 3)
    one.swap(mind({"c": RAISING["c"], "b": RAISING["b"]}, LATE))
    one.ticks(9)
    assert one.active() == ["c"]


def test_8_3_what_exit_actions_raise_is_taken_by_the_completed_machine():
    nodes = {"a": told("a", exit=["raise raised"]), "b": told("b"), "c": told("c")}
    edges = {"t": {"event": "raised", "to": "c"}}
    one = started(mind(nodes, edges))
    one.swap(mind({key: nodes[key] for key in ("b", "c")}, edges))
    assert one.notes() == ["+b", "-b", "+c"]
    assert one.active() == ["c"]


def test_8_3_a_choice_that_is_entered_is_left_at_once():
    nodes = {**TWO_STATES, "choose": {"kind": "choice"}, "c": told("c")}
    edges = {
        "t": {"from": "choose", "guard": "on", "to": "c"},
        "e": {"from": "choose", "else": True, "to": "b"},
    }
    one = started(mind(TWO_STATES))
    del nodes["a"]
    graph = machine(nodes, edges, initial="choose")
    one.swap(document({"g": graph}, variables=VARIABLES, events=EVENTS))
    assert one.notes() == ["-a", "+c"]
    assert one.active() == ["c"]


def test_8_3_a_final_state_that_is_entered_ends_the_machine_in_its_next_tick():
    one = started(mind(TWO_STATES))
    one.swap(mind({"end": {"kind": "final", "status": "failure"}}))
    assert one.notes() == ["-a"]
    assert_legal(one.brain)
    assert one.ticks(2) == "FI"
    assert one.brain.ended


def test_8_3_a_final_state_that_is_entered_completes_its_owner():
    nodes = {"a": told("a", children=["a1"], initial="a1"), "a1": told("a1"), "b": told("b")}
    edges = {"t": {"from": "a", "event": "done.success", "to": "b"}}
    one = started(mind(nodes, edges))
    ending = {"a": told("a", children=["end"], initial="end"), "end": {"kind": "final"}, "b": told("b")}
    one.swap(mind(ending, edges))
    assert one.notes() == ["-a1", "-a", "+b"]


HISTORY = {
    "a": told("a", children=["a1", "a2", "h"], initial="a1"),
    "a1": told("a1"),
    "a2": told("a2"),
    "h": {"kind": "history", "default": "a1"},
    "b": told("b"),
}
BACK = {
    "on": {"from": "a1", "event": "go", "to": "a2"},
    "out": {"from": "a", "event": "late", "to": "b"},
    "back": {"from": "b", "event": "go", "to": "h"},
}


def test_8_3_a_history_remembers_over_a_swap():
    one = started(mind(HISTORY, BACK))
    for event in ("go", "late"):
        one.tick(RaisedEvent(event))
    assert one.active() == ["b"]
    one.swap(mind({**HISTORY, "c": told("c")}, BACK))
    one.tick(RaisedEvent("go"))
    assert one.active() == ["a", "a2"]


def test_8_3_a_cooldown_stays():
    edges = {
        "t": {"from": "a", "event": "go", "cooldown": 0.2, "to": "b"},
        "u": {"from": "b", "event": "go", "to": "a"},
    }
    one = started(mind(TWO_STATES, edges))
    one.tick(RaisedEvent("go"))
    one.tick(RaisedEvent("go"))
    one.swap(mind({**TWO_STATES, "c": told("c")}, edges))
    one.tick(RaisedEvent("go"))
    assert one.active() == ["a"]


def test_8_3_a_machine_that_ended_stays_ended():
    nodes = {"a": told("a"), "end": {"kind": "final"}}
    edges = {"t": {"from": "a", "event": "go", "to": "end"}}
    one = started(mind(nodes, edges))
    one.tick(RaisedEvent("go"))
    assert one.brain.ended
    one.swap(mind({**nodes, "b": told("b")}, edges))
    assert one.brain.ended
    assert one.ticks(1) == "I"


def test_8_3_a_machine_that_a_tree_runs_is_completed_as_well():
    graphs = {"m": machine(NESTED)}
    nodes = {
        "root": {"kind": "sequence", "children": ["call"]},
        "call": {"kind": "run_machine", "graph": "m"},
    }
    one = started(document({"g": tree(nodes), **graphs}, variables=VARIABLES))
    without = {"a": told("a", children=["a2"], initial="a2"), "a2": NESTED["a2"]}
    one.swap(document({"g": tree(nodes), "m": machine(without)}, variables=VARIABLES))
    assert one.notes() == ["-a11", "-a1", "+a2"]
    assert one.stored("call") == Status.RUNNING


def test_8_3_time_in_a_state_counts_from_its_old_entry():
    nodes = {"a": told("a", update=["n = floor(state_time * 60.0)"])}
    one = started(mind(nodes), 5)
    one.swap(mind({**nodes, "b": told("b")}))
    one.tick()
    assert one.variable("n") == 5


def test_8_3_posted_events_wait_on():
    one = started(mind(TWO_STATES, {"t": {"from": "a", "event": "go", "to": "b"}}))
    one.brain.post(RaisedEvent("go"))
    one.swap(mind({**TWO_STATES, "c": told("c")}, {"t": {"from": "a", "event": "go", "to": "b"}}))
    one.tick()
    assert one.active() == ["b"]
