"""Read what moves an agent, the point steered for, the way ahead, its place on its path, and its trail."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from editor.map.overlays.overlay_kind import AgentSight
from editor.map.picture.agent_shapes import team_token
from editor.map.picture.marks import (
    ArrowMark,
    CrosshairMark,
    DotMark,
    DotsMark,
    LineMark,
    Mark,
    MarkStyle,
    Sample,
    distance_plate,
)
from graphs.kinds.actions.steering_behaviors import BEHAVIORS
from runtime.basics.values import Vector
from runtime.records.world_records import AgentOverlay, SteeringContribution

VELOCITY_SECONDS = 0.4
"""A velocity arrow reaches where the agent will be after so many seconds."""

ACCELERATION_SCALE = 0.12
"""Units drawn per unit/s² of steering."""

LONGEST_ARROW = 3.0


def _arrow(name: str, words: str) -> MarkStyle:
    return MarkStyle(f"vector.{name}", words, f"world.vector.{name}", Sample.ARROW, width=2.0)


VELOCITY = _arrow("velocity", "velocity")
TOWARDS = _arrow("seek", "steers towards")
AWAY = _arrow("avoid", "steers away")
WANDERS = _arrow("wander", "wanders")
RESULT = _arrow("result", "result of all steering")
CROSSHAIR = MarkStyle("target", "steers for this point", "world.target", Sample.CROSSHAIR, over=True)
DISTANCE = MarkStyle("distance", "distance to its target", "text.tertiary", Sample.LINE, 1.0, (2.0, 4.0))

_AWAY_FROM = frozenset(
    {"avoid_walls", "avoid_agents", "avoid_obstacles", "flee", "evade", "leave", "separation"}
)


def vector_style(behavior: str) -> MarkStyle:
    """Return what the arrow of a behavior looks like."""
    if behavior == "wander":
        return WANDERS
    return AWAY if behavior in _AWAY_FROM else TOWARDS


def vector_marks(sight: AgentSight) -> tuple[Mark, ...]:
    """Return the arrows of an agent, the longest first, so that a shorter one lies on top.

    The result is left out where a single behavior steers, since both arrows would be the same.
    """
    overlay = sight.overlay
    start = overlay.pose.position
    moving = [item for item in overlay.contributions if length(item.linear) > 1e-9]
    arrows = [
        ArrowMark(
            vector_style(item.behavior), start, scaled(item.linear, ACCELERATION_SCALE), _steering_words(item)
        )
        for item in moving
    ]
    if len(moving) > 1:
        words = f"Result of all steering: {length(overlay.linear):.1f} units/s²"
        arrows.append(ArrowMark(RESULT, start, scaled(overlay.linear, ACCELERATION_SCALE), words))
    velocity = overlay.pose.velocity
    words = f"Velocity {length(velocity):.1f} units/s"
    arrows.append(ArrowMark(VELOCITY, start, scaled(velocity, VELOCITY_SECONDS), words))
    return tuple(sorted(arrows, key=lambda arrow: -length(arrow.offset)))


def _steering_words(item: SteeringContribution) -> str:
    """Return what an arrow says: how much, with which weight, and by whom."""
    weight = f", weight {item.weight:g}" if item.weight != 1.0 else ""
    always = ", always on" if item.is_modifier else ""
    return f"{title_of(item.behavior)} {length(item.linear):.1f} units/s²{weight}{always}"


def target_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the crosshair at the point steered for, and the distance to what the agent goes after."""
    found = steered_for(sight.overlay)
    if found is None:
        return
    target, thing, entity = found
    where = f"{target[0]:.1f}, {target[1]:.1f}"
    yield CrosshairMark(CROSSHAIR, target, f"Steers for {where}")
    distance = math.dist(sight.position, thing)
    name = sight.name_of(entity) if entity else "target"
    words = f"{name if entity else 'The target'} is {distance:.2f} units away"
    yield LineMark(DISTANCE, (sight.position, thing), words)
    yield distance_plate(DISTANCE, sight.position, thing, distance, name, words)


def steered_for(overlay: AgentOverlay) -> tuple[Vector, Vector, str | None] | None:
    """Return the point an agent steers for, where the thing is that it goes after, and the thing's id.

    The two places differ where a behavior steers for a predicted one; None where nothing is steered for.
    """
    for item in overlay.contributions:
        if item.target is not None and vector_style(item.behavior) is TOWARDS:
            predicted = item.marks.get("predicted")
            return predicted or item.target, item.target, item.target_entity
    return None


def title_of(behavior: str) -> str:
    """Return the title of a behavior."""
    declared = BEHAVIORS.get(behavior)
    return declared.title if declared is not None else behavior.replace("_", " ").capitalize()


def length(vector: Vector) -> float:
    """Return the length of a vector."""
    return math.sqrt(vector[0] * vector[0] + vector[1] * vector[1])


def scaled(vector: Vector, scale: float) -> Vector:
    """Return a vector drawn at a scale, shortened to the longest arrow."""
    drawn = length(vector) * scale
    scale *= min(1.0, LONGEST_ARROW / drawn) if drawn > 0 else 1.0
    return vector[0] * scale, vector[1] * scale


AHEAD = MarkStyle("way.ahead", "way ahead", "world.target", Sample.LINE, 1.5, (2.0, 5.0))
DONE = MarkStyle("way.done", "path walked", "world.path", Sample.LINE, 3.0, alpha=0.55)
PLACE = MarkStyle("way.place", "its place on the path", "world.path", Sample.DOT, 2.0)
TRAIL = MarkStyle("trail", "its trail, a dot each half second", team_token(0), Sample.LINE, 1.5, alpha=0.6)

PATH_BEHAVIORS = ("follow_path", "follow_waypoints", "go_to", "roam")


def way_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield the way an agent means to go, and how far along its path it is."""
    if len(sight.overlay.path_ahead) > 1:
        yield LineMark(AHEAD, sight.overlay.path_ahead, "The way it means to go")
    for item in sight.overlay.contributions:
        progress = item.progress
        if progress is None or progress.total <= 0:
            continue
        share = 100 * progress.done / progress.total
        round_words = " of the round" if progress.closed else ""
        words = (
            f"{title_of(item.behavior)}: {progress.done:.1f} of {progress.total:.1f} units, "
            f"{share:.0f} %{round_words}"
        )
        if len(progress.line) > 1:
            yield LineMark(DONE, progress.line, words)
        yield DotMark(PLACE, progress.at, words, size=4.0, hollow=True)


def trail_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield where an agent was during the last seconds."""
    if len(sight.trail) > 1:
        style = replace(TRAIL, token=team_token(sight.team))
        points = tuple((float(x), float(y)) for x, y in sight.trail)
        yield LineMark(style, points)
        yield DotsMark(style, sight.dots, np.ones(len(sight.dots)))
