"""Known answers: the decorators of time and number (the decorators of section 3; rules 3.2, 3.13)."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.basics.random_numbers import draw_chance, fnv1a_32
from runtime.basics.status import Status
from tests.runtime.lone_brain import LoneBrain, document, machine, scripted, tree

VARIABLES: dict[str, Any] = {
    "on": {"type": "bool", "default": True},
    "gap": {"type": "float", "default": 0.05},
}


def decorated(kind: str, script: str, child: dict[str, Any] | None = None, **params: Any) -> LoneBrain:
    root: dict[str, Any] = {"kind": kind, "children": ["a"]}
    if params:
        root["params"] = params
    nodes = {"root": root, "a": child or scripted(script, "a")}
    return LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))


def test_3_decorators_timeout_fails_on_its_tick_without_ticking_the_child():
    """0.05 s are 3 ticks: the child is ticked on e, e + 1 and e + 2."""
    one = decorated("timeout", "RRRRRR", seconds=0.05)
    assert one.ticks(4) == "RRRF"
    assert one.log == ["enter a", "tick a", "tick a", "tick a", "halt a"]
    assert one.ticks(4) == "RRRF"


@pytest.mark.parametrize("script", ["S", "RRS", "RF"])
def test_3_decorators_timeout_passes_a_child_that_ends_in_time(script):
    assert decorated("timeout", script, seconds=0.05).ticks(len(script)) == script


def test_3_decorators_delay_waits_before_it_enters():
    one = decorated("delay", "RS", seconds=0.05)
    assert one.ticks(5) == "RRRRS"
    assert one.log == ["enter a", "tick a", "tick a"]


def test_3_decorators_cooldown_refuses_until_n_ticks_after_the_exit():
    """Exit on tick 1: refused on 2 and 3, entered on 4."""
    one = decorated("cooldown", "RS", seconds=0.05)
    assert one.ticks(9) == "RSFFRSFFR"


def test_3_decorators_cooldown_refuses_with_skipped_by_choice():
    assert decorated("cooldown", "S", seconds=0.05, refused="skipped").ticks(4) == "SssS"


def test_3_decorators_cooldown_starts_at_a_halt_too():
    nodes = {
        "root": {"kind": "selector", "children": ["c", "z"]},
        "c": {
            "kind": "cooldown",
            "params": {"seconds": 0.05},
            "children": ["a"],
            "guard": {"test": "on", "abort": "self"},
        },
        "a": scripted("RRRR", "a"),
        "z": scripted("S", "z"),
    }
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    one.tick()
    one.write("on", False)
    one.tick()
    one.write("on", True)
    one.log.clear()
    # Halted on tick 1: refused on 2 and 3, entered on 4.
    assert one.ticks(3) == "SSR"
    assert one.log == ["enter z", "tick z", "enter z", "tick z", "enter a", "tick a"]


def test_3_2_a_node_refused_by_its_cooldown_is_not_entered():
    nodes = {
        "root": {
            "kind": "cooldown",
            "params": {"seconds": 0.05},
            "children": ["a"],
            "services": [{"every": 0.001, "action": "note", "params": {"word": "x"}}],
        },
        "a": scripted("S", "a"),
    }
    one = LoneBrain(document({"g": tree(nodes)}))
    assert one.ticks(4) == "SFFS"
    assert one.notes() == ["x", "x"]


@pytest.mark.parametrize(
    ("between", "letters"), [("last", "SSSSSS"), ("failure", "SFFSFF"), ("skipped", "SssSss")]
)
def test_3_decorators_rate_limit_starts_its_child_at_most_every_n_ticks(between, letters):
    one = decorated("rate_limit", "S", seconds=0.05, between=between)
    assert one.ticks(6) == letters
    assert one.log.count("enter a") == 2


def test_3_decorators_rate_limit_lets_a_running_child_run():
    one = decorated("rate_limit", "RRRRS", seconds=0.05, between="failure")
    assert one.ticks(7) == "RRRRSRR"


@pytest.mark.parametrize(
    ("params", "script", "letters"),
    [
        ({"count": 2}, "S", "SSss"),
        ({"count": 2, "afterwards": "failure"}, "S", "SSFF"),
        ({"count": 2, "afterwards": "last"}, "RF", "RFRFFF"),
        ({"count": 1, "counts": "success"}, "F", "FFFF"),
        ({"count": 1, "counts": "failure"}, "F", "Fsss"),
        ({"count": 0}, "S", "ss"),
    ],
)
def test_3_decorators_run_limit_counts_completions(params, script, letters):
    assert decorated("run_limit", script, **params).ticks(len(letters)) == letters


@pytest.mark.parametrize(
    ("afterwards", "letters"), [("skipped", "RSss"), ("failure", "RSFF"), ("last", "RSSS")]
)
def test_3_decorators_run_once_completes_once(afterwards, letters):
    assert decorated("run_once", "RS", afterwards=afterwards).ticks(4) == letters


def test_3_decorators_a_halt_is_no_completion():
    nodes = {
        "root": {"kind": "sequence", "children": ["o"], "guard": {"test": "on", "abort": "self"}},
        "o": {"kind": "run_once", "children": ["a"]},
        "a": scripted("RS", "a"),
    }
    one = LoneBrain(document({"g": tree(nodes)}, variables=VARIABLES))
    one.tick()
    one.write("on", False)
    one.tick()
    one.write("on", True)
    assert one.ticks(3) == "RSs"


@pytest.mark.parametrize(("refused", "letter"), [("failure", "F"), ("skipped", "s")])
def test_3_decorators_probability_draws_on_enter_from_the_seed(refused, letter):
    one = decorated("probability", "RS", chance=0.5, refused=refused)
    wanted = ""
    for draw in range(12):
        hit = draw_chance(1, fnv1a_32("me"), fnv1a_32("root"), draw, 0.5)
        wanted += "RS" if hit else letter
    assert one.ticks(len(wanted)) == wanted
    assert {"R", letter} <= set(wanted)


@pytest.mark.parametrize("script", ["S", "RRF"])
def test_3_decorators_a_breakpoint_is_transparent_without_a_debugger(script):
    assert decorated("breakpoint", script).ticks(len(script)) == script


@pytest.mark.parametrize(
    ("status", "letter"), [("success", "S"), ("failure", "F"), ("running", "R"), ("skipped", "s")]
)
def test_3_decorators_fixed_status_gives_its_status_and_does_not_tick_its_child(status, letter):
    one = decorated("fixed_status", "S", status=status)
    assert one.ticks(3) == letter * 3
    assert one.log == []


def test_2_2_the_length_of_a_cooldown_is_evaluated_on_enter():
    child = {"kind": "set", "actions": ["gap = 0.1"]}
    one = decorated("cooldown", "", child, seconds={"expr": "gap"})
    # Entered on tick 0 with 3 ticks, on tick 3 with 6.
    assert one.ticks(10) == "SFFSFFFFFS"


def test_3_13_counts_and_stamps_survive_a_fresh_start_of_the_root():
    nodes = {
        "root": {"kind": "sequence", "children": ["l", "z"]},
        "l": {"kind": "run_limit", "params": {"count": 2}, "children": ["a"]},
        "a": scripted("S", "a"),
        "z": scripted("S", "z"),
    }
    one = LoneBrain(document({"g": tree(nodes)}))
    assert one.ticks(4) == "SSSS"
    assert one.log.count("tick a") == 2


def activity(nodes: dict[str, Any]) -> LoneBrain:
    states = machine(
        {"s": {"activity": {"graph": "h"}}, "r": {}},
        {"t": {"from": "s", "event": "done", "to": "r"}, "u": {"from": "r", "to": "s"}},
    )
    return LoneBrain(document({"g": states, "h": tree(nodes)}))


def test_3_13_a_count_is_cleared_when_the_activity_is_made_anew():
    nodes = {"root": {"kind": "run_once", "children": ["a"]}, "a": scripted("S", "a")}
    one = activity(nodes)
    one.ticks(6)
    assert one.log.count("tick a") >= 2


def test_3_13_a_kept_place_is_cleared_when_the_activity_is_made_anew():
    nodes = {
        "root": {"kind": "sequence", "params": {"memory": "keep"}, "children": ["a", "b"]},
        "a": scripted("S", "a"),
        "b": scripted("F", "b"),
    }
    one = activity(nodes)
    one.ticks(4)
    # Each tick completes the state, and the next one enters it again.
    assert [line for line in one.log if line.startswith("tick")] == ["tick a", "tick b"] * 4


def test_3_13_the_stamp_of_a_cooldown_lasts_over_a_new_activation():
    nodes = {
        "root": {"kind": "cooldown", "params": {"seconds": 1}, "children": ["a"]},
        "a": scripted("S", "a"),
    }
    one = activity(nodes)
    one.ticks(20)
    assert one.log.count("tick a") == 1


def test_3_12_a_timeout_halts_the_action_below():
    one = decorated("timeout", "RRR", seconds=0.02)
    assert one.ticks(3) == "RRF"
    assert one.stored("a") == Status.IDLE
