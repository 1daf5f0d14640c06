"""Run the leaves that ask, write, wait or act (rules 2.2, 2.6, 3.8, 3.11, 3.12).

| kind | each tick |
|---|---|
| condition | SUCCESS when its test is true, else FAILURE; a failing test is FAILURE, recorded |
| wait_until | SUCCESS when its test is true, else RUNNING; a failing test is FAILURE, recorded |
| set, raise | runs the block, then SUCCESS; a failing line ends the block and is recorded |
| wait | entered on tick e with n ticks: RUNNING on e … e+n−1, SUCCESS on e+n; n = 0: SUCCESS at once |
| log | its message becomes the reason of its visit, then SUCCESS |
| succeed, fail, fixed_status | the result, at once |

A test that is true consumes the triggers that it read armed (rule 2.3).

| an action, as a leaf or as the activity of a state | what happens |
|---|---|
| enter | declared fields get their first values |
| first tick | arguments evaluated, the action's `enter`, then its `tick` |
| every further tick | arguments evaluated again, then its `tick` |
| halt | the action's `halt`, with arguments evaluated once more (None where one fails); requests are gone |
| exception | FAILURE, recorded with its traceback |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from graphs.expressions.types import Value, default_value
from runtime.basics.context import EvaluationError, Slot
from runtime.basics.random_numbers import draw_int
from runtime.basics.status import Status
from runtime.minds.actions.action import Action
from runtime.minds.actions.action_context import BrainActionContext, halt_guarded, run_guarded
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import (
    Meaning,
    Memory,
    Sort,
    counts_draws,
    declared_memories,
    given,
    remembers,
)
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

    def likely_kind(self) -> str:
        """Return the kind that nodes with such a row mostly have."""
        return "wait_until" if self.otherwise == Status.RUNNING else "condition"

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

    def likely_kind(self) -> str:
        """Return the kind that nodes with such a row mostly have."""
        first = self.block.lines[0] if self.block.lines else None
        return "raise" if hasattr(first, "event") else "set"

    def tick(self, brain: TickingBrain) -> Status:
        """Run the block; the node succeeds even where a line failed."""
        log = brain.log
        if log is not None:
            log.tests.clear()
        failed = self.block.run(brain, self)
        if log is not None:
            said = Reason(ReasonForm.BLOCK_DECIDED, (tuple(log.tests),))
            said = said if log.tests else Reason(ReasonForm.BLOCK_RAN)
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

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        return {"status": self.result}

    def likely_kind(self) -> str:
        """Return the kind that nodes with such a row mostly have."""
        ends = {Status.SUCCESS: "succeed", Status.FAILURE: "fail"}
        return ends.get(self.result, "fixed_status")

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


FAILS = "fail"
"""The kind of a node, or of the row of an empty tree, in place of what is wrong or missing."""


def failing(fields: dict[str, Any]) -> TreeRow:
    """Return a row that fails in place of one that is not there, by the fields that every row shares."""
    return FixedRow(**fields, result=Status.FAILURE)


_FIXED = {"succeed": "success", "fail": "failure"}
_RESULTS = {
    "success": Status.SUCCESS,
    "failure": Status.FAILURE,
    "running": Status.RUNNING,
    "skipped": Status.SKIPPED,
}


@dataclass(slots=True, eq=False, kw_only=True)
class ActionRow(TreeRow):
    """Run one registered action, known as `action_id`.

    `entered` is the int slot with the tick it was entered on, `begun` the byte slot that tells whether the
    action's own `enter` has run.
    """

    about: ClassVar[RowPage] = RowPage(
        "action", ("action", "activity"), "Does an action of the game.", 0, None
    )

    action_id: str = given(Sort.TEXT, "The action.", name="action")
    action: Action
    arguments: tuple[tuple[str, ControlValue], ...] = given(
        Sort.ARGUMENTS, "Its arguments, evaluated before every tick."
    )
    fields: Mapping[str, Slot]
    entered: int = remembers(Meaning.TICK, "The tick it was entered on.")
    begun: int = remembers(Meaning.FLAG, "1 once the action itself has begun.")

    @property
    def names(self) -> str:
        """Return the action."""
        return self.action_id

    def memories(self) -> tuple[Memory, ...]:
        """Return what it remembers, the declared fields of its action as well."""
        fields = self.fields.items()
        of_action = (Memory(f"state.{name}", Meaning.FIELD, slot.index, slot=slot) for name, slot in fields)
        return (*declared_memories(self), *of_action)

    def can_run(self) -> bool:
        """Tell that it can take time."""
        return True

    def enter(self, brain: TickingBrain) -> None:
        """Give the declared fields their first values."""
        brain.ints[self.entered] = brain.tick_now
        brain.bytes_[self.begun] = 0
        self.make_fields_anew(brain)

    def make_fields_anew(self, brain: TickingBrain) -> None:
        """Give the declared fields their first values."""
        for slot in self.fields.values():
            brain.state.write(slot, default_value(slot.type))

    def tick(self, brain: TickingBrain) -> Status:
        """Evaluate the arguments and tick the action."""
        values: dict[str, Value] = {name: value.value(brain, self) for name, value in self.arguments}
        first = not brain.bytes_[self.begun]
        brain.bytes_[self.begun] = 1
        brain.drop_requests(self)
        result = run_guarded(self.action, self._context(brain, values), brain, self, enter=first)
        if brain.log is not None and result != Status.RUNNING and brain.reason is None:
            failed = result == Status.FAILURE
            brain.reason = Reason(ReasonForm.ACTION_FAILED if failed else ReasonForm.ACTION_SUCCEEDED)
        return result

    def stop(self, brain: TickingBrain) -> None:
        """Halt the action, if it has begun."""
        if not brain.bytes_[self.begun]:
            return
        values: dict[str, Value] = {}
        for name, value in self.arguments:
            try:
                values[name] = value.value(brain, self)
            except EvaluationError:
                values[name] = None
        halt_guarded(self.action, self._context(brain, values), brain, self)

    def _context(self, brain: TickingBrain, values: Mapping[str, Value]) -> BrainActionContext:
        return BrainActionContext(brain, self, values, self.fields, brain.ints[self.entered])
