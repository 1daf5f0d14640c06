"""Merge the frames of one agent into what an editor shows of it, now or after a tick of the past.

The view keeps, for every row of the agent's program, what happened in its latest brain tick and what its
last result was, so that live and past never look alike (rule 3.1).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from graphs.expressions.types import Value
from runtime.basics.status import RESULT_MASK, StateOutcome, TransitionOutcome
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_history import NEVER, Stretch, last_ones, stretches
from runtime.minds.memory.row_matching import NOWHERE, match_rows
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import (
    BrainFrame,
    Candidate,
    DecisionStep,
    PassageCounts,
    RunError,
    TraceFrame,
    Visit,
)

_NEVER = object()
_NOT_ACTIVE = (StateOutcome.INACTIVE, StateOutcome.EXITED, StateOutcome.PASSED)

RECENT_TICKS = 120
"""How far back writes of variables are looked for: what is older does not show any more."""
_ENTERED = (StateOutcome.ENTERED, StateOutcome.REENTERED)
_TAKEN = (TransitionOutcome.TAKEN,)


class AgentView:
    """Hold what is shown of one agent; `merge` takes frames in order and names the rows that changed.

    `tick` is the tick of the last merged frame (-1 before the first). `outcome` has a byte per row of the
    agent's last brain tick; `last_result` and `last_tick` the last byte that was not "not visited" and its
    tick. `was_active` are the states left last. `steps` are what the questions of decision trees saw in the
    last brain tick, by row.
    `errors` has the last error at each row, `error_ticks` its tick. `writes` has the tick in which each
    variable last got another value, `expired` the one in which each trigger last died unconsumed (rule
    2.3). `counts` tells how often each row was entered, exited and halted in the merged frames that had the
    agent watched.
    """

    def __init__(self, program: Program, agent: str) -> None:
        count = len(program.rows)
        self.program = program
        self.agent = agent
        self.tick = -1
        self.ended = False
        self.outcome = bytearray(count)
        self.last_result = bytearray(count)
        self.last_tick = [-1] * count
        self.was_active: frozenset[int] = frozenset()
        self.candidates: dict[int, Candidate] = {}
        self.visits: tuple[Visit, ...] = ()
        self.steps: dict[int, DecisionStep] = {}
        self.errors: dict[int, RunError] = {}
        self.error_ticks: dict[int, int] = {}
        self.writes: dict[str, int] = {}
        self.expired: dict[str, int] = {}
        self.counts = PassageCounts(count)
        self._values: dict[str, object] = {}
        self._taken = [-1] * count
        self._since = [-1] * count
        self._families = [row.family for row in program.rows]

    def active(self, row: int) -> bool:
        """Tell whether the state at `row` is active."""
        return self.outcome[row] not in _NOT_ACTIVE

    def active_since(self, row: int) -> int:
        """Return the tick in which the state at `row` was last entered, -1 for never."""
        return self._since[row]

    def taken_tick(self, row: int) -> int:
        """Return the tick in which the transition at `row` was last taken, -1 for never."""
        return self._taken[row]

    def dwell(self, row: int) -> float:
        """Return for how many seconds the state at `row` has been active, up to the last merged frame."""
        return (self.tick - self._since[row]) / self.program.rate

    def take_state(self, tick: int, outcomes: bytes, entered: Mapping[int, int]) -> None:
        """Show what stands after `tick`, for an agent that was not followed until now.

        `outcomes` is the byte per row of its last brain tick, `entered` the tick in which each active state
        was entered, by row.
        """
        self.tick = tick
        self._take_outcomes(outcomes, tick)
        for row, since in entered.items():
            self._since[row] = since

    def take_last(self, results: bytes, ticks: list[int], taken: list[int]) -> None:
        """Show the last result of each row, its tick, and when each transition was last taken (-1: never)."""
        self.last_result[:] = results
        self.last_tick, self._taken = ticks, taken

    def take_errors(self, errors: Mapping[int, tuple[int, RunError]]) -> None:
        """Show errors of ticks that were not merged: the last of each row, with its tick."""
        for row, (tick, error) in errors.items():
            self.errors[row], self.error_ticks[row] = error, tick

    def carry_over(self, old: AgentView) -> None:
        """Keep what a view of the same agent showed, for the nodes that its program still has."""
        if old.agent != self.agent:
            return
        match = match_rows(old.program, self.program)
        for row, place in enumerate(match.old_of):
            if place >= 0:
                self.last_result[row], self.last_tick[row] = old.last_result[place], old.last_tick[place]
                self._taken[row], self._since[row] = old._taken[place], old._since[place]
        self.was_active = frozenset(match.new_of[row] for row in old.was_active) - {NOWHERE}
        self.counts.carry_over(old.counts, match.old_of)
        self.writes, self._values = dict(old.writes), dict(old._values)
        self.expired = dict(old.expired)

    def merge(self, frame: TraceFrame) -> frozenset[int]:
        """Take one frame and return the rows whose look changed."""
        self.tick = frame.tick
        brain = frame.brains.get(self.agent)
        if brain is None:
            return frozenset()
        self.ended = brain.ended
        changed = self._take_outcomes(brain.outcomes, frame.tick)
        changed |= self._take_candidates(brain)
        self.visits = brain.visits
        changed |= self._take_steps(brain)
        self.counts.add(brain.passages)
        for error in brain.errors:
            self.errors[error.row] = error
            self.error_ticks[error.row] = frame.tick
            changed.add(error.row)
        for write in brain.writes:
            self._take_write(write.variable, write.value, frame.tick)
        for trigger in brain.expired:
            self.expired[trigger] = frame.tick
            self._take_write(trigger, False, frame.tick)
        return frozenset(changed)

    def _take_write(self, variable: str, value: Value, tick: int) -> None:
        if self._values.get(variable, _NEVER) != value:
            self._values[variable] = value
            self.writes[variable] = tick

    def _take_outcomes(self, outcomes: bytes, tick: int) -> set[int]:
        new = outcomes or bytes(len(self.outcome))
        changed: set[int] = set()
        left: list[int] = []
        for row, value in enumerate(new):
            old = self.outcome[row]
            if value != old:
                changed.add(row)
            if not value:
                continue
            family = self._families[row]
            if family is RowFamily.STATE:
                if value in (StateOutcome.ENTERED, StateOutcome.REENTERED):
                    self._since[row] = tick
                elif value == StateOutcome.EXITED:
                    left.append(row)
            elif family is RowFamily.TRANSITION:
                if value == TransitionOutcome.TAKEN:
                    self._taken[row] = tick
                    changed.add(row)
            elif family is RowFamily.DECISION or value & RESULT_MASK:
                self.last_result[row] = value
                self.last_tick[row] = tick
        if left:
            changed |= self.was_active
            self.was_active = frozenset(left)
            changed |= self.was_active
        self.outcome[:] = new
        return changed

    def _take_candidates(self, brain: BrainFrame) -> set[int]:
        before = self.candidates
        self.candidates = {candidate.row: candidate for candidate in brain.candidates}
        return {
            row
            for row in before.keys() | self.candidates.keys()
            if before.get(row) != self.candidates.get(row)
        }

    def _take_steps(self, brain: BrainFrame) -> set[int]:
        before = self.steps
        self.steps = {step.row: step for decision in brain.decisions for step in decision.steps}
        return {row for row in before.keys() | self.steps.keys() if before.get(row) != self.steps.get(row)}


def view_at(recording: Recording, agent: str, tick: int) -> AgentView:
    """Return the view of an agent after `tick`; raise `TickNotRecorded`.

    Results from before the last exchange of its mind, and from before the recording begins, are not shown.
    """
    recording.block_of(tick)
    stretch = list(stretches(recording, agent, recording.segment_at(tick).first_tick, tick + 1))[-1]
    view = AgentView(stretch.program, agent)
    _take_outcomes(view, recording, stretch, tick)
    _take_notes(view, recording, agent, tick)
    return view


def _take_outcomes(view: AgentView, recording: Recording, stretch: Stretch, tick: int) -> None:
    ticked = np.flatnonzero(stretch.codes)
    if not len(ticked):
        view.tick = tick
        return
    last = int(ticked[-1])
    outcome = recording.table[int(stretch.codes[last])]
    results = last_ones(recording, stretch, _results_wanted(stretch.program))
    entered = last_ones(recording, stretch, _only(stretch.program, RowFamily.STATE, _ENTERED))
    taken = last_ones(recording, stretch, _only(stretch.program, RowFamily.TRANSITION, _TAKEN))
    since = {row: int(at) for row, at in enumerate(entered.ticks) if at != NEVER}
    view.take_state(stretch.first + last, outcome.outcomes, since)
    view.take_last(results.values.tobytes(), results.ticks.tolist(), taken.ticks.tolist())
    view.tick = tick
    view.ended = outcome.ended


def _take_notes(view: AgentView, recording: Recording, agent: str, tick: int) -> None:
    errors: dict[int, tuple[int, RunError]] = {}
    first = recording.segment_at(tick).first_tick
    for at, notes in recording.all_notes():
        if at > tick:
            break
        for who, brain in notes.brains:
            if who != agent:
                continue
            if at >= first:
                errors |= {error.row: (at, error) for error in brain.errors}
            if at > tick - RECENT_TICKS:
                view.writes |= {write.variable: at for write in brain.writes}
                view.expired |= dict.fromkeys(brain.expired, at)
    view.take_errors(errors)


def _results_wanted(program: Program) -> NDArray[np.bool_]:
    wanted = np.zeros((len(program.rows), 256), np.bool_)
    has_result = (np.arange(256) & RESULT_MASK) != 0
    for row in program.rows:
        if row.family is RowFamily.DECISION:
            wanted[row.index, 1:] = True
        elif row.family not in (RowFamily.STATE, RowFamily.TRANSITION):
            wanted[row.index] = has_result
    return wanted


def _only(program: Program, family: RowFamily, outcomes: tuple[int, ...]) -> NDArray[np.bool_]:
    wanted = np.zeros((len(program.rows), 256), np.bool_)
    for row in program.rows:
        if row.family is family:
            wanted[row.index, list(outcomes)] = True
    return wanted
