"""Run the decorators that map, limit or draw the result of their child (the decorators of section 3).

| child gives | inverter | force_success | force_failure |
|---|---|---|---|
| RUNNING | RUNNING | RUNNING | RUNNING |
| SUCCESS | FAILURE | SUCCESS | FAILURE |
| FAILURE | SUCCESS | SUCCESS | FAILURE |
| SKIPPED | SKIPPED | SKIPPED | SKIPPED |

| kind | rule |
|---|---|
| run_limit, run_once | count completions; at `count`, refuse with SKIPPED, FAILURE or the last result |
| probability | draws on enter; a miss gives FAILURE or SKIPPED and the child is not ticked |
| breakpoint | passes its child through; a debugger stops here |

The counts are lasting memory: they survive completions, halts and fresh starts of the root.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from runtime.basics.random_numbers import draw_chance
from runtime.basics.status import Status
from runtime.minds.program.code import ControlValue
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, counts_draws, given, remembers
from runtime.minds.program.tree_row import Refusal, RowPage, TreeRow
from runtime.minds.trees.tree_walk import visit, visit_only_child
from runtime.records.reasons import Reason, ReasonForm, say

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

    def likely_kind(self) -> str:
        """Return the kind that nodes with such a row mostly have."""
        ends = (self.on_success, self.on_failure)
        return next((kind for kind, those in _MAPS.items() if those == ends), self.kind)

    @property
    def same_always(self) -> bool:
        """Tell whether both ends become the same."""
        return self.on_success == self.on_failure

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


@dataclass(slots=True, eq=False, kw_only=True)
class RunLimitRow(TreeRow):
    """Let the child complete so many times.

    `counted` are the results that count. `done` is the lasting int slot with the completions so far, `last`
    the lasting byte slot with the last result; `afterwards` None is that result.
    """

    about: ClassVar[RowPage] = RowPage(
        "run_limit", ("run_limit", "run_once"), "Lets its child complete so many times.", 1, 1
    )

    count: ControlValue = given(Sort.COUNT, "How many times.")
    counted: tuple[Status, ...] = given(Sort.ENDS, "The results that count.")
    afterwards: Refusal | None = given(Sort.REFUSAL_OR_NONE, "What it gives then; null for the last result.")
    done: int = remembers(
        Meaning.NUMBER,
        "The completions so far; lasts as long as its instance.",
        lasting=True,
        of_instance=True,
    )
    last: int = remembers(
        Meaning.RESULT, "The last result; lasts as long as its instance.", lasting=True, of_instance=True
    )

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        counted = {"success": (Status.SUCCESS,), "failure": (Status.FAILURE,)}
        return {
            "count": source.values.get("count", ControlValue(constant=1)),
            "counted": counted.get(str(source.choice("counts")), (Status.SUCCESS, Status.FAILURE)),
        }

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        counts = self.counted[0] if len(self.counted) == 1 else "all"
        return {"counts": counts, "afterwards": self.afterwards or "last"}

    def can_skip(self) -> bool:
        """Tell whether it refuses with SKIPPED, or its child can be skipped."""
        return self.afterwards != Status.FAILURE or self.child_rows[0].may_skip

    def refusal(self, brain: TickingBrain) -> Status | None:
        """Refuse once the limit is reached."""
        limit = self.count.value(brain, self)
        assert isinstance(limit, int)
        if brain.ints[self.done] < limit:
            return None
        say(brain, ReasonForm.COMPLETED, brain.ints[self.done])
        if self.afterwards is not None:
            return self.afterwards
        return Status(brain.bytes_[self.last] or Status.SKIPPED)

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child and count its end."""
        result = visit_only_child(self, brain)
        if result != Status.RUNNING:
            self.finish(brain, result)
        return result

    def finish(self, brain: TickingBrain, result: Status) -> None:
        """Count a completion."""
        if result in (Status.SUCCESS, Status.FAILURE):
            brain.bytes_[self.last] = result
            if result in self.counted:
                brain.ints[self.done] += 1


@dataclass(slots=True, eq=False, kw_only=True)
class ProbabilityRow(TreeRow):
    """Run the child with a chance; `hit` is the byte slot with the draw, `draws` the draw counter."""

    about: ClassVar[RowPage] = RowPage(
        "probability", ("probability",), "Visits its child if the draw on enter was a hit.", 1, 1
    )

    chance: ControlValue = given(Sort.FRACTION, "The chance of a hit, 0 to 1.")
    refused: Refusal = given(Sort.REFUSAL, "What a miss gives.")
    hit: int = remembers(Meaning.FLAG, "1 for a hit.")
    draws: int = counts_draws()

    def can_skip(self) -> bool:
        """Tell whether a miss gives SKIPPED, or its child can be skipped."""
        return self.refused == Status.SKIPPED or self.child_rows[0].may_skip

    def enter(self, brain: TickingBrain) -> None:
        """Draw."""
        chance = self.chance.value(brain, self)
        assert isinstance(chance, (int, float))
        place = (brain.seed, brain.agent_hash, self.draw_key, brain.draw_count(self.draws))
        brain.bytes_[self.hit] = draw_chance(*place, chance)

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child if the draw was a hit."""
        if brain.bytes_[self.hit]:
            return visit_only_child(self, brain)
        say(brain, ReasonForm.DRAW_MISSED)
        return self.refused


@dataclass(slots=True, eq=False, kw_only=True)
class PassThroughRow(TreeRow):
    """Pass the child's result through; what a breakpoint is without a debugger."""

    about: ClassVar[RowPage] = RowPage(
        "pass", ("breakpoint",), "Visits its child and gives its result.", 1, 1
    )

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child."""
        return visit_only_child(self, brain)
