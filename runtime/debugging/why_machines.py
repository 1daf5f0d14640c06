"""Say why a state is active or not, and why a transition was taken or not (SEMANTICS 4.14)."""

from __future__ import annotations

from collections.abc import Callable

from runtime.debugging.why import ACTIVE, Inquiry, Reason
from runtime.program.rows import RowFamily
from runtime.recording.look_ups import NEVER, last_tick_with
from runtime.session_inputs import EnterState
from runtime.state_machines.state_rows import StateRow
from runtime.state_machines.transition_rows import EVENTLESS, POLLED, TransitionRow
from runtime.status import StateOutcome, TransitionOutcome
from runtime.trace.trace_frame import Candidate

_ENTERED = frozenset({int(StateOutcome.ENTERED), int(StateOutcome.REENTERED), int(StateOutcome.PASSED)})
_LEFT = frozenset({int(StateOutcome.EXITED), int(StateOutcome.REENTERED), int(StateOutcome.PASSED)})
WAITING = "s to go"
"""How the log ends what it says of a transition whose time has not come, or that cools down."""

_TRUE = frozenset(
    {int(TransitionOutcome.TRUE_BUT_LOST), int(TransitionOutcome.PENDING), int(TransitionOutcome.TAKEN)}
)


def why_state(asked: Inquiry, row: int, found: list[Reason]) -> None:
    """Add how a state came to be active, or when it was left and what would lead into it."""
    if asked.outcome(row) in ACTIVE:
        tick = last_tick_with(asked.recording, asked.agent, row, _ENTERED, asked.tick)
        _came_in(asked, row, tick, found)
        return
    left = last_tick_with(asked.recording, asked.agent, row, _LEFT, asked.tick)
    if left == NEVER:
        found.append(Reason(row, f"{asked.title(row)} has not been entered yet."))
    else:
        by = _taken_at(asked, left, lambda one: _leaves(one, row))
        how = f" by {asked.title(by)}{_because(asked, by, left)}" if by is not None else ""
        ordered = _ordered(asked, left)
        if by is None and ordered is not None:
            how = f" as {asked.title(ordered)} was entered from outside: that was asked of the run"
        found.append(Reason(row, f"{asked.title(row)} was left at tick {left:,}{how}.", left))
    for way in _ways_in(asked, row):
        asked.add(way, found)


def why_transition(asked: Inquiry, row: int, found: list[Reason]) -> None:
    """Add why a transition was taken, or what kept it from being taken."""
    one = asked.program.rows[row]
    assert isinstance(one, TransitionRow)
    outcome = TransitionOutcome(asked.outcome(row))
    name = asked.title(row)
    if outcome is TransitionOutcome.NOT_CONSIDERED:
        _why_not_asked(asked, one, found)
        return
    because = _said(_candidate(asked, row))
    if outcome is TransitionOutcome.TAKEN:
        found.append(Reason(row, f"{name} was taken{because}."))
    elif outcome is TransitionOutcome.PENDING:
        found.append(Reason(row, f"{name} is waiting for its delay{because}."))
    elif outcome is TransitionOutcome.TRUE_BUT_LOST:
        found.append(Reason(row, f"{name} could have been taken, but another came first{because}."))
    elif because.endswith(WAITING):
        found.append(Reason(row, f"{name} was not taken: it waits for its time{because}."))
    else:
        last = last_tick_with(asked.recording, asked.agent, row, _TRUE, asked.tick)
        guard = f"`{asked.words.guard(row)}`" if asked.words.guard(row) else "its guard"
        since = "It has never held here." if last == NEVER else f"It last held at tick {last:,}."
        found.append(Reason(row, f"{name} was not taken because {guard} was false{because}. {since}", last))


def _why_not_asked(asked: Inquiry, row: TransitionRow, found: list[Reason]) -> None:
    name, source = asked.title(row.index), row.source
    if isinstance(source, StateRow) and asked.outcome(source.index) not in (*ACTIVE, StateOutcome.EXITED):
        found.append(Reason(row.index, f"{name} was not asked: {asked.title(source.index)} is not active."))
        return
    waiting = [event for event in row.events if event not in (POLLED, EVENTLESS)]
    if waiting and not (row.polled or row.eventless):
        arrived = _last_event(asked, row)
        last = "" if arrived == NEVER else f" It last came at tick {arrived:,}."
        said = f"{name} was not asked: no {' or '.join(waiting)} arrived in this tick.{last}"
        found.append(Reason(row.index, said, arrived))
        return
    if isinstance(source, StateRow) and asked.outcome(source.index) in _ENTERED:
        said = f"{name} was not asked: {asked.title(source.index)} was only entered in this tick."
        found.append(Reason(row.index, said))
        return
    taken = _taken_at(asked, asked.tick, lambda one: one is not row)
    if taken is not None:
        said = f"{name} was not asked: {asked.title(taken)}, asked before it, was taken."
        found.append(Reason(row.index, said))
        asked.add(taken, found)
        return
    held = f"{asked.title(source.index)} asked its transitions in no step of tick {asked.tick:,}"
    found.append(Reason(row.index, f"{name} was not asked: {held}."))


def _came_in(asked: Inquiry, row: int, tick: int, found: list[Reason]) -> None:
    name = asked.title(row)
    if tick == NEVER:
        found.append(Reason(row, f"{name} has been active since before the recording begins."))
        return
    by = _taken_at(asked, tick, lambda one: _enters(one, row))
    ordered = _ordered(asked, tick)
    if by is None and ordered is not None:
        way = "" if ordered == row else f", on the way into {asked.title(ordered)}"
        said = f"{name} is active since tick {tick:,}, entered from outside{way}: that was asked of the run."
        found.append(Reason(row, said, tick))
        return
    if by is None:
        owner = asked.program.rows[row].parent
        said = f"{name} is active since tick {tick:,}, as the first state of {asked.title(owner)}."
        found.append(Reason(row, said, tick))
        return
    because = _because(asked, by, tick)
    said = f"{name} is active since tick {tick:,}, entered by {asked.title(by)}{because}."
    found.append(Reason(row, said, tick))


def _ordered(asked: Inquiry, tick: int) -> int | None:
    """Return the state that was entered at a tick because that was asked of the run (SEMANTICS 7.4)."""
    recording = asked.recording
    first = tick
    while first - 1 in recording and recording.outcome(asked.agent, first - 1) is None:
        first -= 1
    inputs = [one for at in range(first, tick + 1) for one in recording.notes(at).inputs]
    paths = [one.state_path for one in inputs if isinstance(one, EnterState) and one.agent == asked.agent]
    states = {row.path: row.index for row in asked.program.rows if isinstance(row, StateRow)}
    return states.get(paths[-1]) if paths else None


def _because(asked: Inquiry, transition: int, tick: int) -> str:
    brain = asked.ticks.brain(tick)
    for candidate in brain.candidates if brain is not None else ():
        if candidate.row == transition:
            return _said(candidate)
    return ""


def _said(candidate: Candidate | None) -> str:
    """Return what a candidate's guard came to; nothing for one without a guard."""
    if candidate is None or candidate.sentence in ("", "no guard"):
        return ""
    return f": {candidate.sentence}"


def _candidate(asked: Inquiry, row: int) -> Candidate | None:
    candidates = asked.brain.candidates if asked.brain is not None else ()
    return next((one for one in candidates if one.row == row), None)


def _taken_at(asked: Inquiry, tick: int, wanted: Callable[[TransitionRow], bool]) -> int | None:
    """Return the last transition taken at a tick that is wanted, None for none."""
    outcome = asked.recording.outcome(asked.agent, tick)
    for row in reversed(outcome.taken if outcome is not None else ()):
        one = asked.program.rows[row]
        if isinstance(one, TransitionRow) and wanted(one):
            return row
    return None


def _enters(transition: TransitionRow, state: int) -> bool:
    """Tell whether a transition leads to a state, to one inside it or to one around it."""
    return any(_within(target, state) or _contains(target, state) for target in transition.targets)


def _leaves(transition: TransitionRow, state: int) -> bool:
    source = transition.source
    return not isinstance(source, StateRow) or _within(source, state) or _contains(source, state)


def _within(row: StateRow, state: int) -> bool:
    owner: object = row
    while isinstance(owner, StateRow):
        if owner.index == state:
            return True
        owner = owner.owner
    return False


def _contains(row: StateRow, state: int) -> bool:
    return row.index <= state < row.end


def _ways_in(asked: Inquiry, state: int) -> list[int]:
    return [
        row.index
        for row in asked.program.rows
        if row.family is RowFamily.TRANSITION
        and isinstance(row, TransitionRow)
        and any(_within(target, state) for target in row.targets)
    ]


def _last_event(asked: Inquiry, row: TransitionRow) -> int:
    last = NEVER
    for tick, notes in asked.recording.all_notes():
        if tick > asked.tick:
            break
        if any(event.agent == asked.agent and row.matches(event.name) for event in notes.events):
            last = tick
    return last
