"""Run `round_robin` (the composites of section 3; rules 3.5, 3.13).

It tries its children as a selector does, but around: it begins behind the child that last succeeded.

| child gives | round robin |
|---|---|
| RUNNING | RUNNING, this child remembered |
| SUCCESS | SUCCESS; the next run begins behind this child |
| FAILURE | the next child, the first behind the last |
| SKIPPED | as FAILURE |
| all were tried, one ended since entered | FAILURE; the next run begins where this one did |
| all were tried, none ended since entered | SKIPPED |

Where it begins is lasting: an end, a halt and a fresh start of the root keep it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.minds.trees.sequence_and_selector import reason_of_ends
from runtime.minds.trees.tree_walk import visit
from runtime.records.reasons import Reason, ReasonForm

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, eq=False, kw_only=True)
class RoundRobinRow(TreeRow):
    """Try children around until one succeeds.

    `start` is the int slot with the child a run begins at, `place` that with the child it is at, `tried` the
    byte slot that tells whether any child ended since the enter.
    """

    about: ClassVar[RowPage] = RowPage(
        "round_robin",
        ("round_robin",),
        "Tries its children around, from `start` on, until one succeeds; the next run starts behind it.",
        0,
        None,
    )

    start: int = remembers(Meaning.CHILD, "The child that a run begins at.", lasting=True)
    place: int = remembers(Meaning.CHILD, "The child it is at.", only_child=True)
    tried: int = remembers(Meaning.FLAG, "1 once a child has ended.")

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return the place that lasts."""
        return {"start": source.lasting_int()}

    def can_skip(self) -> bool:
        """Tell whether all children can be skipped."""
        return all(child.may_skip for child in self.child_rows)

    def enter(self, brain: TickingBrain) -> None:
        """Begin a run where it is its turn."""
        brain.ints[self.place] = brain.ints[self.start]
        brain.bytes_[self.tried] = 0

    def tick(self, brain: TickingBrain) -> Status:
        """Try children from the one it is at on, around to the start."""
        children, start = self.child_rows, brain.ints[self.start]
        count = len(children)
        for turn in range((brain.ints[self.place] - start) % max(count, 1), count):
            place = brain.ints[self.place] = (start + turn) % count
            result = visit(children[place], brain)
            if result == Status.RUNNING:
                return result
            if result == Status.SUCCESS:
                brain.ints[self.start] = (place + 1) % count
                if brain.log is not None:
                    brain.reason = Reason(ReasonForm.CHILD_GAVE, (place + 1, result))
                return result
            if result == Status.FAILURE:
                brain.bytes_[self.tried] = 1
        result = Status.FAILURE if brain.bytes_[self.tried] else Status.SKIPPED
        if brain.log is not None:
            brain.reason = reason_of_ends(self, brain, result)
        return result
