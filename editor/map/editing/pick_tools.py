"""Pick on the map what a field names: a place, a thing, a team or a distance; and show what is named."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from editor.canvas.scene.refusal_tip import RefusalTip
from editor.map.editing.edit_painting import (
    paint_cross,
    paint_outline,
    paint_outline_draft,
    paint_words,
)
from editor.map.editing.map_hits import candidates, is_hit
from editor.map.picture.map_view import MapView
from editor.map.view.gestures import MapGesture, MapTarget
from editor.map.view.map_tools import MapTool
from editor.map.view.map_widget import MapWidget, agent_at
from editor.theme.inks import NO_BRUSH, Inks, set_inks
from graphs.basics.frozen import JsonValue
from graphs.kinds.declarations.parameter import is_vector
from graphs.worlds.model.elements import ENTITY_GROUPS, Element, Group, entries_of
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector

Kinds: TypeAlias = Collection[str]
"""What can be picked: `place`, `path`, `zone`, `entity`, `team`."""

GROUPS: dict[str, tuple[Group, ...]] = {
    "entity": ENTITY_GROUPS,
    "zone": ("zones",),
    "path": ("paths",),
    "team": ("agents",),
}
_WORDS = {
    "place": "a place",
    "path": "a path",
    "zone": "a zone",
    "entity": "an entity",
    "team": "an agent of it",
}
DECIMALS = 2
_RING = 5.0


def thing_under(widget: MapWidget, world: WorldDocument, pixel: QPointF, kinds: Kinds) -> Element | None:
    """Return the topmost thing of some kinds under a pixel; agents are where the run has them."""
    groups = {group for kind in kinds for group in GROUPS.get(kind, ())}
    index = agent_at(widget.picture.agents, widget.view, pixel) if "agents" in groups else -1
    if index >= 0 and widget.picture.agents.ids[index] in world.agents:
        return Element("agents", widget.picture.agents.ids[index])
    others = (element for element in candidates(world) if element.group in groups - {"agents"})
    hits = (element for element in others if is_hit(world, element, widget.view, pixel, inside=True))
    return next(hits, None)


def things_named(world: WorldDocument, value: JsonValue, kinds: Kinds) -> tuple[Element, ...]:
    """Return what a value of a field names: one thing, a team, or each of the terms of a filter."""
    terms = [term.strip().removeprefix("-") for term in value.split(",")] if isinstance(value, str) else []
    found = []
    for kind in kinds:
        for group in GROUPS.get(kind, ()):
            for name, entry in entries_of(world, group).items():
                named = getattr(entry, "team", "") if kind == "team" else name
                if named and named in terms:
                    found.append(Element(group, name))
    return tuple(dict.fromkeys(found))


def value_picked(world: WorldDocument, element: Element, kinds: Kinds) -> str:
    """Return what is written for a thing that was picked: its id, or its team where only teams are."""
    if "entity" not in kinds and "team" in kinds:
        return world.agents[element.id].team
    return element.id


def paint_named(
    painter: QPainter, widget: MapWidget, world: WorldDocument, things: Sequence[Element], inks: Inks
) -> None:
    """Let things glow: agents where the run has them."""
    view, agents = widget.view, widget.picture.agents
    for pen in (inks.pen("accent.wash", 7), inks.pen("accent.line", 2.5)):
        for thing in things:
            if thing.group == "agents" and thing.id in agents.ids:
                place = agents.ids.index(thing.id)
                x, y = agents.positions[place]
                set_inks(painter, pen, NO_BRUSH)
                reach = float(agents.radii[place]) * view.unit + _RING
                painter.drawEllipse(view.point((float(x), float(y))), reach, reach)
            else:
                paint_outline(painter, world, thing, view, pen)


def place_named(value: JsonValue, kinds: Kinds) -> Vector | None:
    """Return the place that a value is, None for any other value."""
    if "place" in kinds and isinstance(value, list | tuple) and is_vector(value):
        x, y = value
        return float(x), float(y)  # type: ignore[arg-type]
    return None


Picked: TypeAlias = Callable[[JsonValue], None]


class _PickingTool(MapTool):
    """Be in hand until something was picked or Esc was pressed; `over` is told once, either way."""

    cursor = Qt.CursorShape.CrossCursor
    speaks_alone = True

    def __init__(self, widget: MapWidget, over: Callable[[], None]) -> None:
        self.widget = widget
        self._over: Callable[[], None] | None = over
        self.pointer: QPointF | None = None

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep Esc from the window."""
        return event.key() == Qt.Key.Key_Escape

    def key(self, event: QKeyEvent) -> bool:
        """Pick nothing with Esc."""
        if event.key() != Qt.Key.Key_Escape:
            return False
        if not self.widget.cancel_gesture():
            self.end()
        return True

    def press(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> MapGesture | None:
        """Begin a pick; it is done where the button is let go."""
        self.begin(pixel)
        return _Pick(target, pixel, self)

    def begin(self, pixel: QPointF) -> None:
        """Note where the button was pressed."""
        self.pointer = pixel

    def take(self, pixel: QPointF) -> None:
        """Pick what is under a pixel."""
        raise NotImplementedError

    def forget(self) -> None:
        """Forget what was begun."""

    def end(self) -> None:
        """Let whoever asked go on."""
        over, self._over = self._over, None
        if over is not None:
            over()

    def put_down(self) -> None:
        """End, if something else was taken in hand."""
        self.pointer = None
        self.end()


class PickTool(_PickingTool):
    """Hand over what is clicked: what can be picked is outlined, what cannot is refused in words."""

    def __init__(
        self,
        widget: MapWidget,
        label: str,
        kinds: Kinds,
        world: Callable[[], WorldDocument],
        picked: Picked,
        over: Callable[[], None],
    ) -> None:
        super().__init__(widget, over)
        self._label, self._kinds, self._world, self._picked = label, kinds, world, picked
        self._tip = RefusalTip(widget)
        self._wanted = " or ".join(_WORDS[kind] for kind in sorted(kinds))

    def take(self, pixel: QPointF) -> None:
        """Pick the thing under a pixel, else the place; refuse where neither fits."""
        thing = thing_under(self.widget, self._world(), pixel, self._kinds)
        value: JsonValue = value_picked(self._world(), thing, self._kinds) if thing is not None else None
        if thing is None and "place" in self._kinds:
            value = [round(part, DECIMALS) for part in self.widget.world_at(pixel)]
        if value:
            self._picked(value)
            self.end()
            return
        reason = "This agent is of no team." if thing is not None else f"{self._label} takes {self._wanted}."
        self._tip.show_at(pixel.toPoint(), reason, "Click one that is outlined, or press Esc.")

    def words_at(self, target: MapTarget, pixel: QPointF) -> str:
        """Say what a click takes."""
        self.pointer = pixel
        thing = thing_under(self.widget, self._world(), pixel, self._kinds)
        if thing is not None:
            what = value_picked(self._world(), thing, self._kinds) or "of no team"
            return f"{self._label}: {what}\nClick: take it\nEsc: leave it"
        if "place" in self._kinds:
            x, y = target.world_at(pixel)
            return f"{self._label}: {x:.{DECIMALS}f}, {y:.{DECIMALS}f}\nClick: take this place\nEsc: leave it"
        return f"{self._label}: click {self._wanted}\nEsc: leave it"

    def paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Outline what can be picked; let what is under the pointer glow."""
        world = self._world()
        groups = {group for kind in self._kinds for group in GROUPS.get(kind, ())}
        for element in candidates(world):
            if element.group in groups - {"agents"}:
                paint_outline(painter, world, element, view, inks.pen("accent.line", 1, (4.0, 3.0)))
        if self.pointer is None:
            return
        thing = thing_under(self.widget, world, self.pointer, self._kinds)
        if thing is not None:
            paint_named(painter, self.widget, world, (thing,), inks)
        elif "place" in self._kinds:
            paint_cross(painter, view.world(self.pointer), view, inks)

    def put_down(self) -> None:
        """Take the refusal away."""
        self._tip.hide()
        self._tip.deleteLater()
        super().put_down()


class DistancePick(_PickingTool):
    """Hand over how far a drag goes, in units; on an agent it is measured from or to its middle."""

    def __init__(self, widget: MapWidget, picked: Callable[[str], None], over: Callable[[], None]) -> None:
        super().__init__(widget, over)
        self._picked = picked
        self._start: Vector | None = None

    def begin(self, pixel: QPointF) -> None:
        """Measure from here."""
        super().begin(pixel)
        self._start = self._snapped(pixel)

    def forget(self) -> None:
        """Measure from nowhere."""
        self._start = None

    def take(self, pixel: QPointF) -> None:
        """Hand over the distance; a click without a drag measures nothing."""
        distance = math.dist(self._start, self._snapped(pixel)) if self._start is not None else 0.0
        self._start = None
        if distance > 0:
            self._picked(f"{distance:.1f}")
            self.end()

    def words_at(self, target: MapTarget, pixel: QPointF) -> str:
        """Say what a drag does."""
        self.pointer = pixel
        return "Drag: the distance\nEsc: leave it"

    def paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Paint the line that is measured."""
        if self.pointer is None:
            return
        now = self._snapped(self.pointer)
        if self._start is None:
            paint_cross(painter, now, view, inks)
            return
        paint_outline_draft(painter, (self._start, now), view, inks, closed=False)
        paint_words(painter, self.pointer, f"{math.dist(self._start, now):.1f} units", view, inks)

    def _snapped(self, pixel: QPointF) -> Vector:
        agents = self.widget.picture.agents
        index = agent_at(agents, self.widget.view, pixel)
        if index < 0:
            return self.widget.world_at(pixel)
        return float(agents.positions[index][0]), float(agents.positions[index][1])


class _Pick(MapGesture):
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, target: MapTarget, pressed: QPointF, tool: _PickingTool) -> None:
        super().__init__(target, pressed)
        self._tool, self._pixel = tool, pressed

    def drag(self, pixel: QPointF) -> None:
        self._pixel = self._tool.pointer = pixel

    def release(self) -> None:
        self._tool.take(self._pixel)

    def cancel(self) -> None:
        self._tool.forget()
