"""The grid and the search: what is found is shortest, however it is sliced, and fits through narrow ways."""

from __future__ import annotations

import itertools
import math
import random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.basics.vectors import BoolArray
from runtime.worlds.bodies.geometry import Obstructions, build_obstructions, clearance
from runtime.worlds.bodies.solid_shapes import build_solid_shapes
from runtime.worlds.navigation.goal_search import GoalSearch, search_again
from runtime.worlds.navigation.grid_building import build_walkable_grid, free_places, label_regions
from runtime.worlds.navigation.walkable_grid import DIAGONAL, STRAIGHT, Cell, WalkableGrid
from tests.runtime.worlds.world_builder import box, document


def grid_of(*lines: str) -> WalkableGrid:
    """Return the grid drawn by lines, the top one first; `#` is not free."""
    free = np.array([[mark != "#" for mark in line] for line in reversed(lines)]).T
    return WalkableGrid(1.0, 0.4, free, label_regions(free))


def cost_of(path: tuple[Cell, ...]) -> int:
    steps = itertools.pairwise(path)
    return sum(DIAGONAL if a[0] != b[0] and a[1] != b[1] else STRAIGHT for a, b in steps)


def found(grid: WalkableGrid, start: Cell, goal: Cell, slice_size: int = 10_000) -> tuple[Cell, ...]:
    search = GoalSearch(grid, goal)
    while search.can_go_on() and not search.has_reached(start):
        search.advance(start, slice_size)
    return search.way_from(start)


def test_a_straight_way_is_straight():
    assert found(grid_of("....", "...."), (0, 0), (3, 0)) == ((0, 0), (1, 0), (2, 0), (3, 0))


def test_a_corner_is_not_cut():
    grid = grid_of("..", "#.")
    assert found(grid, (0, 1), (1, 0)) == ((0, 1), (1, 1), (1, 0))


def test_two_blocked_cells_that_touch_by_a_corner_let_nobody_through():
    grid = grid_of(".#", "#.")
    assert grid.region[0, 1] != grid.region[1, 0]
    assert found(grid, (0, 1), (1, 0)) == ()


def test_where_there_is_no_way_the_search_ends():
    search = GoalSearch(grid_of("..#..", "..#.."), (0, 0))
    assert search.advance((4, 0), 100) == 4
    assert not search.can_go_on()
    assert search.way_from((4, 0)) == ()


def test_what_is_known_stays_known_for_the_next_who_asks():
    grid = grid_of("........", "........", "........")
    search = GoalSearch(grid, (0, 1))
    first = search.advance((7, 1), 1000)
    assert search.has_reached((4, 1))
    assert search.advance((4, 1), 1000) == 0
    assert len(search.way_from((4, 1))) == 5
    assert 0 < search.advance((7, 2), 1000) < first


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
    grid = WalkableGrid(1.0, 0.4, free, label_regions(free))
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
    grid = WalkableGrid(1.0, 0.4, free, label_regions(free))
    assert found(grid, start, goal, slice_size) == found(grid, start, goal)


@given(free=free_cells())
def test_regions_are_what_hangs_together(free):
    region = label_regions(free)
    assert ((region >= 0) == free).all()
    parts = list(nx.connected_components(as_graph(free)))
    assert len(parts) == len({int(number) for number in region[free]})
    for part in parts:
        assert len({int(region[cell]) for cell in part}) == 1


@given(free=free_cells(), data=st.data())
def test_a_crowd_with_one_goal_gets_the_shortest_ways_too(free, data):
    """Asked one after the other, in slices, and made again from its history in the middle."""
    cells = [(int(x), int(y)) for x, y in np.argwhere(free)]
    if not cells:
        return
    goal = data.draw(st.sampled_from(cells))
    starts = data.draw(st.lists(st.sampled_from(cells), min_size=1, max_size=5))
    grid, graph = WalkableGrid(1.0, 0.4, free, label_regions(free)), as_graph(free)
    search = GoalSearch(grid, goal)
    for start in starts:
        search.advance(start, data.draw(st.integers(1, 9)))
        search = search_again(grid, goal, tuple(search.history))
        while search.can_go_on() and not search.has_reached(start):
            search.advance(start, 5)
        if not nx.has_path(graph, start, goal):
            assert search.way_from(start) == ()
            continue
        assert cost_of(search.way_from(start)) == nx.shortest_path_length(graph, start, goal, weight="weight")


def test_a_search_made_again_by_its_history_goes_on_alike():
    grid = grid_of("..........", ".########.", "..........", ".#.######.", "..........")
    first = GoalSearch(grid, (0, 0))
    for start, most in (((9, 4), 7), ((5, 2), 3), ((9, 2), 4)):
        first.advance(start, most)
    second = search_again(grid, (0, 0), tuple(first.history))
    for search in (first, second):
        search.advance((9, 4), 1000)
    assert first.history == second.history
    assert first.way_from((9, 4)) == second.way_from((9, 4))


WALLS = {"w": box(5, 3, 6, 9), "thin": {"polygon": [[1, 11], [9, 12], [9, 12.01], [1, 11.01]]}}
ROUND = {"o": {"center": [12, 7], "radius": 1.5}}


def walkable(radius: float = 0.5, **fields: object) -> tuple[WalkableGrid, Obstructions]:
    solid = build_obstructions(document((20, 14), **fields))
    return build_walkable_grid(build_solid_shapes(solid, 2.0), radius), solid


@pytest.mark.parametrize("radius", [0.1, 0.37, 0.5, 1.3])
def test_free_cells_keep_the_radius_from_everything(radius):
    grid, solid = walkable(radius, walls=WALLS, obstacles=ROUND)
    cells = [(int(x), int(y)) for x, y in np.argwhere(grid.free)]
    places = np.array([grid.place(cell) for cell in cells])
    assert (clearance(solid, places) >= radius * (1 - 1e-12)).all()
    for blocked in ((5.5, 5), (12, 7), (5, 11.5)):
        assert not grid.free[grid.cell_of(*blocked)]
    assert grid.free[grid.cell_of(3, 7)]


@pytest.mark.parametrize("radius", [0.2, 0.5, 1.0])
def test_a_cell_is_free_in_its_middle_where_the_clearance_says_so(radius):
    solid = build_obstructions(document(walls=WALLS, obstacles=ROUND))
    free = free_places(build_solid_shapes(solid, 2.0), radius, 0.5, (40, 28))
    middles = np.array([((x + 0.5) * 0.5, (y + 0.5) * 0.5) for x in range(40) for y in range(28)])
    assert (free.ravel() == (clearance(solid, middles) >= radius)).all()


def corridor(width: float) -> dict[str, object]:
    """Return two rooms joined by one corridor, 3 long, whose middle is on no cell's middle."""
    low = 6.63 - width / 2
    return {"s": box(8, 0, 11, low), "n": box(8, low + width, 11, 14)}


@pytest.mark.parametrize(
    ("width", "passes"), [(1.5, True), (1.2, True), (1.05, True), (1.0, True), (0.99, False)]
)
def test_a_way_hardly_wider_than_the_body_joins_two_rooms(width, passes):
    grid, _ = walkable(0.5, walls=corridor(width))
    west, east = grid.cell_of(3, 7), grid.cell_of(17, 7)
    assert (grid.region[west] == grid.region[east]) == passes
    way = found(grid, west, east)
    assert bool(way) == passes


def slit(width: float, angle: float, thick: float) -> dict[str, object]:
    """Return a wall across the whole map, turned by `angle` around (10.1, 7.2), with a slit there."""
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))

    def at(ahead: float, aside: float) -> tuple[float, float]:
        return (
            10.1 + along[0] * ahead + across[0] * aside,
            7.2 + along[1] * ahead + across[1] * aside,
        )

    half, side = width / 2, thick / 2
    return {
        name: {"polygon": [at(ends[0], -side), at(ends[1], -side), at(ends[1], side), at(ends[0], side)]}
        for name, ends in {"left": (-30.0, -half), "right": (half, 30.0)}.items()
    }


@pytest.mark.parametrize("thick", [0.02, 0.3, 2.5])
@pytest.mark.parametrize("angle", [0.0, 0.2, 0.46, 0.785, 1.2, 1.57])
@pytest.mark.parametrize(("share", "passes"), [(1.003, True), (1.05, True), (1.2, True), (0.999, False)])
def test_a_slit_is_found_however_it_lies_to_the_cells(thick, angle, share, passes):
    grid, solid = walkable(0.4, walls=slit(0.8 * share, angle, thick))
    shapes = build_solid_shapes(solid, 2.0)
    off = -math.sin(angle) * 4.5, math.cos(angle) * 4.5
    sides = [grid.cell_in_sight(shapes, (10.1 + sign * off[0], 7.2 + sign * off[1]), 2.0) for sign in (-1, 1)]
    assert sides[0] is not None
    assert sides[1] is not None
    assert (grid.region[sides[0]] == grid.region[sides[1]]) == passes


@pytest.mark.parametrize("radius", [0.3, 0.45])
def test_a_way_between_round_things_and_around_a_bend_is_found(radius):
    """A body comes between two columns, and through a bent way, both 2 % wider than it is."""
    wide = 2.04 * radius
    columns = {
        "a": {"center": [4.03, 7.0 - 1.0 - wide / 2], "radius": 1.0},
        "b": {"center": [4.03, 7.0 + 1.0 + wide / 2], "radius": 1.0},
    }
    walls = {
        "below": box(3.9, 0, 4.1, 5.5),
        "above": box(3.9, 8.5, 4.1, 14),
        "inner": box(8, 0, 11.07, 6.13),
        "outer": {
            "polygon": [
                [8, 6.13 + wide],
                [11.07 + wide, 6.13 + wide],
                [11.07 + wide, 0],
                [20, 0],
                [20, 14],
                [8, 14],
            ]
        },
    }
    grid, solid = walkable(radius, walls=walls, obstacles=columns)
    west, between, bend = grid.cell_of(1.5, 7.0), grid.cell_of(6.5, 7.0), (11.07 + wide / 2, 1.0)
    inside = grid.cell_in_sight(build_solid_shapes(solid, 2.0), bend, 2.0)
    assert inside is not None
    assert grid.region[west] == grid.region[between] == grid.region[inside]


@pytest.mark.parametrize("radius", [0.3, 0.5])
def test_narrow_ways_tear_nothing_apart(radius):
    """Whatever hung together by the middles of cells still does where narrow ways move their places."""
    for seed in range(6):
        source = random.Random(seed)
        posts = {
            f"o{number:02}": {"center": [source.uniform(0, 20), source.uniform(0, 14)], "radius": 0.4}
            for number in range(60)
        }
        grid, solid = walkable(radius, obstacles=posts)
        shapes = build_solid_shapes(solid, 2.0)
        middles = label_regions(free_places(shapes, radius, grid.size, (grid.free.shape[0], grid.rows)))
        for part in range(int(middles.max()) + 1):
            assert len(np.unique(grid.region[middles == part])) == 1


def test_a_body_in_a_slit_sets_out_though_it_cannot_see_the_place_of_its_cell():
    grid, solid = walkable(0.4, walls=slit(0.88, 1.5708, 0.3))
    shapes = build_solid_shapes(solid, 2.0)
    for ahead in np.linspace(-1.5, 1.5, 61).tolist():
        assert grid.cell_in_sight(shapes, (10.1 + ahead, 7.22), 1.6) is not None


def test_steps_lead_both_ways_at_the_same_cost():
    grid, _ = walkable(0.5, walls={**WALLS, **corridor(1.2)}, obstacles=ROUND)
    assert grid.asides is not None
    for number in np.flatnonzero(grid.free.ravel()).tolist():
        for other, cost in grid.steps_from(number):
            assert (number, cost) in grid.steps_from(other)
            assert grid.region.ravel()[number] == grid.region.ravel()[other]


@pytest.mark.parametrize(("place", "reach", "nearest"), [((0.5, 0.5), 1, (0, 0)), ((2.4, 0.5), 3, (1, 0))])
def test_the_nearest_free_cell_of_a_blocked_one(place, reach, nearest):
    grid = grid_of("..##.", "..##.")
    assert grid.free_cells_near(place[0], place[1], reach)[0] == nearest


def test_no_free_cell_within_reach_is_none():
    assert grid_of("..####", "..####").free_cells_near(5.5, 0.5, 1.0) == []
    assert grid_of("..#..", "..#..").free_cells_near(0.5, 0.5, 1.0, region=1) == []


def test_a_body_at_a_thin_wall_sets_out_on_its_own_side():
    """The nearest free cell is behind the wall; a body gets there through the wall alone."""
    thin = {"polygon": [[0, 6.9], [20, 6.9], [20, 6.91], [0, 6.91]]}
    solid = build_obstructions(document(walls={"w": thin}))
    shapes = build_solid_shapes(solid, 2.0)
    grid = build_walkable_grid(shapes, 0.5)
    for y in (6.39, 7.42):
        cell = grid.cell_in_sight(shapes, (10.0, y), 2.0)
        assert cell is not None
        assert (grid.place(cell)[1] > 6.9) == (y > 6.9)
