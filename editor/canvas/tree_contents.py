"""Show a behavior tree or decision tree: a node item per node, a bus item per parent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from PySide6.QtWidgets import QGraphicsItem

from editor.canvas.contents import MarksBook
from editor.canvas.hits import HANDLE_REACH, LINE_REACH, NOTHING, Hit, HitKind, near, nearest_line
from editor.canvas.items.bus_item import BusItem
from editor.canvas.items.layer_item import LayerItem
from editor.canvas.items.node_item import NodeItem
from editor.canvas.items.overview_item import OverviewItem
from editor.canvas.items.shared_look import SharedLook
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.node_geometry import (
    SHEET_DROP,
    STUB_DROP,
    measure_node,
    node_bottom,
    node_geometry,
)
from editor.canvas.painting.pictures import EdgeLook, NodePicture, NodeShape
from editor.canvas.pictures import branch_text, tree_node_picture
from editor.canvas.routing.shapes import Point, Rect, united
from editor.canvas.run_look import NOT_RUN, RunLooks
from editor.canvas.tree_arrangement import TreeGraph, TreeShape, arrange_tree, tree_shape
from editor.theme.tokens import StatusLook
from graphs.kinds.registry import Registry
from graphs.model import DecisionNode, DecisionTreeGraph, Document, Node, StateMachineGraph

_LIVE_EDGES = frozenset({StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.ERROR})


class TreeContents:
    """Keep the items of a tree like its document."""

    def __init__(self, layer: QGraphicsItem, registry: Registry, look: SharedLook, marks: MarksBook) -> None:
        self.nodes: dict[str, NodeItem] = {}
        self.buses: dict[str, BusItem] = {}
        self.rects: dict[str, Rect] = {}
        self.shape = TreeShape({}, {}, {}, frozenset())
        self.graph: TreeGraph | None = None
        self._layer = layer
        self._registry = registry
        self._look = look
        self._marks = marks
        self._runs = RunLooks()
        self._document: Document | None = None
        self._models: dict[str, tuple[Node, int | None, bool, int]] = {}
        self._pictures: dict[str, NodePicture] = {}
        self._parents: dict[str, str] = {}
        self._overview = OverviewItem(look)
        self._overview.setParentItem(layer)
        self._overview.setVisible(False)
        self._near = LayerItem(layer)

    def sync(self, document: Document, graph_id: str) -> None:
        """Follow the document; only what differs is touched."""
        graph = document.graphs[graph_id]
        assert not isinstance(graph, StateMachineGraph)
        if self._document is not None and graph is self.graph and self._same_titles(document):
            self._document = document
            return
        titles_kept = self._document is not None and self._same_titles(document)
        self._document, self.graph = document, graph
        self.shape = tree_shape(graph)
        self._sync_pictures(document, graph, titles_kept)
        sizes = {node: measure_node(picture) for node, picture in self._pictures.items()}
        old_rects = self.rects
        self.rects = arrange_tree(graph, self.shape, lambda node: (sizes[node].width(), sizes[node].height()))
        self._parents = {child: parent for parent, below in self.shape.children.items() for child in below}
        self._sync_nodes(old_rects)
        self._sync_buses(graph)
        self.set_visible_for_detail()

    def _same_titles(self, document: Document) -> bool:
        """Tell whether the graphs that calls name have kept their titles and kinds."""
        old = self._document
        if old is None:
            return False
        if old.graphs is document.graphs:
            return True
        if old.graphs.keys() != document.graphs.keys():
            return False
        return all(
            old.graphs[key] is graph or old.graphs[key].title == graph.title
            for key, graph in document.graphs.items()
        )

    def _sync_pictures(self, document: Document, graph: TreeGraph, keep: bool) -> None:
        pictures: dict[str, NodePicture] = {}
        models: dict[str, tuple[Node, int | None, bool, int]] = {}
        numbered = not isinstance(graph, DecisionTreeGraph)
        for node_id in self.shape.children:
            number = self.shape.numbers.get(node_id) if numbered else None
            dimmed, hidden = node_id in self.shape.loose, self.shape.hidden.get(node_id, 0)
            node = graph.nodes[node_id]
            model = (node, number, dimmed, hidden)
            old = self._models.get(node_id)
            models[node_id] = model
            if keep and old is not None and old[0] is node and old[1:] == model[1:]:
                pictures[node_id] = self._pictures[node_id]
                continue
            pictures[node_id] = tree_node_picture(
                node,
                graph,
                document,
                self._registry,
                order_number=number,
                dimmed=dimmed,
                collapsed_count=hidden,
            )
        self._pictures, self._models = pictures, models

    def _sync_nodes(self, old_rects: Mapping[str, Rect]) -> None:
        for node_id in [one for one in self.nodes if one not in self._pictures]:
            self._drop(self.nodes.pop(node_id))
        for node_id, picture in self._pictures.items():
            item = self.nodes.get(node_id)
            rect = self.rects[node_id]
            if item is None:
                item = NodeItem(node_id, picture, self._look)
                item.setParentItem(self._near)
                self.nodes[node_id] = item
            elif item.base is picture:
                if old_rects.get(node_id) != rect:
                    item.set_rect(rect)
                continue
            else:
                item.set_base(picture)
            item.set_rect(rect)
            item.set_marks(self._marks.marks(node_id))
            item.set_run(self._runs.node(node_id))

    def _sync_buses(self, graph: TreeGraph) -> None:
        parents = [node for node, below in self.shape.children.items() if below]
        known = set(parents)
        for parent in [one for one in self.buses if one not in known]:
            gone = self.buses.pop(parent)
            self._drop(gone.words)
            self._drop(gone)
        for parent in parents:
            bus = self.buses.get(parent)
            if bus is None:
                bus = BusItem(parent, self._look)
                bus.setParentItem(self._near)
                bus.words.setParentItem(self._near)
                self.buses[parent] = bus
            words = _branch_words(graph.nodes[parent])
            drops = [(child, self._top(child), words.get(child, "")) for child in self.shape.children[parent]]
            bus.set_drops(self.port(parent), drops)
            self._refresh_bus(parent)

    def _drop(self, item: QGraphicsItem) -> None:
        scene = item.scene()
        if scene is not None:
            scene.removeItem(item)

    def port(self, node_id: str) -> Point:
        """Return the point under a node where its edges start."""
        rect = self.rects[node_id]
        return (rect.left + rect.right) / 2, rect.bottom + node_bottom(self._pictures[node_id])

    def _top(self, node_id: str) -> Point:
        rect = self.rects[node_id]
        return (rect.left + rect.right) / 2, rect.top

    def picture(self, node_id: str) -> NodePicture:
        """Return the picture of a node as the document has it."""
        return self._pictures[node_id]

    def refresh_marks(self, elements: Iterable[str]) -> None:
        """Show the marks of these nodes anew."""
        for node_id in elements:
            item = self.nodes.get(node_id)
            if item is not None:
                item.set_marks(self._marks.marks(node_id))
        self._overview.mark_stale()

    def refresh_run(self, looks: RunLooks, elements: Iterable[str]) -> None:
        """Show the run on these nodes and on the edges above them."""
        self._runs = looks
        parents: set[str] = set()
        parent_of = self._parents
        for node_id in elements:
            item = self.nodes.get(node_id)
            if item is None:
                continue
            item.set_run(looks.node(node_id))
            if node_id in parent_of:
                parents.add(parent_of[node_id])
            if node_id in self.buses:
                parents.add(node_id)
        for parent in sorted(parents):
            self._refresh_bus(parent)
        self._overview.mark_stale()

    def _refresh_bus(self, parent: str) -> None:
        bus = self.buses.get(parent)
        if bus is None:
            return
        looks: dict[str, EdgeLook] = {}
        asks = isinstance(self.graph, DecisionTreeGraph)
        taken = self._runs.node(parent).taken
        for child in self.shape.children[parent]:
            dimmed = child in self.shape.loose
            node = self._models[child][0]
            run = self._runs.node(child)
            if asks and child == taken:
                looks[child] = EdgeLook(status=StatusLook.SUCCESS, dimmed=dimmed)
            elif not asks and run is not NOT_RUN and run.status in _LIVE_EDGES:
                looks[child] = EdgeLook(status=run.status, dimmed=dimmed)
            elif node.disabled or run.status == StatusLook.SKIPPED or self._models[parent][0].disabled:
                looks[child] = EdgeLook(status=StatusLook.DISABLED, dimmed=dimmed)
            elif dimmed:
                looks[child] = EdgeLook(dimmed=True)
        bus.set_looks(looks)

    def node_rect(self, node_id: str) -> Rect | None:
        """Return the rectangle of a visible node."""
        return self.rects.get(node_id)

    def title_rect(self, node_id: str) -> Rect | None:
        """Return where the title of a visible node stands."""
        rect = self.rects.get(node_id)
        if rect is None:
            return None
        picture = self._pictures[node_id]
        geometry = node_geometry(picture, rect.width)
        left = rect.left + geometry.text_left
        top = rect.top + geometry.body_top
        one_line = not picture.parameter_line or picture.shape == NodeShape.PILL
        middle = top + (geometry.body_height / 2 if one_line else 16.0)
        return Rect(left - 4, middle - 10, rect.right - 28, middle + 10)

    def node_ids(self) -> Iterator[str]:
        """Yield visible nodes."""
        yield from self.rects

    def node_count(self) -> int:
        """Return how many nodes are visible."""
        return len(self.rects)

    def edge_ids(self) -> Iterator[str]:
        """Yield nothing: the edges of a tree have no ids of their own."""
        yield from ()

    def bounds(self, elements: Iterable[str] | None = None) -> Rect | None:
        """Return the rectangle around some nodes, or around all."""
        if elements is None:
            return united(self.rects.values())
        return united(self.rects[one] for one in elements if one in self.rects)

    def hit(self, point: Point, scale: float) -> Hit:
        """Return what lies under a point."""
        x, y = point
        reach = HANDLE_REACH * scale
        room = max(reach, STUB_DROP + 10)
        around = [
            node_id
            for node_id, (left, top, right, bottom) in self.rects.items()
            if left - room <= x <= right + room and top <= y <= bottom + room + SHEET_DROP
        ]
        for node_id in reversed(around):
            if self.rects[node_id].contains(point):
                if near(point, self.port(node_id), min(reach, 6.0)):
                    return Hit(HitKind.PORT, node_id)
                title = self.title_rect(node_id)
                inside = title is not None and title.contains(point)
                return Hit(HitKind.TITLE if inside else HitKind.NODE, node_id)
        for node_id in around:
            port = self.port(node_id)
            if near(point, port, reach):
                return Hit(HitKind.PORT, node_id)
            stub = Rect(port[0] - 18, port[1] + STUB_DROP - 10, port[0] + 18, port[1] + STUB_DROP + 10)
            if self._pictures[node_id].collapsed_count and stub.contains(point):
                return Hit(HitKind.STUB, node_id)
        found = nearest_line(point, self._lines(point, LINE_REACH * scale), LINE_REACH * scale)
        return Hit(HitKind.TREE_EDGE, found[0]) if found is not None else NOTHING

    def _lines(self, point: Point, reach: float) -> Iterator[tuple[str, tuple[Point, ...]]]:
        for bus in self.buses.values():
            if bus.room.grown(reach).contains(point):
                yield from ((line.child, points) for line, points in bus.ways())

    def within(self, area: Rect) -> set[str]:
        """Return the nodes that an area touches."""
        return {node_id for node_id, rect in self.rects.items() if rect.overlaps(area)}

    def set_visible_for_detail(self) -> None:
        """Show the one overview item instead of all others at the lowest level of detail."""
        far = self._look.detail == Detail.DOT
        if far:
            self._overview.set_content(self.nodes, self.buses, self.rects)
        self._overview.setVisible(far)
        self._near.setVisible(not far)

    def clear(self) -> None:
        """Take every item off the scene."""
        for item in (self._near, self._overview):
            self._drop(item)
        self.nodes.clear()
        self.buses.clear()


def _branch_words(node: Node) -> dict[str, str]:
    """Return the words on the edges of a decision node by child; several branches to one child are joined."""
    if not isinstance(node, DecisionNode):
        return {}
    words: dict[str, str] = {}
    before = None
    for branch in node.branches:
        if branch.child is not None:
            text = branch_text(branch, before)
            so_far = words.get(branch.child)
            words[branch.child] = f"{so_far} · {text}" if so_far else text
        before = branch
    return words
