"""How far a noise is drawn to be heard is how far it is heard."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.worlds.bodies.geometry import build_obstructions, muffling_by_owner, muffling_on_the_way
from runtime.worlds.overlays.reach import DIRECTIONS, noise_outline, outline_points
from tests.example_counts import daily
from tests.runtime.worlds.world_builder import box, document

PLACE = (5.0, 7.0)


def rooms(muffling: float = 2.0, thick: float = 1.0):
    return document(
        size=(20, 14),
        walls={"w": {**box(8, 4, 8 + thick, 10), "muffling": muffling}},
        obstacles={"o": {"center": [5, 10], "radius": 0.5, "muffling": muffling}},
    )


def outline(world, loudness: float, attenuation: float = 1.0, furthest: float = 50.0) -> np.ndarray:
    solid = build_obstructions(world)
    muffling = muffling_by_owner(solid, world)
    return noise_outline(solid, muffling, PLACE, loudness, attenuation, furthest)


def test_without_walls_it_is_a_circle():
    assert outline(document(), 6.0, 2.0) == pytest.approx(np.full(DIRECTIONS, 3.0))


def test_a_noise_that_nothing_weakens_goes_as_far_as_is_drawn():
    assert outline(document(), 1.0, 0.0, furthest=9.0) == pytest.approx(np.full(DIRECTIONS, 9.0))


def test_behind_a_wall_it_carries_less_far_and_beside_it_as_far_as_ever():
    reach = outline(rooms(), 8.0)
    assert reach[0] == pytest.approx(6.0)
    assert reach[DIRECTIONS // 2] == pytest.approx(8.0)
    assert reach[DIRECTIONS // 4] == pytest.approx(6.0)


def test_a_wall_that_takes_all_ends_it():
    assert outline(rooms(muffling=50.0), 8.0)[0] == pytest.approx(3.0)


@settings(max_examples=daily(13, deep=40), deadline=None)
@given(st.floats(1.0, 14.0), st.floats(0.5, 3.0), st.floats(0.0, 6.0))
def test_just_inside_it_is_heard_and_just_outside_not(loudness, attenuation, muffling):
    world = rooms(muffling)
    solid = build_obstructions(world)
    amounts = muffling_by_owner(solid, world)
    reach = noise_outline(solid, amounts, PLACE, loudness, attenuation, 100.0)
    angles = np.arange(DIRECTIONS) * math.tau / DIRECTIONS
    ways = np.stack((np.cos(angles), np.sin(angles)), axis=1)
    origin = np.repeat(np.array([PLACE]), DIRECTIONS, axis=0)

    def loud_at(distance: np.ndarray) -> np.ndarray:
        rays = ways * distance[:, None]
        return loudness - attenuation * distance - muffling_on_the_way(solid, amounts, origin, rays)

    # At the very edge of a wall what is heard jumps, so the directions along its corners are left out.
    steady = np.abs(np.gradient(reach)) < 0.4
    assert (loud_at(reach * 0.98 - 1e-3)[steady & (reach > 0.1)] > 0.0).all()
    assert (loud_at(reach * 1.02 + 1e-3)[steady] < 0.0).all()


def test_points_go_around_the_place():
    points = outline_points(PLACE, np.full(8, 2.0))
    assert points[0] == pytest.approx((7.0, 7.0))
    assert points[2] == pytest.approx((5.0, 9.0))
