"""Hold the items of the graph that is shown, and keep them like the document."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtWidgets import QGraphicsScene

from editor.basics.slices import LongWork
from editor.canvas.items.frames import FramesLayer
from editor.canvas.items.hit_testing import NOTHING, Hit, HitKind
from editor.canvas.items.pictures import RunLooks
from editor.canvas.items.shared_look import LayerItem, MarksBook, SharedLook, qrect
from editor.canvas.machines.machine_contents import MachineContents
from editor.canvas.painting.detail import Detail
from editor.canvas.painting.pictures import ProblemLook
from editor.canvas.routing.shapes import Point, Rect, united
from editor.canvas.scene.idle_branches import with_folded
from editor.canvas.trees.tree_contents import TreeContents
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, StateMachineGraph

_REACH = 4_000_000.0
"""How far the canvas reaches to every side, px; fixed, so that the view never jumps."""


GraphContents = MachineContents | TreeContents
"""Everything that is shown of one graph."""


class CanvasScene(QGraphicsScene):
    """Show one graph of a document.

    `sync` compares the new document with the one shown by identity and touches only what differs; selection,
    problems and the looks of a run are put on top and never reach the document. With `long_work` a large
    machine is arranged beside the window; without it everything is there when `sync` returns.
    """

    folds_changed = Signal()
    """Tells that other nodes are shown folded than the document has."""

    def __init__(
        self,
        registry: Registry,
        parent: QObject | None = None,
        long_work: LongWork | None = None,
        look: SharedLook | None = None,
    ) -> None:
        super().__init__(parent)
        self._long_work = long_work
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setSceneRect(-_REACH, -_REACH, 2 * _REACH, 2 * _REACH)
        self.look = look or SharedLook()
        self.marks = MarksBook()
        self.contents: GraphContents | None = None
        self.graph_id = ""
        self._registry = registry
        self._layer = LayerItem()
        self.addItem(self._layer)
        self.frames = FramesLayer(self._layer, self.look, self.marks)
        self.folded: frozenset[str] = frozenset()
        """Nodes shown folded whatever the document says, because nothing goes on in them."""
        self._shown_folds = self.folded
        self._plain: Document | None = None
        self._runs = RunLooks()

    @property
    def tree(self) -> TreeContents | None:
        """Return the contents when a tree is shown."""
        return self.contents if isinstance(self.contents, TreeContents) else None

    @property
    def machine(self) -> MachineContents | None:
        """Return the contents when a machine is shown."""
        return self.contents if isinstance(self.contents, MachineContents) else None

    def sync(self, document: Document, graph_id: str) -> None:
        """Show a graph as a document has it, but for `folded`; an unknown id shows nothing."""
        if graph_id != self.graph_id:
            self.folded = frozenset()
        self._plain, self._shown_folds = document, self.folded
        shown = with_folded(document, graph_id, self.folded)
        contents = self._contents_for(shown, graph_id)
        if contents is not None:
            contents.sync(shown, graph_id)
            self.frames.sync(shown.graphs[graph_id].notes)

    def fold(self, folded: frozenset[str]) -> None:
        """Show other nodes folded than the document has; nothing of it changes."""
        if self._long_work is not None and self.folded != self._shown_folds:
            self._long_work.drop()
        self.folded = folded
        if self._plain is not None and self.contents is not None:
            self.sync(self._plain, self.graph_id)
        self.folds_changed.emit()

    def fold_beside(self, folded: frozenset[str], is_free: Callable[[], bool]) -> None:
        """Fold a large machine beside the window, unless `is_free` says at the end that a hand is at work.

        Until then all is shown, and can be used, as it was; anything else is folded at once.
        """
        machine, work = self.machine, self._long_work
        if machine is None or work is None or not machine.arranger.is_large:
            self.fold(folded)
            return
        work.drop()
        self.folded = folded
        work.run_steps("Folding", self._fold_steps(machine, folded, is_free), lambda _none: None)

    def _fold_steps(
        self, machine: MachineContents, folded: frozenset[str], is_free: Callable[[], bool]
    ) -> Generator[float, None, None]:
        try:
            assert self._plain is not None
            shown = with_folded(self._plain, self.graph_id, folded)
            if (yield from machine.fold_steps(shown, self.graph_id, is_free)):
                self._shown_folds = folded
                self.folds_changed.emit()
        finally:
            # Steps given up have folded nothing.
            self.folded = self._shown_folds

    def sync_steps(self, document: Document, graph_id: str) -> Iterator[float]:
        """Fill an empty scene that no view shows yet, a few nodes at a time; yield the share done."""
        contents = self._contents_for(document, graph_id)
        if contents is not None:
            yield from contents.sync_steps(document, graph_id)
            self.frames.sync(document.graphs[graph_id].notes)

    def _contents_for(self, document: Document, graph_id: str) -> GraphContents | None:
        """Return the contents that show a graph, new ones for another graph; None for an unknown one."""
        graph = document.graphs.get(graph_id)
        if graph is None:
            self._let_go()
            self.frames.sync({})
            self.graph_id = ""
            return None
        is_machine = isinstance(graph, StateMachineGraph)
        if graph_id != self.graph_id or isinstance(self.contents, MachineContents) != is_machine:
            self._let_go()
            self.graph_id = graph_id
            parts = (self._layer, self._registry, self.look, self.marks)
            self.contents = MachineContents(*parts, self._long_work) if is_machine else TreeContents(*parts)
        return self.contents

    def _let_go(self) -> None:
        if self._long_work is not None:
            self._long_work.drop()
        if self.contents is not None:
            self.contents.clear()
            self.contents = None
        self._runs = RunLooks()
        self.marks.drop_target, self.marks.hovered = "", ""

    def bounds(self, elements: Iterable[str]) -> Rect | None:
        """Return the rectangle around nodes and transitions that are shown, None if none is."""
        return self.contents.bounds(elements) if self.contents is not None else None

    def content_rect(self) -> QRectF:
        """Return the rectangle around everything shown; empty for an empty graph."""
        found = (self.contents.bounds() if self.contents is not None else None, self.frames.bounds())
        bounds = united(rect for rect in found if rect is not None)
        return qrect(bounds) if bounds is not None else QRectF()

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing is shown."""
        return self.contents is None or next(iter(self.contents.node_ids()), None) is None

    def node_count(self) -> int:
        """Return how many nodes are shown."""
        return self.contents.node_count() if self.contents is not None else 0

    def set_selection(self, selection: frozenset[str]) -> None:
        """Show other things selected."""
        changed = self.marks.selection ^ selection
        self.marks.selection = selection
        self._refresh_marks(changed)

    def set_problems(self, problems: Mapping[str, ProblemLook]) -> None:
        """Show the worst problem of each thing."""
        old = self.marks.problems
        changed = {key for key in (*old, *problems) if old.get(key) != problems.get(key)}
        self.marks.problems = dict(problems)
        self._refresh_marks(changed)

    def set_breakpoints(self, breakpoints: frozenset[str]) -> None:
        """Show where the run stops."""
        changed = self.marks.breakpoints ^ breakpoints
        self.marks.breakpoints = breakpoints
        self._refresh_marks(changed)

    def set_drop_target(self, element: str) -> None:
        """Outline the thing that a wire would be dropped on, "" for none."""
        if element != self.marks.drop_target:
            changed = {self.marks.drop_target, element}
            self.marks.drop_target = element
            self._refresh_marks(changed)

    def set_hovered(self, element: str) -> bool:
        """Note the thing under the pointer; return whether it is another one."""
        if element == self.marks.hovered:
            return False
        changed = {self.marks.hovered, element}
        self.marks.hovered = element
        self._refresh_marks(changed)
        return True

    def _refresh_marks(self, elements: Iterable[str]) -> None:
        elements = tuple(elements)
        self.frames.refresh_marks(elements)
        if self.contents is not None:
            self.contents.refresh_marks(elements)

    def set_run_looks(self, looks: RunLooks, elements: Iterable[str]) -> None:
        """Show the run on these nodes and transitions; ids that are not shown are passed over."""
        self._runs = looks
        if self.contents is not None:
            self.contents.refresh_run(looks, elements)

    def clear_run(self) -> None:
        """Take every look of the run away."""
        old, self._runs = self._runs, RunLooks()
        if self.contents is not None:
            self.contents.refresh_run(self._runs, (*old.nodes, *old.transitions))

    def set_detail(self, detail: Detail) -> bool:
        """Draw at another level of detail; return whether it differs."""
        if detail == self.look.detail:
            return False
        self.look.detail = detail
        if self.contents is not None:
            self.contents.set_visible_for_detail()
        return True

    def hit(self, point: Point, scale: float) -> Hit:
        """Return what lies under a point of the scene; `scale` is how many scene px one screen px takes."""
        found = self.contents.hit(point, scale) if self.contents is not None else NOTHING
        return self.frames.hit(point, scale) if found.kind == HitKind.EMPTY else found

    def node_rect(self, node_id: str) -> Rect | None:
        """Return the rectangle of a visible node."""
        return self.contents.node_rect(node_id) if self.contents is not None else None
