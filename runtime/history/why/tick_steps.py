"""Go through one tick of an agent visit by visit, forwards and back.

A step is the end of a visit, or that a node or state was entered, exited or halted. The tick is run again on
a session of its own, by the readable interpreter, and stopped after the wanted step: what is true then is
read from the brain itself. Nothing of the run that is shown is touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from graphs.expressions.types import Value
from runtime.basics.status import NodeOutcome
from runtime.history.recording.recording import Recording
from runtime.history.recording.rerun import ask_again, go_before, step_again
from runtime.minds.program.brain_log import BrainLog
from runtime.minds.program.program import Program
from runtime.records.reasons import Reason
from runtime.records.trace_frame import PassageKind
from runtime.session.session import Session
from runtime.session.snapshot import SessionSnapshot

StepKind = Literal["visit", "enter", "exit", "halt"]


@dataclass(frozen=True, slots=True)
class TickStep:
    """Hold one step: the row, what happened, and for a visit its outcome and reason."""

    row: int
    kind: StepKind
    outcome: int = NodeOutcome.NOT_VISITED
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class MidTick:
    """Hold how an agent is in the middle of a tick: outcome bytes so far, and its variables."""

    outcomes: bytes
    variables: Mapping[str, Value]


class TickSteps:
    """Hold the steps of one tick of one agent.

    Position 0 is before the brain ticks, position n after step n, `len(steps)` after all of them.
    """

    def __init__(
        self, recording: Recording, session: Session, agent: str, tick: int, *, stands_before: bool = False
    ) -> None:
        """Run `tick` again on `session`, which is of the same world and used up by it.

        `stands_before` tells that the session stands right before that tick already. Raises
        `TickNotRecorded`, `CannotRunAgain`, and KeyError for an agent without a mind.
        """
        self.agent = agent
        self.tick = tick
        self.program: Program = recording.program(agent, tick)
        self._recording = recording
        self._session = session
        session.watch([agent])
        if not stands_before:
            go_before(recording, session, tick)
        while session.tick < tick:
            step_again(recording, session, session.tick)
        self._before: SessionSnapshot = session.snapshot()
        log = _SteppingLog(None)
        self._run(log)
        self.steps: tuple[TickStep, ...] = tuple(log.steps)

    def following(self) -> TickSteps:
        """Return the steps of the tick after this one, run on from here on the same session."""
        self._session.restore(self._before)
        step_again(self._recording, self._session, self.tick)
        return TickSteps(self._recording, self._session, self.agent, self.tick + 1, stands_before=True)

    def at(self, position: int) -> MidTick:
        """Return how the agent is at a position; raise IndexError for one that is not there."""
        if not 0 <= position <= len(self.steps):
            raise IndexError(position)
        if position == 0:
            self._session.restore(self._before)
            ask_again(self._recording, self._session, self.tick)
            self._session.apply_inputs()
            return MidTick(bytes(len(self.program.rows)), dict(self._session.variables(self.agent)))
        self._run(_SteppingLog(position))
        brain = self._session.brains[self.agent]
        return MidTick(bytes(brain.outcomes), dict(self._session.variables(self.agent)))

    def over(self, position: int) -> int:
        """Return the position after the node that step `position + 1` enters has had its visit."""
        following = position + 1
        if following > len(self.steps):
            return position
        step = self.steps[position]
        if step.kind != "enter":
            return following
        return self._end_of(step.row, following)

    def out(self, position: int) -> int:
        """Return the position after the visit of the parent of the node of step `position`, else the end."""
        if position == 0:
            return len(self.steps)
        parent = self.program.rows[self.steps[position - 1].row].parent
        return self._end_of(parent, position) if parent >= 0 else len(self.steps)

    def _end_of(self, row: int, position: int) -> int:
        later = range(position, len(self.steps))
        ends = (place + 1 for place in later if self.steps[place].row == row and self._ends(place))
        return next(ends, len(self.steps))

    def _ends(self, place: int) -> bool:
        return self.steps[place].kind in ("visit", "halt")

    def _run(self, log: _SteppingLog) -> None:
        session = self._session
        session.restore(self._before)
        session.make_log = lambda: log
        ask_again(self._recording, session, self.tick)
        try:
            session.step()
        except _Reached:
            return
        finally:
            session.make_log = BrainLog
            session.brains[self.agent].log = None


class _Reached(BaseException):
    """Leave a tick in its middle; no handler of the game's errors may take it for one."""


class _SteppingLog(BrainLog):
    """Take the steps of a tick, and leave it after some of them."""

    __slots__ = ("_last", "steps")

    def __init__(self, last: int | None) -> None:
        super().__init__()
        self.steps: list[TickStep] = []
        self._last = last

    def note_visit(self, row: int, outcome: int, reason: Reason | None) -> None:
        """Take a visit that ended."""
        super().note_visit(row, outcome, reason)
        self._take(TickStep(row, "visit", outcome, reason))

    def note_passage(self, row: int, kind: PassageKind) -> None:
        """Take something that was entered, exited or halted."""
        super().note_passage(row, kind)
        self._take(TickStep(row, kind))

    def _take(self, step: TickStep) -> None:
        self.steps.append(step)
        if len(self.steps) == self._last:
            raise _Reached
