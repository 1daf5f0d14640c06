"""Route all transitions of one compound (or of a machine): lines, and the places of their labels.

The result depends on nothing but the problem, so the same document always has the same picture, and results
can be kept by problem. Lines that can run straight are led first, the others around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from editor.canvas.routing.candidates import (
    LINE_DISTANCE,
    Candidate,
    Lane,
    candidate_lines,
    straight_lines,
    wall_lines,
)
from editor.canvas.routing.grid_search import search_line
from editor.canvas.routing.label_places import COVERED, Surroundings, place_label
from editor.canvas.routing.shapes import (
    Point,
    Rect,
    Segment,
    length_of,
    point_along,
    rect_around,
    segments_of,
    united,
)

OBSTACLE_DISTANCE = 12.0
"""Lines keep this far from boxes they do not belong to, px."""

LOOP_WIDTH = 28.0
LOOP_HEIGHT = 22.0
LOOP_INSET = 16.0

_BEND = 40.0
_BLOCKED = 5000.0
_CROSSING = 60.0
_TOO_NEAR = 400.0
_OVER_LABEL = 250.0
_OUTSIDE = 200.0
_LABEL_HOMELESS = 300.0
_DETOUR = 1.2
_ALONG_WALL = 250.0
_WALL_DISTANCE = 10.0
_SIMPLE_REACH = 180.0
"""Simple lines stay within this of their two boxes."""
_SEARCH_REACHES = (120.0, 480.0)
"""The search looks this far around the two boxes, first near, then farther."""


@dataclass(frozen=True, slots=True)
class Box:
    """A state, a compound or a mark. `ancestors` are the boxes around it within the same problem."""

    id: str
    rect: Rect
    ancestors: tuple[str, ...] = ()
    header: float = 0.0
    """Height of a compound's header; what holds others is crossed only by lines from or to its inside."""


@dataclass(frozen=True, slots=True)
class Bundle:
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

    boxes: tuple[Box, ...]
    bundles: tuple[Bundle, ...]
    taken: tuple[tuple[Point, ...], ...] = ()
    plates: tuple[Rect, ...] = ()
    kept: tuple[tuple[str, Route], ...] = ()
    room: Rect | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """A line by its corners, from source to target, and the middle of its label."""

    points: tuple[Point, ...]
    label: Rect | None = None


@dataclass(slots=True)
class _Plan:
    """What has been led so far."""

    problem: RoutingProblem
    boxes: Mapping[str, Box]
    lines: list[Segment] = field(default_factory=list)
    labels: list[Rect] = field(default_factory=list)
    routes: dict[str, Route] = field(default_factory=dict)


@lru_cache(maxsize=512)
def route_bundles(problem: RoutingProblem) -> Mapping[str, Route]:
    """Return the route of every bundle whose two boxes are known, by bundle id."""
    plan = _Plan(problem, {box.id: box for box in problem.boxes}, labels=list(problem.plates))
    for points in problem.taken:
        plan.lines.extend(segments_of(points))
    for key, route in problem.kept:
        plan.routes[key] = route
        plan.lines.extend(segments_of(route.points))
        if route.label is not None:
            plan.labels.append(route.label)
    bundles = [
        one
        for one in problem.bundles
        if one.source in plan.boxes and one.target in plan.boxes and one.id not in plan.routes
    ]
    for bundle in bundles:
        if bundle.source == bundle.target:
            _route_loop(plan, bundle)
    lanes = _lanes(bundles, plan.boxes)
    ordered = sorted(
        enumerate(b for b in bundles if b.source != b.target),
        key=lambda pair: (*_difficulty(plan, pair[1], lanes[pair[1].id]), pair[0]),
    )
    for _, bundle in ordered:
        points = _best_line(plan, bundle, lanes[bundle.id])
        plan.lines.extend(segments_of(points))
        plan.routes[bundle.id] = Route(points)
    # Labels come last, so that each sees every line.
    for bundle in bundles:
        _settle_label(plan, bundle)
    return plan.routes


def _route_loop(plan: _Plan, bundle: Bundle) -> None:
    rect = plan.boxes[bundle.source].rect
    inset = min(LOOP_INSET, max(0.0, (rect.width - LOOP_WIDTH) / 2))
    right, top = rect.right - inset, rect.top
    left = max(rect.left, right - LOOP_WIDTH)
    points = ((left, top), (left, top - LOOP_HEIGHT), (right, top - LOOP_HEIGHT), (right, top))
    plan.lines.extend(segments_of(points))
    plan.routes[bundle.id] = Route(points)


def _lanes(bundles: Sequence[Bundle], boxes: Mapping[str, Box]) -> dict[str, Lane]:
    """Set lines between the same two boxes apart: to the right and down first, the way back after it."""
    pairs: dict[frozenset[str], list[Bundle]] = {}
    for bundle in bundles:
        pairs.setdefault(frozenset((bundle.source, bundle.target)), []).append(bundle)
    lanes = {}
    for members in pairs.values():
        first = members[0]
        a, b = boxes[first.source].rect, boxes[first.target].rect
        beside = a.right < b.left or b.right < a.left
        heights = [bundle.label[1] if bundle.label else 0.0 for bundle in members]
        spread = max(LINE_DISTANCE, sum(heights) / 2 + 12) if beside else 88.0

        def backwards(bundle: Bundle, beside: bool = beside) -> bool:
            start, end = boxes[bundle.source].rect.center, boxes[bundle.target].rect.center
            return (start[0] > end[0]) if beside else (start[1] > end[1])

        for index, bundle in enumerate(sorted(members, key=backwards)):
            lanes[bundle.id] = Lane(index, len(members), spread)
    return lanes


def _difficulty(plan: _Plan, bundle: Bundle, lane: Lane) -> tuple[int, float]:
    a, b = plan.boxes[bundle.source], plan.boxes[bundle.target]
    (ax, ay), (bx, by) = a.rect.center, b.rect.center
    distance = abs(ax - bx) + abs(ay - by)
    obstacles = _obstacles(plan, a, b)
    free = any(
        not any(segments_of(c.points)[0].rect().overlaps(o.grown(OBSTACLE_DISTANCE)) for o in obstacles)
        for c in straight_lines(a.rect, b.rect, lane)
    )
    return (0 if free else 1), distance


def _obstacles(plan: _Plan, a: Box, b: Box) -> list[Rect]:
    """Return what a line between two boxes must go around; what stands behind other walls is left out."""
    open_boxes = {*a.ancestors, *b.ancestors}
    return [
        box.rect
        for box in plan.problem.boxes
        if box.id not in open_boxes
        and box.id not in (a.id, b.id)
        and all(around in open_boxes for around in box.ancestors)
    ]


def _offers(plan: _Plan, a: Box, b: Box, lane: Lane, label: tuple[float, float]) -> Iterator[Candidate]:
    if a.id in b.ancestors:
        return wall_lines(a.rect, b.rect, a.header, outwards=False)
    if b.id in a.ancestors:
        return wall_lines(b.rect, a.rect, b.header, outwards=True)
    return candidate_lines(a.rect, b.rect, lane, label)


class _Near:
    """What is near enough to a line to matter: obstacles, and lines by direction."""

    def __init__(
        self,
        room: Rect,
        obstacles: Sequence[Rect],
        lines: Sequence[Segment],
        walls: Sequence[Segment] = (),
    ) -> None:
        self.walls = walls
        self.obstacles = [one for one in obstacles if one.overlaps(room)]
        left, top, right, bottom = room
        self.across: list[Segment] = []
        self.down: list[Segment] = []
        for line in lines:
            horizontal, at, start, end = line
            if horizontal:
                if top < at < bottom and start < right and left < end:
                    self.across.append(line)
            elif left < at < right and start < bottom and top < end:
                self.down.append(line)


def _walls(plan: _Plan, a: Box, b: Box) -> list[Segment]:
    """Return the walls of the compounds around two boxes: lines cross them but do not run along them."""
    found = []
    for name in dict.fromkeys((*a.ancestors, *b.ancestors)):
        left, top, right, bottom = plan.boxes[name].rect
        found += [Segment(True, at, left, right) for at in (top, top + plan.boxes[name].header, bottom)]
        found += [Segment(False, at, top, bottom) for at in (left, right)]
    return found


def _runs_into(points: Sequence[Point], obstacles: Sequence[Rect]) -> bool:
    return any(piece.rect().overlaps(one) for piece in segments_of(points) for one in obstacles)


def _best_line(plan: _Plan, bundle: Bundle, lane: Lane) -> tuple[Point, ...]:
    a, b = plan.boxes[bundle.source], plan.boxes[bundle.target]
    around = united((a.rect, b.rect)) or a.rect
    obstacles = _obstacles(plan, a, b)
    near = _Near(around.grown(_SIMPLE_REACH), obstacles, plan.lines, _walls(plan, a, b))
    label = bundle.label or (0.0, 0.0)
    offers = [
        (length_of(c.points) + _BEND * (len(c.points) - 2) + _DETOUR * c.detour, index, c.points)
        for index, c in enumerate(_offers(plan, a, b, lane, label))
    ]
    offers.sort()
    best, best_cost = _try_offers(plan, bundle, a, b, offers, near)
    nested = a.id in b.ancestors or b.id in a.ancestors
    if (best is None or best_cost >= _BLOCKED) and not nested:
        for reach in _SEARCH_REACHES:
            wide = _Near(around.grown(reach), obstacles, plan.lines)
            lines = (*wide.across, *wide.down)
            found = search_line(a.rect, b.rect, wide.obstacles, lines, OBSTACLE_DISTANCE)
            if found is not None and not _runs_into(found, obstacles):
                return found
    return best if best is not None else (a.rect.center, b.rect.center)


def _try_offers(
    plan: _Plan,
    bundle: Bundle,
    a: Box,
    b: Box,
    offers: Iterable[tuple[float, int, tuple[Point, ...]]],
    near: _Near,
) -> tuple[tuple[Point, ...] | None, float]:
    best: tuple[Point, ...] | None = None
    best_cost = float("inf")
    ends = (a.rect if a.id not in b.ancestors else None, b.rect if b.id not in a.ancestors else None)
    solid = (*near.obstacles, *(end for end in ends if end))
    around = Surroundings(solid, plan.labels, (), plan.problem.room)
    for base, _, points in offers:
        if base >= best_cost:
            break
        cost = base + _penalty(plan, points, ends, near, best_cost - base)
        if cost < best_cost and bundle.label is not None:
            cost += min(_LABEL_HOMELESS, place_label(points, bundle.label, around)[0])
        if cost < best_cost:
            best, best_cost = points, cost
    return best, best_cost


def _penalty(
    plan: _Plan,
    points: tuple[Point, ...],
    ends: tuple[Rect | None, Rect | None],
    near: _Near,
    limit: float,
) -> float:
    cost = 0.0
    segments = segments_of(points)
    last = len(segments) - 1
    for index, segment in enumerate(segments):
        thick = segment.rect(OBSTACLE_DISTANCE - 0.5)
        if _touches_any(thick, near.obstacles):
            return _BLOCKED
        for end, own in ((ends[0], 0), (ends[1], last)):
            if end is not None and index != own and thick.overlaps(end):
                return _BLOCKED
        _, at, low, high = segment
        for line in near.down if segment.horizontal else near.across:
            if low < line[1] < high and line[2] < at < line[3]:
                cost += _CROSSING
        for line in near.across if segment.horizontal else near.down:
            if abs(line[1] - at) < LINE_DISTANCE:
                cost += _nearness(segment, line)
        cost += sum(_ALONG_WALL for wall in near.walls if _runs_along(segment, wall))
        room = plan.problem.room
        if room is not None and not room.contains_rect(segment.rect()):
            cost += _OUTSIDE if any(end is not None for end in ends) and len(segments) > 1 else 0.0
        if cost >= limit:
            return cost
    return cost


def _runs_along(segment: Segment, wall: Segment) -> bool:
    shared = min(segment.end, wall.end) - max(segment.start, wall.start)
    return wall.horizontal == segment.horizontal and abs(wall.at - segment.at) < _WALL_DISTANCE and shared > 0


def _touches_any(rect: Rect, obstacles: Sequence[Rect]) -> bool:
    left, top, right, bottom = rect
    return any(a < right and left < c and b < bottom and top < d for a, b, c, d in obstacles)


def _nearness(segment: Segment, line: Segment) -> float:
    apart = abs(segment.at - line.at)
    shared = min(segment.end, line.end) - max(segment.start, line.start)
    if apart >= LINE_DISTANCE - 0.5 or shared <= 0:
        return 0.0
    return _TOO_NEAR * (1.0 - apart / LINE_DISTANCE) + 0.5 * shared


def _settle_label(plan: _Plan, bundle: Bundle) -> None:
    route = plan.routes.get(bundle.id)
    if route is None or bundle.label is None:
        return
    points = route.points
    if bundle.pinned is not None:
        rect = rect_around(pinned_place(points, bundle.pinned), bundle.label)
    elif bundle.source == bundle.target:
        middle = (points[1][0] + points[2][0]) / 2
        rect = rect_around((round(middle), points[1][1] - bundle.label[1] / 2 + 3), bundle.label)
    else:
        own = set(segments_of(points))
        others = [line for line in plan.lines if line not in own]
        others += _walls(plan, plan.boxes[bundle.source], plan.boxes[bundle.target])
        hidden = _label_obstacles(plan, bundle)
        around = Surroundings(hidden, plan.labels, others, plan.problem.room)
        cost, center = place_label(points, bundle.label, around)
        if cost >= COVERED and plan.problem.room is not None:
            around = Surroundings(hidden, plan.labels, others, None)
            cost, center = place_label(points, bundle.label, around)
        rect = rect_around(center, bundle.label)
    plan.labels.append(rect)
    plan.routes[bundle.id] = Route(points, rect)


def _label_obstacles(plan: _Plan, bundle: Bundle) -> list[Rect]:
    """Return what a label must not cover: boxes, and the headers of the compounds around it."""
    a, b = plan.boxes[bundle.source], plan.boxes[bundle.target]
    around = {*a.ancestors, *b.ancestors}
    found = []
    for box in plan.problem.boxes:
        if box.id in around:
            rect = box.rect
            found.append(Rect(rect.left, rect.top, rect.right, rect.top + box.header))
        else:
            found.append(box.rect)
    return found


def pinned_place(points: Sequence[Point], pinned: Point) -> Point:
    """Return the middle of a label that was put at (share of the way, distance from the line in px)."""
    (x, y), horizontal = point_along(points, pinned[0])
    return (x, y + pinned[1]) if horizontal else (x + pinned[1], y)
