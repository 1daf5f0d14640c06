"""The grid and the search: what is found is shortest, however it is sliced, and never cuts corners."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.navigation.path_search import DIAGONAL, STRAIGHT, PathSearch
from runtime.navigation.walkable_grid import Cell, WalkableGrid, build_walkable_grid, label_regions
from runtime.vectors import BoolArray
from runtime.worlds.geometry import build_obstructions, clearance
from tests.runtime.worlds.world_builder import box, document


def grid_of(*lines: str) -> WalkableGrid:
    """Return the grid drawn by lines, the top one first; `#` is not free."""
    free = np.array([[mark != "#" for mark in line] for line in reversed(lines)]).T
    return WalkableGrid(1.0, 0.4, free, label_regions(free), free.tolist())


def cost_of(path: tuple[Cell, ...]) -> int:
    steps = itertools.pairwise(path)
    return sum(DIAGONAL if a[0] != b[0] and a[1] != b[1] else STRAIGHT for a, b in steps)


def found(grid: WalkableGrid, start: Cell, goal: Cell, slice_size: int = 10_000) -> tuple[Cell, ...]:
    search = PathSearch(grid, start, goal)
    while not search.finished:
        search.advance(slice_size)
    return search.path


def test_a_straight_way_is_straight():
    assert found(grid_of("....", "...."), (0, 0), (3, 0)) == ((0, 0), (1, 0), (2, 0), (3, 0))


def test_a_corner_is_not_cut():
    grid = grid_of("..", "#.")
    assert found(grid, (0, 1), (1, 0)) == ((0, 1), (1, 1), (1, 0))


def test_two_blocked_cells_that_touch_by_a_corner_let_nobody_through():
    grid = grid_of(".#", "#.")
    assert grid.region[0, 1] != grid.region[1, 0]
    assert found(grid, (0, 1), (1, 0)) == ()


def test_where_there_is_no_way_the_search_ends_at_once():
    search = PathSearch(grid_of("..#..", "..#.."), (0, 0), (4, 0))
    assert search.advance(1) == 0
    assert search.finished
    assert search.path == ()


shapes = st.tuples(st.integers(1, 9), st.integers(1, 9))


@st.composite
def free_cells(draw: st.DrawFn) -> BoolArray:
    columns, rows = draw(shapes)
    marks = draw(st.lists(st.booleans(), min_size=columns * rows, max_size=columns * rows))
    return np.array(marks, dtype=np.bool_).reshape(columns, rows)


def as_graph(free: BoolArray) -> nx.Graph[Cell]:
    graph: nx.Graph[Cell] = nx.Graph()
    columns, rows = free.shape
    cells = [(int(x), int(y)) for x, y in np.argwhere(free)]
    graph.add_nodes_from(cells)
    for x, y in cells:
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            beside, above = x + right, y + up
            if not (0 <= beside < columns and 0 <= above < rows and free[beside, above]):
                continue
            across = right != 0 and up != 0
            if across and not (free[beside, y] and free[x, above]):
                continue
            graph.add_edge((x, y), (beside, above), weight=DIAGONAL if across else STRAIGHT)
    return graph


@given(free=free_cells(), data=st.data())
def test_the_way_found_is_as_short_as_that_of_another_library(free, data):
    cells = [(int(x), int(y)) for x, y in np.argwhere(free)]
    if not cells:
        return
    start, goal = data.draw(st.sampled_from(cells)), data.draw(st.sampled_from(cells))
    grid = WalkableGrid(1.0, 0.4, free, label_regions(free), free.tolist())
    path = found(grid, start, goal)
    graph = as_graph(free)
    if not nx.has_path(graph, start, goal):
        assert path == ()
        return
    assert path[0] == start
    assert path[-1] == goal
    assert all(graph.has_edge(a, b) for a, b in itertools.pairwise(path))
    assert cost_of(path) == nx.shortest_path_length(graph, start, goal, weight="weight")


@given(free=free_cells(), data=st.data(), slice_size=st.integers(1, 7))
def test_slices_do_not_change_what_is_found(free, data, slice_size):
    cells = [(int(x), int(y)) for x, y in np.argwhere(free)]
    if not cells:
        return
    start, goal = data.draw(st.sampled_from(cells)), data.draw(st.sampled_from(cells))
    grid = WalkableGrid(1.0, 0.4, free, label_regions(free), free.tolist())
    assert found(grid, start, goal, slice_size) == found(grid, start, goal)


@given(free=free_cells())
def test_regions_are_what_hangs_together(free):
    region = label_regions(free)
    assert ((region >= 0) == free).all()
    parts = list(nx.connected_components(as_graph(free)))
    assert len(parts) == len({int(number) for number in region[free]})
    for part in parts:
        assert len({int(region[cell]) for cell in part}) == 1


def test_free_cells_keep_the_radius_from_everything():
    world = document(walls={"w": box(5, 3, 6, 9)}, obstacles={"o": {"center": [12, 7], "radius": 1.5}})
    solid = build_obstructions(world)
    grid = build_walkable_grid(solid, 0.5)
    places = np.array([grid.middle((int(x), int(y))) for x, y in np.argwhere(grid.free)])
    assert (clearance(solid, places) >= 0.5).all()
    assert not grid.free[grid.cell_of(5.5, 5)]
    assert not grid.free[grid.cell_of(12, 7)]
    assert grid.free[grid.cell_of(3, 7)]


@pytest.mark.parametrize(("place", "reach", "nearest"), [((0.5, 0.5), 1, (0, 0)), ((2.4, 0.5), 3, (1, 0))])
def test_the_nearest_free_cell_of_a_blocked_one(place, reach, nearest):
    grid = grid_of("..##.", "..##.")
    assert grid.nearest_free(place[0], place[1], reach) == nearest


def test_no_free_cell_within_reach_is_none():
    assert grid_of("..####", "..####").nearest_free(5.5, 0.5, 1.0) is None
    assert grid_of("..#..", "..#..").nearest_free(0.5, 0.5, 1.0, region=1) is None
