"""Say per sensor of an agent what it told its mind, what it found, and what blocked the rest; no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from editor.running.node_facts import value_words
from graphs.worlds.model.world_file import SensorEntry
from runtime.records.sense_records import SenseCandidate, SensorExplanation
from runtime.records.trace_frame import TraceFrame
from runtime.session.session import Session

MOST_FOUND = 12
"""How many things of one sensor are listed; the nearest first."""


@dataclass(frozen=True, slots=True)
class FoundLine:
    """Hold one thing a sensor could sense: its name, what decided with the numbers, whether it was sensed."""

    name: str
    words: str
    sensed: bool
    entity: str = ""


@dataclass(frozen=True, slots=True)
class SensorBlock:
    """Hold one sensor: its title, when it looked, what it wrote, and what it found, the nearest first."""

    title: str
    note: str
    outputs: tuple[tuple[str, str], ...]
    found: tuple[FoundLine, ...]
    left_out: int = 0


def sensor_blocks(session: Session, agent: str, frame: TraceFrame | None) -> tuple[SensorBlock, ...]:
    """Return the sensors of an agent in their order.

    `frame` is of the tick shown, where it is at hand. A sensor that was not due in it, or of an agent that
    nobody watched then, is told of as it would look now, and says so.
    """
    entry = session.document.agents.get(agent)
    declared = entry.sensors if entry is not None else ()
    brain = frame.brains.get(agent) if frame is not None else None
    was_watched = brain is None or brain.is_logged
    looked = {one.index: one for one in frame.senses.get(agent, ())} if frame is not None else {}
    now = {one.index: one for one in session.world.sensors_now(agent)}
    blocks = []
    for index, sensor in enumerate(declared):
        told = looked.get(index) or now.get(index)
        if told is not None:
            note = LOOKED if index in looked else RESTED if was_watched else NOT_WATCHED
            blocks.append(_block(session, sensor, told, note))
    return tuple(blocks)


LOOKED = "looked in this tick"
RESTED = "not due in this tick; as it would look now"
NOT_WATCHED = "not recorded for this agent; as it would look now"


def _block(session: Session, sensor: SensorEntry, told: SensorExplanation, note: str) -> SensorBlock:
    targets = {output: variable for variable, output in sensor.writes.items()}
    outputs = tuple(
        (f"{name} → {targets[name]}" if name in targets else name, value_words(value))
        for name, value in told.outputs.items()
    )
    nearest = sorted(told.candidates, key=lambda one: (not one.visible, one.distance))
    found = tuple(_line(session, told.kind, one) for one in nearest[:MOST_FOUND])
    return SensorBlock(told.kind.replace("_", " "), note, outputs, found, len(nearest) - len(found))


def _line(session: Session, kind: str, one: SenseCandidate) -> FoundLine:
    entries: Sequence[object] = (
        session.document.agents.get(one.entity_id),
        session.document.sources.get(one.entity_id),
    )
    name = next((getattr(entry, "name", "") for entry in entries if entry is not None), "")
    parts = [one.verdict or ("sensed" if one.visible else "not sensed"), f"{one.distance:.1f} away"]
    if one.angle:
        parts.append(f"{one.angle:.0f}° off")
    if one.blocked_by and one.blocked_by not in one.verdict:
        parts.append(f"behind {one.blocked_by}")
    if one.blocked_at is not None:
        parts.append(f"at {one.blocked_at[0]:.1f}, {one.blocked_at[1]:.1f}")
    return FoundLine(name or one.entity_id or kind, ", ".join(parts), one.visible, one.entity_id)
