"""Sense in crowds: everyone sees, hears, smells and feels at every third step, some twenty walls between.

Times are those of the processor, the best of several rounds (`-s` shows them). Sight is compared with the
same work in plain Python, which looks at everyone near in a grid of cells, within one run.
"""

from __future__ import annotations

import json
import math
import random
import time

import numpy as np
import pytest

from graphs.expressions.types import Value
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.world_file import world_from_bytes
from runtime.worlds.bodies.geometry import build_obstructions, points_in_walls
from runtime.worlds.world import World

ROUNDS = 30
RANGE = 8.0
MATES = 40
"""How many others are within the range of sight, walls or not."""
LEAST_RATIO = 3.0
"""How many times faster than plain Python sight is at 1,000 agents."""
MOST_OF_SIGHT = 6.0
"""How many times longer than sight another sense may take."""
MOST_GROWTH = 30.0
"""How many times longer 10,000 agents may take than 1,000."""


def crowd(kind: str, count: int) -> World:
    """Return a world of about `count` agents of two teams with one sensor each, due every third step."""
    side = math.sqrt(count * math.pi * RANGE * RANGE / MATES)
    draw = random.Random(count)
    walls = {}
    for index in range(20):
        x, y = draw.uniform(0, 0.9) * side, draw.uniform(0, 0.9) * side
        width, height = draw.uniform(0.01, 0.08) * side, draw.uniform(0.01, 0.08) * side
        corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
        walls[f"w{index}"] = {"polygon": corners}
    declared = SENSOR_KINDS[kind]
    params: dict[str, object] = {"looks_for": "anyone" if kind in ("touch", "hearing") else "foes"}
    sensor = {
        "kind": kind,
        "every": 0.05,
        "params": {**params, **({"range": RANGE} if kind == "sight" else {})},
        "writes": {output.name: output.name for output in declared.outputs},
    }
    emits = [
        {"kind": "scent", "params": {"every": 0.5, "lifetime": 5}},
        {"kind": "noise", "params": {"every": 0.4, "loudness": 5, "moving": True}},
    ]
    empty = {"format": "mindloom-world", "version": 1, "size": [side, side], "walls": walls}
    solid = build_obstructions(world_from_bytes(json.dumps(empty).encode()))
    places = np.array([(draw.uniform(1, side - 1), draw.uniform(1, side - 1)) for _ in range(count)])
    agents = {
        f"a{row:05d}": {
            "at": list(place),
            "radius": 0.1,
            "heading": row % 360,
            "team": ("red", "blue")[row % 2],
            "sensors": [sensor],
            "emits": emits if kind in ("smell", "hearing") else [],
        }
        for row, (place, hidden) in enumerate(
            zip(places.tolist(), points_in_walls(solid, places), strict=True)
        )
        if not hidden
    }
    return World(world_from_bytes(json.dumps({**empty, "agents": agents}).encode()))


def no_variables(agent: str, name: str) -> Value:
    """Read no variable."""
    return None


def best_time(running: World) -> float:
    """Return the shortest time of a step of sensing in seconds."""
    running.agents.velocity[:] = 2.0
    running.sense(0, no_variables)
    times = []
    for _ in range(ROUNDS):
        running.tick += 1
        begun = time.thread_time()
        running.sense(running.tick, no_variables)
        times.append(time.thread_time() - begun)
    return min(times)


class PlainEyes:
    """See with a third of the agents, one after the other, in plain Python."""

    def __init__(self, running: World) -> None:
        self.places = [(float(x), float(y)) for x, y in running.agents.position.tolist()]
        self.headings = [math.radians(each) for each in running.agents.orientation.tolist()]
        self.teams = running.agents.teams
        edges = zip(running.solid.start.tolist(), running.solid.end.tolist(), strict=True)
        self.edges = [(tuple(start), tuple(end)) for start, end in edges]

    def look(self) -> list[int | None]:
        """Return what every third agent sees."""
        cells: dict[tuple[int, int], list[int]] = {}
        for row, (x, y) in enumerate(self.places):
            cells.setdefault((int(x // RANGE), int(y // RANGE)), []).append(row)
        return [self._sees(row, cells) for row in range(0, len(self.places), 3)]

    def _sees(self, row: int, cells: dict[tuple[int, int], list[int]]) -> int | None:
        x, y = self.places[row]
        ahead = math.cos(self.headings[row]), math.sin(self.headings[row])
        column, line = int(x // RANGE), int(y // RANGE)
        near = []
        for cell in ((column + dx, line + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            for other in cells.get(cell, ()):
                ox, oy = self.places[other][0] - x, self.places[other][1] - y
                distance = math.sqrt(ox * ox + oy * oy)
                wanted = self.teams[other] != self.teams[row] and distance <= RANGE
                if wanted and ahead[0] * ox + ahead[1] * oy >= math.sqrt(0.5) * distance:
                    near.append((distance, other))
        return next((other for _, other in sorted(near) if self._is_clear((x, y), self.places[other])), None)

    def _is_clear(self, eye: tuple[float, float], thing: tuple[float, float]) -> bool:
        rx, ry = thing[0] - eye[0], thing[1] - eye[1]
        for (sx, sy), (tx, ty) in self.edges:
            ex, ey = tx - sx, ty - sy
            determinant = rx * ey - ry * ex
            if determinant == 0.0:
                continue
            ox, oy = sx - eye[0], sy - eye[1]
            along, across = (ox * ey - oy * ex) / determinant, (ox * ry - oy * rx) / determinant
            if 0.0 <= along <= 1.0 and 0.0 <= across <= 1.0:
                return False
        return True


def test_sight_sees_the_same_as_plain_python_and_sooner():
    running = crowd("sight", 1000)
    plain = PlainEyes(running)
    begun = time.thread_time()
    expected = plain.look()
    plain_time = time.thread_time() - begun
    found = running.sense(0, no_variables)
    seen = {agent: value for agent, name, value in found.writes if name == "target"}
    ids = running.agent_ids
    assert [seen.get(ids[3 * row]) for row in range(len(expected))] == [
        None if each is None else ids[each] for each in expected
    ]
    own_time = best_time(running)
    print(f"\nsight of 1,000: {own_time * 1e3:.2f} ms a step, in plain Python {plain_time * 1e3:.1f} ms")
    assert plain_time / own_time >= LEAST_RATIO


def test_sight_grows_with_the_crowd():
    small, large = best_time(crowd("sight", 1000)), best_time(crowd("sight", 10_000))
    print(f"\nsight: {small * 1e3:.2f} ms at 1,000, {large * 1e3:.1f} ms at 10,000")
    assert large / small <= MOST_GROWTH


@pytest.mark.parametrize("kind", ["graded_vision", "hearing", "smell", "touch"])
def test_no_sense_takes_much_longer_than_sight(kind):
    sight, taken = best_time(crowd("sight", 1000)), best_time(crowd(kind, 1000))
    print(f"\n{kind} of 1,000: {taken * 1e3:.2f} ms a step, sight {sight * 1e3:.2f} ms")
    assert taken / sight <= MOST_OF_SIGHT
