"""Routes keep clear of boxes, apart from one another, and their labels cover nothing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from editor.canvas.routing import machine_routes
from editor.canvas.routing.candidates import BEND, LinePlace, cheapest_first
from editor.canvas.routing.grid_search import SearchBudget, search_line
from editor.canvas.routing.machine_routes import RoutedBox, RoutedBundle, RoutingProblem, route_bundles
from editor.canvas.routing.shapes import NearbyRects, Point, Rect, length_of, rect_at, segments_of
from editor.canvas.trees.tree_parts import bus_edge
from graphs.layout.layout_watch import LayoutCanceled, LayoutWatch
from tests.example_counts import daily

LABEL = (96.0, 22.0)
Grid = tuple[list[Point], list[tuple[int, int]]]


def _problem(
    places: Sequence[Point], pairs: Sequence[tuple[int, int]], label: tuple[float, float] | None = LABEL
) -> RoutingProblem:
    boxes = tuple(RoutedBox(f"s{i}", rect_at(at, (140.0, 54.0))) for i, at in enumerate(places))
    bundles = tuple(RoutedBundle(f"s{a}>s{b}", f"s{a}", f"s{b}", label) for a, b in dict.fromkeys(pairs))
    return RoutingProblem(boxes, bundles)


grids = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=9, unique=True
).flatmap(
    lambda cells: st.tuples(
        st.just([(column * 360.0, row * 200.0) for column, row in cells]),
        st.lists(
            st.tuples(st.integers(0, len(cells) - 1), st.integers(0, len(cells) - 1)),
            max_size=10,
            unique=True,
        ),
    )
)


@given(grids)
@settings(max_examples=daily(20, deep=60), deadline=None)
def test_lines_go_around_boxes_at_right_angles(grid: Grid) -> None:
    problem = _problem(*grid)
    boxes = {box.id: box.rect for box in problem.boxes}
    for key, route in route_bundles(problem).items():
        source, target = key.split(">")
        for (ax, ay), (bx, by) in zip(route.points, route.points[1:], strict=False):
            assert ax == bx or ay == by
        for segment in segments_of(route.points):
            for name, rect in boxes.items():
                if name not in (source, target):
                    assert not segment.rect().overlaps(rect), (key, name)


@given(grids)
@settings(max_examples=daily(20, deep=60), deadline=None)
def test_lines_begin_and_end_on_the_walls_of_their_boxes(grid: Grid) -> None:
    problem = _problem(*grid)
    boxes = {box.id: box.rect for box in problem.boxes}
    for key, route in route_bundles(problem).items():
        for name, (x, y) in zip(key.split(">"), (route.points[0], route.points[-1]), strict=True):
            rect = boxes[name]
            assert x in (rect.left, rect.right) or y in (rect.top, rect.bottom)
            assert rect.grown(0.01).contains((x, y))


@given(grids)
@settings(max_examples=daily(20, deep=60), deadline=None)
def test_labels_cover_no_box(grid: Grid) -> None:
    problem = _problem(*grid)
    for route in route_bundles(problem).values():
        assert route.label is not None
        assert not any(route.label.overlaps(box.rect) for box in problem.boxes)


@given(grids)
@settings(max_examples=daily(6, deep=20), deadline=None)
def test_the_same_problem_has_the_same_routes(grid: Grid) -> None:
    problem = _problem(*grid)
    first = dict(route_bundles(problem))
    machine_routes._remembered.clear()
    assert dict(route_bundles(problem)) == first


def test_opposite_directions_run_apart() -> None:
    problem = _problem([(0.0, 0.0), (400.0, 0.0)], [(0, 1), (1, 0)], label=None)
    routes = route_bundles(problem)
    (there,), (back,) = (segments_of(routes[key].points) for key in ("s0>s1", "s1>s0"))
    assert there.at < back.at
    taller = RoutingProblem(
        tuple(RoutedBox(box.id, rect_at((box.rect.left, 0.0), (140.0, 90.0))) for box in problem.boxes),
        problem.bundles,
    )
    routes = route_bundles(taller)
    (there,), (back,) = (segments_of(routes[key].points) for key in ("s0>s1", "s1>s0"))
    assert back.at - there.at >= 26


def test_labels_of_two_ways_between_two_boxes_lie_each_on_its_own_line() -> None:
    boxes = (RoutedBox("a", rect_at((30, 0), (140, 54))), RoutedBox("b", rect_at((30, 126), (140, 54))))
    bundles = (RoutedBundle("a>b", "a", "b", (172, 22)), RoutedBundle("b>a", "b", "a", (138, 22)))
    routes = route_bundles(RoutingProblem(boxes, bundles, room=Rect(0, -60, 400, 260)))
    there, back = (routes[key].label for key in ("a>b", "b>a"))
    assert there is not None
    assert back is not None
    assert not there.grown(4).overlaps(back)
    for label, key in ((there, "a>b"), (back, "b>a")):
        assert any(label.overlaps(piece.rect()) for piece in segments_of(routes[key].points)), key
        assert not any(label.overlaps(box.rect) for box in boxes)


def test_a_self_loop_stands_on_the_upper_right_corner() -> None:
    route = route_bundles(_problem([(0.0, 0.0)], [(0, 0)]))["s0>s0"]
    assert route.points[0][1] == route.points[-1][1] == 0.0
    assert min(y for _, y in route.points) == -22.0
    assert max(x for x, _ in route.points) <= 140 - 16


def test_a_line_into_a_compound_crosses_its_wall_but_no_sibling() -> None:
    boxes = (
        RoutedBox("a", rect_at((0, 100), (140, 54))),
        RoutedBox("c", rect_at((400, 0), (320, 300)), (), 32),
        RoutedBox("in", rect_at((540, 200), (140, 54)), ("c",)),
        RoutedBox("other", rect_at((440, 80), (140, 54)), ("c",)),
    )
    route = route_bundles(RoutingProblem(boxes, (RoutedBundle("a>in", "a", "in", LABEL),)))["a>in"]
    for segment in segments_of(route.points):
        assert not segment.rect().overlaps(boxes[3].rect)
    assert route.label is not None
    assert not route.label.overlaps(Rect(400, 0, 720, 32))


def test_a_line_to_the_box_around_ends_at_its_wall_from_inside() -> None:
    boxes = (
        RoutedBox("c", rect_at((0, 0), (320, 300)), (), 32),
        RoutedBox("in", rect_at((40, 100), (140, 54)), ("c",)),
    )
    route = route_bundles(RoutingProblem(boxes, (RoutedBundle("in>c", "in", "c", None),)))["in>c"]
    (x, y), wall = route.points[-1], boxes[0].rect
    assert x in (wall.left, wall.right) or y in (wall.top + 32, wall.bottom)


def test_a_tree_edge_goes_down_along_and_down_and_is_straight_when_nearly_so() -> None:
    assert bus_edge((0, 0), (100, 52)) == ((0, 0), (0, 20), (100, 20), (100, 52))
    assert bus_edge((0, 0), (4, 52)) == ((4, 0), (4, 52))


@given(
    st.tuples(st.integers(-400, 400), st.integers(-300, 300)),
    st.tuples(st.integers(40, 300), st.integers(20, 200)),
    st.integers(0, 2),
)
@example((0, 110), (140, 54), 0)  # The places of a step fall together in a narrow gap.
@settings(max_examples=daily(20, deep=60), deadline=None)
def test_lines_on_offer_get_dearer_and_none_is_offered_twice(
    at: tuple[int, int], size: tuple[int, int], index: int
) -> None:
    source, target = rect_at((0.0, 0.0), (140.0, 54.0)), rect_at(at, size)
    assume(not source.grown(1).overlaps(target))
    offers = list(cheapest_first(source, target, LinePlace(index, 3, 60.0), LABEL))
    costs = [cost for cost, _ in offers]
    assert costs == sorted(costs)
    assert len({line for _, line in offers}) == len(offers)
    for cost, line in offers:
        assert cost >= length_of(line) + BEND * (len(line) - 2)
        for (ax, ay), (bx, by) in pairwise(line):
            assert ax == bx or ay == by


@given(st.lists(st.tuples(st.integers(-900, 900), st.integers(-900, 900)), max_size=30), st.integers(1, 700))
@settings(max_examples=daily(20, deep=60), deadline=None)
def test_what_is_nearby_is_what_overlaps(places: list[tuple[int, int]], side: int) -> None:
    rects = [rect_at(place, (float(side), 40.0)) for place in places]
    room = rect_at((-200.0, -150.0), (500.0, 400.0))
    assert NearbyRects(rects).touching(room) == [rect for rect in rects if rect.overlaps(room)]


def test_a_search_ends_when_its_budget_is_spent() -> None:
    source, target = rect_at((0.0, 0.0), (140.0, 54.0)), rect_at((600.0, 0.0), (140.0, 54.0))
    wall = rect_at((300.0, -400.0), (40.0, 800.0))
    assert search_line(source, target, [wall], [], 12.0) is not None
    budget = SearchBudget(4)
    assert search_line(source, target, [wall], [], 12.0, budget) is None
    assert budget.visits == 0


def test_routing_tells_how_far_it_is_and_can_be_canceled() -> None:
    problem = _problem([(i % 5 * 360.0, i // 5 * 200.0) for i in range(20)], [(i, i + 1) for i in range(19)])
    machine_routes._remembered.clear()
    told: list[float] = []
    route_bundles(problem, LayoutWatch(told.append))
    assert told == sorted(told)
    assert told[-1] == 1.0
    machine_routes._remembered.clear()
    with pytest.raises(LayoutCanceled):
        route_bundles(problem, LayoutWatch(None, lambda: True))


def test_rectangles_far_apart_and_very_wide_are_found_like_any_others() -> None:
    rects = [Rect(0, 0, 100, 50), Rect(-1e9, 10, 1e9, 12), Rect(5e12, 5e12, 5e12 + 100, 5e12 + 50)]
    nearby = NearbyRects(rects)
    rooms = [Rect(-10, -10, 20, 20), Rect(-1e13, -1e13, 1e13, 1e13), Rect(9e11, 0, 9e12, 6e12)]
    for room in rooms:
        assert nearby.touching(room) == [rect for rect in rects if rect.overlaps(room)]
