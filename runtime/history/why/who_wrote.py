"""Find who last wrote a variable, and say it in a sentence (rule 7.1).

| variable | who can have written it |
|---|---|
| of the agent | its rows, its sensors, who writes from outside, an edit |
| of the world | rows of all agents, who writes from outside |
| of a graph | rows of the agent; a call that begins its graph again |
| a parameter that a call gives its value | the call, in every tick: `given_reason` |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from graphs.expressions.types import Value, ValueType
from graphs.kinds.declarations.registry import Registry
from runtime.history.why.asked_tick import words_at
from runtime.history.why.logged_ticks import LoggedTicks
from runtime.history.why.why_forms import WhyForm, WhyReason, at, reason_of
from runtime.history.why.written_places import VariablePlace, Writers, giver_of, makers_of, written_by
from runtime.minds.expressions.explain import format_value
from runtime.minds.program.program import Program
from runtime.minds.trees.claiming import PlaceRow
from runtime.records.trace_frame import BrainFrame, TraceFrame, VariableWrite
from runtime.session.inputs import WriteVariable, WriteWorldVariable

OUTSIDE = -1
"""In place of a row: a sensor, an input or an edit wrote."""

MOST_AT_ONCE = 64
"""How many ticks are made again in one run; the first runs back are shorter."""


@dataclass(frozen=True, slots=True)
class LastWrite:
    """Hold the last write of a variable: its tick, the row that wrote (`OUTSIDE`: none), and the value.

    `how` it came to that value: a line wrote it, its graph began again, as a trigger it expired, or an edit
    ended a claim. `agent` is another one that wrote it, "" for the one asked about.
    """

    tick: int
    row: int
    value: Value
    how: Literal["written", "again", "expired", "edited"] = "written"
    agent: str = ""


def who_wrote(ticks: LoggedTicks, variable: str | VariablePlace, tick: int) -> Iterator[LastWrite | None]:
    """Look for the last write up to `tick`, further back with each item; the last item is found.

    A name is one of the agent's variables. None says that it goes on; the iterator ends without a write where
    the recording begins. Values that are no floats and no vectors are looked up where they last changed, the
    others made again in ever longer stretches, so that the search can be sliced or given up. Raises
    `TickNotRecorded` and `CannotRunAgain`.
    """
    place = VariablePlace(variable) if isinstance(variable, str) else variable
    search = _Search(ticks, place)
    program = ticks.recording.program(ticks.agent, tick)
    noted = _noted(ticks, place.name, tick) if place.is_plain(program) else None
    if noted is not None:
        yield noted
        return
    logged = search.logged()
    end, length, first = tick, 1, ticks.recording.first_tick
    while end >= first:
        begin = max(first, end - length + 1)
        for _ in logged.made(begin, end):
            yield None
        for earlier in range(end, begin - 1, -1):
            found = search.in_frame(logged.frame(earlier))
            if found is not None:
                yield found
                return
        end, length = begin - 1, min(2 * length, MOST_AT_ONCE)


WriteSort = Literal["line", "claim", "edit"]

_SORTS: tuple[WriteSort, ...] = ("line", "claim", "edit")
"""How world variables are written in a step, the last first: lines when all brains have ticked, claims and
releases while they tick, claims that an edit ended before that (rule 9.3).
"""


def _sort_of(program: Program, row: int) -> WriteSort:
    if row == OUTSIDE:
        return "edit"
    return "claim" if isinstance(program.rows[row], PlaceRow) else "line"


class _Search:
    """Know where a variable lies in each version of each program, and who writes there."""

    def __init__(self, ticks: LoggedTicks, place: VariablePlace) -> None:
        self._ticks, self._place = ticks, place
        self._writers = Writers()

    def logged(self) -> LoggedTicks:
        """Return the ticks with the logs of all who can write there."""
        if self._place.kind != "world":
            return self._ticks
        recording = self._ticks.recording
        sets = [segment.minds.programs for segment in recording.segments]
        writing = {
            mind
            for programs in sets
            for mind, program in programs.items()
            if (slot := self._place.slot(program)) is not None and self._writers.can_write(program, slot)
        }
        others = tuple(agent for agent, mind in recording.cast.minds.items() if mind in writing)
        return self._ticks.with_logs_of(others)

    def in_frame(self, frame: TraceFrame) -> LastWrite | None:
        """Return the last write of a tick: brains write after what was asked from outside."""
        own = self._ticks.agent
        shared = self._place.kind == "world"
        agents = tuple(frame.brains)[::-1] if shared else (own,)
        for sort in _SORTS if shared else (None,):
            for agent in agents:
                brain = frame.brains.get(agent)
                found = self._in_brain(brain, frame.tick, sort) if brain is not None else None
                if found is not None:
                    return replace(found, agent=agent if agent != own else "")
        if not shared:
            return None
        asked = (write for write in frame.inputs if isinstance(write, WriteWorldVariable))
        outside = [write for write in asked if write.name == self._place.name]
        return LastWrite(frame.tick, OUTSIDE, outside[-1].value) if outside else None

    def _in_brain(self, brain: BrainFrame, tick: int, sort: WriteSort | None) -> LastWrite | None:
        """Return the last write of a brain, of a world variable the last one of a sort."""
        program = self._ticks.recording.program(brain.agent, tick)
        slot = self._place.slot(program)
        if slot is None:
            return None
        if self._place.kind == "agent" and self._place.name in brain.expired:
            return LastWrite(tick, OUTSIDE, False, "expired")
        for write in reversed(brain.writes):
            if write.variable != self._place.name or sort not in (None, _sort_of(program, write.row)):
                continue
            if write.row == OUTSIDE:
                found = self._place.kind != "graph"
            else:
                found = self._writers.writes(program, write.row, write.variable, slot)
            if found:
                return LastWrite(tick, write.row, write.value, "edited" if sort == "edit" else "written")
        if self._place.kind == "graph":
            entered = {row for row, kind in brain.passages if kind == "enter"}
            for row in sorted(makers_of(program, slot) & entered):
                value = next(value for known, value in program.defaults if known == slot)
                return LastWrite(tick, row, value, "again")
        return None


def writer_reason(
    ticks: LoggedTicks, variable: str | VariablePlace, write: LastWrite | None, now: Value, registry: Registry
) -> WhyReason:
    """Say who wrote a variable last; `now` is its value, for one that was not written.

    The reason's row is of the program of that tick and of who wrote, `OUTSIDE` for none.
    """
    place = VariablePlace(variable) if isinstance(variable, str) else variable
    recording, first = ticks.recording, ticks.recording.first_tick
    if write is None:
        form = WhyForm.NOT_WRITTEN_SINCE if first > 0 else WhyForm.NOT_WRITTEN
        return reason_of(OUTSIDE, form, variable=place.name, tick=at(first), value=_shown(ticks, now))
    parts: dict[str, object] = {"variable": place.name, "tick": at(write.tick)}
    parts["value"] = _shown(ticks, write.value)
    if write.how == "expired":
        return reason_of(OUTSIDE, WhyForm.EXPIRED, write.tick, **parts)
    if write.row != OUTSIDE:
        return _by_row(ticks, place, write, parts, registry)
    notes = recording.notes(write.tick)
    asked = (order for order in notes.inputs if isinstance(order, WriteVariable))
    if write.how == "edited":
        return reason_of(OUTSIDE, WhyForm.GAVE_BACK_EDIT, write.tick, **parts)
    if place.kind == "world" or (ticks.agent, place.name) in ((order.agent, order.name) for order in asked):
        return reason_of(OUTSIDE, WhyForm.WROTE_USER, write.tick, **parts)
    if any(swap.agent == ticks.agent and place.name in swap.made_anew for swap in notes.swaps):
        return reason_of(OUTSIDE, WhyForm.WROTE_EDIT, write.tick, **parts)
    entry = ticks.world.agents.get(ticks.agent)
    sensors = entry.sensors if entry is not None else ()
    writing = [sensor.kind for sensor in sensors if place.name in sensor.writes]
    if writing:
        sensor = writing[-1].replace("_", " ")
        return reason_of(OUTSIDE, WhyForm.WROTE_SENSOR, write.tick, **parts, sensor=sensor)
    return reason_of(OUTSIDE, WhyForm.WROTE_USER, write.tick, **parts)


def _by_row(
    ticks: LoggedTicks, place: VariablePlace, write: LastWrite, parts: dict[str, object], registry: Registry
) -> WhyReason:
    """Say which row wrote, used a trigger up, or began its graph again."""
    program = ticks.recording.program(write.agent or ticks.agent, write.tick)
    parts["name"] = words_at(ticks, write.agent or ticks.agent, write.tick, registry).quoted(write.row)
    slot = place.slot(program)
    if write.how == "again":
        return reason_of(write.row, WhyForm.BEGAN_ANEW, write.tick, **parts)
    by = written_by(program, write.row, place.name, slot) if slot is not None else "row"
    if by == "service":
        parts["name"] = f"a service of {parts['name']}"
    if write.agent:
        parts["agent"] = ticks.title_of(write.agent)
        return reason_of(write.row, WhyForm.WROTE_OTHER, write.tick, **parts)
    if slot is not None and slot.type.kind is ValueType.TRIGGER and write.value is False:
        return reason_of(write.row, WhyForm.USED_UP, write.tick, **parts)
    form = WhyForm.WROTE_AT_END if by == "end" else WhyForm.WROTE
    return reason_of(write.row, form, write.tick, **parts)


def given_reason(
    ticks: LoggedTicks, place: VariablePlace, tick: int, now: Value, registry: Registry
) -> WhyReason | None:
    """Say which call gives a parameter its value before every tick, None for anything else."""
    program = ticks.recording.program(ticks.agent, tick)
    slot = place.slot(program)
    given = giver_of(program, slot) if slot is not None else None
    if given is None:
        return None
    row, binding = given
    expression = binding.value.expression
    parts = {
        "variable": place.name,
        "value": _shown(ticks, now),
        "name": words_at(ticks, ticks.agent, tick, registry).quoted(row),
    }
    if expression is None:
        return reason_of(row, WhyForm.GIVEN, **parts)
    return reason_of(row, WhyForm.GIVEN_AS, **parts, text=expression.text)


def told_reason(name: str, now: Value, tick: int) -> WhyReason:
    """Say that the world tells something that is no variable."""
    return reason_of(OUTSIDE, WhyForm.TOLD, variable=name, value=format_value(now), tick=at(tick))


def _shown(ticks: LoggedTicks, value: Value) -> str:
    """Return a value in words; of an agent its name."""
    entry = ticks.world.agents.get(value) if isinstance(value, str) else None
    return (entry.name if entry is not None else "") or format_value(value)


def _noted(ticks: LoggedTicks, variable: str, tick: int) -> LastWrite | None:
    last: LastWrite | None = None
    for noted_tick, notes in ticks.recording.all_notes():
        if noted_tick > tick:
            break
        for agent, brain in notes.brains:
            if agent == ticks.agent:
                last = _last(brain.writes, variable, noted_tick) or last
                if variable in brain.expired:
                    last = LastWrite(noted_tick, OUTSIDE, False, "expired")
    return last


def _last(writes: tuple[VariableWrite, ...], variable: str, tick: int) -> LastWrite | None:
    found = next((write for write in reversed(writes) if write.variable == variable), None)
    return LastWrite(tick, found.row, found.value) if found is not None else None
