"""What holds for every steering behavior of the catalogue, in worlds; a new one is asked by itself."""

from __future__ import annotations

import random

import numpy as np
import pytest

from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from runtime.basics.values import Value
from runtime.basics.vectors import heading_vectors, length
from runtime.records.world_records import SteeringRequest
from runtime.worlds.bodies import cell_grid
from runtime.worlds.steering import single_behaviors, steering_behaviors
from runtime.worlds.steering.steering_behaviors import EVALUATORS
from runtime.worlds.world import World
from tests.example_counts import daily
from tests.runtime.steering.behavior_scenes import LIMITS, NAMES, asked, request_for, scene
from tests.runtime.worlds.world_builder import document

EVERY = pytest.mark.parametrize("behavior", sorted(BEHAVIORS))
SEEDS = range(daily(3, deep=6))
pytestmark = pytest.mark.deep


@pytest.fixture
def even_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every draw come out in the middle, for what must not depend on who draws what."""
    monkeypatch.setattr(steering_behaviors, "draw_units", lambda starts, counts: np.full(len(starts), 0.5))
    monkeypatch.setattr(single_behaviors, "draw_float", lambda *stream: 0.5)


def test_every_behavior_of_the_catalogue_is_computed():
    assert set(EVALUATORS) == set(BEHAVIORS)


@EVERY
def test_something_is_asked_for(behavior):
    """Without it the other tests of this file would hold of nothing."""
    answers = [each for seed in SEEDS for each in asked(scene(behavior, seed)).values()]
    speaks = BEHAVIORS[behavior].steering
    assert speaks.moves == any(linear.any() for linear, _ in answers)
    assert not any(angular for _, angular in answers) or speaks.turns
    assert not speaks.turns or any(angular for _, angular in answers)


@EVERY
@pytest.mark.usefixtures("even_draws")
def test_a_mirrored_world_asks_for_the_mirrored(behavior):
    for seed in SEEDS:
        upright, mirrored = scene(behavior, seed), scene(behavior, seed, mirrored=True)
        ours, theirs = asked(upright), asked(mirrored)
        for name in NAMES:
            assert theirs[name][0] == pytest.approx(ours[name][0] * (1, -1), abs=1e-9)
            assert theirs[name][1] == pytest.approx(-ours[name][1], abs=1e-6)


@EVERY
@pytest.mark.usefixtures("even_draws")
def test_mirrored_worlds_go_on_mirrored(behavior):
    upright, mirrored = scene(behavior, 5), scene(behavior, 5, mirrored=True)
    for _ in range(20):
        upright.step()
        mirrored.step()
    ours, theirs = upright.agents, mirrored.agents
    assert theirs.position == pytest.approx(ours.position * (1, -1) + (0, 12), abs=1e-6)
    assert theirs.velocity == pytest.approx(ours.velocity * (1, -1), abs=1e-6)
    turned = np.fmod(theirs.orientation + ours.orientation + 180.0, 360.0) - 180.0
    assert turned == pytest.approx(np.zeros(len(NAMES)), abs=1e-5)


@EVERY
@pytest.mark.usefixtures("even_draws")
def test_the_names_and_so_the_order_of_agents_do_not_matter(behavior):
    """Other names put the agents elsewhere in all arrays; only the last bits of sums may differ."""
    for seed in SEEDS:
        ours = asked(scene(behavior, seed))
        others = ("z", "c2", "m", "a", "x", "b2")
        theirs = asked(scene(behavior, seed, names=others))
        for name, other in zip(NAMES, others, strict=True):
            assert theirs[other][0] == pytest.approx(ours[name][0], rel=1e-9, abs=1e-9)
            assert theirs[other][1] == pytest.approx(ours[name][1], rel=1e-9, abs=1e-9)


@EVERY
def test_halving_the_step_converges(behavior):
    """A quarter second at 60, 120 and 240 steps per second, places and headings of twelve agents together.

    What a step's length leaves over halves with it; the times at which something is switched do not quite.
    """
    first = second = 0.0
    for seed in (2, 5):
        ends = []
        for rate in (60, 120, 240):
            world = scene(behavior, seed, rate=rate)
            for _ in range(rate // 4):
                world.step()
            heading = heading_vectors(world.agents.orientation)
            ends.append(np.concatenate((world.agents.position, heading)))
        first += float(length(ends[1] - ends[0]).sum())
        second += float(length(ends[2] - ends[1]).sum())
    assert 0.0 < first < 0.8
    assert second <= 0.75 * first


@EVERY
@pytest.mark.parametrize("combiner", ["weight", "priority", "running_sum"])
def test_what_is_asked_for_keeps_within_the_limits_on_both_sides(behavior, combiner):
    limits = {**LIMITS, "max_acceleration": 0.5, "max_angular_acceleration": 5}
    for seed in SEEDS[:2]:
        step = scene(behavior, seed, limits=limits, combiner=combiner).steer()
        for steering in (step.asked, step.drive.steering):
            assert (length(steering.linear) <= 0.5 * (1 + 1e-12)).all()
            assert (np.abs(steering.angular) <= 5.0).all()


@EVERY
def test_the_grid_finds_what_brute_force_finds(behavior, monkeypatch):
    """Bit by bit, as neighbors are taken in the same order."""
    names = tuple(f"n{number:02d}" for number in range(30))
    answers = []
    for most in (0, 10**9):
        monkeypatch.setattr(cell_grid, "_BRUTE_FORCE_PAIRS", most)
        world = scene(behavior, 9, names=names)
        for _ in range(2):
            world.step()
        answers.append(world.agents.position.tobytes() + world.steer().asked.linear.tobytes())
    assert answers[0] == answers[1]


NASTY_PLACES = ([0, 0], [6, 6], [6, 6], [6, 6], [12, 12], [6, 6.0000000001])
"""The corners of the map, three agents on one place, and one almost there."""


def nasty_number(source: random.Random, parameter) -> float:
    low = parameter.minimum if parameter.minimum is not None else -1e12
    high = parameter.maximum if parameter.maximum is not None else 1e12
    drawn = source.choice([0.0, 1e-300, 1e-9, 1.0, 1e12, 1e300, low, high])
    return min(max(drawn, -1e308), 1e308)


@EVERY
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_ever_not_a_number(behavior, seed):
    """Coincident agents, at rest or at top speed, no limits or huge ones, and nasty arguments."""
    source = random.Random(seed)
    agents = {
        name: {
            "at": at,
            "radius": source.choice([1e-9, 0.01, 0.5]),
            "limits": {limit: source.choice([0, 1e-9, 3, 1e6]) for limit in LIMITS},
            "combiner": source.choice(["weight", "priority", "running_sum"]),
            "stop": source.choice(["hard_stop", "brake", "coast"]),
        }
        for name, at in zip(NAMES, NASTY_PLACES, strict=True)
    }
    corners = [[6, 6]] * source.choice([1, 2, 4]) + [[1, 1]] * source.choice([0, 2])
    world = World(
        document(
            (12, 12),
            agents=agents,
            walls={"w": {"polygon": [[3, 3], [9, 3.000001], [9, 3]]}},
            obstacles={"o": {"center": [6, 9], "radius": 1e-6}},
            waypoints={f"p{place}": {"at": corner} for place, corner in enumerate(corners)},
            paths={
                "way": {
                    "waypoints": [f"p{place}" for place in range(len(corners))],
                    "mode": source.choice(["open", "loop", "ping_pong"]),
                }
            },
        )
    )
    for name in NAMES:
        numbers: dict[str, Value] = {
            parameter.name: nasty_number(source, parameter)
            for parameter in BEHAVIORS[behavior].numbers
            if source.random() < 0.7
        }
        points: tuple[Value, ...] = ((6.0, 6.0), (6.0, 6.0 + 1e-12), (1e308, -1e308), "a", name)
        point = source.choice(points)
        request = request_for(behavior, point, source.choice(NAMES), **numbers)
        assert world.set_requests(name, [request]) == ()
    for _ in range(3):
        world.step()
        step, bodies = world.steer(), world.agents
        for values in (
            *(step.asked.linear, step.asked.angular, step.drive.steering.linear, step.drive.speed_limit),
            *(bodies.position, bodies.velocity, bodies.orientation, bodies.rotation),
        ):
            assert np.isfinite(values).all()
        assert ((bodies.position >= 0) & (bodies.position <= 12)).all()
    world.state_bytes()


def test_what_a_request_names_beside_its_target_is_part_of_the_state():
    def bytes_with(other: Value) -> bytes:
        world = scene("interpose", 1)
        request = SteeringRequest("interpose", {"target": (1.0, 1.0), "other": other}, 1.0, 1, "n1")
        assert world.set_requests(NAMES[0], [request]) == ()
        return world.state_bytes()

    assert bytes_with((2.0, 2.0)) == bytes_with((2.0, 2.0))
    assert len({bytes_with((2.0, 2.0)), bytes_with((2.0, 3.0)), bytes_with(NAMES[1])}) == 3
