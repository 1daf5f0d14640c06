"""Read what an agent can see and sees: cones cut at walls, and a ray to each thing it looks for."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from editor.map.overlays.overlay_kind import AgentSight
from editor.map.picture.marks import (
    AreaMark,
    CrossMark,
    LineMark,
    Mark,
    MarkStyle,
    PlateMark,
    RingMark,
    Sample,
    distance_plate,
)
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS
from runtime.basics.values import Vector
from runtime.records.sense_records import SenseCandidate, SensorExplanation

if TYPE_CHECKING:
    from runtime.session.session import Session

CONE = MarkStyle("cone", "what it can see", "world.cone", Sample.WEDGE, 1.0, fill=1.0)
SEEN = MarkStyle("ray.seen", "seen", "world.cone", Sample.LINE, 1.5)
BLOCKED = MarkStyle("ray.blocked", "sight stopped here", "status.failure.line", Sample.CROSS, 1.5)
HIDDEN = MarkStyle("ray.hidden", "looked for, not seen", "text.tertiary", Sample.LINE, 1.0, (1.0, 4.0))
MEASURED = MarkStyle("measured", "distance a sensor measures", "world.hearing", Sample.LINE, 1.0, (2.0, 4.0))

LIGHT = MarkStyle("light", "lit by a source", "world.cone", Sample.RING, 1.0, (1.0, 4.0), 0.07)

MOST_RAYS = 24
"""An agent that looks for a crowd shows the rays to the nearest of it."""


def cone_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the outline of everything visible, one for each sensor that sees."""
    for cone in sight.overlay.cones:
        words = f"Sees {cone.range:g} units far, {cone.half_angle:g}° to each side"
        yield AreaMark(CONE, cone.polygon, words)


def ray_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield a ray to each thing looked for: seen, stopped at a wall, or out of the cone."""
    for sensor in sight.overlay.sensors:
        if sensor.kind in SEEING_SENSORS:
            nearest = sorted(sensor.candidates, key=lambda each: each.distance)[:MOST_RAYS]
            for candidate in nearest:
                yield from _ray(sight, candidate)


SEEING_SENSORS = ("sight", "graded_vision", "visor")


def _ray(sight: AgentSight, candidate: SenseCandidate) -> Iterator[Mark]:
    name, there = sight.name_of(candidate.entity_id), candidate.position
    what = f"{name}, {candidate.distance:.1f} units, {candidate.angle:.0f}° off"
    if candidate.visible:
        yield LineMark(SEEN, (sight.position, there), f"Sees {what}")
    elif candidate.in_range and candidate.in_angle and candidate.blocked_at is not None:
        words = f"{what}: stopped by {candidate.blocked_by}"
        yield LineMark(BLOCKED, (sight.position, candidate.blocked_at), words)
        yield LineMark(HIDDEN, (candidate.blocked_at, there), words)
        yield CrossMark(BLOCKED, candidate.blocked_at, words)
    elif candidate.in_range:
        yield LineMark(HIDDEN, (sight.position, there), f"{what}: outside the cone")


def light_marks(session: Session) -> Iterator[Mark]:
    """Yield how far each light reaches that is switched on."""
    world = session.world
    lights = _LIGHTS.get(session)
    if lights is None:
        lights = _LIGHTS[session] = tuple(_lights(session))
    for name, reach in lights:
        place = world.entity_field(name, "position")
        if isinstance(place, tuple) and world.signals.is_active(name):
            at = (float(place[0]), float(place[1]))
            yield RingMark(LIGHT, at, reach, f"Light of {name}, {reach:g} units")


_LIGHTS: WeakKeyDictionary[Session, tuple[tuple[str, float], ...]] = WeakKeyDictionary()
"""What can give light in a session, with how far: looked up once."""


def _lights(session: Session) -> Iterator[tuple[str, float]]:
    emitters = [(name, each.kind, each.params) for name, each in session.document.sources.items()]
    for name, entry in session.document.agents.items():
        emitters += [(name, each.kind, each.params) for each in entry.emits]
    default = EMITTER_KINDS["light"].parameter("radius")
    for name, kind, params in emitters:
        reach = params.get("radius", default.default if default is not None else 0.0)
        if kind == "light" and isinstance(reach, (int, float)):
            yield name, float(reach)


def measure_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the distance each measuring sensor writes, and the facts that are known."""
    for sensor in sight.overlay.sensors:
        if sensor.kind not in MEASURING_SENSORS:
            continue
        if sensor.kind == "fact":
            yield from _facts(sight, sensor)
        place, distance = sensor.outputs.get("position"), sensor.outputs.get("distance")
        if isinstance(place, tuple) and isinstance(distance, float):
            there: Vector = (float(place[0]), float(place[1]))
            name = sight.name_of(sensor.candidates[0].entity_id) if sensor.candidates else sensor.kind
            words = f"Sensor {sensor.kind}: {distance:.2f} units to {name}"
            yield LineMark(MEASURED, (sight.position, there), words)
            if math.dist(sight.position, there) > 0:
                yield distance_plate(MEASURED, sight.position, there, distance, name, words)


MEASURING_SENSORS = ("distance", "waypoint", "fact")


def _facts(sight: AgentSight, sensor: SensorExplanation) -> Iterator[Mark]:
    for candidate in sensor.candidates:
        if candidate.visible and candidate.entity_id != sight.overlay.agent_id:
            words = f"Knows of {sight.name_of(candidate.entity_id)}: {candidate.verdict}"
            yield LineMark(MEASURED, (sight.position, candidate.position), words)
            yield PlateMark(MEASURED, sight.position, candidate.position, candidate.verdict, words)
