"""The map: a pyqtgraph view that paints the world picture, moves its camera and reports gestures."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from editor.preview.drive_keys import DIRECTIONS, DriveKeys
from editor.preview.gestures import DragAgentGesture, Gesture, PanGesture
from editor.preview.label_painting import LabelOf
from editor.preview.map_painting import Hover, no_label, paint_map
from editor.preview.map_view import MapView, fitted_view
from editor.preview.picture_queries import agent_at
from editor.preview.sense_painting import vector_at
from editor.preview.world_picture import GroundPicture, PreviewToggles, WorldPicture, no_agents
from editor.theme.theme_manager import current_theme, theme_manager
from runtime.values import Vector

ZOOM_PER_NOTCH = 1.2
CAMERA_MILLISECONDS = 180

_OWN_KEYS = frozenset({*DIRECTIONS, Qt.Key.Key_Home, Qt.Key.Key_Space, Qt.Key.Key_Escape})


class WorldItem(pg.GraphicsObject):  # type: ignore[misc]
    """Paint the whole map as one item, in px of the view box."""

    def __init__(self, widget: MapWidget) -> None:
        super().__init__()
        self._widget = widget
        self._box = QRectF(0, 0, 1, 1)

    def set_size(self, width: float, height: float) -> None:
        """Cover a map of this size in px."""
        self.prepareGeometryChange()
        self._box = QRectF(0, 0, width, height)

    def boundingRect(self) -> QRectF:
        """Return the whole map."""
        return self._box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the picture shown now."""
        del option, widget
        self._widget.paint_picture(painter)


class MapWidget(pg.GraphicsView):  # type: ignore[misc]
    """Show a `WorldPicture`. Repaints when told, never by itself; colors are read while painting.

    Left drag on the ground, middle or right drag and Space with a drag pan; the wheel zooms to the pointer;
    `Home` fits. The widget changes nothing in the world: it emits what the user asked for.
    """

    agent_clicked = Signal(str)
    agent_dragged = Signal(str, object)
    """Carries the id and the wanted position (x, y) in units."""
    drag_finished = Signal(str)
    drag_canceled = Signal(str)
    drive_changed = Signal(object)
    """Carries the direction (x, y) of the held keys as a unit vector, or None."""
    panned = Signal()
    """Emitted when the user moved the camera's middle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=None)
        self.setObjectName("previewMap")
        self.setAccessibleName("World preview")
        self.setAccessibleDescription("Arrow keys or W A S D drive the player. Home shows the whole world.")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 120)
        self.picture = WorldPicture(GroundPicture(), no_agents())
        self.toggles = PreviewToggles()
        self.label_of: LabelOf = no_label
        self.hover = Hover()
        self._gesture: Gesture | None = None
        self._keys = DriveKeys()
        self._space_held = False
        self._pointer: QPointF | None = None
        self._is_fitted = True
        self._glide: QVariantAnimation | None = None
        self._legend_shown = False
        self._box = pg.ViewBox(enableMenu=False, lockAspect=True, enableMouse=False, defaultPadding=0)
        self._item = WorldItem(self)
        self._item.setParentItem(self._box)
        self.setCentralItem(self._box)
        self._view = fitted_view(self.picture.ground.size, self.width(), self.height())
        self.setMouseTracking(True)
        theme_manager().theme_changed.connect(self._repaint)

    # --- showing

    @property
    def view(self) -> MapView:
        """Return the camera."""
        return self._view

    @property
    def gesture(self) -> Gesture | None:
        """Return the gesture under way."""
        return self._gesture

    def show_picture(self, picture: WorldPicture) -> None:
        """Paint another moment; another ground is fitted when the camera was not moved by hand."""
        another_ground = picture.ground is not self.picture.ground
        self.picture = picture
        if another_ground and self._is_fitted:
            self.fit(animated=False)
        self._update_hover()
        self._repaint()

    def hold_drag(self) -> None:
        """Ask again for the place an agent is dragged to, so that its own steering does not carry it off."""
        if isinstance(self._gesture, DragAgentGesture):
            self._gesture.hold()

    def set_toggles(self, toggles: PreviewToggles) -> None:
        """Draw other overlays."""
        self.toggles = toggles
        self._repaint()

    def show_legend(self, shown: bool) -> None:
        """Show or hide the legend."""
        self._legend_shown = shown
        self._update_hover()
        self._repaint()

    def paint_picture(self, painter: QPainter) -> None:
        """Paint the map in px; called by the item."""
        paint_map(
            painter,
            self.picture,
            self._view,
            current_theme(),
            self.toggles,
            label_of=self.label_of,
            hover=self.hover,
            ratio=self.devicePixelRatioF(),
        )

    def _repaint(self) -> None:
        self._item.update()

    # --- camera

    def set_view(self, view: MapView) -> None:
        """Move the camera."""
        self._view = view
        left, bottom, right, top = view.world_bounds()
        self._box.setRange(xRange=(left, right), yRange=(bottom, top), padding=0)
        self._repaint()

    def fit(self, *, animated: bool = True) -> None:
        """Show the whole world, and keep showing it while the map is resized."""
        self._is_fitted = True
        goal = fitted_view(self.picture.ground.size, self.width(), self.height())
        if animated and self.isVisible():
            self._glide_to(goal)
        else:
            self._stop_glide()
            self.set_view(goal)

    def center_on(self, at: Vector) -> None:
        """Put a world position in the middle; the map is no longer fitted."""
        self._is_fitted = False
        self.set_view(self._view.centered(at))

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Enlarge by a factor around a pixel, the middle of the map without one."""
        self._is_fitted = False
        self._stop_glide()
        self.set_view(self._view.zoomed(factor, anchor or QPointF(self.width() / 2, self.height() / 2)))

    def _glide_to(self, goal: MapView) -> None:
        self._stop_glide()
        start = self._view
        glide = QVariantAnimation(self)
        glide.setDuration(CAMERA_MILLISECONDS)
        glide.setEasingCurve(QEasingCurve.Type.InOutCubic)
        glide.setStartValue(0.0)
        glide.setEndValue(1.0)

        def step(share: float) -> None:
            x = start.center[0] + (goal.center[0] - start.center[0]) * share
            y = start.center[1] + (goal.center[1] - start.center[1]) * share
            unit = start.unit * (goal.unit / start.unit) ** share
            self.set_view(MapView((x, y), unit, goal.width, goal.height))

        glide.valueChanged.connect(step)
        self._glide = glide
        glide.start(QVariantAnimation.DeletionPolicy.KeepWhenStopped)

    def _stop_glide(self) -> None:
        if self._glide is not None:
            self._glide.stop()
            self._glide.deleteLater()
            self._glide = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle of the map in the middle, or the whole world in sight."""
        super().resizeEvent(event)
        # pyqtgraph resizes once while its own constructor runs.
        if hasattr(self, "_view"):
            self._item.set_size(self.width(), self.height())
            if self._is_fitted:
                self.fit(animated=False)
            else:
                self.set_view(self._view.resized(self.width(), self.height()))

    # --- what gestures call

    def world_at(self, pixel: QPointF) -> Vector:
        """Return the world position under a pixel."""
        return self._view.world(pixel)

    def pan_by(self, dx: float, dy: float) -> None:
        """Move the ground by px."""
        self._is_fitted = False
        self._stop_glide()
        self.panned.emit()
        self.set_view(self._view.panned(dx, dy))

    def click_agent(self, agent_id: str) -> None:
        """Tell that an agent was clicked."""
        self.agent_clicked.emit(agent_id)

    def drag_agent(self, agent_id: str, at: Vector) -> None:
        """Tell where an agent is dragged."""
        self.agent_dragged.emit(agent_id, at)

    def finish_drag(self, agent_id: str) -> None:
        """Tell that a dragged agent was let go."""
        self.drag_finished.emit(agent_id)

    def cancel_drag(self, agent_id: str) -> None:
        """Tell that a dragged agent goes back."""
        self.drag_canceled.emit(agent_id)

    # --- pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture; a second button cancels the one under way."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()
        if self._gesture is not None:
            self.cancel_gesture()
            return
        self._gesture = self._gesture_for(event)
        self._show_cursor()

    def _gesture_for(self, event: QMouseEvent) -> Gesture | None:
        pixel = event.position()
        index = agent_at(self.picture.agents, self._view, pixel)
        if event.button() is not Qt.MouseButton.LeftButton or self._space_held or index < 0:
            return PanGesture(self, pixel)
        agent_id = self.picture.agents.ids[index]
        if self._can_drag(index, event.modifiers()):
            x, y = self.picture.agents.positions[index]
            return DragAgentGesture(self, pixel, agent_id, (float(x), float(y)))
        return PanGesture(self, pixel, agent_id)

    def _can_drag(self, index: int, modifiers: Qt.KeyboardModifier) -> bool:
        return index == self.picture.agents.player or bool(modifiers & Qt.KeyboardModifier.AltModifier)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry on the gesture, or say what is under the pointer."""
        event.accept()
        self._pointer = event.position()
        if self._gesture is not None:
            self._gesture.move(event.position())
        self._update_hover()
        self._show_cursor(event.modifiers())
        self._repaint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the gesture."""
        event.accept()
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.release()
        self._show_cursor(event.modifiers())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat the second press of a double click as a press."""
        self.mousePressEvent(event)

    def cancel_gesture(self) -> bool:
        """Undo the gesture under way; return whether there was one."""
        gesture, self._gesture = self._gesture, None
        if gesture is not None:
            gesture.cancel()
            self._show_cursor()
        return gesture is not None

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the pointer."""
        super().leaveEvent(event)
        self._pointer = None
        self._update_hover()
        self._repaint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom to the pointer; two fingers on a touchpad pan, with Ctrl they zoom."""
        event.accept()
        is_touchpad = event.phase() != Qt.ScrollPhase.NoScrollPhase and not event.pixelDelta().isNull()
        if is_touchpad and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pan_by(event.pixelDelta().x(), event.pixelDelta().y())
        elif event.angleDelta().y():
            self.zoom_by(ZOOM_PER_NOTCH ** (event.angleDelta().y() / 120), event.position())

    def viewportEvent(self, event: QEvent) -> bool:
        """Zoom by pinching."""
        if isinstance(event, QNativeGestureEvent) and (
            event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture
        ):
            self.zoom_by(max(0.2, 1 + event.value()), event.position())
            return True
        return bool(super().viewportEvent(event))

    def _show_cursor(self, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.viewport().setCursor(self._cursor(modifiers))

    def _cursor(self, modifiers: Qt.KeyboardModifier) -> Qt.CursorShape:
        if self._gesture is not None:
            return self._gesture.cursor
        if self._space_held:
            return Qt.CursorShape.OpenHandCursor
        index = agent_at(self.picture.agents, self._view, self._pointer) if self._pointer is not None else -1
        if index < 0:
            return Qt.CursorShape.ArrowCursor
        if self._can_drag(index, modifiers):
            return Qt.CursorShape.OpenHandCursor
        return Qt.CursorShape.PointingHandCursor

    def _update_hover(self) -> None:
        """Read again what lies under the pointer: the ground moves under it too."""
        if self._pointer is None:
            self.hover = Hover(legend=self._legend_shown)
            return
        x, y = self._view.world(self._pointer)
        name = ""
        if self._gesture is None and self.toggles.vectors:
            vector = vector_at(self.picture.picked, self._view, self._pointer)
            name = vector.name if vector is not None else ""
        self.hover = Hover(f"{x:.1f}, {y:.1f}", name, self._pointer, self._legend_shown)

    # --- keys

    def event(self, event: QEvent) -> bool:
        """Keep the map's own keys from starting commands of the window."""
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._is_own_key(event)
        ):
            event.accept()
            return True
        return bool(super().event(event))

    def _is_own_key(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier & ~Qt.KeyboardModifier.ShiftModifier:
            return False
        return event.key() in _OWN_KEYS

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Drive the player, fit, or cancel the gesture."""
        if not self._is_own_key(event):
            event.ignore()
        elif event.key() == Qt.Key.Key_Escape:
            event.setAccepted(self.cancel_gesture())
        elif event.key() == Qt.Key.Key_Home:
            self.fit()
        elif event.key() == Qt.Key.Key_Space:
            self._space_held = True
            self._show_cursor()
        elif not event.isAutoRepeat() and self._keys.press(event.key()):
            self.drive_changed.emit(self._keys.direction())

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Stop driving in the direction of the released key."""
        if event.isAutoRepeat():
            return
        if event.key() == Qt.Key.Key_Space:
            self._space_held = False
            self._show_cursor()
        elif self._keys.release(event.key()):
            self.drive_changed.emit(self._keys.direction())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let go of every key."""
        super().focusOutEvent(event)
        self._space_held = False
        if self._keys.clear():
            self.drive_changed.emit(None)
