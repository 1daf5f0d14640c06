"""Rays, polygons and free places."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.worlds.bodies.geometry import (
    MAP_EDGE,
    build_obstructions,
    cast_rays,
    clearance,
    closest_on_segments,
    nearest_free_place,
    point_in_polygon,
    points_in_walls,
)
from tests.runtime.worlds.world_builder import box, document

SOLID = build_obstructions(
    document(walls={"w": box(5, 5, 7, 9)}, obstacles={"o": {"center": [12, 7], "radius": 1}})
)


def cast(origin, ray):
    hits = cast_rays(SOLID, np.array([origin], dtype=float), np.array([ray], dtype=float))
    name = SOLID.names[int(hits.owner[0])] if hits.hit[0] else None
    return name, tuple(hits.point[0]), tuple(hits.normal[0])


@pytest.mark.parametrize(
    ("origin", "ray", "name", "point", "normal"),
    [
        ((2, 7), (6, 0), "w", (5, 7), (-1, 0)),
        ((9, 7), (-6, 0), "w", (7, 7), (1, 0)),
        ((6, 2), (0, 3), "w", (6, 5), (0, -1)),  # just reaches
        ((6, 2), (0, 2.999), None, (6, 4.999), (0, 0)),
        ((9, 7), (6, 0), "o", (11, 7), (-1, 0)),
        ((12, 10), (0, -6), "o", (12, 8), (0, 1)),
        ((2, 7), (-6, 0), MAP_EDGE, (0, 7), (1, 0)),
        ((2, 5), (1, 0), None, (3, 5), (0, 0)),
        ((2, 2), (0, 0), None, (2, 2), (0, 0)),
    ],
)
def test_a_ray_finds_what_it_hits_first(origin, ray, name, point, normal):
    assert cast(origin, ray) == (name, pytest.approx(point), pytest.approx(normal))


def test_a_ray_through_a_corner_is_stopped():
    assert cast((3, 7), (4, -4))[0] == "w"


@given(
    st.lists(
        st.tuples(st.floats(0.1, 19.9), st.floats(0.1, 13.9), st.floats(-30, 30), st.floats(-30, 30)),
        min_size=1,
        max_size=30,
    )
)
def test_many_rays_give_what_each_gives_alone(rows):
    origin = np.array([row[:2] for row in rows])
    ray = np.array([row[2:] for row in rows])
    together = cast_rays(SOLID, origin, ray)
    for row in range(len(rows)):
        alone = cast_rays(SOLID, origin[row : row + 1], ray[row : row + 1])
        assert together.share[row] == alone.share[0]
        assert together.owner[row] == alone.owner[0]
        assert np.isfinite(together.point).all()


def test_points_in_polygons_by_the_even_odd_rule():
    ring = np.array([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)], dtype=float)
    points = np.array([(1, 1), (2, 2), (3.5, 2), (5, 1), (-1, 0)], dtype=float)
    assert point_in_polygon(points, ring).tolist() == [True, False, True, False, False]


def test_points_in_walls_and_obstacles():
    points = np.array([(6, 6), (12.5, 7), (4, 4), (13.1, 7)], dtype=float)
    assert points_in_walls(SOLID, points).tolist() == [True, True, False, False]


def test_closest_points_of_segments_and_of_segments_without_length():
    points = np.array([(1, 1), (9, 1), (3, 3)], dtype=float)
    start, end = (
        np.array([(0, 0), (0, 0), (1, 1)], dtype=float),
        np.array([(4, 0), (4, 0), (1, 1)], dtype=float),
    )
    assert closest_on_segments(points, start, end).tolist() == [[1, 0], [4, 0], [1, 1]]


def test_clearance_is_negative_inside_and_off_the_map():
    points = np.array([(4, 7), (6, 6), (12, 9), (-1, 5), (1, 7)], dtype=float)
    assert clearance(SOLID, points).tolist() == pytest.approx([1, -1, 1, -1, 1])


@given(st.tuples(st.floats(-5, 25), st.floats(-5, 20)), st.floats(0.05, 2))
def test_the_nearest_free_place_is_free(point, radius):
    place = nearest_free_place(SOLID, np.array(point), radius)
    assert place is not None
    assert clearance(SOLID, place[None, :])[0] >= radius


def test_a_free_place_is_kept_and_a_full_map_has_none():
    here = np.array([2.0, 2.0])
    kept = nearest_free_place(SOLID, here, 0.5)
    assert kept is not None
    assert np.array_equal(kept, here)
    full = build_obstructions(document((4, 4), walls={"w": box(-1, -1, 5, 5)}))
    assert nearest_free_place(full, here, 0.5) is None
