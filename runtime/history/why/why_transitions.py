"""Say why a transition was taken, or what kept it from being taken or even asked (rule 4.14)."""

from __future__ import annotations

from runtime.basics.status import StateOutcome, TransitionOutcome
from runtime.history.recording.row_history import NEVER, last_tick_with
from runtime.history.why.asked_tick import ACTIVE, ENTERED, AskedTick, MindThen
from runtime.history.why.why_forms import Cause, WhyForm, WhyReason, at, caused, followed, reason_of
from runtime.minds.machines.configuration import domain_of
from runtime.minds.machines.machine_rows import EVENTLESS, POLLED, StateRow, TransitionRow
from runtime.records.reasons import ReasonForm
from runtime.records.trace_frame import Candidate

_HELD = frozenset(
    {int(TransitionOutcome.TRUE_BUT_LOST), int(TransitionOutcome.PENDING), int(TransitionOutcome.TAKEN)}
)
_NOT_TAKEN = {
    ReasonForm.ALREADY_THERE: WhyForm.ALREADY_THERE,
    ReasonForm.WEIGHT_0: WhyForm.WEIGHT_0,
    ReasonForm.NOT_DRAWN: WhyForm.NOT_DRAWN,
    ReasonForm.CANCELED: WhyForm.CANCELED,
    ReasonForm.DECIDED: WhyForm.OTHER_OUTCOME,
    ReasonForm.NO_OUTCOME: WhyForm.NO_OUTCOME,
}
_COMPLETIONS = {"done": "complete", "done.success": "succeed", "done.failure": "fail"}


def why_transition(asked: AskedTick, row: int, found: list[WhyReason]) -> None:
    """Add why a transition was taken, or what kept it from being taken."""
    transition = asked.program.rows[row]
    assert isinstance(transition, TransitionRow)
    outcome = TransitionOutcome(asked.outcome(row))
    if outcome is TransitionOutcome.NOT_CONSIDERED:
        _why_not_asked(asked, transition, found)
    elif outcome is TransitionOutcome.TAKEN:
        causes = causes_of(asked, asked.moment(asked.tick), row)
        found.append(caused(row, WhyForm.TAKEN, causes, name=asked.title(row)))
    else:
        candidate = asked.candidates.get(row) or Candidate(row, outcome)
        other = _winner(asked, transition, candidate)
        found.append(_not_taken(asked, transition, candidate, other))
        lost = found[-1].forms[0] in (WhyForm.LOST, WhyForm.NOT_DRAWN)
        if lost and other is not None and asked.outcome(other) == TransitionOutcome.TAKEN:
            asked.add(other, found)


def _not_taken(asked: AskedTick, row: TransitionRow, candidate: Candidate, other: int | None) -> WhyReason:
    """Say what kept a transition that was asked from being taken."""
    index, said, outcome = row.index, candidate.reason, asked.outcome(row.index)
    parts: dict[str, object] = {**(said.words if said is not None else {}), "name": asked.title(index)}
    parts["guard"] = asked.words.guard(index)
    parts["source"] = asked.title(row.source.index)
    parts["other"] = asked.title(other) if other is not None else "another"
    form = said.form if said is not None else ReasonForm.NO_GUARD
    if form is ReasonForm.WAITS and outcome == TransitionOutcome.PENDING:
        left = isinstance(row.source, StateRow) and asked.outcome(row.source.index) not in ACTIVE
        return reason_of(index, WhyForm.PENDING_LEFT if left else WhyForm.PENDING, **parts)
    if form is ReasonForm.WAITS:
        cools = row.cooldown is not None and row.after is None
        return reason_of(index, WhyForm.COOLS if cools else WhyForm.WAITS, **parts)
    if form in _NOT_TAKEN:
        return reason_of(index, _NOT_TAKEN[form], **parts)
    if outcome != TransitionOutcome.GUARD_FALSE:
        return reason_of(index, WhyForm.LOST, **parts)
    if any(error.row == index for error in asked.errors):
        return reason_of(index, WhyForm.GUARD_ERROR, **parts, message=candidate.sentence.rstrip("."))
    reason = reason_of(index, WhyForm.GUARD_FALSE, **parts, test=candidate.sentence)
    tails = (WhyForm.LAST_HELD, WhyForm.NOT_HELD_SINCE, WhyForm.NEVER_HELD)
    return asked.looking_back(reason, asked.last_tick(index, _HELD), tails)


def _winner(asked: AskedTick, row: TransitionRow, candidate: Candidate) -> int | None:
    """Return what came before a transition that held: what the log names, else what was taken."""
    if candidate.reason is not None and candidate.reason.other >= 0:
        return candidate.reason.other
    taken = taken_at(asked, asked.moment(asked.tick))
    return next((other.index for other in reversed(taken) if other is not row), None)


# -- what was not even asked --------------------------------------------------------------------------------


def _why_not_asked(asked: AskedTick, row: TransitionRow, found: list[WhyReason]) -> None:
    source, name = row.source, asked.title(row.index)
    parts: dict[str, object] = {"name": name, "source": asked.title(source.index)}
    outcome = asked.outcome(source.index)
    if isinstance(source, StateRow) and outcome == StateOutcome.INACTIVE:
        found.append(reason_of(row.index, WhyForm.SOURCE_INACTIVE, **parts))
        return
    if not isinstance(source, StateRow) and source.index not in asked.visits:
        found.append(reason_of(row.index, WhyForm.SOURCE_NOT_TICKED, **parts))
        asked.add(source.index, found)
        return
    reason, other = _without_event(asked, row, parts), None
    behind = _behind_another(asked, row) if reason is None else None
    if behind is not None:
        form, other = behind
        title = asked.title(other.index) if other is not None else ""
        reason = reason_of(row.index, form, **parts, other=title)
    if reason is None and isinstance(source, StateRow) and outcome not in ACTIVE:
        found.append(reason_of(row.index, WhyForm.SOURCE_LEFT, **parts))
        asked.add(source.index, found)
        return
    found.append(reason or reason_of(row.index, WhyForm.NO_STEP, **parts))
    if other is not None and found[-1].forms[0] in (WhyForm.AFTER_TAKEN, WhyForm.AFTER_LEFT):
        asked.add(other.index, found)


def _without_event(asked: AskedTick, row: TransitionRow, parts: dict[str, object]) -> WhyReason | None:
    """Say which event or completion a transition waits for, None where it came or nothing has to."""
    waiting = [event for event in row.events if event not in (POLLED, EVENTLESS)]
    if not waiting or row.polled or row.eventless:
        return None
    if all(event in _COMPLETIONS for event in waiting):
        others = (other for other in row.source.transitions if set(other.events) & set(waiting))
        if any(asked.outcome(other.index) for other in others):
            return None
        completion = " or ".join(_COMPLETIONS[event] for event in waiting)
        return reason_of(row.index, WhyForm.NOT_COMPLETED, **parts, completion=completion)
    came = _last_event(asked, row)
    if came == asked.tick:
        return None
    reason = reason_of(row.index, WhyForm.NO_EVENT, **parts, events=" or ".join(waiting))
    return reason if came == NEVER else followed(reason, WhyForm.LAST_CAME, came, tick=at(came))


def _behind_another(asked: AskedTick, row: TransitionRow) -> tuple[WhyForm, TransitionRow | None] | None:
    """Return which other transition kept this one from being asked, and how it did."""
    source, taken = row.source, taken_at(asked, asked.moment(asked.tick))
    if isinstance(source, StateRow):
        begun = asked.outcome(source.index) in (StateOutcome.ENTERED, StateOutcome.REENTERED)
    else:
        begun = (source.index, "enter") in asked.passages
    entries = (*source.interrupts, *source.transitions)
    siblings = [member for entry in entries for member in entry.members if member is not row]
    pending = [other for other in siblings if asked.outcome(other.index) == TransitionOutcome.PENDING]
    if row.delay is not None and pending:
        return WhyForm.ONE_WAITS, pending[0]
    if begun:
        return WhyForm.ONLY_ENTERED, None
    same_walk = [other for other in taken if other is not row and _same_walk(other, row)]
    if same_walk:
        return WhyForm.AFTER_TAKEN, same_walk[-1]
    held = [other for other in siblings if asked.outcome(other.index) == TransitionOutcome.TRUE_BUT_LOST]
    if held:
        return WhyForm.AFTER_HELD, held[0]
    left = [other for other in taken if source.index in domain_range(other)]
    return (WhyForm.AFTER_LEFT, left[-1]) if left else None


def _same_walk(transition: TransitionRow, other: TransitionRow) -> bool:
    """Tell whether one walk asks both: their sources lie in each other, in one machine."""
    first, second = transition.source, other.source
    return (
        first is second
        or second.index in range(first.index, first.end)
        or first.index in range(second.index, second.end)
    )


def _last_event(asked: AskedTick, row: TransitionRow) -> int:
    last = NEVER
    for tick, notes in asked.recording.all_notes():
        if tick > asked.tick:
            break
        if any(event.agent == asked.agent and row.matches(event.name) for event in notes.events):
            last = tick
    return last


# -- what let one be taken ----------------------------------------------------------------------------------

_COMPLETED = {"done": "completed", "done.success": "succeeded", "done.failure": "failed"}


def taken_at(asked: AskedTick, moment: MindThen) -> list[TransitionRow]:
    """Return the transitions taken at a tick, in order, as rows of the program of that tick."""
    outcome = asked.recording.outcome(asked.agent, moment.tick)
    rows = (moment.program.rows[row] for row in (outcome.taken if outcome is not None else ()))
    return [row for row in rows if isinstance(row, TransitionRow)]


def domain_range(transition: TransitionRow) -> range:
    """Return the rows among which a transition exits and enters states, none where it has no target."""
    if not transition.targets:
        return range(0)
    domain = transition.domain or domain_of(transition, _targets(transition))
    return range(domain.index + 1, domain.end)


def causes_of(asked: AskedTick, moment: MindThen, row: int) -> list[tuple[Cause, str]]:
    """Say what let a transition be taken at a tick: its event, its time, what its guard saw."""
    transition = moment.program.rows[row]
    assert isinstance(transition, TransitionRow)
    brain = asked.ticks.brain(moment.tick)
    candidates = brain.candidates if brain is not None else ()
    said = next((candidate.reason for candidate in candidates if candidate.row == row), None)
    source = moment.title(transition.source.index)
    told = [*_event(asked, moment, transition, source), *_time(asked, moment, transition, source)]
    if transition.delay is not None:
        told.append((Cause.DELAY, Cause.DELAY.value))
    if transition.outcome is not None:
        told.append((Cause.OUTCOME, Cause.OUTCOME.format(source=source, outcome=transition.outcome)))
    if said is not None and said.form is ReasonForm.DRAWN:
        told.append((Cause.DRAWN, Cause.DRAWN.format(**said.words)))
    elif said is not None and said.form is ReasonForm.OWN_WORDS and transition.guard is not None:
        told.append((Cause.TEST, Cause.TEST.format(test=said.sentence)))
    if not told:
        only = Cause.ELSE if transition.is_else else Cause.NO_GUARD
        told.append((only, only.value))
    return told


def _targets(transition: TransitionRow) -> list[StateRow]:
    """Return the targets, a history replaced by its default: both lie in its owner."""
    found: list[StateRow] = []
    for target in transition.targets:
        found += target.history.default if target.history is not None else (target,)
    return found


def _event(asked: AskedTick, moment: MindThen, row: TransitionRow, source: str) -> list[tuple[Cause, str]]:
    waiting = [event for event in row.events if event not in (POLLED, EVENTLESS)]
    if not waiting:
        return []
    events = asked.recording.notes(moment.tick).events
    came = [event.name for event in events if event.agent == asked.agent and row.matches(event.name)]
    if came:
        return [(Cause.EVENT, Cause.EVENT.format(event=came[0]))]
    if waiting[0] in _COMPLETED:
        return [(Cause.COMPLETED, Cause.COMPLETED.format(source=source, completed=_COMPLETED[waiting[0]]))]
    if row.polled or row.eventless:
        return []
    return [(Cause.EVENT, Cause.EVENT.format(event=" or ".join(waiting)))]


def _time(asked: AskedTick, moment: MindThen, row: TransitionRow, source: str) -> list[tuple[Cause, str]]:
    if row.after is None:
        return []
    here = moment.row_here(row.source.index)
    entered = NEVER
    if here >= 0 and row.group is None and isinstance(row.source, StateRow):
        entered = last_tick_with(asked.recording, asked.agent, here, ENTERED, moment.tick, before=True)
    if entered == NEVER:
        return [(Cause.AFTER_DRAW, Cause.AFTER_DRAW.value)]
    seconds = (moment.tick - entered) / moment.program.rate
    return [(Cause.AFTER, Cause.AFTER.format(source=source, seconds=f"{seconds:.2f}"))]
