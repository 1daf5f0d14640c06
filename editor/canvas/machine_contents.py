"""Show a state machine: an item per state and mark, a line and a plate per bundle of transitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from PySide6.QtWidgets import QGraphicsItem

from editor.canvas.bundle_looks import line_look, line_token
from editor.canvas.contents import MarksBook
from editor.canvas.hits import Hit
from editor.canvas.items.layer_item import LayerItem
from editor.canvas.items.shared_look import SharedLook
from editor.canvas.items.state_item import StateItem
from editor.canvas.items.transition_item import LabelItem, LineItem, MarkItem
from editor.canvas.machine_arrangement import Anew, MachineArrangement, Solved, arrange_machine
from editor.canvas.machine_hits import machine_hit
from editor.canvas.machine_shape import (
    ANY_PREFIX,
    INITIAL_PREFIX,
    MachineShape,
    VisibleBundle,
    machine_shape,
)
from editor.canvas.painting.label_painting import measure_label
from editor.canvas.painting.pictures import (
    LabelPicture,
    PseudoState,
    PseudoStatePicture,
    StatePicture,
)
from editor.canvas.painting.state_geometry import measure_pseudo_state, measure_state
from editor.canvas.pictures import (
    PSEUDO_KINDS,
    is_unconditional,
    pseudo_state_picture,
    state_picture,
    transition_row,
)
from editor.canvas.routing.shapes import Point, Rect, bounds_of, united
from editor.canvas.run_look import RunLooks
from graphs.kinds.registry import Registry
from graphs.layout.layout_watch import UNWATCHED, LayoutWatch
from graphs.model import Document, StateMachineGraph, StateNode
from graphs.queries import TOP

_DEPTH_STEP = 10.0
_LINE_Z, _LABEL_Z = 3.0, 6.0
_FEW_BUNDLES = 16
"""With more lines than this a drag leads only those anew that it pulls along."""


class MachineContents:
    """Keep the items of a machine like its document."""

    def __init__(self, layer: QGraphicsItem, registry: Registry, look: SharedLook, marks: MarksBook) -> None:
        self.states: dict[str, StateItem] = {}
        self.lines: dict[str, LineItem] = {}
        self.labels: dict[str, LabelItem] = {}
        self.marks_items: dict[str, MarkItem] = {}
        self.shape = MachineShape({}, {}, {}, (), {}, {}, (), {})
        self.arrangement = MachineArrangement({}, {}, {}, {}, {})
        self.graph: StateMachineGraph | None = None
        self._registry = registry
        self._look = look
        self._marks = marks
        self._runs = RunLooks()
        self._document: Document | None = None
        self._pictures: dict[str, StatePicture | PseudoStatePicture] = {}
        self._models: dict[str, tuple[StateNode, bool]] = {}
        self._bundle_of: dict[str, list[str]] = {}
        self._moved: dict[str, Point] = {}
        self._before_drag: Mapping[str, Solved] = {}
        self._layer = LayerItem(layer)

    def sync(self, document: Document, graph_id: str) -> None:
        """Follow the document; only what differs is touched."""
        graph = document.graphs[graph_id]
        assert isinstance(graph, StateMachineGraph)
        same_graphs = self._document is not None and self._document.graphs is document.graphs
        if graph is self.graph and same_graphs and not self._moved:
            self._document = document
            return
        keep = graph is not self.graph or same_graphs
        self._document, self.graph = document, graph
        self._moved = {}
        self.shape = machine_shape(graph)
        self._sync_pictures(document, graph, keep)
        self._bundle_of = {}
        for bundle in self.shape.bundles.values():
            for edge in bundle.edges:
                self._bundle_of.setdefault(edge, []).append(bundle.id)
        self._arrange()

    def move_nodes(self, places: Mapping[str, Point]) -> None:
        """Show nodes at other places (relative to their boxes) while they are dragged; {} goes back."""
        if dict(places) == self._moved:
            return
        if not self._moved:
            self._before_drag = self.arrangement.solved
        self._moved = dict(places)
        self._arrange()

    def _sync_pictures(self, document: Document, graph: StateMachineGraph, keep: bool) -> None:
        pictures: dict[str, StatePicture | PseudoStatePicture] = {}
        models: dict[str, tuple[StateNode, bool]] = {}
        for node_id in self.shape.order:
            node = graph.nodes[node_id]
            collapsed = bool(node.children) and node_id not in self.shape.children
            old = self._models.get(node_id)
            models[node_id] = (node, collapsed)
            calls = node.activity is not None and node.activity.graph is not None
            if keep and not calls and old is not None and old[0] is node and old[1] == collapsed:
                pictures[node_id] = self._pictures[node_id]
            elif node.kind in PSEUDO_KINDS:
                pictures[node_id] = pseudo_state_picture(node)
            else:
                pictures[node_id] = state_picture(node, graph, document, self._registry, collapsed=collapsed)
        self._pictures, self._models = pictures, models

    def _arrange(self) -> None:
        assert self.graph is not None
        pill = measure_pseudo_state(PseudoState.ANY_STATE)
        self.arrangement = arrange_machine(
            self.graph,
            self.shape,
            self._own_size,
            self._label_size,
            (pill.width(), pill.height()),
            self._moved,
            self._before_drag if self._moved and len(self.shape.bundles) > _FEW_BUNDLES else None,
        )
        self._sync_states()
        self._sync_marks()
        self._sync_bundles()

    def _own_size(self, node_id: str) -> tuple[float, float]:
        picture = self._pictures[node_id]
        if isinstance(picture, StatePicture):
            size = measure_state(picture)
        else:
            size = measure_pseudo_state(picture.kind)
        return size.width(), size.height()

    def _label_size(self, bundle: VisibleBundle) -> tuple[float, float] | None:
        picture = self._label_picture(bundle, plain=True)
        if not picture.rows:
            return None
        size = measure_label(picture).size
        return size.width(), size.height()

    def _label_picture(self, bundle: VisibleBundle, plain: bool = False) -> LabelPicture:
        """Return the plate of a bundle; `plain` without marks and run, which do not change its size."""
        assert self.graph is not None
        edges = [(edge, self.graph.edges[edge]) for edge in bundle.edges]
        shown = any(self._runs.transition(edge).fade or edge in self._marks.problems for edge, _ in edges)
        if all(is_unconditional(model) for _, model in edges) and (plain or not shown):
            return LabelPicture(())
        if plain:
            return LabelPicture(
                tuple(transition_row(model, self.shape.numbers.get(edge, 0)) for edge, model in edges)
            )
        rows = []
        for edge, model in edges:
            row = transition_row(
                model,
                self.shape.numbers.get(edge, 0),
                self._runs.transition(edge),
                self._marks.marks(edge),
            )
            rows.append(replace(row, hovered=edge == self._marks.hovered))
        return LabelPicture(tuple(rows))

    def _z(self, node_id: str) -> float:
        return _DEPTH_STEP * (self.shape.depth.get(node_id, -1) + 1)

    def _sync_states(self) -> None:
        for node_id in [one for one in self.states if one not in self._pictures]:
            self._drop(self.states.pop(node_id))
        for node_id, picture in self._pictures.items():
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
        for key in [one for one in self.marks_items if one not in wanted and one not in pills]:
            self._drop(self.marks_items.pop(key))
        for key, rect in (*wanted.items(), *pills.items()):
            item = self.marks_items.get(key)
            if item is None:
                kind = PseudoState.ANY_STATE if key in pills else PseudoState.INITIAL
                item = MarkItem(kind, self._look)
                item.setParentItem(self._layer)
                self.marks_items[key] = item
            item.set_rect(rect)
            item.set_picture(
                replace(
                    item.picture,
                    selected=key in self._marks.selection,
                    drop_target=key == self._marks.drop_target,
                )
            )
            owner = key.split(":", 1)[1]
            item.setZValue(self._z(owner) + 2.0)

    def _sync_bundles(self) -> None:
        routes = self.arrangement.routes
        discs = {INITIAL_PREFIX + owner: points for owner, points in self.arrangement.disc_lines.items()}
        for key in [one for one in self.lines if one not in routes and one not in discs]:
            self._drop(self.lines.pop(key))
        for key in [one for one in self.labels if one not in routes or routes[one].label is None]:
            self._drop(self.labels.pop(key))
        for key, points in discs.items():
            self._line(key, self._z(key[len(INITIAL_PREFIX) :]) + 1.0).set_points(points)
        for key, route in routes.items():
            z = self._bundle_z(self.shape.bundles[key])
            self._line(key, z + _LINE_Z).set_points(route.points)
            if route.label is not None:
                label = self.labels.get(key)
                if label is None:
                    label = LabelItem(key, self._look)
                    label.setParentItem(self._layer)
                    self.labels[key] = label
                label.set_rect(route.label)
                label.setZValue(z + _LABEL_Z)
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

    def picture(self, node_id: str) -> StatePicture | PseudoStatePicture:
        """Return the picture of a state or mark as the document has it."""
        return self._pictures[node_id]

    def refresh_marks(self, elements: Iterable[str]) -> None:
        """Show the marks of these states and transitions anew."""
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

    def node_rect(self, node_id: str) -> Rect | None:
        """Return the rectangle of a visible state, mark or pill."""
        if node_id.startswith(ANY_PREFIX):
            return self.arrangement.pills.get(node_id[len(ANY_PREFIX) :])
        return self.arrangement.rects.get(node_id)

    def title_rect(self, node_id: str) -> Rect | None:
        """Return where the name of a visible state stands."""
        rect = self.arrangement.rects.get(node_id)
        picture = self._pictures.get(node_id)
        if rect is None or not isinstance(picture, StatePicture):
            return None
        if picture.compound is not None:
            return Rect(rect.left + 46, rect.top + 6, rect.right - 76, rect.top + 26)
        middle = rect.top + 18 if picture.rows else (rect.top + rect.bottom) / 2
        return Rect(rect.left + 10, middle - 10, rect.right - 32, middle + 10)

    def node_ids(self) -> Iterator[str]:
        """Yield visible states, the innermost last."""
        yield from self.shape.order

    def node_count(self) -> int:
        """Return how many states are visible."""
        return len(self.shape.order)

    def edge_ids(self) -> Iterator[str]:
        """Yield visible transitions."""
        yield from self._bundle_of

    def bounds(self, elements: Iterable[str] | None = None) -> Rect | None:
        """Return the rectangle around some things, or around everything."""
        if elements is None:
            return united(self.arrangement.all_rects())
        rects = []
        for element in elements:
            rect = self.node_rect(element)
            if rect is not None:
                rects.append(rect)
            for key in self._bundle_of.get(element, ()):
                route = self.arrangement.routes.get(key)
                if route is not None:
                    rects.append(bounds_of(route.points))
        return united(rects)

    def hit(self, point: Point, scale: float) -> Hit:
        """Return what lies under a point: labels, then states from the inside out, then lines."""
        return machine_hit(self, self._marks, point, scale)

    def within(self, area: Rect) -> set[str]:
        """Return what an area touches; a compound counts only if it lies wholly inside."""
        found = set()
        for node_id, rect in self.arrangement.rects.items():
            if node_id in self.shape.children:
                if area.contains_rect(rect):
                    found.add(node_id)
            elif rect.overlaps(area):
                found.add(node_id)
        for key, route in self.arrangement.routes.items():
            if route.label is not None and route.label.overlaps(area):
                found.update(self.shape.bundles[key].edges)
        return found

    def set_visible_for_detail(self) -> None:
        """Do nothing: machines are painted item by item at every level of detail."""

    def clear(self) -> None:
        """Take every item off the scene."""
        self._drop(self._layer)
        self.states.clear()
        self.lines.clear()
        self.labels.clear()
        self.marks_items.clear()

    def fresh_places(
        self, nodes: Iterable[str] | None = None, watch: LayoutWatch = UNWATCHED
    ) -> dict[str, Point]:
        """Return where the layout would put some nodes, or all, relative to the boxes around them.

        What need not move keeps its place. With all nodes the pill of the machine is placed too, under the
        id `TOP`. Raises LayoutCanceled when the watch asks for it.
        """
        assert self.graph is not None
        chosen = frozenset(self.shape.order if nodes is None else nodes)
        layout = {
            key: entry.model_copy(update={"size": None}) if key in chosen else entry
            for key, entry in self.graph.layout.items()
        }
        graph = self.graph.model_copy(update={"layout": layout})
        pill = measure_pseudo_state(PseudoState.ANY_STATE)
        fresh = arrange_machine(
            graph,
            self.shape,
            self._own_size,
            self._label_size,
            (pill.width(), pill.height()),
            anew=Anew(chosen, self._relative_places(self.arrangement)),
            watch=watch,
        )
        places = {node: at for node, at in self._relative_places(fresh).items() if node in chosen}
        if nodes is None and TOP in fresh.pills:
            places[TOP] = (fresh.pills[TOP].left, fresh.pills[TOP].top)
        return places

    def unstored_places(self, box: str) -> dict[str, Point]:
        """Return where the children of a box stand, and for `TOP` its pill, that only the layout placed."""
        assert self.graph is not None
        layout = self.graph.layout
        here = self._relative_places(self.arrangement)
        found = {
            child: here[child]
            for child in self.shape.children.get(box, ())
            if child not in layout or layout[child].at is None
        }
        if box == TOP and TOP in self.arrangement.pills and (TOP not in layout or layout[TOP].at is None):
            found[TOP] = (self.arrangement.pills[TOP].left, self.arrangement.pills[TOP].top)
        return found

    def _relative_places(self, arrangement: MachineArrangement) -> dict[str, Point]:
        """Return the places of all nodes relative to the boxes around them."""
        places = {}
        for node_id in self.shape.order:
            box = self.box_of(node_id)
            rect = arrangement.rects[node_id]
            outer = arrangement.rects[box] if box != TOP else Rect(0.0, 0.0, 0.0, 0.0)
            places[node_id] = (rect.left - outer.left, rect.top - outer.top)
        return places

    def box_of(self, node_id: str) -> str:
        """Return the box around a visible node, `TOP` at the top."""
        return self.shape.parents.get(node_id, TOP)

    def box_origin(self, box: str) -> Point:
        """Return the upper left corner of a box, from which positions inside it count."""
        if box == TOP:
            return 0.0, 0.0
        rect = self.arrangement.rects[box]
        return rect.left, rect.top
