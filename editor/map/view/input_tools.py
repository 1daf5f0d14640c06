"""Offer tools for what a user does to a running world: make a noise, throw something."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from editor.map.overlays.flight_marks import ARC, BLAST, LANDING, arc_of
from editor.map.overlays.mark_painting import paint_marks
from editor.map.overlays.sense_marks import NOISE
from editor.map.picture.map_view import MapView
from editor.map.picture.marks import AreaMark, CrossMark, LineMark, Mark, RingMark
from editor.map.view.gestures import MapGesture, MapTarget
from editor.map.view.map_tools import MapTool
from editor.theme.inks import Inks
from runtime.basics.values import Vector
from runtime.worlds.bodies.geometry import muffling_by_owner
from runtime.worlds.effects import user_throw
from runtime.worlds.flight.projectiles import THROWING_SPEED, THROWN_OBJECTS, Projectile, ThrownObject
from runtime.worlds.overlays.reach import noise_outline, outline_points

if TYPE_CHECKING:
    from runtime.session.session import Session

USUAL_LOUDNESS = 10.0
LEAST_LOUDNESS = 1.0
DRAG_STARTS = 6.0
"""Px of dragging before the way dragged says how loud a noise is."""

THROWABLE = tuple(sorted(THROWN_OBJECTS, key=lambda name: THROWN_OBJECTS[name].damage))
"""What can be thrown, the harmless first."""

_NUMBERS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_5)[: len(THROWABLE)]

SessionOf = Callable[[], "Session | None"]
MakeNoise = Callable[[Vector, float], None]
Throw = Callable[[Vector, ThrownObject], None]


class NoiseTool(MapTool):
    """Make a noise where the map is clicked; dragging out says how loud: as far as it is heard."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, session_of: SessionOf, make: MakeNoise) -> None:
        self._session_of, self._make = session_of, make
        self._pointer: QPointF | None = None
        self.begun: tuple[Vector, float] | None = None
        """Where the noise under way is to be made, and how loud."""

    def press(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> MapGesture | None:
        """Begin a noise."""
        return NoiseGesture(target, pixel, self)

    def make(self, at: Vector, loudness: float) -> None:
        """Make the noise."""
        self.begun = None
        self._make(at, loudness)

    def words_at(self, target: MapTarget, pixel: QPointF) -> str:
        """Say what a click does."""
        self._pointer = pixel
        return f"Click: a noise, loudness {USUAL_LOUDNESS:g}\nDrag out: as loud as you drag\nEsc: done"

    def paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Paint how far the noise would be heard."""
        session = self._session_of()
        at, loudness = self.begun or (None, USUAL_LOUDNESS)
        if at is None and self._pointer is not None:
            at = view.world(self._pointer)
        if session is None or at is None:
            return
        world = session.world
        furthest = math.hypot(world.solid.width, world.solid.height)
        muffling = muffling_by_owner(world.solid, world.document)
        outline = noise_outline(world.solid, muffling, at, loudness, 1.0, furthest)
        paint_marks(painter, (AreaMark(NOISE, outline_points(at, outline)),), view, inks, over=False)

    def put_down(self) -> None:
        """Forget what was begun."""
        self.begun, self._pointer = None, None


class NoiseGesture(MapGesture):
    """Grow a noise from where it was pressed."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, target: MapTarget, pressed: QPointF, tool: NoiseTool) -> None:
        super().__init__(target, pressed)
        self._tool = tool
        self._at = target.world_at(pressed)
        self._loudness = USUAL_LOUDNESS
        tool.begun = (self._at, self._loudness)
        target.repaint_map()

    def drag(self, pixel: QPointF) -> None:
        """Make it as loud as it is far to the pointer."""
        if QLineF(self._pressed, pixel).length() >= DRAG_STARTS:
            reached = math.dist(self._at, self._target.world_at(pixel))
            self._loudness = max(LEAST_LOUDNESS, round(reached, 1))
            self._tool.begun = (self._at, self._loudness)
            self._target.repaint_map()

    def release(self) -> None:
        """Make the noise."""
        self._tool.make(self._at, self._loudness)

    def cancel(self) -> None:
        """Make none."""
        self._tool.begun = None
        self._target.repaint_map()


class ThrowTool(MapTool):
    """Throw something where the map is clicked: from the player, or dropped there without one."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, session_of: SessionOf, throw: Throw) -> None:
        self._session_of, self._throw = session_of, throw
        self._pointer: QPointF | None = None
        self.name = THROWABLE[0]

    @property
    def thing(self) -> ThrownObject:
        """Return what is thrown."""
        return THROWN_OBJECTS[self.name]

    def wants_key(self, event: QKeyEvent) -> bool:
        """Take the numbers."""
        return event.key() in _NUMBERS and not event.modifiers()

    def key(self, event: QKeyEvent) -> bool:
        """Throw something else: 1 and so on."""
        if not self.wants_key(event):
            return False
        self.name = THROWABLE[_NUMBERS.index(Qt.Key(event.key()))]
        return True

    def press(self, target: MapTarget, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> MapGesture | None:
        """Begin a throw; it is thrown when the button is let go."""
        return ThrowGesture(target, pixel, self)

    def throw(self, at: Vector) -> None:
        """Throw it."""
        self._throw(at, self.thing)

    def words_at(self, target: MapTarget, pixel: QPointF) -> str:
        """Say what a click does, and where the throw comes down where that is not the pointer."""
        self._pointer = pixel
        expected = self._expected(target.world_at(pixel))
        lines = [f"Click: throw a {self.name}"]
        if expected is not None and not expected.shooter:
            lines = [f"Click: drop a {self.name}, since no agent is the player"]
        elif expected is not None and math.dist(expected.landing, target.world_at(pixel)) > 0.3:
            lines.append("too far: it falls short")
        others = ", ".join(f"{number} {name}" for number, name in enumerate(THROWABLE, 1))
        return "\n".join([*lines, others, "Esc: done"])

    def paint(self, painter: QPainter, view: MapView, inks: Inks) -> None:
        """Paint the arc it would fly, where it comes down first, and its blast."""
        expected = self._expected(view.world(self._pointer)) if self._pointer is not None else None
        if expected is None:
            return
        landing = expected.landing
        marks: list[Mark] = [
            LineMark(ARC, arc_of(expected, expected.landing_in)),
            CrossMark(LANDING, landing),
        ]
        if self.thing.blast_radius > 0:
            ring = RingMark(BLAST, landing, self.thing.blast_radius)
            paint_marks(painter, (ring,), view, inks, over=False)
        paint_marks(painter, marks, view, inks, over=True)

    def put_down(self) -> None:
        """Forget the pointer."""
        self._pointer = None

    def _expected(self, at: Vector) -> Projectile | None:
        """Return what would fly, as the world itself would throw it."""
        session = self._session_of()
        if session is None:
            return None
        player = session.document.player
        thrower = player if player in session.agent_ids and player is not None else ""
        start = session.world.pose(thrower).position if thrower else at
        return user_throw(session.world, start, at, self.thing, thrower, THROWING_SPEED)


class ThrowGesture(MapGesture):
    """Throw to where the button is let go."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, target: MapTarget, pressed: QPointF, tool: ThrowTool) -> None:
        super().__init__(target, pressed)
        self._tool, self._pixel = tool, pressed

    def drag(self, pixel: QPointF) -> None:
        """Aim elsewhere."""
        self._pixel = pixel

    def release(self) -> None:
        """Throw."""
        self._tool.throw(self._target.world_at(self._pixel))
