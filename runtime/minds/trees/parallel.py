"""Run `parallel` (the composites of section 3; rule 3.7).

Ticks every unfinished child each tick in order. With n children not skipped, s of them successful and f
failed:

| when | result |
|---|---|
| s reaches `success` | SUCCESS, the rest is halted |
| f reaches `failure`, or `success` is out of reach | FAILURE, the rest is halted |
| every child was skipped | SKIPPED |
| otherwise | RUNNING |

`decide: each` tests after each child, so that order decides ties; `decide: end` tests once after all, and
failure wins a tie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, given, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.minds.trees.tree_walk import halt, visit
from runtime.records.reasons import ReasonForm, say

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue
    from runtime.minds.program.ticking_brain import TickingBrain

ALL = -1
"""How a threshold of `all` is kept in its int slot."""


@dataclass(slots=True, eq=False, kw_only=True)
class ParallelRow(TreeRow):
    """Tick all children until enough have ended.

    `finished` is the first of one byte per child with its end result, 0 while it is not finished;
    `needed` the first of two int slots with the thresholds as drawn on enter.
    """

    about: ClassVar[RowPage] = RowPage(
        "parallel", ("parallel",), "Visits all unfinished children every tick.", 0, None
    )

    success: ControlValue = given(Sort.THRESHOLD, "How many successes make it succeed.")
    failure: ControlValue = given(Sort.THRESHOLD, "How many failures make it fail.")
    decide: Literal["each", "end"] = given(
        Sort.DECISION, "When it is decided: after each child, or after all."
    )
    finished: int = remembers(Meaning.RESULTS, "The first byte, one a child: its result.", names=("results",))
    needed: int = remembers(
        Meaning.NUMBER, "The first of two ints: both thresholds.", names=("success", "failure")
    )

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        for name in ("success", "failure"):
            number, count = source.values[name].constant, len(source.children)
            if isinstance(number, int) and not 1 <= number <= count:
                said = f"The threshold {number} is not from 1 to the {count} children."
                source.refuse(f"params.{name}", said)
        return {"decide": "end" if source.choice("decide") == "end" else "each"}

    def can_run(self) -> bool:
        """Tell that it can wait for its children."""
        return True

    def enter(self, brain: TickingBrain) -> None:
        """Forget the results and fix the thresholds."""
        count = len(self.child_rows)
        brain.bytes_[self.finished : self.finished + count] = bytes(count)
        brain.ints[self.needed] = threshold(self.success.value(brain, self))
        brain.ints[self.needed + 1] = threshold(self.failure.value(brain, self))

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the unfinished children and decide."""
        finished = brain.bytes_
        decided: Status | None = None
        for position, child in enumerate(self.child_rows):
            if finished[self.finished + position]:
                continue
            result = visit(child, brain)
            if result != Status.RUNNING:
                finished[self.finished + position] = result
            if self.decide == "each":
                decided = self.decision(brain, result)
                if decided is not None:
                    break
        else:
            decided = self.decision(brain, None)
        if decided is None:
            return Status.RUNNING
        reason = brain.reason
        for child in self.child_rows:
            halt(child, brain)
        brain.reason = reason
        return decided

    def decision(self, brain: TickingBrain, latest: int | None) -> Status | None:
        """Return the result once enough children have ended; `latest` is the last one's, for ties."""
        count = len(self.child_rows)
        ends = bytes(brain.bytes_[self.finished : self.finished + count])
        skipped = ends.count(Status.SKIPPED)
        if skipped == count:
            say(brain, ReasonForm.ALL_SKIPPED)
            return Status.SKIPPED
        remaining = count - skipped
        successes, failures = ends.count(Status.SUCCESS), ends.count(Status.FAILURE)
        success = brain.ints[self.needed] if brain.ints[self.needed] != ALL else remaining
        failure = brain.ints[self.needed + 1] if brain.ints[self.needed + 1] != ALL else remaining
        succeeded = successes >= success
        failed = failures >= failure or remaining - failures < success
        if succeeded and failed and latest is not None:
            failed = latest == Status.FAILURE
        if failed:
            form = ReasonForm.FAILURES_OF_OTHERS if skipped else ReasonForm.FAILURES
            say(brain, form, failures, remaining, successes)
            return Status.FAILURE
        if succeeded:
            form = ReasonForm.SUCCESSES_OF_OTHERS if skipped else ReasonForm.SUCCESSES
            say(brain, form, successes, remaining, success)
            return Status.SUCCESS
        return None


def threshold(value: object) -> int:
    """Return how a threshold is kept; raise `EvaluationError` for what is none."""
    if value == "all":
        return ALL
    if value == "any":
        return 1
    if isinstance(value, int) and value >= 1:
        return value
    raise EvaluationError(f"A threshold is a number from 1 on, all or any; it is {value!r}.")
