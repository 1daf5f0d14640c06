"""Run `repeat`, `retry`, `until_success` and `until_failure` (the decorators of section 3).

| child gives | repeat | retry | until_success | until_failure |
|---|---|---|---|---|
| RUNNING | RUNNING | RUNNING | RUNNING | RUNNING |
| SUCCESS | counted; SUCCESS at `count`, else again | SUCCESS | SUCCESS | again |
| FAILURE | FAILURE | counted; FAILURE at `count`, else again | again | SUCCESS |
| SKIPPED | SKIPPED | SKIPPED | SKIPPED | SKIPPED |
| `count` is 0 | SUCCESS, child not ticked | FAILURE, child not ticked | – | – |

*Again* is RUNNING with `pace: tick`; with `pace: same_tick` the child is entered again in the same tick,
under the visit budget. With `on_failure: count` a repeat takes FAILURE as SUCCESS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from graphs.expressions.types import Value
from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, given, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.minds.trees.tree_walk import VisitBudgetSpent, visit
from runtime.records.reasons import ReasonForm, say

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue
    from runtime.minds.program.ticking_brain import TickingBrain

FOREVER = -1
"""How a repeat without a count is kept in its int slot."""


@dataclass(slots=True, eq=False, kw_only=True)
class LoopRow(TreeRow):
    """Enter the child again while it gives `again_on`; the other end result ends the loop.

    `ends_with` is the result when the other end result comes, `counted_out` the one when the count is
    reached. `limit` is the int slot with the count drawn on enter, `done` the one with attempts counted.
    """

    about: ClassVar[RowPage] = RowPage(
        "loop",
        ("repeat", "retry", "until_success", "until_failure"),
        "Enters its child again while it gives `again_on`.",
        1,
        1,
    )

    loops: ClassVar[bool] = True

    again_on: Status = given(Sort.END, "The result on which it goes on.")
    ends_with: Status = given(Sort.END, "Its result when the child gives the other one.")
    counted_out: Status = given(Sort.END, "Its result when `count` is reached.")
    count: ControlValue | None = given(
        Sort.COUNT_OR_NONE, "How often the child may give `again_on`; null for ever."
    )
    same_tick: bool = given(Sort.BOOL, "It enters the child again in the same tick.")
    any_end: bool = given(Sort.BOOL, "The other result counts like `again_on`.", default=False)
    limit: int = remembers(Meaning.NUMBER, "The count as fixed on enter; -1 for ever.")
    done: int = remembers(Meaning.NUMBER, "How often the child gave `again_on`.")

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        again_on, ends_with, counted_out = _LOOPS[source.node.kind]
        return {
            "again_on": again_on,
            "ends_with": ends_with,
            "counted_out": counted_out,
            "same_tick": source.choice("pace") == "same_tick",
            "any_end": source.node.kind == "repeat" and source.choice("on_failure") == "count",
        }

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        pace = "same_tick" if self.same_tick else "tick"
        return {"pace": pace, "on_failure": "count" if self.any_end else "end"}

    def likely_kind(self) -> str:
        """Return the kind that nodes with such a row mostly have."""
        ends = (self.again_on, self.ends_with, self.counted_out)
        found = [kind for kind, those in _LOOPS.items() if those == ends]
        return found[-1] if self.count is None else found[0]

    @property
    def counts_to(self) -> Value:
        """Return the plain number that it counts up to, None for ever or for an expression."""
        return None if self.count is None or self.count.expression is not None else self.count.constant

    def can_run(self) -> bool:
        """Tell whether it waits for the next tick, or its child can run."""
        return not self.same_tick or self.child_rows[0].may_run

    def enter(self, brain: TickingBrain) -> None:
        """Fix the count and start counting."""
        count = self.count.value(brain, self) if self.count is not None else None
        if count is not None and (not isinstance(count, int) or count < 0):
            raise EvaluationError(f"A count is an int from 0 on; it is {count!r}.")
        brain.ints[self.limit] = FOREVER if count is None else count
        brain.ints[self.done] = 0

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child, again and again in this tick when the pace says so."""
        return self.loop(partial(visit, self.child_rows[0]), brain)

    def loop(self, visit_child: Callable[[TickingBrain], int], brain: TickingBrain) -> Status:
        """Tick the child as `visit_child` does."""
        limit = brain.ints[self.limit]
        if limit == 0:
            say(brain, ReasonForm.COUNT_OF_0)
            return self.counted_out
        attempts = 0
        while True:
            attempts += 1
            try:
                result = Status(visit_child(brain))
            except VisitBudgetSpent as spent:
                if self.same_tick and attempts > spent.attempts:
                    spent.row, spent.attempts = self, attempts
                raise
            if result == Status.RUNNING:
                return result
            if result == Status.SKIPPED:
                say(brain, ReasonForm.CHILD_SKIPPED)
                return result
            if result != self.again_on and not self.any_end:
                say(brain, ReasonForm.ONLY_CHILD_GAVE, result)
                return self.ends_with
            done = brain.ints[self.done] + 1 if limit != FOREVER else 0
            brain.ints[self.done] = done
            if done == limit:
                if self.any_end:
                    say(brain, ReasonForm.CHILD_ENDED_TIMES, done)
                else:
                    say(brain, ReasonForm.CHILD_GAVE_TIMES, result, done)
                return self.counted_out
            if not self.same_tick:
                return Status.RUNNING


_LOOPS = {
    "repeat": (Status.SUCCESS, Status.FAILURE, Status.SUCCESS),
    "retry": (Status.FAILURE, Status.SUCCESS, Status.FAILURE),
    "until_success": (Status.FAILURE, Status.SUCCESS, Status.FAILURE),
    "until_failure": (Status.SUCCESS, Status.SUCCESS, Status.FAILURE),
}
