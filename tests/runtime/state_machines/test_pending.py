"""Known answers: cooldowns, and delays that let a transition wait (rule 4.10)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.host import RaisedEvent
from runtime.basics.status import TransitionOutcome
from tests.runtime.lone_brain import LoneBrain, document, machine, noted

VARIABLES: dict[str, Any] = {
    "on": {"type": "bool"},
    "seen": {"type": "bool"},
    "gap": {"type": "float", "default": 0.05},
    "zero": {"type": "int"},
    "n": {"type": "int"},
}
EVENTS: dict[str, Any] = {"go": {}, "hit": {"payload": {"force": "int"}}, "stop": {}}


def new(edges: dict[str, Any], nodes: dict[str, Any] | None = None, seed: int = 1) -> LoneBrain:
    nodes = nodes or {"a": {}, "b": {}, "c": {}}
    graphs = {"g": machine(nodes, edges)}
    return LoneBrain(document(graphs, variables=VARIABLES, events=EVENTS), seed=seed)


def tick_taken(one: LoneBrain, edge: str, limit: int = 60) -> int:
    """Return the tick of the world in which `edge` is taken."""
    for _ in range(limit):
        one.tick()
        if edge in one.taken():
            return one.host.tick - 1
    raise AssertionError("it was never taken")


def pending(one: LoneBrain) -> list[str]:
    rows = one.program.rows
    return [rows[waiting.transition].node for waiting in one.brain.machines.pending.values()]


# -- cooldown -------------------------------------------------------------------------------------


def test_4_10_taken_on_tick_k_it_is_enabled_again_from_k_plus_n():
    one = new({"t": {"from": "a", "cooldown": 0.05, "actions": ["n = n + 1"]}})
    taken = []
    for _ in range(9):
        one.tick()
        taken += [one.host.tick - 1] * len(one.taken())
    assert taken == [1, 4, 7]


def test_4_10_a_cooldown_goes_on_while_its_source_is_not_active():
    edges = {"ab": {"from": "a", "to": "b", "cooldown": 0.1}, "ba": {"from": "b", "to": "a"}}
    one = new(edges)
    taken = []
    for _ in range(10):
        one.tick()
        taken += [(one.host.tick - 1, edge) for edge in one.taken()]
    assert taken == [(1, "ab"), (2, "ba"), (7, "ab"), (8, "ba")]


def test_4_10_a_cooldown_lets_the_next_in_order_go():
    edges = {
        "first": {"from": "a", "event": "go", "cooldown": 1, "actions": [noted("first")]},
        "second": {"from": "a", "event": "go", "actions": [noted("second")]},
    }
    one = new(edges)
    one.tick()
    for _ in range(3):
        one.tick(RaisedEvent("go"))
    assert one.notes() == ["first", "second", "second"]
    assert one.brain_log.candidates[one.row("first")].sentence == "0.97 s to go"


def test_2_2_a_cooldown_is_evaluated_when_its_transition_is_taken():
    one = new({"t": {"from": "a", "cooldown": {"expr": "gap"}, "actions": ["gap = 9.0"]}})
    one.tick()
    taken = [one.tick() and len(one.taken()) for _ in range(6)]
    assert taken == [1, 0, 0, 1, 0, 0]


def test_2_6_a_failing_cooldown_is_none_and_raises_error_execution():
    edges = {
        "t": {"from": "a", "event": "go", "cooldown": {"expr": "1 / zero"}},
        "e": {"from": "a", "event": "error.execution", "actions": [noted("error")]},
    }
    one = new(edges)
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.notes() == ["error"]
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["t", "e"]


# -- delay ----------------------------------------------------------------------------------------


def test_4_10_pending_from_tick_p_it_is_taken_on_p_plus_n():
    one = new({"t": {"from": "a", "delay": 0.05, "to": "b"}})
    assert tick_taken(one, "t") == 4


def test_4_10_a_pending_transition_shows_as_pending():
    one = new({"t": {"from": "a", "delay": 0.05, "to": "b"}})
    one.tick()
    for left in ("0.05", "0.03", "0.02"):
        one.tick()
        assert one.outcome("t") == TransitionOutcome.PENDING
        assert one.brain_log.candidates[one.row("t")].sentence == f"{left} s to go"
    one.tick()
    assert one.outcome("t") == TransitionOutcome.TAKEN


def test_4_10_the_walk_goes_on_as_if_a_pending_one_were_not_there():
    edges = {
        "slow": {"from": "a", "event": "go", "delay": 0.1, "to": "b"},
        "now": {"from": "a", "event": "go", "actions": [noted("now")]},
    }
    one = new(edges)
    one.tick()
    one.tick(RaisedEvent("go"))
    assert one.taken() == ["now"]
    assert pending(one) == ["slow"]


def test_4_10_one_is_pending_per_source_the_first():
    edges = {
        "one": {"from": "a", "event": "go", "delay": 0.1, "to": "b"},
        "two": {"from": "a", "event": "go", "delay": 0.02, "to": "c"},
    }
    one = new(edges)
    one.tick()
    one.tick(RaisedEvent("go"))
    one.tick(RaisedEvent("go"))
    assert pending(one) == ["one"]
    assert one.outcome("two") == TransitionOutcome.NOT_CONSIDERED
    assert tick_taken(one, "one") == 7


def test_4_10_sources_wait_beside_each_other():
    nodes = {"p": {"children": ["a", "b"], "initial": "a"}, "a": {}, "b": {}, "c": {}}
    edges = {
        "inner": {"from": "a", "delay": 0.05, "to": "b"},
        "outer": {"from": "p", "delay": 0.1, "to": "c"},
    }
    one = new(edges, nodes)
    assert tick_taken(one, "inner") == 4
    assert pending(one) == ["outer"]
    assert tick_taken(one, "outer") == 7


def test_4_10_it_keeps_its_event():
    edges = {
        "t": {
            "from": "a",
            "event": "hit",
            "guard": "event.force > 3",
            "delay": 0.05,
            "to": "b",
            "actions": ["n = event.force"],
        }
    }
    one = new(edges)
    one.tick()
    one.tick(RaisedEvent("hit", {"force": 3}))
    assert pending(one) == []
    one.tick(RaisedEvent("hit", {"force": 5}))
    assert one.brain.machines.handled == {0}
    assert tick_taken(one, "t") == 5
    assert one.variable("n") == 5


def test_4_10_lost_for_a_time_is_canceled_by_a_glimpse():
    one = new({"lost": {"from": "a", "guard": "not seen", "delay": 0.1, "to": "b"}})
    for _ in range(5):
        one.tick()
    assert pending(one) == ["lost"]
    one.write("seen", True)
    one.tick()
    assert pending(one) == []
    assert one.outcome("lost") == TransitionOutcome.GUARD_FALSE
    one.write("seen", False)
    one.tick()
    assert tick_taken(one, "lost") == 12


def test_4_10_the_due_tick_is_tested_too():
    one = new({"lost": {"from": "a", "guard": "not seen", "delay": 0.05, "to": "b"}})
    for _ in range(4):
        one.tick()
    one.write("seen", True)
    one.tick()
    assert one.active() == ["a"]
    assert pending(one) == []


def test_4_10_without_recheck_it_is_taken_whatever_its_guard_says_by_then():
    one = new({"t": {"from": "a", "guard": "not seen", "delay": 0.05, "recheck": False, "to": "b"}})
    one.tick()
    one.tick()
    one.write("seen", True)
    assert tick_taken(one, "t") == 4


def test_4_10_the_exit_of_its_source_cancels_it():
    edges = {
        "slow": {"from": "a", "event": "go", "delay": 0.05, "to": "b"},
        "out": {"from": "a", "event": "stop", "to": "c"},
        "back": {"from": "c", "to": "a"},
    }
    one = new(edges)
    one.tick()
    one.tick(RaisedEvent("go"))
    one.tick(RaisedEvent("stop"))
    assert pending(one) == []
    for _ in range(6):
        one.tick()
    assert one.active() == ["a"]


def test_4_10_a_targetless_transition_does_not_cancel_it():
    edges = {
        "slow": {"from": "a", "event": "go", "delay": 0.05, "to": "b"},
        "note": {"from": "a", "event": "stop", "actions": [noted("stop")]},
    }
    one = new(edges)
    one.tick()
    one.tick(RaisedEvent("go"))
    one.tick(RaisedEvent("stop"))
    assert pending(one) == ["slow"]
    assert tick_taken(one, "slow") == 4


def test_4_10_a_due_one_takes_its_place_in_the_order_until_it_is_taken():
    edges = {
        "first": {"from": "a", "guard": "on", "to": "c"},
        "slow": {"from": "a", "event": "go", "delay": 0.02, "to": "b"},
    }
    one = new(edges)
    one.tick()
    one.tick(RaisedEvent("go"))
    one.tick()
    one.write("on", True)
    one.tick()
    assert one.taken() == ["first"]
    assert pending(one) == []


def test_4_10_one_that_lost_when_due_goes_on_waiting_for_its_turn():
    """In the first region c goes to d when the second would leave the whole parallel state."""
    nodes: dict[str, Any] = {
        "p": {"kind": "parallel", "children": ["s", "r"], "update": ["n = n + 1"]},
        "s": {"children": ["c", "d"], "initial": "c"},
        "c": {},
        "d": {},
        "r": {},
        "q": {},
    }
    edges = {
        "cd": {"from": "c", "guard": "n == 4", "to": "d"},
        "slow": {"from": "r", "event": "go", "delay": 0.05, "to": "q"},
    }
    one = new(edges, nodes)
    one.tick()
    one.tick(RaisedEvent("go"))
    assert tick_taken(one, "cd") == 4
    assert one.taken() == ["cd"]
    assert pending(one) == ["slow"]
    one.tick()
    assert one.taken() == ["slow"]


def test_4_10_an_eventless_one_waits_too_and_the_round_goes_on():
    one = new({"t": {"from": "a", "event": "always", "delay": 0.05, "to": "b"}})
    assert tick_taken(one, "t") == 3
    assert one.active() == ["b"]


def test_4_10_a_delay_of_an_interrupt_is_tested_and_taken_in_step_4():
    edges = {
        "any": {"event": "go", "guard": "not seen", "delay": 0.05, "to": "c", "interrupt": True},
        "own": {"from": "a", "guard": "n > 2", "to": "b"},
    }
    nodes = {"a": {"update": ["n = n + 1"]}, "b": {}, "c": {}}
    one = new(edges, nodes)
    one.tick()
    one.tick(RaisedEvent("go"))
    assert pending(one) == ["any"]
    one.tick()
    one.tick()
    assert one.active() == ["b"]
    one.tick()
    assert one.taken() == ["any"]


def test_4_10_an_interrupt_to_where_the_machine_is_does_not_begin_to_wait():
    one = new({"any": {"guard": "on", "delay": 0.05, "to": "a", "interrupt": True}})
    one.write("on", True)
    for _ in range(3):
        one.tick()
    assert pending(one) == []


def test_4_10_after_and_delay_add_up():
    one = new({"t": {"from": "a", "after": 0.05, "delay": 0.05, "to": "b"}})
    assert tick_taken(one, "t") == 6


@pytest.mark.parametrize("seed", range(8))
def test_4_10_the_jitter_is_drawn_when_pending_starts(seed):
    one = new({"t": {"from": "a", "delay": 0.1, "jitter": 0.05, "to": "b"}}, seed=seed)
    one.tick()
    one.tick()
    (waiting,) = one.brain.machines.pending.values()
    assert 3 <= waiting.due - waiting.since <= 9
    assert tick_taken(one, "t") == waiting.due


def test_4_10_jitters_of_many_seeds_cover_their_range_evenly():
    counts = dict.fromkeys(range(3, 10), 0)
    for seed in range(350):
        one = new({"t": {"from": "a", "delay": 0.1, "jitter": 0.05, "to": "b"}}, seed=seed)
        one.tick()
        one.tick()
        (waiting,) = one.brain.machines.pending.values()
        counts[waiting.due - waiting.since] += 1
    assert all(25 <= count <= 80 for count in counts.values())


def test_2_6_a_failing_delay_keeps_its_transition_from_waiting():
    edges = {
        "t": {"from": "a", "event": "go", "delay": {"expr": "1 / zero"}, "to": "b"},
        "e": {"from": "a", "event": "error.execution", "actions": [noted("error")]},
    }
    one = new(edges)
    one.tick()
    one.tick(RaisedEvent("go"))
    assert pending(one) == []
    assert one.notes() == ["error"]
    assert one.outcome("t") == TransitionOutcome.TRUE_BUT_LOST


def test_4_10_pending_transitions_are_gone_with_their_machine():
    inner = machine(
        {"x": {}, "end": {"kind": "final"}},
        {
            "slow": {"event": "go", "delay": 1, "to": "x"},
            "over": {"from": "x", "event": "stop", "to": "end"},
        },
    )
    graphs = {"g": machine({"a": {"activity": {"graph": "inner"}}}), "inner": inner}
    one = LoneBrain(document(graphs, events=EVENTS))
    one.tick()
    one.tick(RaisedEvent("go"))
    assert pending(one) == ["slow"]
    one.tick(RaisedEvent("stop"))
    assert pending(one) == []


def test_1_5_pending_transitions_are_in_the_snapshot():
    one = new({"t": {"from": "a", "event": "hit", "delay": 0.1, "to": "b", "actions": ["n = event.force"]}})
    one.tick()
    one.tick(RaisedEvent("hit", {"force": 4}))
    saved, buffers, now = one.brain.machines.snapshot(), one.slab.snapshot(), one.host.tick
    assert tick_taken(one, "t") == 7
    one.brain.machines.restore(saved)
    one.slab.restore(buffers)
    one.host.tick = now
    assert tick_taken(one, "t") == 7
    assert one.variable("n") == 4
