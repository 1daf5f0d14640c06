"""Find which transitions were taken at a tick, what they exited and entered, and what let them be taken."""

from __future__ import annotations

from runtime.basics.status import StateOutcome
from runtime.history.recording.row_history import NEVER, last_tick_with
from runtime.history.why.why import Inquiry, Moment
from runtime.history.why.why_forms import Cause, Causes
from runtime.minds.machines.configuration import domain_of
from runtime.minds.machines.state_rows import StateRow
from runtime.minds.machines.transition_rows import EVENTLESS, POLLED, TransitionRow
from runtime.records.reasons import ReasonForm

_ENTERED = frozenset({int(StateOutcome.ENTERED), int(StateOutcome.REENTERED), int(StateOutcome.PASSED)})
Told = tuple[Cause, str]
_COMPLETED = {"done": "completed", "done.success": "succeeded", "done.failure": "failed"}


def taken_at(asked: Inquiry, moment: Moment) -> tuple[int, ...]:
    """Return the transitions taken at a tick, in order, as rows of the program of that tick."""
    outcome = asked.recording.outcome(asked.agent, moment.tick)
    return outcome.taken if outcome is not None else ()


def domain_range(transition: TransitionRow) -> range:
    """Return the rows among which a transition exits and enters states, none where it has no target."""
    if not transition.targets:
        return range(0)
    domain = transition.domain or domain_of(transition, _targets(transition))
    return range(domain.index + 1, domain.end)


def causes_of(asked: Inquiry, moment: Moment, row: int) -> Causes:
    """Say what let a transition be taken at a tick: its event, its time, what its guard saw."""
    one = moment.program.rows[row]
    assert isinstance(one, TransitionRow)
    brain = asked.ticks.brain(moment.tick)
    candidates = brain.candidates if brain is not None else ()
    said = next((candidate.reason for candidate in candidates if candidate.row == row), None)
    source = moment.title(one.source.index)
    told = [*_event(asked, moment, one, source), *_time(asked, moment, one, source)]
    if one.delay is not None:
        told.append((Cause.DELAY, Cause.DELAY.value))
    if one.outcome is not None:
        told.append((Cause.OUTCOME, Cause.OUTCOME.format(source=source, outcome=one.outcome)))
    if said is not None and said.form is ReasonForm.DRAWN:
        told.append((Cause.DRAWN, Cause.DRAWN.format(**said.words)))
    elif said is not None and said.form is ReasonForm.OWN_WORDS and one.guard is not None:
        told.append((Cause.TEST, Cause.TEST.format(test=said.sentence)))
    if not told:
        only = Cause.ELSE if one.is_else else Cause.NO_GUARD
        told.append((only, only.value))
    return Causes(", and ".join(text for _, text in told), tuple(cause for cause, _ in told))


def _targets(transition: TransitionRow) -> list[StateRow]:
    """Return the targets, a history replaced by its default: both lie in its owner."""
    found: list[StateRow] = []
    for target in transition.targets:
        found += target.history.default if target.history is not None else (target,)
    return found


def _event(asked: Inquiry, moment: Moment, row: TransitionRow, source: str) -> list[Told]:
    waiting = [event for event in row.events if event not in (POLLED, EVENTLESS)]
    if not waiting:
        return []
    events = asked.recording.notes(moment.tick).events
    came = [one.name for one in events if one.agent == asked.agent and row.matches(one.name)]
    if came:
        return [(Cause.EVENT, Cause.EVENT.format(event=came[0]))]
    if waiting[0] in _COMPLETED:
        return [(Cause.COMPLETED, Cause.COMPLETED.format(source=source, completed=_COMPLETED[waiting[0]]))]
    if row.polled or row.eventless:
        return []
    return [(Cause.EVENT, Cause.EVENT.format(event=" or ".join(waiting)))]


def _time(asked: Inquiry, moment: Moment, row: TransitionRow, source: str) -> list[Told]:
    if row.after is None:
        return []
    here = moment.row_here(row.source.index)
    entered = NEVER
    if here >= 0 and row.group is None and isinstance(row.source, StateRow):
        entered = last_tick_with(asked.recording, asked.agent, here, _ENTERED, moment.tick - 1)
    if entered == NEVER:
        return [(Cause.AFTER_DRAW, Cause.AFTER_DRAW.value)]
    seconds = (moment.tick - entered) / moment.program.rate
    return [(Cause.AFTER, Cause.AFTER.format(source=source, seconds=f"{seconds:.2f}"))]
