"""Say why a question of a decision tree took its branch, or was not reached (SEMANTICS 5.4)."""

from __future__ import annotations

from runtime.debugging.why import Inquiry, Reason, question_before
from runtime.decision_trees.question_row import QuestionRow
from runtime.status import ANSWERED, FIRST_BRANCH, NO_ANSWER
from runtime.trace.decision_record import NO_BRANCH, DecisionRecord, DecisionStep


def why_question(asked: Inquiry, row: int, found: list[Reason]) -> None:
    """Add what a question saw and which branch that chose, or which question went another way before it."""
    outcome = asked.outcome(row)
    if not outcome:
        _why_not_reached(asked, row, found)
        return
    if outcome == ANSWERED:
        found.append(Reason(row, f"{asked.title(row)} was the answer."))
        _path_to(asked, row, found)
        return
    step = _step(asked, row)
    saw = f": {step.sentence}" if step is not None and step.sentence else ""
    if outcome == NO_ANSWER:
        found.append(Reason(row, f"{asked.title(row)} had no answer{saw}."))
        return
    chosen = _child(asked, row, outcome - FIRST_BRANCH)
    to = asked.title(chosen) if chosen is not None else f"branch {outcome - FIRST_BRANCH + 1}"
    found.append(Reason(row, f"{asked.title(row)} chose {to}{saw}."))


def _why_not_reached(asked: Inquiry, row: int, found: list[Reason]) -> None:
    parent = question_before(asked, row)
    name = asked.title(row)
    if parent is None:
        parent = asked.program.rows[row].parent
        found.append(Reason(row, f"{name} was not asked: no evaluation reached it in this tick."))
        if parent >= 0 and parent not in asked.visits:
            asked.add(parent, found)
        return
    if asked.outcome(parent) >= FIRST_BRANCH:
        found.append(Reason(row, f"{name} was not reached: {asked.title(parent)} went another way."))
    else:
        found.append(Reason(row, f"{name} was not reached: neither was {asked.title(parent)}."))
    asked.add(parent, found)


def _path_to(asked: Inquiry, row: int, found: list[Reason]) -> None:
    for record in _records(asked):
        if record.leaf == row:
            for step in record.steps:
                asked.add(step.row, found)


def _records(asked: Inquiry) -> tuple[DecisionRecord, ...]:
    return asked.brain.decisions if asked.brain is not None else ()


def _step(asked: Inquiry, row: int) -> DecisionStep | None:
    steps = (step for record in _records(asked) for step in record.steps)
    return next((step for step in steps if step.row == row and step.branch != NO_BRANCH), None)


def _child(asked: Inquiry, row: int, branch: int) -> int | None:
    one = asked.program.rows[row]
    branches = one.branches if isinstance(one, QuestionRow) else ()
    return branches[branch].index if 0 <= branch < len(branches) else None
