"""Keep what happens now and then: events, changed values, errors, swaps and inputs (rule 7.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from graphs.expressions.types import Value
from runtime.records.trace_frame import (
    BrainFrame,
    EventRecord,
    RunError,
    SwapRecord,
    TraceFrame,
    VariableWrite,
)
from runtime.session.inputs import SessionInput


@dataclass(frozen=True, slots=True)
class BrainNotes:
    """Hold what one brain did in one tick beside its outcomes.

    `writes` are those that changed the value of a variable that is no float and no vector, with the writer.
    """

    errors: tuple[RunError, ...] = ()
    writes: tuple[VariableWrite, ...] = ()
    expired: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TickNotes:
    """Hold what one tick left beside outcomes and poses; most ticks leave nothing.

    `brains` are by agent. `inputs` are what was asked of the session before the step.
    """

    brains: tuple[tuple[str, BrainNotes], ...] = ()
    events: tuple[EventRecord, ...] = ()
    swaps: tuple[SwapRecord, ...] = ()
    inputs: tuple[SessionInput, ...] = ()

    @property
    def byte_count(self) -> int:
        """Return about how many bytes of memory this takes."""
        brains = sum(300 + 180 * (len(one.errors) + len(one.writes)) for _, one in self.brains)
        records: list[SessionInput | EventRecord | SwapRecord | RunError | VariableWrite]
        records = [*self.events, *self.inputs, *self.swaps]
        for _, one in self.brains:
            records += (*one.errors, *one.writes)
        texts = sum(_text_bytes(getattr(record, name)) for record in records for name in record.__slots__)
        many = 250 * len(self.events) + 250 * len(self.inputs) + 300 * len(self.swaps)
        return 200 + brains + many + texts


def _text_bytes(value: object) -> int:
    if isinstance(value, tuple):
        return sum(map(_text_bytes, value))
    return len(value) if isinstance(value, str) else 0


NO_NOTES = TickNotes()
"""What most ticks leave."""

_NEVER = object()


class NoteTaker:
    """Take the notes of one frame after the other; it remembers the last value of each variable."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], object] = {}

    @classmethod
    def after(cls, taken: Iterable[TickNotes]) -> NoteTaker:
        """Return one that goes on after notes already taken."""
        taker = cls()
        for notes in taken:
            taker.remember(notes)
        return taker

    def remember(self, notes: TickNotes) -> None:
        """Go on after notes that were taken elsewhere."""
        for agent, brain in notes.brains:
            self._values.update({(agent, write.variable): write.value for write in brain.writes})
            self._values.update({(agent, trigger): False for trigger in brain.expired})

    def take(self, frame: TraceFrame) -> TickNotes | None:
        """Return what a frame leaves, None for nothing."""
        brains: list[tuple[str, BrainNotes]] = []
        for agent, brain in frame.brains.items():
            if brain.writes or brain.errors or brain.expired:
                notes = self._of_brain(agent, brain)
                if notes is not None:
                    brains.append((agent, notes))
        if brains or frame.events or frame.swaps or frame.inputs:
            return TickNotes(
                tuple(brains), frame.events, frame.swaps, cast("tuple[SessionInput, ...]", frame.inputs)
            )
        return None

    def _of_brain(self, agent: str, brain: BrainFrame) -> BrainNotes | None:
        writes = tuple(write for write in brain.writes if self._changes(agent, write.variable, write.value))
        if not (writes or brain.errors or brain.expired):
            return None
        for trigger in brain.expired:
            self._values[agent, trigger] = False
        return BrainNotes(brain.errors, writes, brain.expired)

    def _changes(self, agent: str, variable: str, value: Value) -> bool:
        if isinstance(value, (float, tuple)):
            return False
        key = (agent, variable)
        if self._values.get(key, _NEVER) == value:
            return False
        self._values[key] = value
        return True
