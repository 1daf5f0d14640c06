"""Show one graph of a comparison on a canvas that is only looked at: pan, zoom, click."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView

from editor.basics.slices import LongWork
from editor.canvas.items.shared_look import qrect
from editor.canvas.painting.detail import Detail, detail_for_zoom, paint_grid
from editor.canvas.scene.camera import Camera
from editor.canvas.scene.scene import CanvasScene
from editor.comparison.comparison import FEW, DocumentComparison
from editor.comparison.marked_scene import MarkedScene, marked_scene_steps
from editor.theme.theme_manager import current_theme, theme_manager

_ROOM = 90.0
_KEY_STEP = 60


class ComparisonView(QGraphicsView):
    """Show a graph with its marks. `element_picked` carries what was clicked, "" for nothing."""

    element_picked = Signal(str)
    element_opened = Signal(str)
    given_up = Signal()
    """The user canceled the drawing of a large graph."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)
        self.setAccessibleName("Comparison")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.camera = Camera(self)
        self.camera.zoomed.connect(self._follow_zoom)
        self._shown: MarkedScene | None = None
        self._key: tuple[DocumentComparison, str] | None = None
        self._coming: tuple[DocumentComparison, str] | None = None
        """What is drawn now and takes the place of what is shown."""
        self._element = ""
        self.work = LongWork(self)
        self._detail = Detail.FULL
        self._pressed: QPoint | None = None
        self._is_panning = False
        theme_manager().theme_changed.connect(self._follow_theme)

    @property
    def shown(self) -> MarkedScene | None:
        """Return the scene that is shown with its marks."""
        return self._shown

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
        before, was = self._shown, self._key
        self._shown, self._key, self._coming = shown, key, None
        self.setScene(shown.scene)
        shown.scene.set_detail(self._detail)
        if before is not None:
            before.scene.deleteLater()
        if was is None or was[1] != key[1]:
            self.frame_all()
        self.show_element(self._element)
        self.viewport().update()

    def show_nothing(self) -> None:
        """Show no graph."""
        self._coming = None
        self.work.drop()
        before, self._shown, self._key = self._shown, None, None
        self.setScene(None)
        if before is not None:
            before.scene.deleteLater()

    def show_element(self, element: str) -> None:
        """Ring a node or transition, "" for none, and bring it into view, as soon as its graph is there."""
        self._element = element
        shown = self._shown
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
        shown = self._shown
        if shown is not None:
            area = shown.item.boundingRect() if shown.item is not None else shown.scene.content_rect()
            self.camera.frame(area, animated=False, whole=True)

    def _rect_of(self, element: str) -> QRectF | None:
        shown = self._shown
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

    def _element_at(self, place: QPoint) -> str:
        shown = self._shown
        if shown is None:
            return ""
        point = self.mapToScene(place)
        hit = shown.scene.hit((point.x(), point.y()), 1.0 / self.camera.zoom)
        return hit.id if hit.is_node or hit.is_edge else ""

    def _follow_zoom(self, zoom: float) -> None:
        self._detail = detail_for_zoom(zoom, self._detail, self.devicePixelRatioF())
        if self._shown is not None and self._shown.scene.set_detail(self._detail):
            self.viewport().update()

    def _follow_theme(self) -> None:
        self.viewport().update()

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the ground with its dots."""
        paint_grid(painter, QRectF(rect), theme=current_theme(), zoom=self.camera.zoom)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom to the cursor with a wheel, pan with a touchpad."""
        if event.phase() != Qt.ScrollPhase.NoScrollPhase and not event.modifiers():
            step = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
            self.camera.pan(step.x(), step.y())
        else:
            self.camera.zoom_at(1.0015 ** event.angleDelta().y(), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a pan."""
        self._pressed, self._is_panning = event.position().toPoint(), False
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan with any button held."""
        if self._pressed is None:
            return
        here = event.position().toPoint()
        step = here - self._pressed
        if self._is_panning or step.manhattanLength() > 5:
            self._is_panning, self._pressed = True, here
            self.camera.pan(step.x(), step.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pick what was clicked."""
        if self._pressed is not None and not self._is_panning:
            self.element_picked.emit(self._element_at(event.position().toPoint()))
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask to open what was double-clicked in the document itself."""
        element = self._element_at(event.position().toPoint())
        if element:
            self.element_opened.emit(element)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pan with the arrows, zoom with + and -, frame all with F, A or Home."""
        key = Qt.Key(event.key())
        steps = {
            Qt.Key.Key_Left: (_KEY_STEP, 0),
            Qt.Key.Key_Right: (-_KEY_STEP, 0),
            Qt.Key.Key_Up: (0, _KEY_STEP),
            Qt.Key.Key_Down: (0, -_KEY_STEP),
        }
        if key in steps:
            self.camera.pan(*steps[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            middle = QPointF(self.viewport().rect().center())
            self.camera.zoom_at(1 / 1.2 if key == Qt.Key.Key_Minus else 1.2, middle)
        elif key in (Qt.Key.Key_F, Qt.Key.Key_A, Qt.Key.Key_Home):
            self.frame_all()
        else:
            event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is seen."""
        super().resizeEvent(event)
        self.camera.follow_resize()
