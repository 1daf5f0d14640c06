"""Show one graph of a comparison on a canvas that is only looked at: pan, zoom, click."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal

from editor.basics.slices import LongWork
from editor.canvas.items.shared_look import qrect
from editor.canvas.scene.scene import CanvasScene
from editor.canvas.view.looking_view import LookingView
from editor.comparison.comparison import FEW, DocumentComparison
from editor.comparison.marked_scene import MarkedScene, marked_scene_steps

_ROOM = 90.0


class ComparisonView(LookingView):
    """Show a graph with its marks."""

    given_up = Signal()
    """The user canceled the drawing of a large graph."""

    def __init__(self) -> None:
        super().__init__("Comparison")
        self.shown: MarkedScene | None = None
        """The scene that is shown with its marks."""
        self._key: tuple[DocumentComparison, str] | None = None
        self._coming: tuple[DocumentComparison, str] | None = None
        """What is drawn now and takes the place of what is shown."""
        self._element = ""
        self.work = LongWork(self)

    def show_graph(self, comparison: DocumentComparison, graph_id: str) -> None:
        """Show a graph of a comparison, framed; the one shown stays as it is.

        A large graph takes a while; until it is there the one before stays in view.
        """
        if (comparison, graph_id) in (self._key, self._coming):
            return
        coming = self._coming = (comparison, graph_id)
        self.work.drop()
        scene = CanvasScene(comparison.registry)
        steps = marked_scene_steps(
            scene,
            comparison.old,
            comparison.new,
            comparison.union,
            graph_id,
            comparison.registry,
            comparison.of_graph(graph_id),
        )
        self.work.run_steps(
            "Drawing what differs", steps, lambda made: self._take(coming, made), self.given_up.emit
        )
        if comparison.size <= FEW:
            self.work.finish()

    def _take(self, key: tuple[DocumentComparison, str], shown: MarkedScene) -> None:
        was = self._key
        self.shown, self._key, self._coming = shown, key, None
        self.show_scene(shown.scene)
        if was is None or was[1] != key[1]:
            self.frame_all()
        self.show_element(self._element)
        self.viewport().update()

    def show_nothing(self) -> None:
        """Show no graph."""
        self._coming = None
        self.work.drop()
        before, self.shown, self._key = self.shown, None, None
        self.setScene(None)
        if before is not None:
            before.scene.deleteLater()

    def show_element(self, element: str) -> None:
        """Ring a node or transition, "" for none, and bring it into view, as soon as its graph is there."""
        self._element = element
        shown = self.shown
        if shown is None or self._coming is not None:
            return
        if shown.item is not None:
            shown.item.set_current(element)
        rect = self._rect_of(element)
        if rect is not None:
            seen = self.mapToScene(self.viewport().rect()).boundingRect()
            if not seen.contains(rect):
                self.camera.frame(rect.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM))

    def frame_all(self) -> None:
        """Bring all of the graph into view."""
        shown = self.shown
        if shown is not None:
            area = shown.item.boundingRect() if shown.item is not None else shown.scene.content_rect()
            self.camera.frame(area, animated=False, whole=True)

    def _rect_of(self, element: str) -> QRectF | None:
        shown = self.shown
        if shown is None or not element:
            return None
        rect = shown.scene.node_rect(element)
        if rect is not None:
            return qrect(rect)
        machine = shown.scene.machine
        for key, bundle in machine.shape.bundles.items() if machine is not None else ():
            if machine is not None and element in bundle.edges and key in machine.labels:
                label = machine.labels[key]
                return label.geometry.rows[bundle.edges.index(element)].translated(label.pos())
        return None
