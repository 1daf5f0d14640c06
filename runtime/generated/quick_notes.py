"""Put into words what a quick tick noted of the transitions it asked (SEMANTICS 4.14, 7.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphs.expressions.types import Value
from runtime.expressions.explain import Explanation
from runtime.expressions.tested_values import STATE_TIME, Reading
from runtime.state_machines.considered import ALREADY_THERE, candidate_of, explanation_of
from runtime.state_machines.transition_rows import TransitionRow
from runtime.status import TransitionOutcome
from runtime.trace.trace_frame import Candidate

if TYPE_CHECKING:
    from runtime.brains.brain_log import BrainLog


IDLE = "idle"
"""In place of a buffer: the outcome of an any-state transition that may lead only to where the machine is."""


def readings_of(transition: TransitionRow) -> list[Reading]:
    """Return what the log needs to know of a transition that was asked.

    The time in its source stands there with the slot of its source's entry.
    """
    found = list(transition.guard.readings or ()) if transition.guard is not None else []
    if STATE_TIME in found:
        found[found.index(STATE_TIME)] = (STATE_TIME[0], transition.source.entered_slot)
    if transition.after is not None:
        found.append(("ints", transition.after.enabled_from))
    if transition.cooldown is not None:
        found.append(("ints", transition.cooldown.ready_from))
    return found


@dataclass(slots=True, frozen=True, eq=False)
class QuickStory:
    """Tell which transitions a tick asked, in order, and which of them it took; `taken` is -1 for none.

    `readings` are what was taken down, in order, `rate` the ticks of a second.
    """

    asked: tuple[TransitionRow, ...]
    taken: int
    readings: tuple[Reading, ...]
    rate: int


class QuickNote:
    """Hold what was read when the transitions of a story were asked in one tick."""

    __slots__ = ("_story", "_tick", "_values")

    def __init__(self, story: QuickStory, tick: int, values: tuple[Value, ...]) -> None:
        self._story = story
        self._tick = tick
        self._values = values

    def told(self, log: BrainLog) -> Iterator[Candidate]:
        """Put it into words."""
        story = self._story
        values = dict(zip(story.readings, self._values, strict=True))
        for transition in story.asked:
            lost = values.get((IDLE, transition.index)) == TransitionOutcome.TRUE_BUT_LOST
            outcome = TransitionOutcome.TRUE_BUT_LOST if lost else TransitionOutcome.GUARD_FALSE
            if transition.index == story.taken:
                outcome = TransitionOutcome.TAKEN
            sentence = ALREADY_THERE if lost else self._wait(transition, values)
            yield candidate_of(transition, outcome, sentence, self._explanation(transition, values, log))

    def _explanation(
        self, transition: TransitionRow, values: Mapping[Reading, Value], log: BrainLog
    ) -> Explanation | None:
        guard = transition.guard
        if guard is None:
            return None
        seen = [values[reading] for reading in readings_of(transition)]
        return explanation_of(guard, seen[: len(guard.readings or ())], log)

    def _wait(self, transition: TransitionRow, values: Mapping[Reading, Value]) -> str:
        """Say how long a transition has to wait yet, "" where it has not."""
        slots = [transition.after.enabled_from] if transition.after is not None else []
        if transition.cooldown is not None:
            slots.append(transition.cooldown.ready_from)
        for slot in slots:
            due = values["ints", slot]
            assert isinstance(due, int)
            if self._tick < due:
                return f"{(due - self._tick) / self._story.rate:.2f} s to go"
        return ""
