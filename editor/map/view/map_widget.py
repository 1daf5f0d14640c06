"""The map: the picture of the world with pointer and keys, which reports what the user asked for."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from editor.map.overlays.mark_hover import mark_at
from editor.map.painting.free_places import tip_side
from editor.map.painting.map_painting import Hover
from editor.map.painting.way_painting import cost_words
from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import AgentsPicture, GroundPicture, LinkPicture
from editor.map.view.gestures import DragAgentGesture, MapGesture, MenuOrPanGesture, PanGesture
from editor.map.view.map_surface import MapSurface
from editor.map.view.map_tools import MapTool
from graphs.worlds.edits.shapes import distance_to_segment
from runtime.basics.values import Vector

DIRECTIONS: dict[int, Vector] = {
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_W: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
    Qt.Key.Key_S: (0.0, -1.0),
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_A: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_D: (1.0, 0.0),
}
"""The direction of each key; y is up."""


class DriveKeys:
    """Remember which direction keys are held."""

    def __init__(self) -> None:
        self._held: set[int] = set()

    def press(self, key: int) -> bool:
        """Note a pressed key; return whether it is a direction key."""
        if key in DIRECTIONS:
            self._held.add(key)
        return key in DIRECTIONS

    def release(self, key: int) -> bool:
        """Note a released key; return whether it was held as a direction key."""
        was_held = key in self._held
        self._held.discard(key)
        return was_held

    def clear(self) -> bool:
        """Let go of all keys; return whether any was held."""
        any_held = bool(self._held)
        self._held.clear()
        return any_held

    def direction(self) -> Vector | None:
        """Return the unit vector of all held keys, or None when they cancel out or none is held."""
        x = sum(DIRECTIONS[key][0] for key in self._held)
        y = sum(DIRECTIONS[key][1] for key in self._held)
        x, y = min(1.0, max(-1.0, x)), min(1.0, max(-1.0, y))
        length = math.sqrt(x * x + y * y)
        return (x / length, y / length) if length > 0 else None


REACH = 12.0
"""An agent can be grabbed from this many px around its middle, however small it is drawn."""


def agent_at(agents: AgentsPicture, view: MapView, pixel: QPointF) -> int:
    """Return the index of the nearest agent whose body or grab circle holds `pixel`, or -1."""
    if not agents.ids:
        return -1
    offsets = view.points(agents.positions) - (pixel.x(), pixel.y())
    distances = np.sqrt((offsets * offsets).sum(axis=1))
    within = (distances <= np.maximum(agents.radii * view.unit, REACH)) & (agents.radii > 0.0)
    if not within.any():
        return -1
    return int(np.argmin(np.where(within, distances, np.inf)))


def ground_words(ground: GroundPicture, view: MapView, pixel: QPointF) -> str:
    """Return what does not move under a pixel, in words; nothing on the bare ground."""
    for place in ground.waypoints:
        at = view.point(place.at)
        if math.hypot(at.x() - pixel.x(), at.y() - pixel.y()) <= REACH:
            return f"Waypoint {place.name}"
    for source in ground.sources:
        at = view.point(source.at)
        if math.hypot(at.x() - pixel.x(), at.y() - pixel.y()) <= REACH:
            return f"Source {source.name}: {source.kind}"
    x, y = view.world(pixel)
    for (center, radius), name in zip(ground.obstacles, ground.obstacle_names, strict=False):
        if math.hypot(center[0] - x, center[1] - y) <= radius:
            return f"Obstacle {name}, radius {radius:g} units"
    for link in ground.links:
        start, end = view.point(link.start), view.point(link.end)
        ends = (start.x(), start.y()), (end.x(), end.y())
        if distance_to_segment((pixel.x(), pixel.y()), *ends) <= REACH / 2:
            return _link_words(link)
    outlines = [
        *((wall, f"Wall {name}") for wall, name in zip(ground.walls, ground.wall_names, strict=False)),
        *((each.polygon, f"Door {each.name}, {'open' if each.open else 'closed'}") for each in ground.doors),
        *((zone.polygon, f"Zone {zone.name} {cost_words(zone.cost)}".strip()) for zone in ground.zones),
    ]
    for outline, words in outlines:
        if view.polygon(outline).containsPoint(pixel, Qt.FillRule.OddEvenFill):
            return words
    return ""


def _link_words(link: LinkPicture) -> str:
    leads = "both ways" if link.both_ways else "one way"
    return f"Link {link.name}: {link.kind}, {leads}{'' if link.active else ', off'}"


ZOOM_PER_NOTCH = 1.2

FactsOf = Callable[[str], Sequence[str]]
"""Return what is said of an agent while the pointer rests on it, a line each."""

_OWN_KEYS = frozenset({*DIRECTIONS, Qt.Key.Key_Home, Qt.Key.Key_Space, Qt.Key.Key_Escape})
_AGENT_KEYS = frozenset({Qt.Key.Key_Tab, Qt.Key.Key_Backtab})


def no_facts(agent_id: str) -> Sequence[str]:
    """Say nothing of any agent."""
    return ()


class MapWidget(MapSurface):
    """Let the user point at the world and press keys over it.

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
    menu_wanted = Signal(QPointF)
    """Carries the pixel whose context menu was asked for."""
    next_agent_wanted = Signal(int)
    """Carries 1 for the next agent and -1 for the one before."""
    tool_changed = Signal()
    pointer_moved = Signal()
    """Tells that the pointer is somewhere else over the map, or left it."""
    escaped = Signal()
    """Emitted by `Esc` when there is neither a gesture to cancel nor a tool to put down."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("previewMap")
        self.setAccessibleName("World preview")
        self.setAccessibleDescription(
            "Arrow keys or W A S D drive the player. Tab picks the next agent. Home shows the whole world."
        )
        self.facts_of: FactsOf = no_facts
        self.gesture: MapGesture | None = None
        """The gesture under way."""
        self._keys = DriveKeys()
        self._space_held = False
        self.pointer: QPointF | None = None
        """The pixel under the pointer; None while it is elsewhere."""
        self._tip_side: int | None = None
        self.setMouseTracking(True)

    @property
    def pointer_place(self) -> Vector | None:
        """Return the world position under the pointer; None while it is elsewhere."""
        return self.view.world(self.pointer) if self.pointer is not None else None

    @property
    def tool(self) -> MapTool | None:
        """Return the tool in hand."""
        return self._tool

    def set_tool(self, tool: MapTool | None) -> None:
        """Take another tool in hand, or none; a gesture under way is canceled."""
        if tool is self._tool:
            return
        self.cancel_gesture()
        if self._tool is not None:
            self._tool.put_down()
        self._tool = tool
        self._show_cursor()
        self.update_hover()
        self.repaint_map()
        self.tool_changed.emit()

    def hold_drag(self) -> None:
        """Ask again for the place an agent is dragged to, so that its own steering does not carry it off."""
        if self.gesture is not None:
            self.gesture.hold()

    # --- what gestures call

    def world_at(self, pixel: QPointF) -> Vector:
        """Return the world position under a pixel."""
        return self.view.world(pixel)

    def pan_by(self, dx: float, dy: float) -> None:
        """Move the ground by px."""
        self.camera.pan_by(dx, dy)

    # --- pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a gesture; a second button cancels the one under way."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()
        if self.gesture is not None:
            self.cancel_gesture()
            return
        self.gesture = self._gesture_for(event)
        self._show_cursor()

    def _gesture_for(self, event: QMouseEvent) -> MapGesture | None:
        pixel = event.position()
        if event.button() is Qt.MouseButton.RightButton:
            return MenuOrPanGesture(self, pixel)
        if event.button() is not Qt.MouseButton.LeftButton or self._space_held:
            return PanGesture(self, pixel)
        if self._tool is not None:
            gesture = self._tool.press(self, pixel, event.modifiers())
            if gesture is not None:
                return gesture
        index = agent_at(self.picture.agents, self.view, pixel)
        if index < 0:
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
        self.pointer = event.position()
        if self.gesture is not None:
            self.gesture.move(event.position())
        self.update_hover()
        self._show_cursor(event.modifiers())
        self.repaint_map()
        self.pointer_moved.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the gesture."""
        event.accept()
        gesture, self.gesture = self.gesture, None
        if gesture is not None:
            gesture.release()
        self._show_cursor(event.modifiers())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Let the tool act, or treat the second press of a double click as a press."""
        is_left = event.button() is Qt.MouseButton.LeftButton
        if (
            is_left
            and self._tool is not None
            and self._tool.double_click(self, event.position(), event.modifiers())
        ):
            event.accept()
            return
        self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu by key; the right button opens it when it is let go."""
        event.accept()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self.menu_wanted.emit(self.pointer or QPointF(self.width() / 2, self.height() / 2))

    def cancel_gesture(self) -> bool:
        """Undo the gesture under way; return whether there was one."""
        gesture, self.gesture = self.gesture, None
        if gesture is not None:
            gesture.cancel()
            self._show_cursor()
        return gesture is not None

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the pointer."""
        super().leaveEvent(event)
        self.pointer = None
        self.update_hover()
        self.repaint_map()
        self.pointer_moved.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom to the pointer; two fingers on a touchpad pan, with Ctrl they zoom."""
        event.accept()
        is_touchpad = event.phase() != Qt.ScrollPhase.NoScrollPhase and not event.pixelDelta().isNull()
        if is_touchpad and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pan_by(event.pixelDelta().x(), event.pixelDelta().y())
        elif event.angleDelta().y():
            self.camera.zoom_by(ZOOM_PER_NOTCH ** (event.angleDelta().y() / 120), event.position())

    def viewportEvent(self, event: QEvent) -> bool:
        """Zoom by pinching."""
        if isinstance(event, QNativeGestureEvent) and (
            event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture
        ):
            self.camera.zoom_by(max(0.2, 1 + event.value()), event.position())
            return True
        return bool(super().viewportEvent(event))

    def _show_cursor(self, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.viewport().setCursor(self._cursor(modifiers))

    def _cursor(self, modifiers: Qt.KeyboardModifier) -> Qt.CursorShape:
        if self.gesture is not None:
            return self.gesture.cursor
        if self._space_held:
            return Qt.CursorShape.OpenHandCursor
        if self.pointer is None:
            return Qt.CursorShape.ArrowCursor
        shape = self._tool.cursor_at(self, self.pointer) if self._tool is not None else None
        if shape is not None:
            return shape
        index = agent_at(self.picture.agents, self.view, self.pointer)
        if index < 0:
            return Qt.CursorShape.ArrowCursor
        if self._can_drag(index, modifiers):
            return Qt.CursorShape.OpenHandCursor
        return Qt.CursorShape.PointingHandCursor

    def update_hover(self) -> None:
        """Read again what lies under the pointer: the ground moves under it too."""
        if self.pointer is None:
            self._tip_side = None
            super().update_hover()
            return
        x, y = self.view.world(self.pointer)
        readout, words = f"{x:.1f}, {y:.1f}", self._words_at(self.pointer)
        side = tip_side(self.picture, self.view, self.pointer, words, self._tip_side) if words else None
        self._tip_side = side
        self.hover = Hover(readout, words, self.pointer, self._legend_shown, self._corner(), side or 0)

    def _words_at(self, pixel: QPointF) -> str:
        """Return what is said beside the pointer: of the tool, an agent, a mark, or the ground."""
        if self.gesture is not None:
            return ""
        words = self._tool.words_at(self, pixel) if self._tool is not None else ""
        if words or (self._tool is not None and self._tool.speaks_alone):
            return words
        index = agent_at(self.picture.agents, self.view, pixel)
        if index >= 0:
            return "\n".join(self.facts_of(self.picture.agents.ids[index]))
        mark = mark_at(self.picture.marks, self.view, pixel)
        return mark.words if mark is not None else ground_words(self.picture.ground, self.view, pixel)

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
        if self._tool is not None and self._tool.wants_key(event):
            return True
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier & ~Qt.KeyboardModifier.ShiftModifier:
            return False
        return event.key() in _OWN_KEYS or event.key() in _AGENT_KEYS

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 - Qt calls it by name
        """Keep Tab for walking from agent to agent; F6 leaves the map."""
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let the tool act; drive the player, fit, or step back from what was begun."""
        if self._tool is not None and self._tool.key(event):
            event.accept()
        elif not self._is_own_key(event):
            event.ignore()
        elif event.key() == Qt.Key.Key_Escape:
            self._step_back()
        elif event.key() == Qt.Key.Key_Home:
            self.fit()
        elif event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.next_agent_wanted.emit(1 if event.key() == Qt.Key.Key_Tab else -1)
        elif event.key() == Qt.Key.Key_Space:
            self._space_held = True
            self._show_cursor()
        elif not event.isAutoRepeat() and self._keys.press(event.key()):
            self.drive_changed.emit(self._keys.direction())

    def _step_back(self) -> None:
        """Cancel the gesture; without one put the tool down; without one tell who follows an agent."""
        if self.cancel_gesture():
            return
        if self._tool is not None:
            self.set_tool(None)
        else:
            self.escaped.emit()

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
