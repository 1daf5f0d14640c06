"""The leaves of a decision tree that are its own: outcomes, values, graphs to run (rule 5.2).

An action leaf is the same row as an action of a behavior tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from runtime.basics.context import EvaluationError
from runtime.minds.decisions.decision_tree_row import begin_run, evaluate
from runtime.minds.decisions.question_row import AnswerRow
from runtime.minds.program.row_fields import PartPage, Sort, given
from runtime.minds.program.tree_row import RowPage
from runtime.minds.trees.subtree import Binding, bind_parameters
from runtime.minds.trees.subtree import RunRow as RunRow

if TYPE_CHECKING:
    from graphs.expressions.types import Value
    from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
    from runtime.minds.program.code import ControlValue
    from runtime.minds.program.rows import Row
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, eq=False, kw_only=True)
class OutcomeAnswer(AnswerRow):
    """Answer with a name, for a choice (rule 4.12)."""

    about: ClassVar[RowPage] = RowPage("answer_outcome", ("outcome",), "Answers with a name, for a choice.")

    outcome: str = given(Sort.TEXT, "The name.")

    def answer_value(self, brain: TickingBrain) -> Value:
        """Return the name."""
        return self.outcome


@dataclass(slots=True, eq=False, kw_only=True)
class ValueAnswer(AnswerRow):
    """Answer with a value."""

    about: ClassVar[RowPage] = RowPage("answer_value", ("value",), "Answers with a value.")

    value: ControlValue = given(Sort.VALUE, "The value.")

    def answer_value(self, brain: TickingBrain) -> Value:
        """Return the value."""
        return self.value.constant if self.value.expression is None else self.value.expression.run(brain)


@dataclass(frozen=True, slots=True)
class TreeOutcome:
    """Be a decision tree that a choice asks, with the arguments it is asked with."""

    about: ClassVar[PartPage] = PartPage(
        "Decision of a choice", "The decision tree whose outcome picks the branch.", "choice_decision"
    )

    tree: DecisionTreeRow = given(Sort.DECISION_TREE, "The row of the tree.")
    bindings: tuple[Binding, ...] = given(
        Sort.BINDINGS, "The parameters of the tree, bound when it is asked.", default=()
    )

    def decide(self, brain: TickingBrain, row: Row) -> str | None:
        """Evaluate the tree in a run of its own and return the outcome it comes to.

        `row` is the choice: there an argument that cannot be evaluated is recorded. None is for that,
        for no answer, and for a leaf that is no outcome.
        """
        try:
            bind_parameters(self.bindings, brain, row)
        except EvaluationError as error:
            brain.record_error(row, str(error), error.detail)
            return None
        begin_run(self.tree, brain)
        leaf, _ = evaluate(self.tree, brain)
        return leaf.outcome if isinstance(leaf, OutcomeAnswer) else None
