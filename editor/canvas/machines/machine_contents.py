"""Show a state machine: an item per state and mark, a line and a plate per bundle of transitions."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from PySide6.QtWidgets import QGraphicsItem
from shiboken6 import isValid

from editor.basics.slices import LongWork, StepsInSlices
from editor.canvas.items.frames import frame_title
from editor.canvas.items.overview_item import OverviewItem
from editor.canvas.items.pictures import (
    PSEUDO_KINDS,
    RunLooks,
    is_unconditional,
    pseudo_state_picture,
    state_picture,
    transition_row,
)
from editor.canvas.items.shared_look import LayerItem, MarksBook, SharedLook
from editor.canvas.machines.machine_arranger import MachineArranger
from editor.canvas.machines.machine_glide import MachineGlide
from editor.canvas.machines.machine_items import (
    LabelItem,
    LineItem,
    MachineOverview,
    StateItem,
    line_look,
    line_token,
)
from editor.canvas.machines.machine_places import MachinePlaces
from editor.canvas.machines.machine_shape import (
    ANY_PREFIX,
    INITIAL_PREFIX,
    MachineShape,
    VisibleBundle,
    machine_shape,
)
from editor.canvas.machines.machine_version import Measures
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.label_painting import measure_label
from editor.canvas.painting.pictures import LabelPicture, PseudoState, PseudoStatePicture, StatePicture
from editor.canvas.painting.state_painting import measure_pseudo_state, measure_state
from editor.canvas.routing.label_places import line_under
from editor.canvas.routing.shapes import Rect
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Edge, StateMachineGraph, StateNode

_DEPTH_STEP = 10.0
_LINE_Z, _LABEL_Z = 3.0, 6.0
_STEP = 64
"""States or lines of a step of `sync_steps`."""
_READ = 0.5
"""The share of filling contents that is done when everything is read and to be arranged."""
_FEW_ITEMS = 400
"""So many states and lines are brought to their places in one go."""
_Done = TypeVar("_Done")
_Size = tuple[float, float]
_Plates = dict[str, tuple[tuple[Edge, ...], tuple[int, ...], _Size | None]]


@dataclass(frozen=True, slots=True)
class _Reading:
    """A version of the machine with its pictures and sizes, not yet shown.

    `changed` are the bundles whose transitions are not those shown so far.
    """

    document: Document
    graph: StateMachineGraph
    shape: MachineShape
    pictures: dict[str, StatePicture | PseudoStatePicture]
    models: dict[str, tuple[StateNode, bool]]
    plates: _Plates
    measures: Measures
    changed: list[str]


class MachineContents(MachinePlaces):
    """Keep the items of a machine like its document.

    With `long_work` a large machine is arranged beside the window, else everything is done at once.
    """

    def __init__(
        self,
        layer: QGraphicsItem,
        registry: Registry,
        look: SharedLook,
        marks: MarksBook,
        long_work: LongWork | None = None,
    ) -> None:
        super().__init__(MachineArranger(self._sync_places, long_work), marks)
        self.states: dict[str, StateItem] = {}
        self.lines: dict[str, LineItem] = {}
        self.marks_items: dict[str, StateItem] = {}
        self.graph: StateMachineGraph | None = None
        self._registry = registry
        self._look = look
        self._runs = RunLooks()
        self._document: Document | None = None
        self._models: dict[str, tuple[StateNode, bool]] = {}
        self._plates: _Plates = {}
        self._placing = StepsInSlices(long_work) if long_work is not None else None
        self._layer = LayerItem(layer)
        self._glide = MachineGlide()
        self.overview = OverviewItem(look)
        self.overview.setParentItem(layer)
        self.overview.setVisible(False)
        self._overview = MachineOverview(self.overview)

    def sync(self, document: Document, graph_id: str) -> None:
        """Follow the document; only what differs is touched."""
        if self._is_followed(document, graph_id):
            return
        reading = _result_of(self._read_steps(document, graph_id))
        self._take(reading)
        self.arranger.follow(reading.graph, reading.shape, reading.measures)
        for key in reading.changed:
            if key in self.lines:
                self._refresh_bundle(key)

    def sync_steps(self, document: Document, graph_id: str) -> Iterator[float]:
        """Fill empty contents in short steps; nothing is to be asked or painted between them."""
        reading = yield from self._read_steps(document, graph_id)
        self._take(reading)
        yield _READ
        for _ in self.arranger.follow_steps(reading.graph, reading.shape, reading.measures):
            yield _READ
        yield from self._place_steps()

    def fold_steps(
        self, document: Document, graph_id: str, is_free: Callable[[], bool]
    ) -> Generator[float, None, bool]:
        """Follow a document with other folds in short steps; what is shown stays as it is until the last.

        Where `is_free` then says that a hand is at work nothing is changed; return whether it was.
        """
        reading = yield from self._read_steps(document, graph_id)
        arranged = self.arranger.arranged_steps(reading.graph, reading.shape, reading.measures)
        arrangement = yield from arranged
        if self.arranger.moved or not is_free():
            return False
        self._take(reading)
        self.arranger.take(reading.graph, reading.shape, reading.measures, arrangement)
        return True

    @property
    def is_placing(self) -> bool:
        """Tell whether items are still on the way to their places; nothing is painted meanwhile."""
        return self._placing is not None and self._placing.is_under_way

    def _is_followed(self, document: Document, graph_id: str) -> bool:
        """Tell whether what a document holds of the machine is shown already."""
        graph = document.graphs[graph_id]
        same_graphs = self._document is not None and self._document.graphs is document.graphs
        if graph is not self.graph or not same_graphs or self.arranger.moved:
            return False
        self._document = document
        return True

    def _read_steps(self, document: Document, graph_id: str) -> Generator[float, None, _Reading]:
        """Make the pictures of states, and measure what is to be arranged."""
        graph = document.graphs[graph_id]
        assert isinstance(graph, StateMachineGraph)
        before = (self.graph, self.shape) if self.graph is not None else None
        shape = machine_shape(graph, before)
        yield 0.0
        pictures, models = yield from self._read_pictures(document, graph, shape)
        plates, changed = yield from self._read_plates(graph, shape)
        pill = measure_pseudo_state(PseudoState.ANY_STATE)
        measures = Measures(
            {node: self._own_size(node, picture) for node, picture in pictures.items()},
            {key: size for key, (_, _, size) in plates.items()},
            (pill.width(), pill.height()),
            {frame: title for frame, note in graph.notes.items() if (title := frame_title(note)) is not None},
        )
        return _Reading(document, graph, shape, pictures, models, plates, measures, changed)

    def _take(self, reading: _Reading) -> None:
        """Show what was read from now on; the arrangement has to follow."""
        self._document, self.graph = reading.document, reading.graph
        self._pictures, self._models, self._plates = reading.pictures, reading.models, reading.plates
        self._bundle_of = {}
        for bundle in reading.shape.bundles.values():
            for edge in bundle.edges:
                self._bundle_of.setdefault(edge, []).append(bundle.id)

    def _read_plates(
        self, graph: StateMachineGraph, shape: MachineShape
    ) -> Generator[float, None, tuple[_Plates, list[str]]]:
        plates: _Plates = {}
        changed = []
        old = self.shape
        same = self.graph is not None and graph.edges is self.graph.edges and shape.numbers is old.numbers
        for place, (key, bundle) in enumerate(shape.bundles.items()):
            if place % _STEP == _STEP - 1:
                yield _READ
            if same and key in self._plates and old.bundles.get(key) is bundle:
                plates[key] = self._plates[key]
                continue
            models = tuple(graph.edges[edge] for edge in bundle.edges)
            numbers = tuple(shape.numbers.get(edge, 0) for edge in bundle.edges)
            known = self._plates.get(key)
            if known is None or known[1] != numbers or not _same(known[0], models):
                changed.extend([key] if known is not None else [])
                known = models, numbers, _plate_size(models, numbers)
            plates[key] = known
        return plates, changed

    def _read_pictures(
        self, document: Document, graph: StateMachineGraph, shape: MachineShape
    ) -> Generator[
        float, None, tuple[dict[str, StatePicture | PseudoStatePicture], dict[str, tuple[StateNode, bool]]]
    ]:
        same_graphs = self._document is not None and self._document.graphs is document.graphs
        keep = graph is not self.graph or same_graphs
        pictures: dict[str, StatePicture | PseudoStatePicture] = {}
        models: dict[str, tuple[StateNode, bool]] = {}
        for place, node_id in enumerate(shape.order):
            if place % _STEP == _STEP - 1:
                yield _READ * place / len(shape.order)
            node = graph.nodes[node_id]
            collapsed = bool(node.children) and node_id not in shape.children
            old = self._models.get(node_id)
            models[node_id] = (node, collapsed)
            calls = node.activity is not None and node.activity.graph is not None
            if keep and not calls and old is not None and old[0] is node and old[1] == collapsed:
                pictures[node_id] = self._pictures[node_id]
            elif node.kind in PSEUDO_KINDS:
                pictures[node_id] = pseudo_state_picture(node)
            else:
                pictures[node_id] = state_picture(node, graph, document, self._registry, collapsed=collapsed)
        return pictures, models

    def _own_size(self, node: str, picture: StatePicture | PseudoStatePicture) -> _Size:
        known = self.arranger.measures.nodes.get(node)
        if known is not None and self._pictures.get(node) is picture:
            return known
        size = (
            measure_state(picture)
            if isinstance(picture, StatePicture)
            else measure_pseudo_state(picture.kind)
        )
        return size.width(), size.height()

    def _sync_places(self) -> None:
        """Bring every item to its place in the arrangement: at once, or many beside the window."""
        many = len(self.lines) + len(self.shape.order) + len(self.arrangement.routes) > _FEW_ITEMS
        if self._placing is None:
            _result_of(self._place_steps())
        else:
            self._placing.begin(self._place_unseen())
            if not many or self.arranger.moved:
                self._placing.finish()

    def _place_unseen(self) -> Generator[float, None, None]:
        """Bring items to their places while the views go on to show how they were."""
        views = [view.viewport() for view in self._layer.scene().views()]
        for view in views:
            view.setUpdatesEnabled(False)
        try:
            yield from self._place_steps()
        finally:
            for view in views:
                if isValid(view):
                    view.setUpdatesEnabled(True)

    def _place_steps(self) -> Generator[float, None, None]:
        self._glide.note(self.states, self.lines, self.labels)
        yield from self._sync_states()
        self._sync_marks()
        yield from self._sync_bundles()
        if self._is_far:
            self.set_visible_for_detail()

    def _label_picture(self, bundle: VisibleBundle) -> LabelPicture:
        """Return the plate of a bundle with marks and run, which do not change its size."""
        assert self.graph is not None
        edges = [(edge, self.graph.edges[edge]) for edge in bundle.edges]
        shown = any(self._runs.transition(edge).fade or edge in self._marks.problems for edge, _ in edges)
        if not shown and all(is_unconditional(model) for _, model in edges):
            return LabelPicture(())
        rows = []
        for edge, model in edges:
            row = transition_row(
                model, self.shape.numbers.get(edge, 0), self._runs.transition(edge), self._marks.marks(edge)
            )
            rows.append(replace(row, hovered=edge == self._marks.hovered))
        return LabelPicture(tuple(rows))

    def _z(self, node_id: str) -> float:
        return _DEPTH_STEP * (self.shape.depth.get(node_id, -1) + 1)

    def _sync_states(self) -> Iterator[float]:
        for place, node_id in enumerate([key for key in self.states if key not in self._pictures]):
            if place % _STEP == _STEP - 1:
                yield _READ
            self._drop(self.states.pop(node_id))
        for place, (node_id, picture) in enumerate(self._pictures.items()):
            if place % _STEP == _STEP - 1:
                yield _READ + 0.2 * place / len(self._pictures)
            item = self.states.get(node_id)
            if item is None:
                item = StateItem(node_id, picture, self._look)
                item.setParentItem(self._layer)
                self.states[node_id] = item
            else:
                item.set_base(picture)
            item.set_rect(self.arrangement.rects[node_id])
            item.setZValue(self._z(node_id))
            item.set_marks(self._marks.marks(node_id))
            item.set_run(self._runs.node(node_id))

    def _sync_marks(self) -> None:
        wanted = {INITIAL_PREFIX + owner: rect for owner, rect in self.arrangement.discs.items()}
        pills = {ANY_PREFIX + owner: rect for owner, rect in self.arrangement.pills.items()}
        for key in [key for key in self.marks_items if key not in wanted and key not in pills]:
            self._drop(self.marks_items.pop(key))
        for key, rect in (*wanted.items(), *pills.items()):
            item = self.marks_items.get(key)
            if item is None:
                kind = PseudoState.ANY_STATE if key in pills else PseudoState.INITIAL
                item = StateItem(key, PseudoStatePicture(kind), self._look)
                item.setParentItem(self._layer)
                self.marks_items[key] = item
            item.set_rect(rect)
            item.set_marks(self._marks.marks(key))
            owner = key.split(":", 1)[1]
            item.setZValue(self._z(owner) + 2.0)

    def _sync_bundles(self) -> Iterator[float]:
        routes = self.arrangement.routes
        discs = {INITIAL_PREFIX + owner: points for owner, points in self.arrangement.disc_lines.items()}
        for place, key in enumerate([key for key in self.lines if key not in routes and key not in discs]):
            if place % _STEP == _STEP - 1:
                yield _READ
            self._drop(self.lines.pop(key))
        unlabeled = [key for key in self.labels if key not in routes or routes[key].label is None]
        for place, key in enumerate(unlabeled):
            if place % _STEP == _STEP - 1:
                yield _READ
            self._drop(self.labels.pop(key))
        for key, points in discs.items():
            self._line(key, self._z(key[len(INITIAL_PREFIX) :]) + 1.0).set_points(points)
        for place, (key, route) in enumerate(routes.items()):
            if place % _STEP == _STEP - 1:
                yield _READ + 0.2 + 0.3 * place / len(routes)
            z = self._bundle_z(self.shape.bundles[key])
            is_new = key not in self.lines
            self._line(key, z + _LINE_Z).set_points(route.points)
            if route.label is not None:
                label = self.labels.get(key)
                if label is None:
                    label = LabelItem(key, self._look)
                    label.setParentItem(self._layer)
                    self.labels[key] = label
                    is_new = True
                label.set_rect(route.label, line_under(route.points, route.label))
                label.setZValue(z + _LABEL_Z)
            if is_new:
                self._refresh_bundle(key)

    def _line(self, key: str, z: float) -> LineItem:
        line = self.lines.get(key)
        if line is None:
            line = LineItem(key, self._look)
            line.setParentItem(self._layer)
            self.lines[key] = line
        line.setZValue(z)
        return line

    def _bundle_z(self, bundle: VisibleBundle) -> float:
        ends = (bundle.source, bundle.target)
        depth = max(len(self.shape.around(end)) for end in ends)
        return _DEPTH_STEP * (depth + 1)

    def _refresh_bundle(self, key: str) -> None:
        bundle = self.shape.bundles[key]
        assert self.graph is not None
        looks = [(self._runs.transition(edge), self.graph.edges[edge]) for edge in bundle.edges]
        selected = any(edge in self._marks.selection for edge in bundle.edges)
        hovered = self._marks.hovered in bundle.edges
        line = self.lines[key]
        line.set_edge_look(line_look(looks, selected=selected, hovered=hovered), line_token(looks))
        if key in self.labels:
            self.labels[key].set_picture(self._label_picture(bundle))

    def _drop(self, item: QGraphicsItem) -> None:
        scene = item.scene()
        if scene is not None:
            scene.removeItem(item)

    def refresh_marks(self, elements: Iterable[str]) -> None:
        """Show the marks of these states and transitions again."""
        bundles: dict[str, None] = {}
        for element in elements:
            if element in self.states:
                self.states[element].set_marks(self._marks.marks(element))
            elif element in self.marks_items:
                self._sync_marks()
            bundles.update(dict.fromkeys(self._bundle_of.get(element, ())))
        for key in bundles:
            if key in self.lines:
                self._refresh_bundle(key)
        if self._is_far:
            self._recolor_overview()

    def refresh_run(self, looks: RunLooks, elements: Iterable[str]) -> None:
        """Show the run on these states and transitions."""
        self._runs = looks
        bundles: dict[str, None] = {}
        for element in elements:
            if element in self.states:
                self.states[element].set_run(looks.node(element))
            bundles.update(dict.fromkeys(self._bundle_of.get(element, ())))
        for key in bundles:
            if key in self.lines:
                self._refresh_bundle(key)
        if self._is_far:
            self._recolor_overview()

    def begin_glide(self, seen: Rect) -> bool:
        """Find what of the part that is seen the last change moved; return whether there is anything."""
        return not self._is_far and self._glide.begin(seen)

    def show_glide(self, left: float) -> None:
        """Show what was found with this share (1..0) of its way still to go."""
        self._glide.show(left)

    @property
    def _is_far(self) -> bool:
        return self._look.detail == Detail.DOT

    def set_visible_for_detail(self) -> None:
        """Show the overview instead of all items at the lowest level of detail."""
        if self._is_far:
            self._overview.set_parts(self.arrangement, self.shape)
            self._recolor_overview()
        self.overview.setVisible(self._is_far)
        self._layer.setVisible(not self._is_far)

    def _recolor_overview(self) -> None:
        off = {node_id for node_id, (node, _) in self._models.items() if node.disabled}
        looks = {key: line.edge_look for key, line in self.lines.items()}
        self._overview.recolor(self._runs.nodes, off, self._marks.selection, looks)

    def clear(self) -> None:
        """Take every item off the scene."""
        if self._placing is not None:
            self._placing.drop()
            self._placing.deleteLater()
            self._placing = None
        self._drop(self._layer)
        self._drop(self.overview)
        self.states.clear()
        self.lines.clear()
        self.labels.clear()
        self.marks_items.clear()


def _result_of(steps: Generator[float, None, _Done]) -> _Done:
    """Do all of some steps at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            done: _Done = end.value
            return done


def _same(old: tuple[Edge, ...], new: tuple[Edge, ...]) -> bool:
    return len(old) == len(new) and all(a is b for a, b in zip(old, new, strict=True))


def _plate_size(models: tuple[Edge, ...], numbers: tuple[int, ...]) -> _Size | None:
    """Return the size of the plate of some transitions, None where none of them asks for anything."""
    if all(is_unconditional(model) for model in models):
        return None
    rows = tuple(transition_row(model, number) for model, number in zip(models, numbers, strict=True))
    size = measure_label(LabelPicture(rows)).size
    return size.width(), size.height()
