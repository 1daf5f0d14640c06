"""Draw a branch, and keep it while consecutive evaluations of a run reach the node (SEMANTICS 5.6).

| evaluation that reaches the node | what happens |
|---|---|
| the first of the run | a branch is drawn |
| right after one that reached it | the branch is kept |
| after one that did not reach it | a branch is drawn anew |
| `timeout` evaluations after the draw | a branch is drawn anew |

Weights that add up to 0 draw nothing: no answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.basics.context import EvaluationError
from runtime.basics.random_numbers import draw_weighted
from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.decisions.question_row import QuestionRow
from runtime.records.decision_record import NO_BRANCH, DecisionStep

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, eq=False, kw_only=True)
class RandomQuestion(QuestionRow):
    """Draw by weight.

    Int slots: `kept` is the branch drawn last (`NO_BRANCH` once an edit took it away), `seen` the evaluation
    that reached the node last (0: none of this run), `drawn` the evaluation of the draw, `due` the one that
    draws anew; `draws` counts draws.
    """

    weights: tuple[float, ...]
    timeout: ControlValue | None
    kept: int
    seen: int
    drawn: int
    due: int
    draws: int

    def forget(self, brain: TickingBrain) -> None:
        """Begin a run: nothing was drawn in it yet."""
        brain.ints[self.seen] = 0

    def answer(self, brain: TickingBrain, evaluation: int) -> int:
        """Return the branch that is kept, or draw one."""
        ints = brain.ints
        seen, kept = ints[self.seen], ints[self.kept]
        if seen and seen == evaluation - 1 and evaluation < ints[self.due] and kept != NO_BRANCH:
            ints[self.seen] = evaluation
            return kept
        lasts = self._timeout(brain)
        count = brain.draw_count(self.draws)
        branch = draw_weighted(brain.seed, brain.agent_hash, self.draw_key, count, self.weights)
        if branch is None:
            return NO_BRANCH
        ints[self.kept], ints[self.drawn] = branch, evaluation
        ints[self.seen], ints[self.due] = evaluation, min(evaluation + lasts, MOST_TICKS)
        return branch

    def step(self, brain: TickingBrain, branch: int, evaluation: int) -> DecisionStep:
        """Tell whether the branch was drawn or kept, and for how long."""
        if branch == NO_BRANCH:
            return DecisionStep(self.index, branch, sentence="all weights are 0")
        drawn, due = brain.ints[self.drawn], brain.ints[self.due]
        share = self.weights[branch] / sum(self.weights)
        said = f"drew {self.branch_words(branch)}, a chance of {share:.3g}"
        if drawn != evaluation:
            said = f"keeps {self.branch_words(branch)}, drawn {evaluation - drawn} evaluations ago"
        if due < MOST_TICKS:
            said += f"; draws anew in {due - evaluation}"
        return DecisionStep(self.index, branch, sentence=said)

    def _timeout(self, brain: TickingBrain) -> int:
        """Return for how many evaluations a draw lasts."""
        if self.timeout is None:
            return MOST_TICKS
        lasts = self.timeout.value(brain, self)
        if not isinstance(lasts, int) or lasts < 0:
            raise EvaluationError(f"A timeout is a number of evaluations from 0 on; it is {lasts!r}.")
        return lasts
