"""What holds for every steering behavior, whatever it is given."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.kinds.actions.steering_behaviors import BEHAVIORS as CATALOGUE
from runtime.basics.vectors import unit
from runtime.formulas.avoiding import (
    Neighbors,
    WallHits,
    avoid_agents,
    avoid_by_normal,
    avoid_walls,
    forward_rays,
    wall_rays,
)
from runtime.formulas.flocking import (
    FlockMates,
    FlockWeights,
    alignment,
    cohesion,
    flock,
    flock_mates,
    separation,
)
from runtime.formulas.following import offset_pursuit
from runtime.formulas.path_following import NOT_STARTED, build_track, follow_path, follow_waypoints
from runtime.formulas.seeking import (
    align,
    arrive,
    evade,
    face,
    face_travel,
    flee,
    interpose,
    leave,
    pursue,
    seek,
    stop,
    velocity_match,
)
from runtime.formulas.steering_input import Bodies, SteeringInput
from runtime.formulas.wandering import roam, wander
from tests.runtime.steering.body_builder import bodies, numbers, points

Behavior = Callable[[Bodies, np.ndarray, np.ndarray, float], SteeringInput]
"""From a body, a target, its velocity and an angle to a steering."""


def _avoid(body: Bodies, target: np.ndarray, velocity: np.ndarray, angle: float) -> SteeringInput:
    neighbors = Neighbors(np.array([0]), target, velocity, numbers(0.5))
    return avoid_agents(body, neighbors, numbers(0.5), numbers(2)).steering


def _mate(body: Bodies, target: np.ndarray, velocity: np.ndarray) -> FlockMates:
    return flock_mates(target - body.position, np.array([0]), velocity)


def _flock(body: Bodies, target: np.ndarray, velocity: np.ndarray, angle: float) -> SteeringInput:
    one = numbers(1)
    weights = FlockWeights(one, one, one, one)
    return flock(body, _mate(body, target, velocity), target, weights, numbers(4), numbers(0.1))


def _avoid_by_normal(body: Bodies, target: np.ndarray, velocity: np.ndarray, angle: float) -> SteeringInput:
    """Meet a surface whose normal leads to the target, half a ray ahead."""
    rays, normal = forward_rays(body, numbers(4)), unit(target)
    return avoid_by_normal(body, rays, np.array([True]), numbers(0.5), normal, numbers(50)).steering


def _avoid_walls(body: Bodies, target: np.ndarray, velocity: np.ndarray, angle: float) -> SteeringInput:
    """Hit a wall at the target, which faces the way the target's velocity leads."""
    hits = WallHits(
        hit=np.array([[True, False, True]]),
        distance=np.array([[2.0, 0.0, 3.0]]),
        point=np.repeat(target[:, None, :], 3, axis=1),
        normal=np.repeat(unit(velocity)[:, None, :], 3, axis=1),
    )
    wall_rays(body, numbers(2), numbers(30), numbers(0.5))
    return avoid_walls(body, hits, numbers(1)).steering


def _follow_path(body: Bodies, target: np.ndarray, velocity: np.ndarray, angle: float) -> SteeringInput:
    """Follow a path that begins at the target and goes along its velocity."""
    ends = target + np.clip(velocity, -1e6, 1e6)
    track = build_track([tuple(target[0].tolist()), tuple(ends[0].tolist())], "open")
    return follow_path(body, track, numbers(NOT_STARTED), numbers(4), numbers(1), numbers(0.5)).steering


BEHAVIORS: dict[str, Behavior] = {
    "seek": lambda body, target, velocity, angle: seek(body, target),
    "flee": lambda body, target, velocity, angle: flee(body, target),
    "pursue": lambda body, target, velocity, angle: pursue(body, target, velocity, numbers(1)),
    "evade": lambda body, target, velocity, angle: evade(body, target, velocity, numbers(1)),
    "arrive": lambda body, target, velocity, angle: arrive(
        body, target, numbers(4), numbers(0.3), numbers(2), numbers(0.1)
    ),
    "leave": lambda body, target, velocity, angle: leave(
        body, target, numbers(4), numbers(2), numbers(5), numbers(0.1)
    ),
    "interpose": lambda body, target, velocity, angle: (
        interpose(
            body,
            target,
            velocity,
            -target,
            velocity,
            numbers(0.25),
            numbers(4),
            numbers(0.3),
            numbers(2),
            numbers(0.1),
        ).steering
    ),
    "align": lambda body, target, velocity, angle: align(
        body, numbers(angle), numbers(2), numbers(45), numbers(0.1)
    ),
    "face": lambda body, target, velocity, angle: face(body, target, numbers(2), numbers(45), numbers(0.1)),
    "look_where_you_go": lambda body, target, velocity, angle: face_travel(
        body, numbers(2), numbers(45), numbers(0.1)
    ),
    "offset_pursuit": lambda body, target, velocity, angle: (
        offset_pursuit(
            body,
            target,
            velocity,
            numbers(angle),
            numbers(angle),
            points((-1.5, 0)),
            numbers(4),
            numbers(1),
            numbers(1.5),
            numbers(0.1),
        ).steering
    ),
    "wander": lambda body, target, velocity, angle: (
        wander(body, numbers(angle), numbers(2), numbers(1)).steering
    ),
    "stop": lambda body, target, velocity, angle: stop(body, numbers(0.1)),
    "avoid_agents": _avoid,
    "match_velocity": lambda body, target, velocity, angle: velocity_match(body, velocity, numbers(0.1)),
    "roam": lambda body, target, velocity, angle: roam(body, target, numbers(4), numbers(0.5)),
    "follow_waypoints": lambda body, target, velocity, angle: (
        follow_waypoints(
            body, target, np.array([0]), numbers(4), numbers(5), numbers(1), loops=False
        ).steering
    ),
    "separation": lambda body, target, velocity, angle: separation(body, _mate(body, target, velocity)),
    "alignment": lambda body, target, velocity, angle: alignment(
        body, _mate(body, target, velocity), numbers(0.1)
    ),
    "cohesion": lambda body, target, velocity, angle: cohesion(body, _mate(body, target, velocity)),
    "flock": _flock,
    "avoid_obstacles": _avoid_by_normal,
    "avoid_walls": _avoid_walls,
    "follow_path": _follow_path,
}

ROUTES = {"go_to", "hold_slot"}
"""Behaviors that need a world, to find their way or their place in, and are others once they have it."""

TAKES_MANY = frozenset(BEHAVIORS) - {
    "avoid_agents",
    "separation",
    "alignment",
    "cohesion",
    "flock",
    "avoid_obstacles",
    "avoid_walls",
    "follow_path",
    "follow_waypoints",
}
"""Behaviors whose rows can all have the same arguments."""

MIRRORS = frozenset(BEHAVIORS) - {"avoid_agents", "avoid_obstacles"}
"""Behaviors without a preferred side: those that give way to one side when they meet head-on have one."""


def test_every_behavior_of_the_catalogue_is_asked_here():
    assert set(BEHAVIORS) == set(CATALOGUE) - ROUTES


coordinates = st.one_of(
    st.sampled_from([0.0, -0.0, 1e-300, -1e-300, 1e-160, -3e-158, 1.0, 1e160, -1e160, 1e300]),
    st.floats(-1e6, 1e6),
)
vectors = st.tuples(coordinates, coordinates)
angles = st.floats(-180, 180)


@pytest.mark.parametrize("name", sorted(BEHAVIORS))
@given(position=vectors, velocity=vectors, target=vectors, target_velocity=vectors, angle=angles)
def test_nothing_finite_gives_anything_that_is_not(name, position, velocity, target, target_velocity, angle):
    body = bodies({"position": position, "velocity": velocity, "orientation": angle % 360})
    asked = BEHAVIORS[name](body, points(target), points(target_velocity), angle)
    assert np.isfinite(asked.linear).all()
    assert np.isfinite(asked.angular).all()
    limit = body.max_acceleration[0] * (1 + 1e-12)
    assert np.sqrt((asked.linear * asked.linear).sum()) <= limit
    assert abs(asked.angular[0]) <= body.max_angular_acceleration[0]


small = st.integers(-40, 40).map(lambda value: value / 4)
places = st.tuples(small, small)


@pytest.mark.parametrize("name", sorted(MIRRORS))
@given(
    velocity=places,
    target=places,
    target_velocity=places,
    heading=st.integers(1, 179),
    angle=st.integers(-170, 170),
)
def test_a_mirrored_situation_gives_the_mirrored_answer(
    name, velocity, target, target_velocity, heading, angle
):
    """Mirrored at the x axis. Looking straight away from a target either turn is right: left out."""

    def asked(sign: int) -> SteeringInput:
        body = bodies(
            {
                "velocity": (velocity[0], sign * velocity[1]),
                "orientation": (sign * heading) % 360,
                "rotation": sign * 20.0,
            }
        )
        mirrored = points((target[0], sign * target[1]))
        drift = points((target_velocity[0], sign * target_velocity[1]))
        return BEHAVIORS[name](body, mirrored, drift, float(sign * angle))

    up, down = asked(1), asked(-1)
    assert down.linear[0, 0] == pytest.approx(up.linear[0, 0], abs=1e-9)
    assert down.linear[0, 1] == pytest.approx(-up.linear[0, 1], abs=1e-9)
    if not _looks_straight_away(name, velocity, target, heading, angle):
        assert down.angular[0] == pytest.approx(-up.angular[0], abs=1e-6)


def _looks_straight_away(name, velocity, target, heading, angle) -> bool:
    towards = {"face": target, "look_where_you_go": velocity}.get(name)
    wanted = angle if towards is None else np.degrees(np.arctan2(towards[1], towards[0]))
    return name in ("face", "look_where_you_go", "align") and abs(abs(wanted - heading) - 180) < 1e-6


@pytest.mark.parametrize("name", sorted(TAKES_MANY))
@given(rows=st.lists(st.tuples(places, places), min_size=2, max_size=5))
def test_rows_do_not_see_each_other(name, rows):
    """The answer for many bodies at once is the answer for each alone, bit by bit."""
    single = [
        BEHAVIORS[name](bodies({"position": own, "velocity": drift}), points((1, 2)), points((0, 1)), 30.0)
        for own, drift in rows
    ]
    many = [{"position": own, "velocity": drift} for own, drift in rows]
    together = _together(name, bodies(*many), len(rows))
    for row, alone in enumerate(single):
        assert together.linear[row].tolist() == alone.linear[0].tolist()
        assert together.angular[row] == alone.angular[0]


def _together(name: str, body: Bodies, count: int) -> SteeringInput:
    target, velocity, angle = points(*[(1, 2)] * count), points(*[(0, 1)] * count), numbers(*[30.0] * count)
    one, fast = np.full(count, 1.0), np.full(count, 0.1)
    calls: dict[str, Callable[[], SteeringInput]] = {
        "seek": lambda: seek(body, target),
        "flee": lambda: flee(body, target),
        "pursue": lambda: pursue(body, target, velocity, one),
        "evade": lambda: evade(body, target, velocity, one),
        "arrive": lambda: arrive(body, target, 4 * one, 0.3 * one, 2 * one, fast),
        "leave": lambda: leave(body, target, 4 * one, 2 * one, 5 * one, fast),
        "interpose": lambda: (
            interpose(
                body,
                target,
                velocity,
                -target,
                velocity,
                0.25 * one,
                4 * one,
                0.3 * one,
                2 * one,
                fast,
            ).steering
        ),
        "offset_pursuit": lambda: (
            offset_pursuit(
                body,
                target,
                velocity,
                angle,
                angle,
                points(*[(-1.5, 0)] * count),
                4 * one,
                one,
                1.5 * one,
                fast,
            ).steering
        ),
        "align": lambda: align(body, angle, 2 * one, 45 * one, fast),
        "face": lambda: face(body, target, 2 * one, 45 * one, fast),
        "look_where_you_go": lambda: face_travel(body, 2 * one, 45 * one, fast),
        "wander": lambda: wander(body, angle, 2 * one, one).steering,
        "stop": lambda: stop(body, fast),
        "match_velocity": lambda: velocity_match(body, velocity, fast),
        "roam": lambda: roam(body, target, 4 * one, 0.5 * one),
    }
    return calls[name]()
