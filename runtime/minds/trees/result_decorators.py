"""Run `inverter`, `force_success` and `force_failure` (the decorators of section 3).

| child gives | inverter | force_success | force_failure |
|---|---|---|---|
| RUNNING | RUNNING | RUNNING | RUNNING |
| SUCCESS | FAILURE | SUCCESS | FAILURE |
| FAILURE | SUCCESS | SUCCESS | FAILURE |
| SKIPPED | SKIPPED | SKIPPED | SKIPPED |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Sort, given
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.minds.trees.tree_walk import visit
from runtime.records.reasons import Reason, ReasonForm

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, eq=False, kw_only=True)
class ResultMapRow(TreeRow):
    """Map the child's end result; RUNNING and SKIPPED pass."""

    about: ClassVar[RowPage] = RowPage(
        "map_result", ("inverter", "force_success", "force_failure"), "Maps the end of its child.", 1, 1
    )

    on_success: Status = given(Sort.END, "What SUCCESS becomes.")
    on_failure: Status = given(Sort.END, "What FAILURE becomes.")

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        on_success, on_failure = _MAPS[source.node.kind]
        return {"on_success": on_success, "on_failure": on_failure}

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child and map its result."""
        result = visit(self.child_rows[0], brain)
        if result == Status.SUCCESS:
            mapped = self.on_success
        elif result == Status.FAILURE:
            mapped = self.on_failure
        else:
            mapped = result
        if brain.log is not None and result != Status.RUNNING:
            brain.reason = Reason(ReasonForm.ONLY_CHILD_GAVE, (result,))
        return mapped


_MAPS = {
    "inverter": (Status.FAILURE, Status.SUCCESS),
    "force_success": (Status.SUCCESS, Status.SUCCESS),
    "force_failure": (Status.FAILURE, Status.FAILURE),
}
