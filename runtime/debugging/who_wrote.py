"""Find who last wrote a variable, and say it in a sentence (SEMANTICS 7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphs.expressions.types import Value
from graphs.kinds.registry import Registry
from runtime.debugging.logged_ticks import LoggedTicks
from runtime.debugging.row_words import RowWords
from runtime.debugging.why_forms import Reason, WhyForm, at, reason_of
from runtime.expressions.explain import format_value
from runtime.session_inputs import WriteVariable
from runtime.trace.trace_frame import BrainFrame, VariableWrite

OUTSIDE = -1
"""In place of a row: a sensor, an input or an edit wrote."""

MOST_AT_ONCE = 64
"""How many ticks are made again in one run; the first runs back are shorter."""


@dataclass(frozen=True, slots=True)
class LastWrite:
    """Hold the last write of a variable: its tick, the row that wrote (`OUTSIDE`: none), and the value."""

    tick: int
    row: int
    value: Value


def who_wrote(ticks: LoggedTicks, variable: str, tick: int) -> Iterator[LastWrite | None]:
    """Look for the last write up to `tick`, further back with each item; the last item is found.

    None says that it goes on; the iterator ends without a write where the recording begins. Values that are
    no floats and no vectors are looked up where they last changed, the others made again in ever longer
    stretches, so that the search can be sliced or given up. Raises `TickNotRecorded` and `CannotRunAgain`.
    """
    noted = _noted(ticks, variable, tick)
    if noted is not None:
        yield noted
        return
    end, length, first = tick, 1, ticks.recording.first_tick
    while end >= first:
        begin = max(first, end - length + 1)
        for _ in ticks.made(begin, end):
            yield None
        for one in range(end, begin - 1, -1):
            found = _in_frame(ticks.brain(one), variable, one)
            if found is not None:
                yield found
                return
        end, length = begin - 1, min(2 * length, MOST_AT_ONCE)


def writer_reason(
    ticks: LoggedTicks, variable: str, write: LastWrite | None, now: Value, registry: Registry
) -> Reason:
    """Say who wrote a variable last; `now` is its value, for one that nobody wrote.

    The reason's row is of the program of that tick, `OUTSIDE` for none.
    """
    recording, first = ticks.recording, ticks.recording.first_tick
    if write is None:
        form = WhyForm.NOT_WRITTEN_SINCE if first > 0 else WhyForm.NOT_WRITTEN
        return reason_of(OUTSIDE, form, variable=variable, tick=at(first), value=_shown(ticks, now))
    parts: dict[str, object] = {"variable": variable, "tick": at(write.tick)}
    parts["value"] = _shown(ticks, write.value)
    if write.row != OUTSIDE:
        minds = recording.segment_at(write.tick).minds
        document = minds.documents[recording.cast.minds[ticks.agent].partition("#")[0]]
        words = RowWords(recording.program(ticks.agent, write.tick), document, registry)
        parts["name"] = words.quoted(write.row)
        return reason_of(write.row, WhyForm.WROTE, write.tick, **parts)
    notes = recording.notes(write.tick)
    asked = (one for one in notes.inputs if isinstance(one, WriteVariable))
    if any(one.agent == ticks.agent and one.name == variable for one in asked):
        return reason_of(OUTSIDE, WhyForm.WROTE_USER, write.tick, **parts)
    if any(one.agent == ticks.agent and variable in one.made_anew for one in notes.swaps):
        return reason_of(OUTSIDE, WhyForm.WROTE_EDIT, write.tick, **parts)
    entry = ticks.world.agents.get(ticks.agent)
    sensors = [one.kind for one in (entry.sensors if entry is not None else ()) if variable in one.writes]
    if sensors:
        sensor = sensors[-1].replace("_", " ")
        return reason_of(OUTSIDE, WhyForm.WROTE_SENSOR, write.tick, **parts, sensor=sensor)
    return reason_of(OUTSIDE, WhyForm.WROTE_USER, write.tick, **parts)


def _shown(ticks: LoggedTicks, value: Value) -> str:
    """Return a value in words; of an agent its name."""
    entry = ticks.world.agents.get(value) if isinstance(value, str) else None
    return (entry.name if entry is not None else "") or format_value(value)


def _noted(ticks: LoggedTicks, variable: str, tick: int) -> LastWrite | None:
    last: LastWrite | None = None
    for one, notes in ticks.recording.all_notes():
        if one > tick:
            break
        for agent, brain in notes.brains:
            if agent == ticks.agent:
                last = _last(brain.writes, variable, one) or last
    return last


def _in_frame(brain: BrainFrame | None, variable: str, tick: int) -> LastWrite | None:
    return _last(brain.writes, variable, tick) if brain is not None else None


def _last(writes: tuple[VariableWrite, ...], variable: str, tick: int) -> LastWrite | None:
    found = next((write for write in reversed(writes) if write.variable == variable), None)
    return LastWrite(tick, found.row, found.value) if found is not None else None
