"""What a world means is checked: place, message, remedy."""

from __future__ import annotations

import pytest

from runtime.worlds.place_check import check_world
from runtime.worlds.world import World, WorldRefused
from tests.runtime.worlds.world_builder import box, document

SIGHT = {"kind": "sight", "params": {"looks_for": "t"}, "writes": {"v": "visible"}}


def agent(**fields):
    return {"agents": {"t": {"at": [5, 5], **fields}}}


def test_a_good_world_has_no_problems():
    good = document(
        walls={"w": box(1, 1, 2, 2)},
        waypoints={"p": {"at": [3, 3]}},
        paths={"way": {"waypoints": ["p"]}},
        player="t",
        **agent(sensors=[SIGHT], modifiers=[{"behavior": "avoid_walls", "arguments": {"look_ahead": 2}}]),
    )
    assert check_world(good) == ()


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"rate": 0}, "rate"),
        ({"seed": -1}, "seed"),
        ({"player": "nobody"}, "player"),
        ({"paths": {"way": {"waypoints": ["p"]}}}, "paths.way.waypoints.0"),
        ({"paths": {"way": {"waypoints": []}}}, "paths.way.waypoints"),
        ({"walls": {"w": {"polygon": [[1, 1], [2, 2]]}}}, "walls.w.polygon"),
        ({"walls": {"w": {"polygon": [[0, 0], [4, 4], [4, 0], [0, 4]]}}}, "walls.w.polygon"),
        ({"walls": {"w": {"polygon": [[0, 0], [1e300, 4], [4, 0]]}}}, "walls.w.polygon.1"),
        ({"obstacles": {"o": {"center": [3, 3], "radius": 0}}}, "obstacles.o.radius"),
        ({"agents": {"t": {"at": [-1, 5]}}}, "agents.t.at"),
        ({"agents": {"t": {"at": [1e308, 5]}}}, "agents.t.at"),
        ({"walls": {"w": box(4, 4, 6, 6)}, **agent()}, "agents.t.at"),
        ({"obstacles": {"o": {"center": [5, 5], "radius": 1}}, **agent()}, "agents.t.at"),
        (agent(radius=0), "agents.t.radius"),
        (agent(radius=8), "agents.t.radius"),
        (agent(limits={"max_speed": -1}), "agents.t.limits.max_speed"),
        (agent(limits={"max_rotation": 1e300}), "agents.t.limits.max_rotation"),
        (agent(tick_every=-1), "agents.t.tick_every"),
        (agent(tick_every=3, phase=3), "agents.t.phase"),
        (agent(sensors=[{"kind": "nose"}]), "agents.t.sensors.0.kind"),
        (agent(sensors=[{**SIGHT, "phase": -1}]), "agents.t.sensors.0.phase"),
        (agent(sensors=[{**SIGHT, "every": -1}]), "agents.t.sensors.0.every"),
        (agent(sensors=[{"kind": "sight"}]), "agents.t.sensors.0.params"),
        (agent(sensors=[{**SIGHT, "writes": {"v": "color"}}]), "agents.t.sensors.0.writes.v"),
        (agent(sensors=[{**SIGHT, "raises": {"e": "visible"}}]), "agents.t.sensors.0.raises.e"),
        (agent(sensors=[{"kind": "distance", "params": {"to": "x"}}]), "agents.t.sensors.0.params.to"),
        (agent(modifiers=[{"behavior": "seek"}]), "agents.t.modifiers.0.behavior"),
        (
            agent(modifiers=[{"behavior": "avoid_walls", "arguments": {"look": 1}}]),
            "agents.t.modifiers.0.arguments.look",
        ),
        (
            agent(modifiers=[{"behavior": "avoid_walls", "arguments": {"look_ahead": -1}}]),
            "agents.t.modifiers.0.arguments.look_ahead",
        ),
        ({"waypoints": {"t": {"at": [1, 1]}}, **agent()}, "waypoints.t"),
    ],
)
def test_an_error_is_located_and_the_world_not_run(fields, where):
    bad = document(**fields)
    errors = [problem for problem in check_world(bad) if problem.severity == "error"]
    assert [problem.where for problem in errors] == [where]
    assert errors[0].message
    assert errors[0].remedy
    with pytest.raises(WorldRefused, match=where.split(".")[0]):
        World(bad)


@pytest.mark.parametrize("size", [(0, 5), (5, -1), (1e9, 5)])
def test_a_size_out_of_range_is_the_only_problem(size):
    assert [problem.where for problem in check_world(document(size, **agent(radius=0)))] == ["size"]


def test_an_agent_that_touches_a_wall_is_a_warning_and_starts_beside_it():
    close = document(walls={"w": box(5.3, 4, 6, 6)}, **agent())
    assert [problem.severity for problem in check_world(close)] == ["warning"]
    assert World(close).pose("t").position[0] == pytest.approx(4.8, abs=1e-4)
