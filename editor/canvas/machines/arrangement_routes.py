"""Lead the transitions inside one box of a machine that is being arranged. Qt-free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from editor.canvas.machines.arrangement_work import Inside, Size, Work
from editor.canvas.machines.machine_shape import ANY_PREFIX, VisibleBundle
from editor.canvas.routing.line_costs import OBSTACLE_DISTANCE
from editor.canvas.routing.machine_routes import Box, Bundle, Route, RoutingProblem, route_bundles
from editor.canvas.routing.nearby import NearbyRects
from editor.canvas.routing.shapes import Point, Rect, rect_at, segments_of
from editor.canvas.routing.simple_routes import simple_routes
from graphs.layout.machine_layout import HEADER_HEIGHT
from graphs.structure.queries import TOP

_FAR = 1e7


def routes_in(work: Work, box: str, inside: Inside, stored: Size | None) -> Mapping[str, Route]:
    """Return the routes of a box's bundles, relative to the box; note the problem and its answer."""
    bundles = work.bundles_in(box)
    if not bundles:
        return {}
    boxes = tuple(_problem_boxes(work, box, inside, bundles))
    taken, plates = _already_there(work, box, inside, boxes)
    room = None
    if box != TOP:
        right, bottom = (inside.size[0] - 8, inside.size[1] - 8) if stored else (_FAR, _FAR)
        room = Rect(8.0, HEADER_HEIGHT + 8, right, bottom)
    wanted = tuple(_bundle(work, bundle) for bundle in bundles)
    kept = _kept(work, box, boxes, wanted)
    problem = RoutingProblem(boxes, wanted, taken, plates, kept, room)
    if work.makeshift is not None:
        return simple_routes(problem)
    routes = route_bundles(problem, work.watch)
    work.solved[box] = (problem, routes)
    return routes


def _kept(
    work: Work, box: str, boxes: Sequence[Box], bundles: Sequence[Bundle]
) -> tuple[tuple[str, Route], ...]:
    """Return the routes that what changed does not touch.

    These are the lines whose ends are where they were and that nothing new stands in the way of, with labels
    that are as large as they were.
    """
    if box not in work.before:
        return ()
    problem, routes = work.before[box]
    old = {one.id: one for one in problem.boxes}
    new = {one.id: one for one in boxes}
    former = {one.id: one for one in problem.bundles}
    moved = [one for one in boxes if one.id not in old or old[one.id].rect != one.rect]
    near_moved = NearbyRects([one.rect for one in moved])

    def is_met(room: Rect, around: frozenset[str]) -> bool:
        return any(moved[index].id not in around for index in near_moved.indexes(room))

    def is_untouched(bundle: Bundle) -> bool:
        route = routes.get(bundle.id)
        if route is None or former.get(bundle.id) != bundle:
            return False
        ends = [new.get(end) for end in (bundle.source, bundle.target)]
        if any(end is None or old.get(end.id) != end for end in ends):
            return False
        around = frozenset(name for end in ends if end is not None for name in end.ancestors)
        pieces = segments_of(route.points)
        if any(is_met(piece.rect(OBSTACLE_DISTANCE - 0.5), around) for piece in pieces):
            return False
        return route.label is None or not is_met(route.label, around)

    return tuple((bundle.id, routes[bundle.id]) for bundle in bundles if is_untouched(bundle))


def _already_there(
    work: Work, box: str, inside: Inside, boxes: Sequence[Box]
) -> tuple[tuple[tuple[Point, ...], ...], tuple[Rect, ...]]:
    """Return lines and labels inside the compounds that are part of a problem, and the line of the disc."""
    lines = [inside.disc_line] if inside.disc_line else []
    plates = []
    opened = {ancestor for one in boxes for ancestor in one.ancestors if ancestor != box}
    for one in boxes:
        if one.id not in opened:
            continue
        content, dx, dy = work.insides[one.id], one.rect.left, one.rect.top
        lines.extend(shifted(line, dx, dy) for line in (content.disc_line,) if line)
        for route in content.routes.values():
            lines.append(shifted(route.points, dx, dy))
            if route.label is not None:
                plates.append(route.label.moved(dx, dy))
    return tuple(lines), tuple(plates)


def shifted(points: tuple[Point, ...], dx: float, dy: float) -> tuple[Point, ...]:
    """Return a line at another place."""
    return tuple((x + dx, y + dy) for x, y in points)


def _bundle(work: Work, bundle: VisibleBundle) -> Bundle:
    pinned = None
    for edge in bundle.edges:
        entry = work.graph.layout.get(edge)
        if entry is not None and entry.label is not None:
            pinned = (float(entry.label[0]), float(entry.label[1]))
            break
    return Bundle(bundle.id, bundle.source, bundle.target, work.label_size(bundle), pinned)


def _problem_boxes(work: Work, box: str, inside: Inside, bundles: list[VisibleBundle]) -> Iterator[Box]:
    """Yield the box itself, what stands in it, and the insides of compounds that lines lead into."""
    if box != TOP:
        yield Box(box, rect_at((0.0, 0.0), inside.size), (), HEADER_HEIGHT)
    opened: set[str] = set()
    for bundle in bundles:
        for end in (bundle.source, bundle.target):
            opened.update(work.shape.around(end))
    waiting: list[tuple[str, Point, tuple[str, ...]]] = [(box, (0.0, 0.0), () if box == TOP else (box,))]
    while waiting:
        outer, (dx, dy), ancestors = waiting.pop()
        content = work.insides[outer]
        for child, rect in content.rects.items():
            header = HEADER_HEIGHT if child in work.insides else 0.0
            yield Box(child, rect.moved(dx, dy), ancestors, header)
            if child in work.insides and child in opened:
                waiting.append((child, (rect.left + dx, rect.top + dy), (*ancestors, child)))
        if content.disc is not None:
            yield Box(f"initial:{outer}", content.disc.moved(dx, dy), ancestors)
        if content.pill is not None:
            yield Box(ANY_PREFIX + outer, content.pill.moved(dx, dy), ancestors)
