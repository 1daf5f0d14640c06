"""Run `parallel` and `simple_parallel` (the composites of section 3; rule 3.7).

A parallel ticks every unfinished child each tick in order. With n children not skipped, s of them successful
and f failed:

| when | result |
|---|---|
| s reaches `success` | SUCCESS, the rest is halted |
| f reaches `failure`, or `success` is out of reach | FAILURE, the rest is halted |
| every child was skipped | SKIPPED |
| otherwise | RUNNING |

`decide: each` tests after each child, so that order decides ties; `decide: end` tests once after all, and
failure wins a tie; `decide: all_ended` does that once no child is unfinished. A threshold of −k is n − k + 1.
Where children are chosen, n, s, *out of reach* and *every* are about those, f and `failure` about all. With
`ended: again` all children are unfinished at the beginning of each tick.

A simple parallel visits its first child, the main one, and then the others:

| main child gives | result |
|---|---|
| RUNNING | RUNNING; the others are ticked, those that have ended only with `ended: again` |
| SKIPPED, and SUCCESS or FAILURE with `finish: immediate` | that; the others are halted |
| SUCCESS, FAILURE with `finish: delayed` | that, once the others that run have ended; RUNNING before |

After a SUCCESS others that have not ended yet and do not run are started once more with `finish: delayed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.minds.program.code import ControlValue
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, given, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.minds.trees.tree_walk import halt, visit
from runtime.records.reasons import ReasonForm, say

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain

ALL = -1
"""How a threshold of `all` is kept in its int slot: as that of -1, which is the same."""


@dataclass(slots=True, eq=False, kw_only=True)
class ParallelRow(TreeRow):
    """Tick all children until enough have ended.

    `finished` is the first of one byte per child with its end result, 0 while it is not finished;
    `needed` the first of two int slots with the thresholds as drawn on enter.
    """

    about: ClassVar[RowPage] = RowPage(
        "parallel", ("parallel",), "Visits all unfinished children every tick.", 0, None
    )

    at_once: ClassVar[bool] = True
    decided_by: ClassVar[Literal["all"]] = "all"

    success: ControlValue = given(Sort.THRESHOLD, "How many successes make it succeed.")
    failure: ControlValue = given(Sort.THRESHOLD, "How many failures make it fail.")
    decide: Literal["each", "end", "all_ended"] = given(
        Sort.DECISION, "When it is decided: after each child, after all, or once all have ended."
    )
    chosen: tuple[int, ...] = given(
        Sort.CHILDREN, "Children that alone count for success.", name="chosen_children", default=()
    )
    again: bool = given(Sort.BOOL, "Children that have ended are visited again.", default=False)
    finished: int = remembers(Meaning.RESULTS, "The first byte, one a child: its result.", names=("results",))
    needed: int = remembers(
        Meaning.NUMBER, "The first of two ints: both thresholds.", names=("success", "failure")
    )

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        count = len(source.children)
        for name in ("success", "failure"):
            number = source.values[name].constant
            if isinstance(number, int) and (abs(number) > count or (number == 0 and name == "failure")):
                source.refuse(f"params.{name}", f"The threshold {number} is beyond the {count} children.")
        chosen: tuple[int, ...] = ()
        success = source.values["success"]
        if success.constant == "chosen":
            slots = [child.slot for child in source.children]
            chosen = tuple(place for place, slot in enumerate(slots) if slot is not None and slot.chosen)
            success = ControlValue(constant="all")
            if not chosen:
                source.refuse("params.success", "No child is chosen.", "Choose at least one.")
        decide, again = source.choice("decide"), source.choice("ended") == "again"
        return {"success": success, "decide": decide, "chosen": chosen, "again": again}

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        chosen: dict[str, object] = {"success": "chosen"} if self.chosen else {}
        return {"ended": "again" if self.again else "wait", **chosen}

    def slots(self) -> list[dict[str, object]]:
        """Return what it knows of each child."""
        return [{"chosen": place in self.chosen} for place in range(len(self.child_rows))]

    def goes_on_after(self, child: TreeRow) -> bool:
        """Tell that it can wait for the others."""
        return True

    def misfit(self) -> str:
        """Tell of a chosen child that is none."""
        fits = all(place < len(self.child_rows) for place in self.chosen)
        return "" if fits else "A chosen child is none of its children."

    def can_run(self) -> bool:
        """Tell that it can wait for its children."""
        return True

    def enter(self, brain: TickingBrain) -> None:
        """Forget the results and fix the thresholds."""
        count = len(self.child_rows)
        brain.bytes_[self.finished : self.finished + count] = bytes(count)
        brain.ints[self.needed] = threshold(self.success.value(brain, self), 0)
        brain.ints[self.needed + 1] = threshold(self.failure.value(brain, self), 1)

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the unfinished children and decide."""
        finished = brain.bytes_
        if self.again:
            finished[self.finished : self.finished + len(self.child_rows)] = bytes(len(self.child_rows))
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
        if self.decide == "all_ended" and 0 in ends:
            return None
        every = _Ends(ends)
        counted = _Ends(bytes(ends[place] for place in self.chosen)) if self.chosen else every
        if not counted.taken:
            say(brain, ReasonForm.CHOSEN_SKIPPED if self.chosen else ReasonForm.ALL_SKIPPED)
            return Status.SKIPPED
        success = max(_number(brain.ints[self.needed], counted.taken), 0)
        failure = max(_number(brain.ints[self.needed + 1], every.taken), 1)
        succeeded = counted.successes >= success
        too_many = every.failures >= failure
        failed = too_many or counted.taken - counted.failures < success
        if succeeded and failed and latest is not None:
            failed = latest == Status.FAILURE
        if failed:
            told = every if too_many else counted
            say(brain, _FAILED[told.form(every)], told.failures, told.taken, told.successes)
            return Status.FAILURE
        if succeeded:
            say(brain, _SUCCEEDED[counted.form(every)], counted.successes, counted.taken, success)
            return Status.SUCCESS
        return None


class _Ends:
    """Count the ends of some children; `taken` is how many were not skipped."""

    def __init__(self, ends: bytes) -> None:
        self.count = len(ends)
        self.taken = self.count - ends.count(Status.SKIPPED)
        self.successes, self.failures = ends.count(Status.SUCCESS), ends.count(Status.FAILURE)

    def form(self, every: _Ends) -> int:
        """Return which words tell of them: of all children, of those not skipped, of the chosen ones."""
        return 2 if self is not every else int(self.taken < self.count)


_FAILED = (ReasonForm.FAILURES, ReasonForm.FAILURES_OF_OTHERS, ReasonForm.FAILURES_OF_CHOSEN)
_SUCCEEDED = (ReasonForm.SUCCESSES, ReasonForm.SUCCESSES_OF_OTHERS, ReasonForm.SUCCESSES_OF_CHOSEN)


def threshold(value: object, least: int) -> int:
    """Return how a threshold is kept; raise `EvaluationError` for what is none.

    It is a number that is at least `least`, or below 0, counted from the number of children.
    """
    if value == "all":
        return ALL
    if value == "any":
        return 1
    if isinstance(value, int) and (value >= least or value < 0):
        return value
    said = f"A threshold is a number from {least} on or below 0, all or any; it is {value!r}."
    raise EvaluationError(said)


def _number(kept: int, children: int) -> int:
    return kept if kept >= 0 else children + 1 + kept


@dataclass(slots=True, eq=False, kw_only=True)
class SimpleParallelRow(TreeRow):
    """Visit the main child, and the others until it ends.

    `main` is the byte slot with the result of the main child, 0 while it has none, `finished` the first of
    one byte per child with its last end result, that of the first left 0.
    """

    about: ClassVar[RowPage] = RowPage(
        "simple_parallel",
        ("simple_parallel",),
        "Visits its first child, and the others until that ends.",
        2,
        None,
    )

    at_once: ClassVar[bool] = True
    in_roles: ClassVar[bool] = True
    decided_by: ClassVar[Literal["first"]] = "first"

    delayed: bool = given(Sort.BOOL, "It waits for the others after the end of the first child.")
    again: bool = given(Sort.BOOL, "Others that have ended are visited again.")
    main: int = remembers(Meaning.RESULT, "The result of the first child; 0 while it has none.")
    finished: int = remembers(
        Meaning.RESULTS, "The first byte, one a child: its last result.", names=("results",)
    )

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        return {
            "delayed": source.choice("finish") == "delayed",
            "again": source.choice("ended") == "again",
        }

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        finish = "delayed" if self.delayed else "immediate"
        return {"finish": finish, "ended": "again" if self.again else "wait"}

    def goes_on_after(self, child: TreeRow) -> bool:
        """Tell whether it waits for the others, or goes on with the main child."""
        return self.delayed or child is not self.child_rows[0]

    def can_skip(self) -> bool:
        """Tell whether the main child can be skipped."""
        return self.child_rows[0].may_skip

    def enter(self, brain: TickingBrain) -> None:
        """Forget the results."""
        count = len(self.child_rows)
        brain.bytes_[self.main] = 0
        brain.bytes_[self.finished : self.finished + count] = bytes(count)

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the main child, then the others that may be."""
        main = Status(brain.bytes_[self.main]) or visit(self.child_rows[0], brain)
        if main == Status.RUNNING or (self.delayed and main != Status.SKIPPED):
            if main != Status.RUNNING:
                brain.bytes_[self.main] = main
            if self._tick_others(brain, main) or main == Status.RUNNING:
                return Status.RUNNING
        for child in self.child_rows[1:]:
            halt(child, brain)
        say(brain, ReasonForm.MAIN_GAVE, 1, main)
        return main

    def _tick_others(self, brain: TickingBrain, main: Status) -> bool:
        """Tick those of the others that run or may start; tell whether any runs now."""
        any_runs = False
        for place, child in enumerate(self.child_rows[1:], self.finished + 1):
            starts = main != Status.FAILURE and not brain.bytes_[place]
            starts = starts or (self.again and main == Status.RUNNING)
            if starts or brain.bytes_[child.index] == Status.RUNNING:
                result = visit(child, brain)
                any_runs |= result == Status.RUNNING
                if result != Status.RUNNING:
                    brain.bytes_[place] = result
        return any_runs
