"""Run `utility_selector` (the composites of section 3; rules 2.6, 3.7).

| moment | rule |
|---|---|
| enter; with `reconsider: tick` every tick | the child with the highest score is chosen; ties: the first |
| comparing | `inertia`, fixed on enter, is added to the score of the running child |
| `momentum` is above 0 | the inertia falls to 0 in that time from when the child was chosen |
| the running child was chosen less than `lock` ago | it goes on, and nothing is compared |
| `top` is above 1 | one of the `top` best is drawn, weighted by its score, less a worst below 0 |
| the running child is among the `top` best | nothing is drawn, it goes on |
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
from runtime.basics.random_numbers import draw_weighted
from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, counts_draws, given, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow, one_for_each
from runtime.minds.trees.tree_walk import halt, visit
from runtime.records.reasons import Reason, ReasonForm, say

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue, Expression
    from runtime.minds.program.ticking_brain import TickingBrain

NO_CHILD = -1

NO_PLACE = -1
"""In place of memory that is not needed."""

_TIMES = ("lock", "momentum")


@dataclass(slots=True, eq=False, kw_only=True)
class UtilitySelectorRow(TreeRow):
    """Run the child with the highest score.

    `chosen` is the int slot with the running one, `added` the float slot with the inertia as fixed on enter.
    """

    about: ClassVar[RowPage] = RowPage(
        "utility",
        ("utility_selector", "goal_selector", "strategy"),
        "Visits the child with the highest score.",
        0,
        None,
    )

    picks_by: ClassVar[Literal["score"]] = "score"

    scores: tuple[Expression, ...] = given(Sort.SCORES, "The score of each child.")
    every_tick: bool = given(Sort.BOOL, "It chooses every tick, not only on enter.")
    next_on_failure: bool = given(Sort.BOOL, "A child that fails gives way to the next best.")
    inertia: ControlValue = given(Sort.FRACTION, "What is added to the score of the running child.")
    lock: ControlValue | None = given(
        Sort.SECONDS,
        "How long a child that was chosen runs before scores are compared.",
        optional=True,
        default=None,
    )
    momentum: ControlValue | None = given(
        Sort.SECONDS, "How long the inertia takes to fall to 0.", optional=True, default=None
    )
    top: ControlValue | None = given(
        Sort.COUNT, "How many of the best it draws among.", optional=True, default=None
    )
    chosen: int = remembers(
        Meaning.CHILD, "The child that runs; -1 for none.", only_child=True, optional=True
    )
    since: int = remembers(
        Meaning.TICK, "The tick in which the child was chosen.", can_lack=True, default=NO_PLACE
    )
    draws: int = counts_draws(can_lack=True, default=NO_PLACE)
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
        lock, momentum = (source.values[name] if source.choice(name) else None for name in _TIMES)
        top = source.values["top"] if source.choice("top") != 1 else None
        return {
            "lock": lock,
            "momentum": momentum,
            "top": top,
            "since": source.ints_() if lock or momentum else NO_PLACE,
            **({"draws": NO_PLACE} if top is None else {}),
            "scores": tuple(scores),
            "every_tick": source.choice("reconsider") == "tick",
            "next_on_failure": source.choice("on_failure") == "next",
        }

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        failed = "next" if self.next_on_failure else "fail"
        told: dict[str, object] = {
            name: value for name in _TIMES if (value := getattr(self, name)) is not None
        }
        if self.top is not None:
            told["top"] = self.top
        return {**told, "reconsider": "tick" if self.every_tick else "enter", "on_failure": failed}

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
        if former != NO_CHILD and (not self.every_tick or self._is_locked(brain)):
            return former, None
        told = self._compared(brain, former, failed)
        known = [(score, child) for child, score in enumerate(told) if isinstance(score, (int, float))]
        if not known:
            return NO_CHILD, None
        # Of equal scores the first child is the better one.
        ranked = sorted(known, key=lambda each: -each[0])
        best = self._drawn(brain, ranked, former) if self.draws >= 0 else ranked[0][1]
        if self.since >= 0 and best != former:
            brain.ints[self.since] = brain.tick_now
        if brain.log is None:
            return best, None
        form = ReasonForm.HIGHEST_SCORE if best == ranked[0][1] else ReasonForm.DRAWN_SCORE
        return best, Reason(form, (best + 1, told[best], tuple(told)))

    def _is_locked(self, brain: TickingBrain) -> bool:
        """Tell whether the running child was chosen less than `lock` ago."""
        ticks = 0 if self.lock is None else self.lock.constant_ticks
        return ticks > 0 and brain.tick_now - brain.ints[self.since] < ticks

    def _compared(self, brain: TickingBrain, former: int, failed: set[int]) -> list[int | float | str | None]:
        """Return what each child scores: a text for one that failed, None where that cannot be computed."""
        inertia = brain.floats[self.added.index] if former != NO_CHILD else 0.0
        ticks = 0 if self.momentum is None else self.momentum.constant_ticks
        if ticks and former != NO_CHILD:
            inertia *= max(0.0, 1.0 - (brain.tick_now - brain.ints[self.since]) / ticks)
        told: list[int | float | str | None] = []
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
        return told

    def _drawn(self, brain: TickingBrain, ranked: list[tuple[float, int]], former: int) -> int:
        """Return one of the `top` best, the running child where it is among them."""
        top = self.top.constant if self.top is not None else 1
        assert isinstance(top, int)
        among = ranked[:top]
        children = [child for _, child in among]
        if former in children:
            return former
        lowest = min(0.0, ranked[-1][0])
        weights = [score - lowest for score, _ in among]
        if len(among) == 1 or not math.isfinite(sum(weights)):
            return children[0]
        place = (brain.seed, brain.agent_hash, self.draw_key, brain.draw_count(self.draws))
        picked = draw_weighted(*place, weights)
        return children[picked or 0]

    def _score(self, score: Expression, brain: TickingBrain) -> int | float:
        """Return a score; what is not a number, as infinity less infinity, cannot be compared and fails."""
        value = score.run(brain)
        assert isinstance(value, (int, float))
        if math.isnan(value):
            raise EvaluationError("It is not a number.")
        return value
