"""Show an agent as it stood after a tick of the past: what happened then, and last results."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from runtime.basics.status import RESULT_MASK, StateOutcome, TransitionOutcome
from runtime.history.recording.agent_view import AgentView
from runtime.history.recording.recording import Recording
from runtime.history.recording.row_history import NEVER, Stretch, last_ones, stretches
from runtime.minds.program.program import Program
from runtime.minds.program.rows import RowFamily
from runtime.records.trace_frame import RunError

RECENT_TICKS = 120
"""How far back writes of variables are looked for: what is older does not show any more."""


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


_ENTERED = (StateOutcome.ENTERED, StateOutcome.REENTERED)
_TAKEN = (TransitionOutcome.TAKEN,)


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
