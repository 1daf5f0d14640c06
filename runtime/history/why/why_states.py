"""Say why a state is active, or when and by what it was left, and what would lead into it."""

from __future__ import annotations

from graphs.model import StateMachineGraph
from runtime.basics.status import HALTED, RESULT_MASK, NodeOutcome, StateOutcome
from runtime.history.recording.row_history import NEVER
from runtime.history.why.asked_tick import ACTIVE, ENTERED, AskedTick, MindThen
from runtime.history.why.why_forms import WhyForm, WhyReason, at, caused, reason_of
from runtime.history.why.why_nodes import begun_at
from runtime.history.why.why_transitions import causes_of, domain_range, taken_at
from runtime.minds.expansion.mood_machines import CHANGE
from runtime.minds.machines.machine_rows import StateRow, TransitionRow
from runtime.minds.memory.row_matching import NOWHERE
from runtime.minds.program.rows import Row
from runtime.session.inputs import EnterState

_LEFT = frozenset({int(StateOutcome.EXITED), int(StateOutcome.REENTERED), int(StateOutcome.PASSED)})


def why_state(asked: AskedTick, row: int, found: list[WhyReason]) -> None:
    """Add how a state came to be active, or when it was left and what would lead into it."""
    state = asked.program.rows[row]
    assert isinstance(state, StateRow)
    if state.disabled:
        found.append(reason_of(row, WhyForm.SWITCHED_OFF, name=asked.title(row)))
    elif state.history is not None:
        owner = asked.title(state.owner.index)
        found.append(reason_of(row, WhyForm.REMEMBERS, name=asked.title(row), owner=owner))
    elif asked.outcome(row) in ACTIVE:
        found.append(_came_in(asked, state))
    else:
        found.append(_went_out(asked, state))
        for way in _ways_in(asked, row):
            asked.add(way, found)


def _came_in(asked: AskedTick, state: StateRow) -> WhyReason:
    """Say when a state was entered, and by what."""
    row, name = state.index, asked.title(state.index)
    tick, edited = asked.last_tick(row, ENTERED), _edited(asked, state, entered=True)
    if edited != NEVER and edited >= tick:
        return reason_of(row, WhyForm.ACTIVE_EDITED, edited, name=name, tick=at(edited))
    if tick == NEVER:
        first = asked.recording.first_tick
        return reason_of(row, WhyForm.ACTIVE_BEFORE, name=name, tick=at(first))
    moment = asked.moment(tick)
    there = moment.row_there(row)
    parts: dict[str, object] = {"name": name, "tick": at(tick)}
    by = _last_around(asked, moment, there)
    ordered = _ordered(asked, moment)
    if ordered is not None and (by is None or there in (ordered, *_around(moment, ordered))):
        title = moment.title(ordered)
        on_way = there != ordered
        form = WhyForm.ACTIVE_ON_WAY if on_way else WhyForm.ACTIVE_ORDERED
        return reason_of(row, form, tick, **parts, ordered=title)
    if by is None:
        owner = moment.program.rows[moment.program.rows[there].parent]
        region = isinstance(owner, StateRow) and owner.is_parallel
        form = WhyForm.ACTIVE_REGION if region else WhyForm.ACTIVE_FIRST
        return reason_of(row, form, tick, **parts, owner=moment.title(owner.index))
    if by.is_added:
        return _became_mood(asked, moment, row, there, parts)
    causes = causes_of(asked, moment, by.index)
    parts["transition"] = moment.title(by.index)
    histories = (target for target in by.targets if target.history)
    history = next((state for state in histories if there in _inside(state.owner)), None)
    if history is None or not _is_led_to(history, moment.program.rows[there]):
        return caused(row, WhyForm.ACTIVE_BY, causes, tick, **parts)
    if _remembers(asked, moment, history):
        remembering = moment.title(history.owner.index)
        return caused(row, WhyForm.ACTIVE_AGAIN, causes, tick, **parts, owner=remembering)
    default = moment.title(history.index)
    return caused(row, WhyForm.ACTIVE_DEFAULT, causes, tick, **parts, history=default)


def _is_led_to(history: StateRow, state: Row) -> bool:
    """Tell whether a history leads to a state inside its owner: a shallow one leaves what is deeper alone."""
    is_deep = history.history is not None and history.history.deep
    return is_deep or state.parent == history.owner.index


def _remembers(asked: AskedTick, moment: MindThen, history: StateRow) -> bool:
    """Tell whether the owner of a history had been left before, in this run of its machine.

    What was before a recording that begins late is taken to be so.
    """
    owner = asked.at_there(moment, history.owner.index)
    if owner == NOWHERE or moment.tick == asked.recording.first_tick:
        return True
    left = asked.last_tick(owner, _LEFT, moment.tick - 1)
    if left == NEVER:
        return asked.recording.first_tick > 0
    machine = asked.at_there(moment, history.machine.index)
    begun = begun_at(asked, machine, moment.tick) if machine != NOWHERE else NEVER
    return begun == NEVER or left >= begun


def _went_out(asked: AskedTick, state: StateRow) -> WhyReason:
    """Say when a state was left, and by what."""
    row, name = state.index, asked.title(state.index)
    tick, edited = asked.last_tick(row, _LEFT), _edited(asked, state, entered=False)
    if edited != NEVER and edited > tick:
        return reason_of(row, WhyForm.LEFT_EDITED, edited, name=name, tick=at(edited))
    first = asked.recording.first_tick
    if tick == NEVER and first > 0:
        return reason_of(row, WhyForm.NOT_ENTERED_SINCE, name=name, tick=at(first))
    if tick == NEVER:
        return reason_of(row, WhyForm.NOT_ENTERED, name=name)
    moment = asked.moment(tick)
    there = moment.row_there(row)
    parts: dict[str, object] = {"name": name, "tick": at(tick)}
    by = _first_out(asked, moment, there)
    if by is not None and by.is_added:
        target = next((each.targets[0] for each in _changes(asked, moment)), None)
        other = moment.title(target.index) if target is not None else "another"
        return reason_of(row, WhyForm.MOOD_LEFT, tick, **parts, other=other)
    if by is not None:
        parts["transition"] = moment.title(by.index)
        return caused(row, WhyForm.LEFT_BY, causes_of(asked, moment, by.index), tick, **parts)
    ordered = _ordered(asked, moment)
    machine = moment.program.rows[there]
    assert isinstance(machine, StateRow)
    outcome = asked.recording.outcome(asked.agent, tick)
    halted = outcome is not None and bool(outcome.outcomes[machine.machine.index] & HALTED)
    if ordered is not None and not halted:
        return reason_of(row, WhyForm.LEFT_ORDERED, tick, **parts, ordered=moment.title(ordered))
    form = WhyForm.LEFT_HALTED if halted else WhyForm.LEFT_ENDED
    return reason_of(row, form, tick, **parts, machine=moment.title(machine.machine.index))


def _became_mood(
    asked: AskedTick, moment: MindThen, row: int, there: int, parts: dict[str, object]
) -> WhyReason:
    """Say that a mood is active by its share, and which transition mixed the shares."""
    graph = moment.words.document.graphs.get(moment.program.rows[there].graph)
    moods = graph.moods if isinstance(graph, StateMachineGraph) else None
    drawn = moods is not None and moods.pick == "draw"
    parts["how"] = "it was drawn by the shares" if drawn else "its share became the largest"
    mixing = [
        each for each in taken_at(asked, moment) if each.targets and all(to.is_added for to in each.targets)
    ]
    mixing = [each for each in mixing if each.node != CHANGE]
    if not mixing:
        return reason_of(row, WhyForm.MOOD_ACTIVE, moment.tick, **parts)
    by = moment.title(mixing[-1].index)
    return reason_of(row, WhyForm.MOOD_MIXED, moment.tick, **parts, transition=by)


def _changes(asked: AskedTick, moment: MindThen) -> list[TransitionRow]:
    """Return the transitions of a tick that led into a mood, the last one first."""
    taken = reversed(taken_at(asked, moment))
    return [each for each in taken if each.is_added and each.targets and not each.targets[0].is_added]


def _last_around(asked: AskedTick, moment: MindThen, there: int) -> TransitionRow | None:
    """Return the last transition of a state's own machine that exited or entered what lies around it."""
    state = moment.program.rows[there]
    assert isinstance(state, StateRow)
    machine = state.machine.index
    taken = [transition for transition in taken_at(asked, moment) if transition.enclosing_machine == machine]
    return next((transition for transition in reversed(taken) if there in domain_range(transition)), None)


def _first_out(asked: AskedTick, moment: MindThen, there: int) -> TransitionRow | None:
    """Return the transition that made a state be left, None where its machine ended or was halted.

    One that was active before is left by the first transition around it. One that was also entered in this
    tick is left by the last of its own machine that does not lead to it.
    """
    taken = [transition for transition in taken_at(asked, moment) if there in domain_range(transition)]
    outcome = asked.recording.outcome(asked.agent, moment.tick)
    assert outcome is not None
    if outcome.outcomes[there] != StateOutcome.PASSED:
        return taken[0] if taken else None
    state = moment.program.rows[there]
    assert isinstance(state, StateRow)
    leading = [row for row in taken if not any(_enters(target, there) for target in row.targets)]
    own = [row for row in leading if row.enclosing_machine == state.machine.index]
    ended = outcome.outcomes[state.machine.index] & RESULT_MASK in (NodeOutcome.SUCCESS, NodeOutcome.FAILURE)
    if own or ended:
        return own[-1] if own else None
    return leading[-1] if leading else None


def _inside(owner: Row) -> range:
    return range(owner.index + 1, owner.end)


def _around(moment: MindThen, state: int) -> list[int]:
    row = moment.program.rows[state]
    return [ancestor.index for ancestor in row.ancestors()] if isinstance(row, StateRow) else []


def _edited(asked: AskedTick, state: StateRow, *, entered: bool) -> int:
    """Return the tick before which an edit last entered a state, or exited it (rule 8.3)."""
    last = NEVER
    for tick, notes in asked.recording.all_notes():
        if tick > asked.tick:
            break
        for swap in notes.swaps:
            if swap.agent == asked.agent and state.path in (swap.entered if entered else swap.exited):
                last = tick
    return last


def _ordered(asked: AskedTick, moment: MindThen) -> int | None:
    """Return the state that was entered at a tick because that was asked of the run (rule 7.4)."""
    recording = asked.recording
    first = moment.tick
    while first - 1 in recording and recording.outcome(asked.agent, first - 1) is None:
        first -= 1
    inputs = [order for tick in range(first, moment.tick + 1) for order in recording.notes(tick).inputs]
    orders = [order for order in inputs if isinstance(order, EnterState)]
    paths = [order.state_path for order in orders if order.agent == asked.agent]
    states = {row.path: row.index for row in moment.program.rows if isinstance(row, StateRow)}
    return states.get(paths[-1]) if paths else None


def _ways_in(asked: AskedTick, state: int) -> list[int]:
    """Return the transitions that lead to a state or into it."""
    return [
        row.index
        for row in asked.program.rows
        if isinstance(row, TransitionRow)
        and not row.is_added
        and row.source.index not in _inside(asked.program.rows[state])
        and any(_enters(target, state) for target in row.targets)
    ]


def _enters(target: StateRow, state: int) -> bool:
    """Tell whether entering a target enters a state: itself, one around it, or one entered by default."""
    if target.index == state or any(ancestor.index == state for ancestor in target.ancestors()):
        return True
    if target.history is not None:
        return state in _inside(target.owner)
    if state not in _inside(target):
        return False
    inner = target.child_states if target.is_parallel else target.initial
    return any(_enters(child, state) for child in inner)
