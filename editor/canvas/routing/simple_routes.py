"""Lead lines the shortest way, whatever they meet: a picture at once, until the right routes are ready."""

from __future__ import annotations

from collections.abc import Mapping

from editor.canvas.routing.candidates import Line, wall_lines
from editor.canvas.routing.label_places import longest_middle
from editor.canvas.routing.machine_routes import Box, Bundle, Route, RoutingProblem, loop_line, pinned_place
from editor.canvas.routing.shapes import Rect, rect_around


def simple_routes(problem: RoutingProblem) -> Mapping[str, Route]:
    """Return a route for every bundle whose two boxes are known; those that are kept stay as they are."""
    boxes = {box.id: box for box in problem.boxes}
    routes = dict(problem.kept)
    for bundle in problem.bundles:
        if bundle.id not in routes and bundle.source in boxes and bundle.target in boxes:
            points = _line(boxes[bundle.source], boxes[bundle.target])
            routes[bundle.id] = _with_label(bundle, points)
    return routes


def _line(a: Box, b: Box) -> Line:
    if a.id == b.id:
        return loop_line(a.rect)
    if a.id in b.ancestors:
        return next(wall_lines(a.rect, b.rect, a.header, outwards=False)).points
    if b.id in a.ancestors:
        return next(wall_lines(b.rect, a.rect, b.header, outwards=True)).points
    return _between_middles(a.rect, b.rect)


def _between_middles(a: Rect, b: Rect) -> Line:
    """Return a line with at most two corners between the middles of the sides that face each other most."""
    (ax, ay), (bx, by) = a.center, b.center
    if max(b.left - a.right, a.left - b.right) >= max(b.top - a.bottom, a.top - b.bottom):
        start, end = (a.right, b.left) if ax <= bx else (a.left, b.right)
        middle = (start + end) / 2
        return ((start, ay), (end, by)) if ay == by else ((start, ay), (middle, ay), (middle, by), (end, by))
    start, end = (a.bottom, b.top) if ay <= by else (a.top, b.bottom)
    middle = (start + end) / 2
    return ((ax, start), (bx, end)) if ax == bx else ((ax, start), (ax, middle), (bx, middle), (bx, end))


def _with_label(bundle: Bundle, points: Line) -> Route:
    if bundle.label is None:
        return Route(points)
    center = pinned_place(points, bundle.pinned) if bundle.pinned is not None else longest_middle(points)
    return Route(points, rect_around(center, bundle.label))
