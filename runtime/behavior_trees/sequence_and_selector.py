"""Run `sequence` and `selector` (SEMANTICS 3, composites; 3.5, 3.7).

Both walk their children in stored order and differ only in which result ends the walk:

| child gives | sequence | selector |
|---|---|---|
| RUNNING | RUNNING, place remembered | RUNNING, place remembered |
| SUCCESS | next child | SUCCESS |
| FAILURE | FAILURE | next child |
| SKIPPED | next child | next child |
| no child left | SUCCESS | FAILURE |
| all skipped since entered | SKIPPED | SKIPPED |

`memory: none` starts at the first child every tick; the child that ran before and is no longer reached is
halted after the pass, before the result is returned. `memory: keep` keeps the place also after the early end
and a halt, and forgets it when no child is left. Children before a kept place were not skipped, so the end of
such a walk is never SKIPPED.

A selector whose children have guards that abort lower siblings first tests those of the children before the
running one: one that was false, or never tested, and is true now takes over (3.9).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from runtime.behavior_trees.tree_row import TreeRow
from runtime.behavior_trees.tree_walk import guard_holds, halt, visit
from runtime.brains.triggers import let_in
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.brains.brain import Brain


@dataclass(slots=True, eq=False, kw_only=True)
class OrderedCompositeRow(TreeRow):
    """Walk children in order until one gives `ending`.

    `place` is the int slot with the child that runs, -1 while the node does not run; with `keep` it is the
    child to start at. `tried` is the byte slot that tells whether any child was not skipped since the enter,
    or stands before the kept place it was entered at; only those that `all_may_skip` or `keep` keep it.
    `tested` is the first of one byte slot per child with the last test of its guard, -1 where no guard
    aborts lower siblings.
    """

    ending: Literal[Status.SUCCESS, Status.FAILURE]
    reactive: bool
    keep: bool
    place: int
    tried: int
    tested: int = -1
    all_may_skip: bool = False

    def can_skip(self) -> bool:
        """Tell whether all children can be skipped."""
        return self.all_may_skip

    @property
    def notes_tried(self) -> bool:
        """Tell whether it keeps `tried`; where it does not, it is known from the place."""
        return self.all_may_skip or self.keep

    def settle(self) -> None:
        """Fix what may happen, once the children are known."""
        self.all_may_skip = all(child.may_skip for child in self.child_rows)
        super(OrderedCompositeRow, self).settle()

    def enter(self, brain: Brain) -> None:
        """Forget what was tried and tested; with `keep` the place stays remembered."""
        if self.notes_tried:
            brain.bytes_[self.tried] = self.keep and brain.ints[self.place] > 0
        if self.tested >= 0:
            count = len(self.child_rows)
            brain.bytes_[self.tested : self.tested + count] = bytes(count)

    def tick(self, brain: Brain) -> Status:
        """Walk the children and return the result."""
        start = self.aborting_child(brain) if self.tested >= 0 else -1
        if self.reactive:
            return self._tick_reactive(brain, max(start, 0))
        if start < 0:
            start = brain.ints[self.place]
        result, place = self._walk(brain, max(start, 0))
        if self.keep:
            brain.ints[self.place] = 0 if place == len(self.child_rows) else place
        elif self.may_run:
            brain.ints[self.place] = place if result == Status.RUNNING else -1
        return result

    def stop(self, brain: Brain) -> None:
        """Forget which child ran."""
        if self.may_run and not self.keep:
            brain.ints[self.place] = -1

    def aborting_child(self, brain: Brain) -> int:
        """Halt a running child for an earlier one whose guard became true; return that one, or -1."""
        running = next(
            (position for position, child in enumerate(self.child_rows) if brain.bytes_[child.index] == 1), -1
        )
        for position in range(running):
            child = self.child_rows[position]
            if child.disabled or child.guard is None or not child.guard.aborts_lower:
                continue
            was_true = brain.bytes_[child.guard.last_test] == 2
            if guard_holds(child.guard, child, brain) and not was_true:
                let_in(child.guard, tuple(brain.armed_reads), child, brain)
                halt(self.child_rows[running], brain)
                brain.passed_guard = child.index
                return position
        return -1

    def _tick_reactive(self, brain: Brain, start: int) -> Status:
        before = brain.ints[self.place] if self.may_run else -1
        result, place = self._walk(brain, start)
        if before >= 0 and before != place:
            reason = brain.reason
            halt(self.child_rows[before], brain)
            brain.reason = reason
        if self.may_run:
            brain.ints[self.place] = place if result == Status.RUNNING else -1
        return result

    def _walk(self, brain: Brain, place: int) -> tuple[Status, int]:
        ending = self.ending
        children = self.child_rows
        skipped = 0
        while place < len(children):
            result = visit(children[place], brain)
            if result == Status.SKIPPED:
                skipped += 1
            else:
                if self.notes_tried:
                    brain.bytes_[self.tried] = 1
                if result == Status.RUNNING or result == ending:
                    if brain.log is not None and result == ending:
                        brain.reason = f"child {place + 1} gave {result.name}"
                    return result, place
            place += 1
        if self._all_were_skipped(brain, skipped):
            brain.reason = "every child was skipped"
            return Status.SKIPPED, place
        if brain.log is not None:
            brain.reason = f"all {len(children)} children gave {_OTHER[ending].name}"
        return _OTHER[ending], place

    def _all_were_skipped(self, brain: Brain, skipped: int) -> bool:
        """Tell whether no child did anything since the enter; `skipped` were so in the walk that ends now.

        Children that are never skipped by themselves are when they are forced to, all in one walk.
        """
        if self.notes_tried:
            return not brain.bytes_[self.tried]
        return skipped == len(self.child_rows) and brain.ints[self.place] < 0


_OTHER: dict[Status, Status] = {Status.SUCCESS: Status.FAILURE, Status.FAILURE: Status.SUCCESS}
