"""Route all transitions of one compound (or of a machine): lines, and the places of their labels.

The result depends on nothing but the problem, so the same document always has the same picture, and results
can be kept by problem. Lines that can run straight are led first, the others around them.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from editor.canvas.routing.candidates import (
    LINE_DISTANCE,
    Line,
    LinePlace,
    cheapest_first,
    straight_lines,
    wall_lines,
)
from editor.canvas.routing.grid_search import SearchBudget, search_line
from editor.canvas.routing.label_places import (
    ASIDE,
    COVERED,
    LabelSurroundings,
    longest_middle,
    place_label,
    places_along,
)
from editor.canvas.routing.line_costs import BLOCKED, OBSTACLE_DISTANCE, LineCosts, LineSurroundings
from editor.canvas.routing.shapes import (
    APART,
    LineSegment,
    NearbyLines,
    NearbyRects,
    Point,
    Rect,
    bounds_of,
    point_along,
    rect_around,
    runs_on,
    segments_of,
    stays_on_side,
    united,
    with_piece_aside,
)
from graphs.layout.layout_watch import UNWATCHED, LayoutWatch

LOOP_WIDTH = 28.0
LOOP_HEIGHT = 22.0
LOOP_INSET = 16.0

_LABEL_HOMELESS = 300.0
_SIMPLE_REACH = 180.0
"""Simple lines stay within this of their two boxes."""
_PATIENCE = 300
"""After so many simple lines that a box is in the way of, the search is asked."""
_SEARCH_REACHES = (120.0, 480.0)
"""The search looks this far around the two boxes, first near, then farther."""
_LABEL_REACH = 110.0
"""Labels stand no farther than this, and half their own size, from their line."""
_MOST_REMEMBERED = 512
_WATCHED_EVERY = 4
"""The watch is told after so many lines."""
_OFFERS_WATCHED = 16
"""The watch is asked after so many simple lines that were tried for one."""


@dataclass(frozen=True, slots=True)
class RoutedBox:
    """A state, a compound or a mark. `ancestors` are the boxes around it within the same problem."""

    id: str
    rect: Rect
    ancestors: tuple[str, ...] = ()
    header: float = 0.0
    """Height of a compound's header; what holds others is crossed only by lines from or to its inside."""
    title: float = 0.0
    """How far right the words in a header reach; those lines do not cross them."""


@dataclass(frozen=True, slots=True)
class RoutedBundle:
    """Transitions with the same two ends; `label` is the size of their plate, None without one.

    `pinned` is a stored place of the label: the share of the way and the distance from the line in px.
    """

    id: str
    source: str
    target: str
    label: tuple[float, float] | None = None
    pinned: Point | None = None


@dataclass(frozen=True, slots=True)
class RoutingProblem:
    """Everything the routes depend on.

    `taken` are lines and `plates` are labels that are there already; `room` is where lines should stay, None
    for no limit. `kept` are routes that stay as they are, by bundle id: the rest is led around them.
    """

    boxes: tuple[RoutedBox, ...]
    bundles: tuple[RoutedBundle, ...]
    taken: tuple[Line, ...] = ()
    plates: tuple[Rect, ...] = ()
    kept: tuple[tuple[str, Route], ...] = ()
    room: Rect | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """A line by its corners, from source to target, and the middle of its label."""

    points: Line
    label: Rect | None = None


_remembered: OrderedDict[RoutingProblem, Mapping[str, Route]] = OrderedDict()


def route_bundles(problem: RoutingProblem, watch: LayoutWatch = UNWATCHED) -> Mapping[str, Route]:
    """Return the route of every bundle whose two boxes are known, by bundle id.

    Raises LayoutCanceled when the watch asks for it.
    """
    known = _remembered.get(problem)
    if known is None:
        known = _remembered[problem] = _Plan(problem).routed(watch)
        if len(_remembered) > _MOST_REMEMBERED:
            _remembered.popitem(last=False)
    else:
        _remembered.move_to_end(problem)
    return known


class _Plan:
    """What has been led so far."""

    def __init__(self, problem: RoutingProblem) -> None:
        self.problem = problem
        self.boxes = {box.id: box for box in problem.boxes}
        self.routes: dict[str, Route] = {}
        self._near_boxes = NearbyRects([box.rect for box in problem.boxes])
        self._lines = NearbyLines()
        self._labels = NearbyRects(problem.plates)
        self._budget = SearchBudget()
        self._ways_back: dict[tuple[str, str], RoutedBundle] = {}
        for points in problem.taken:
            self._lines.add(segments_of(points))
        for key, route in problem.kept:
            self.routes[key] = route
            self._lines.add(segments_of(route.points))
            if route.label is not None:
                self._labels.add(route.label)

    def routed(self, watch: LayoutWatch) -> Mapping[str, Route]:
        """Lead every line, then place every label, so that each label sees every line."""
        self._budget.watch = watch
        bundles = [
            bundle
            for bundle in self.problem.bundles
            if bundle.source in self.boxes and bundle.target in self.boxes and bundle.id not in self.routes
        ]
        for bundle in bundles:
            if bundle.source == bundle.target:
                self._keep(bundle, loop_line(self.boxes[bundle.source].rect))
        lanes = _lanes(bundles, self.boxes)
        ordered = sorted(
            enumerate(b for b in bundles if b.source != b.target),
            key=lambda pair: (*self._difficulty(pair[1], lanes[pair[1].id]), pair[0]),
        )
        steps = 2 * len(ordered) + 1
        for number, (_, bundle) in enumerate(ordered):
            self._keep(bundle, self._apart(bundle, self._best_line(bundle, lanes[bundle.id])))
            if number % _WATCHED_EVERY == 0:
                watch.pass_point(number * 1.6 / steps)
        for number, bundle in enumerate(bundles):
            self._settle_label(bundle)
            if number % _WATCHED_EVERY == 0:
                watch.pass_point(0.8 + 0.2 * number / len(bundles))
        watch.pass_point(1.0)
        return self.routes

    def _keep(self, bundle: RoutedBundle, points: Line) -> None:
        self._lines.add(segments_of(points))
        self.routes[bundle.id] = Route(points)

    def _difficulty(self, bundle: RoutedBundle, lane: LinePlace) -> tuple[int, float]:
        a, b = self.boxes[bundle.source], self.boxes[bundle.target]
        (ax, ay), (bx, by) = a.rect.center, b.rect.center
        distance = abs(ax - bx) + abs(ay - by)
        free = any(
            not self._obstacles(a, b, segments_of(offer.points)[0].rect(OBSTACLE_DISTANCE))
            for offer in straight_lines(a.rect, b.rect, lane)
        )
        return (0 if free else 1), distance

    def _obstacles(self, a: RoutedBox, b: RoutedBox, room: Rect) -> list[Rect]:
        """Return what a line between two boxes must go around; what is behind other walls is left out."""
        open_boxes = {*a.ancestors, *b.ancestors}
        found = []
        for index in self._near_boxes.indexes(room):
            box = self.problem.boxes[index]
            if box is a or box is b:
                continue
            if box.id in open_boxes:
                left, top, right, _ = box.rect
                if box.title:
                    found.append(Rect(left, top, min(right, left + box.title), top + box.header))
                continue
            if all(around in open_boxes for around in box.ancestors):
                found.append(box.rect)
        return found

    def _walls(self, a: RoutedBox, b: RoutedBox) -> list[LineSegment]:
        """Return the walls of the compounds around two boxes: lines cross them, but not along them."""
        found = []
        for name in dict.fromkeys((*a.ancestors, *b.ancestors)):
            left, top, right, bottom = self.boxes[name].rect
            header = top + self.boxes[name].header
            found += [LineSegment(True, at, left, right) for at in (top, header, bottom)]
            found += [LineSegment(False, at, top, bottom) for at in (left, right)]
        return found

    def _best_line(self, bundle: RoutedBundle, lane: LinePlace) -> Line:
        a, b = self.boxes[bundle.source], self.boxes[bundle.target]
        span = united((a.rect, b.rect)) or a.rect
        best, cost = self._cheapest(bundle, lane, a, b, span.grown(_SIMPLE_REACH))
        nested = a.id in b.ancestors or b.id in a.ancestors
        if cost >= BLOCKED and not nested:
            for reach in _SEARCH_REACHES:
                self._budget.watch.pause()
                room = span.grown(reach)
                obstacles, lines = self._obstacles(a, b, room), self._lines.touching(room)
                found = search_line(a.rect, b.rect, obstacles, lines, OBSTACLE_DISTANCE, self._budget)
                if found is not None and not self._runs_into(a, b, found):
                    return found
        return best if best is not None else (a.rect.center, b.rect.center)

    def _runs_into(self, a: RoutedBox, b: RoutedBox, points: Line) -> bool:
        return any(self._obstacles(a, b, piece.rect()) for piece in segments_of(points))

    def _apart(self, bundle: RoutedBundle, points: Line) -> Line:
        """Return a line of which no piece runs on another line, where moving it a little aside helps."""
        a, b = self.boxes[bundle.source], self.boxes[bundle.target]
        around = self._lines.touching(bounds_of(points).grown(2 * APART))

        def met(way: Line) -> int:
            return sum(1 for piece in segments_of(way) for line in around if runs_on(piece, line))

        for place, step in itertools.product(range(len(points) - 1), (APART, -APART, 2 * APART, -2 * APART)):
            self._budget.watch.pause()
            meets = met(points)
            if not meets:
                break
            moved = with_piece_aside(points, place, step)
            stays = stays_on_side(a.rect, moved[0]) and stays_on_side(b.rect, moved[-1])
            if stays and met(moved) < meets and not self._runs_into(a, b, moved):
                points = moved
        return points

    def _cheapest(
        self, bundle: RoutedBundle, lane: LinePlace, a: RoutedBox, b: RoutedBox, room: Rect
    ) -> tuple[Line | None, float]:
        """Return the best of the simple lines with its cost."""
        ends = (a.rect if a.id not in b.ancestors else None, b.rect if b.id not in a.ancestors else None)
        obstacles = self._obstacles(a, b, room)
        costs = LineCosts(
            LineSurroundings(
                obstacles, self._lines.touching(room), self._walls(a, b), *ends, room=self.problem.room
            )
        )
        solid = (*obstacles, *(end for end in ends if end))
        labels = self._labels.touching(room.grown(_LABEL_REACH))
        around = LabelSurroundings(solid, labels, (), self.problem.room)
        best: Line | None = None
        best_cost = float("inf")
        for tried, (base, points) in enumerate(_offers(a, b, lane, bundle.label or (0.0, 0.0))):
            if base >= best_cost or (best_cost >= BLOCKED and tried >= _PATIENCE):
                break
            if tried % _OFFERS_WATCHED == _OFFERS_WATCHED - 1:
                self._budget.watch.pause()
            cost = base + costs.cost(points, best_cost - base)
            if cost < best_cost and bundle.label is not None:
                cost += min(_LABEL_HOMELESS, place_label(points, bundle.label, around)[0])
            if cost < best_cost:
                best, best_cost = points, cost
        return best, best_cost

    def _settle_label(self, bundle: RoutedBundle) -> None:
        route = self.routes.get(bundle.id)
        if route is None or bundle.label is None:
            return
        cost, rect = self._label_place(bundle, bundle.label, route.points)
        back = self._ways_back.get((bundle.target, bundle.source))
        if cost >= ASIDE and back is not None and self._make_room(back, bundle, cost):
            return
        self._ways_back[bundle.source, bundle.target] = bundle
        self._labels.add(rect)
        self.routes[bundle.id] = Route(route.points, rect)

    def _make_room(self, back: RoutedBundle, bundle: RoutedBundle, cost: float) -> bool:
        """Move the label of the way back along its line where the other then lies on its own line, too."""
        first, second = self.routes[back.id], self.routes[bundle.id]
        if first.label is None or bundle.label is None or back.pinned is not None:
            return False
        size = first.label.width, first.label.height
        free = self._surroundings(back, first.points, size, first.label)
        around = self._surroundings(bundle, second.points, bundle.label, first.label)
        offers = list(places_along(first.points, first.label, free))
        best = cost + next((now for now, place in offers if place == first.label), 0.0)
        found = None
        for moved, place in offers:
            with_it = around._replace(labels=[*around.labels, place])
            beside, center = place_label(second.points, bundle.label, with_it)
            if moved + beside < best:
                best, found = moved + beside, (place, rect_around(center, bundle.label))
        if found is None:
            return False
        self.routes[back.id], self.routes[bundle.id] = (
            Route(route.points, label) for route, label in zip((first, second), found, strict=True)
        )
        labels = [route.label for route in self.routes.values() if route.label is not None]
        self._labels = NearbyRects([*self.problem.plates, *labels])
        return True

    def _label_place(
        self, bundle: RoutedBundle, size: tuple[float, float], points: Line
    ) -> tuple[float, Rect]:
        """Return what the best place of a label costs, and the place."""
        if bundle.pinned is not None:
            return 0.0, rect_around(pinned_place(points, bundle.pinned), size)
        if bundle.source == bundle.target:
            middle = (points[1][0] + points[2][0]) / 2
            return 0.0, rect_around((round(middle), points[1][1] - size[1] / 2 + 3), size)
        around = self._surroundings(bundle, points, size)
        cost, center = place_label(points, size, around)
        if cost >= COVERED and self.problem.room is not None:
            cost, center = place_label(points, size, around._replace(room=None))
        return cost, rect_around(center, size)

    def _surroundings(
        self, bundle: RoutedBundle, points: Line, size: tuple[float, float], without: Rect | None = None
    ) -> LabelSurroundings:
        """Return what a label of a size is among; one of the other labels can be left out."""
        room = bounds_of(points).grown(_LABEL_REACH + max(size))
        own = set(segments_of(points))
        others = [line for line in self._lines.touching(room) if line not in own]
        others += self._walls(self.boxes[bundle.source], self.boxes[bundle.target])
        labels = [label for label in self._labels.touching(room) if label != without]
        return LabelSurroundings(self._hidden_by_labels(bundle, room), labels, others, self.problem.room)

    def _hidden_by_labels(self, bundle: RoutedBundle, room: Rect) -> list[Rect]:
        """Return what a label must not cover: boxes, and the headers of the compounds around it."""
        a, b = self.boxes[bundle.source], self.boxes[bundle.target]
        around = {*a.ancestors, *b.ancestors}
        found = []
        for index in self._near_boxes.indexes(room):
            box = self.problem.boxes[index]
            left, top, right, _ = box.rect
            found.append(Rect(left, top, right, top + box.header) if box.id in around else box.rect)
        return found


def _offers(
    a: RoutedBox, b: RoutedBox, lane: LinePlace, label: tuple[float, float]
) -> Iterable[tuple[float, Line]]:
    if a.id in b.ancestors:
        lines = wall_lines(a.rect, b.rect, a.header, outwards=False)
    elif b.id in a.ancestors:
        lines = wall_lines(b.rect, a.rect, b.header, outwards=True)
    else:
        return cheapest_first(a.rect, b.rect, lane, label)
    return sorted(((line.cost, line.points) for line in lines), key=lambda offer: offer[0])


def loop_line(rect: Rect) -> Line:
    """Return the line of a transition to itself, on the upper right corner of its state."""
    inset = min(LOOP_INSET, max(0.0, (rect.width - LOOP_WIDTH) / 2))
    right, top = rect.right - inset, rect.top
    left = max(rect.left, right - LOOP_WIDTH)
    return (left, top), (left, top - LOOP_HEIGHT), (right, top - LOOP_HEIGHT), (right, top)


def _lanes(bundles: Sequence[RoutedBundle], boxes: Mapping[str, RoutedBox]) -> dict[str, LinePlace]:
    """Set lines between the same two boxes apart: to the right and down first, the way back after it."""
    pairs: dict[frozenset[str], list[RoutedBundle]] = {}
    for bundle in bundles:
        pairs.setdefault(frozenset((bundle.source, bundle.target)), []).append(bundle)
    lanes = {}
    for members in pairs.values():
        first = members[0]
        a, b = boxes[first.source].rect, boxes[first.target].rect
        beside = a.right < b.left or b.right < a.left
        heights = [bundle.label[1] if bundle.label else 0.0 for bundle in members]
        spread = max(LINE_DISTANCE, sum(heights) / 2 + 12) if beside else 88.0

        def backwards(bundle: RoutedBundle, beside: bool = beside) -> bool:
            start, end = boxes[bundle.source].rect.center, boxes[bundle.target].rect.center
            return (start[0] > end[0]) if beside else (start[1] > end[1])

        for index, bundle in enumerate(sorted(members, key=backwards)):
            lanes[bundle.id] = LinePlace(index, len(members), spread)
    return lanes


def pinned_place(points: Sequence[Point], pinned: Point) -> Point:
    """Return the middle of a label that was put at (share of the way, distance from the line in px)."""
    (x, y), horizontal = point_along(points, pinned[0])
    return (x, y + pinned[1]) if horizontal else (x + pinned[1], y)


def simple_routes(problem: RoutingProblem) -> Mapping[str, Route]:
    """Return a route for every bundle whose two boxes are known; those that are kept stay as they are."""
    boxes = {box.id: box for box in problem.boxes}
    routes = dict(problem.kept)
    for bundle in problem.bundles:
        if bundle.id not in routes and bundle.source in boxes and bundle.target in boxes:
            points = _line(boxes[bundle.source], boxes[bundle.target])
            routes[bundle.id] = _with_label(bundle, points)
    return routes


def _line(a: RoutedBox, b: RoutedBox) -> Line:
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


def _with_label(bundle: RoutedBundle, points: Line) -> Route:
    if bundle.label is None:
        return Route(points)
    center = pinned_place(points, bundle.pinned) if bundle.pinned is not None else longest_middle(points)
    return Route(points, rect_around(center, bundle.label))
