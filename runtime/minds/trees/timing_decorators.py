"""Run `timeout`, `delay`, `cooldown` and `rate_limit` (the decorators of section 3; rules 3.2, 3.13).

Entered on tick e with n ticks:

| kind | rule |
|---|---|
| timeout | ticks its child on e … e+n−1; on e+n halts it unticked and gives FAILURE |
| delay | RUNNING on e … e+n−1; ticks its child from e+n on |
| cooldown | after an exit or halt on tick x refuses on x+1 … x+n−1; `after` names the exits that count |
| cooldown, `start_cooled` | first visited on tick x refuses on x … x+n−1 |
| rate_limit | starts its child at most every n ticks; between two starts gives `between` |
| rate_limit, `between: running` | is entered, and RUNNING until its child may start |

A refusal neither enters nor exits the node. The stamps of `cooldown` and `rate_limit` belong to agent and
path and last the whole run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, given, remembers
from runtime.minds.program.tree_row import NOTHING_KEPT, Refusal, RowPage, TreeRow
from runtime.minds.trees.tree_walk import halt, visit_only_child
from runtime.records.reasons import ReasonForm, say

if TYPE_CHECKING:
    from graphs.expressions.types import Value
    from runtime.minds.program.code import ControlValue
    from runtime.minds.program.ticking_brain import TickingBrain

_STARTED_BY: dict[Value, tuple[Status, ...]] = {
    "end": (Status.SUCCESS, Status.FAILURE),
    "success": (Status.SUCCESS,),
    "failure": (Status.FAILURE,),
}
"""The results that start a cooldown."""


@dataclass(slots=True, eq=False, kw_only=True)
class TimeoutRow(TreeRow):
    """Fail a child that runs too long; `due` is the int slot with the tick it is halted on."""

    about: ClassVar[RowPage] = RowPage("timeout", ("timeout",), "Fails a child that runs too long.", 1, 1)

    seconds: ControlValue = given(Sort.SECONDS, "How long the child may run.")
    due: int = remembers(Meaning.TICK, "The tick it is halted on.", counts="seconds")

    def enter(self, brain: TickingBrain) -> None:
        """Fix the deadline."""
        brain.ints[self.due] = brain.due_after(self.seconds.ticks(brain, self))

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child, unless its time is over."""
        if brain.tick_now >= brain.ints[self.due]:
            halt(self.child_rows[0], brain)
            say(brain, ReasonForm.TIME_OVER)
            return Status.FAILURE
        return visit_only_child(self, brain)


@dataclass(slots=True, eq=False, kw_only=True)
class DelayRow(TreeRow):
    """Wait, then run the child; `due` is the int slot with the first tick of the child."""

    about: ClassVar[RowPage] = RowPage("delay", ("delay",), "Waits, then visits its child.", 1, 1)

    seconds: ControlValue = given(Sort.SECONDS, "How long it waits.")
    due: int = remembers(Meaning.TICK, "The first tick of the child.", counts="seconds")

    def can_run(self) -> bool:
        """Tell that it takes time."""
        return True

    def enter(self, brain: TickingBrain) -> None:
        """Fix the end of the delay."""
        brain.ints[self.due] = brain.due_after(self.seconds.ticks(brain, self))

    def tick(self, brain: TickingBrain) -> Status:
        """Wait or tick the child."""
        if brain.tick_now < brain.ints[self.due]:
            return Status.RUNNING
        return visit_only_child(self, brain)


@dataclass(slots=True, eq=False, kw_only=True)
class CooldownRow(TreeRow):
    """Refuse the child for a time after its end.

    `length` is the int slot with the duration fixed on enter, `ready` the lasting one with the tick from
    which on the node may be entered again.
    """

    about: ClassVar[RowPage] = RowPage(
        "cooldown", ("cooldown",), "Refuses to be entered for a time after its child ended.", 1, 1
    )

    seconds: ControlValue = given(Sort.SECONDS, "How long it refuses.")
    refused: Refusal = given(Sort.REFUSAL, "What it gives then.")
    after: tuple[Status, ...] | None = given(
        Sort.ENDS,
        "The results that start it; null for any, and a halt.",
        optional=True,
        default=None,
    )
    start_cooled: bool = given(Sort.BOOL, "Its first visit starts it too.", default=False)
    length: int = remembers(Meaning.NUMBER, "The ticks as fixed on enter.", counts="seconds")
    ready: int = remembers(
        Meaning.TICK,
        "The tick from which on it can be entered; lasts the whole run.",
        lasting=True,
        counts="seconds",
    )

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        return {"after": _STARTED_BY.get(source.choice("after"))}

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        return {"after": next((word for word, those in _STARTED_BY.items() if those == self.after), "any")}

    def can_skip(self) -> bool:
        """Tell whether it refuses with SKIPPED, or its child can be skipped."""
        return self.refused == Status.SKIPPED or self.child_rows[0].may_skip

    def refusal(self, brain: TickingBrain) -> Status | None:
        """Refuse while the cooldown lasts."""
        if self.start_cooled and not brain.ints[self.ready]:
            brain.ints[self.ready] = brain.due_after(self.seconds.ticks(brain, self))
        left = brain.ints[self.ready] - brain.tick_now
        if left <= 0:
            return None
        say(brain, ReasonForm.COOLING_DOWN, left / brain.rate)
        return self.refused

    def enter(self, brain: TickingBrain) -> None:
        """Fix how long the cooldown is going to be."""
        brain.ints[self.length] = self.seconds.ticks(brain, self)

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child; its end starts the cooldown."""
        result = visit_only_child(self, brain)
        if result != Status.RUNNING:
            self.finish(brain, result)
        return result

    def finish(self, brain: TickingBrain, result: Status) -> None:
        """Start the cooldown, if this end does."""
        if self.after is None or result in self.after:
            brain.ints[self.ready] = brain.due_after(brain.ints[self.length])

    def stop(self, brain: TickingBrain) -> None:
        """Start the cooldown, if a halt does."""
        if self.after is None:
            brain.ints[self.ready] = brain.due_after(brain.ints[self.length])


@dataclass(slots=True, eq=False, kw_only=True)
class RateLimitRow(TreeRow):
    """Start the child at most every so often.

    `next_start` is the lasting int slot with the tick from which on it may start again, `last` the lasting
    byte slot with its last result. `between` None is that last result. One that `waits` keeps the duration
    fixed on enter in the int slot `length`, -1 for none.
    """

    about: ClassVar[RowPage] = RowPage(
        "rate_limit", ("rate_limit",), "Enters its child at most every so often.", 1, 1
    )

    seconds: ControlValue = given(Sort.SECONDS, "The least time between two starts.")
    between: Refusal | None = given(Sort.REFUSAL_OR_NONE, "What it gives between; null for the last result.")
    waits: bool = given(Sort.BOOL, "Between, it is entered and RUNNING.", default=False)
    length: int = remembers(
        Meaning.NUMBER,
        "The ticks as fixed on enter, where it waits.",
        counts="seconds",
        can_lack=True,
        default=NOTHING_KEPT,
    )
    next_start: int = remembers(
        Meaning.TICK, "The tick of the next start; lasts the whole run.", lasting=True, counts="seconds"
    )
    last: int = remembers(Meaning.RESULT, "The last result; lasts the whole run.", lasting=True)

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        waits = source.choice("between") == "running"
        return {"waits": waits, "length": source.ints_() if waits else NOTHING_KEPT}

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        return {"between": "running" if self.waits else self.between or "last"}

    def misfit(self) -> str:
        """Tell where it lacks what it waits by."""
        return "" if self.waits == (self.length >= 0) else "A rate limit has a length exactly where it waits."

    def can_run(self) -> bool:
        """Tell whether it waits, or its child can run."""
        return self.waits or self.child_rows[0].may_run

    def can_skip(self) -> bool:
        """Tell whether it refuses with SKIPPED, or its child can be skipped."""
        return self.between == Status.SKIPPED or self.child_rows[0].may_skip

    def refusal(self, brain: TickingBrain) -> Status | None:
        """Give what is given between two starts."""
        if self.waits or brain.tick_now >= brain.ints[self.next_start]:
            return None
        say(brain, ReasonForm.TOO_EARLY)
        if self.between is not None:
            return self.between
        return Status(brain.bytes_[self.last] or Status.FAILURE)

    def enter(self, brain: TickingBrain) -> None:
        """Fix when the next start may be, or how long after this one where it waits for this one."""
        ticks = self.seconds.ticks(brain, self)
        if self.waits:
            brain.ints[self.length] = ticks
        else:
            brain.ints[self.next_start] = brain.due_after(ticks)

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child and keep its result; where it waits, start the child once it may."""
        if self.waits and brain.bytes_[self.child_rows[0].index] != Status.RUNNING:
            if brain.tick_now < brain.ints[self.next_start]:
                return Status.RUNNING
            brain.ints[self.next_start] = brain.due_after(brain.ints[self.length])
        result = visit_only_child(self, brain)
        if result != Status.RUNNING:
            self.finish(brain, result)
        return result

    def finish(self, brain: TickingBrain, result: Status) -> None:
        """Keep the result."""
        brain.bytes_[self.last] = result
