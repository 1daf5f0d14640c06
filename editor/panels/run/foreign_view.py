"""Draw the tree or machine of another program, lit by its statuses; nodes are walked by pointer and keys."""

from __future__ import annotations

from collections.abc import Generator

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent

from editor.basics.slices import LongWork, beside_window
from editor.canvas.items.pictures import RunLooks
from editor.canvas.items.shared_look import qrect
from editor.canvas.scene.scene import CanvasScene
from editor.canvas.view.looking_view import LookingView
from editor.panels.run.foreign_document import GRAPH, foreign_document, foreign_look
from runtime.foreign.foreign_run import IDLE, ForeignGraph, ForeignRun, Look

_FEW = 400
"""A graph of so many nodes is drawn at once, a larger one in slices."""
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
_DOWN, _ACROSS = (150.0, 90.0), (60.0, 260.0)
"""Px that a leaf and a level take, about, of a tree that grows down (across and down) or to the right."""


class ForeignView(LookingView):
    """Show one graph of a run. `picked` carries the node that is selected, "" for none."""

    picked = Signal(str)
    menu_wanted = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__("Foreign program")
        self.graph: ForeignGraph | None = None
        self.selected = ""
        self.work = LongWork(self)
        self._looks = RunLooks()
        self._lit: dict[str, tuple[Look, bool]] = {}
        self._children: dict[str, list[str]] = {}
        self.element_picked.connect(self.select)

    def show_graph(self, graph: ForeignGraph | None) -> None:
        """Draw a graph, None for none; until a large one is drawn the one before stays in view."""
        if graph is self.graph:
            return
        self.graph, self._children = graph, {}
        self.work.drop()
        self.select("")
        if graph is None:
            self.setScene(None)
            return
        for key, node in graph.nodes.items():
            self._children.setdefault(node.parent, []).append(key)
        steps = _drawn(graph, self._is_better_across(graph))
        self.work.run_steps(f"Drawing {graph.title}", steps, self._take)
        if len(graph.nodes) <= _FEW:
            self.work.finish()

    def light(self, key: str, run: ForeignRun) -> None:
        """Show how the graph stands that has this key in a run; only what differs is painted again."""
        scene, graph = self.canvas_scene(), self.graph
        if scene is None or graph is None or self.work.is_busy:
            return
        scene.set_breakpoints(run.breakpoints)
        looks, changed = run.looks[key], []
        for node in graph.nodes:
            now = looks.get(node, IDLE), node == run.held
            if now != self._lit.get(node):
                self._lit[node] = now
                self._looks.nodes[node] = foreign_look(now[0], is_held=now[1])
                changed.append(node)
        scene.set_run_looks(self._looks, changed)

    def select(self, node: str) -> None:
        """Select a node and bring it into view, "" for none; a transition is none."""
        node = node if self.graph is not None and node in self.graph.nodes else ""
        scene = self.canvas_scene()
        if scene is not None:
            scene.set_selection(frozenset({node} if node else ()))
            rect = scene.node_rect(node) if node else None
            if rect is not None:
                self.camera.bring(qrect(rect))
        if node != self.selected:
            self.selected = node
            self.picked.emit(node)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk to parent, first child and siblings with the arrows, let go with Esc."""
        key, node = Qt.Key(event.key()), self.selected
        if key == Qt.Key.Key_Escape and node:
            self.select("")
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, *_STEPS) and self.graph is not None:
            parent = self.graph.nodes[node].parent if node else ""
            beside, below = self._children.get(parent, [""]), self._children.get(node, [node])
            step = _STEPS.get(key, 0)
            if not node or key == Qt.Key.Key_Down:
                self.select(below[0])
            else:
                self.select(beside[(beside.index(node) + step) % len(beside)] if step else parent or node)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Select what is under the pointer and ask for its menu; the key asks for that of the selected."""
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            self.select(self.element_at(event.pos()))
        self.menu_wanted.emit(event.globalPos())

    def _take(self, scene: CanvasScene) -> None:
        self._looks, self._lit = RunLooks(), {}
        self.show_scene(scene)
        self.frame_all()

    def _is_better_across(self, graph: ForeignGraph) -> bool:
        """Tell whether a tree is seen larger when it grows to the right."""
        depths: dict[str, int] = {"": 0}
        for key, node in graph.nodes.items():
            depths[key] = depths[node.parent] + 1
        leaves, levels = len(graph.nodes) - len(self._children), max(depths.values())
        room = self.viewport().size()
        down = min(room.width() / (leaves * _DOWN[0]), room.height() / (levels * _DOWN[1]), 1.0)
        return min(room.height() / (leaves * _ACROSS[0]), room.width() / (levels * _ACROSS[1])) > down


def _drawn(graph: ForeignGraph, across: bool) -> Generator[float, None, CanvasScene]:
    document, registry = yield from beside_window(lambda: foreign_document(graph, across=across))
    scene = CanvasScene(registry)
    yield from scene.sync_steps(document, GRAPH)
    return scene
