"""Find who last wrote a variable (SEMANTICS 7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphs.expressions.types import Value
from runtime.debugging.logged_ticks import LoggedTicks
from runtime.trace.trace_frame import BrainFrame, VariableWrite

OUTSIDE = -1
"""In place of a row: a sensor or an input wrote."""


@dataclass(frozen=True, slots=True)
class LastWrite:
    """Hold the last write of a variable: its tick, the row that wrote (`OUTSIDE`: none), and the value."""

    tick: int
    row: int
    value: Value


def who_wrote(ticks: LoggedTicks, variable: str, tick: int) -> Iterator[LastWrite | None]:
    """Look for the last write up to `tick`, one tick further back with each item; the last item is found.

    None says that it goes on; the iterator ends without a write where the recording begins. Values that are
    no floats and no vectors are looked up where they last changed, the others made again tick by tick, so
    that the search can be sliced or given up. Raises `TickNotRecorded` and `CannotRunAgain`.
    """
    noted = _noted(ticks, variable, tick)
    if noted is not None:
        yield noted
        return
    for at in range(tick, ticks.recording.first_tick - 1, -1):
        found = _in_frame(ticks.brain(at), variable, at)
        yield found
        if found is not None:
            return


def _noted(ticks: LoggedTicks, variable: str, tick: int) -> LastWrite | None:
    last: LastWrite | None = None
    for at, notes in ticks.recording.all_notes():
        if at > tick:
            break
        for agent, brain in notes.brains:
            if agent == ticks.agent:
                last = _last(brain.writes, variable, at) or last
    return last


def _in_frame(brain: BrainFrame | None, variable: str, tick: int) -> LastWrite | None:
    return _last(brain.writes, variable, tick) if brain is not None else None


def _last(writes: tuple[VariableWrite, ...], variable: str, tick: int) -> LastWrite | None:
    found = next((write for write in reversed(writes) if write.variable == variable), None)
    return LastWrite(tick, found.row, found.value) if found is not None else None
