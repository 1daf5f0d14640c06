"""Let a choice of a machine ask a decision tree for one of its branches (SEMANTICS 4.12, 5.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.basics.context import EvaluationError
from runtime.minds.decisions.decide import begin_run, evaluate
from runtime.minds.decisions.leaves import OutcomeAnswer
from runtime.minds.trees.subtree import Binding, bind_parameters

if TYPE_CHECKING:
    from runtime.minds.decisions.decision_tree_row import DecisionTreeRow
    from runtime.minds.program.rows import Row
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(frozen=True, slots=True)
class TreeOutcome:
    """Be a decision tree that a choice asks, with the arguments it is asked with."""

    tree: DecisionTreeRow
    bindings: tuple[Binding, ...] = ()

    def decide(self, brain: TickingBrain, row: Row) -> str | None:
        """Evaluate the tree in a run of its own and return the outcome it comes to.

        `row` is the choice: there an argument that cannot be evaluated is recorded. None stands for that,
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
