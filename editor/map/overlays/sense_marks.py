"""Read noises, what agents hear, smell, touch and notice, and who is in the zones they watch."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from editor.map.overlays.overlay_kind import AgentSight
from editor.map.picture.marks import (
    AreaMark,
    ArrowMark,
    CrossMark,
    DotMark,
    DotsMark,
    GlyphMark,
    LineMark,
    Mark,
    MarkStyle,
    MeterMark,
    PlateMark,
    RingMark,
    Sample,
)
from runtime.basics.vectors import FloatArray
from runtime.records.sense_records import SenseCandidate, SensorExplanation
from runtime.worlds.bodies.geometry import muffling_by_owner
from runtime.worlds.overlays.reach import noise_outline, outline_points
from runtime.worlds.signals.lasting import Noise
from runtime.worlds.world import World

if TYPE_CHECKING:
    from runtime.session.session import Session

HEARS_INSIDE = MarkStyle("hearing.range", "hears inside", "world.hearing", Sample.RING, 1.0, (4.0, 5.0), 0.05)
HEARD = MarkStyle("hearing.heard", "a noise it heard", "world.hearing", Sample.LINE, 2.0)
UNHEARD = MarkStyle(
    "hearing.unheard", "a noise it does not hear", "text.tertiary", Sample.LINE, 1.0, (1.0, 4.0)
)
SMELLS_INSIDE = MarkStyle(
    "smell.range", "smells inside", "family.world.line", Sample.RING, 1.0, (4.0, 5.0), 0.05
)
SCENT_WAY = MarkStyle("smell.way", "the way up the scent", "family.world.line", Sample.ARROW, 2.0)
SCENT = MarkStyle("scent", "scent, fading", "family.world.line", Sample.DOTS)
TOUCHES_INSIDE = MarkStyle("touch.range", "feels inside", "status.pending.line", Sample.RING, 1.0, (2.0, 3.0))
TOUCHED = MarkStyle("touch.contact", "what it touches", "status.pending.line", Sample.DOT, 2.0, over=True)
NEAR_INSIDE = MarkStyle("near.range", "senses inside", "text.secondary", Sample.RING, 1.0, (4.0, 5.0), 0.05)
NEAR = MarkStyle("near.sensed", "who is near", "text.secondary", Sample.LINE, 1.5)
IN_ZONE = MarkStyle("zone.inside", "in the zone it watches", "world.zone", Sample.LINE, 1.5)
NOTICED = MarkStyle("interest.noticed", "what interests it", "family.ask.line", Sample.LINE, 1.5, (6.0, 4.0))
INTEREST = MarkStyle("interest.place", "something to notice", "family.ask.line", Sample.RING, 1.5, (6.0, 4.0))
METER = MarkStyle("meter", "how sure it is", "world.cone", Sample.METER)
DETECTED = MarkStyle("meter.detected", "it is sure", "status.failure.line", Sample.METER)
EMOTE = MarkStyle("emote", "what it shows", "world.label", Sample.GLYPH)

DIRECTION_LENGTH = 1.2


def sensors_of(sight: AgentSight, kind: str) -> Iterator[SensorExplanation]:
    """Yield an agent's sensors of one kind."""
    return (sensor for sensor in sight.overlay.sensors if sensor.kind == kind)


def _reach(sight: AgentSight, sensor: SensorExplanation, style: MarkStyle, verb: str) -> Iterator[Mark]:
    """Yield the circles within which a sensor senses."""
    for shape in sensor.shapes:
        yield RingMark(style, sight.position, shape.range, f"{verb} {shape.range:g} units far")


def _who(sight: AgentSight, candidate: SenseCandidate, nobody: str) -> str:
    return sight.name_of(candidate.entity_id) if candidate.entity_id else nobody


def hearing_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield how far an agent hears, and a line to each noise of the last second with how loud it is here."""
    for sensor in sensors_of(sight, "hearing"):
        yield from _reach(sight, sensor, HEARS_INSIDE, "Hears")
        for candidate in sensor.candidates:
            words = f"Noise of {_who(sight, candidate, 'nobody')}: {candidate.verdict}"
            line = (candidate.position, sight.position)
            yield LineMark(HEARD if candidate.visible else UNHEARD, line, words)
            if candidate.visible:
                loud = f"{candidate.strength:.1f} loud"
                yield PlateMark(HEARD, *line, loud, words, f"{candidate.strength:.1f}")


def smell_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield how far an agent smells, and the way up the scent."""
    for sensor in sensors_of(sight, "smell"):
        yield from _reach(sight, sensor, SMELLS_INSIDE, "Smells")
        way, strength = sensor.outputs.get("direction"), sensor.outputs.get("strength")
        if isinstance(way, tuple) and isinstance(strength, float) and strength > 0:
            told = ", ".join(
                f"{_who(sight, each, 'nobody')} {each.verdict}" for each in sensor.candidates if each.visible
            )
            offset = (float(way[0]) * DIRECTION_LENGTH, float(way[1]) * DIRECTION_LENGTH)
            yield ArrowMark(SCENT_WAY, sight.position, offset, f"Scent {strength:.2f}: {told}")


def scent_marks(session: Session) -> Iterator[Mark]:
    """Yield every trace of scent in the world, the stronger the clearer."""
    traces = session.world.signals.scents.traces
    if len(traces):
        strength = traces.strength_at(session.tick)
        full = max(1.0, float(traces.strength.max()))
        yield DotsMark(SCENT, traces.position, strength / full, f"{len(traces)} traces of scent")


def touch_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield how far an agent feels, and a dot on what it touches."""
    for sensor in sensors_of(sight, "touch"):
        yield from _reach(sight, sensor, TOUCHES_INSIDE, "Feels")
        for candidate in sensor.candidates:
            if candidate.visible:
                words = f"Touches {_who(sight, candidate, 'nobody')}"
                share = sight.overlay.pose.radius / max(candidate.distance, 1e-9)
                at = _between(sight.position, candidate.position, min(1.0, share))
                yield DotMark(TOUCHED, at, words, size=4.0, hollow=True)
        wall, place = sensor.outputs.get("wall"), sensor.outputs.get("position")
        if wall and isinstance(place, tuple):
            yield CrossMark(TOUCHED, (float(place[0]), float(place[1])), f"Touches {wall}")


def proximity_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield how far an agent senses all around, and a line to everyone near."""
    for sensor in sensors_of(sight, "proximity"):
        yield from _reach(sight, sensor, NEAR_INSIDE, "Senses")
        for candidate in sensor.candidates:
            if candidate.visible:
                words = (
                    f"{_who(sight, candidate, 'nobody')}, {candidate.distance:.1f} units: {candidate.verdict}"
                )
                yield LineMark(NEAR, (sight.position, candidate.position), words)


def zone_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield a line to everyone in the zones an agent watches."""
    for sensor in sensors_of(sight, "zone"):
        for candidate in sensor.candidates:
            words = f"{_who(sight, candidate, 'nobody')}: {candidate.verdict}"
            if candidate.visible and candidate.entity_id == sight.overlay.agent_id:
                yield RingMark(IN_ZONE, sight.position, sight.overlay.pose.radius * 1.9, words)
            elif candidate.visible:
                yield LineMark(IN_ZONE, (sight.position, candidate.position), words)


def interest_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield a line to what interests an agent."""
    for sensor in sensors_of(sight, "awareness"):
        place, priority = sensor.outputs.get("position"), sensor.outputs.get("priority")
        if isinstance(place, tuple) and isinstance(priority, int) and priority > 0:
            leads = ", leads" if sensor.outputs.get("leading") is True else ""
            words = f"Interest {sensor.outputs.get('interest')}, priority {priority}{leads}"
            there = (float(place[0]), float(place[1]))
            yield LineMark(NOTICED, (sight.position, there), words)
            yield DotMark(NOTICED, there, words, size=5.0, hollow=True)


def attraction_marks(session: Session) -> Iterator[Mark]:
    """Yield the interests of the last second and those that wait, with how far they are noticed."""
    board = session.world.signals.interests
    shown = {interest.number: interest for interest in (*board.recent, *board.waiting)}
    for interest in shown.values():
        words = f"Interest {interest.name}, priority {interest.priority}, noticed by {interest.sense}"
        yield RingMark(INTEREST, interest.at, interest.radius, words)
        yield DotMark(INTEREST, interest.at, words, size=4.0)


def meter_marks(sight: AgentSight) -> Iterator[Mark]:
    """Yield how far an agent's detection meter is filled."""
    for sensor in sensors_of(sight, "graded_vision"):
        meter = sensor.outputs.get("meter")
        if isinstance(meter, float):
            is_sure = sensor.outputs.get("detected") is True
            words = f"Detection {100 * meter:.0f} %"
            yield MeterMark(DETECTED if is_sure else METER, sight.index, meter, words)


def emote_marks(session: Session) -> Iterator[Mark]:
    """Yield the emotes above heads."""
    for agent, emote in session.world.signals.emotes.shown.items():
        if agent in session.agent_ids:
            words = f"{agent} shows {emote.text}"
            yield GlyphMark(EMOTE, session.agent_ids.index(agent), emote.text, words)


def _between(a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


NOISE = MarkStyle("noise", "a noise, as far as heard", "world.noise", Sample.RING, 1.5)

SECONDS = 1.0
SPREAD_SECONDS = 0.5
"""So long after it was made a noise has reached its furthest."""

RINGS = ((0.35, 0.9), (0.68, 0.55), (1.0, 0.35))
"""The rings of a noise: their share of its reach, and how opaque they are."""

MOST_NOISES = 40
_OUTLINES: WeakKeyDictionary[World, dict[int, FloatArray]] = WeakKeyDictionary()


def noise_marks(session: Session) -> Iterator[Mark]:
    """Yield the rings of the noises of the last second, the newest forty."""
    world = session.world
    noises = [
        noise for noise in world.signals.noises.recent if world.tick - noise.tick < SECONDS * world.rate
    ]
    for noise in noises[-MOST_NOISES:]:
        age = max(0.0, (world.tick - noise.tick) / world.rate)
        fade, spread = max(0.0, 1.0 - age / SECONDS), min(1.0, max(0.12, age / SPREAD_SECONDS))
        outline = _outline(world, noise)
        furthest = float(outline.max())
        if furthest <= 0.0:
            continue
        words = noise_words(noise, age)
        for share, opacity in RINGS:
            distances = np.minimum(outline, furthest * share * spread)
            yield AreaMark(NOISE, outline_points(noise.at, distances), words, opacity * max(fade, 0.15))
        yield DotMark(NOISE, noise.at, words)


def noise_words(noise: Noise, age: float) -> str:
    """Return what is said of a noise."""
    what = f"Noise {noise.tag}" if noise.tag else "Noise"
    who = f" by {noise.maker}" if noise.maker else ""
    return f"{what}{who}, loudness {noise.loudness:g}, {age:.1f} s ago"


def _outline(world: World, noise: Noise) -> FloatArray:
    """Return how far a noise carries, worked out once."""
    known = _OUTLINES.setdefault(world, {})
    found = known.get(noise.number)
    if found is None:
        if len(known) > 4 * MOST_NOISES:
            known.clear()
        muffling = muffling_by_owner(world.solid, world.document)
        furthest = math.hypot(world.solid.width, world.solid.height)
        found = known[noise.number] = noise_outline(
            world.solid, muffling, noise.at, noise.loudness, noise.attenuation, furthest
        )
    return found
