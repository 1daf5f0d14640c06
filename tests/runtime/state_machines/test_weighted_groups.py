"""Known answers: weighted groups (rules 4.11, 1.4)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from runtime.basics.random_numbers import draw_weighted, fnv1a_32
from runtime.basics.status import TransitionOutcome
from tests.runtime.lone_brain import LoneBrain, document, machine, noted

VARIABLES: dict[str, Any] = {
    "on": {"type": "bool"},
    "w": {"type": "float", "default": 1},
    "n": {"type": "int"},
    "zero": {"type": "int"},
}
EVENTS: dict[str, Any] = {"go": {}}
NODES: dict[str, Any] = {"a": {}, "b": {}, "c": {}}


def member(to: str | None, **fields: Any) -> dict[str, Any]:
    return {"from": "a", "group": "g1", **({"to": to} if to else {}), **fields}


def new(edges: dict[str, Any], nodes: dict[str, Any] | None = None, seed: int = 1) -> LoneBrain:
    graphs = {"g": machine(nodes or NODES, edges)}
    one = LoneBrain(document(graphs, variables=VARIABLES, events=EVENTS), seed=seed)
    one.tick()
    return one


def drawn(edges: dict[str, Any], seeds: int, *events: RaisedEvent) -> dict[str, int]:
    """Return how often each transition is taken in the second tick, over many seeds."""
    counts: dict[str, int] = {}
    for seed in range(seeds):
        one = new(edges, seed=seed)
        one.tick(*events)
        for edge in one.taken() or ["none"]:
            counts[edge] = counts.get(edge, 0) + 1
    return counts


def test_4_11_one_member_is_drawn_by_weight():
    counts = drawn({"to b": member("b", weight=3), "to c": member("c", weight=1)}, 400)
    assert set(counts) == {"to b", "to c"}
    assert 270 <= counts["to b"] <= 330


def test_1_4_the_draw_is_that_of_the_sources_path():
    for seed in range(20):
        one = new({"to b": member("b", weight=3), "to c": member("c", weight=1)}, seed=seed)
        one.tick()
        index = draw_weighted(seed, fnv1a_32("me"), fnv1a_32("a"), 0, [3, 1])
        assert one.taken() == [["to b", "to c"][index or 0]]


def test_4_11_the_weights_of_guarded_off_members_are_left_out():
    edges = {
        "to b": member("b", guard="on", weight=9),
        "to c": member("c"),
        "d": member("a", actions=["n = 1"]),
    }
    counts = drawn(edges, 300)
    assert set(counts) == {"to c", "d"}
    assert 110 <= counts["to c"] <= 190


def test_4_11_with_all_members_guarded_off_the_walk_goes_on():
    edges = {"to b": member("b", guard="on"), "to c": member("c", guard="on"), "t": {"from": "a", "to": "a"}}
    assert drawn(edges, 3) == {"t": 3}


def test_4_11_a_group_stands_at_the_place_of_its_first_member():
    edges = {
        "first": {"from": "a", "guard": "on", "to": "a"},
        "to b": member("b"),
        "between": {"from": "a", "to": "a"},
        "to c": member("c"),
    }
    assert set(drawn(edges, 60)) == {"to b", "to c"}
    one = new(edges)
    one.write("on", True)
    one.tick()
    assert one.taken() == ["first"]


def test_4_11_a_group_with_priority_goes_before_others():
    edges = {"t": {"from": "a", "to": "a"}, "to b": member("b", priority=1), "to c": member("c", priority=1)}
    assert set(drawn(edges, 60)) == {"to b", "to c"}


def test_4_11_a_weight_of_0_is_never_drawn():
    assert drawn({"to b": member("b", weight=0), "to c": member("c")}, 60) == {"to c": 60}
    assert drawn({"to b": member("b", weight=0), "to c": member("c", weight=0)}, 3) == {"none": 3}


def test_4_11_weights_can_be_expressions():
    edges = {"to b": member("b", weight={"expr": "w * 3"}), "to c": member("c", weight={"expr": "w - 1.0"})}
    assert drawn(edges, 60) == {"to b": 60}


@pytest.mark.parametrize("weight", ["1 / zero", "w - 9.0"])
def test_2_6_a_weight_that_fails_drops_its_member_and_raises_error_execution(weight):
    edges = {
        "to b": member("b", weight={"expr": weight}),
        "to c": member("c"),
        "e": {"event": "error.execution", "actions": [noted("error")]},
    }
    one = new(edges)
    one.tick()
    assert one.taken() == ["to c", "e"]
    assert one.notes() == ["error"]


def test_4_11_a_group_with_an_event_draws_when_it_comes():
    edges = {"to b": member("b", event="go"), "to c": member("c", event="go")}
    assert drawn(edges, 5) == {"none": 5}
    assert set(drawn(edges, 60, RaisedEvent("go"))) == {"to b", "to c"}


def test_4_11_staying_starts_the_groups_after_anew_and_the_states_time_goes_on():
    """`after: 0.05` draws every three ticks."""
    edges = {
        "stay": member(None, after=0.05, actions=["n = n + 1"]),
        "to b": member("b", after=0.05, guard="on"),
    }
    one = new(edges)
    taken = []
    for _ in range(10):
        one.tick()
        taken += [(one.host.tick - 1, edge) for edge in one.taken()]
    assert taken == [(3, "stay"), (6, "stay"), (9, "stay")]
    entered = one.program.rows[one.row("a")].entered_slot  # type: ignore[attr-defined]
    assert one.brain.ints[entered] == 0


def test_4_11_a_group_with_after_splits_evenly_over_many_draws():
    """Half of the agents leave after the first half second, half of the rest after the second."""
    edges = {"stay": member(None, after=0.5), "to b": member("b", after=0.5)}
    left: dict[int, int] = {}
    for seed in range(400):
        one = new(edges, seed=seed)
        for _ in range(65):
            one.tick()
            if "to b" in one.taken():
                left[one.host.tick - 1] = left.get(one.host.tick - 1, 0) + 1
    assert set(left) == {30, 60}
    assert 170 <= left[30] <= 230
    assert 75 <= left[60] <= 125


def test_4_11_a_polled_member_without_target_does_not_end_the_walk():
    edges = {"stay": member(None), "to b": member("b", weight=0), "t": {"from": "a", "to": "c"}}
    one = new(edges)
    one.tick()
    assert one.taken() == ["stay", "t"]


def test_4_11_a_group_is_drawn_once_for_all_regions():
    nodes: dict[str, Any] = {"p": {"kind": "parallel", "children": ["r", "s"]}, "r": {}, "s": {}, "q": {}}
    edges = {
        "one": {"from": "p", "group": "w", "event": "go", "actions": [noted("one")]},
        "two": {"from": "p", "group": "w", "event": "go", "actions": [noted("two")]},
    }
    one = new(edges, nodes)
    for _ in range(20):
        one.tick(RaisedEvent("go"))
        assert len(one.notes()) == 1


def test_4_11_a_member_that_cools_down_is_left_out():
    edges = {"to b": member(None, event="go", cooldown=9), "to c": member(None, event="go", cooldown=9)}
    one = new(edges)
    one.tick(RaisedEvent("go"))
    (first,) = one.taken()
    one.tick(RaisedEvent("go"))
    assert {first, *one.taken()} == {"to b", "to c"}
    one.tick(RaisedEvent("go"))
    assert one.taken() == []


def test_4_11_a_group_with_a_delay_waits_as_one_and_is_drawn_when_due():
    edges = {
        "to b": member("b", event="go", delay=0.05),
        "to c": member("c", event="go", delay=0.05, guard="on"),
    }
    one = new(edges)
    one.tick(RaisedEvent("go"))
    assert len(one.brain.machines.pending) == 1
    for _ in range(3):
        one.tick()
    assert one.taken() == ["to b"]


def test_4_11_two_groups_of_one_source_draw_beside_each_other():
    edges = {
        "x1": {"from": "a", "group": "x", "event": "go", "actions": [noted("b")]},
        "y1": {"from": "a", "group": "y", "to": "c"},
        "y2": {"from": "a", "group": "y", "to": "b"},
    }
    one = new(edges)
    one.tick(RaisedEvent("go"))
    assert len(one.taken()) == 2


def test_4_11_a_markov_chain_visits_its_states_as_its_matrix_says():
    """From each of two states: stay with 3, go with 1; both are visited half of the time."""
    edges = {
        "aa": {"from": "a", "group": "a", "to": "a", "weight": 3},
        "ab": {"from": "a", "group": "a", "to": "b"},
        "bb": {"from": "b", "group": "b", "to": "b", "weight": 3},
        "ba": {"from": "b", "group": "b", "to": "a"},
    }
    one = new(edges, {"a": {}, "b": {}})
    visits = {"a": 0, "b": 0}
    for _ in range(3000):
        one.tick()
        visits[one.active()[0]] += 1
    assert 1300 <= visits["a"] <= 1700


def test_4_14_the_log_tells_the_weights_and_which_was_drawn():
    one = new({"to b": member("b", weight=3), "to c": member("c", weight=0), "d": member("c", guard="on")})
    one.tick()
    sentences = {edge: one.brain_log.candidates[one.row(edge)].sentence for edge in ("to b", "to c", "d")}
    assert sentences == {"to b": "weight 3 of 3, drawn", "to c": "its weight is 0", "d": "on is false"}
    assert one.outcome("to b") == TransitionOutcome.TAKEN
    assert one.outcome("d") == TransitionOutcome.GUARD_FALSE


def test_4_9_a_group_can_be_an_interrupt():
    edges = {
        "to b": {"event": "go", "group": "w", "interrupt": True, "to": "b"},
        "to c": {"event": "go", "group": "w", "interrupt": True, "to": "c"},
    }
    counts = drawn(edges, 60, RaisedEvent("go"))
    assert set(counts) == {"to b", "to c"}
