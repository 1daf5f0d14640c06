"""Call another graph as a node (rules 2.2, 3.11, 6.2, 6.4).

| step | what happens |
|---|---|
| enter | the instance's `graph` variables and lasting memory are made again with its caller's instance |
| every tick | `in` parameters are evaluated, then the called root is visited; its result is the node's |
| halt | the called root is halted |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphs.expressions.types import Value, fits_type
from runtime.basics.context import EvaluationError, Slot
from runtime.basics.status import Status
from runtime.minds.program.row_fields import Sort, given
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.minds.trees.tree_walk import visit
from runtime.records.reasons import Reason, ReasonForm

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, frozen=True)
class Binding:
    """Bind one `in` parameter: its name, the slot in the called instance, the value at the call."""

    name: str
    slot: Slot
    value: ControlValue


@dataclass(slots=True, eq=False, kw_only=True)
class CallRow(TreeRow):
    """Visit the root of another graph with its own parameters; the root is the only child row."""

    about: ClassVar[RowPage] = RowPage(
        "call", ("subtree", "run_machine", "decide"), "Visits the root of another graph.", 1, 1
    )

    bindings: tuple[Binding, ...] = given(
        Sort.BINDINGS, "The parameters of the graph, bound before every tick.", default=()
    )

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        pace = getattr(self.child_rows[0], "pace", None)
        commit = "until_done" if getattr(pace, "commit", False) else "none"
        return {} if pace is None else {"every": pace.every, "commit": commit}

    def likely_kind(self) -> str:
        """Return the kind that nodes with such a row mostly have."""
        called = {"state_machine": "run_machine", "decision_tree": "decide"}
        return called.get(self.child_rows[0].kind, "subtree")

    def tick(self, brain: TickingBrain) -> Status:
        """Bind the parameters and visit the called root."""
        bind_parameters(self.bindings, brain, self)
        result = visit(self.child_rows[0], brain)
        if brain.log is not None and result != Status.RUNNING:
            brain.reason = Reason(ReasonForm.GRAPH_GAVE, (result,))
        return result


@dataclass(slots=True, eq=False, kw_only=True)
class RunRow(CallRow):
    """Run a behavior tree or a machine; each start is a new instance of it.

    `fresh` lists the places that are made again at each start, with their values: the variables of the called
    graphs and what their nodes keep for as long as they live (rule 3.13).
    """

    about: ClassVar[RowPage] = RowPage(
        "run",
        ("run",),
        "Visits the root of another graph, which is made again each time it is entered.",
        1,
        1,
    )
    ends_claims: ClassVar[bool] = True

    fresh: tuple[tuple[Slot, Value], ...] = given(
        Sort.FIRST_VALUES, "What is made again when it is entered.", default=()
    )

    def enter(self, brain: TickingBrain) -> None:
        """Make the instance again."""
        for slot, value in self.fresh:
            brain.state.write(slot, value)


def bind_parameters(bindings: tuple[Binding, ...], brain: TickingBrain, row: Row) -> None:
    """Evaluate `in` parameters and write them; raise `EvaluationError` for a value that does not fit."""
    for binding in bindings:
        value = binding.value.value(brain, row)
        if not fits_type(value, binding.slot.type):
            raise EvaluationError(
                f"The parameter {binding.name} is {binding.slot.type.phrase} and cannot take {value!r}."
            )
        brain.state.write(binding.slot, value)
