"""Arrange a machine: rectangles of states and compounds, marks, and the routes of transitions. Qt-free.

Work goes box by box from the inside out, since the lines and labels inside a compound decide how large it
must be. Inside a box all is relative to its upper left corner, so that moving a box changes nothing in it and
the routes of an unchanged inside are found in the router's cache.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from editor.canvas.machines.machine_shape import ANY_PREFIX, MachineShape, VisibleBundle
from editor.canvas.machines.machine_version import MachineVersion, Measures, Size, boxes_alike
from editor.canvas.machines.mark_places import initial_disc, pill_place, places_in_rows
from editor.canvas.routing.line_costs import OBSTACLE_DISTANCE
from editor.canvas.routing.machine_routes import (
    Route,
    RoutedBox,
    RoutedBundle,
    RoutingProblem,
    route_bundles,
    simple_routes,
)
from editor.canvas.routing.shapes import NearbyRects, Point, Rect, bounds_of, rect_at, segments_of
from graphs.layout.layered_problem import Link
from graphs.layout.layout_watch import LayoutWatch
from graphs.layout.machine_layout import (
    FIRST_PLACE,
    HEADER_HEIGHT,
    INNER_STYLE,
    TOP_STYLE,
    BoxContents,
    complete_positions,
    compound_size,
    place_chosen,
    place_states,
)
from graphs.model import StateMachineGraph
from graphs.structure.queries import TOP

Solved = tuple[RoutingProblem, Mapping[str, Route]]
"""The routing problem of one box with its answer."""


@dataclass(frozen=True, slots=True)
class NewLayout:
    """Ask for a new layout of some nodes; `hints` says where all stand now, relative to their boxes."""

    nodes: frozenset[str]
    hints: Mapping[str, Point]


@dataclass(frozen=True, slots=True)
class Placeholder:
    """Ask for a picture at once, to be shown until the right one is ready.

    `standing` says where nodes stood before, relative to their boxes; others are set up in rows. Lines are
    the shortest, whatever they meet.
    """

    standing: Mapping[str, Point]


@dataclass(slots=True)
class Inside:
    """What is in one box, relative to its upper left corner; `is_led` unless only for a placeholder."""

    rects: dict[str, Rect]
    is_led: bool = True
    disc: Rect | None = None
    disc_line: tuple[Point, ...] = ()
    pill: Rect | None = None
    routes: Mapping[str, Route] = field(default_factory=dict)
    size: Size = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class MachineArrangement:
    """Where everything of a machine is, in px from the machine's own origin.

    `discs` and `pills` are keyed by the id of their owner (`TOP` for the machine), `disc_lines` likewise;
    `routes` by bundle id. `solved` keeps each box's routing problem with its answer, `insides` the boxes of
    `version`, so that a change can keep what it does not touch.
    """

    rects: Mapping[str, Rect]
    discs: Mapping[str, Rect]
    disc_lines: Mapping[str, tuple[Point, ...]]
    pills: Mapping[str, Rect]
    routes: Mapping[str, Route]
    solved: Mapping[str, Solved] = field(default_factory=dict)
    insides: Mapping[str, Inside] = field(default_factory=dict)
    version: MachineVersion | None = None

    def all_rects(self) -> Iterator[Rect]:
        """Yield every rectangle that is painted, lines and labels too."""
        yield from self.rects.values()
        yield from self.discs.values()
        yield from self.pills.values()
        for route in self.routes.values():
            yield bounds_of(route.points)
            if route.label is not None:
                yield route.label


NOTHING_BEFORE = MachineArrangement({}, {}, {}, {}, {})
"""Ask for all to be arranged, whatever was shown so far."""


@dataclass(slots=True)
class Work:
    """What is asked for, and the boxes that are done.

    `moved` places nodes elsewhere than the document does, for a drag under way. Boxes and lines that nothing
    touches since `before` stay as they were. `new_layout` lays nodes out again, without the lines of the
    machine itself; `placeholder` asks for a picture at once. The watch is told how far the work is.
    """

    graph: StateMachineGraph
    shape: MachineShape
    measures: Measures
    moved: Mapping[str, Point]
    new_layout: NewLayout | None
    placeholder: Placeholder | None
    watch: LayoutWatch
    before: MachineArrangement
    solved: dict[str, Solved] = field(default_factory=dict)
    insides: dict[str, Inside] = field(default_factory=dict)
    _bundles: dict[str, list[VisibleBundle]] = field(default_factory=dict)

    def bundles_in(self, box: str) -> list[VisibleBundle]:
        """Return the bundles whose two ends have this box as the innermost around both."""
        if not self._bundles:
            for bundle in self.shape.bundles.values():
                self._bundles.setdefault(bundle.container, []).append(bundle)
        return self._bundles.get(box, [])

    def lifted(self, node: str, box: str) -> str | None:
        """Return the child of `box` that is or holds a node, or None."""
        if self.shape.parents.get(node) == box:
            return node
        around = self.shape.around(node)
        return next((outer for outer in around if self.shape.parents.get(outer) == box), None)


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
    if work.placeholder is not None:
        return simple_routes(problem)
    routes = route_bundles(problem, work.watch)
    work.solved[box] = (problem, routes)
    return routes


def _kept(
    work: Work, box: str, boxes: Sequence[RoutedBox], bundles: Sequence[RoutedBundle]
) -> tuple[tuple[str, Route], ...]:
    """Return the routes that what changed does not touch.

    These are the lines whose ends are where they were and that nothing new is in the way of, with labels
    that are as large as they were.
    """
    if box not in work.before.solved:
        return ()
    problem, routes = work.before.solved[box]
    if boxes == problem.boxes and bundles == problem.bundles:
        return tuple((bundle.id, routes[bundle.id]) for bundle in bundles if bundle.id in routes)
    old = {box.id: box for box in problem.boxes}
    new = {box.id: box for box in boxes}
    former = {bundle.id: bundle for bundle in problem.bundles}
    moved = [box for box in boxes if box.id not in old or old[box.id].rect != box.rect]
    near_moved = NearbyRects([box.rect for box in moved])

    def is_met(room: Rect, around: frozenset[str]) -> bool:
        return any(moved[index].id not in around for index in near_moved.indexes(room))

    def is_untouched(bundle: RoutedBundle) -> bool:
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
    work: Work, box: str, inside: Inside, boxes: Sequence[RoutedBox]
) -> tuple[tuple[tuple[Point, ...], ...], tuple[Rect, ...]]:
    """Return lines and labels inside the compounds that are part of a problem, and the line of the disc."""
    lines = [inside.disc_line] if inside.disc_line else []
    plates = []
    opened = {outer for inner in boxes for outer in inner.ancestors if outer != box}
    for opened_box in boxes:
        if opened_box.id not in opened:
            continue
        content = work.insides[opened_box.id]
        dx, dy = opened_box.rect.left, opened_box.rect.top
        lines.extend(shifted(line, dx, dy) for line in (content.disc_line,) if line)
        for route in content.routes.values():
            lines.append(shifted(route.points, dx, dy))
            if route.label is not None:
                plates.append(route.label.moved(dx, dy))
    return tuple(lines), tuple(plates)


def shifted(points: tuple[Point, ...], dx: float, dy: float) -> tuple[Point, ...]:
    """Return a line at another place."""
    return tuple((x + dx, y + dy) for x, y in points)


def _bundle(work: Work, bundle: VisibleBundle) -> RoutedBundle:
    pinned = None
    for edge in bundle.edges:
        entry = work.graph.layout.get(edge)
        if entry is not None and entry.label is not None:
            pinned = (float(entry.label[0]), float(entry.label[1]))
            break
    return RoutedBundle(bundle.id, bundle.source, bundle.target, work.measures.plates[bundle.id], pinned)


def _problem_boxes(work: Work, box: str, inside: Inside, bundles: list[VisibleBundle]) -> Iterator[RoutedBox]:
    """Yield the box itself, what is in it, and the insides of compounds that lines lead into."""
    if box != TOP:
        title = work.measures.nodes[box][0]
        yield RoutedBox(box, rect_at((0.0, 0.0), inside.size), (), HEADER_HEIGHT, title)
    else:
        for frame, rect in work.measures.titles.items():
            # What is put on the words hides them anyway, and lines have to lead to it.
            if not any(rect.grown(OBSTACLE_DISTANCE).overlaps(state) for state in inside.rects.values()):
                yield RoutedBox(f"frame:{frame}", rect)
    opened: set[str] = set()
    for bundle in bundles:
        for end in (bundle.source, bundle.target):
            opened.update(work.shape.around(end))
    waiting: list[tuple[str, Point, tuple[str, ...]]] = [(box, (0.0, 0.0), () if box == TOP else (box,))]
    while waiting:
        outer, (dx, dy), ancestors = waiting.pop()
        content = work.insides[outer]
        for child, rect in content.rects.items():
            header = (HEADER_HEIGHT, work.measures.nodes[child][0]) if child in work.insides else (0.0, 0.0)
            yield RoutedBox(child, rect.moved(dx, dy), ancestors, *header)
            if child in work.insides and child in opened:
                waiting.append((child, (rect.left + dx, rect.top + dy), (*ancestors, child)))
        if content.disc is not None:
            yield RoutedBox(f"initial:{outer}", content.disc.moved(dx, dy), ancestors)
        if content.pill is not None:
            yield RoutedBox(ANY_PREFIX + outer, content.pill.moved(dx, dy), ancestors)


def arrange_machine(work: Work) -> MachineArrangement:
    """Return where everything of a machine is; raises LayoutCanceled when the watch asks for it."""
    shape, watch = work.shape, work.watch
    _keep_boxes(work)
    left = [box for box in shape.children if box not in work.insides]
    boxes = sorted(left, key=lambda box: -shape.depth.get(box, -1))
    weights = [1 + len(shape.children[box]) + len(work.bundles_in(box)) for box in boxes]
    done = 0
    for box, weight in zip(boxes, weights, strict=True):
        work.watch = watch.part(done / sum(weights), (done + weight) / sum(weights))
        _arrange_inside(work, box)
        done += weight
    watch.pass_point(1.0)
    return _gathered(work)


def _keep_boxes(work: Work) -> None:
    """Take over the boxes in which nothing differs from what was shown, and what is known of their lines."""
    before = work.before
    if work.placeholder is not None:
        work.solved.update(before.solved)
    if before.version is None or work.new_layout is not None:
        return
    for box in boxes_alike(_version(work), before.version):
        inside = before.insides[box]
        if inside.is_led or work.placeholder is not None:
            work.insides[box] = inside
            if box in before.solved:
                work.solved[box] = before.solved[box]


def _version(work: Work) -> MachineVersion:
    return MachineVersion(work.graph, work.shape, work.measures, work.moved)


def _arrange_inside(work: Work, box: str) -> None:
    whole = work.watch
    children = work.shape.children[box]
    sizes = {child: _size(work, child) for child in children}
    work.watch = whole.part(0.0, 0.2)
    places = _places(work, box, sizes)
    rects = {child: rect_at(places[child], sizes[child]) for child in children}
    inside = Inside(rects, is_led=work.placeholder is None)
    pill = places.get(ANY_PREFIX + box)
    inside.pill = rect_at(pill, work.measures.pill) if pill is not None else None
    work.insides[box] = inside
    header_width = work.measures.nodes[box][0] if box != TOP else 0.0
    stored = _stored_size(work, box)
    inside.size = compound_size(_boxes(inside.rects.values()), stored=stored, header_width=header_width)
    _place_marks(work, box, inside)
    if box == TOP and work.new_layout is not None:
        # A new layout is asked for its places; lines inside compounds matter to these, those outside do not.
        return
    work.watch = whole.part(0.2, 0.6)
    inside.routes = routes_in(work, box, inside, stored)
    lines = [bounds_of(route.points) for route in inside.routes.values()]
    lines += [route.label for route in inside.routes.values() if route.label is not None]
    if inside.pill is not None:
        lines.append(inside.pill)
    size = compound_size(
        _boxes(inside.rects.values()), stored=stored, header_width=header_width, lines=_boxes(lines)
    )
    if size != inside.size:
        inside.size = size
        if any(box in (bundle.source, bundle.target) for bundle in work.bundles_in(box)):
            work.watch = whole.part(0.6, 1.0)
            inside.routes = routes_in(work, box, inside, stored)


def _size(work: Work, node: str) -> Size:
    inside = work.insides.get(node)
    if inside is not None:
        return inside.size
    own = work.measures.nodes[node]
    entry = work.graph.layout.get(node)
    if entry is not None and entry.size is not None and not entry.collapsed:
        return max(own[0], float(entry.size[0])), max(own[1], float(entry.size[1]))
    return own


def _stored_size(work: Work, box: str) -> Size | None:
    entry = work.graph.layout.get(box)
    if box == TOP or entry is None or entry.size is None:
        return None
    return float(entry.size[0]), float(entry.size[1])


def _places(work: Work, box: str, sizes: Mapping[str, Size]) -> dict[str, Point]:
    """Return where the children of a box stand; for the top also its pill, if the layout places it."""
    children = work.shape.children[box]
    stored: dict[str, Point] = {}
    for child in children:
        entry = work.graph.layout.get(child)
        if child in work.moved:
            stored[child] = work.moved[child]
        elif entry is not None and entry.at is not None:
            stored[child] = (float(entry.at[0]), float(entry.at[1]))
    if work.new_layout is None and len(stored) == len(children):
        return stored
    if work.placeholder is not None:
        standing = work.placeholder.standing
        stored.update(
            {child: standing[child] for child in children if child not in stored and child in standing}
        )
        return {**stored, **places_in_rows(children, sizes, stored)}
    contents = _contents(work, box, sizes, with_pill=box == TOP and not stored)
    if work.new_layout is None:
        return complete_positions(contents, stored, work.watch)
    chosen = [child for child in children if child in work.new_layout.nodes]
    hints = {child: work.new_layout.hints[child] for child in children if child in work.new_layout.hints}
    if len(chosen) == len(children):
        contents = _contents(work, box, sizes, with_pill=box == TOP)
        return place_states(contents, hints, work.watch)
    return {**hints, **place_chosen(contents, hints, chosen, work.watch)} if chosen else hints


def _contents(work: Work, box: str, sizes: Mapping[str, Size], *, with_pill: bool) -> BoxContents:
    children = work.shape.children[box]
    all_sizes = dict(sizes)
    if with_pill and box in work.shape.owners:
        pill = ANY_PREFIX + box
        children, all_sizes[pill] = (*children, pill), work.measures.pill
    links = []
    for bundle in work.shape.bundles.values():
        source, target = work.lifted(bundle.source, box), work.lifted(bundle.target, box)
        if bundle.source == ANY_PREFIX + box:
            source = bundle.source
        if source is not None and target is not None and (source != target or bundle.source == bundle.target):
            links.append(Link(source, target, work.measures.plates[bundle.id] or (0.0, 0.0)))
    initial = work.shape.initials.get(box)
    if box == TOP:
        return BoxContents(children, all_sizes, tuple(links), initial, TOP_STYLE)
    return BoxContents(children, all_sizes, tuple(links), initial, INNER_STYLE, FIRST_PLACE, walled=True)


def _largest_label(work: Work, sources: Sequence[str]) -> Size:
    """Return the largest width and height among the labels of lines that leave some boxes."""
    sizes = [
        work.measures.plates[bundle.id] or (0.0, 0.0)
        for bundle in work.shape.bundles.values()
        if bundle.source in sources and bundle.source != bundle.target
    ]
    return max((size[0] for size in sizes), default=0.0), max((size[1] for size in sizes), default=0.0)


def _place_marks(work: Work, box: str, inside: Inside) -> None:
    initial = work.shape.initials.get(box)
    if initial is not None:
        is_compound = initial in work.insides
        inside.disc, inside.disc_line = initial_disc(
            inside.rects[initial],
            HEADER_HEIGHT if is_compound else None,
            [rect for child, rect in inside.rects.items() if child != initial],
            least_x=None if box == TOP else 12.0,
        )
    if box in work.shape.owners and inside.pill is None:
        entry = work.graph.layout.get(TOP) if box == TOP else None
        if box == TOP and TOP in work.moved:
            inside.pill = rect_at(work.moved[TOP], work.measures.pill)
            return
        if entry is not None and entry.at is not None:
            inside.pill = rect_at((float(entry.at[0]), float(entry.at[1])), work.measures.pill)
            return
        targets = [
            inside.rects[lifted]
            for bundle in work.shape.bundles.values()
            if bundle.source == ANY_PREFIX + box and (lifted := work.lifted(bundle.target, box))
        ]
        taken = [*inside.rects.values(), *([inside.disc] if inside.disc else [])]
        widest, _ = _largest_label(work, [ANY_PREFIX + box])
        inside.pill = pill_place(work.measures.pill, targets, taken, widest, inside_box=box != TOP)


def _boxes(rects: Iterable[Rect]) -> list[tuple[float, float, float, float]]:
    return [(rect.left, rect.top, rect.width, rect.height) for rect in rects]


def _gathered(work: Work) -> MachineArrangement:
    """Bring everything from the insides of boxes to one origin."""
    rects: dict[str, Rect] = {}
    discs: dict[str, Rect] = {}
    disc_lines: dict[str, tuple[Point, ...]] = {}
    pills: dict[str, Rect] = {}
    routes: dict[str, Route] = {}
    before = work.before
    waiting: list[tuple[str, float, float]] = [(TOP, 0.0, 0.0)]
    while waiting:
        box, dx, dy = waiting.pop()
        inside = work.insides.get(box)
        if inside is None:
            continue
        old = before.rects.get(box)
        stays = inside is before.insides.get(box) and old is not None and (old.left, old.top) == (dx, dy)
        for child, rect in inside.rects.items():
            rects[child] = before.rects[child] if stays else rect.moved(dx, dy)
            if child in work.insides:
                waiting.append((child, rects[child].left, rects[child].top))
        if inside.disc is not None:
            discs[box] = inside.disc.moved(dx, dy)
            disc_lines[box] = shifted(inside.disc_line, dx, dy)
        if inside.pill is not None:
            pills[box] = inside.pill.moved(dx, dy)
        for key, route in inside.routes.items():
            routes[key] = before.routes[key] if stays else _moved(route, dx, dy)
    version = _version(work)
    return MachineArrangement(rects, discs, disc_lines, pills, routes, work.solved, work.insides, version)


def _moved(route: Route, dx: float, dy: float) -> Route:
    label = route.label.moved(dx, dy) if route.label is not None else None
    return Route(shifted(route.points, dx, dy), label)
