"""Routes keep clear of boxes, apart from one another, and their labels cover nothing."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from editor.canvas.routing.machine_routes import Box, Bundle, RoutingProblem, route_bundles
from editor.canvas.routing.shapes import Point, Rect, rect_at, segments_of
from editor.canvas.routing.tree_bus import bus_edge

LABEL = (96.0, 22.0)
Grid = tuple[list[Point], list[tuple[int, int]]]


def _problem(
    places: Sequence[Point], pairs: Sequence[tuple[int, int]], label: tuple[float, float] | None = LABEL
) -> RoutingProblem:
    boxes = tuple(Box(f"s{i}", rect_at(at, (140.0, 54.0))) for i, at in enumerate(places))
    bundles = tuple(Bundle(f"s{a}>s{b}", f"s{a}", f"s{b}", label) for a, b in dict.fromkeys(pairs))
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
@settings(max_examples=60, deadline=None)
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
@settings(max_examples=60, deadline=None)
def test_lines_begin_and_end_on_the_walls_of_their_boxes(grid: Grid) -> None:
    problem = _problem(*grid)
    boxes = {box.id: box.rect for box in problem.boxes}
    for key, route in route_bundles(problem).items():
        for name, (x, y) in zip(key.split(">"), (route.points[0], route.points[-1]), strict=True):
            rect = boxes[name]
            assert x in (rect.left, rect.right) or y in (rect.top, rect.bottom)
            assert rect.grown(0.01).contains((x, y))


@given(grids)
@settings(max_examples=60, deadline=None)
def test_labels_cover_no_box(grid: Grid) -> None:
    problem = _problem(*grid)
    for route in route_bundles(problem).values():
        assert route.label is not None
        assert not any(route.label.overlaps(box.rect) for box in problem.boxes)


@given(grids)
@settings(max_examples=20, deadline=None)
def test_the_same_problem_has_the_same_routes(grid: Grid) -> None:
    problem = _problem(*grid)
    first = dict(route_bundles(problem))
    route_bundles.cache_clear()
    assert dict(route_bundles(problem)) == first


def test_opposite_directions_run_apart() -> None:
    problem = _problem([(0.0, 0.0), (400.0, 0.0)], [(0, 1), (1, 0)], label=None)
    routes = route_bundles(problem)
    (there,), (back,) = (segments_of(routes[key].points) for key in ("s0>s1", "s1>s0"))
    assert there.at < back.at
    taller = RoutingProblem(
        tuple(Box(box.id, rect_at((box.rect.left, 0.0), (140.0, 90.0))) for box in problem.boxes),
        problem.bundles,
    )
    routes = route_bundles(taller)
    (there,), (back,) = (segments_of(routes[key].points) for key in ("s0>s1", "s1>s0"))
    assert back.at - there.at >= 26


def test_a_self_loop_stands_on_the_upper_right_corner() -> None:
    route = route_bundles(_problem([(0.0, 0.0)], [(0, 0)]))["s0>s0"]
    assert route.points[0][1] == route.points[-1][1] == 0.0
    assert min(y for _, y in route.points) == -22.0
    assert max(x for x, _ in route.points) <= 140 - 16


def test_a_line_into_a_compound_crosses_its_wall_but_no_sibling() -> None:
    boxes = (
        Box("a", rect_at((0, 100), (140, 54))),
        Box("c", rect_at((400, 0), (320, 300)), (), 32),
        Box("in", rect_at((540, 200), (140, 54)), ("c",)),
        Box("other", rect_at((440, 80), (140, 54)), ("c",)),
    )
    route = route_bundles(RoutingProblem(boxes, (Bundle("a>in", "a", "in", LABEL),)))["a>in"]
    for segment in segments_of(route.points):
        assert not segment.rect().overlaps(boxes[3].rect)
    assert route.label is not None
    assert not route.label.overlaps(Rect(400, 0, 720, 32))


def test_a_line_to_the_box_around_ends_at_its_wall_from_inside() -> None:
    boxes = (Box("c", rect_at((0, 0), (320, 300)), (), 32), Box("in", rect_at((40, 100), (140, 54)), ("c",)))
    route = route_bundles(RoutingProblem(boxes, (Bundle("in>c", "in", "c", None),)))["in>c"]
    (x, y), wall = route.points[-1], boxes[0].rect
    assert x in (wall.left, wall.right) or y in (wall.top + 32, wall.bottom)


def test_a_tree_edge_goes_down_along_and_down_and_is_straight_when_nearly_so() -> None:
    assert bus_edge((0, 0), (100, 52)) == ((0, 0), (0, 20), (100, 20), (100, 52))
    assert bus_edge((0, 0), (4, 52)) == ((4, 0), (4, 52))
