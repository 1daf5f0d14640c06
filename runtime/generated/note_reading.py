"""Put the notes of generated trees into words: visits with reasons, what was entered and exited.

A reason is what the interpreter would have said (`runtime.behavior_trees`). Most follow from what was visited
last: a node that ends after one of its children did so because of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from graphs.expressions.types import Value
from runtime.behavior_trees.action_leaf import ActionRow
from runtime.behavior_trees.branching import IfElseRow
from runtime.behavior_trees.leaves import BlockRow, ConditionRow, FixedRow, WaitRow
from runtime.behavior_trees.random_composites import RandomCompositeRow
from runtime.behavior_trees.sequence_and_selector import OrderedCompositeRow
from runtime.behavior_trees.subtree import CallRow
from runtime.behavior_trees.tree_row import TreeRow
from runtime.expressions.context import EvaluationContext
from runtime.expressions.tested_values import Reading, TakenDown
from runtime.generated.block_source import inline_values
from runtime.generated.visit_codes import ENTERED, ENTERED_AND_ENDED, GUARDED, REFUSED, SAID, STRIDE
from runtime.program.code import Expression
from runtime.program.rows import Row
from runtime.status import Status
from runtime.trace.trace_frame import Passage, Visit

if TYPE_CHECKING:
    from runtime.brains.brain_log import BrainLog


class Seen:
    """Give what was seen, in the order in which it was noted."""

    def __init__(self, log: BrainLog) -> None:
        self._log = log
        self._values = iter(log.seen)

    def next(self) -> Value:
        """Return the next value."""
        return next(self._values)

    def sentence(self, test: Expression) -> str:
        """Say what a test came to, from the values it read."""
        if test.readings is None:
            return str(self.next())
        values: Mapping[Reading, Value] = {reading: self.next() for reading in test.readings}
        context = cast(EvaluationContext, TakenDown(self._log.agent, self._log.time, values))
        return test.sentence(context)


class NoteReader:
    """Read the notes that brains of one program take."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self._rows = rows

    def __call__(self, log: BrainLog, visits: list[Visit], passages: list[Passage]) -> None:
        """Append what the notes of `log` say to `visits` and `passages`."""
        seen = Seen(log)
        for note in log.notes:
            if isinstance(note, Visit):
                visits.append(note)
            elif isinstance(note, tuple):
                passages.append(note)
            else:
                self._take(note // STRIDE, note % STRIDE, seen, visits, passages)

    def _take(self, index: int, what: int, seen: Seen, visits: list[Visit], passages: list[Passage]) -> None:
        row = self._rows[index]
        assert isinstance(row, TreeRow)
        if what == ENTERED:
            passages.append((index, "enter"))
            return
        if what == GUARDED:
            assert row.guard is not None
            said = "guard: " + seen.sentence(row.guard.test)
            visits.append(Visit(index, row.guard.refused, said))
            return
        if what > REFUSED + Status.SUCCESS:
            visits.append(Visit(index, Status(what - REFUSED), str(seen.next())))
            return
        if what > SAID:
            result, reason = what - SAID, str(seen.next())
        else:
            at_once = what > ENTERED_AND_ENDED
            result = what - ENTERED_AND_ENDED if at_once else what
            if at_once:
                passages.append((index, "enter"))
            reason = self._reason(row, result, visits[-1] if visits else None, seen)
        if result != Status.RUNNING:
            passages.append((index, "exit"))
        visits.append(Visit(index, Status(result), reason))

    def _reason(self, row: TreeRow, result: int, last: Visit | None, seen: Seen) -> str:
        """Return the reason of a visit that follows from the row and from the visit before."""
        if isinstance(row, ConditionRow):
            return seen.sentence(row.test)
        if isinstance(row, FixedRow):
            return "it always gives this"
        if isinstance(row, BlockRow):
            return self._of_block(row, seen)
        if result == Status.RUNNING:
            return ""
        if isinstance(row, WaitRow):
            return "the time is over"
        if isinstance(row, ActionRow):
            return "the action failed" if result == Status.FAILURE else "the action succeeded"
        assert last is not None
        return _of_parent(row, Status(result), last)

    def _of_block(self, row: BlockRow, seen: Seen) -> str:
        if inline_values(row.block) is not None:
            return "the block ran"
        line = seen.next()
        return f"line {line} of the block failed" if line else "the block ran"


def _of_parent(row: TreeRow, result: Status, last: Visit) -> str:
    """Return why a node with children ended: the child that was visited last gave a result."""
    gave = Status(last.outcome).name
    if isinstance(row, (OrderedCompositeRow, RandomCompositeRow)):
        if result == row.ending:
            return f"child {row.children.index(last.row) + 1} gave {result.name}"
        return f"all {len(row.children)} children gave {result.name}"
    if isinstance(row, IfElseRow):
        return f"the {'then' if last.row == row.children[1] else 'else'} branch gave {gave}"
    if isinstance(row, CallRow):
        return f"the called graph gave {gave}"
    return f"the child gave {gave}"
