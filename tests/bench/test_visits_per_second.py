"""Node visits per second, interpreted and generated, beside a fixed loop of plain Python in the same run.

The large tree has 50 nodes: a reactive selector over seven sequences of condition, condition, selector of
condition and action, action. Conditions read variables that change between ticks; about a quarter of the
nodes are visited. The printed ratio (`-s` shows it) is the time of one visit in turns of the fixed loop, so
that numbers of different machines can be compared; it is held below a generous bound.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.action_declarations import ActionDeclaration
from graphs.model import Document
from runtime.basics.status import Status
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.brain.brain import Brain
from runtime.minds.compile.compiler import compile_document
from runtime.minds.program.agent_state import Slab, StateLayout
from tests.runtime.lone_brain import ScriptedHost, document, tree
from tests.runtime.session_of import move_player, sample_session

BRANCHES = 7
MOST_TURNS = 400
"""Turns of the fixed loop that one visit may take; about 45 where this was written."""

CALIBRATION_TURNS = 200_000


class Acting(Action):
    """Succeed at once."""

    def tick(self, context: ActionContext) -> Status:
        """Return SUCCESS."""
        return Status.SUCCESS


def fifty_nodes() -> Document:
    """Return the tree of 50 nodes with three variables per branch."""
    nodes: dict[str, Any] = {}
    variables: dict[str, Any] = {}
    branches = [f"s{number}" for number in range(BRANCHES)]
    nodes["root"] = {"kind": "selector", "params": {"memory": "none"}, "children": branches}
    for number, branch in enumerate(branches):
        names = [f"v{number}{letter}" for letter in "abc"]
        variables |= {name: {"type": "int"} for name in names}
        first, second, third, inner, do, last = (f"{branch}{place}" for place in range(6))
        nodes |= {
            branch: {
                "kind": "sequence",
                "params": {"memory": "none"},
                "children": [first, second, inner, last],
            },
            first: {"kind": "condition", "test": f"{names[0]} > 40"},
            second: {"kind": "condition", "test": f"{names[1]} < 70"},
            inner: {"kind": "selector", "params": {"memory": "none"}, "children": [third, do]},
            third: {"kind": "condition", "test": f"{names[2]} > 60"},
            do: {"kind": "action", "action": "act"},
            last: {"kind": "action", "action": "act"},
        }
    return document({"g": tree(nodes)}, variables=variables)


class Crowd:
    """Hold agents that all run the tree of 50 nodes, and change their variables between ticks."""

    def __init__(self, count: int, *, interpreted: bool) -> None:
        registry = builtin_registry().extended(actions=[ActionDeclaration("act", "Act", "Succeed.")])
        program = compile_document(fifty_nodes(), registry, ActionLibrary({"act": Acting()}))
        assert len(program.rows) == 50
        self.host = ScriptedHost()
        slab = Slab(program.layout, count)
        world = Slab(StateLayout(), 1).agent(0)
        self.brains = [
            Brain(program, slab.agent(place), self.host, f"a{place}", 1, world) for place in range(count)
        ]
        for brain in self.brains if interpreted else ():
            brain.interpreted = True
        self.slots = [slot.index for slot in program.variables.values()]
        self.visits = 0
        self.ticks = 0

    def change(self) -> None:
        """Count what the last tick visited, and give every variable another value from 0 to 99."""
        if self.host.tick:
            self.visits += sum(visits_of(brain) for brain in self.brains)
            self.ticks += len(self.brains)
        self.host.tick += 1
        for place, brain in enumerate(self.brains):
            value = (self.host.tick * 7919 + place * 104_729) & 0xFFFF
            for slot in self.slots:
                value = (value * 25_173 + 13_849) & 0xFFFF
                brain.ints[slot] = value % 100

    def tick(self) -> None:
        """Tick all brains once."""
        for brain in self.brains:
            brain.tick(None)


def visits_of(brain: Brain) -> int:
    """Return how many rows have an outcome in the brain's last tick; here each is visited once."""
    return len(brain.outcomes) - brain.outcomes.count(0)


def turn_seconds() -> float:
    """Return the seconds of one turn of the fixed loop: the best of seven."""
    best = float("inf")
    for _ in range(7):
        begin = time.perf_counter()
        total = 0
        for turn in range(CALIBRATION_TURNS):
            total = (total + turn) & 0xFFFF
        best = min(best, time.perf_counter() - begin)
        assert total >= 0
    return best / CALIBRATION_TURNS


def report(name: str, seconds: float, visits: float, per_tick: float) -> float:
    """Print one line and return the turns of the fixed loop that one visit takes."""
    turns = seconds / visits / turn_seconds()
    print(
        f"\n{name}: {visits / seconds / 1e6:.3f} M visits/s, {per_tick:.1f} visits per tick, "
        f"one visit = {turns:.0f} turns of the fixed loop"
    )
    return turns


@pytest.mark.parametrize("form", ["interpreted", "generated"])
@pytest.mark.parametrize("count", [1, 100, 1000])
def test_visits_of_the_tree_of_fifty_nodes(benchmark: BenchmarkFixture, count: int, form: str) -> None:
    crowd = Crowd(count, interpreted=form == "interpreted")
    rounds = max(5, 2000 // count)
    benchmark.pedantic(crowd.tick, setup=crowd.change, rounds=rounds, warmup_rounds=2)
    per_tick = crowd.visits / crowd.ticks
    assert benchmark.stats is not None
    stats: Mapping[str, float] = benchmark.stats.stats.as_dict()
    turns = report(f"50 nodes, {form}, {count} agents", stats["median"], per_tick * count, per_tick)
    benchmark.extra_info["turns_per_visit"] = turns
    assert 8 < per_tick < 20
    assert turns < MOST_TURNS


@pytest.mark.parametrize("name", ["tank", "soldier"])
def test_visits_of_the_sample_minds(
    benchmark: BenchmarkFixture, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time the brains alone while the sample's world goes on around them."""
    session = sample_session(name)
    seconds, visits, ticks = 0.0, 0, 0
    tick = Brain.tick

    def timed(brain: Brain, log: Any = None) -> Status:
        nonlocal seconds, visits, ticks
        begin = time.perf_counter()
        result = tick(brain, log)
        seconds += time.perf_counter() - begin
        visits += visits_of(brain)
        ticks += 1
        return result

    monkeypatch.setattr(Brain, "tick", timed)

    def step() -> None:
        move_player(session)
        session.step()

    benchmark.pedantic(step, rounds=600, warmup_rounds=10)
    turns = report(f"{name} sample", seconds, visits, visits / ticks)
    benchmark.extra_info["turns_per_visit"] = turns
    assert ticks > 0
    assert turns < 4 * MOST_TURNS
