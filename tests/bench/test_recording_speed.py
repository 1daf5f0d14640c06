"""Record a thousand agents of a tree of 50 nodes: what it costs, what it takes, and how fast one gets back.

The share that recording takes is measured in one run: the time inside the recorder beside the time inside the
session's steps, all of it processor time. Memory is that of the ticks run, scaled to `WHOLE_TICKS` (ten
minutes at 60 steps per second); `MINDLOOM_BENCH_TICKS` runs another number of ticks. Milliseconds are
held to the reference machine by a calibration loop. Full garbage collections wait for idle moments, as they
do in the window.
"""

from __future__ import annotations

import gc
import json
import os
import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.action_declarations import ActionDeclaration
from graphs.model import Document
from graphs.worlds.model.world_file import world_from_bytes
from runtime.basics.garbage_collection import leave_full_collections_to_idle_moments
from runtime.basics.status import Status
from runtime.history.recording.recorded_run import RecordedRun, Recorder
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session
from tests.runtime.lone_brain import document, tree

AGENTS = 1_000
TICKS = int(os.environ.get("MINDLOOM_BENCH_TICKS", "1500"))
WHOLE_TICKS = 36_000
BRANCHES = 7
SEEKS = 40
MOST_SHARE = 0.18
MOST_BYTES = 400 * 1024 * 1024
MOST_DISPLAY_MS = 2.0
MOST_EXACT_MS, LONGEST_EXACT_MS = 100.0, 150.0
"""Of nineteen seeks of twenty, and of all."""

TOLERANCE = 1.3
LOOP = 200_000
REFERENCE_LOOP_MS = 14.0
"""What the calibration loop takes on the reference machine."""


class Acting(Action):
    """Succeed at once."""

    def tick(self, context: ActionContext) -> Status:
        """Return SUCCESS."""
        return Status.SUCCESS


def wandering_tree() -> Document:
    """Return a tree of 50 nodes that asks how far a beacon is and wanders in one of seven ways."""
    nodes: dict[str, Any] = {}
    branches = [f"s{number}" for number in range(BRANCHES)]
    nodes["root"] = {"kind": "selector", "params": {"memory": "none"}, "children": branches}
    for number, branch in enumerate(branches):
        first, second, third, inner, do, last = (f"{branch}{place}" for place in range(6))
        far = 45 - 7 * number
        nodes |= {
            branch: {
                "kind": "sequence",
                "params": {"memory": "none"},
                "children": [first, second, inner, last],
            },
            first: {"kind": "condition", "test": f"distance > {far}"},
            second: {"kind": "condition", "test": f"distance < {far + 30}"},
            inner: {"kind": "selector", "params": {"memory": "none"}, "children": [third, do]},
            third: {"kind": "condition", "test": f"distance > {far + 4}"},
            do: {"kind": "action", "action": "act"},
            last: {"kind": "action", "action": "wander", "params": {"speed": 1 + number / 4}},
        }
    return document({"g": tree(nodes)}, variables={"distance": {"type": "float"}})


def crowd() -> Session:
    """Return a session of a thousand agents that all run the tree."""
    source = random.Random(3)
    agents = {
        f"a{row:04d}": {
            "at": [source.uniform(1, 99), source.uniform(1, 99)],
            "heading": row % 360,
            "mind": "w.mind.json",
            "radius": 0.2,
            "sensors": [
                {
                    "kind": "distance",
                    "params": {"to": "beacon"},
                    "every": 0.1,
                    "writes": {"distance": "distance"},
                }
            ],
        }
        for row in range(AGENTS)
    }
    agents["beacon"] = {"at": [50, 50], "radius": 0.2}
    text = {"format": "mindloom-world", "version": 1, "size": [100, 100], "agents": agents, "rate": 60}
    world = world_from_bytes(json.dumps(text).encode())
    registry = builtin_registry().extended(actions=[ActionDeclaration("act", "Act", "Succeed.")])
    library = builtin_library()
    library = library.extended({"act": Acting()})
    return Session.open(world, {"w.mind.json": wandering_tree()}, registry, library)


def calibration_ms() -> float:
    """Return the milliseconds of the fixed loop, the median of seven."""

    def once() -> float:
        begin = time.process_time()
        total = 0
        for turn in range(LOOP):
            total = (total + turn) & 0xFFFF
        assert total >= 0
        return (time.process_time() - begin) * 1000

    return statistics.median(once() for _ in range(7))


@pytest.fixture(scope="module", autouse=True)
def collections_as_in_the_window() -> Iterator[None]:
    thresholds = gc.get_threshold()
    leave_full_collections_to_idle_moments()
    yield
    gc.set_threshold(*thresholds)


@pytest.fixture(scope="module")
def run() -> tuple[Recorder, float, float]:
    """Return a recorder after the run, the seconds of the session's steps, and the seconds of all."""
    session = crowd()
    assert len(next(iter(session.programs.values())).rows) == 50
    # Of another clock key frames would stand closer, the busier the machine is.
    recorder = Recorder(session, clock=time.process_time)
    inside = 0.0
    step = session.step

    def timed() -> Any:
        nonlocal inside
        begin = time.process_time()
        frame = step()
        inside += time.process_time() - begin
        return frame

    session.step = timed  # type: ignore[method-assign]
    begin = time.process_time()
    for _ in range(TICKS):
        recorder.step()
    return recorder, inside, time.process_time() - begin


def test_recording_costs_eighteen_percent_of_the_run_at_most(run: tuple[Recorder, float, float]) -> None:
    recorder, steps, whole = run
    share = (whole - steps) / steps
    keys = recorder.recording.key_frames
    print(
        f"\n{AGENTS} agents, {TICKS} ticks: a step {steps / TICKS * 1000:.2f} ms, recording "
        f"{(whole - steps) / TICKS * 1000:.2f} ms per tick ({share:.0%}), {len(keys)} key frames, "
        f"{len(recorder.recording.table)} different outcomes"
    )
    assert share <= MOST_SHARE * TOLERANCE


def test_ten_minutes_take_four_hundred_megabytes_at_most(run: tuple[Recorder, float, float]) -> None:
    recording = run[0].recording
    keys, table = recording.key_frames.byte_count, recording.table.byte_count
    scale = WHOLE_TICKS / TICKS
    whole = recording.byte_count * scale
    print(
        f"\n{recording.byte_count / 2**20:.1f} MB for {TICKS} ticks (key frames {keys / 2**20:.1f}, table "
        f"{table / 2**20:.2f}); {whole / 2**20:.0f} MB for {WHOLE_TICKS}"
    )
    assert whole <= MOST_BYTES


def test_any_tick_is_shown_at_once(run: tuple[Recorder, float, float]) -> None:
    recording = run[0].recording
    chance = random.Random(1)
    taken = []
    for _ in range(200):
        tick = chance.randrange(recording.end_tick)
        begin = time.process_time()
        recording.poses(tick)
        recording.brain_frame("a0500", tick)
        taken.append((time.process_time() - begin) * 1000)
    limit = MOST_DISPLAY_MS * TOLERANCE * max(1.0, calibration_ms() / REFERENCE_LOOP_MS)
    middle = statistics.median(taken)
    print(f"\nshowing a tick: {middle:.3f} ms, at most {max(taken):.2f} (limit {limit:.1f})")
    assert middle <= limit


def test_any_tick_is_made_exact_soon(run: tuple[Recorder, float, float]) -> None:
    recording = run[0].recording
    # As the window goes to it: with the session of the run itself.
    shown = RecordedRun(run[0].session, recording=recording)
    chance = random.Random(2)
    taken = []
    for _ in range(SEEKS):
        tick = chance.randrange(recording.end_tick)
        begin = time.process_time()
        for _frame in shown.go_to(tick):
            pass
        taken.append((time.process_time() - begin) * 1000)
    limit = MOST_EXACT_MS * TOLERANCE * max(1.0, calibration_ms() / REFERENCE_LOOP_MS)
    middle = statistics.median(taken)
    most = sorted(taken)[-1 - SEEKS // 20]
    print(f"\nmaking a tick exact: {middle:.0f} ms, nineteen of twenty within {most:.0f}, ", end="")
    print(f"the longest {max(taken):.0f} (limit {limit:.0f})")
    assert most <= limit
    assert max(taken) <= limit * LONGEST_EXACT_MS / MOST_EXACT_MS
