"""Run `pipeline_sequence` (the composites of section 3; rules 3.5, 3.13).

Every tick it visits its children from the first to the furthest that was reached, so that what an earlier
child works out stays fresh while a later one uses it.

| child gives | pipeline sequence |
|---|---|
| RUNNING, the furthest reached or one behind it | RUNNING, this child is the furthest reached |
| RUNNING, one before the furthest reached | goes on with the next child in the same tick |
| SUCCESS | goes on with the next child in the same tick |
| SKIPPED | goes on |
| FAILURE | FAILURE, what runs is halted |
| no child left, the last not skipped gave SUCCESS | SUCCESS, what runs is halted |
| no child left, the last not skipped gave RUNNING | RUNNING |
| all were skipped, one ended since entered | SUCCESS |
| all were skipped, none ended since entered | SKIPPED |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from runtime.basics.status import Status
from runtime.minds.program.row_fields import Meaning, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.minds.trees.tree_walk import halt, visit
from runtime.records.reasons import Reason, ReasonForm

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, eq=False, kw_only=True)
class PipelineSequenceRow(TreeRow):
    """Visit children from the first to the furthest reached, every tick.

    `furthest` is the int slot with the furthest child that was reached, `tried` the byte slot that tells
    whether any child ended since the enter.
    """

    about: ClassVar[RowPage] = RowPage(
        "pipeline_sequence",
        ("pipeline_sequence",),
        "Visits its children from the first to the furthest reached, every tick, until the last succeeds.",
        0,
        None,
    )

    furthest: int = remembers(Meaning.CHILD, "The furthest child that was reached.")
    tried: int = remembers(Meaning.FLAG, "1 once a child has ended.")

    def can_skip(self) -> bool:
        """Tell whether all children can be skipped."""
        return all(child.may_skip for child in self.child_rows)

    def goes_on_after(self, child: TreeRow) -> bool:
        """Tell that a success leads on, to the next child."""
        return True

    def enter(self, brain: TickingBrain) -> None:
        """Begin at the first child."""
        brain.ints[self.furthest] = brain.bytes_[self.tried] = 0

    def tick(self, brain: TickingBrain) -> Status:
        """Visit the children up to the furthest reached, and on while they succeed."""
        result, reason = self._walk(brain)
        if result != Status.RUNNING:
            for child in self.child_rows:
                halt(child, brain)
        brain.reason = reason if brain.log is not None else None
        return result

    def _walk(self, brain: TickingBrain) -> tuple[Status, Reason | None]:
        """Return the result of a tick and the reason for it; what runs is not halted yet."""
        last, latest = 0, Status.SKIPPED
        for place, child in enumerate(self.child_rows):
            result = visit(child, brain)
            if result == Status.SKIPPED:
                continue
            last, latest = place + 1, result
            if result != Status.RUNNING:
                brain.bytes_[self.tried] = 1
            elif place >= brain.ints[self.furthest]:
                brain.ints[self.furthest] = place
                break
            if result == Status.FAILURE:
                break
        if latest == Status.RUNNING:
            return latest, None
        if latest != Status.SKIPPED:
            return latest, Reason(ReasonForm.CHILD_GAVE, (last, latest))
        if brain.bytes_[self.tried]:
            return Status.SUCCESS, Reason(ReasonForm.NOT_SKIPPED_GAVE, (Status.SUCCESS,))
        return latest, Reason(ReasonForm.ALL_SKIPPED)
