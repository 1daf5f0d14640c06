"""Run the leaves that ask, write or wait (rules 3.8, 3.11, 2.6).

| kind | each tick |
|---|---|
| condition | SUCCESS when its test is true, else FAILURE; a failing test is FAILURE, recorded |
| wait_until | SUCCESS when its test is true, else RUNNING; a failing test is FAILURE, recorded |
| set, raise | runs the block, then SUCCESS; a failing line ends the block and is recorded |
| wait | entered on tick e with n ticks: RUNNING on e … e+n−1, SUCCESS on e+n; n = 0: SUCCESS at once |
| log | its message becomes the reason of its visit, then SUCCESS |
| succeed, fail, fixed_status | the result, at once |

A test that is true consumes the triggers that it read armed (rule 2.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from runtime.basics.random_numbers import draw_int
from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, counts_draws, given, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.minds.program.triggers import ask, consume
from runtime.records.reasons import Reason, ReasonForm, own_words

if TYPE_CHECKING:
    from runtime.minds.program.code import ActionBlock, ControlValue, Expression
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, eq=False, kw_only=True)
class ConditionRow(TreeRow):
    """Ask an expression; `otherwise` is the result when it is false."""

    about: ClassVar[RowPage] = RowPage("test", ("condition", "wait_until"), "Tests an expression.")

    test: Expression = given(Sort.TEST, "What gives SUCCESS.")
    otherwise: Status = given(Sort.RESULT, "What it gives where the test is false.")

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any] | None:
        """Return what no parameter of the same name gives."""
        test = source.condition(source.node.test or "", "test")
        if test is None:
            return None
        otherwise = Status.FAILURE if source.node.kind == "condition" else Status.RUNNING
        return {"test": test, "otherwise": otherwise}

    def can_run(self) -> bool:
        """Tell whether it waits."""
        return self.otherwise == Status.RUNNING

    def reads_triggers(self) -> bool:
        """Tell whether the test reads any, or the guard."""
        return bool(self.test.triggers) or TreeRow.reads_triggers(self)

    def tick(self, brain: TickingBrain) -> Status:
        """Ask; a failing expression fails the node through the walk."""
        holds = ask(self.test, brain) if self.test.triggers else self.test.run(brain)
        if brain.log is not None:
            brain.reason = own_words(self.test.sentence(brain))
        if holds and self.test.triggers:
            consume(brain.armed_reads, brain, self)
        return Status.SUCCESS if holds else self.otherwise


@dataclass(slots=True, eq=False, kw_only=True)
class BlockRow(TreeRow):
    """Run an action block."""

    about: ClassVar[RowPage] = RowPage("block", ("set", "raise"), "Runs an action block and succeeds.")

    block: ActionBlock = given(Sort.BLOCK, "The lines.")

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        return {"block": source.block()}

    def tick(self, brain: TickingBrain) -> Status:
        """Run the block; the node succeeds even where a line failed."""
        failed = self.block.run(brain, self)
        if brain.log is not None:
            said = Reason(ReasonForm.BLOCK_RAN)
            brain.reason = said if failed is None else Reason(ReasonForm.LINE_FAILED, (failed.number + 1,))
        return Status.SUCCESS


@dataclass(slots=True, eq=False, kw_only=True)
class LogRow(TreeRow):
    """Write a line to the log, where watched visits show it."""

    about: ClassVar[RowPage] = RowPage("log", ("log",), "Tells a message to whoever watches and succeeds.")

    message: ControlValue = given(Sort.VALUE, "The message.")

    def tick(self, brain: TickingBrain) -> Status:
        """Write the message as the reason of the visit."""
        brain.reason = own_words(str(self.message.value(brain, self)))
        return Status.SUCCESS


@dataclass(slots=True, eq=False, kw_only=True)
class WaitRow(TreeRow):
    """Let time pass. `due` is the int slot with the tick it ends on, `draws` the draw counter."""

    about: ClassVar[RowPage] = RowPage("wait", ("wait",), "Lets time pass.")

    seconds: ControlValue = given(Sort.SECONDS, "How long.")
    jitter: ControlValue = given(Sort.SECONDS, "How far that is drawn to both sides.")
    due: int = remembers(Meaning.TICK, "The tick it ends on.", counts="seconds")
    draws: int = counts_draws()

    def can_run(self) -> bool:
        """Tell that it takes time."""
        return True

    def enter(self, brain: TickingBrain) -> None:
        """Fix the time that is waited."""
        ticks = self.seconds.ticks(brain, self)
        spread = self.jitter.ticks(brain, self)
        if spread:
            count = brain.draw_count(self.draws)
            place = (brain.seed, brain.agent_hash, self.draw_key, count)
            ticks = max(draw_int(*place, ticks - spread, ticks + spread), 0)
        brain.ints[self.due] = brain.due_after(ticks)

    def tick(self, brain: TickingBrain) -> Status:
        """Run until the time is over."""
        if brain.tick_now < brain.ints[self.due]:
            return Status.RUNNING
        if brain.log is not None:
            brain.reason = Reason(ReasonForm.TIME_OVER)
        return Status.SUCCESS


@dataclass(slots=True, eq=False, kw_only=True)
class FixedRow(TreeRow):
    """Give one result, always."""

    about: ClassVar[RowPage] = RowPage(
        "fixed",
        (),
        "Gives one result; what is below it is never visited.",
        0,
        None,
        ("succeed", "fail", "fixed_status"),
    )

    result: Status = given(Sort.RESULT, "The result.")

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        told = _FIXED.get(source.node.kind) or str(source.choice("status"))
        # A status that is none was refused where it was read.
        return {"result": _RESULTS.get(told, Status.FAILURE)}

    def can_run(self) -> bool:
        """Tell whether it gives RUNNING."""
        return self.result == Status.RUNNING

    def can_skip(self) -> bool:
        """Tell whether it gives SKIPPED."""
        return self.result == Status.SKIPPED

    def tick(self, brain: TickingBrain) -> Status:
        """Give the result."""
        if brain.log is not None:
            brain.reason = Reason(ReasonForm.ALWAYS)
        return self.result


_FIXED = {"succeed": "success", "fail": "failure"}
_RESULTS = {
    "success": Status.SUCCESS,
    "failure": Status.FAILURE,
    "running": Status.RUNNING,
    "skipped": Status.SKIPPED,
}
