"""Random maps with ways over them, and the shortest ways by other means: a graph of what sees what.

Nothing of the navigation is used for the reference but the test whether a body can walk a line. Corners of
walls are gone around on arcs that are sampled and a little nearer than a body gets, so that the reference is
at most the shortest way; areas are entered anywhere along their sampled edges, and what a line costs there is
summed up over its parts. What is never entered is as large as ways keep clear of it.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

import networkx as nx
import numpy as np

from runtime.basics.vectors import FloatArray
from runtime.worlds.bodies.solid_shapes import build_solid_shapes
from runtime.worlds.navigation.agent_costs import room_for
from runtime.worlds.navigation.free_lines import free_lines
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import ask, box, document

WIDTH, HEIGHT = 40.0, 30.0
RADIUS = 0.4
ARC_STEPS = 4
NEARER = math.cos(math.radians(90 / ARC_STEPS / 2))
"""The chord of two samples of an arc is so much nearer to its corner."""

EDGE_STEP = 0.5
PARTS = 200
COSTS: tuple[float | str, ...] = (0.5, 2, 3, 5, "never")

Area = tuple[float, float, float, float, float]
"""Left, bottom, right, top, and what it costs."""


@dataclass(frozen=True)
class RandomMap:
    """Hold a map: walls and areas as boxes, a start and a goal that are free."""

    walls: list[tuple[float, float, float, float]]
    areas: list[Area]
    start: tuple[float, float]
    goal: tuple[float, float]
    world: World = field(repr=False)


def random_map(seed: int) -> RandomMap:
    """Return a map of up to nine walls; every other one has areas as well."""
    source = random.Random(seed)
    walls = [_box(source, 1, 8) for _ in range(source.randint(3, 9))]
    areas: list[Area] = []
    if seed % 2:
        areas = [(*_box(source, 3, 10), _cost(source.choice(COSTS))) for _ in range(source.randint(1, 3))]
    kept = [_kept_clear(area) for area in areas]
    places: list[tuple[float, float]] = []
    while len(places) < 2:
        at = (source.uniform(1, WIDTH - 1), source.uniform(1, HEIGHT - 1))
        inside = any(_is_in(at, each[:4], 0.05) and math.isinf(each[4]) for each in kept)
        if inside or any(_is_in(at, wall, RADIUS + 0.05) for wall in walls):
            continue
        if not places or math.dist(places[0], at) > 12:
            places.append(at)
    start, goal = places
    zones = {
        f"z{number}": {**box(*each[:4]), "cost": "never" if math.isinf(each[4]) else each[4]}
        for number, each in enumerate(areas)
    }
    world = World(
        document(
            (WIDTH, HEIGHT),
            version=4,
            walls={f"w{number}": box(*wall) for number, wall in enumerate(walls)},
            zones=zones,
            agents={"a": {"at": list(start), "radius": RADIUS}},
            ways={"cells_per_step": 20000},
        )
    )
    return RandomMap(walls, kept, start, goal, world)


def way_found(made: RandomMap) -> list[tuple[float, float]]:
    """Return the way that the world leads its agent, () where it finds none."""
    made.world.set_requests("a", [ask("go_to", target=made.goal)])
    for _ in range(3):
        made.world.steer()
    [trip] = made.world._navigator._trips.values()
    assert trip.waits is None
    return [made.start, *trip.corners[trip.corner :]] if trip.corners else []


def cost_of(made: RandomMap, way: list[tuple[float, float]]) -> float:
    """Return what a way costs, part for part."""
    places = np.array(way)
    return float(_line_costs(made.areas, places[:-1], places[1:]).sum())


def least_cost(made: RandomMap) -> float:
    """Return the cost of the shortest weighted way, infinity where there is none."""
    nodes = np.array([made.start, made.goal, *_corners(made.walls), *_edges(made.areas)])
    shapes = build_solid_shapes(made.world.solid, 2.0)
    first, second = np.triu_indices(len(nodes), 1)
    start, end = nodes[first], nodes[second]
    if made.areas:
        near = np.hypot(*(end - start).T) < 26
        near |= first < 2
        first, second, start, end = first[near], second[near], start[near], end[near]
    free = np.concatenate(
        [
            free_lines(shapes, start[part], end[part], np.full(len(start[part]), RADIUS * NEARER * 0.999))
            for part in (slice(low, low + 20_000) for low in range(0, len(start), 20_000))
        ]
    )
    first, second, start, end = first[free], second[free], start[free], end[free]
    costs = np.concatenate(
        [
            _line_costs(made.areas, start[low : low + 2_000], end[low : low + 2_000])
            for low in range(0, len(start), 2_000)
        ]
    )
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from((0, 1))
    graph.add_weighted_edges_from(
        (a, b, cost)
        for a, b, cost in zip(first.tolist(), second.tolist(), costs.tolist(), strict=True)
        if math.isfinite(cost)
    )
    try:
        return float(nx.dijkstra_path_length(graph, 0, 1))
    except nx.NetworkXNoPath:
        return math.inf


def _line_costs(areas: list[Area], start: FloatArray, end: FloatArray) -> FloatArray:
    long = np.hypot(*(end - start).T)
    if not areas:
        return long
    shares = (np.arange(PARTS) + 0.5) / PARTS
    points = start[:, None, :] + (end - start)[:, None, :] * shares[None, :, None]
    factors = np.ones(points.shape[:2])
    for left, bottom, right, top, cost in sorted(areas, key=lambda each: -_size(each)):
        # A hair inside, so that what runs along the rim of an area has the choice of its side.
        side = 1e-6 if cost > 1 else -1e-6
        inside = (points[:, :, 0] > left + side) & (points[:, :, 0] < right - side)
        inside &= (points[:, :, 1] > bottom + side) & (points[:, :, 1] < top - side)
        factors[inside] = cost
    result: FloatArray = factors.mean(axis=1) * long
    return result


def _corners(walls: list[tuple[float, float, float, float]]) -> list[tuple[float, float]]:
    """Return places on the arcs around the corners of walls."""
    found = []
    for left, bottom, right, top in walls:
        for x, y, begins in ((right, top, 0), (left, top, 90), (left, bottom, 180), (right, bottom, 270)):
            for step in range(ARC_STEPS + 1):
                turn = math.radians(begins + 90 * step / ARC_STEPS)
                at = (x + RADIUS * math.cos(turn), y + RADIUS * math.sin(turn))
                if RADIUS * 0.99 <= at[0] <= WIDTH - RADIUS * 0.99 and 0.99 * RADIUS <= at[1] <= HEIGHT:
                    found.append(at)
    return found


def _edges(areas: list[Area]) -> list[tuple[float, float]]:
    """Return places along the edges of areas."""
    found = []
    for left, bottom, right, top, _ in areas:
        wide, high = round((right - left) / EDGE_STEP), round((top - bottom) / EDGE_STEP)
        for step in range(wide + 1):
            x = left + (right - left) * step / wide
            found += [(x, bottom), (x, top)]
        for step in range(1, high):
            y = bottom + (top - bottom) * step / high
            found += [(left, y), (right, y)]
    return found


def _box(source: random.Random, least: float, most: float) -> tuple[float, float, float, float]:
    x, y = source.uniform(1, WIDTH - 4), source.uniform(1, HEIGHT - 4)
    wide, high = source.uniform(least, most), source.uniform(least, most)
    return x, y, min(x + wide, WIDTH - 1), min(y + high, HEIGHT - 1)


def _kept_clear(area: Area) -> Area:
    """Return an area as ways keep clear of it."""
    left, bottom, right, top, cost = area
    room = room_for(RADIUS) if math.isinf(cost) else 0.0
    return left - room, bottom - room, right + room, top + room, cost


def _cost(cost: float | str) -> float:
    return math.inf if isinstance(cost, str) else float(cost)


def _size(area: Area) -> float:
    return (area[2] - area[0]) * (area[3] - area[1])


def _is_in(at: tuple[float, float], area: tuple[float, float, float, float], room: float) -> bool:
    left, bottom, right, top = area
    return left - room < at[0] < right + room and bottom - room < at[1] < top + room
