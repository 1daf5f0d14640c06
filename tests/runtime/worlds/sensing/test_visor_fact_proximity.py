"""SENSE-03, SENSE-05, SENSE-17: a volume before the eyes, who is near all around, and facts."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from runtime.basics.random_numbers import draw_float, fnv1a_32
from runtime.formulas.sensing import is_in_volume
from runtime.worlds.overlays.reach import view_outline
from tests.runtime.worlds.sensing.sensing_world import agent, sensor, watched
from tests.runtime.worlds.world_builder import box


@pytest.mark.parametrize(
    ("offset", "inside"),
    [
        ((0, 0), True),
        ((0, 1), True),
        ((0, 1.01), False),
        ((4, 2), True),
        ((4, 2.01), False),
        ((4, -2), True),
        ((8, 3), True),
        ((8.01, 0), False),
        ((-0.01, 0), False),
    ],
)
def test_sense_03_a_volume_widens_from_near_to_far(offset, inside):
    ahead = np.array([[1.0, 0.0]])
    reach, near, far = (np.array([value], dtype=np.float64) for value in (8, 1, 3))
    assert is_in_volume(ahead, reach, near, far, np.array([offset], dtype=np.float64))[0] == inside
    turned = np.array([[-offset[1], offset[0]]], dtype=np.float64)
    assert is_in_volume(np.array([[0.0, 1.0]]), reach, near, far, turned)[0] == inside


def visor(at: tuple[float, float], **fields):
    params: dict[str, Any] = {"range": 8, "near_width": 2, "far_width": 6, "looks_for": "thief"}
    return watched(agent(5, 5, sensor("visor", **params)), agents={"thief": agent(*at)}, **fields)


@pytest.mark.parametrize(
    ("at", "seen"), [((9, 6.9), True), ((9, 7.1), False), ((5, 5.9), True), ((4, 5), False)]
)
def test_a_visor_sees_what_is_in_its_volume(at, seen):
    watcher = visor(at)
    assert watcher.step()["visible"] is seen
    assert watcher.names == (["seen"] if seen else [])
    assert watcher.explained().candidates[0].verdict == ("in view" if seen else "outside the cone")


def test_a_visor_remembers_what_it_saw_behind_walls():
    watcher = visor((9, 6))
    watcher.step()
    watcher.world.set_pose("thief", (2.0, 2.0))
    assert watcher.step()["position"] == (9.0, 6.0)
    hidden = visor((9, 6), walls={"w": box(7, 4, 7.5, 8)})
    assert hidden.step()["visible"] is False
    assert hidden.explained().candidates[0].verdict == "behind w"


def test_the_volume_is_drawn_as_it_sees():
    """Every point of the outline is at the edge of the volume, or at a wall."""
    watcher = visor((9, 6), walls={"w": box(9, 4.5, 9.5, 5.5)})
    shape = watcher.explained().shapes[0]
    world = watcher.world
    outline = np.array(view_outline(world.opaque, np.array([5.0, 5.0]), 0.0, shape))
    assert tuple(outline[0]) == (5, 5)
    offset = outline[1:] - 5.0
    width = 1 + (3 - 1) * offset[:, 0] / 8
    at_edge = np.isclose(offset[:, 0], 8) | np.isclose(np.abs(offset[:, 1]), width)
    at_wall = np.isclose(outline[1:, 0], 9) & (np.abs(offset[:, 1]) <= 0.5 + 1e-6)
    assert (at_edge | at_wall).all()
    assert at_wall.any()
    corners = {(round(x, 6), round(y, 6)) for x, y in offset.tolist()}
    assert {(8.0, 3.0), (8.0, -3.0)} <= corners
    assert np.array(world.overlay("guard").cones[0].polygon) == pytest.approx(outline)


def near(*others, params=None, **fields):
    agents = {f"t{index}": other for index, other in enumerate(others)}
    given = {"radius": 4, "looks_for": "anyone", **(params or {})}
    return watched(agent(5, 5, sensor("proximity", **given)), agents=agents, **fields)


def test_sense_05_near_is_all_around_and_through_walls():
    watcher = near(agent(2, 5), agent(5, 8.9), agent(9.1, 5), walls={"w": box(3, 4, 3.5, 6)})
    assert watcher.step() == {
        "near": True, "count": 2, "target": "t0", "position": (2.0, 5.0), "distance": 3.0
    }  # fmt: skip
    behind = near(agent(2, 5), params={"through_walls": False}, walls={"w": box(3, 4, 3.5, 6)})
    assert behind.step()["near"] is False
    assert behind.explained().candidates[0].verdict == "behind w"


def test_the_first_and_the_last_are_told():
    watcher = near(agent(7, 5), agent(5, 7))
    names = []
    for tick in range(5):
        if tick in (1, 3):
            watcher.world.set_pose(f"t{tick // 2}", (15.0, 2.0 + tick))
        watcher.step()
        names.append([(event.name, event.payload["target"]) for event in watcher.events])
    assert names == [[("entered", "t0")], [], [], [("left", "t1")], []]


def test_sense_05_by_distance_it_is_a_matter_of_chance():
    """Rule 1.4: the draws are those of the agent and the path `sensor 0`, one for each thing in range."""
    watcher = near(agent(7, 5), agent(5, 8), agent(15, 5), params={"certainty": "by_distance"}, seed=9)
    counts = [watcher.step()["count"] for _ in range(200)]
    agent_key, path = fnv1a_32("guard"), fnv1a_32("sensor 0")
    expected = [
        sum(
            draw_float(9, agent_key, path, 2 * step + place) < chance
            for place, chance in enumerate((1 - 2 / 4, 1 - 3 / 4))
        )
        for step in range(200)
    ]
    assert counts == expected
    assert sum(counts) / 200 == pytest.approx(0.75, abs=0.12)
    chances = [each.verdict for each in watcher.explained().candidates]
    assert chances == ["near, sensed in 50% of looks", "near, sensed in 25% of looks", "out of range"]


@pytest.mark.parametrize(
    ("field", "output", "value"),
    [
        ("health", "number", 70.0),
        ("team", "text", "red"),
        ("hidden", "flag", True),
        ("position", "vector", (9.0, 5.0)),
        ("heading", "number", 90.0),
    ],
)
def test_sense_17_facts_are_known_by_their_type(field, output, value):
    thief = agent(9, 5, team="red", heading=90, fields={"health": 70, "hidden": True})
    watcher = watched(agent(5, 5, sensor("fact", of="thief", field=field)), agents={"thief": thief})
    assert watcher.step() == {"known": True, output: value}
    assert watcher.explained().outputs == {"known": True, output: value}
    assert watcher.explained().candidates[0].verdict == f"{field} is {value}"


def test_what_is_no_fact_is_not_known():
    watcher = watched(agent(5, 5, sensor("fact", of="guard", field="armor")))
    assert watcher.step() == {"known": False}
    assert watcher.explained().candidates[0].verdict == "has no armor"


def test_the_likelihood_is_never_nan():
    for radius, distance in ((0, 0), (0, 3), (1e6, 1e6)):
        watcher = near(agent(min(5 + distance, 19), 5), params={"radius": radius, "certainty": "by_distance"})
        watcher.world.agents.position[1] = 5.0
        value = watcher.step()["distance"] if watcher.values.get("near") else 0.0
        assert math.isfinite(value)
