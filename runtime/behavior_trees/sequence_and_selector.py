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
halted after the pass, before the result is returned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from runtime.behavior_trees.tree_row import TreeRow
from runtime.behavior_trees.tree_walk import halt, visit
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.brains.brain import Brain


@dataclass(slots=True, eq=False, kw_only=True)
class OrderedCompositeRow(TreeRow):
    """Walk children in order until one gives `ending`.

    `place` is the int slot with the child to start at (`resume`) or the child that runs, -1 for none
    (`none`); `tried` is the byte slot that tells whether any child was not skipped since the enter.
    """

    ending: Literal[Status.SUCCESS, Status.FAILURE]
    reactive: bool
    place: int
    tried: int

    def enter(self, brain: Brain) -> None:
        """Start at the first child."""
        brain.ints[self.place] = -1 if self.reactive else 0
        brain.bytes_[self.tried] = 0

    def tick(self, brain: Brain) -> Status:
        """Walk the children and return the result."""
        if self.reactive:
            return self._tick_from_first(brain)
        place = brain.ints[self.place]
        result, place = self._walk(brain, place)
        brain.ints[self.place] = place
        return result

    def _tick_from_first(self, brain: Brain) -> Status:
        before = brain.ints[self.place]
        result, place = self._walk(brain, 0)
        if before >= 0 and before != place:
            reason = brain.reason
            halt(self.child_rows[before], brain)
            brain.reason = reason
        brain.ints[self.place] = place if result == Status.RUNNING else -1
        return result

    def _walk(self, brain: Brain, place: int) -> tuple[Status, int]:
        ending = self.ending
        children = self.child_rows
        while place < len(children):
            result = visit(children[place], brain)
            if result != Status.SKIPPED:
                brain.bytes_[self.tried] = 1
                if result == Status.RUNNING or result == ending:
                    if brain.log is not None and result == ending:
                        brain.reason = f"child {place + 1} gave {result.name}"
                    return result, place
            place += 1
        if not brain.bytes_[self.tried]:
            brain.reason = "every child was skipped"
            return Status.SKIPPED, place
        if brain.log is not None:
            brain.reason = f"all {len(children)} children gave {_OTHER[ending].name}"
        return _OTHER[ending], place


_OTHER: dict[Status, Status] = {Status.SUCCESS: Status.FAILURE, Status.FAILURE: Status.SUCCESS}
