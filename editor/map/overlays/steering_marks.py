"""Read the shapes that steering behaviors work with: radii, circles, feelers, neighbors, turns."""

from __future__ import annotations

import math
from collections.abc import Iterator

from editor.map.overlays.overlay_kind import AgentSight
from editor.map.overlays.vector_marks import title_of
from editor.map.picture.marks import (
    ArcMark,
    ArrowMark,
    CrossMark,
    DotMark,
    LineMark,
    Mark,
    MarkStyle,
    RingMark,
    Sample,
)
from runtime.basics.values import Vector
from runtime.records.world_records import Feeler, SteeringContribution

ARRIVED = MarkStyle("radius.arrived", "arrived inside", "world.target", Sample.RING, 1.5)
SLOWS = MarkStyle("radius.slows", "brakes inside", "world.target", Sample.RING, 1.0, (4.0, 4.0))
ESCAPES = MarkStyle("radius.escapes", "full flight inside", "world.vector.avoid", Sample.RING, 1.5)
SAFE = MarkStyle("radius.safe", "safe outside", "world.vector.avoid", Sample.RING, 1.0, (4.0, 4.0))
CIRCLE = MarkStyle("wander.circle", "wander circle", "world.vector.wander", Sample.RING, 1.0)
DISPLACEMENT = MarkStyle("wander.displacement", "drawn displacement", "world.vector.wander", Sample.LINE, 1.5)
FEELS = MarkStyle("feeler.free", "feels nothing ahead", "text.tertiary", Sample.LINE, 1.0)
TOUCHES = MarkStyle("feeler.hit", "feels a wall", "world.vector.avoid", Sample.LINE, 1.5)
NORMAL = MarkStyle("feeler.normal", "off the wall", "world.vector.avoid", Sample.ARROW, 1.5)
PREDICTED = MarkStyle(
    "predicted", "where it will be", "world.target", Sample.LINE, 1.5, (2.0, 3.0), over=True
)
COLLISION = MarkStyle("meeting", "expected collision", "status.failure.line", Sample.CROSS, 1.5, over=True)
NEIGHBOR = MarkStyle("neighbor.link", "a neighbor it counts", "text.tertiary", Sample.LINE, 1.0)
NEIGHBOR_RANGE = MarkStyle(
    "neighbor.range", "counts neighbors inside", "text.tertiary", Sample.RING, 1.0, (4.0, 4.0)
)
AIM = MarkStyle("turn.aim", "where it turns to", "world.vector.result", Sample.LINE, 1.0, (6.0, 3.0))
TURN = MarkStyle("turn.left", "what is left to turn", "world.vector.result", Sample.WEDGE, 2.0)

TURN_RADIUS = 26.0
_NORMAL_LENGTH = 0.6


def asked_for(sight: AgentSight, *behaviors: str) -> Iterator[SteeringContribution]:
    """Yield what these behaviors contribute."""
    return (item for item in sight.overlay.contributions if item.behavior in behaviors)


def radius_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the rings around what an agent arrives at or leaves, and the square it roams in."""
    for item in asked_for(sight, *RADIUS_BEHAVIORS):
        if item.target is None:
            continue
        title = title_of(item.behavior)
        for name, style, words in _RINGS:
            reach = item.numbers.get(name, 0.0)
            if reach > 0.0:
                yield RingMark(style, item.target, reach, f"{title}: {words} {reach:g} units")


_RINGS = (
    ("slow_radius", SLOWS, "brakes inside"),
    ("target_radius", ARRIVED, "there inside"),
    ("danger_radius", SAFE, "safe beyond"),
    ("escape_radius", ESCAPES, "full flight inside"),
)
RADIUS_BEHAVIORS = ("arrive", "leave", "go_to", "follow_path", "follow_waypoints", "roam")


def wander_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the circle ahead of a wanderer, the way to its middle, and the displacement drawn on it."""
    for item in asked_for(sight, "wander"):
        center = item.marks.get("circle")
        if center is None or item.target is None:
            continue
        radius = item.numbers.get("radius", math.dist(center, item.target))
        yield LineMark(CIRCLE, (sight.position, center), "Wander: offset of the circle")
        yield RingMark(CIRCLE, center, radius, f"Wander circle, {radius:g} units")
        yield LineMark(DISPLACEMENT, (center, item.target), "Wander: the displacement drawn")
        yield DotMark(DISPLACEMENT, item.target, "Wander: the point it seeks")


def feeler_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the rays an agent feels ahead with; where one meets something, the place and the normal."""
    for item in asked_for(sight, *FEELING_BEHAVIORS):
        for feeler in item.feelers:
            yield from _feeler(feeler)


FEELING_BEHAVIORS = ("avoid_walls", "avoid_obstacles")


def _feeler(feeler: Feeler) -> Iterator[Mark]:
    if feeler.hit_at is None:
        yield LineMark(FEELS, (feeler.start, feeler.end), f"{feeler.name}: nothing")
        return
    distance = math.dist(feeler.start, feeler.hit_at)
    words = f"{feeler.name} meets {feeler.hit_by} after {distance:.2f} units"
    yield LineMark(TOUCHES, (feeler.start, feeler.hit_at), words)
    yield LineMark(FEELS, (feeler.hit_at, feeler.end), words)
    yield DotMark(TOUCHES, feeler.hit_at, words)
    if feeler.normal is not None:
        offset = (feeler.normal[0] * _NORMAL_LENGTH, feeler.normal[1] * _NORMAL_LENGTH)
        yield ArrowMark(NORMAL, feeler.hit_at, offset, f"Off {feeler.hit_by}")


def prediction_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield where pursued and evaded entities are expected to be."""
    for item in asked_for(sight, *PREDICTING_BEHAVIORS):
        at = item.marks.get("predicted")
        if at is None or item.target is None:
            continue
        name = sight.name_of(item.target_entity) if item.target_entity else "the target"
        words = f"{title_of(item.behavior)} expects {name} here"
        yield LineMark(PREDICTED, (item.target, at), words)
        yield DotMark(PREDICTED, at, words, size=5.0, hollow=True)


PREDICTING_BEHAVIORS = ("pursue", "evade")


def meeting_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield where an agent and the neighbor it dodges will be at their closest approach."""
    for item in asked_for(sight, "avoid_agents"):
        meeting = item.meeting
        if meeting is None:
            continue
        name, radius = sight.name_of(meeting.entity_id), sight.overlay.pose.radius
        when = f"in {meeting.seconds:.1f} s" if meeting.seconds > 0 else "now"
        words = f"Closest to {name} {when}: {meeting.distance:.2f} units between the middles"
        yield LineMark(COLLISION, (sight.position, meeting.own), words)
        yield RingMark(COLLISION, meeting.own, radius, words)
        yield RingMark(COLLISION, meeting.other, radius, words)
        yield CrossMark(COLLISION, _middle(meeting.own, meeting.other), words)


def neighbor_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the reach within which a flock member counts others, and a line to each it counts."""
    drawn = set()
    for item in asked_for(sight, *FLOCKING_BEHAVIORS):
        reach = item.numbers.get("range", 0.0)
        if (reach, item.mode) in drawn:
            continue
        drawn.add((reach, item.mode))
        count = len(item.neighbors)
        words = f"{title_of(item.behavior)} counts {count} {'neighbor' if count == 1 else 'neighbors'}"
        yield RingMark(NEIGHBOR_RANGE, sight.position, reach, f"{words} within {reach:g} units")
        for place in item.neighbors:
            yield LineMark(NEIGHBOR, (sight.position, place), words)


FLOCKING_BEHAVIORS = ("separation", "alignment", "cohesion", "flock")


def turn_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the line an agent turns towards, and the angle that is left."""
    heading = sight.overlay.pose.heading
    for item in asked_for(sight, "face"):
        if item.target is None or item.target == sight.position:
            continue
        dx, dy = item.target[0] - sight.position[0], item.target[1] - sight.position[1]
        wanted = math.degrees(math.atan2(dy, dx))
        left = (wanted - heading + 180.0) % 360.0 - 180.0
        words = f"{title_of(item.behavior)}: {abs(left):.0f}° left to turn"
        yield LineMark(AIM, (sight.position, item.target), words)
        yield ArcMark(TURN, sight.position, TURN_RADIUS, heading, left, words)


def _middle(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
