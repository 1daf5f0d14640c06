"""Run `inverter`, `force_success` and `force_failure` (SEMANTICS 3, decorators).

| child gives | inverter | force_success | force_failure |
|---|---|---|---|
| RUNNING | RUNNING | RUNNING | RUNNING |
| SUCCESS | FAILURE | SUCCESS | FAILURE |
| FAILURE | SUCCESS | SUCCESS | FAILURE |
| SKIPPED | SKIPPED | SKIPPED | SKIPPED |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.behavior_trees.tree_row import TreeRow
from runtime.behavior_trees.tree_walk import visit
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.brains.brain import Brain


@dataclass(slots=True, eq=False, kw_only=True)
class ResultMapRow(TreeRow):
    """Map the child's end result; RUNNING and SKIPPED pass."""

    on_success: Status
    on_failure: Status

    def tick(self, brain: Brain) -> Status:
        """Tick the child and map its result."""
        result = visit(self.child_rows[0], brain)
        if result == Status.SUCCESS:
            mapped = self.on_success
        elif result == Status.FAILURE:
            mapped = self.on_failure
        else:
            mapped = result
        if brain.log is not None and result != Status.RUNNING:
            brain.reason = f"the child gave {result.name}"
        return mapped
