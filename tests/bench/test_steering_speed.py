"""Steer crowds, beside the same work in plain Python with a grid of cells and as dense numpy matrices.

Everyone separates, aligns, coheres, wanders and arrives; about seven others are in reach of each. The ratios
are taken within one run; the times are printed (`-s` shows them). The ratio to plain Python is that of the
steering, as plain Python resolves no contacts; the growth is that of the whole step.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable

import numpy as np
import pytest

from graphs.worlds.model.world_file import world_from_bytes
from runtime.basics.host import Request
from runtime.worlds.world import World

ROUNDS = 15
REACH = 1.0
MATES = 7
LEAST_RATIO = 6.0
"""How many times faster than plain Python at 1,000 agents."""
MOST_GROWTH = 80.0
"""How many times longer 50,000 agents may take than 1,000."""


def _places(count: int) -> tuple[list[tuple[float, float]], float]:
    side = math.sqrt(count * math.pi * REACH * REACH / MATES)
    source = random.Random(count)
    return [(source.uniform(0.1, side - 0.1), source.uniform(0.1, side - 0.1)) for _ in range(count)], side


def crowd(count: int) -> World:
    """Return a world of `count` agents that all have the five requests."""
    places, side = _places(count)
    agents = {
        f"a{row:05d}": {"at": place, "radius": 0.02, "heading": row % 360} for row, place in enumerate(places)
    }
    text = {"format": "mindloom-world", "version": 1, "size": [side, side], "agents": agents}
    world = World(world_from_bytes(json.dumps(text).encode()))
    middle = (side / 2, side / 2)
    wanted = (
        Request("separation", {"range": REACH}, 1.5, 1, "separation"),
        Request("alignment", {"range": REACH}, 1.0, 1, "alignment"),
        Request("cohesion", {"range": REACH}, 1.0, 1, "cohesion"),
        Request("wander", {}, 0.5, 1, "wander"),
        Request("arrive", {"target": middle}, 0.3, 1, "arrive"),
    )
    for agent in world.agent_ids:
        world.set_requests(agent, wanted)
    return world


class PlainCrowd:
    """Do the same work agent by agent: a dict of cells, tuples and floats."""

    def __init__(self, count: int) -> None:
        places, side = _places(count)
        self.place = places
        self.velocity = [(0.0, 0.0)] * count
        self.angle = [0.0] * count
        self.heading = [float(row % 360) for row in range(count)]
        self.middle = side / 2
        self.source = random.Random(1)
        self.wander_weight = 0.5

    def step(self) -> None:
        """Steer and move everyone once."""
        cells = self.cells()
        asked = [self.steer(row, cells) for row in range(len(self.place))]
        for row, (ax, ay) in enumerate(asked):
            vx, vy = self.velocity[row]
            vx, vy = _cut(vx + ax / 60, vy + ay / 60, 3.0)
            x, y = self.place[row]
            self.velocity[row] = vx, vy
            self.place[row] = x + vx / 60, y + vy / 60

    def cells(self) -> dict[tuple[int, int], list[int]]:
        """Return the rows in each cell of side 1."""
        cells: dict[tuple[int, int], list[int]] = {}
        for row, (x, y) in enumerate(self.place):
            cells.setdefault((int(x), int(y)), []).append(row)
        return cells

    def steer(self, row: int, cells: dict[tuple[int, int], list[int]]) -> tuple[float, float]:
        """Return the acceleration asked of one agent."""
        x, y = self.place[row]
        away_x = away_y = drift_x = drift_y = middle_x = middle_y = 0.0
        count = 0
        for column in range(int(x) - 1, int(x) + 2):
            for line in range(int(y) - 1, int(y) + 2):
                for other in cells.get((column, line), ()):
                    dx, dy = self.place[other][0] - x, self.place[other][1] - y
                    squared = dx * dx + dy * dy
                    if other == row or squared > 1.0:
                        continue
                    count += 1
                    away_x -= dx / max(squared, 1e-12)
                    away_y -= dy / max(squared, 1e-12)
                    drift_x += self.velocity[other][0]
                    drift_y += self.velocity[other][1]
                    middle_x += dx
                    middle_y += dy
        vx, vy = self.velocity[row]
        ax, ay = _scaled(away_x, away_y, 12.0 * 1.5)
        if count:
            ux, uy = _cut((drift_x / count - vx) * 10, (drift_y / count - vy) * 10, 12.0)
            cx, cy = _scaled(middle_x, middle_y, 12.0)
            ax, ay = ax + ux + cx, ay + uy + cy
        wx, wy = self._wander(row)
        distance = math.dist((x, y), (self.middle, self.middle))
        speed = 0.0 if distance <= 0.5 else min(distance, 3.0)
        tx, ty = _scaled(self.middle - x, self.middle - y, speed)
        gx, gy = _cut((tx - vx) * 10, (ty - vy) * 10, 12.0)
        weight = self.wander_weight
        return _cut(ax + weight * wx + 0.3 * gx, ay + weight * wy + 0.3 * gy, 12.0)

    def _wander(self, row: int) -> tuple[float, float]:
        self.angle[row] += self.source.uniform(-20, 20)
        heading = math.radians(self.heading[row])
        turned = heading + math.radians(self.angle[row])
        return _scaled(
            2 * math.cos(heading) + math.cos(turned), 2 * math.sin(heading) + math.sin(turned), 12.0
        )


def _scaled(x: float, y: float, size: float) -> tuple[float, float]:
    length = math.sqrt(x * x + y * y)
    return (x / length * size, y / length * size) if length else (0.0, 0.0)


def _cut(x: float, y: float, most: float) -> tuple[float, float]:
    length = math.sqrt(x * x + y * y)
    return (x / length * most, y / length * most) if length > most else (x, y)


def dense_flock(position: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """Return what separation, alignment and cohesion ask, from the matrix of all distances."""
    offset = position[None, :, :] - position[:, None, :]
    squared = (offset * offset).sum(axis=2)
    near = (squared <= REACH * REACH) & ~np.eye(len(position), dtype=bool)
    count = np.maximum(near.sum(axis=1), 1)[:, None]
    away = -(offset * (near / np.maximum(squared, 1e-12))[:, :, None]).sum(axis=1)
    middle = (offset * near[:, :, None]).sum(axis=1) / count
    drift = (near[:, :, None] * velocity[None, :, :]).sum(axis=1) / count
    result: np.ndarray = away + middle + drift - velocity
    return result


def _times_of(work: Callable[[], object]) -> list[float]:
    """Return the processor times in ms of a work done again and again, for a hundredth of a second."""
    times: list[float] = []
    while sum(times) < 10.0:
        started = time.thread_time()
        work()
        times.append((time.thread_time() - started) * 1e3)
    return times


def by_turns(*works: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Return the least processor time of each work in ms, measured by turns, quick works often in one turn.

    What else the machine does only adds; all works run on one thread.
    """
    times: list[list[float]] = [[] for _ in works]
    for work in works:
        work()
    for _ in range(rounds):
        for found, work in zip(times, works, strict=True):
            found += _times_of(work)
    return [min(found) for found in times]


def test_a_thousand_flock_six_times_faster_than_in_plain_python() -> None:
    world, plain = crowd(1_000), PlainCrowd(1_000)
    position, velocity = world.agents.position.copy(), world.agents.velocity.copy()
    ours, whole, python, dense = by_turns(
        world.steer, world.step, plain.step, lambda: dense_flock(position, velocity)
    )
    print(f"\n1,000: {ours:.2f} ms ({whole:.2f} ms with moving and contacts), ", end="")
    print(f"plain grid {python:.2f} ms, dense numpy {dense:.2f} ms")
    print(f"ratio to the plain grid {python / ours:.1f}, to dense numpy {dense / ours:.1f}")
    assert python / ours >= LEAST_RATIO


def test_time_grows_in_step_with_the_crowd() -> None:
    counts = (1_000, 5_000, 10_000, 50_000)
    worlds = [crowd(count) for count in counts]
    steering = by_turns(*[world.steer for world in worlds], rounds=7)
    times = by_turns(*[world.step for world in worlds], rounds=7)
    for count, alone, whole in zip(counts, steering, times, strict=True):
        print(f"\n{count:,}: {alone:.2f} ms to steer, {whole:.2f} ms per step, ", end="")
        print(f"{whole / count * 1e3:.2f} µs per agent", end="")
    print(f"\n50,000 take {times[-1] / times[0]:.0f} times as long as 1,000")
    assert times[-1] / times[0] <= MOST_GROWTH


def test_the_plain_crowd_does_the_same_work() -> None:
    """Both agree on what a crowd at rest is asked, but for the wandering."""
    world, plain = crowd(200), PlainCrowd(200)
    for agent in world.agent_ids:
        filed = [
            request
            for request in world.filed_requests[world._agent_row(agent)]
            if request.behavior != "wander"
        ]
        world.set_requests(agent, filed)
    plain.wander_weight = 0.0
    asked = world.steer().drive.steering.linear
    cells = plain.cells()
    for row in range(200):
        assert asked[row].tolist() == pytest.approx(plain.steer(row, cells), abs=1e-6)
