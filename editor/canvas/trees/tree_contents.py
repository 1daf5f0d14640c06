"""Show a behavior tree or decision tree: one item that paints a part per node and per parent."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from PySide6.QtWidgets import QGraphicsItem

from editor.canvas.items.hit_testing import (
    HANDLE_REACH,
    LINE_REACH,
    NOTHING,
    Hit,
    HitKind,
    near,
    nearest_line,
)
from editor.canvas.items.overview_item import OverviewItem
from editor.canvas.items.pictures import NOT_RUN, RunLooks
from editor.canvas.items.shared_look import MarksBook, SharedLook
from editor.canvas.items.shown_values import line_values, title_values, tree_title_rect, tree_value_rects
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.node_geometry import SHEET_DROP, STUB_DROP, STUB_REACH
from editor.canvas.painting.pictures import DecisionPicture, EdgeLook, NodePicture
from editor.canvas.painting.tree_node_painting import TreeNodePicture, measure_tree_node
from editor.canvas.routing.shapes import Point, Rect, rect_around, united
from editor.canvas.trees.question_pictures import picture_of_tree_node
from editor.canvas.trees.tree_arrangement import Size, TreeArranger
from editor.canvas.trees.tree_item import TreeItem, TreeOverview
from editor.canvas.trees.tree_parts import BusPart, Drop, EdgeKey, NodePart, TreeLooks, edges_of_branches
from editor.canvas.trees.tree_shape import (
    ShapeChange,
    TreeGraph,
    TreeShape,
    followed_shape,
    keeps_shape,
    tree_shape,
)
from editor.theme.batches import Floats
from editor.theme.tokens import StatusLook
from graphs.basics.mapping_differences import replacement
from graphs.kinds.declarations.registry import Registry
from graphs.layout.free_trees import is_placed_freely, runs_across
from graphs.model import DecisionNode, DecisionTreeGraph, Document, Node, StateMachineGraph, StateNode

_LIVE_EDGES = frozenset({StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.ERROR})
_STEP = 64
"""Nodes of a step of `sync_steps`."""
_Model = tuple[Node, int | None, bool, int]
"""What a picture depends on: the node, its number, whether it is loose, how many nodes it hides."""
TreeEdge = tuple[str, str]
"""The parent and the child that an edge joins."""
_MANY = 64
"""So many changed nodes are looked through without finding out which edges they touch."""
_MOST_GLIDING = 300


@dataclass(frozen=True, slots=True)
class _Step:
    """Hold what an edit did to the tree shown: another structure, and the nodes that are other objects."""

    change: ShapeChange
    changed: Collection[str]


class TreeContents:
    """Keep the parts of a tree like its document."""

    def __init__(self, layer: QGraphicsItem, registry: Registry, look: SharedLook, marks: MarksBook) -> None:
        self.nodes: dict[str, NodePart] = {}
        self.buses: dict[str, BusPart] = {}
        self.rects: Mapping[str, Rect] = {}
        self.shape = TreeShape({}, {}, {}, frozenset())
        self.across = False
        """Whether the tree grows from left to right."""
        self.graph: TreeGraph | None = None
        self.item = TreeItem(look)
        self.item.setParentItem(layer)
        self._registry = registry
        self._look = look
        self._looks = TreeLooks(marks)
        self._document: Document | None = None
        self._models: dict[str, _Model] = {}
        self._sizes: dict[str, Size] = {}
        self._parents: dict[str, str] = {}
        self._arranger = TreeArranger()
        self._former_rects: Mapping[str, Rect] = {}
        self._former_table = self.item.rects
        """Where everything stood before the last change."""
        self.gliding: Mapping[str, Point] = {}
        """What glides to its place now, and how far each node still is from it at most."""
        self.overview = OverviewItem(look)
        self.overview.setParentItem(layer)
        self.overview.setVisible(False)
        self._overview = TreeOverview(self.overview)

    def sync(self, document: Document, graph_id: str) -> None:
        """Follow the document; only what differs is touched."""
        for _ in self.sync_steps(document, graph_id):
            pass

    def sync_steps(self, document: Document, graph_id: str) -> Iterator[float]:
        """Do what `sync` does in short steps; nothing is to be asked or painted between them."""
        graph = document.graphs[graph_id]
        assert not isinstance(graph, StateMachineGraph)
        old, titles_kept = self.graph, self._same_titles(document)
        self._former_rects, self._former_table = self.rects, self.item.rects
        if self._document is not None and graph is old and titles_kept:
            self._document = document
            return
        self._document, self.graph = document, graph
        is_turned, self.across = runs_across(graph) != self.across, runs_across(graph)
        titles_kept = titles_kept and not is_turned
        step = self._step(old, graph) if old is not None and titles_kept else None
        looked_at = self._take_step(graph, step)
        resized = yield from self._sync_pictures(document, graph, looked_at, keep=titles_kept)
        touched = None if step is None else {*step.change.touched, *resized}
        moves = touched is None or touched or old is None or graph.layout is not old.layout
        if moves:
            yield 0.5
            self.rects = self._arranger.arrange(graph, self.shape, self._sizes, touched, self._parents)
            yield 0.5
        moved = self._arranger.moved_within if moves else frozenset[str]()
        renewed = None if touched is None or moved is None else sorted({*moved, *touched, *looked_at})
        led = yield from self._sync_buses(renewed)
        self.item.set_parts(self.nodes, self.buses, self.rects)
        if moves or led:
            self.item.place_rooms(across=self.across)
        self.set_visible_for_detail()

    def _step(self, old: TreeGraph, graph: TreeGraph) -> _Step | None:
        """Return what an edit did to the tree shown; None where all has to be looked at again."""
        if not isinstance(graph, type(old)) or is_placed_freely(old) != is_placed_freely(graph):
            return None
        nodes = replacement(old.nodes, graph.nodes)
        if keeps_shape(old, graph, nodes):
            change: ShapeChange | None = ShapeChange(self.shape, frozenset(), frozenset())
        else:
            change = followed_shape(self.shape, old, graph, nodes)
        return None if change is None else _Step(change, nodes.changed)

    def _take_step(self, graph: TreeGraph, step: _Step | None) -> Collection[str]:
        """Show another structure; return the nodes whose pictures may be others now."""
        if step is None:
            self.shape = tree_shape(graph)
            children = self.shape.children
            self._parents = {child: parent for parent, inside in children.items() for child in inside}
            self._forget([key for key in self.nodes if key not in children])
            for parent in [parent for parent in self.buses if not children.get(parent)]:
                del self.buses[parent]
            return children.keys()
        self.shape = step.change.shape
        self._forget(step.change.gone)
        children, looked_at = self.shape.children, {key for key in step.changed if key in self.shape.children}
        for parent in step.change.touched:
            below = children[parent]
            self._parents.update(dict.fromkeys(below, parent))
            looked_at.update((parent, *below))
            if not below:
                self.buses.pop(parent, None)
        return sorted(looked_at)

    def _forget(self, gone: Iterable[str]) -> None:
        for key in gone:
            del self.nodes[key], self._sizes[key], self._models[key]
            self._parents.pop(key, None)
            self.buses.pop(key, None)

    def _same_titles(self, document: Document) -> bool:
        """Tell whether what pictures show of the rest of the document has stayed: titles of graphs that calls
        name, and ranges of variables that questions ask about.
        """
        old = self._document
        if old is None:
            return False
        if isinstance(self.graph, DecisionTreeGraph) and old.variables is not document.variables:
            return False
        if old.graphs is document.graphs:
            return True
        if old.graphs.keys() != document.graphs.keys():
            return False
        return all(
            old.graphs[key] is graph or old.graphs[key].title == graph.title
            for key, graph in document.graphs.items()
        )

    def _sync_pictures(
        self, document: Document, graph: TreeGraph, looked_at: Collection[str], *, keep: bool
    ) -> Generator[float, None, set[str]]:
        """Make the pictures of those of some nodes that differ; return the nodes whose size does."""
        sizes, made = self._sizes, 0
        resized: set[str] = set()
        is_numbered = not isinstance(graph, DecisionTreeGraph)
        numbers, loose, hidden = self.shape.numbers, self.shape.loose, self.shape.hidden
        models, nodes = self._models, graph.nodes
        for node_id in looked_at:
            node, old = nodes[node_id], models.get(node_id)
            number = numbers.get(node_id) if is_numbered else None
            if (
                keep
                and old is not None
                and old[0] is node
                and old[1] == number
                and old[2] == (node_id in loose)
                and old[3] == hidden.get(node_id, 0)
            ):
                continue
            model = models[node_id] = (node, number, node_id in loose, hidden.get(node_id, 0))
            size = self._new_picture(document, graph, node_id, model)
            if sizes.get(node_id) != size:
                resized.add(node_id)
            sizes[node_id] = size
            made += 1
            if made % _STEP == 0:
                yield made / (2 * len(nodes))
        return resized

    def _new_picture(self, document: Document, graph: TreeGraph, node_id: str, model: _Model) -> Size:
        """Show a node as the document has it now; return its size."""
        node, number, dimmed, hidden = model
        assert not isinstance(node, StateNode)
        picture = picture_of_tree_node(
            node, graph, document, self._registry, order_number=number, dimmed=dimmed, collapsed_count=hidden
        )
        if self.across and isinstance(picture, NodePicture):
            picture = replace(picture, across=True)
        part = self.nodes.get(node_id)
        if part is None:
            self.nodes[node_id] = NodePart(node_id, picture, self._looks)
        else:
            part.set_base(picture)
        size = measure_tree_node(picture)
        return size.width(), size.height()

    def _sync_buses(self, renewed: Collection[str] | None) -> Generator[float, None, bool]:
        """Lead the edges from some nodes again, None for all; return whether any goes elsewhere.

        The others go along with their parents.
        """
        children, buses, led = self.shape.children, self.buses, False
        self._looks.turn += 1
        for place, parent in enumerate(children if renewed is None else renewed):
            below = children[parent]
            if not below:
                continue
            if place % _STEP == _STEP - 1:
                yield 0.5 + place / (2 * len(children))
            bus = buses.get(parent)
            if bus is None:
                bus = buses[parent] = BusPart(parent, self._edge_looks, self.port, self._looks)
            bus.below = below
            led |= bus.set_drops(self._drops(parent, below))
        return led

    def _drops(
        self, parent: str, below: tuple[str, ...], shifts: Mapping[str, Point] | None = None
    ) -> list[Drop]:
        """Return where the edges from a node lead, with nodes that glide moved by their shifts."""
        moved = shifts or {}

        def top_of(child: str) -> Point:
            (x, y), (dx, dy) = self._top(child), moved.get(child, (0.0, 0.0))
            return x + dx, y + dy

        node = self.graph.nodes[parent] if self.graph is not None else None
        picture = self.nodes[parent].base
        if isinstance(node, DecisionNode) and isinstance(picture, DecisionPicture):
            rect = self.rects[parent].moved(*moved.get(parent, (0.0, 0.0)))
            return edges_of_branches(node, picture, rect, below, top_of)
        return [Drop(child, top_of(child), across=self.across) for child in below]

    def begin_glide(self, seen: Rect) -> bool:
        """Find what of the part that is seen the last change moved; return whether there is anything."""
        rects, former = self.rects, self._former_rects
        self.gliding = {}
        if rects is not former:
            near = {*self.item.rects.touching(seen), *self._former_table.touching(seen)}
            moved = [
                node for node in near if node in rects and node in former and rects[node] != former[node]
            ]
            if len(moved) <= _MOST_GLIDING:
                self.gliding = {node: _way_between(former[node], rects[node]) for node in moved}
        self._former_rects = rects
        return bool(self.gliding)

    def show_glide(self, left: float) -> None:
        """Show what glides with this share (1..0) of its way still to go, and the edges between."""
        shifts = {node: (dx * left, dy * left) for node, (dx, dy) in self.gliding.items()} if left else {}
        self.show_shifted(shifts, self.gliding)
        if not shifts:
            self.gliding = {}

    def show_shifted(self, shifts: Mapping[str, Point], touched: Collection[str]) -> None:
        """Show nodes away from their places by these distances; `touched` are those that were or are so."""
        parents = {self._parents[element] for element in touched if element in self._parents}
        for parent in parents | (self.buses.keys() & set(touched)):
            drops = self._drops(parent, self.shape.children[parent], shifts)
            self.buses[parent].set_drops(drops, shifts.get(parent, (0.0, 0.0)))
        self.item.set_gliding(shifts, across=self.across)

    def tidy_rects(self) -> Mapping[str, Rect]:
        """Return where everything would stand if the tree arranged itself."""
        if self.graph is None:
            return {}
        return self._arranger.arrange(self.graph, self.shape, self._sizes, freely=False)

    def port(self, node_id: str) -> Point:
        """Return the point under a node, or right of it, where its edges start."""
        left, top, right, bottom = self.rects[node_id]
        if self.across:
            return right, (top + bottom) / 2
        return (left + right) / 2, bottom + self.nodes[node_id].bottom

    def _top(self, node_id: str) -> Point:
        left, top, right, bottom = self.rects[node_id]
        return (left, (top + bottom) / 2) if self.across else ((left + right) / 2, top)

    def picture(self, node_id: str) -> TreeNodePicture:
        """Return the picture of a node as the document has it."""
        return self.nodes[node_id].base

    def refresh_marks(self, elements: Iterable[str]) -> None:
        """Show the marks of these nodes again."""
        if self._is_far:
            self._overview.recolor(self._looks.runs.nodes, self._looks.marks.selection, ())
        else:
            self.item.repaint_parts(elements)

    def refresh_run(self, looks: RunLooks, elements: Iterable[str]) -> None:
        """Show the run on these nodes and on the edges above them."""
        self._looks.runs = looks
        chosen = elements if isinstance(elements, (list, tuple)) else list(elements)
        parents: list[str] = []
        if len(chosen) <= _MANY:
            above = [self._parents[node] for node in chosen if node in self._parents]
            parents = [*above, *(node for node in chosen if node in self.buses)]
            for parent in parents:
                self.buses[parent].mark_stale()
        else:
            self._looks.turn += 1
        if self._is_far:
            self._overview.recolor(looks.nodes, self._looks.marks.selection, chosen)
        elif len(chosen) <= _MANY:
            self.item.repaint_parts([*chosen, *parents])
        else:
            self.item.update()

    def _edge_looks(self, parent: str) -> dict[EdgeKey, EdgeLook]:
        """Return how the edges from a node look; those that are idle are left out."""
        looks: dict[EdgeKey, EdgeLook] = {}
        asks = isinstance(self.graph, DecisionTreeGraph)
        runs = self._looks.runs
        asked = runs.node(parent)
        parent_off = self._models[parent][0].disabled
        for child in self.shape.children[parent]:
            node, _, dimmed, _ = self._models[child]
            run = runs.node(child)
            if asks and child == asked.taken:
                looks[child, asked.branch or 0] = EdgeLook(status=StatusLook.SUCCESS, dimmed=dimmed)
            elif not asks and run is not NOT_RUN and run.status in _LIVE_EDGES:
                looks[child] = EdgeLook(status=run.status, dimmed=dimmed)
            elif node.disabled or run.status == StatusLook.SKIPPED or parent_off:
                looks[child] = EdgeLook(status=StatusLook.DISABLED, dimmed=dimmed)
            elif dimmed:
                looks[child] = EdgeLook(dimmed=True)
        return looks

    def node_rect(self, node_id: str) -> Rect | None:
        """Return the rectangle of a visible node."""
        return self.rects.get(node_id)

    def title_rect(self, node_id: str) -> Rect | None:
        """Return where the title of a visible node is."""
        rect = self.rects.get(node_id)
        if rect is None:
            return None
        return tree_title_rect(self.nodes[node_id].base, rect)

    def value_rects(self, node_id: str) -> dict[str, Rect]:
        """Return where the values stand that can be edited on a visible node, by their names."""
        rect, graph = self.rects.get(node_id), self.graph
        if rect is None or graph is None:
            return {}
        node = graph.nodes[node_id]
        in_title = title_values(node, graph.kind, self._registry)
        in_line = line_values(node, graph.kind, self._registry)
        return tree_value_rects(self.nodes[node_id].base, rect, in_title, in_line)

    def node_ids(self) -> Iterator[str]:
        """Yield visible nodes."""
        yield from self.rects

    def node_count(self) -> int:
        """Return how many nodes are visible."""
        return len(self.rects)

    def edge_ids(self) -> Iterator[str]:
        """Yield nothing: the edges of a tree have no ids of their own."""
        yield from ()

    def nodes_near(self, point: Point, reach: float = 0.0) -> list[str]:
        """Return the visible nodes within `reach` of a point, the topmost last."""
        return self.item.rects.at(point, reach)

    def bounds(self, elements: Iterable[str] | None = None) -> Rect | None:
        """Return the rectangle around some nodes, or around all."""
        if elements is None:
            return self.item.rects.bounds()
        return united(self.rects[element] for element in elements if element in self.rects)

    def sides(self) -> Floats:
        """Return the rectangles of all visible nodes: rows of lefts, tops, rights and bottoms."""
        return self.item.rects.sides

    def hit(self, point: Point, scale: float) -> Hit:
        """Return what lies under a point."""
        reach = HANDLE_REACH * scale
        around = self.nodes_near(point, max(reach, STUB_REACH + 18) + SHEET_DROP)
        for node_id in reversed(around):
            if self.rects[node_id].contains(point):
                if near(point, self.port(node_id), min(reach, 6.0)):
                    return Hit(HitKind.PORT, node_id)
                return self._node_hit(node_id, point)
        for node_id in around:
            port = self.port(node_id)
            rect = self.rects[node_id]
            is_ahead = point[0] >= rect.left if self.across else point[1] >= rect.top
            if is_ahead and near(point, port, reach):
                return Hit(HitKind.PORT, node_id)
            middle = (port[0] + STUB_REACH, port[1]) if self.across else (port[0], port[1] + STUB_DROP)
            stub = rect_around(middle, (36.0, 20.0))
            if self.nodes[node_id].base.collapsed_count and stub.contains(point):
                return Hit(HitKind.STUB, node_id)
        found = nearest_line(point, self.lines_near(point, LINE_REACH * scale), LINE_REACH * scale)
        if found is None:
            return NOTHING
        parent, child = found[0]
        return Hit(HitKind.TREE_EDGE, child, parent)

    def _node_hit(self, node_id: str, point: Point) -> Hit:
        for name, place in self.value_rects(node_id).items():
            if place.contains(point):
                return Hit(HitKind.VALUE, node_id, value=name)
        title = self.title_rect(node_id)
        inside = title is not None and title.contains(point)
        return Hit(HitKind.TITLE if inside else HitKind.NODE, node_id)

    def lines_near(self, point: Point, reach: float) -> Iterator[tuple[TreeEdge, tuple[Point, ...]]]:
        """Yield the edges that may be within `reach` of a point, with their corners."""
        x, y = point
        return self.lines_touching(Rect(x - reach, y - reach, x + reach, y + reach))

    def lines_touching(self, area: Rect) -> Iterator[tuple[TreeEdge, tuple[Point, ...]]]:
        """Yield the edges that an area may touch, with their corners."""
        for parent in self.item.rooms.touching(area):
            yield from (((parent, line.child), points) for line, points in self.buses[parent].ways())

    def within(self, area: Rect) -> set[str]:
        """Return the nodes that an area touches."""
        return {node for node in self.item.rects.touching(area) if self.rects[node].overlaps(area)}

    @property
    def _is_far(self) -> bool:
        return self._look.detail == Detail.DOT

    def set_visible_for_detail(self) -> None:
        """Show the overview instead of all nodes at the lowest level of detail."""
        if self._is_far:
            asks = isinstance(self.graph, DecisionTreeGraph)
            self._overview.set_parts(self.nodes, self.buses, self.item.rects, asks=asks)
            self._overview.recolor(self._looks.runs.nodes, self._looks.marks.selection, None)
        self.overview.setVisible(self._is_far)
        self.item.setVisible(not self._is_far)

    def clear(self) -> None:
        """Take everything off the scene."""
        for item in (self.item, self.overview):
            scene = item.scene()
            if scene is not None:
                scene.removeItem(item)
        self.nodes.clear()
        self.buses.clear()


def _way_between(old: Rect, new: Rect) -> Point:
    """Return how far a place is from where it was."""
    return old.left - new.left, old.top - new.top
