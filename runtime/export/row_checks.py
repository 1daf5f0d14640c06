"""Check rows that were read from an export: nothing in them may fail in a way that rows do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from runtime.export.line_forms import checked_action
from runtime.export.writing_and_reading import Reading
from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
from runtime.minds.decisions.leaves import TreeOutcome
from runtime.minds.decisions.question_row import AnswerRow, DisabledRow, QuestionRow
from runtime.minds.decisions.questions import (
    FirstOfQuestion,
    RandomQuestion,
    RangesQuestion,
    SwitchQuestion,
    TableQuestion,
    TestQuestion,
    TreeQuestion,
)
from runtime.minds.machines.configuration import domain_of, may_be_active_together
from runtime.minds.machines.machine_rows import (
    EVENTLESS,
    HistoryCode,
    MachineRow,
    StateRow,
    TransitionRow,
    is_below,
)
from runtime.minds.machines.table_tick import TickedMachineRow
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.claiming import NO_SCOPE, ClaimRow
from runtime.minds.trees.leaves import ActionRow
from runtime.records.trace_frame import NO_BRANCH

Check = Callable[[Any, str, Reading], None]
"""Raise `ExportProblem` for a row that could fail when it runs; all rows are read by then."""


def check_of(made: type[Row]) -> Check:
    """Return the check of the rows of a class."""
    return _CHECKS.get(made, _check_tree_node if issubclass(made, TreeRow) else _no_check)


def _no_check(row: Any, path: str, source: Reading) -> None:
    """Have nothing to check."""


def _check_tree_node(row: Any, path: str, source: Reading) -> None:
    count, about = len(row.child_rows), row.about
    fits = row.disabled or (count >= about.least and (about.most is None or count <= about.most))
    source.require(fits, path, f"It cannot have {count} children.")
    said = row.misfit()
    source.require(not said, path, said)
    if isinstance(row, ActionRow):
        row.action = checked_action(row.action_id, row.arguments, False, path, source)
        source.require(not row.child_rows, path, "An action has no children.")
    if isinstance(row, ClaimRow) and row.scope != NO_SCOPE:
        scope = source.row_at(row.scope, path)
        inside = isinstance(scope, TreeRow) and scope.index <= row.index < scope.end
        source.require(inside, path, "Its scope is no node that it stands in.")


def _inside(row: Any, states: tuple[StateRow, ...]) -> bool:
    return all(is_below(state, row) and not state.disabled for state in states)


def _check_owner(row: StateRow | MachineRow, path: str, source: Reading) -> None:
    """Refuse a compound that would not know what to enter, and lists of what is not its own."""
    own = (*row.child_states, *row.histories)
    fits = all(each.owner is row and not each.disabled for each in own)
    source.require(fits, path, "A state in its lists is not directly inside.")
    fits = all(child.history is None for child in row.child_states)
    source.require(fits, path, "A history stands among the states that can be active.")
    fits = all(history.history is not None for history in row.histories)
    source.require(fits, path, "A state stands among the histories.")
    asked = (*row.transitions, *row.interrupts)
    fits = all(item.source is row and not any(target.disabled for target in item.targets) for item in asked)
    source.require(fits, path, "A transition in its lists leaves another state, or leads to a disabled one.")
    together = all(
        may_be_active_together(entry, other)
        for place, entry in enumerate(row.initial)
        for other in row.initial[place + 1 :]
    )
    source.require(_inside(row, row.initial) and together, path, "What it enters first is not inside of it.")
    if row.child_states and not (isinstance(row, StateRow) and row.is_parallel):
        source.require(bool(row.initial), path, "Nothing says what it enters first.")


def _check_machine(row: MachineRow, path: str, source: Reading) -> None:
    _check_owner(row, path, source)
    source.require(bool(row.child_states), path, "The machine has no states.")
    inside = source.rows[row.index + 1 : row.end]
    states = tuple(each for each in inside if isinstance(each, StateRow) and each.machine is row)
    source.require(row.states == states, path, "The list of all states is not that of the rows below.")
    asked = row.all_transitions
    fits = all(is_below(entry, row) and entry.enclosing_machine == row.index for entry in asked)
    source.require(fits, path, "A transition in the list of all is not of this machine.")
    eventless = any(entry.eventless for entry in asked)
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
        fits = sum(transition.is_else for transition in row.transitions) == 1
        source.require(fits, path, "A choice needs one else branch.")
    if row.decision is not None:
        assert isinstance(row.decision, TreeOutcome)
        source.require(row.decision.tree.parent == row.index, path, "Its decision tree lies elsewhere.")
    if row.history is not None:
        _check_history(row, row.history, path, source)


def _check_history(row: StateRow, code: HistoryCode, path: str, source: Reading) -> None:
    fits = _inside(row.owner, code.default) and bool(code.default)
    fits = fits and all(each.history is None for each in code.default)
    source.require(fits, path, "Its default is not beside it.")
    fits = _inside(row.owner, tuple(state for state, _ in code.places))
    source.require(fits, path, "It remembers states that are not beside it.")


def _check_transition(row: TransitionRow, path: str, source: Reading) -> None:
    source.require(source.rows[row.parent] is row.source, path, "It does not stand below its source.")
    machine = row.source if isinstance(row.source, MachineRow) else row.source.machine
    fits = all(is_below(target, machine) for target in row.targets)
    source.require(fits, path, "It leads out of its machine.")
    together = all(
        may_be_active_together(target, other)
        for place, target in enumerate(row.targets)
        for other in row.targets[place + 1 :]
    )
    source.require(together, path, "Its targets cannot be active at once.")
    fixed = bool(row.targets) and all(target.history is None for target in row.targets)
    wanted = domain_of(row, list(row.targets)) if fixed else None
    source.require(row.domain is wanted, path, "Its domain is another one.")
    if row.group is not None:
        fits = row in row.group.members and all(member.source is row.source for member in row.group.members)
        source.require(fits, path, "It is no member of its group.")
    if row.interrupt:
        fits = EVENTLESS not in row.events and (
            isinstance(row.source, MachineRow) or not row.source.is_parallel
        )
        source.require(fits, path, "An interrupt is never eventless, and not of a parallel state.")
    if isinstance(row.source, StateRow) and row.source.kind == "choice" and row.events:
        source.require(bool(row.targets), path, "A branch of a choice needs a target.")


def _check_decision_tree(row: DecisionTreeRow, path: str, source: Reading) -> None:
    """Refuse trees that go round in circles, and leaves that the tree does not know."""
    source.require(len(row.rebound) == len(row.child_rows), path, "Each leaf needs its list of calls.")
    fits = all(is_below(leaf, row) and leaf.parent == row.index for leaf in row.child_rows)
    source.require(fits, path, "A leaf lies elsewhere.")
    fits = all(is_below(question, row) for question in row.random_questions) and is_below(row.top, row)
    source.require(fits, path, "A question lies elsewhere.")
    asked = row.parent >= 0 and isinstance(source.rows[row.parent], TreeQuestion)
    done: set[int] = set()
    open_: set[int] = set()
    waiting: list[tuple[Row, bool]] = [(row.top, False)]
    while waiting:
        one, leaving = waiting.pop()
        if leaving:
            open_.discard(one.index)
            done.add(one.index)
            continue
        source.require(one.index not in open_, path, "Its branches lead round in a circle.")
        if one.index in done:
            continue
        source.require(is_below(one, row), path, f"Row {one.index} lies elsewhere.")
        if isinstance(one, QuestionRow):
            open_.add(one.index)
            waiting.append((one, True))
            waiting.extend((branch, False) for branch in one.branches)
        elif not isinstance(one, AnswerRow):
            fits = asked or one in row.child_rows
            source.require(fits, path, f"Row {one.index} is no leaf of the tree.")


def _branch(row: Any, *positions: int) -> bool:
    return all(-1 <= position < len(row.branches) for position in positions)


def _as_many(*attributes: str) -> Check:
    """Return a check that there is one value for each branch, and that a default is one of them."""

    def check(row: Any, path: str, source: Reading) -> None:
        for attribute in attributes:
            fits = len(getattr(row, attribute)) == len(row.branches)
            source.require(fits, path, f"{attribute} must have one value for each branch.")
        source.require(_branch(row, getattr(row, "default", NO_BRANCH)), path, "The default is no branch.")

    return check


def _check_test(row: TestQuestion, path: str, source: Reading) -> None:
    source.require(_branch(row, row.on_true, row.on_false), path, "There is no such branch.")


def _check_ranges(row: RangesQuestion, path: str, source: Reading) -> None:
    source.require(len(row.bounds) + 1 == len(row.branches), path, "All branches but the last have an end.")


def _check_asking(row: TreeQuestion, path: str, source: Reading) -> None:
    source.require(len(row.branches) == 1, path, "It leads to the root of one tree.")


_CHECKS: Mapping[type[Row], Check] = {
    TickedMachineRow: _check_machine,
    StateRow: _check_state,
    TransitionRow: _check_transition,
    DecisionTreeRow: _check_decision_tree,
    TestQuestion: _check_test,
    RangesQuestion: _check_ranges,
    SwitchQuestion: _as_many("cases"),
    FirstOfQuestion: _as_many("tests"),
    TableQuestion: _as_many("cells"),
    RandomQuestion: _as_many("weights"),
    TreeQuestion: _check_asking,
    DisabledRow: _as_many(),
}
