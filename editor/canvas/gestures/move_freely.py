"""Move nodes of a tree that is placed freely: each goes with all below it.

Order and parents stay as they are, unless the nodes are dropped on the handle under another node, or on that
node with Shift held: then they become its last children and stand below it.
"""

from __future__ import annotations

from math import hypot

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.gestures.gesture import CanvasGesture, Pointer, Refusal, snapped
from editor.canvas.gestures.snapping import Snapping
from editor.canvas.items.hit_testing import HANDLE_REACH, RectTable
from editor.canvas.routing.shapes import Point, turned, turned_rect
from editor.canvas.scene.canvas_host import CanvasHost
from graphs.edits.aligning import move
from graphs.edits.ordering import reparent
from graphs.layout.free_trees import carried_places, tops_of
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import child_ids, descendants
from graphs.structure.rules import child_rule

_LEVEL, _APART = 48.0, 32.0
"""Room between a node and what hangs on it, and between neighbors, px."""


class MoveFreely(CanvasGesture):
    """Carry the selected nodes, or the one grabbed, in line with others or on the grid; Ctrl: anywhere.

    Shift over a node, or the handle under it: hang them there.
    """

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, view: CanvasHost, node_id: str) -> None:
        super().__init__(view)
        self._grabbed = node_id

    def start(self, at: Pointer) -> None:
        """Note where everything is."""
        tree, graph = self.view.canvas.tree, self.view.graph
        assert tree is not None
        assert graph is not None
        assert not isinstance(graph, StateMachineGraph)
        self._tree, self._graph, self._from = tree, graph, at.scene
        chosen = [node for node in self.view.selected_nodes() if node in tree.rects]
        self._tops = tops_of(graph, chosen if self._grabbed in chosen else [self._grabbed])
        self._carried = {*self._tops, *(below for node in self._tops for below in descendants(graph, node))}
        others = [rect for node, rect in tree.rects.items() if node not in self._carried]
        self._snapping = Snapping(tree.rects[self._grabbed], others)
        self._nodes = RectTable(
            {node: rect for node, rect in tree.rects.items() if node not in self._carried}
        )
        self._step: Point = (0.0, 0.0)
        self._parent = ""
        self._judged: dict[str, Refusal | None] = {}

    def move(self, at: Pointer) -> None:
        """Show the nodes where they would be dropped, and what they would hang on."""
        self._step = self._snapping.step(at, self._from, 1.0 / self.view.camera.zoom)
        self._show(self._step)
        self._parent = self._parent_under(at)
        self.refusal = self._judge() if self._parent else None
        if self._parent:
            self._snapping.hide()
        self.view.canvas.set_drop_target(self._parent if self.refusal is None else "")

    def _parent_under(self, at: Pointer) -> str:
        """Return the node that the pointer asks to hang the nodes on, "" for none."""
        if at.shift:
            return next(iter(self._nodes.at(at.scene)), "")
        reach = HANDLE_REACH / self.view.camera.zoom
        behind = (reach, 0.0) if self._tree.across else (0.0, reach)
        for node in self._nodes.at((at.scene[0] - behind[0], at.scene[1] - behind[1])) or self._nodes.at(
            at.scene
        ):
            port, rule = self._tree.port(node), child_rule(self._graph, node, self.view.registry)
            if rule is not None and rule.maximum == 0:
                continue
            if hypot(port[0] - at.scene[0], port[1] - at.scene[1]) <= reach:
                return node
        return ""

    def _judge(self) -> Refusal | None:
        """Return why the nodes cannot hang on the one under the pointer; each is judged once."""
        if self._parent not in self._judged:
            self._judged[self._parent] = self.why_not(self._hung)
        return self._judged[self._parent]

    def _hung(self, document: Document) -> Document:
        """Return the document with the nodes as the last children of the one under the pointer."""
        graph_id, registry = self.view.graph_id, self.view.registry
        for node in self._tops:
            document = reparent(document, graph_id, node, self._parent, registry)
        return move(document, graph_id, self._places_below())

    def _places_below(self) -> dict[str, Point]:
        """Return places for the nodes in a row under their new parent, right of what hangs there already.

        In a tree that grows across it is a column right of the parent, below what hangs there.
        """
        rects, graph, across = self._tree.rects, self._graph, self._tree.across
        corners = {node: (rect.left, rect.top) for node, rect in rects.items()}
        if across:
            rects = {node: turned_rect(rect) for node, rect in rects.items()}
        parent = rects[self._parent]
        below = [node for node in child_ids(graph.nodes[self._parent]) if node not in self._carried]
        standing = [rects[child] for child in below if child in rects]
        inner = [rects[node] for child in below for node in descendants(graph, child) if node in rects]
        top = standing[-1].top if standing else parent.bottom + _LEVEL
        right = max((rect.right for rect in (*standing, *inner)), default=None)
        places: dict[str, Point] = {}
        for node in self._tops:
            carried = [rects[each] for each in (node, *descendants(graph, node)) if each in rects]
            lead = rects[node].left - min(rect.left for rect in carried)
            left = parent.center[0] - rects[node].width / 2 if right is None else right + _APART + lead
            step = (snapped(left) - rects[node].left, snapped(top) - rects[node].top)
            places |= carried_places(graph, (node,), corners, turned(step) if across else step)
            right = max(rect.right for rect in carried) + step[0]
        return places

    def _show(self, step: Point) -> None:
        shown = (
            {node: step for node in self._carried if node in self._tree.rects} if step != (0.0, 0.0) else {}
        )
        self._tree.show_shifted(shown, self._carried)

    def finish(self, at: Pointer) -> None:
        """Keep the new places as one step."""
        self.move(at)
        step = self._step
        self._snapping.hide()
        self._show((0.0, 0.0))
        self.view.canvas.set_drop_target("")
        if self.refusal is not None or (step == (0.0, 0.0) and not self._parent):
            return
        corners = {node: (rect.left, rect.top) for node, rect in self._tree.rects.items()}
        places = carried_places(self._graph, self._tops, corners, step)
        count = len(self._tops)
        what = self.view.name_of(self._tops[0]) if count == 1 else f"{count} nodes"
        if self._parent:
            self.view.session.apply(f"Move {what}", self._hung, select=self._tops)
            return
        self.view.layout_glide.skip_next()
        self.view.session.apply(f"Move {what}", self.view.on_graph(move, places))

    def cancel(self) -> None:
        """Leave everything where it is."""
        self._snapping.hide()
        self.view.canvas.set_drop_target("")
        self._show((0.0, 0.0))

    def overlay_rect(self) -> QRectF:
        """Return the room of the guides."""
        return self._snapping.room()

    def paint(self, painter: QPainter) -> None:
        """Paint the guides."""
        self._snapping.paint(painter)
