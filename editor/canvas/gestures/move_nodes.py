"""Move nodes of trees and states of machines: to another place, under another parent, or into an edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from editor.canvas.gestures.gesture import CanvasGesture, Pointer, Refusal, snapped
from editor.canvas.gestures.places import LEAST_LEFT, LEAST_TOP, LOOSE, DropPlace, DropPlaces
from editor.canvas.gestures.snapping import Snapping
from editor.canvas.items.hit_testing import nearest_line
from editor.canvas.items.shared_look import qpoint, qrect
from editor.canvas.machines.machine_contents import MachineContents
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.edge_painting import paint_edge, transition_edge, tree_line
from editor.canvas.painting.pictures import EdgeLook
from editor.canvas.painting.tree_node_painting import paint_tree_node, tree_node_paint_bounds
from editor.canvas.routing.machine_routes import Route
from editor.canvas.routing.shapes import Point, Rect, bounds_of, united
from editor.canvas.scene.canvas_host import CanvasHost
from editor.canvas.trees.tree_contents import TreeContents
from editor.theme.inks import NO_BRUSH, make_pen, set_inks
from editor.theme.theme_manager import current_theme
from graphs.edits.adding import insert_on_edge
from graphs.edits.aligning import move
from graphs.edits.ordering import reparent
from graphs.edits.removing import pull_out
from graphs.layout.machine_layout import FIRST_PLACE
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import TOP, ancestors, child_ids, children_of, descendants, parent_of

INSERT_REACH = 9.0
"""How near to an edge the pointer must be to put a node into it, in screen px at any zoom."""
_HELD = EdgeLook(dragged=True)


@dataclass(frozen=True, slots=True)
class EdgeUnder:
    """An edge under the pointer: of a tree child and parent, of a machine one transition and its plate."""

    id: str
    parent: str
    points: tuple[Point, ...]
    plate: Rect | None = None

    def room(self) -> QRectF:
        """Return what `paint` touches."""
        room = qrect(bounds_of(self.points).grown(14))
        return room | qrect(self.plate.grown(4)) if self.plate is not None else room

    def paint(self, painter: QPainter, detail: Detail) -> None:
        """Paint the edge as one that is held."""
        points = [qpoint(point) for point in self.points]
        shape = tree_line(points) if self.parent else transition_edge(points)
        theme = current_theme()
        if self.plate is None:
            paint_edge(painter, shape, _HELD, detail, theme=theme)
            return
        # The words on the plate are not struck through: the line stops at it, as it does when it is painted.
        around, inside = QPainterPath(), QPainterPath()
        around.addRect(self.room())
        inside.addRect(qrect(self.plate))
        painter.save()
        painter.setClipPath(around - inside)
        paint_edge(painter, shape, _HELD, detail, theme=theme)
        painter.restore()
        set_inks(painter, make_pen(theme.color("accent.line"), 2.0), NO_BRUSH)
        painter.drawRoundedRect(qrect(self.plate), 6, 6)


def tree_edge_under(tree: TreeContents, point: Point, scale: float) -> EdgeUnder | None:
    """Return the edge of a tree under the pointer; `scale` is how many scene px one screen px takes."""
    reach = INSERT_REACH * scale
    lines = dict(tree.lines_near(point, reach))
    found = nearest_line(point, lines.items(), reach)
    if found is None:
        return None
    parent, child = found[0]
    return EdgeUnder(child, parent, lines[found[0]])


def transition_under(
    machine: MachineContents, routes: Mapping[str, Route], point: Point, scale: float
) -> EdgeUnder | None:
    """Return the transition under the pointer among lines as they were led before the drag.

    Over the plate of several transitions it is the one of the row pointed at.
    """
    for key, route in routes.items():
        if route.label is not None and route.label.contains(point):
            edges = machine.shape.bundles[key].edges
            row = int((point[1] - route.label.top) / route.label.height * len(edges))
            return EdgeUnder(edges[min(row, len(edges) - 1)], "", route.points, route.label)
    reach = INSERT_REACH * scale
    found = nearest_line(point, ((key, route.points) for key, route in routes.items()), reach)
    if found is None:
        return None
    route = routes[found[0]]
    return EdgeUnder(machine.shape.bundles[found[0]].edges[0], "", route.points, route.label)


_GHOST_OPACITY = 0.55


class MoveNode(CanvasGesture):
    """Carry a node as a ghost; a bar or an outline shows where it would go, on empty canvas it goes loose.

    Over an edge it is put between the two nodes that this joins, unless Alt is held.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: CanvasHost, node_id: str) -> None:
        super().__init__(view)
        self._node = node_id

    def start(self, at: Pointer) -> None:
        """Note what is carried."""
        tree, graph = self.view.canvas.tree, self.view.graph
        assert tree is not None
        assert graph is not None
        assert not isinstance(graph, StateMachineGraph)
        self._tree = tree
        self._graph = graph
        self._rect = tree.rects[self._node]
        self._grip: Point = (at.scene[0] - self._rect.left, at.scene[1] - self._rect.top)
        self._carried = self._what_goes_along()
        scale = 1.0 / self.view.camera.zoom
        self._places = DropPlaces(tree.rects, tree.shape.children, self._carried, scale, across=tree.across)
        self._at: Point = (self._rect.left, self._rect.top)
        self._place = DropPlace(parent_of(graph, self._node) or TOP)
        self._edge: EdgeUnder | None = None
        self._is_top = self._place.parent == TOP
        self._judged: dict[tuple[DropPlace, str, str], Refusal | None] = {}

    def _what_goes_along(self) -> frozenset[str]:
        return frozenset({self._node, *descendants(self._graph, self._node)})

    def move(self, at: Pointer) -> None:
        """Carry the ghost along and look where it would go."""
        self._at = (at.scene[0] - self._grip[0], at.scene[1] - self._grip[1])
        self._place = LOOSE
        self._edge = None if at.alt else self._edge_under(at.scene)
        if self._edge is not None:
            self.refusal = None
        else:
            self._place = self._places.at(at.scene)
            self.refusal = self._judge()
        whole = self._place.parent if self._place.mark is None else ""
        self.view.canvas.set_drop_target(whole if self.refusal is None and self._edge is None else "")

    def _edge_under(self, point: Point) -> EdgeUnder | None:
        """Return the edge under the pointer if the node can be put into it."""
        found = tree_edge_under(self._tree, point, 1.0 / self.view.camera.zoom)
        if found is None or found.id in self._carried or found.parent in self._carried:
            return None
        self._edge = found
        return found if self._judge() is None else None

    def _judge(self) -> Refusal | None:
        """Return why the node cannot be dropped where it is; the same place is judged once."""
        edge = (self._edge.id, self._edge.parent) if self._edge is not None else ("", "")
        key = (self._place, *edge)
        if key not in self._judged:
            self._judged[key] = self.why_not(self._dropped)
        return self._judged[key]

    def _loose_at(self) -> Point:
        return snapped(self._at[0]), snapped(self._at[1])

    def _dropped(self, document: Document) -> Document:
        place, edge = self._place, self._edge
        if edge is not None:
            return insert_on_edge(
                document, self.view.graph_id, edge.id, self._node, self.view.registry, parent=edge.parent
            )
        if place.parent == TOP and self._is_top:
            if self._node == self._graph.root:
                return document
            return move(document, self.view.graph_id, {self._node: self._loose_at()})
        at = self._loose_at() if place.parent == TOP else None
        graph_id, registry = self.view.graph_id, self.view.registry
        return reparent(document, graph_id, self._node, place.parent, registry, index=place.index, at=at)

    def finish(self, at: Pointer) -> None:
        """Keep the new place as one step."""
        self.move(at)
        self.view.canvas.set_drop_target("")
        if self.refusal is None:
            self.view.session.apply(self._label(), self._dropped, select=[self._node])

    def _label(self) -> str:
        verb = "Insert" if self._edge is not None else "Move"
        return f"{verb} {self.view.name_of(self._node)}"

    def cancel(self) -> None:
        """Leave everything where it is."""
        self.view.canvas.set_drop_target("")

    def overlay_rect(self) -> QRectF:
        """Return the room of the ghost, and of the bar or the edge."""
        picture = self._tree.picture(self._node)
        ghost = QRectF(*self._at, self._rect.width, self._rect.height)
        room = tree_node_paint_bounds(picture, ghost)
        if self._edge is not None:
            return room.united(self._edge.room())
        return room.united(qrect(self._place.mark)) if self._place.mark is not None else room

    def paint(self, painter: QPainter) -> None:
        """Paint the ghost, and the bar or the edge where it would go in."""
        theme = current_theme()
        detail = max(Detail.BLOCK, self.view.canvas.look.detail)
        if self._edge is not None:
            self._edge.paint(painter, detail)
        painter.setOpacity(_GHOST_OPACITY)
        ghost = QRectF(*self._at, self._rect.width, self._rect.height)
        picture = replace(self._tree.picture(self._node), order_number=None)
        paint_tree_node(painter, ghost, picture, detail, theme=theme)
        painter.setOpacity(1.0)
        if self._place.mark is not None and self.refusal is None:
            set_inks(painter, Qt.PenStyle.NoPen, theme.color("accent.line"))
            painter.drawRoundedRect(qrect(self._place.mark), 1.5, 1.5)


class PullOutNode(MoveNode):
    """Carry a node away alone: what is below it takes its place."""

    def _what_goes_along(self) -> frozenset[str]:
        return frozenset({self._node})

    def _edge_under(self, point: Point) -> EdgeUnder | None:
        return None

    def _dropped(self, document: Document) -> Document:
        place, graph_id, registry = self._place, self.view.graph_id, self.view.registry
        document = pull_out(document, graph_id, self._node, registry, at=self._loose_at())
        if place.parent == TOP:
            return document
        index = self._index_after(place)
        return reparent(document, graph_id, self._node, place.parent, registry, index=index)

    def _index_after(self, place: DropPlace) -> int | None:
        """Return the index of a place now that the children stand where the node was."""
        parent = parent_of(self._graph, self._node)
        if place.index is None or place.parent != parent:
            return place.index
        below = len(child_ids(self._graph.nodes[self._node]))
        own = children_of(self._graph, parent).index(self._node)
        return place.index + below if place.index > own else place.index

    def _label(self) -> str:
        return f"Pull out {self.view.name_of(self._node)}"


class MoveStates(CanvasGesture):
    """Drag the selected states; they snap to neighbors and to the grid unless Ctrl is held.

    Inside their own box they move at once. Over another state, or out of their own box, the drop nests them
    there: that state is outlined and those that are dragged follow as outlines until they are dropped. One
    state dropped on a transition is put into it, unless Alt is held.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: CanvasHost, grabbed: str) -> None:
        super().__init__(view)
        self._grabbed = grabbed

    def start(self, at: Pointer) -> None:
        """Note where everything is."""
        machine = self.view.canvas.machine
        graph = self.view.graph
        assert machine is not None
        assert graph is not None
        self._machine = machine
        self._moved = self._what_moves()
        self._moved = [
            node for node in self._moved if not any(up in self._moved for up in ancestors(graph, node))
        ]
        self._from = at.scene
        self._rects: dict[str, Rect] = dict(machine.arrangement.rects)
        self._routes = dict(machine.arrangement.routes)
        arranger = machine.arranger
        boxes = dict.fromkeys(arranger.box_of(node) for node in self._moved)
        self._standing = {node: at for box in boxes for node, at in arranger.unstored_places(box).items()}
        self._home = arranger.box_of(self._grabbed)
        neighbors = [
            child for child in machine.shape.children.get(self._home, ()) if child not in self._moved
        ]
        self._snapping = Snapping(self._rects[self._grabbed], [self._rects[node] for node in neighbors])
        self._step: Point = (0.0, 0.0)
        self._target = self._home
        self._edge: EdgeUnder | None = None

    def _what_moves(self) -> list[str]:
        chosen = [node for node in self._machine.node_ids() if node in self.view.session.selection]
        return chosen if self._grabbed in chosen else [self._grabbed]

    def move(self, at: Pointer) -> None:
        """Show the states where they would be dropped."""
        self._step = self._snapping.step(at, self._from, 1.0 / self.view.camera.zoom)
        self.refusal = None
        self._edge = None if at.alt else self._edge_under(at.scene)
        self._target = self._home if self._edge is not None else self._box_under(at.scene)
        if self._stays_home():
            self._machine.arranger.move_nodes(self._places())
            self.view.canvas.set_drop_target("")
            return
        self._snapping.hide()
        self._machine.arranger.move_nodes({})
        if self._edge is None:
            self.view.canvas.set_drop_target(self._target)
            self.refusal = self.why_not(self._dropped)
        else:
            self.view.canvas.set_drop_target("")

    def _stays_home(self) -> bool:
        """Tell whether the states only get other places in their own box."""
        return self._target == self._home and self._edge is None

    def _edge_under(self, point: Point) -> EdgeUnder | None:
        """Return the transition under the pointer if the one dragged state can be put into it."""
        if len(self._moved) != 1:
            return None
        found = transition_under(self._machine, self._routes, point, 1.0 / self.view.camera.zoom)
        if found is None:
            return None
        self._edge = found
        return found if self.why_not(self._dropped) is None else None

    def _box_under(self, point: Point) -> str:
        """Return the innermost state at a point that is not dragged, as everything stood at the start."""
        for node_id in reversed(self._machine.shape.order):
            if not self._rects[node_id].contains(point):
                continue
            if node_id in self._moved or any(up in self._moved for up in self._machine.shape.around(node_id)):
                continue
            return node_id
        return TOP

    def _places(self) -> dict[str, Point]:
        """Return new positions relative to the box around each state; neighbors stay where they are."""
        places = dict(self._standing)
        for node_id in self._moved:
            box = self._machine.arranger.box_of(node_id)
            rect = self._rects[node_id]
            left, top = rect.left + self._step[0], rect.top + self._step[1]
            if box != TOP:
                left -= self._rects[box].left
                top -= self._rects[box].top
                left, top = max(LEAST_LEFT, left), max(LEAST_TOP, top)
            places[node_id] = (left, top)
        return places

    def _dropped(self, document: Document) -> Document:
        """Return the document after a drop where the pointer is."""
        if self._edge is not None:
            graph_id, registry = self.view.graph_id, self.view.registry
            document = move(document, graph_id, self._places())
            return insert_on_edge(document, graph_id, self._edge.id, self._moved[0], registry)
        if self._target == self._home:
            return move(document, self.view.graph_id, self._places())
        for node_id in self._moved:
            at = self._place_in_target(node_id)
            document = reparent(
                document, self.view.graph_id, node_id, self._target, self.view.registry, at=at
            )
        return document

    def _place_in_target(self, node_id: str) -> Point:
        rect = self._rects[node_id]
        left, top = rect.left + self._step[0], rect.top + self._step[1]
        if self._target == TOP:
            return snapped(left), snapped(top)
        if self._target not in self._machine.shape.children:
            # A plain state, or one that is folded, shows no inside to aim at.
            place = self._moved.index(node_id)
            return FIRST_PLACE[0] + 32.0 * place, FIRST_PLACE[1] + 64.0 * place
        box = self._rects[self._target]
        return max(LEAST_LEFT, snapped(left - box.left)), max(LEAST_TOP, snapped(top - box.top))

    def finish(self, at: Pointer) -> None:
        """Keep the new places as one step."""
        self.move(at)
        self.view.canvas.set_drop_target("")
        if self.refusal is not None:
            return
        if not self._stays_home() or self._step != (0.0, 0.0):
            self.view.session.apply(self._label(), self._dropped)
        self._machine.arranger.move_nodes({})

    def _label(self) -> str:
        what = self.view.name_of(self._moved[0]) if len(self._moved) == 1 else f"{len(self._moved)} states"
        verb = "Insert" if self._edge is not None else "Move" if self._stays_home() else "Nest"
        if self._target == TOP and verb == "Nest":
            return f"Move {what} out"
        return f"{verb} {what}"

    def cancel(self) -> None:
        """Put everything back."""
        self.view.canvas.set_drop_target("")
        self._machine.arranger.move_nodes({})

    def overlay_rect(self) -> QRectF:
        """Return the room of guides, of the outlines over another box, and of the transition."""
        room = self._snapping.room()
        if not self._stays_home():
            around = united(self._rects[node].moved(*self._step) for node in self._moved)
            if around is not None:
                room |= qrect(around.grown(4))
        return room | self._edge.room() if self._edge is not None else room

    def paint(self, painter: QPainter) -> None:
        """Paint guides, the outlines of what is carried, and the transition it would go into."""
        self._snapping.paint(painter)
        if self._edge is not None:
            self._edge.paint(painter, self.view.canvas.look.detail)
        if not self._stays_home():
            set_inks(painter, make_pen(current_theme().color("accent.line"), 2.0, (6.0, 4.0)), NO_BRUSH)
            for node_id in self._moved:
                painter.drawRoundedRect(qrect(self._rects[node_id].moved(*self._step)), 9, 9)


class PullOutState(MoveStates):
    """Drag a state out from between its neighbors: what led to it leads on to where it led."""

    def _what_moves(self) -> list[str]:
        return [self._grabbed]

    def move(self, at: Pointer) -> None:
        """Show where the state would be dropped, without its transitions."""
        super().move(at)
        self._machine.arranger.move_nodes({})
        self.refusal = self.why_not(self._dropped)

    def _stays_home(self) -> bool:
        return False

    def _edge_under(self, point: Point) -> EdgeUnder | None:
        return None

    def _dropped(self, document: Document) -> Document:
        document = pull_out(document, self.view.graph_id, self._grabbed, self.view.registry)
        return super()._dropped(document)

    def _label(self) -> str:
        return f"Pull out {self.view.name_of(self._grabbed)}"
