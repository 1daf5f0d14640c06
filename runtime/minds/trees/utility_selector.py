"""Run `utility_selector` (the composites of section 3; rules 2.6, 3.7).

| moment | rule |
|---|---|
| enter; with `reconsider: tick` every tick | the child with the highest score is chosen; ties: the first |
| comparing | `inertia`, fixed on enter, is added to the score of the running child |
| a score fails | that child is dropped in this tick |
| another child is chosen | the former is halted before the new one is ticked |
| the child fails | FAILURE, or with `on_failure: next` the next best in the same tick |
| the child ends otherwise | its result |
| no child has a score | FAILURE |
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from graphs.expressions.types import FLOAT
from runtime.basics.context import EvaluationError, Slot
from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, given, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow, one_for_each
from runtime.minds.trees.tree_walk import halt, visit
from runtime.records.reasons import Reason, ReasonForm, say

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue, Expression
    from runtime.minds.program.ticking_brain import TickingBrain

NO_CHILD = -1


@dataclass(slots=True, eq=False, kw_only=True)
class UtilitySelectorRow(TreeRow):
    """Run the child with the highest score.

    `chosen` is the int slot with the running one, `added` the float slot with the inertia as fixed on enter.
    """

    about: ClassVar[RowPage] = RowPage(
        "utility", ("utility_selector",), "Visits the child with the highest score.", 0, None
    )

    picks_by: ClassVar[Literal["score"]] = "score"

    scores: tuple[Expression, ...] = given(Sort.SCORES, "The score of each child.")
    every_tick: bool = given(Sort.BOOL, "It chooses every tick, not only on enter.")
    next_on_failure: bool = given(Sort.BOOL, "A child that fails gives way to the next best.")
    inertia: ControlValue = given(Sort.FRACTION, "What is added to the score of the running child.")
    chosen: int = remembers(
        Meaning.CHILD, "The child that runs; -1 for none.", only_child=True, optional=True
    )
    added: Slot = remembers(
        Meaning.FIELD, "The inertia as fixed on enter.", names=("inertia",), type=FLOAT, is_slot=True
    )

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        scores: list[Expression] = []
        for position, child in enumerate(source.children):
            text = child.slot.score if child.slot is not None else None
            if text is None:
                said = "A child of a utility selector needs a score."
                source.refuse("slot.score", said, "Give it one.", position)
                continue
            score = source.expression(text, "slot.score", FLOAT, position)
            if score is not None:
                scores.append(score)
        return {
            "scores": tuple(scores),
            "every_tick": source.choice("reconsider") == "tick",
            "next_on_failure": source.choice("on_failure") == "next",
        }

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        failed = "next" if self.next_on_failure else "fail"
        return {"reconsider": "tick" if self.every_tick else "enter", "on_failure": failed}

    def slots(self) -> list[dict[str, object]]:
        """Return what it knows of each child."""
        return [{"score": score} for score in self.scores]

    def misfit(self) -> str:
        """Tell where a child lacks its score."""
        return one_for_each("scores", self.scores, self)

    def enter(self, brain: TickingBrain) -> None:
        """Choose none yet and fix the inertia."""
        inertia = self.inertia.value(brain, self)
        assert isinstance(inertia, (int, float))
        brain.floats[self.added.index] = inertia
        brain.ints[self.chosen] = NO_CHILD

    def tick(self, brain: TickingBrain) -> Status:
        """Choose and tick the best child."""
        failed: set[int] = set()
        while True:
            former = brain.ints[self.chosen]
            best, reason = self.choose(brain, former, failed)
            if best == NO_CHILD:
                say(brain, ReasonForm.EVERY_CHILD_FAILED if failed else ReasonForm.NO_SCORE)
                return Status.FAILURE
            if former not in (NO_CHILD, best):
                halt(self.child_rows[former], brain)
            brain.ints[self.chosen] = best
            result = visit(self.child_rows[best], brain)
            if result == Status.RUNNING:
                brain.reason = reason
                return result
            brain.ints[self.chosen] = NO_CHILD
            if result != Status.FAILURE or not self.next_on_failure:
                if brain.log is not None:
                    brain.reason = reason or Reason(ReasonForm.CHOSEN_CHILD, (best + 1, result))
                return result
            failed.add(best)

    def choose(self, brain: TickingBrain, former: int, failed: set[int]) -> tuple[int, Reason | None]:
        """Return the best child but those that failed, or NO_CHILD, and why, if logged; `former` runs."""
        if former != NO_CHILD and not self.every_tick:
            return former, None
        inertia = brain.floats[self.added.index]
        best, best_score = NO_CHILD, 0.0
        told: list[float | str | None] = []
        for child, score in enumerate(self.scores):
            if child in failed:
                told.append("failed")
                continue
            try:
                value = self._score(score, brain) + (inertia if child == former else 0)
            except EvaluationError as error:
                brain.record_error(self.child_rows[child], f"score: {error}", error.detail)
                told.append(None)
                continue
            told.append(value)
            if best == NO_CHILD or value > best_score:
                best, best_score = child, value
        if brain.log is None or best == NO_CHILD:
            return best, None
        return best, Reason(ReasonForm.HIGHEST_SCORE, (best + 1, told[best], tuple(told)))

    def _score(self, score: Expression, brain: TickingBrain) -> int | float:
        """Return a score; what is not a number, as infinity less infinity, cannot be compared and fails."""
        value = score.run(brain)
        assert isinstance(value, (int, float))
        if math.isnan(value):
            raise EvaluationError("It is not a number.")
        return value
