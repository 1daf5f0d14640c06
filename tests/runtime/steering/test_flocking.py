"""Known answers of FLOCK-01: separation, alignment, cohesion and the flock."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.formulas.flocking import (
    FlockMates,
    FlockWeights,
    alignment,
    cohesion,
    flock,
    flock_mates,
    separation,
    separation_offsets,
)
from tests.runtime.steering.body_builder import bodies, numbers, points


def mates(*rows: tuple[tuple[float, float], tuple[float, float]]) -> FlockMates:
    """Return bodies near the first one, given as (offset, velocity)."""
    return flock_mates(
        points(*[row[0] for row in rows]),
        np.zeros(len(rows), dtype=np.int64),
        points(*[row[1] for row in rows]),
    )


SEPARATION = {
    "away from one": ([(2, 0)], (-10, 0)),
    "between two at the same distance nothing": ([(2, 0), (-2, 0)], (0, 0)),
    "the nearer pushes more": ([(1, 0), (-2, 0)], (-10, 0)),
    "square to two": ([(1, 1), (1, -1)], (-10, 0)),
    "nobody near": ([], (0, 0)),
}


@pytest.mark.parametrize("name", sorted(SEPARATION))
def test_separation_pushes(name):
    offsets, linear = SEPARATION[name]
    asked = separation(bodies({}), mates(*[(offset, (0.0, 0.0)) for offset in offsets]))
    assert asked.linear[0].tolist() == pytest.approx(linear)
    assert asked.angular.tolist() == [0]


def test_separation_weighs_by_the_inverse_of_the_distance():
    """Pushes of 1/1 to -x and 1/2 to -y: the direction is (-2, -1)."""
    asked = separation(bodies({}), mates(((1, 0), (0, 0)), ((0, 2), (0, 0))))
    assert asked.linear[0].tolist() == pytest.approx([-20 / np.sqrt(5), -10 / np.sqrt(5)])


def test_two_coincident_bodies_part_along_x():
    offset = separation_offsets(points((0, 0), (0, 0), (3, 0)), np.array([0, 1, 0]), np.array([1, 0, 2]))
    pairs = flock_mates(offset[:2], np.array([0, 1]), points((0, 0), (0, 0)))
    asked = separation(bodies({}, {}), pairs)
    assert asked.linear.tolist() == [pytest.approx([-10, 0]), pytest.approx([10, 0])]
    assert offset[2].tolist() == [3, 0]


def test_alignment_matches_the_mean_velocity():
    body = bodies({"velocity": (1, 0)})
    asked = alignment(body, mates(((1, 0), (2, 0)), ((5, 0), (2, 1))), numbers(0.5))
    assert asked.linear[0].tolist() == pytest.approx([2, 1])


def test_alignment_without_mates_asks_for_nothing():
    assert alignment(bodies({"velocity": (3, 0)}), mates(), numbers(0.5)).linear.tolist() == [[0, 0]]


def test_cohesion_steers_for_the_middle_of_the_others():
    asked = cohesion(bodies({}), mates(((4, 0), (0, 0)), ((4, 6), (0, 0))))
    assert asked.linear[0].tolist() == pytest.approx([8, 6])
    assert cohesion(bodies({}), mates()).linear.tolist() == [[0, 0]]


def weights(separation: float, alignment: float, cohesion: float, follow: float) -> FlockWeights:
    return FlockWeights(numbers(separation), numbers(alignment), numbers(cohesion), numbers(follow))


FLOCK = {
    "apart": (weights(1, 0, 0, 0), (-3, 0)),
    "alike": (weights(0, 1, 0, 0), (0, 3)),
    "together": (weights(0, 0, 1, 0), (3, 0)),
    "to the target": (weights(0, 0, 0, 1), (0, -3)),
    "the way to the target counts whole": (weights(0, 4, 0, 1), (0, 0)),
    "apart and alike": (weights(1, 1, 0, 0), (-3 / np.sqrt(2), 3 / np.sqrt(2))),
}


@pytest.mark.parametrize("name", sorted(FLOCK))
def test_the_flock_goes(name):
    """One mate at (2, 0) that moves along +y; the target is 4 below."""
    weight, velocity = FLOCK[name]
    pairs = mates(((2, 0), (0, 5)))
    asked = flock(bodies({}), pairs, points((0, -4)), weight, numbers(3), numbers(1))
    assert asked.linear[0].tolist() == pytest.approx(velocity)
