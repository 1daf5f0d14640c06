"""The gestures of the map: each is an object that lives from press to release and can be canceled."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF, Qt, SignalInstance

from editor.map.picture.map_view import MapView
from editor.map.picture.world_picture import WorldPicture
from runtime.basics.values import Vector

DRAG_STARTS = 4.0
"""Px the pointer must move before a press becomes a drag."""


class MapTarget(Protocol):
    """What gestures and tools act on: the map widget."""

    menu_wanted: SignalInstance
    """Asks for the context menu of a pixel."""
    agent_clicked: SignalInstance
    agent_dragged: SignalInstance
    """Carries an agent and where it is dragged."""
    drag_finished: SignalInstance
    """Tells that a dragged agent was let go."""
    drag_canceled: SignalInstance
    """Tells that a dragged agent goes back to where it was."""

    @property
    def view(self) -> MapView:
        """Return what the camera sees."""

    @property
    def picture(self) -> WorldPicture:
        """Return the moment shown."""

    def world_at(self, pixel: QPointF) -> Vector:
        """Return the world position under a pixel."""

    def pan_by(self, dx: float, dy: float) -> None:
        """Move the ground by px."""

    def repaint_map(self) -> None:
        """Paint again with the next frame."""


class MapGesture:
    """Do nothing; the base of all gestures. `is_moving` tells whether the pointer has moved enough."""

    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, target: MapTarget, pressed: QPointF) -> None:
        self._target = target
        self._pressed = pressed
        self._last = pressed
        self.is_moving = False

    def move(self, pixel: QPointF) -> None:
        """Follow the pointer."""
        distance = (pixel - self._pressed).manhattanLength()
        if self.is_moving or distance >= DRAG_STARTS:
            self.is_moving = True
            self.drag(pixel)
            self._last = pixel

    def drag(self, pixel: QPointF) -> None:
        """Act on a movement; `_last` is where the pointer was before."""

    def hold(self) -> None:
        """Act again for the place the pointer rests at; called once per frame of a running world."""

    def release(self) -> None:
        """Finish."""

    def cancel(self) -> None:
        """Undo what was done since the press."""


class PanGesture(MapGesture):
    """Move the ground with the pointer; a press on an agent without movement is a click on it."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, target: MapTarget, pressed: QPointF, clicked_agent: str | None = None) -> None:
        super().__init__(target, pressed)
        self._clicked_agent = clicked_agent

    def drag(self, pixel: QPointF) -> None:
        """Pan by the movement."""
        self._target.pan_by(pixel.x() - self._last.x(), pixel.y() - self._last.y())

    def release(self) -> None:
        """Click the agent when the pointer never moved."""
        if not self.is_moving and self._clicked_agent is not None:
            self._target.agent_clicked.emit(self._clicked_agent)

    def cancel(self) -> None:
        """Put the ground back."""
        self._target.pan_by(self._pressed.x() - self._last.x(), self._pressed.y() - self._last.y())


class MenuOrPanGesture(PanGesture):
    """Move the ground with the right button; a press without movement asks for the context menu."""

    cursor = Qt.CursorShape.ArrowCursor

    def release(self) -> None:
        """Open the menu when the pointer never moved."""
        if not self.is_moving:
            self._target.menu_wanted.emit(self._pressed)


class DragAgentGesture(MapGesture):
    """Carry an agent, held where it was grabbed; without movement it is a click on it."""

    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, target: MapTarget, pressed: QPointF, agent_id: str, at: Vector) -> None:
        super().__init__(target, pressed)
        self._agent_id = agent_id
        grabbed = target.world_at(pressed)
        self._offset = (at[0] - grabbed[0], at[1] - grabbed[1])
        self._pixel = pressed

    def drag(self, pixel: QPointF) -> None:
        """Ask for the position under the pointer."""
        self._pixel = pixel
        x, y = self._target.world_at(pixel)
        self._target.agent_dragged.emit(self._agent_id, (x + self._offset[0], y + self._offset[1]))

    def hold(self) -> None:
        """Ask again for the same place, so that the agent's own steering does not carry it off."""
        if self.is_moving:
            self.drag(self._pixel)

    def release(self) -> None:
        """Let the agent go, or click it."""
        if self.is_moving:
            self._target.drag_finished.emit(self._agent_id)
        else:
            self._target.agent_clicked.emit(self._agent_id)

    def cancel(self) -> None:
        """Put the agent back."""
        if self.is_moving:
            self._target.drag_canceled.emit(self._agent_id)
