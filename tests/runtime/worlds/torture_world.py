"""A world made to get bodies into walls: thin walls, spikes, narrow gaps, crowds, huge speeds, drags.

`TortureRun` lets it run with random requests, drives and drags, and checks after each step, in its own
arithmetic, that nobody is in a wall, off the map, or has passed a wall.
"""

from __future__ import annotations

import math
import random

import numpy as np

from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Value, Vector
from runtime.basics.vectors import BoolArray, FloatArray
from runtime.records.world_records import SteeringRequest
from runtime.worlds.bodies.geometry import nearest_free_place
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import document

WIDTH, HEIGHT = 60.0, 40.0
SPEEDS = (3.0, 30.0, 30.0, 30.0, 400.0, 1e6)
"""Top speeds in units/s; ten times the usual one for half of the agents."""

GAPS = (0.0, 0.09, 0.35, 0.95)
"""Width of the way into each of the four rooms."""

ROOM_HALF = 5.0
FIRST_ROOM_WALL = 14

FORCES = ("flee", "seek", "wander")
BEHAVIORS = ("arrive", "evade", "follow_path", "pursue", "stop", *FORCES)
MODIFIERS = ("avoid_walls", "avoid_agents", "separation")

Polygon = list[tuple[float, float]]


class Torture(AssertionError):
    """Say which agent did what it must not, in which step of which seed."""


def torture_document(seed: int, agents: int, steered: bool) -> WorldDocument:
    """Return a world of random walls, rooms and obstacles with `agents` agents, `steered` in all ways."""
    source = random.Random(seed)
    walls = [_rod(source) for _ in range(8)]
    walls += [_spike(source) for _ in range(4)]
    walls += [_notch(source) for _ in range(2)]
    for place in range(4):
        walls += _room(source, (8.0 + 14.0 * place, source.uniform(9, HEIGHT - 9)), place)
    fields: dict[str, object] = {
        "walls": {f"w{number:02d}": {"polygon": polygon} for number, polygon in enumerate(walls)},
        "obstacles": {
            f"o{number}": {
                "center": [source.uniform(0, WIDTH), source.uniform(0, HEIGHT)],
                "radius": source.choice([0.05, 0.3, 1.0, 2.0]),
            }
            for number in range(6)
        },
        "waypoints": {f"p{number}": {"at": [10.0 * number + 5, 20.0]} for number in range(6)},
        "paths": {"way": {"waypoints": [f"p{number}" for number in range(6)], "mode": "ping_pong"}},
        "rate": 60,
        "seed": seed,
    }
    room = World(document((WIDTH, HEIGHT), **fields)).solid
    entries: dict[str, object] = {}
    while len(entries) < agents:
        radius = source.choice([0.05, 0.2, 0.4, 0.4, 0.5, 0.8, 1.2])
        at = np.array([source.uniform(0, WIDTH), source.uniform(0, HEIGHT)])
        place_at = nearest_free_place(room, at, radius)
        if place_at is not None and math.dist(place_at, at) < 1e-9:
            entries[f"a{len(entries):03d}"] = _agent(source, (float(at[0]), float(at[1])), radius, steered)
    return document((WIDTH, HEIGHT), agents=entries, **fields)


def _agent(source: random.Random, at: Vector, radius: float, steered: bool) -> dict[str, object]:
    speed = source.choice(SPEEDS)
    return {
        "at": list(at),
        "heading": source.uniform(0, 360),
        "radius": radius,
        "limits": {"max_speed": speed, "max_acceleration": min(speed * source.choice([2, 20, 60]), 1e6)},
        "stop": source.choice(["hard_stop", "brake", "coast", "coast"]),
        "combiner": source.choice(["weight", "priority", "running_sum"] if steered else ["weight"]),
        "modifiers": [{"behavior": name} for name in MODIFIERS if steered and source.random() < 0.3],
    }


def _turned(points: Polygon, center: Vector, angle: float) -> Polygon:
    cosine, sine = math.cos(angle), math.sin(angle)
    return [(center[0] + x * cosine - y * sine, center[1] + x * sine + y * cosine) for x, y in points]


def _anywhere(source: random.Random) -> Vector:
    return source.uniform(0, WIDTH), source.uniform(0, HEIGHT)


def _rod(source: random.Random) -> Polygon:
    half, thick = source.uniform(1, 6), source.choice([0.001, 0.01, 0.1, 0.5])
    bar = [(-half, -thick / 2), (half, -thick / 2), (half, thick / 2), (-half, thick / 2)]
    return _turned(bar, _anywhere(source), source.uniform(0, math.tau))


def _spike(source: random.Random) -> Polygon:
    """Return a triangle with an acute corner, 1 to 10 degrees."""
    far = source.uniform(3, 8)
    high = far * math.tan(math.radians(source.uniform(1, 10)))
    return _turned([(0, 0), (far, 0), (far, high)], _anywhere(source), source.uniform(0, math.tau))


def _notch(source: random.Random) -> Polygon:
    """Return a wall with an acute notch cut into it."""
    wide = source.uniform(0.2, 1.5)
    points = [(-3.0, 0.0), (-wide / 2, 0.0), (0.0, 4.0), (wide / 2, 0.0), (3.0, 0.0), (3.0, 5.0), (-3.0, 5.0)]
    return _turned(points, _anywhere(source), source.uniform(0, math.tau))


def _room(source: random.Random, center: Vector, place: int) -> list[Polygon]:
    """Return the four thin walls of a room; all but the first have a gap narrower than most agents."""
    half, thick = ROOM_HALF, source.choice([0.01, 0.1])
    gap = GAPS[place]
    angle = source.uniform(0, math.tau)
    sides = [
        (-half - thick, -half - thick, half + thick, -half),
        (-half - thick, half, half + thick, half + thick),
        (-half - thick, -half - thick, -half, half + thick),
        (half, -half - thick, half + thick, half - gap),
    ]
    boxes = [[(x0, y0), (x1, y0), (x1, y1), (x0, y1)] for x0, y0, x1, y1 in sides]
    return [_turned(points, center, angle) for points in boxes]


class TortureRun:
    """Run a torture world and check it after every step.

    A `steered` one asks for all that steers, another only for what pushes hardest. `touched` counts the
    agents that stood at a wall, step by step.
    """

    def __init__(self, seed: int, agents: int = 60, *, steered: bool = False) -> None:
        self.seed = seed
        self.source = random.Random(seed + 1)
        self.world = World(torture_document(seed, agents, steered))
        self.behaviors = BEHAVIORS if steered else FORCES
        self.ids = self.world.agent_ids
        self.walls = WallCheck(self.world)
        self.rooms = [Room(self.world, place) for place in range(4)]
        self.homes = [room.holds(self.world.agents.position) for room in self.rooms]
        self.steps = 0
        self.touched = 0

    def run(self, steps: int) -> None:
        """Make `steps` steps; raise `Torture` at the first that breaks a rule."""
        for _ in range(steps):
            self.interfere()
            before = self.world.agents.position.copy()
            self.world.step()
            self.steps += 1
            self.check(before)

    def interfere(self) -> None:
        """Now and then change what one agent asks for, drive one, or drag one."""
        source, world = self.source, self.world
        chance = source.random()
        if chance < 0.2:
            wanted = [self._request(node) for node in range(source.choice([0, 1, 1, 2]))]
            refused = world.set_requests(source.choice(self.ids), wanted)
            assert refused == ()
        elif chance < 0.22:
            direction = (source.uniform(-1, 1), source.uniform(-1, 1))
            world.drive(source.choice(self.ids), direction)
        elif chance < 0.24:
            world.drive(source.choice(self.ids), None)
        elif chance < 0.26:
            world.set_pose(source.choice(self.ids), (source.uniform(-5, 65), source.uniform(-5, 45)))
            self.homes = [room.holds(world.agents.position) for room in self.rooms]

    def _request(self, node: int) -> SteeringRequest:
        source = self.source
        behavior = source.choice(self.behaviors)
        arguments: dict[str, Value] = {}
        if behavior == "follow_path":
            arguments["path"] = "way"
        elif behavior not in ("stop", "wander"):
            anywhere = (source.uniform(-10, 70), source.uniform(-10, 50))
            whom = source.choice(self.ids)
            arguments["target"] = whom if behavior in ("evade", "pursue") else source.choice((whom, anywhere))
        return SteeringRequest(behavior, arguments, source.choice([1.0, 0.1, 1e6]), 1, f"n{node}")

    def check(self, before: FloatArray) -> None:
        """Raise `Torture` where somebody is in a wall, off the map, or passed a wall."""
        agents = self.world.agents
        place, radius = agents.position, agents.radius
        finite = np.isfinite(place) & np.isfinite(agents.velocity)
        self._demand(finite[:, 0] & finite[:, 1], "has no finite place or velocity")
        inside = (place[:, 0] >= radius) & (place[:, 1] >= radius)
        inside &= (place[:, 0] <= WIDTH - radius) & (place[:, 1] <= HEIGHT - radius)
        self._demand(inside, "is off the map")
        gap = self.walls.gap(place) - radius
        self.touched += int((gap < 1e-5).sum())
        self._demand(gap >= -1e-9, "reaches into a wall")
        self._demand(~self.walls.around(place), "is inside a wall")
        travel = agents.max_speed / 60 + radius + 1e-6
        self._demand(~self.walls.passed(before, place, travel), "passed a wall")
        for room, home in zip(self.rooms, self.homes, strict=True):
            fits = 2 * radius <= room.gap + 1e-9
            self._demand((room.holds(place) == home) | fits, "left or entered a room it does not fit into")

    def _demand(self, fine: BoolArray, text: str) -> None:
        if not fine.all():
            agent = self.ids[int(np.flatnonzero(~fine)[0])]
            raise Torture(f"seed {self.seed}, step {self.steps}: {agent} {text}")


class Room:
    """Hold the inside of one of the rooms: a corner, and the direction of the wall that leads from it."""

    def __init__(self, world: World, place: int) -> None:
        self.gap = GAPS[place]
        first = FIRST_ROOM_WALL + 4 * place
        south, west = (np.array(world.document.walls[f"w{first + side:02d}"].polygon) for side in (0, 2))
        self.corner = south[3] + (west[1] - west[0])
        self.along = (south[1] - south[0]) / np.sqrt(((south[1] - south[0]) ** 2).sum())

    def holds(self, places: FloatArray) -> BoolArray:
        """Tell for each place whether it is inside."""
        offset = places - self.corner[None, :]
        x = offset @ self.along
        y = offset @ np.array((-self.along[1], self.along[0]))
        result: BoolArray = (x > 0) & (x < 2 * ROOM_HALF) & (y > 0) & (y < 2 * ROOM_HALF)
        return result


class WallCheck:
    """Answer what the contacts must have got right, in other arithmetic than theirs."""

    def __init__(self, world: World) -> None:
        polygons = [
            np.array(wall.polygon, dtype=np.float64) for _, wall in sorted(world.document.walls.items())
        ]
        border = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], dtype=np.float64)
        self.start = np.concatenate([*polygons, border])
        self.end = np.concatenate([np.roll(corners, -1, axis=0) for corners in (*polygons, border)])
        edge = self.end - self.start
        self.size = np.sqrt((edge * edge).sum(axis=1))
        self.along = edge / self.size[:, None]
        self.begins = np.cumsum([0, *[len(corners) for corners in polygons]])[:-1]
        self.wall_edges = sum(len(corners) for corners in polygons)
        rounds = [key for _, key in sorted(world.document.obstacles.items())]
        self.center = np.array([each.center for each in rounds], dtype=np.float64)
        self.radius = np.array([item.radius for item in rounds], dtype=np.float64)

    def gap(self, places: FloatArray) -> FloatArray:
        """Return the distance of each place to the nearest edge or obstacle."""
        offset_x = places[:, 0][:, None] - self.start[:, 0]
        offset_y = places[:, 1][:, None] - self.start[:, 1]
        x = offset_x * self.along[:, 0] + offset_y * self.along[:, 1]
        y = offset_y * self.along[:, 0] - offset_x * self.along[:, 1]
        beyond = np.maximum(np.maximum(-x, x - self.size), 0.0)
        to_edge = np.sqrt((beyond * beyond + y * y).min(axis=1))
        to_x = places[:, 0][:, None] - self.center[:, 0]
        to_y = places[:, 1][:, None] - self.center[:, 1]
        result: FloatArray = np.minimum(
            to_edge, (np.sqrt(to_x * to_x + to_y * to_y) - self.radius).min(axis=1)
        )
        return result

    def around(self, places: FloatArray) -> BoolArray:
        """Tell for each place whether it is inside a wall, by its winding number."""
        start, end = self.start[: self.wall_edges], self.end[: self.wall_edges]
        a_x, a_y = start[:, 0] - places[:, 0][:, None], start[:, 1] - places[:, 1][:, None]
        b_x, b_y = end[:, 0] - places[:, 0][:, None], end[:, 1] - places[:, 1][:, None]
        turn = a_x * b_y - a_y * b_x
        winding = ((a_y <= 0) & (b_y > 0) & (turn > 0)).astype(np.int64)
        winding -= (a_y > 0) & (b_y <= 0) & (turn < 0)
        result: BoolArray = (np.add.reduceat(winding, self.begins, axis=1) != 0).any(axis=1)
        return result

    def passed(self, before: FloatArray, after: FloatArray, travel: FloatArray) -> BoolArray:
        """Tell for each body whether it got across a wall that it cannot have walked around.

        Around a convex wall leads no way shorter than that over the nearest of its corners.
        """
        start, end = self.start[: self.wall_edges], self.end[: self.wall_edges]
        way, edge = after - before, end - start
        near_x, near_y = start[:, 0] - before[:, 0][:, None], start[:, 1] - before[:, 1][:, None]
        turn = way[:, 0][:, None] * edge[:, 1] - way[:, 1][:, None] * edge[:, 0]
        along = near_x * edge[:, 1] - near_y * edge[:, 0]
        across = near_x * way[:, 1][:, None] - near_y * way[:, 0][:, None]
        along, across, size = along * np.sign(turn), across * np.sign(turn), np.abs(turn)
        crosses = (along > 0) & (along < size) & (across >= 0) & (across <= size)
        crosses = np.logical_or.reduceat(crosses, self.begins, axis=1)
        passed = np.zeros(len(before), dtype=np.bool_)
        for body, wall in np.argwhere(crosses).tolist():
            last = self.begins[wall + 1] if wall + 1 < len(self.begins) else self.wall_edges
            around = [
                math.dist(before[body], corner) + math.dist(corner, after[body])
                for corner in start[self.begins[wall] : last]
            ]
            passed[body] |= min(around) > travel[body]
        return passed
