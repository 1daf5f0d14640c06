"""Be a canvas that is only looked at: pan, zoom, click."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView

from editor.canvas.painting.detail import Detail, detail_for_zoom, paint_grid
from editor.canvas.scene.camera import Camera
from editor.canvas.scene.scene import CanvasScene
from editor.theme.theme_manager import current_theme, theme_manager

_KEY_STEP = 60


class LookingView(QGraphicsView):
    """Show a scene. `element_picked` carries what was clicked, "" for nothing."""

    element_picked = Signal(str)
    element_opened = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAcceptDrops(False)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.camera = Camera(self)
        self.camera.zoomed.connect(self._follow_zoom)
        self._detail = Detail.FULL
        self._pressed: QPoint | None = None
        self._is_panning = False
        theme_manager().theme_changed.connect(self._follow_theme)

    def canvas_scene(self) -> CanvasScene | None:
        """Return the scene that is shown, None for none."""
        scene = self.scene()
        return scene if isinstance(scene, CanvasScene) else None

    def show_scene(self, scene: CanvasScene) -> None:
        """Show another scene; the one before goes."""
        before = self.canvas_scene()
        self.setScene(scene)
        scene.set_detail(self._detail)
        if before is not None:
            before.deleteLater()

    def frame_all(self) -> None:
        """Bring everything into view."""
        scene = self.canvas_scene()
        if scene is not None:
            self.camera.frame(scene.content_rect(), animated=False, whole=True)

    def element_at(self, place: QPoint) -> str:
        """Return the node or transition at a pixel of the view, "" for none."""
        scene = self.canvas_scene()
        if scene is None:
            return ""
        point = self.mapToScene(place)
        hit = scene.hit((point.x(), point.y()), 1.0 / self.camera.zoom)
        return hit.id if hit.is_node or hit.is_edge else ""

    def _follow_zoom(self, zoom: float) -> None:
        self._detail = detail_for_zoom(zoom, self._detail, self.devicePixelRatioF())
        scene = self.canvas_scene()
        if scene is not None and scene.set_detail(self._detail):
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
            self.element_picked.emit(self.element_at(event.position().toPoint()))
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask to open what was double-clicked in the document itself."""
        element = self.element_at(event.position().toPoint())
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
