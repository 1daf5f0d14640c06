"""Say why a transition was taken, or what kept it from being taken or even asked (rule 4.14)."""

from __future__ import annotations

from runtime.basics.status import StateOutcome, TransitionOutcome
from runtime.history.recording.row_history import NEVER
from runtime.history.why.taken_transitions import causes_of, domain_range, taken_at
from runtime.history.why.why import ACTIVE, Inquiry
from runtime.history.why.why_forms import WhyForm, WhyReason, at, caused, followed, reason_of
from runtime.minds.machines.state_rows import StateRow
from runtime.minds.machines.transition_rows import EVENTLESS, POLLED, TransitionRow
from runtime.records.reasons import ReasonForm
from runtime.records.trace_frame import Candidate

_HELD = frozenset(
    {int(TransitionOutcome.TRUE_BUT_LOST), int(TransitionOutcome.PENDING), int(TransitionOutcome.TAKEN)}
)
_ENTERED = (StateOutcome.ENTERED, StateOutcome.REENTERED)
_NOT_TAKEN = {
    ReasonForm.ALREADY_THERE: WhyForm.ALREADY_THERE,
    ReasonForm.WEIGHT_0: WhyForm.WEIGHT_0,
    ReasonForm.NOT_DRAWN: WhyForm.NOT_DRAWN,
    ReasonForm.CANCELED: WhyForm.CANCELED,
    ReasonForm.DECIDED: WhyForm.OTHER_OUTCOME,
    ReasonForm.NO_OUTCOME: WhyForm.NO_OUTCOME,
}
_COMPLETIONS = {"done": "complete", "done.success": "succeed", "done.failure": "fail"}


def why_transition(asked: Inquiry, row: int, found: list[WhyReason]) -> None:
    """Add why a transition was taken, or what kept it from being taken."""
    one = asked.program.rows[row]
    assert isinstance(one, TransitionRow)
    outcome = TransitionOutcome(asked.outcome(row))
    if outcome is TransitionOutcome.NOT_CONSIDERED:
        _why_not_asked(asked, one, found)
    elif outcome is TransitionOutcome.TAKEN:
        causes = causes_of(asked, asked.moment(asked.tick), row)
        found.append(caused(row, WhyForm.TAKEN, causes, name=asked.title(row)))
    else:
        found.append(_not_taken(asked, one, _candidate(asked, row), outcome))
        _follow(asked, found[-1], found)


def _candidate(asked: Inquiry, row: int) -> Candidate:
    candidates = asked.brain.candidates if asked.brain is not None else ()
    known = next((one for one in candidates if one.row == row), None)
    return known if known is not None else Candidate(row, TransitionOutcome(asked.outcome(row)))


def _not_taken(
    asked: Inquiry, row: TransitionRow, candidate: Candidate, outcome: TransitionOutcome
) -> WhyReason:
    """Say what kept a transition that was asked from being taken."""
    index, said = row.index, candidate.reason
    parts: dict[str, object] = {**(said.words if said is not None else {}), "name": asked.title(index)}
    parts["guard"] = asked.words.guard(index)
    parts["source"] = asked.title(row.source.index)
    other = _winner(asked, row, candidate)
    parts["other"] = asked.title(other) if other is not None else "another"
    form = said.form if said is not None else ReasonForm.NO_GUARD
    if form is ReasonForm.WAITS and outcome is TransitionOutcome.PENDING:
        left = isinstance(row.source, StateRow) and asked.outcome(row.source.index) not in ACTIVE
        return reason_of(index, WhyForm.PENDING_LEFT if left else WhyForm.PENDING, **parts)
    if form is ReasonForm.WAITS:
        cools = row.cooldown is not None and row.after is None
        return reason_of(index, WhyForm.COOLS if cools else WhyForm.WAITS, **parts)
    if form in _NOT_TAKEN:
        return reason_of(index, _NOT_TAKEN[form], **parts)
    if outcome is not TransitionOutcome.GUARD_FALSE:
        return reason_of(index, WhyForm.LOST, **parts)
    failed = asked.brain is not None and any(error.row == index for error in asked.brain.errors)
    if failed:
        return reason_of(index, WhyForm.GUARD_ERROR, **parts, message=candidate.sentence.rstrip("."))
    return _last_held(asked, index, reason_of(index, WhyForm.GUARD_FALSE, **parts, test=candidate.sentence))


def _winner(asked: Inquiry, row: TransitionRow, candidate: Candidate) -> int | None:
    """Return what came before a transition that held: what the log names, else what was taken."""
    if candidate.reason is not None and candidate.reason.other >= 0:
        return candidate.reason.other
    taken = taken_at(asked, asked.moment(asked.tick))
    return next((one for one in reversed(taken) if one != row.index), None)


def _follow(asked: Inquiry, reason: WhyReason, found: list[WhyReason]) -> None:
    """Lead on from a transition that lost to the one that came first."""
    if reason.forms[0] in (WhyForm.LOST, WhyForm.NOT_DRAWN):
        row = asked.program.rows[reason.row]
        assert isinstance(row, TransitionRow)
        other = _winner(asked, row, _candidate(asked, reason.row))
        if other is not None and asked.outcome(other) == TransitionOutcome.TAKEN:
            asked.add(other, found)


def _last_held(asked: Inquiry, row: int, reason: WhyReason) -> WhyReason:
    last, first = asked.last_tick(row, _HELD), asked.recording.first_tick
    if last != NEVER:
        return followed(reason, WhyForm.LAST_HELD, last, tick=at(last))
    if first > 0:
        return followed(reason, WhyForm.NOT_HELD_SINCE, tick=at(first))
    return followed(reason, WhyForm.NEVER_HELD)


# -- what was not even asked --------------------------------------------------------------------------------


def _why_not_asked(asked: Inquiry, row: TransitionRow, found: list[WhyReason]) -> None:
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
    reason = _without_event(asked, row, parts) or _behind_another(asked, row, parts, found)
    if reason is None and isinstance(source, StateRow) and outcome not in ACTIVE:
        found.append(reason_of(row.index, WhyForm.SOURCE_LEFT, **parts))
        asked.add(source.index, found)
        return
    found.append(reason or reason_of(row.index, WhyForm.NO_STEP, **parts))
    _follow_other(asked, row, found)


def _without_event(asked: Inquiry, row: TransitionRow, parts: dict[str, object]) -> WhyReason | None:
    """Say which event or completion a transition waits for, None where it came or nothing has to."""
    waiting = [event for event in row.events if event not in (POLLED, EVENTLESS)]
    if not waiting or row.polled or row.eventless:
        return None
    if all(event in _COMPLETIONS for event in waiting):
        others = (one for one in row.source.transitions if set(one.events) & set(waiting))
        if any(asked.outcome(one.index) for one in others):
            return None
        completion = " or ".join(_COMPLETIONS[event] for event in waiting)
        return reason_of(row.index, WhyForm.NOT_COMPLETED, **parts, completion=completion)
    came = _last_event(asked, row)
    if came == asked.tick:
        return None
    reason = reason_of(row.index, WhyForm.NO_EVENT, **parts, events=" or ".join(waiting))
    return reason if came == NEVER else followed(reason, WhyForm.LAST_CAME, came, tick=at(came))


def _behind_another(
    asked: Inquiry, row: TransitionRow, parts: dict[str, object], found: list[WhyReason]
) -> WhyReason | None:
    """Say which other transition kept this one from being asked."""
    source, taken = row.source, taken_at(asked, asked.moment(asked.tick))
    rows = [one for one in map(asked.program.rows.__getitem__, taken) if isinstance(one, TransitionRow)]
    entered = isinstance(source, StateRow) and asked.outcome(source.index) in _ENTERED
    begun = not isinstance(source, StateRow) and _began(asked, source.index)
    entries = (*source.interrupts, *source.transitions)
    siblings = [one for entry in entries for one in entry.members if one is not row]
    pending = [one for one in siblings if asked.outcome(one.index) == TransitionOutcome.PENDING]
    if row.delay is not None and pending:
        return reason_of(row.index, WhyForm.ONE_WAITS, **parts, other=asked.title(pending[0].index))
    if entered or begun:
        return reason_of(row.index, WhyForm.ONLY_ENTERED, **parts)
    same_walk = [one for one in rows if one is not row and _same_walk(one, row)]
    if same_walk:
        return reason_of(row.index, WhyForm.AFTER_TAKEN, **parts, other=asked.title(same_walk[-1].index))
    held = [one for one in siblings if asked.outcome(one.index) == TransitionOutcome.TRUE_BUT_LOST]
    if held:
        return reason_of(row.index, WhyForm.AFTER_HELD, **parts, other=asked.title(held[0].index))
    left = [one for one in rows if source.index in domain_range(one)]
    if left:
        return reason_of(row.index, WhyForm.AFTER_LEFT, **parts, other=asked.title(left[-1].index))
    return None


def _follow_other(asked: Inquiry, row: TransitionRow, found: list[WhyReason]) -> None:
    """Lead on to the transition that was taken before."""
    if found[-1].forms[0] in (WhyForm.AFTER_TAKEN, WhyForm.AFTER_LEFT):
        taken = taken_at(asked, asked.moment(asked.tick))
        named = [one for one in taken if f" {asked.title(one)}" in found[-1].sentence and one != row.index]
        if named:
            asked.add(named[-1], found)


def _same_walk(one: TransitionRow, other: TransitionRow) -> bool:
    """Tell whether one walk asks both: their sources lie in each other, in one machine."""
    first, second = one.source, other.source
    return (
        first is second
        or second.index in range(first.index, first.end)
        or first.index in range(second.index, second.end)
    )


def _began(asked: Inquiry, machine: int) -> bool:
    passages = asked.brain.passages if asked.brain is not None else ()
    return (machine, "enter") in passages


def _last_event(asked: Inquiry, row: TransitionRow) -> int:
    last = NEVER
    for tick, notes in asked.recording.all_notes():
        if tick > asked.tick:
            break
        if any(event.agent == asked.agent and row.matches(event.name) for event in notes.events):
            last = tick
    return last
