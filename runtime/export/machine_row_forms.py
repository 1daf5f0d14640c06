"""Declare the rows of state machines in an export: machines, states, transitions."""

from __future__ import annotations

from typing import Any

from graphs.basics.json_text import JsonValue
from runtime.export.code_forms import BINDINGS, END, FIRST_VALUES, FRACTION, SECONDS
from runtime.export.export_problem import expected
from runtime.export.expression_forms import TEST
from runtime.export.forms import (
    BOOL,
    DRAWS,
    TEXT,
    Field,
    Form,
    many,
    memory,
    named,
    optional,
    record,
    row_link,
    whole,
)
from runtime.export.line_forms import BLOCK
from runtime.export.reading import Reading
from runtime.export.row_forms import RowForm
from runtime.export.tree_row_forms import DERIVED, FRAME
from runtime.export.writing import Writing
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.decisions.leaves import TreeOutcome
from runtime.minds.machines.configuration import domain_of, may_be_active_together
from runtime.minds.machines.machine_rows import (
    EVENTLESS,
    Activity,
    AfterCode,
    CooldownCode,
    DelayCode,
    HistoryCode,
    MachineRow,
    StateRow,
    TransitionRow,
    WeightedGroup,
    is_below,
)
from runtime.minds.machines.table_tick import TickedMachineRow
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.tree_row import TreeRow

STATES: Form[Any] = many(row_link(StateRow, "state"))
TRANSITIONS: Form[Any] = many(row_link(TransitionRow, "transition"))
OWNER: Form[Any] = row_link(Row, "state or machine")
_INT, _BYTE = memory("int"), memory("byte")


def _owner(data: JsonValue, path: str, source: Reading) -> StateRow | MachineRow:
    row = source.row_at(data, path)
    if isinstance(row, (StateRow, MachineRow)):
        return row
    raise expected("the number of a state or machine", data, path)


_OWNER: Form[Any] = Form(OWNER.schema, OWNER.write, _owner)


# -- parts of states -----------------------------------------------------------------------------------


_ACTIVITY: Form[Any] = named(
    "activity",
    record(
        "Activity",
        "What a state does while it is active.",
        Activity,
        (
            Field("row", "row", row_link(TreeRow, "node that can be ticked"), "What is ticked."),
            Field("loop", "loop", BOOL, "It begins again when it has ended."),
            Field("ended", "ended", _BYTE, "1 once it has ended and is not to begin again."),
            Field("bindings", "bindings", BINDINGS, "The parameters of the graph, bound before every tick."),
            Field("fresh", "fresh", FIRST_VALUES, "What is made anew when the state is entered."),
        ),
    ),
)


def _write_place(place: tuple[StateRow, int], out: Writing) -> JsonValue:
    return [place[0].index, place[1]]


def _read_place(data: JsonValue, path: str, source: Reading) -> tuple[StateRow, int]:
    if not isinstance(data, list) or len(data) != 2:
        raise expected("a state and a byte", data, path)
    state = row_link(StateRow, "state").read(data[0], path, source)
    return state, memory("byte").read(data[1], path, source)


_PLACES: Form[Any] = many(
    Form(
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 0},
            "minItems": 2,
            "maxItems": 2,
            "description": "The row of a state and the byte that is 1 if it is remembered.",
        },
        _write_place,
        _read_place,
    )
)

_HISTORY: Form[Any] = named(
    "history",
    record(
        "History",
        "What a history remembers.",
        HistoryCode,
        (
            Field("deep", "deep", BOOL, "It remembers atomic states, not only children."),
            Field("places", "places", _PLACES, "The states it can remember, each with its byte."),
            Field("default", "default", STATES, "What is entered where nothing is remembered."),
            Field("default_actions", "default_actions", BLOCK, "What is done then."),
        ),
    ),
)

_DECISION: Form[Any] = named(
    "choice_decision",
    record(
        "Decision of a choice",
        "The decision tree whose outcome picks the branch.",
        TreeOutcome,
        (
            Field("tree", "tree", row_link(DecisionTreeRow, "decision tree"), "The row of the tree."),
            Field("bindings", "bindings", BINDINGS, "The parameters of the tree, bound when it is asked."),
        ),
    ),
)


# -- parts of transitions ------------------------------------------------------------------------------

_AFTER: Form[Any] = record(
    "After",
    "How long after the entry of its source a transition is enabled.",
    AfterCode,
    (
        Field("time", "ticks", SECONDS, "How long, fixed when the source is entered."),
        Field("enabled_from", "enabled_from", _INT, "The tick from which on it is enabled."),
        Field("length", "length", _INT, "The ticks as fixed."),
    ),
)
_COOLDOWN: Form[Any] = record(
    "Cooldown",
    "How long after it was taken a transition is not enabled.",
    CooldownCode,
    (
        Field("time", "ticks", SECONDS, "How long, fixed when it is taken."),
        Field("ready_from", "ready_from", _INT, "The tick from which on it is enabled again."),
    ),
)
_DELAY: Form[Any] = record(
    "Delay",
    "How long an enabled transition waits before it can be taken.",
    DelayCode,
    (
        Field("time", "ticks", SECONDS, "How long, fixed when it becomes pending."),
        Field("jitter", "jitter", SECONDS, "How far that is drawn to both sides."),
        Field("recheck", "recheck", BOOL, "It is canceled when its guard is false meanwhile."),
        Field("draws", "draws", DRAWS, "Counts its draws."),
    ),
)


def _read_group(data: JsonValue, path: str, source: Reading) -> WeightedGroup:
    if isinstance(data, int) and not isinstance(data, bool) and 0 <= data < len(source.groups):
        return source.groups[data]
    raise expected(f"the number of one of the {len(source.groups)} groups", data, path)


_GROUP: Form[Any] = Form(
    {"type": "integer", "minimum": 0, "description": "The number of a weighted group."},
    lambda group, out: out.group(group),
    _read_group,
)

GROUP_FIELDS = (
    Field("draws", "draws", DRAWS, "Counts the draws of the source of its members."),
    Field("members", "members", TRANSITIONS, "Its members; the first stands for the group."),
    Field("name", "name", TEXT, "Its name, for people.", only_named=True, stripped=""),
)
"""The fields of a weighted group."""


# -- checks -------------------------------------------------------------------------------------------


def _inside(row: Any, states: tuple[StateRow, ...]) -> bool:
    return all(is_below(one, row) and not one.disabled for one in states)


def _check_owner(row: StateRow | MachineRow, path: str, source: Reading) -> None:
    """Refuse a compound that would not know what to enter, and lists of what is not its own."""
    own = (*row.child_states, *row.histories)
    fits = all(one.owner is row and not one.disabled for one in own)
    source.require(fits, path, "A state in its lists is not directly inside.")
    fits = all(one.history is None for one in row.child_states)
    source.require(fits, path, "A history stands among the states that can be active.")
    fits = all(one.history is not None for one in row.histories)
    source.require(fits, path, "A state stands among the histories.")
    asked = (*row.transitions, *row.interrupts)
    fits = all(one.source is row and not _leads_nowhere(one) for one in asked)
    source.require(fits, path, "A transition in its lists leaves another state, or leads to a disabled one.")
    together = all(
        may_be_active_together(one, other)
        for place, one in enumerate(row.initial)
        for other in row.initial[place + 1 :]
    )
    source.require(_inside(row, row.initial) and together, path, "What it enters first is not inside of it.")
    if row.child_states and not (isinstance(row, StateRow) and row.is_parallel):
        source.require(bool(row.initial), path, "Nothing says what it enters first.")


def _leads_nowhere(row: TransitionRow) -> bool:
    return any(target.disabled for target in row.targets)


def _check_machine(row: MachineRow, path: str, source: Reading) -> None:
    _check_owner(row, path, source)
    source.require(bool(row.child_states), path, "The machine has no states.")
    inside = source.rows[row.index + 1 : row.end]
    states = tuple(one for one in inside if isinstance(one, StateRow) and one.machine is row)
    source.require(row.states == states, path, "The list of all states is not that of the rows below.")
    fits = all(is_below(one, row) and one.enclosing_machine == row.index for one in row.all_transitions)
    source.require(fits, path, "A transition in the list of all is not of this machine.")
    eventless = any(one.eventless for one in row.all_transitions)
    source.require(row.has_eventless or not eventless, path, "It has eventless transitions.")


def _check_state(row: StateRow, path: str, source: Reading) -> None:
    _check_owner(row, path, source)
    fits = is_below(row, row.machine) and (
        row.owner is row.machine or row.owner.enclosing_machine == row.machine.index
    )
    source.require(fits, path, "It does not lie in its machine.")
    fits = (row.history is not None) == (row.kind == "history" and not row.disabled)
    source.require(fits, path, "Only a history remembers states, and every one does.")
    if row.kind in ("final", "history", "choice"):
        source.require(not row.child_states, path, f"A {row.kind} state has no states inside.")
    source.require(
        (row.kind == "final") or row.final_status is None, path, "Only a final state has a status."
    )
    if row.activity is not None:
        source.require(row.activity.row.parent == row.index, path, "Its activity lies elsewhere.")
    if row.kind == "choice" and not row.disabled:
        fits = sum(one.is_else for one in row.transitions) == 1
        source.require(fits, path, "A choice needs one else branch.")
    if row.decision is not None:
        assert isinstance(row.decision, TreeOutcome)
        source.require(row.decision.tree.parent == row.index, path, "Its decision tree lies elsewhere.")
    if row.history is not None:
        _check_history(row, row.history, path, source)


def _check_history(row: StateRow, code: HistoryCode, path: str, source: Reading) -> None:
    fits = _inside(row.owner, code.default) and bool(code.default)
    fits = fits and all(one.history is None for one in code.default)
    source.require(fits, path, "Its default is not beside it.")
    fits = _inside(row.owner, tuple(state for state, _ in code.places))
    source.require(fits, path, "It remembers states that are not beside it.")


def _check_transition(row: TransitionRow, path: str, source: Reading) -> None:
    source.require(source.rows[row.parent] is row.source, path, "It does not stand below its source.")
    machine = row.source if isinstance(row.source, MachineRow) else row.source.machine
    source.require(all(is_below(one, machine) for one in row.targets), path, "It leads out of its machine.")
    together = all(
        may_be_active_together(one, other)
        for place, one in enumerate(row.targets)
        for other in row.targets[place + 1 :]
    )
    source.require(together, path, "Its targets cannot be active at once.")
    fixed = bool(row.targets) and all(one.history is None for one in row.targets)
    wanted = domain_of(row, list(row.targets)) if fixed else None
    source.require(row.domain is wanted, path, "Its domain is another one.")
    if row.group is not None:
        fits = row in row.group.members and all(one.source is row.source for one in row.group.members)
        source.require(fits, path, "It is no member of its group.")
    if row.interrupt:
        fits = EVENTLESS not in row.events and (
            isinstance(row.source, MachineRow) or not row.source.is_parallel
        )
        source.require(fits, path, "An interrupt is never eventless, and not of a parallel state.")
    if isinstance(row.source, StateRow) and row.source.kind == "choice" and not _is_unasked(row):
        source.require(bool(row.targets), path, "A branch of a choice needs a target.")


def _is_unasked(row: TransitionRow) -> bool:
    return not row.events


_LISTS = (
    Field("states", "child_states", STATES, "The states directly inside that can be active, in order."),
    Field("histories", "histories", STATES, "The histories directly inside."),
    Field("transitions", "transitions", TRANSITIONS, "Its transitions, as they are asked."),
    Field("interrupts", "interrupts", TRANSITIONS, "Its any-state transitions, as they are asked."),
    Field("initial", "initial", STATES, "The states that are entered by default."),
    Field("initial_actions", "initial_actions", optional(BLOCK), "What is done before that."),
)

MACHINE_FORMS: tuple[RowForm, ...] = (
    RowForm(
        "machine",
        TickedMachineRow,
        RowFamily.MACHINE,
        "Runs a state machine until a final state of its own.",
        ("state_machine",),
        (
            *FRAME,
            Field("entered", "entered_slot", _INT, "The tick of its start; -1 before its first tick."),
            Field("eventless", "has_eventless", BOOL, "Some of its transitions are eventless."),
            *_LISTS,
            Field("all_states", "states", STATES, "All of its states in document order."),
            Field("all_transitions", "all_transitions", TRANSITIONS, "All that can be asked."),
        ),
        DERIVED | {"child_rows", "known_table"},
        _check_machine,
    ),
    RowForm(
        "state",
        StateRow,
        RowFamily.STATE,
        "Is a state of a machine; `kind` says which sort.",
        ("state", "parallel", "final", "choice", "history"),
        (
            Field("name", "name", TEXT, "Its name, for people.", only_named=True, stripped=""),
            Field("disabled", "disabled", BOOL, "It is never entered."),
            Field("transient", "transient", BOOL, "Entered by a poll, it is polled in the same tick."),
            Field("status", "final_status", optional(END), "What a final state says of its owner."),
            Field("entered", "entered_slot", _INT, "The tick of its last entry."),
            Field("activation", "activation_slot", _INT, "Counts its entries."),
            Field("completed", "completed", _BYTE, "How it completed: 2 success, 3 failure, 0 not yet."),
            *_LISTS,
            Field("entry", "entry", BLOCK, "What is done when it is entered."),
            Field("update", "update", BLOCK, "What is done every tick while it is active."),
            Field("exit", "exit", BLOCK, "What is done when it is left."),
            Field("activity", "activity", optional(_ACTIVITY), "What it does while it is active."),
            Field("history", "history", optional(_HISTORY), "What a history remembers."),
            Field("decision", "decision", optional(_DECISION), "What picks the branch of a choice."),
        ),
        frozenset({"machine", "owner"}),
        _check_state,
    ),
    RowForm(
        "transition",
        TransitionRow,
        RowFamily.TRANSITION,
        "Leads from its source to its targets.",
        ("transition",),
        (
            Field("source", "source", _OWNER, "The state it leaves, or the machine."),
            Field("events", "events", many(TEXT), "What it is asked for: tick, always, or events."),
            Field("guard", "guard", optional(TEST), "What must hold."),
            Field("actions", "actions", BLOCK, "What is done when it is taken."),
            Field("priority", "priority", whole(-(2**53), 2**53), "Larger ones are asked first."),
            Field("position", "position", whole(0), "Its place among the transitions of its source."),
            Field("weight", "weight", FRACTION, "Its weight in its group."),
            Field("group", "group", optional(_GROUP), "Its weighted group."),
            Field("interrupt", "interrupt", BOOL, "It is an any-state transition."),
            Field("internal", "internal", BOOL, "It does not leave its source."),
            Field("reenter", "reenter", BOOL, "It is taken although its targets are active."),
            Field("after", "after", optional(_AFTER), "The time it waits for."),
            Field("cooldown", "cooldown", optional(_COOLDOWN), "The time it rests."),
            Field("delay", "delay", optional(_DELAY), "The time it is pending."),
            Field("outcome", "outcome", optional(TEXT), "The outcome of the decision tree that it is for."),
            Field("else", "is_else", BOOL, "It is the else branch of a choice."),
            Field("targets", "targets", STATES, "The states it leads to; none for actions only."),
            Field("domain", "domain", optional(_OWNER), "What it exits everything below of."),
        ),
        frozenset(),
        _check_transition,
    ),
)
"""The forms of everything that a machine consists of."""
