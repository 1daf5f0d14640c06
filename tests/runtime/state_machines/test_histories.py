"""Known answers: shallow and deep histories (rules 4.1, 4.6)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from tests.runtime.lone_brain import LoneBrain, document, machine, noted

EVENTS: dict[str, Any] = {name: {} for name in ("go", "out", "back", "deep")}


def speaking(name: str, **fields: Any) -> dict[str, Any]:
    return {"entry": [noted(f"+{name}")], "exit": [noted(f"-{name}")], **fields}


def nested(**history: Any) -> dict[str, Any]:
    """Return p [a [a1 a2], b, h], then q."""
    return {
        "p": speaking("p", children=["a", "b", "h"], initial="a"),
        "a": speaking("a", children=["a1", "a2"], initial="a1"),
        "a1": speaking("a1"),
        "a2": speaking("a2"),
        "b": speaking("b"),
        "h": {"kind": "history", "default": "b", **history},
        "q": speaking("q"),
    }


EDGES: dict[str, Any] = {
    "go": {"from": "a1", "event": "go", "to": "a2"},
    "out": {"from": "p", "event": "out", "to": "q"},
    "back": {"from": "q", "event": "back", "to": "h"},
}


def new(nodes: dict[str, Any], edges: dict[str, Any] | None = None, **fields: Any) -> LoneBrain:
    one = LoneBrain(document({"g": machine(nodes, {**EDGES, **(edges or {})}, **fields)}, events=EVENTS))
    one.tick()
    one.notes()
    return one


def play(one: LoneBrain, *events: str) -> list[str]:
    """Post events, one a tick, and return what the last one noted."""
    for name in events:
        one.notes()
        one.tick(RaisedEvent(name))
    return one.notes()


def test_4_6_shallow_history_enters_the_child_that_was_active_and_what_is_initial_below():
    assert play(new(nested()), "go", "out", "back") == ["-q", "+p", "+a", "+a1"]


def test_4_6_deep_history_enters_what_was_active_down_to_the_innermost():
    assert play(new(nested(depth="deep")), "go", "out", "back") == ["-q", "+p", "+a", "+a2"]


@pytest.mark.parametrize("depth", ["shallow", "deep"])
def test_4_6_a_history_without_a_stored_value_enters_its_default(depth):
    one = new(nested(depth=depth), initial="q")
    assert play(one, "back") == ["-q", "+p", "+b"]


def test_4_6_default_history_actions_run_after_the_entry_of_the_owner():
    nodes = nested(default={"targets": ["b"], "actions": [noted("default")]})
    assert play(new(nodes, initial="q"), "back") == ["-q", "+p", "default", "+b"]
    assert play(new(nodes), "out", "back") == ["-q", "+p", "+a", "+a1"]


def test_4_6_default_history_actions_run_first_where_the_owner_stays_active():
    nodes = nested(default={"targets": ["b"], "actions": [noted("default")]})
    one = new(nodes, {"in": {"from": "a1", "event": "deep", "to": "h"}})
    assert play(one, "deep") == ["-a1", "-a", "default", "+b"]


def test_4_6_a_history_remembers_the_latest_exit():
    nodes = nested(depth="deep")
    edges = {"to b": {"from": "a", "event": "deep", "to": "b"}}
    one = new(nodes, edges)
    assert play(one, "go", "out", "back", "deep", "out", "back") == ["-q", "+p", "+b"]


def test_4_6_history_is_recorded_before_any_state_exits():
    """The exits of inner states change nothing of what is remembered."""
    nodes = nested(depth="deep")
    one = new(nodes)
    play(one, "go", "out")
    remembered = [
        state.name
        for row in one.program.rows
        if row.node == "h"
        for state, place in row.history.places  # type: ignore[attr-defined]
        if one.brain.bytes_[place]
    ]
    assert remembered == ["a2"]


REGIONS: dict[str, Any] = {
    "p": speaking("p", kind="parallel", children=["r", "s", "h"]),
    "r": speaking("r", children=["a", "b"], initial="a"),
    "a": speaking("a"),
    "b": speaking("b"),
    "s": speaking("s", children=["c", "d"], initial="c"),
    "c": speaking("c"),
    "d": speaking("d"),
    "q": speaking("q"),
}
REGION_EDGES: dict[str, Any] = {
    "go": {"from": "a", "event": "go", "to": "b"},
    "deep": {"from": "c", "event": "deep", "to": "d"},
    "out": {"from": "p", "event": "out", "to": "q"},
    "back": {"from": "q", "event": "back", "to": "h"},
}


def of_regions(**history: Any) -> LoneBrain:
    nodes = {**REGIONS, "h": {"kind": "history", "default": "d", **history}}
    one = LoneBrain(document({"g": machine(nodes, REGION_EDGES)}, events=EVENTS))
    one.tick()
    return one


def test_4_6_deep_history_of_a_parallel_brings_all_regions_back():
    assert play(of_regions(depth="deep"), "go", "deep", "out", "back") == ["-q", "+p", "+r", "+b", "+s", "+d"]


def test_4_6_shallow_history_of_a_parallel_enters_every_region_by_default():
    assert play(of_regions(), "go", "deep", "out", "back") == ["-q", "+p", "+r", "+a", "+s", "+c"]


def test_4_6_the_default_of_a_parallels_history_leaves_the_other_regions_to_theirs():
    nodes = {**REGIONS, "h": {"kind": "history", "default": "d"}}
    one = LoneBrain(document({"g": machine(nodes, REGION_EDGES, initial="q")}, events=EVENTS))
    one.tick()
    assert play(one, "back") == ["-q", "+p", "+r", "+a", "+s", "+d"]


def test_4_6_a_history_inside_a_region_brings_back_that_region_alone():
    nodes = {**REGIONS, "p": {**REGIONS["p"], "children": ["r", "s"]}}
    nodes["r"] = speaking("r", children=["a", "b", "h"], initial="a")
    nodes["h"] = {"kind": "history", "default": "a"}
    one = LoneBrain(document({"g": machine(nodes, REGION_EDGES)}, events=EVENTS))
    one.tick()
    assert play(one, "go", "deep", "out", "back") == ["-q", "+p", "+r", "+b", "+s", "+c"]


def test_4_6_two_histories_in_two_regions_are_targets_of_one_transition():
    nodes = {**REGIONS, "p": {**REGIONS["p"], "children": ["r", "s"]}}
    nodes["r"] = speaking("r", children=["a", "b", "hr"], initial="a")
    nodes["s"] = speaking("s", children=["c", "d", "hs"], initial="c")
    nodes |= {"hr": {"kind": "history", "default": "a"}, "hs": {"kind": "history", "default": "c"}}
    edges = {**REGION_EDGES, "back": {"from": "q", "event": "back", "targets": ["hs", "hr"]}}
    one = LoneBrain(document({"g": machine(nodes, edges)}, events=EVENTS))
    one.tick()
    assert play(one, "go", "deep", "out", "back") == ["-q", "+p", "+r", "+b", "+s", "+d"]


def test_4_6_a_history_as_the_initial_state_resumes_by_itself():
    nodes = nested(depth="deep", default="a1")
    nodes["p"]["initial"] = "h"
    edges = {"back": {"from": "q", "event": "back", "to": "p"}}
    one = new(nodes, edges)
    assert one.active() == ["p", "a", "a1"]
    assert play(one, "go", "out", "back") == ["-q", "+p", "+a", "+a2"]


def test_4_5_the_domain_of_a_transition_to_a_history_follows_what_it_stands_for():
    """The remembered state lies in `a` with the source, so nothing but the source is exited."""
    edges = {
        "to h": {"from": "a1", "event": "deep", "to": "h"},
        "in": {"from": "q", "event": "go", "to": "a1"},
    }
    one = new(nested(depth="deep"), edges)
    assert play(one, "go", "out", "go", "deep") == ["-a1", "+a2"]


def test_4_9_an_interrupt_to_a_history_offers_nothing_where_that_is_active():
    edges = {"any": {"event": "deep", "to": "h", "interrupt": True}}
    one = new(nested(depth="deep"), edges)
    play(one, "go", "out", "back")
    assert play(one, "deep") == []
    assert one.taken() == []


def test_3_13_a_machine_that_starts_anew_has_no_history():
    inner = machine(
        {**nested(depth="deep"), "end": {"kind": "final"}},
        {
            **EDGES,
            "over": {"from": "q", "event": "deep", "to": "end"},
            "back": {"from": "q", "event": "back", "to": "h"},
        },
    )
    inner["initial"] = "q"
    one = LoneBrain(
        document({"g": machine({"s": {"activity": {"graph": "m", "loop": True}}}), "m": inner}, events=EVENTS)
    )
    one.tick()
    play(one, "back", "out", "deep")
    one.tick()
    assert play(one, "back") == ["-q", "+p", "+b"]


@pytest.mark.parametrize("depth", ["shallow", "deep"])
def test_4_6_a_history_directly_in_the_machine_always_enters_its_default(depth):
    """The machine around it is never left while it runs, whatever leaves its states."""
    nodes = {**nested(), "top": {"kind": "history", "depth": depth, "default": "q"}}
    edges = {
        "own": {"event": "deep", "to": "top"},
        "in": {"from": "q", "event": "go", "to": "a2"},
        "any": {"event": "back", "to": "top", "interrupt": True},
    }
    one = new(nodes, edges)
    assert play(one, "deep") == ["-a1", "-a", "-p", "+q"]
    assert play(one, "go", "back") == ["-a2", "-a", "-p", "+q"]
    assert play(one, "go", "deep") == ["-a2", "-a", "-p", "+q"]
