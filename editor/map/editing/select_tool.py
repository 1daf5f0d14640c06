"""The tool that selects, moves and reshapes what is on the map."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from editor.map.editing.edit_gestures import (
    BoxGesture,
    MapSizeGesture,
    MoveGesture,
    RunningAgentGesture,
    border_cursor,
    cursor_of,
    gesture_of,
)
from editor.map.editing.edit_painting import paint_box, paint_selection
from editor.map.editing.edit_tool import EditTool, ToolInfo
from editor.map.editing.map_editing import MapEditing, held_keys
from editor.map.editing.map_hits import candidates, edge_under, element_under, handle_at, map_edge_under
from editor.map.picture.map_view import MapView
from editor.map.view.gestures import MapGesture, MapTarget
from editor.map.view.map_widget import agent_at
from editor.theme.inks import Inks
from graphs.worlds.edits.moving import move_elements, points_of
from graphs.worlds.edits.reshaping import insert_point
from graphs.worlds.model.elements import Element, entries_of, holds

SELECT = ToolInfo(
    "select",
    "Select and move",
    "pointer",
    "Select, move and reshape what is on the map.",
    "Drag to move · double-click an edge to add a corner · drag a box to select",
)

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class SelectTool(EditTool):
    """Select by clicks and boxes; drag things, their corners and handles; nudge with the arrow keys."""

    info = SELECT

    def __init__(self, editing: MapEditing) -> None:
        super().__init__(editing)
        self._gesture: MapGesture | None = None

    def press(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> MapGesture | None:
        """Begin with what lies under the pointer: a handle, a thing, the border of the map, or nothing."""
        editing = self.editing
        editing.pointer = pixel
        editing.tip.hide()
        self._gesture = self._gesture_for(target, pixel, modifiers)
        return self._gesture

    def _gesture_for(
        self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier
    ) -> MapGesture | None:
        editing = self.editing
        world, selected = editing.world, editing.selected
        handle = handle_at(world, selected, target.view, pixel)
        if handle is not None:
            return gesture_of(editing, target, pixel, handle)
        editing.choose_point(None)
        element = element_under(world, target.view, pixel, selected)
        adds = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
        if element is None or (element not in selected and element.group != "agents"):
            agent = self._agent_of_run(target, pixel)
            if agent is not None:
                editing.select((agent,))
                return RunningAgentGesture(editing, target, pixel, agent)
        if element is None:
            sides = map_edge_under(world, target.view, pixel)
            if sides is not None and not modifiers & adds:
                return MapSizeGesture(editing, target, pixel, sides)
            return BoxGesture(editing, target, pixel, modifiers)
        if modifiers & adds:
            return self._change_selection(element, modifiers, target, pixel)
        is_selected = element in selected
        if not is_selected:
            editing.select((element,))
        return MoveGesture(editing, target, pixel, element, (element,) if is_selected else None)

    def _agent_of_run(self, target: MapTarget, pixel: QPointF) -> Element | None:
        """Return the agent that the run has carried here, away from its start."""
        index = agent_at(target.picture.agents, target.view, pixel) if self.editing.is_begun else -1
        agent = Element("agents", target.picture.agents.ids[index]) if index >= 0 else None
        return agent if agent is not None and holds(self.editing.world, agent) else None

    def _change_selection(
        self, element: Element, modifiers: Qt.KeyboardModifier, target: MapTarget, pixel: QPointF
    ) -> MapGesture:
        """Add with Shift; with Ctrl add, or let go by a click. What is selected can be dragged at once."""
        editing = self.editing
        selected = editing.selected
        lets_go = element in selected and bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        editing.select((*selected, element))
        on_click = [item for item in selected if item != element] if lets_go else None
        return MoveGesture(editing, target, pixel, element, on_click)

    def double_click(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Add a corner on an edge, or a waypoint on a path."""
        editing = self.editing
        editing.pointer = pixel
        for element in self._with_edges(target, pixel):
            index = edge_under(editing.world, element, target.view, pixel)
            if index is not None:
                self._insert(element, index + 1, target, pixel)
                return True
        return handle_at(editing.world, editing.selected, target.view, pixel) is not None

    def _with_edges(self, target: MapTarget, pixel: QPointF) -> list[Element]:
        editing = self.editing
        under = element_under(editing.world, target.view, pixel, editing.selected)
        found = [*editing.selected, *([under] if under is not None else [])]
        groups = ("walls", "doors", "zones", "paths")
        return [element for element in dict.fromkeys(found) if element.group in groups]

    def _insert(self, element: Element, index: int, target: MapTarget, pixel: QPointF) -> None:
        editing = self.editing
        at = editing.place(pixel, editing.snap.held(held_keys()))
        what = "waypoint" if element.group == "paths" else "corner"
        done = editing.apply(
            f"Add {what}", lambda world: insert_point(world, element, index, at), select=(element,)
        )
        if done:
            editing.choose_point((element, index))

    def cursor_at(self, target: MapTarget, pixel: QPointF) -> Qt.CursorShape | None:
        """Return what a press would do."""
        editing = self.editing
        editing.pointer = pixel
        handle = handle_at(editing.world, editing.selected, target.view, pixel)
        element = None
        if handle is None:
            element = element_under(editing.world, target.view, pixel, editing.selected)
        editing.hover(element)
        if handle is not None:
            return cursor_of(handle)
        if element is not None:
            is_selected = element in editing.selected
            return Qt.CursorShape.SizeAllCursor if is_selected else Qt.CursorShape.PointingHandCursor
        sides = map_edge_under(editing.world, target.view, pixel)
        return border_cursor(sides) if sides is not None else Qt.CursorShape.ArrowCursor

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep arrows from driving and commands."""
        return _arrow(event) is not None or super().wants_key(event)

    def key(self, event: QKeyEvent) -> bool:
        """Nudge with the arrows: one step of the grid, ten with Shift; walk from thing to thing with Tab."""
        way = _arrow(event)
        if way is not None:
            self._nudge(way, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            return True
        if event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self._walk(1 if event.key() == Qt.Key.Key_Tab else -1)
            return True
        return super().key(event)

    def _walk(self, step: int) -> None:
        """Select the next thing of the world, or the one before; the camera goes along."""
        editing = self.editing
        everything = tuple(candidates(editing.world))
        if not everything:
            return
        selected = editing.selected
        here = everything.index(selected[0]) if selected else (-1 if step > 0 else 0)
        chosen = everything[(here + step) % len(everything)]
        editing.select((chosen,))
        points = points_of(editing.world, chosen)
        at = (float(points[0][0]), float(points[0][1])) if points else None
        view = editing.map.view
        if at is not None and not view.bounds().contains(view.point(at)):
            editing.map.camera.glide_to(at)

    def _nudge(self, way: tuple[int, int], far: bool) -> None:
        editing = self.editing
        chosen = editing.selected
        step = editing.snap.nudge * (10 if far else 1)
        if chosen:
            dx, dy = way[0] * step, way[1] * step
            editing.apply(
                "Nudge", lambda world: move_elements(world, chosen, dx, dy), merge_key=("nudge", chosen)
            )

    def step_back(self) -> bool:
        """Let go of the marked corner, else of the selection."""
        if self.editing.point is not None:
            self.editing.choose_point(None)
            return True
        if self.editing.selected:
            self.editing.select(())
            return True
        return False

    def words_at(self, target: MapTarget, pixel: QPointF) -> str:
        """Say what is under the pointer."""
        element = element_under(self.editing.world, target.view, pixel, self.editing.selected)
        if element is None:
            return ""
        entry = entries_of(self.editing.world, element.group)[element.id]
        return f"{entry.name} ({element.id})" if entry.name else element.id

    def paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Paint the selection with its handles, and the box that is drawn."""
        paint_selection(painter, self.editing, view, inks, handles=True)
        if isinstance(self._gesture, BoxGesture) and self._gesture.box.isValid():
            paint_box(painter, self._gesture.box, inks)


def _arrow(event: QKeyEvent) -> tuple[int, int] | None:
    plain = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    return None if event.modifiers() & ~plain else _ARROWS.get(Qt.Key(event.key()))
