"""A quick tick does, leaves and logs what the set-based procedures do; and it is the one that is taken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings

from graphs.expressions.types import Value
from runtime.brains.brain import Brain
from runtime.brains.brain_log import BrainLog
from runtime.generated import quick_ticks
from runtime.status import Status, TransitionOutcome
from tests.runtime.lone_brain import LoneBrain, machine
from tests.runtime.state_machines.called_graphs import mind_of
from tests.runtime.state_machines.quiet_machines import WRITES, flat_machines, quiet_machines
from tests.runtime.state_machines.random_machines import POSTS
from tests.runtime.state_machines.test_random_machines import events_of
from tests.runtime.state_machines.test_tables import tick


@contextmanager
def counting_ordinary_ticks() -> Iterator[list[Brain]]:
    """Gather the brains whose ticks were no quick ones, interpreted ones apart."""
    plain, found = Brain.tick, list[Brain]()

    def counted(brain: Brain, log: BrainLog | None = None) -> Status:
        if not brain.interpreted:
            found.append(brain)
        return plain(brain, log)

    with mock.patch.object(Brain, "tick", counted):
        yield found


def quiet_pair(graph: dict[str, Any], seed: int = 1) -> tuple[LoneBrain, LoneBrain]:
    """Return two brains: the first has quick ticks, the second runs by sets."""
    source = mind_of(graph)
    first, second = LoneBrain(source, seed=seed), LoneBrain(source, seed=seed)
    second.brain.interpreted = True
    return first, second


Writes = list[tuple[str, Value] | None]


def assert_equal(
    graph: dict[str, Any], posts: list[tuple[str, ...]], writes: Writes, logged: set[int]
) -> int:
    """Compare every tick, those in `logged` with their logs; return how many were quick ones."""
    quick, by_sets = quiet_pair(graph)
    with counting_ordinary_ticks() as ordinary:
        for number, (names, write) in enumerate(zip(posts, writes, strict=True)):
            told = []
            for one in (quick, by_sets):
                if write is not None:
                    one.write(*write)
                told.append(tick(one, *events_of(names), logged=number in logged))
            for what, value in told[1].items():
                assert told[0][what] == value, f"tick {number}: {what}"
            assert quick.brain.quiet_ticks == by_sets.brain.quiet_ticks
            assert quick.brain.events_now == by_sets.brain.events_now
    return len(posts) - len(ordinary)


@pytest.mark.parametrize("graphs", [quiet_machines(), flat_machines()], ids=["quiet", "flat"])
@pytest.mark.parametrize("logged", [set(), set(range(30)), set(range(0, 30, 3))], ids=["no", "all", "some"])
def test_quick_ticks_do_what_the_sets_do(graphs, logged, monkeypatch):
    monkeypatch.setattr(quick_ticks, "TIMES_BEFORE_WRITING", 1)
    counts: list[int] = []

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(graph=graphs, posts=POSTS, writes=WRITES)
    def compare(graph, posts, writes):
        counts.append(assert_equal(graph, posts, writes, logged))

    compare()
    assert sum(counts) > 2 * len(counts)


RING = machine(
    {"a": {}, "b": {}, "c": {}},
    {
        "ab": {"from": "a", "event": "one", "guard": "n >= 0", "to": "b"},
        "bc": {"from": "b", "event": "one", "to": "c"},
        "ca": {"from": "c", "event": "two", "to": "a"},
        "cb": {"from": "c", "event": "one", "guard": "last(one).x == 1", "to": "b"},
    },
)

NESTED = machine(
    {
        "a": {"children": ["p", "q"], "initial": "p"},
        "p": {},
        "q": {},
        "b": {"children": ["r"], "initial": "r"},
        "r": {},
    },
    {
        "pq": {"from": "p", "event": "one", "to": "q"},
        "ab": {"from": "a", "event": "two", "to": "b"},
        "ba": {"from": "b", "event": "*", "to": "a"},
        "never": {"event": "one", "guard": "n > 100", "to": "b", "interrupt": True},
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


@pytest.mark.parametrize("logged", [False, True], ids=["plain", "logged"])
@pytest.mark.parametrize("graph", [RING, NESTED, POLLED], ids=["ring", "nested", "polled"])
def test_a_quiet_machine_needs_no_ordinary_tick(graph, logged):
    """What asks the host can only be logged by the ordinary tick; all else is quick, as soon as written."""
    posts = [("one",), ("one",), ("two",), (), ("one",)] * 12
    one, by_sets = quiet_pair(graph)
    taken = 0
    with counting_ordinary_ticks() as ordinary:
        for number, names in enumerate(posts):
            found = tick(one, *events_of(names), logged=logged)
            assert found == tick(by_sets, *events_of(names), logged=logged)
            taken += bool(found["taken"])
            if number == 40:
                ordinary.clear()
    asks_the_host = logged and graph is not NESTED
    assert bool(ordinary) == asks_the_host
    assert len(ordinary) < 20
    assert taken > 10


CAREFUL = machine(
    {"a": {}, "b": {}},
    {
        "alarmed": {"from": "a", "guard": "alarm", "to": "b"},
        "waits": {"from": "a", "guard": "n > 50", "delay": 0.1, "to": "b"},
        "counts": {"from": "a", "event": "two", "guard": "n > 60"},
        "hurt": {"guard": "n >= 0", "to": "a", "interrupt": True},
    },
)


@pytest.mark.parametrize("logged", [False, True], ids=["plain", "logged"])
def test_what_only_the_ordinary_tick_takes_is_asked_by_quick_ones(logged):
    """A trigger that is not armed, a delay, no target; an any-state transition to where the machine is."""
    one, by_sets = quiet_pair(CAREFUL)
    with counting_ordinary_ticks() as ordinary:
        for number in range(30):
            names = ("two",) if number % 2 else ()
            found = tick(one, *events_of(names), logged=logged)
            assert found == tick(by_sets, *events_of(names), logged=logged)
            if number == 10:
                ordinary.clear()
        assert ordinary == []
        one.write("alarm", True)
        by_sets.write("alarm", True)
        assert tick(one, logged=logged) == tick(by_sets, logged=logged)
        assert len(ordinary) == 1
    assert one.active() == ["b"]


def test_4_14_a_quick_tick_tells_what_leads_nowhere():
    one, _ = quiet_pair(CAREFUL)
    with counting_ordinary_ticks() as ordinary:
        for _ in range(10):
            ordinary.clear()
            one.tick()
    assert ordinary == []
    told = {one.program.rows[row].node: each for row, each in one.brain_log.candidates.items()}
    assert told["hurt"].sentence == "its target is active already"
    assert told["hurt"].outcome == TransitionOutcome.TRUE_BUT_LOST
    assert told["waits"].sentence == "n is 0, 50 too low"
