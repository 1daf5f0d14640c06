"""A machine run by its table does byte for byte what the set-based procedures do."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.basics.host import RaisedEvent
from runtime.minds.machines import game_tick, macrostep
from runtime.minds.machines.table_tick import TickedMachineRow
from runtime.minds.program.brain_log import BrainLog
from tests.example_counts import daily
from tests.runtime.lone_brain import LoneBrain, machine
from tests.runtime.state_machines.called_graphs import mind_of
from tests.runtime.state_machines.quiet_machines import (
    WRITES,
    flat_machines,
    quiet_machines,
    restless_machines,
)
from tests.runtime.state_machines.random_machines import POSTS, VARIABLES, machines, waiting_machines
from tests.runtime.state_machines.test_random_machines import events_of

FEW = settings(max_examples=daily(8, deep=40), deadline=None, suppress_health_check=[HealthCheck.too_slow])

RING = machine(
    {"a": {}, "b": {}, "c": {"transitions": []}},
    {
        "ab": {"from": "a", "event": "one", "to": "b"},
        "bc": {"from": "b", "event": "one", "guard": "n > 0", "to": "c"},
        "ca": {"from": "c", "guard": "n > 2", "to": "a"},
    },
)

NESTED = machine(
    {
        "outer": {"children": ["p", "q"], "initial": "p"},
        "p": {},
        "q": {"update": ["n = n + 1"]},
        "alone": {},
    },
    {
        "pq": {"from": "p", "event": "one", "to": "q"},
        "qp": {"from": "q", "event": "two", "to": "p"},
        "leave": {"from": "outer", "event": "two", "guard": "n > 1", "to": "alone"},
        "back": {"from": "alone", "event": "*", "to": "outer"},
        "alarm": {"event": "two.more", "to": "alone", "interrupt": True},
    },
)

REGIONS = machine(
    {
        "both": {"kind": "parallel", "children": ["l", "r"]},
        "l": {"children": ["l1", "l2"], "initial": "l1"},
        "l1": {},
        "l2": {"entry": ["raise two"]},
        "r": {"children": ["r1", "r2"], "initial": "r1"},
        "r1": {},
        "r2": {},
    },
    {
        "l12": {"from": "l1", "event": "one", "to": "l2"},
        "l21": {"from": "l2", "event": "one", "guard": "on", "to": "l1"},
        "r12": {"from": "r1", "event": "two", "to": "r2"},
        "r21": {"from": "r2", "to": "r1"},
    },
)

POLLED = machine(
    {"a": {}, "b": {}},
    {
        "rarely": {"from": "a", "guard": "n > 90 and on", "cooldown": 0.05, "to": "b"},
        "later": {"from": "a", "after": 0.05, "guard": "state_time > 0.06", "to": "b"},
        "asked": {"from": "b", "guard": "self.radius > 0 and not word_is_true('near')", "to": "a"},
        "hurt": {"guard": "n < 0", "to": "b", "interrupt": True},
    },
)

CAREFUL = machine(
    {"a": {}, "b": {}},
    {
        "alarmed": {"from": "a", "guard": "alarm", "to": "b"},
        "waits": {"from": "a", "guard": "n > 50", "delay": 0.1, "to": "b"},
        "counts": {"from": "a", "event": "two", "guard": "n > 60"},
        "hurt": {"guard": "n >= 0", "to": "a", "interrupt": True},
    },
)

RESTLESS = machine(
    {
        "both": {"kind": "parallel", "children": ["count", "mind"]},
        "count": {"children": ["low", "high"], "initial": "low"},
        "low": {"update": ["n = n + 1", "raise two.more"]},
        "high": {"update": ["n = n - 3"], "entry": ["raise two"]},
        "mind": {"children": ["pick", "odd", "even", "near"], "initial": "pick"},
        "pick": {"kind": "choice"},
        "odd": {},
        "even": {"exit": ["on = not on"]},
        "near": {"activity": {"action": "scripted", "params": {"script": "RRS"}}},
    },
    {
        "up": {"from": "low", "event": "always", "guard": "n > 4", "actions": ["dice = n"], "to": "high"},
        "down": {"from": "high", "event": "always", "guard": "n < 0", "to": "low"},
        "fails": {"from": "high", "event": "always", "guard": "1 / n > 5", "to": "low"},
        "again": {"from": "mind", "event": "one", "to": "pick"},
        "two": {"from": "odd", "event": "two", "to": "even"},
        "done": {"from": "near", "event": "done", "to": "odd"},
        "asks": {"from": "even", "event": "always", "guard": "word_is_true('near')", "to": "pick"},
        "to_odd": {"from": "pick", "guard": "n % 2 == 1", "actions": ["n = n + 1"], "to": "odd"},
        "to_near": {"from": "pick", "guard": "on", "to": "near"},
        "to_even": {"from": "pick", "else": True, "to": "even"},
    },
)

CIRCLE = machine(
    {"a": {"update": ["n = n + 1"]}, "b": {}, "c": {}},
    {
        "ab": {"from": "a", "event": "always", "guard": "n > 3 or 1 / n > 5", "to": "b"},
        "bc": {"from": "b", "event": "one", "actions": ["n = n + 1"], "to": "c"},
        "bz": {"from": "b", "event": "two", "actions": ["n = 0"], "to": "a"},
        "ca": {"from": "c", "event": "always", "guard": "on", "to": "a"},
        "ac": {"from": "b", "event": "always", "guard": "n > 6", "to": "c"},
    },
)

MOODS = machine(
    {"calm": {"entry": ["n = n + 1"]}, "cross": {"activity": {"graph": "tree"}}, "glad": {}},
    {
        "scold": {"event": "one", "matrix": {"calm": {"cross": 1.0}, "glad": {"calm": 0.5, "cross": 0.5}}},
        "praise": {"guard": "on and n % 3 == 0", "cooldown": 0.05, "matrix": {"cross": {"glad": 1.0}}},
    },
    moods={
        "shares": {"calm": "p", "cross": "q", "glad": "r"},
        "every": 0.05,
        "matrix": {"calm": {"calm": 1.0}, "cross": {"calm": 0.6, "cross": 0.4}, "glad": {"glad": 1.0}},
    },
)
SHARES = {name: {"type": "float", "default": number} for name, number in (("p", 1), ("q", 0), ("r", 0.5))}


def pair_of(graph: dict[str, Any], seed: int = 1) -> tuple[LoneBrain, LoneBrain]:
    """Return two brains with one program each: the first runs by tables, the second by sets."""
    source = mind_of(graph, variables={**VARIABLES, **SHARES})
    first, second = LoneBrain(source, seed=seed), LoneBrain(source, seed=seed)
    second.brain.interpreted = True
    return first, second


def tick(one: LoneBrain, *events: RaisedEvent, logged: bool = False) -> dict[str, object]:
    """Tick, with a log or without, and return all that the tick did, left and noted."""
    for event in events:
        one.brain.post(event)
    log = BrainLog() if logged else None
    one.brain.watched = logged
    status = one.brain.tick(log)
    one.host.tick += 1
    brain = one.brain
    return {
        "visits": list(log.visits) if log else [],
        "passages": list(log.passages) if log else [],
        "candidates": list(log.candidates.values()) if log else [],
        "decisions": list(log.decisions) if log else [],
        "status": status,
        "ended": brain.ended,
        "outcomes": bytes(brain.outcomes),
        "stored": one.slab.snapshot(),
        "memory": brain.machines.snapshot(),
        "taken": list(brain.machines.taken),
        "errors": list(brain.errors),
        "handled": set(brain.machines.handled),
        "raised": list(brain.raised),
        "writes": list(brain.writes),
        "posted": list(brain.posted),
        "effects": [(name, dict(arguments)) for name, arguments in one.host.effects],
        "log": list(one.log),
    }


def assert_equal(graph: dict[str, Any], posts: list[tuple[str, ...]], seed: int = 1) -> None:
    by_table, by_sets = pair_of(graph, seed)
    for number, names in enumerate(posts):
        first = tick(by_table, *events_of(names))
        second = tick(by_sets, *events_of(names))
        for what, value in second.items():
            assert first[what] == value, f"tick {number}: {what}"


@FEW
@given(graph=machines() | waiting_machines(), posts=POSTS, seed=st.integers(0, 99))
def test_tables_do_what_the_sets_do(graph, posts, seed):
    assert_equal(graph, posts, seed)


@pytest.mark.parametrize(
    "graphs", [quiet_machines(), flat_machines(), restless_machines()], ids=["quiet", "flat", "restless"]
)
@pytest.mark.parametrize("every", [31, 3], ids=["no", "some"])
def test_tables_do_what_the_sets_do_where_little_runs_and_much_is_written(graphs, every):
    """Every third tick or none is logged: the picked agent is let go again."""

    @settings(FEW, max_examples=daily(8, deep=20), database=None)
    @given(graph=graphs, posts=POSTS, writes=WRITES)
    def compare(graph, posts, writes):
        by_table, by_sets = pair_of(graph)
        for number, (names, write) in enumerate(zip(posts, writes, strict=True)):
            told = []
            for each in (by_table, by_sets):
                if write is not None:
                    each.write(*write)
                told.append(tick(each, *events_of(names), logged=number % every == 1))
            for what, value in told[1].items():
                assert told[0][what] == value, f"tick {number}: {what}"
            assert by_table.brain.quiet_ticks == by_sets.brain.quiet_ticks
            assert by_table.brain.events_now == by_sets.brain.events_now

    compare()


@settings(max_examples=daily(6, deep=15), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(graph=machines(), posts=POSTS, change=st.integers(0, 30))
def test_a_logged_tick_in_between_changes_nothing(graph, posts, change):
    """The picked agent is logged from some tick on and let go again: the table finds its place again."""
    by_table, by_sets = pair_of(graph)
    for number, names in enumerate(posts):
        logged = number % 4 == change % 4
        first = tick(by_table, *events_of(names), logged=logged)
        assert first == tick(by_sets, *events_of(names), logged=logged)


@pytest.mark.parametrize(
    "graph",
    [RING, NESTED, REGIONS, POLLED, CAREFUL, RESTLESS, CIRCLE, MOODS],
    ids=["ring", "nested", "regions", "polled", "careful", "restless", "circle", "moods"],
)
@settings(max_examples=daily(10, deep=25), deadline=None)
@given(posts=POSTS)
def test_plain_machines_do_what_the_sets_do(graph, posts):
    assert_equal(graph, posts)


@settings(max_examples=daily(15, deep=40), deadline=None)
@given(posts=POSTS, at=st.integers(0, 20))
def test_a_restored_brain_goes_on_by_its_table(posts, at):
    """What is looked up is no state: a snapshot put back in mid-run is found by what is stored alone."""
    one, other = pair_of(NESTED)
    other.brain.interpreted = False
    frames = []
    saved = None
    for number, names in enumerate(posts):
        if number == at % max(1, len(posts)):
            saved = (number, one.slab.snapshot(), one.host.tick)
        frames.append(tick(one, *events_of(names)))
    if saved is None:
        return
    number, memory, now = saved
    for names in posts[: number // 2]:
        tick(other, *events_of(names))
    other.slab.restore(memory)
    other.host.tick = now
    for names, expected in zip(posts[number:], frames[number:], strict=True):
        found = tick(other, *events_of(names))
        assert (found["outcomes"], found["stored"]) == (expected["outcomes"], expected["stored"])


def test_a_configuration_is_worked_out_once_for_all_agents():
    one, _ = pair_of(RING)
    for names in [(), ("one",), ("one",), ("one", "one"), ()]:
        tick(one, *events_of(names))
    root = one.program.root
    assert isinstance(root, TickedMachineRow)
    first = root.table.current(one.brain)
    tick(one)
    assert root.table.current(one.brain) is first


def test_a_plain_step_is_planned_and_one_into_a_history_is_not():
    graph = machine(
        {
            "a": {},
            "box": {"children": ["h", "x", "y"], "initial": "x"},
            "h": {"kind": "history", "default": {"targets": ["x"]}},
            "x": {},
            "y": {},
        },
        {
            "in": {"from": "a", "event": "one", "to": "h"},
            "on": {"from": "x", "event": "one", "to": "y"},
            "out": {"from": "box", "event": "two", "to": "a"},
        },
    )
    one, _ = pair_of(graph)
    seen = []
    for names in [(), ("one",), ("one",), ("two",), ("one",)]:
        tick(one, *events_of(names))
        seen.append(one.active())
    assert seen == [["a"], ["box", "x"], ["box", "y"], ["a"], ["box", "y"]]
    root = one.program.root
    assert isinstance(root, TickedMachineRow)
    now = root.table.look(one.brain)
    out = next(row for row in root.all_transitions if row.node == "out")
    step = now.step(out, root.table)
    assert step is not None
    assert [state.name for state in step.exits] == ["y", "box"]


BUSY = machine(
    {
        "a": {"activity": {"graph": "tree"}, "entry": ["n = n + 1"], "update": ["on = not on"]},
        "b": {"children": ["c"], "initial": "c", "exit": ["n = n + 1"]},
        "c": {"activity": {"action": "scripted", "params": {"script": "RRRRRR"}}},
    },
    {
        "ab": {"from": "a", "event": "one", "guard": "n > 0", "actions": ["dice = 1"], "to": "b"},
        "ba": {"from": "b", "guard": "state_time > 0.04", "to": "a"},
        "hurt": {"guard": "n < 0", "to": "b", "interrupt": True},
    },
)


@pytest.mark.parametrize("graph", [BUSY, MOODS], ids=["busy", "moods"])
def test_a_machine_with_activities_and_actions_runs_by_its_table_alone(graph):
    one, by_sets = pair_of(graph)
    tick(one)
    tick(by_sets)
    taken = 0
    for number in range(40):
        names = ("one",) if number % 3 == 0 else ()
        expected = tick(by_sets, *events_of(names))
        with (
            mock.patch.object(macrostep, "select_for_event", side_effect=AssertionError),
            mock.patch.object(macrostep, "select_eventless", side_effect=AssertionError),
            mock.patch.object(game_tick, "select_polled", side_effect=AssertionError),
            mock.patch.object(game_tick, "select_polled_interrupts", side_effect=AssertionError),
        ):
            assert tick(one, *events_of(names)) == expected
        taken += bool(expected["taken"])
    assert taken > 5
