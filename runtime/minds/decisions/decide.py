"""Walk from the root of a decision tree to its answer (rules 5.3, 5.4).

Deciding changes nothing but the memory of `random` nodes, the count of evaluations they live by, and the
parameters of decision trees that are asked on the way, which belong to those trees alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.basics.context import EvaluationError
from runtime.basics.status import ANSWERED, FIRST_BRANCH, NO_ANSWER, Status
from runtime.minds.decisions.question_row import AnswerRow, QuestionRow
from runtime.records.trace_frame import NO_BRANCH, NO_LEAF, DecisionRecord, DecisionStep

if TYPE_CHECKING:
    from graphs.expressions.types import Value
    from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
    from runtime.minds.program.rows import Row
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(frozen=True, slots=True)
class Decision:
    """Hold an answer: the leaf (None for `none`), what it says if it is a value or an outcome, the path."""

    leaf: Row | None
    value: Value
    steps: tuple[DecisionStep, ...]

    def record(self, tree: int) -> DecisionRecord:
        """Return it as a trace keeps it; `tree` is the row of the decision tree."""
        leaf = NO_LEAF if self.leaf is None else self.leaf.index
        return DecisionRecord(tree, leaf, self.steps, self.value)


def begin_run(tree: DecisionTreeRow, brain: TickingBrain) -> None:
    """Begin a run: its evaluations are counted from 1 and its `random` nodes have drawn nothing (5.6)."""
    brain.ints[tree.evaluations] = 0
    for question in tree.random_questions:
        question.forget(brain)


def decide(tree: DecisionTreeRow, brain: TickingBrain) -> Decision:
    """Evaluate the tree once more in its run, and say how it came to its answer."""
    steps: list[DecisionStep] = []
    leaf, value = _walk(tree, brain, steps)
    return Decision(leaf, value, tuple(steps))


def evaluate(tree: DecisionTreeRow, brain: TickingBrain) -> tuple[Row | None, Value]:
    """Do what `decide` does, and keep the path only where the brain is logged."""
    if brain.log is None:
        return _walk(tree, brain, None)
    decision = decide(tree, brain)
    brain.log.decisions.append(decision.record(tree.index))
    return decision.leaf, decision.value


def _walk(
    tree: DecisionTreeRow, brain: TickingBrain, steps: list[DecisionStep] | None
) -> tuple[Row | None, Value]:
    evaluation = brain.ints[tree.evaluations] + 1
    brain.ints[tree.evaluations] = evaluation
    row: Row = tree.top
    while isinstance(row, QuestionRow):
        try:
            branch = row.answer(brain, evaluation)
        except EvaluationError as error:
            branch = NO_BRANCH
            brain.record_error(row, str(error), error.detail)
            if steps is not None:
                steps.append(DecisionStep(row.index, branch, sentence=str(error)))
        else:
            if steps is not None:
                steps.append(row.step(brain, branch, evaluation))
        if branch == NO_BRANCH:
            brain.outcomes[row.index] = NO_ANSWER
            return None, None
        brain.outcomes[row.index] = FIRST_BRANCH + branch
        row = row.branches[branch]
    return (row, None) if not isinstance(row, AnswerRow) else _answer_of(row, brain)


def _answer_of(leaf: AnswerRow, brain: TickingBrain) -> tuple[Row | None, Value]:
    try:
        value = leaf.answer_value(brain)
    except EvaluationError as error:
        brain.record_error(leaf, str(error), error.detail)
        brain.outcomes[leaf.index] = NO_ANSWER
        return None, None
    brain.outcomes[leaf.index] = ANSWERED
    return leaf, value


def preview_decision(
    tree: DecisionTreeRow, brain: TickingBrain, values: Mapping[str, Value] | None = None
) -> Decision:
    """Return what the next evaluation would answer, with its path.

    Of a tree that runs it is the next one of its run, else the first of a new one. `values` take the place
    of agent variables, by name; each must fit its variable.
    """
    trial = brain.copy_for_trial()
    for name, value in (values or {}).items():
        trial.put(brain.program.variables[name], value)
    if brain.bytes_[tree.index] != Status.RUNNING:
        begin_run(tree, trial)
    return decide(tree, trial)
