"""Worlds of a few bodies compute them one by one: the bits are those of the arrays (rule 1.6)."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from graphs.worlds.model.world_file import world_from_bytes
from runtime.basics.angles import direction
from runtime.basics.single_vectors import direction_of, in_range, shortened, unit_of, within, wrapped
from runtime.basics.vectors import (
    clamp_length,
    direction_degrees,
    map_to_range,
    unit,
    wrap_orientation,
)
from runtime.formulas.path_following import NOT_STARTED, build_track, follow_path
from runtime.formulas.seeking import arrive, face, face_travel, predict_position, pursue
from runtime.formulas.single_body import (
    Body,
    arrive_one,
    face_one,
    face_travel_one,
    follow_path_one,
    pursue_one,
    wander_one,
)
from runtime.formulas.steering_input import Bodies
from runtime.formulas.wandering import draws_due, draws_due_one, wander
from runtime.worlds.bodies.geometry import build_obstructions, cast_rays
from runtime.worlds.bodies.single_rays import cast_near_ray, may_touch
from runtime.worlds.bodies.solid_shapes import build_solid_shapes, cast_near_rays
from runtime.worlds.bodies.sweeping import pairs_on_the_way
from runtime.worlds.senses.sight_lines import SightLines
from tests.example_counts import daily
from tests.runtime.sample_runs import NAMES, STEPS, act
from tests.runtime.session_of import sample_session

SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 45.0, 90.0, -90.0, 180.0, -180.0, 360.0, 1e-150, -1e-150, 1e150, 1e-9)
FEW_SWITCHES = (
    "runtime.formulas.blend.FEW",
    "runtime.worlds.bodies.contacts.FEW",
    "runtime.worlds.bodies.movement.FEW",
    "runtime.worlds.steering.steering_scene.FEW",
    "runtime.worlds.senses.sight._FEW_PAIRS",
)


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
def test_1_6_a_sample_runs_alike_with_arrays_alone(name, monkeypatch):
    straight, arrays = sample_session(name), sample_session(name)
    frames = [act(straight) for _ in range(daily(35, deep=STEPS))]
    for switch in FEW_SWITCHES:
        monkeypatch.setattr(switch, 0)
    assert [act(arrays) for _ in frames] == frames
    assert arrays.state_hash() == straight.state_hash()


def some(source: random.Random, size: float = 20.0) -> float:
    """Draw a number, one in six a special one."""
    return source.choice(SPECIAL) if source.random() < 1 / 6 else source.uniform(-size, size)


def bits(*numbers: float) -> bytes:
    """Return the bytes of numbers, which tell zeros of either sign apart."""
    return np.array(numbers, dtype=np.float64).tobytes()


@pytest.mark.parametrize("seed", range(300))
def test_1_6_single_vectors_have_the_bits_of_arrays(seed):
    source = random.Random(seed)
    x, y, limit = some(source), some(source), abs(some(source))
    vector = np.array([[x, y]])
    assert bits(*unit_of(x, y)) == unit(vector).tobytes()
    assert bits(*shortened(x, y, limit)) == clamp_length(vector, np.array([limit])).tobytes()
    assert bits(within(x, limit)) == np.clip(np.array([x]), -limit, limit).tobytes()
    assert bits(direction_of(x, y)) == direction_degrees(np.array([x]), np.array([y])).tobytes()
    assert bits(in_range(40.0 * x)) == map_to_range(np.array([40.0 * x])).tobytes()
    assert bits(wrapped(40.0 * x)) == wrap_orientation(np.array([40.0 * x])).tobytes()


def body_and_bodies(source: random.Random) -> tuple[Body, Bodies]:
    """Draw a body, alone and as an array of one."""
    place, speed = [source.uniform(0, 20), source.uniform(0, 14)], [some(source, 5), some(source, 5)]
    if max(map(abs, speed)) > 1e6:
        speed = [0.0, 0.0]
    orientation, rotation = source.uniform(0, 360), some(source, 100)
    limits = [source.uniform(0, 6) for _ in range(4)]
    values: list[Any] = [*place, *speed, orientation, rotation, *limits, 1 / 60]
    columns: list[Any] = [np.array([each]) for each in (orientation, rotation, 0.4, *limits)]
    body = Body(*values)
    many: list[Any] = [np.array([place]), np.array([speed]), *columns, 1 / 60]
    return body, Bodies(*many)


@pytest.mark.parametrize("seed", range(300))
def test_1_6_steering_of_one_body_has_the_bits_of_arrays(seed):
    source = random.Random(seed)
    body, bodies = body_and_bodies(source)
    target = (source.uniform(0, 20), source.uniform(0, 14)) if seed % 9 else (body.x, body.y)
    points = np.array([target])
    a, b, c, d = (abs(source.choice((0.0, source.uniform(0, 5)))) for _ in range(4))
    n = [np.array([each]) for each in (a, b, c, d)]
    assert bits(*arrive_one(body, target, a, b, c, d)) == arrive(bodies, points, *n).linear.tobytes()
    assert (
        bits(face_one(body, target, a, 9 * b, c))
        == face(bodies, points, n[0], 9 * n[1], n[2]).angular.tobytes()
    )
    assert (
        bits(face_travel_one(body, a, 9 * b, c))
        == face_travel(bodies, n[0], 9 * n[1], n[2]).angular.tobytes()
    )
    velocity = (some(source, 4), 1.5)
    linear, place = pursue_one(body, target, velocity, a)
    assert bits(*linear) == pursue(bodies, points, np.array([velocity]), n[0]).linear.tobytes()
    assert bits(*place) == predict_position(bodies, points, np.array([velocity]), n[0]).tobytes()
    one, many = wander_one(body, 30.0 * a, b, c), wander(bodies, 30.0 * n[0], n[1], n[2])
    assert bits(*one.linear, one.angular) == many.steering.linear.tobytes() + many.steering.angular.tobytes()
    assert bits(*one.goal, *one.center) == many.goal.tobytes() + many.center.tobytes()


@pytest.mark.parametrize("mode", ["open", "loop", "ping_pong"])
@pytest.mark.parametrize("seed", range(80))
def test_1_6_a_follower_of_a_path_has_the_bits_of_arrays(mode, seed):
    source = random.Random(seed)
    corners = [(source.uniform(0, 20), source.uniform(0, 14)) for _ in range(source.randrange(1, 6))]
    track = build_track(corners, mode)
    body, bodies = body_and_bodies(source)
    last = NOT_STARTED if seed % 4 == 0 else source.uniform(0, track.total)
    speed, offset, radius = (
        source.uniform(0, 4),
        source.choice((0.0, source.uniform(0, 3))),
        source.uniform(0, 1),
    )
    one = follow_path_one(body, track, last, speed, offset, radius)
    many = follow_path(bodies, track, *(np.array([each]) for each in (last, speed, offset, radius)))
    assert bits(*one.linear) == many.steering.linear.tobytes()
    assert bits(one.parameter, *one.target) == many.parameter.tobytes() + many.target.tobytes()


def test_a_wanderer_draws_as_often_alone():
    for rate in (1, 7, 30, 60, 100, 144):
        for step in range(rate):
            assert draws_due_one(step, rate) == draws_due(np.array([step]), rate)[0]


@pytest.mark.parametrize("walls", [1, 8])
@pytest.mark.parametrize("seed", range(60))
def test_1_6_single_rays_have_the_bits_of_arrays(walls, seed):
    source = random.Random(seed)
    value: dict[str, Any] = {"format": "mindloom-world", "version": 1, "size": [20, 14]}
    value["walls"] = {}
    value["obstacles"] = {"o": {"center": [source.uniform(3, 17), 7], "radius": 1.0}}
    for index in range(walls):
        x, y = source.uniform(0, 17), source.uniform(0, 11)
        value["walls"][f"w{index}"] = {"polygon": [[x, y], [x + 2, y], [x + 2, y + 1], [x, y + 1]]}
    solid = build_obstructions(world_from_bytes(json.dumps(value).encode()))
    shapes, lines = build_solid_shapes(solid, 1.5), SightLines(solid)
    assert (shapes.cells is None) == (walls == 1)
    for _ in range(20):
        x, y = source.uniform(0, 20), source.uniform(0, 14)
        way_x, way_y = (
            source.uniform(0, 2) * part for part in direction(source.choice((0.0, 90.0, some(source, 180))))
        )
        origin, ray = np.array([[x, y]]), np.array([[way_x, way_y]])
        hit, found = cast_near_ray(shapes, x, y, way_x, way_y), cast_near_rays(shapes, origin, ray)
        assert (hit is not None) == bool(found.hit[0])
        if hit is not None:
            assert bits(hit.share, *hit.point) == found.share.tobytes() + found.point.tobytes()
            assert bits(*hit.normal) == found.normal.tobytes()
        assert lines.is_blocked(x, y, 4 * way_x, 4 * way_y) == bool(cast_rays(solid, origin, 4 * ray).hit[0])
        travel, radius = np.array([source.uniform(0, 3)]), np.array([0.4])
        if len(pairs_on_the_way(shapes, origin[:, 0], origin[:, 1], travel, radius).body):
            assert may_touch(shapes, x, y, float(travel[0]), 0.4)
