"""The cell grid finds what brute force finds, in the same order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.worlds.bodies.cell_grid import KnownPairs, neighbor_pairs, pairs_within


def brute_force(queries: np.ndarray, points: np.ndarray, radius: float) -> list[tuple[int, int]]:
    found = []
    for i, (x, y) in enumerate(queries.tolist()):
        for j, (u, v) in enumerate(points.tolist()):
            if (x - u) * (x - u) + (y - v) * (y - v) <= radius * radius:
                found.append((i, j))
    return found


@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(65, 150),
    spread=st.sampled_from([0.0, 1e-6, 1.0, 40.0, 1e5]),
    radius=st.sampled_from([0.0, 1e-7, 0.5, 3.0, 100.0]),
    on_lattice=st.booleans(),
)
def test_the_grid_equals_brute_force(seed, count, spread, radius, on_lattice):
    source = np.random.default_rng(seed)
    points = (source.random((count, 2)) - 0.5) * spread
    queries = (source.random((70, 2)) - 0.5) * spread
    if on_lattice:
        points, queries = np.round(points), np.round(queries)
    first, second = pairs_within(queries, points, radius)
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == brute_force(queries, points, radius)


@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.sampled_from([5, 70, 300]),
    spread=st.sampled_from([0.0, 1.0, 40.0]),
    radius=st.sampled_from([0.0, 0.5, 3.0]),
)
def test_neighbors_of_each_point_are_those_of_brute_force_in_order(seed, count, spread, radius):
    points = (np.random.default_rng(seed).random((count, 2)) - 0.5) * spread
    first, second = neighbor_pairs(points, radius)
    by_point = np.argsort(first, kind="stable")
    found = list(zip(first[by_point].tolist(), second[by_point].tolist(), strict=True))
    assert found == [(i, j) for i, j in brute_force(points, points, radius) if i != j]


@given(
    seed=st.integers(0, 2**32 - 1),
    reach=st.sampled_from([1.0, 4.0]),
    moved=st.sampled_from([0.0, 0.1, 0.6]),
    radius=st.sampled_from([0.3, 0.7]),
)
def test_known_pairs_hold_those_that_are_close_once_bodies_moved_or_none(seed, reach, moved, radius):
    source = np.random.default_rng(seed)
    points = source.random((80, 2)) * 8.0
    first, second = neighbor_pairs(points, reach)
    distance = np.hypot(*(points[first] - points[second]).T)
    after = points + (source.random((80, 2)) - 0.5) * moved
    found = KnownPairs(points, reach, first, second, distance).close_pairs(after, radius)
    if found is None:
        assert radius + 2.0 * moved * 0.75 > reach
        return
    pairs = list(zip(found[0].tolist(), found[1].tolist(), strict=True))
    assert len(set(pairs)) == len(pairs)
    assert all(i < j for i, j in pairs)
    assert set(pairs) >= {(i, j) for i, j in brute_force(after, after, radius) if i < j}


def test_few_points_take_the_short_way_to_the_same_order():
    points = np.array([(0, 0), (1, 0), (0, 0), (5, 5)], dtype=float)
    first, second = neighbor_pairs(points, 1.0)
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == [
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 2),
        (2, 0),
        (2, 1),
    ]


@pytest.mark.parametrize("radius", [-1.0, 2.0])
def test_nothing_in_gives_nothing_out(radius):
    first, second = pairs_within(np.zeros((0, 2)), np.zeros((3, 2)), radius)
    assert len(first) == len(second) == 0
    assert len(pairs_within(np.zeros((3, 2)), np.zeros((3, 2)), -1.0)[0]) == 0
