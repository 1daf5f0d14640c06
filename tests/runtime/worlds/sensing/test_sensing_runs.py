"""Rules 1.4 to 1.6 and 9.3 for senses: the same run again, from snapshots, in any process, in any order."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphs.worlds.kinds.sensors import SENSOR_KINDS
from runtime.worlds.senses.senses import SENSOR_GROUPS
from tests.example_counts import daily
from tests.runtime.worlds.sensing.busy_world import advance, busy_fields, busy_world, hash_of_run
from tests.runtime.worlds.sensing.sensing_world import agent, sensor
from tests.runtime.worlds.world_builder import no_variables, world

ROOT = Path(__file__).parents[4]


def test_every_kind_is_run():
    assert list(SENSOR_KINDS) == list(SENSOR_GROUPS)


def test_1_5_a_run_goes_on_from_any_snapshot():
    running, draw = busy_world(), random.Random(1)
    marks = sorted(draw.sample(range(100), 3))
    saved = {}
    for tick in range(120):
        if tick in marks:
            saved[tick] = running.snapshot()
        advance(running)
    expected = running.state_bytes()
    for tick, snapshot in saved.items():
        other = busy_world()
        advance(other)
        other.restore(snapshot)
        for _ in range(tick, 120):
            advance(other)
        assert other.state_bytes() == expected


def test_a_snapshot_is_a_copy():
    running = busy_world()
    for _ in range(40):
        advance(running)
    snapshot, before = running.snapshot(), running.state_bytes()
    for _ in range(40):
        advance(running)
    assert running.state_bytes() != before
    running.restore(snapshot)
    assert running.state_bytes() == before


def test_1_5_two_processes_with_different_hash_seeds_sense_the_same():
    script = "tests/runtime/worlds/sensing/busy_world.py"
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "77" else "77"
    done = subprocess.run(
        [sys.executable, script, "100"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == hash_of_run(100)


def test_1_6_the_order_in_a_file_changes_nothing():
    fields = busy_fields()
    turned: dict[str, Any] = {
        name: dict(reversed(value.items())) if isinstance(value, dict) else value
        for name, value in fields.items()
    }
    first, second = world(**fields), world(**turned)
    for _ in range(60):
        advance(first)
        advance(second)
    assert first.state_bytes() == second.state_bytes()


def mirrored(fields: dict[str, Any], height: float) -> dict[str, Any]:
    """Return the agents of a world turned over at the middle of its height."""
    return {
        name: {
            **each,
            "at": [each["at"][0], height - each["at"][1]],
            "heading": -each.get("heading", 0),
        }
        for name, each in fields.items()
    }


@pytest.mark.parametrize("kind", ["sight", "graded_vision", "hearing", "smell", "touch"])
def test_senses_are_mirror_symmetric(kind):
    draw = random.Random(kind)
    emits = [{"kind": "scent"}, {"kind": "noise", "params": {"every": 0.05}}]
    agents = {
        f"a{index}": agent(
            round(draw.uniform(2, 18), 2),
            round(draw.uniform(2, 12), 2),
            sensor(kind, looks_for="foes"),
            heading=draw.randrange(360),
            team=("red", "blue")[index % 2],
            emits=emits,
        )
        for index in range(10)
    }
    first, second = world(agents=agents), world(agents=mirrored(agents, 14))
    for tick in range(7):
        left, right = first.sense(tick, no_variables), second.sense(tick, no_variables)
        assert len(left.writes) == len(right.writes) > 0
        for (who, name, value), (other_who, other_name, other) in zip(left.writes, right.writes, strict=True):
            assert (who, name) == (other_who, other_name)
            if isinstance(value, tuple) and isinstance(other, tuple):
                flipped = (other[0], -other[1] if name == "direction" else 14 - other[1])
                assert value == pytest.approx(flipped, abs=1e-9)
            elif isinstance(value, float):
                assert value == pytest.approx(other, abs=1e-9)
            else:
                assert value == other


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(daily(3, deep=6)))
def test_nothing_that_is_sensed_is_nan_in_worlds_of_extremes(seed):
    """Agents on one spot, on walls' corners, at the edge; sensors with parameters at their ends."""
    draw = random.Random(seed)
    fields = busy_fields(6)
    for each in fields["agents"].values():
        each["at"] = draw.choice([[5, 5], [5.7, 4], [0.3, 0.3], [19.7, 13.7], [8, 1]])
        each["heading"] = draw.choice([0, -90, 359.999999, 1e6])
        for entry in each["sensors"]:
            for parameter in SENSOR_KINDS[str(entry["kind"])].parameters:
                if parameter.type == "float" and draw.random() < 0.5:
                    low = 0 if parameter.minimum is None else parameter.minimum
                    high = 1e6 if parameter.maximum is None else parameter.maximum
                    entry["params"][parameter.name] = draw.choice([low, high])
    running = world(**fields)
    numbers = 0
    for _ in range(40):
        results = running.sense(running.tick, no_variables)
        values = [value for _, _, value in results.writes]
        values += [value for event in results.events for value in event.payload.values()]
        for value in values:
            parts = value if isinstance(value, tuple) else (value,)
            found = [part for part in parts if isinstance(part, float)]
            assert all(math.isfinite(part) for part in found)
            numbers += len(found)
        running.make_noise((draw.uniform(-9, 30), draw.uniform(-9, 30)), draw.choice([0, 1e9, math.inf]))
        running.step()
    assert numbers > 1000


def test_what_is_explained_changes_nothing():
    running = busy_world()
    for _ in range(45):
        advance(running)
    before = running.state_bytes()
    explained = [each for who in running.agent_ids for each in running.overlay(who).sensors]
    assert running.state_bytes() == before
    assert {each.kind for each in explained} == set(SENSOR_KINDS)
    assert all(candidate.verdict for each in explained for candidate in each.candidates)
