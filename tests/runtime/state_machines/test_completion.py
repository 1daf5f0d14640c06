"""Known answers: completion of compounds, regions and nested parallel states (rules 4.15, 4.9 step 7)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from tests.runtime.lone_brain import LoneBrain, document, machine, noted, scripted, tree

EVENTS: dict[str, Any] = {"go": {}, "fin": {}, "fail": {}, "back": {}}


def activity(script: str, **fields: Any) -> dict[str, Any]:
    return {"activity": {"action": "scripted", "params": scripted(script)["params"], **fields}}


def region(name: str) -> dict[str, Any]:
    """Return a region with a state, a final that succeeds and one that fails."""
    return {
        name: {"children": [f"{name}1", f"{name}ok", f"{name}no"], "initial": f"{name}1"},
        f"{name}1": {},
        f"{name}ok": {"kind": "final"},
        f"{name}no": {"kind": "final", "status": "failure"},
    }


def ends(name: str) -> dict[str, Any]:
    return {
        f"{name} ok": {"from": f"{name}1", "event": "fin", "to": f"{name}ok"},
        f"{name} no": {"from": f"{name}1", "event": "fail", "to": f"{name}no"},
    }


def told(*names: str) -> dict[str, Any]:
    """Return transitions that note how each of these states completes."""
    return {
        f"{name} {status}": {"from": name, "event": f"done.{status}", "actions": [noted(f"{name} {status}")]}
        for name in names
        for status in ("success", "failure")
    }


def new(nodes: dict[str, Any], edges: dict[str, Any], **graphs: Any) -> LoneBrain:
    one = LoneBrain(document({"g": machine(nodes, edges), **graphs}, events=EVENTS))
    one.tick()
    return one


TWO = {"p": {"kind": "parallel", "children": ["r", "s"]}, **region("r"), **region("s"), "q": {}}


def test_4_15_a_parallel_completes_when_all_regions_have():
    one = new(TWO, {**ends("r"), **told("r", "s", "p"), "s ok": {**ends("s")["s ok"], "event": "go"}})
    one.tick(RaisedEvent("fin"))
    assert one.notes() == ["r success"]
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["s success", "p success"]


@pytest.mark.parametrize(
    ("events", "told_"),
    [
        (["fin"], ["r success", "s success", "p success"]),
        (["fail"], ["r failure", "s failure", "p failure"]),
    ],
)
def test_4_15_regions_that_complete_at_once_tell_in_document_order(events, told_):
    one = new(TWO, {**ends("r"), **ends("s"), **told("r", "s", "p")})
    one.tick(*map(RaisedEvent, events))
    assert one.notes() == told_


def test_4_15_a_parallel_fails_if_one_region_failed():
    edges = {**ends("r"), **told("p"), "s no": {**ends("s")["s no"], "event": "fin"}}
    one = new(TWO, edges)
    one.tick(RaisedEvent("fin"))
    assert one.notes() == ["p failure"]


def test_4_15_a_nested_parallel_completes_the_outer_one():
    nodes = {
        "p": {"kind": "parallel", "children": ["r", "m"]},
        **region("r"),
        "m": {"kind": "parallel", "children": ["s", "u"]},
        **region("s"),
        **region("u"),
    }
    edges = {**ends("r"), **ends("s"), **told("m", "p"), "u ok": {**ends("u")["u ok"], "event": "go"}}
    one = new(nodes, edges)
    one.tick(RaisedEvent("fin"))
    assert one.notes() == []
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["m success", "p success"]


def test_4_15_three_levels_of_parallels_complete_outwards():
    nodes: dict[str, Any] = {
        "p": {"kind": "parallel", "children": ["m"]},
        "m": {"kind": "parallel", "children": ["k"]},
        "k": {"kind": "parallel", "children": ["r"]},
        **region("r"),
    }
    one = new(nodes, {**ends("r"), **told("r", "k", "m", "p")})
    one.tick(RaisedEvent("fail"))
    assert one.notes() == ["r failure", "k failure", "m failure", "p failure"]


def test_4_15_the_end_of_an_activity_completes_a_region_too():
    nodes = {"p": {"kind": "parallel", "children": ["r", "s"]}, "r": activity("RS"), "s": activity("F")}
    one = new(nodes, told("r", "s", "p"))
    assert one.notes() == ["s failure"]
    one.tick()
    assert one.notes() == ["r success", "p failure"]


def test_4_9_two_regions_completing_in_one_tick_each_take_their_own_edge():
    nodes: dict[str, Any] = {
        "p": {"kind": "parallel", "children": ["r", "s"]},
        "r": {"children": ["a", "b"], "initial": "a"},
        "a": activity("RS"),
        "b": {},
        "s": {"children": ["c", "d"], "initial": "c"},
        "c": activity("RS"),
        "d": {},
    }
    edges = {
        "ab": {"from": "a", "event": "done", "to": "b"},
        "cd": {"from": "c", "event": "done", "to": "d"},
    }
    one = new(nodes, edges)
    one.tick()
    assert one.taken() == ["ab", "cd"]
    assert one.active() == ["p", "r", "b", "s", "d"]


def test_4_9_a_completion_is_dropped_when_the_one_before_it_ended_its_activation():
    nodes = {
        "p": {"kind": "parallel", "children": ["r", "s"]},
        "r": activity("S"),
        "s": activity("S"),
        "q": {},
    }
    edges = {"rq": {"from": "r", "event": "done", "to": "q"}, **told("s", "p")}
    one = new(nodes, edges)
    assert one.active() == ["q"]
    assert one.notes() == []


def test_4_15_a_region_that_left_its_final_state_is_complete_no_more():
    edges = {
        **ends("r"),
        **told("p"),
        "r back": {"from": "r", "event": "back", "to": "r1", "internal": True},
        "s ok": {**ends("s")["s ok"], "event": "go"},
    }
    one = new(TWO, edges)
    one.tick(RaisedEvent("fin"))
    one.tick(RaisedEvent("back"))
    one.tick(RaisedEvent("go"))
    assert one.notes() == []
    one.tick(RaisedEvent("fin"))
    assert one.notes() == ["p success"]


def test_4_15_a_parallel_entered_again_has_completed_nothing():
    edges = {
        **ends("r"),
        **told("p"),
        "again": {"from": "p", "event": "back", "to": "p"},
        "s ok": {**ends("s")["s ok"], "event": "go"},
    }
    one = new(TWO, edges)
    one.tick(RaisedEvent("fin"))
    one.tick(RaisedEvent("back"))
    one.tick(RaisedEvent("go"))
    assert one.notes() == []


def test_4_15_a_region_that_loops_completes_its_parallel_each_time():
    once = tree({"x": scripted("S")}, "x")
    nodes = {
        "p": {"kind": "parallel", "children": ["r", "s"]},
        "r": {"activity": {"graph": "once"}},
        "s": activity("RS"),
    }
    one = new(nodes, told("p"), once=once)
    one.notes()
    one.tick()
    one.tick()
    assert one.notes() == ["p success", "p success"]


def test_4_15_the_parallels_own_activity_completes_it_as_well():
    nodes = {"p": {"kind": "parallel", "children": ["r", "s"], **activity("F")}, "r": activity("S"), "s": {}}
    one = new(nodes, told("p", "r"))
    assert one.notes() == ["p failure", "r success"]


def test_4_6_a_root_final_ends_the_machine_with_all_regions():
    nodes = {
        **TWO,
        "p": {"kind": "parallel", "children": ["r", "s"], "exit": [noted("-p")]},
        "end": {"kind": "final", "status": "failure", "entry": [noted("+end")]},
    }
    one = new(nodes, {**ends("r"), **ends("s"), "over": {"from": "p", "event": "done", "to": "end"}})
    one.tick(RaisedEvent("fin"))
    assert one.notes() == ["-p", "+end"]
    assert one.active() == []
    assert one.brain.ended
