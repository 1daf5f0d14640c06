"""Drags that change a world: each shows a draft and ends in one step, or in none when it is canceled."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt

from editor.map.editing.map_editing import MapEditing, Snap, WorldEdit, held_keys
from editor.map.editing.map_hits import SIDES, Handle, HandleKind, elements_within
from editor.map.view.gestures import MapGesture, MapTarget
from graphs.worlds.edits.moving import (
    box_of,
    move_elements,
    points_of,
    scale_elements,
    set_heading,
    set_radius,
    turn_elements,
)
from graphs.worlds.edits.reshaping import move_point
from graphs.worlds.edits.setting import set_world_field
from graphs.worlds.edits.shapes import tidy
from graphs.worlds.edits.squads import move_slot, own_places_around
from graphs.worlds.model.elements import Element, title_of
from runtime.basics.values import Vector
from runtime.worlds.squads.formations import in_frame

LEAST_MAP = 1.0


class EditGesture(MapGesture):
    """Base of all drags that edit: try an edit for every place of the pointer, keep the last at the end."""

    label = "Edit"

    def __init__(self, editing: MapEditing, target: MapTarget, pressed: QPointF) -> None:
        super().__init__(target, pressed)
        self.editing = editing
        self._edit: WorldEdit | None = None

    @property
    def snap(self) -> Snap:
        """Return how places are rounded with the keys held now."""
        return self.editing.snap.held(held_keys())

    def drag(self, pixel: QPointF) -> None:
        """Show what the drag would do here."""
        self.editing.pointer = pixel
        self._edit = self.edit_at(pixel)
        self.editing.attempt(self._edit, pixel, self.readout())

    def edit_at(self, pixel: QPointF) -> WorldEdit:
        """Return the edit that a release at a pixel would make."""
        raise NotImplementedError

    def readout(self) -> str:
        """Return what is said beside the pointer: the numbers of the drag."""
        return ""

    def release(self) -> None:
        """Keep the edit, or be a click where the pointer never moved."""
        edit, self._edit = self._edit, None
        if not self.is_moving or edit is None:
            self.click()
        else:
            self.editing.apply(self.label, edit)

    def click(self) -> None:
        """Act on a press without movement."""

    def cancel(self) -> None:
        """Show the world as it is."""
        self._edit = None
        self.editing.tip.hide()
        self.editing.show_draft(None)


class MoveGesture(EditGesture):
    """Carry what is selected; what was grabbed lands on the grid."""

    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(
        self,
        editing: MapEditing,
        target: MapTarget,
        pressed: QPointF,
        grabbed: Element,
        selected_by_click: Sequence[Element] | None = None,
    ) -> None:
        super().__init__(editing, target, pressed)
        self._selected_by_click = selected_by_click
        self._chosen = editing.selected
        points = points_of(editing.world, grabbed)
        self._anchor = (float(points[0][0]), float(points[0][1])) if points else (0.0, 0.0)
        self._way = (0.0, 0.0)
        count = len(self._chosen)
        what = title_of(editing.world, grabbed) if count == 1 else f"{count} things"
        self.label = f"Move {what}"

    def edit_at(self, pixel: QPointF) -> WorldEdit:
        """Move by the way of the pointer."""
        start, now = self._target.world_at(self._pressed), self._target.world_at(pixel)
        goal = (self._anchor[0] + now[0] - start[0], self._anchor[1] + now[1] - start[1])
        goal = self.snap.point(goal)
        if held_keys() & Qt.KeyboardModifier.ShiftModifier:
            goal = _straight(self._anchor, goal)
        dx, dy = goal[0] - self._anchor[0], goal[1] - self._anchor[1]
        self._way = (dx, dy)
        chosen = self._chosen
        return lambda world: move_elements(world, chosen, dx, dy)

    def readout(self) -> str:
        """Return the way."""
        return f"{self._way[0]:+.2f}, {self._way[1]:+.2f}"

    def click(self) -> None:
        """Select what a click without movement means."""
        if self._selected_by_click is not None:
            self.editing.select(self._selected_by_click)


class PointGesture(EditGesture):
    """Carry one corner or stop; a click marks it, so that Delete takes it away."""

    cursor = Qt.CursorShape.SizeAllCursor
    label = "Move corner"

    def __init__(self, editing: MapEditing, target: MapTarget, pressed: QPointF, handle: Handle) -> None:
        super().__init__(editing, target, pressed)
        assert handle.element is not None
        self._element, self._index = handle.element, handle.index
        self._at = (0.0, 0.0)
        if self._element.group == "paths":
            self.label = "Move waypoint"
        editing.choose_point((self._element, self._index))

    def edit_at(self, pixel: QPointF) -> WorldEdit:
        """Put the point where the pointer is."""
        at = self._at = self.snap.point(self._target.world_at(pixel))
        element, index = self._element, self._index
        return lambda world: move_point(world, element, index, at)

    def readout(self) -> str:
        """Return the place."""
        return f"{self._at[0]:.2f}, {self._at[1]:.2f}"


class SlotGesture(EditGesture):
    """Carry one place of a squad's own formation, on the grid of the leader's frame; a click marks it."""

    cursor = Qt.CursorShape.SizeAllCursor
    label = "Move place"

    def __init__(self, editing: MapEditing, target: MapTarget, pressed: QPointF, handle: Handle) -> None:
        super().__init__(editing, target, pressed)
        assert handle.element is not None
        self._agent, self._index = handle.element, handle.index
        self._slot = (0.0, 0.0)
        editing.choose_point((self._agent, self._index))

    def edit_at(self, pixel: QPointF) -> WorldEdit:
        """Put the place where the pointer is."""
        found = own_places_around(self.editing.world, self._agent.id)
        if found is None:
            return lambda world: world
        squad_id, leader = found
        at = float(leader.at[0]), float(leader.at[1])
        slot = in_frame(self._target.world_at(pixel), at, float(leader.heading))
        slot = self._slot = self.snap.point(slot)
        index = self._index
        return lambda world: move_slot(world, squad_id, index, slot)

    def readout(self) -> str:
        """Return the place in the leader's frame."""
        return f"ahead {self._slot[0]:.2f}, left {self._slot[1]:.2f}"


class HeadingGesture(EditGesture):
    """Turn an agent to the pointer."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, editing: MapEditing, target: MapTarget, pressed: QPointF, agent: Element) -> None:
        super().__init__(editing, target, pressed)
        self._agent = agent
        self._degrees = 0.0
        self.label = f"Turn {title_of(editing.world, agent)}"

    def edit_at(self, pixel: QPointF) -> WorldEdit:
        """Look at the pointer."""
        agent = self._agent
        at = points_of(self.editing.world, agent)[0]
        degrees = self._degrees = self.snap.angle(_angle(at, self._target.world_at(pixel))) % 360.0
        return lambda world: set_heading(world, agent.id, degrees)

    def readout(self) -> str:
        """Return the heading."""
        return f"{self._degrees:.0f}°"


class RimGesture(EditGesture):
    """Drag the rim of an obstacle."""

    cursor = Qt.CursorShape.SizeHorCursor

    def __init__(self, editing: MapEditing, target: MapTarget, pressed: QPointF, obstacle: Element) -> None:
        super().__init__(editing, target, pressed)
        self._obstacle = obstacle
        self._radius = 0.0
        self.label = f"Resize {title_of(editing.world, obstacle)}"

    def edit_at(self, pixel: QPointF) -> WorldEdit:
        """Let the rim be where the pointer is."""
        obstacle = self._obstacle
        center = points_of(self.editing.world, obstacle)[0]
        radius = self._radius = self.snap.value(math.dist(center, self._target.world_at(pixel)))
        return lambda world: set_radius(world, obstacle, radius)

    def readout(self) -> str:
        """Return the radius."""
        return f"r {self._radius:.2f}"


class ScaleGesture(EditGesture):
    """Scale what is selected from the opposite side; Shift keeps the proportions."""

    label = "Resize"

    def __init__(self, editing: MapEditing, target: MapTarget, pressed: QPointF, side: int) -> None:
        super().__init__(editing, target, pressed)
        self._chosen = editing.selected
        self._side = SIDES[side]
        self._box = box_of(editing.world, self._chosen)
        self._size = (0.0, 0.0)
        self.cursor = scale_cursor(side)

    def edit_at(self, pixel: QPointF) -> WorldEdit:
        """Let the dragged side be where the pointer is, less the gap of the handle."""
        box, (side_x, side_y) = self._box, self._side
        if box is None:
            return lambda world: world
        start, now = self._target.world_at(self._pressed), self._target.world_at(pixel)
        held_x = box.right if side_x > 0 else box.left
        held_y = box.top if side_y > 0 else box.bottom
        fixed = (box.left if side_x > 0 else box.right, box.bottom if side_y > 0 else box.top)
        x = self.snap.value(held_x + now[0] - start[0])
        y = self.snap.value(held_y + now[1] - start[1])
        along_x = (x - fixed[0]) / (held_x - fixed[0]) if side_x and box.width else 1.0
        along_y = (y - fixed[1]) / (held_y - fixed[1]) if side_y and box.height else 1.0
        if held_keys() & Qt.KeyboardModifier.ShiftModifier:
            along_x = along_y = along_x if abs(side_x) >= abs(side_y) else along_y
        self._size = (abs(box.width * along_x), abs(box.height * along_y))
        chosen = self._chosen
        return lambda world: scale_elements(world, chosen, fixed, along_x, along_y)

    def readout(self) -> str:
        """Return the size of the box."""
        return f"{self._size[0]:.2f} × {self._size[1]:.2f}"


class TurnGesture(EditGesture):
    """Turn what is selected around its middle."""

    cursor = Qt.CursorShape.CrossCursor
    label = "Turn"

    def __init__(self, editing: MapEditing, target: MapTarget, pressed: QPointF) -> None:
        super().__init__(editing, target, pressed)
        self._chosen = editing.selected
        box = box_of(editing.world, self._chosen)
        self._middle = box.middle if box is not None else (0.0, 0.0)
        self._degrees = 0.0

    def edit_at(self, pixel: QPointF) -> WorldEdit:
        """Turn by the angle the pointer went."""
        start = _angle(self._middle, self._target.world_at(self._pressed))
        degrees = self.snap.angle(_angle(self._middle, self._target.world_at(pixel)) - start)
        self._degrees = (degrees + 180.0) % 360.0 - 180.0
        chosen, middle = self._chosen, self._middle
        return lambda world: turn_elements(world, chosen, middle, degrees)

    def readout(self) -> str:
        """Return the turn."""
        return f"{self._degrees:+.0f}°"


class MapSizeGesture(EditGesture):
    """Drag the right or upper border of the map."""

    label = "Resize map"

    def __init__(
        self, editing: MapEditing, target: MapTarget, pressed: QPointF, sides: tuple[int, int]
    ) -> None:
        super().__init__(editing, target, pressed)
        self._sides = sides
        width, height = editing.world.size
        self._size = (float(width), float(height))
        self.cursor = border_cursor(sides)

    def edit_at(self, pixel: QPointF) -> WorldEdit:
        """Let the border be where the pointer is."""
        at = self.snap.point(self._target.world_at(pixel))
        now = self.editing.world.size
        width, height = (
            max(LEAST_MAP, at[axis]) if self._sides[axis] else float(now[axis]) for axis in (0, 1)
        )
        self._size = (width, height)
        return lambda world: set_world_field(world, "size", (tidy(width), tidy(height)))

    def readout(self) -> str:
        """Return the size of the map."""
        return f"{self._size[0]:g} × {self._size[1]:g}"


class RunningAgentGesture(MapGesture):
    """Say that an agent the run has carried away is not moved here; a click selects it."""

    def __init__(self, editing: MapEditing, target: MapTarget, pressed: QPointF, agent: Element) -> None:
        super().__init__(target, pressed)
        self.editing, self._agent = editing, agent

    def drag(self, pixel: QPointF) -> None:
        """Say where to drag instead."""
        name = title_of(self.editing.world, self._agent)
        self.editing.tip.show_at(
            pixel.toPoint(),
            f"Here the run has carried {name}.",
            "Drag its start, the dashed ring, or stop the run first.",
        )


class BoxGesture(MapGesture):
    """Select what lies within a box; with Shift or Ctrl beside what is selected already."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(
        self, editing: MapEditing, target: MapTarget, pressed: QPointF, modifiers: Qt.KeyboardModifier
    ) -> None:
        super().__init__(target, pressed)
        self.editing = editing
        self._former = editing.selected
        adds = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
        self._adds = bool(modifiers & adds)
        self.box = QRectF()

    def drag(self, pixel: QPointF) -> None:
        """Select what the box holds now."""
        self.editing.pointer = pixel
        self.box = QRectF(self._pressed, pixel).normalized()
        found = elements_within(self.editing.world, self._target.view, self.box)
        self.editing.select((*self._former, *found) if self._adds else found)
        self._target.repaint_map()

    def release(self) -> None:
        """End; a click on nothing lets go of everything."""
        if not self.is_moving and not self._adds:
            self.editing.select(())
        self.box = QRectF()

    def cancel(self) -> None:
        """Select what was selected before."""
        self.box = QRectF()
        self.editing.select(self._former)


def gesture_of(editing: MapEditing, target: MapTarget, pressed: QPointF, handle: Handle) -> MapGesture:
    """Return the drag that a press on a handle begins."""
    if handle.kind is HandleKind.SCALE:
        return ScaleGesture(editing, target, pressed, handle.index)
    if handle.kind is HandleKind.TURN:
        return TurnGesture(editing, target, pressed)
    assert handle.element is not None
    if handle.kind is HandleKind.POINT:
        return PointGesture(editing, target, pressed, handle)
    if handle.kind is HandleKind.SLOT:
        return SlotGesture(editing, target, pressed, handle)
    if handle.kind is HandleKind.HEADING:
        return HeadingGesture(editing, target, pressed, handle.element)
    return RimGesture(editing, target, pressed, handle.element)


def cursor_of(handle: Handle) -> Qt.CursorShape:
    """Return the pointer's shape over a handle."""
    if handle.kind is HandleKind.SCALE:
        return scale_cursor(handle.index)
    if handle.kind is HandleKind.RIM:
        return Qt.CursorShape.SizeHorCursor
    is_point = handle.kind in (HandleKind.POINT, HandleKind.SLOT)
    return Qt.CursorShape.SizeAllCursor if is_point else Qt.CursorShape.CrossCursor


def scale_cursor(side: int) -> Qt.CursorShape:
    """Return the pointer's shape for a side of the box."""
    return border_cursor(SIDES[side])


def border_cursor(sides: Sequence[int]) -> Qt.CursorShape:
    """Return the pointer's shape for a direction from the middle, y up."""
    along_x, along_y = sides
    if along_y == 0:
        return Qt.CursorShape.SizeHorCursor
    if along_x == 0:
        return Qt.CursorShape.SizeVerCursor
    return Qt.CursorShape.SizeBDiagCursor if along_x == along_y else Qt.CursorShape.SizeFDiagCursor


def _angle(start: Vector | tuple[int | float, int | float], end: Vector) -> float:
    return math.degrees(math.atan2(end[1] - float(start[1]), end[0] - float(start[0])))


def _straight(start: Vector, goal: Vector) -> Vector:
    """Return the goal on the axis it is further along."""
    is_across = abs(goal[0] - start[0]) >= abs(goal[1] - start[1])
    return (goal[0], start[1]) if is_across else (start[0], goal[1])
