"""Say why a question of a decision tree took its branch, or was not reached (rule 5.4)."""

from __future__ import annotations

from runtime.basics.status import ANSWERED, FIRST_BRANCH, NO_ANSWER
from runtime.history.why.asked_tick import AskedTick
from runtime.history.why.why_forms import WhyForm, WhyReason, reason_of
from runtime.minds.decisions.question_row import QuestionRow
from runtime.minds.decisions.questions import TestQuestion
from runtime.minds.machines.machine_rows import StateRow
from runtime.records.trace_frame import NO_BRANCH, NO_LEAF, DecisionStep


def why_question(asked: AskedTick, row: int, found: list[WhyReason]) -> None:
    """Add what a question saw and which branch that chose, or which question went another way before it."""
    outcome, name = asked.outcome(row), asked.title(row)
    if not outcome:
        _why_not_reached(asked, row, found)
        return
    if outcome == ANSWERED:
        found.append(reason_of(row, WhyForm.ANSWER, name=name))
        _path_to(asked, row, found)
        return
    step = _step(asked, row, outcome)
    seen = step.sentence.rstrip(".") if step is not None else ""
    if outcome == NO_ANSWER:
        found.append(reason_of(row, WhyForm.NO_ANSWER, name=name, seen=seen or "it leads nowhere"))
        return
    to = _branch_title(asked, row, outcome)
    question = asked.program.rows[row]
    if isinstance(question, TestQuestion) and question.test.text not in name:
        truth = "true" if outcome - FIRST_BRANCH == question.on_true else "false"
        parts = {"name": name, "other": to, "test": question.test.text, "truth": truth, "seen": seen}
        found.append(reason_of(row, WhyForm.CHOSE_BY_TEST, **parts))
        return
    form = WhyForm.CHOSE if seen else WhyForm.CHOSE_PLAINLY
    found.append(reason_of(row, form, name=name, other=to, seen=seen))


def why_decided(asked: AskedTick, row: int, found: list[WhyReason]) -> bool:
    """Add what a decision tree of a choice came to; tell whether it was asked in this tick."""
    record = next((record for record in reversed(asked.decisions) if record.tree == row), None)
    if record is None:
        return False
    name = asked.title(row)
    if record.leaf == NO_LEAF:
        found.append(reason_of(row, WhyForm.CAME_TO_NOTHING, name=name))
    else:
        found.append(reason_of(row, WhyForm.DECIDED, name=name, other=asked.title(record.leaf)))
    for step in record.steps:
        asked.add(step.row, found)
    return True


def question_before(asked: AskedTick, row: int) -> int | None:
    """Return the question of a decision tree that could have led to a row, one that was asked if any was."""
    leading = [
        question.index
        for question in asked.program.rows
        if isinstance(question, QuestionRow) and any(branch.index == row for branch in question.branches)
    ]
    return next(filter(asked.outcome, leading), leading[0] if leading else None)


def _why_not_reached(asked: AskedTick, row: int, found: list[WhyReason]) -> None:
    name, before = asked.title(row), question_before(asked, row)
    if before is None:
        above = asked.program.rows[row].parent
        found.append(reason_of(row, WhyForm.NOT_ASKED, name=name, tree=asked.title(above)))
        if above not in asked.visits or isinstance(asked.program.rows[above], StateRow):
            asked.add(above, found)
        return
    outcome = asked.outcome(before)
    if outcome >= FIRST_BRANCH:
        chosen = _branch_title(asked, before, outcome)
        parts = {"name": name, "other": asked.title(before), "chosen": chosen}
        found.append(reason_of(row, WhyForm.OTHER_WAY, **parts))
    else:
        found.append(reason_of(row, WhyForm.NOT_REACHED, name=name, parent=asked.title(before)))
    asked.add(before, found)


def _path_to(asked: AskedTick, row: int, found: list[WhyReason]) -> None:
    for record in asked.decisions:
        if record.leaf == row:
            for step in record.steps:
                asked.add(step.row, found)


def _step(asked: AskedTick, row: int, outcome: int) -> DecisionStep | None:
    """Return what was recorded of the last time a question was asked that ended as its byte says."""
    branch = NO_BRANCH if outcome == NO_ANSWER else outcome - FIRST_BRANCH
    steps = [step for record in asked.decisions for step in record.steps]
    return next((step for step in reversed(steps) if step.row == row and step.branch == branch), None)


def _branch_title(asked: AskedTick, row: int, outcome: int) -> str:
    """Return the title of what a branch leads to."""
    question = asked.program.rows[row]
    branches = question.branches if isinstance(question, QuestionRow) else ()
    return asked.title(branches[outcome - FIRST_BRANCH].index)
