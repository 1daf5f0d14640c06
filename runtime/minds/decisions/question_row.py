"""What all nodes of a decision tree that are asked have in common (rules 5.1, 5.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from runtime.minds.program.row_fields import Sort, given
from runtime.minds.program.rows import Row, RowFamily, RowPage
from runtime.records.trace_frame import NO_BRANCH, DecisionStep

if TYPE_CHECKING:
    from graphs.expressions.types import Value
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, eq=False, kw_only=True)
class QuestionRow(Row):
    """Be one question; kinds override `answer` and `step`.

    A row is shared by all agents and holds nothing of any one of them. `branches` are the rows that the
    branches lead to, in stored order; several may lead to one. `labels` name the branches in words.
    """

    family: ClassVar[RowFamily] = RowFamily.DECISION

    branches: tuple[Row, ...] = given(Sort.ROWS, "The rows its branches lead to, in order.", default=())
    labels: tuple[str, ...] = given(Sort.TEXTS, "What its branches are called.", for_people=(), default=())

    def answer(self, brain: TickingBrain, evaluation: int) -> int:
        """Return the position of the branch to take, or `NO_BRANCH`.

        `evaluation` counts the evaluations of the run under way, from 1. Only `random` changes anything,
        its own memory. Raises `EvaluationError` where an expression fails, which is no answer (2.6).
        """
        raise NotImplementedError

    def step(self, brain: TickingBrain, branch: int, evaluation: int) -> DecisionStep:
        """Say why `branch` was the answer just given, in the same tick and with the same values.

        Not asked where `answer` failed.
        """
        return DecisionStep(self.index, branch, sentence=self.branch_words(branch))

    def branch_words(self, branch: int) -> str:
        """Return how a branch is called: its label, or its number."""
        if branch == NO_BRANCH:
            return "no answer"
        return self.labels[branch] if branch < len(self.labels) else f"branch {branch + 1}"


@dataclass(slots=True, eq=False, kw_only=True)
class AnswerRow(Row):
    """Be a leaf that answers and runs nothing: a named outcome or a value."""

    family: ClassVar[RowFamily] = RowFamily.DECISION

    def answer_value(self, brain: TickingBrain) -> Value:
        """Return what is answered; raise `EvaluationError` where it cannot be computed."""
        raise NotImplementedError


@dataclass(slots=True, eq=False, kw_only=True)
class DisabledRow(QuestionRow):
    """Be a disabled node: whatever it holds, it has no answer."""

    about: ClassVar[RowPage] = RowPage("ask_nothing", (), "Is disabled: there is no answer.")

    def answer(self, brain: TickingBrain, evaluation: int) -> int:
        """Give no answer."""
        return NO_BRANCH

    def step(self, brain: TickingBrain, branch: int, evaluation: int) -> DecisionStep:
        """Say that it is disabled."""
        return DecisionStep(self.index, branch, sentence="disabled")
