"""Run `if_else`, `switch` and `try_recover` (the composites of section 3; rule 3.7).

`if_else`, children condition, then, else:

| condition gives | result |
|---|---|
| RUNNING | RUNNING |
| SUCCESS | that of *then* |
| FAILURE, SKIPPED | that of *else*, FAILURE without one |

It asks once, on enter; with `reactive: true` every tick, and a change halts the other branch first.

`switch` ticks the child whose case equals the variable, else the default, else FAILURE; a change of case
halts the former child first.

`try_recover`:

| first gives | then |
|---|---|
| RUNNING, SUCCESS, SKIPPED | that |
| FAILURE, tries left | the second is ticked; SUCCESS tries the first again next tick, an other end fails |
| FAILURE, no try left | FAILURE |

With `pace: same_tick` the first is tried again in the same tick, under the visit budget.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from graphs.expressions.types import Type, Value, fits_type
from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.minds.expressions.explain import format_value
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, given, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow, one_for_each
from runtime.minds.trees.tree_walk import VisitBudgetSpent, halt, visit
from runtime.records.reasons import Reason, ReasonForm, say

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue, Expression
    from runtime.minds.program.ticking_brain import TickingBrain

VisitChild = Callable[["TickingBrain"], int]
NONE = -1
THEN, ELSE = 1, 2


@dataclass(slots=True, eq=False, kw_only=True)
class IfElseRow(TreeRow):
    """Run one of two branches by a condition; `branch` is the int slot with the one decided for."""

    about: ClassVar[RowPage] = RowPage(
        "if_else", ("if_else",), "Visits its second or third child by the result of the first.", 2, 3
    )

    in_roles: ClassVar[bool] = True
    picks_by: ClassVar[Literal["question"]] = "question"
    decided_by: ClassVar[Literal["all"]] = "all"

    reactive: bool = given(Sort.BOOL, "It asks every tick, not only on enter.")
    branch: int = remembers(Meaning.CHILD, "The child decided for, 1 or 2; -1 for none.", optional=True)

    def goes_on_after(self, child: TreeRow) -> bool:
        """Tell that it goes on after its question."""
        return child is self.child_rows[0]

    def enter(self, brain: TickingBrain) -> None:
        """Decide for none yet."""
        brain.ints[self.branch] = NONE

    def tick(self, brain: TickingBrain) -> Status:
        """Ask where needed, then tick the branch."""
        former = brain.ints[self.branch]
        branch = former
        if former == NONE or self.reactive:
            answer = visit(self.child_rows[0], brain)
            if answer == Status.RUNNING:
                return answer
            branch = THEN if answer == Status.SUCCESS else ELSE
        if former not in (NONE, branch) and former < len(self.child_rows):
            halt(self.child_rows[former], brain)
        brain.ints[self.branch] = branch
        if branch >= len(self.child_rows):
            say(brain, ReasonForm.NO_ELSE)
            return Status.FAILURE
        result = visit(self.child_rows[branch], brain)
        if brain.log is not None and result != Status.RUNNING:
            form = ReasonForm.THEN_GAVE if branch == THEN else ReasonForm.ELSE_GAVE
            brain.reason = Reason(form, (result,))
        return result


@dataclass(slots=True, eq=False, kw_only=True)
class SwitchRow(TreeRow):
    """Run the child whose case equals a variable.

    `cases` has one value per child, `default` is the child that takes what no case matched, or -1; `chosen`
    is the int slot with the child that runs.
    """

    about: ClassVar[RowPage] = RowPage(
        "switch", ("switch",), "Visits the child whose case equals a value.", 0, None
    )

    picks_by: ClassVar[Literal["case"]] = "case"

    variable: Expression = given(Sort.EXPRESSION, "What is compared.", name="value")
    cases: tuple[Value, ...] = given(Sort.CASES, "The case of each child; null for none.")
    default: int = given(Sort.ROW_OR_NONE, "The child for what no case matches.")
    chosen: int = remembers(
        Meaning.CHILD, "The child that runs; -1 for none.", only_child=True, optional=True
    )

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any] | None:
        """Return what no parameter of the same name gives."""
        name = source.node.params.get("variable")
        variable = source.expression(str(name), "params.variable") if name else None
        if variable is None:
            return None
        declared, cases, default = variable.typed.type, list[Value](), -1
        for position, child in enumerate(source.children):
            slot = child.slot
            if slot is not None and slot.default:
                default = position
            case = slot.case if slot is not None else None
            cases.append(_case(case, declared))
            if case is not None and cases[-1] is None:
                source.refuse("slot.case", f"The case {case!r} is not {declared.phrase}.", "", position)
        return {"variable": variable, "cases": tuple(cases), "default": default}

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        return {"variable": self.variable}

    def slots(self) -> list[dict[str, object]]:
        """Return what it knows of each child."""
        return [{"case": case, "default": place == self.default} for place, case in enumerate(self.cases)]

    def misfit(self) -> str:
        """Tell where a child lacks its case, of a default that is no child, and of a case of another type."""
        said = one_for_each("cases", self.cases, self)
        if said or self.default >= len(self.child_rows):
            return said or "The default is no child."
        declared = self.variable.typed.type
        fits = all(case is None or fits_type(case, declared) for case in self.cases)
        return "" if fits else f"A case is not {declared.phrase}."

    def enter(self, brain: TickingBrain) -> None:
        """Choose none yet."""
        brain.ints[self.chosen] = NONE

    def tick(self, brain: TickingBrain) -> Status:
        """Find the case and tick its child."""
        value = self.variable.run(brain)
        child = self._child_for(value)
        former = brain.ints[self.chosen]
        if former not in (NONE, child):
            halt(self.child_rows[former], brain)
        brain.ints[self.chosen] = child
        if child == NONE:
            self._say(brain, ReasonForm.NO_CASE, value)
            return Status.FAILURE
        result = visit(self.child_rows[child], brain)
        if result == Status.RUNNING:
            self._say(brain, ReasonForm.CASE_RUNS, value)
        else:
            self._say(brain, ReasonForm.CASE_GAVE, value, child + 1, result)
        return result

    def _say(self, brain: TickingBrain, form: ReasonForm, value: Value, *parts: object) -> None:
        if brain.log is not None:
            brain.reason = Reason(form, (self.variable.text, format_value(value), *parts))

    def _child_for(self, value: Value) -> int:
        for child, case in enumerate(self.cases):
            if child != self.default and case is not None and case == value:
                return child
        return self.default


@dataclass(slots=True, eq=False, kw_only=True)
class TryRecoverRow(TreeRow):
    """Try the first child; recover with the second when it fails.

    `recovering` is the byte slot that tells which of the two is at work, `left` the int slot with the tries
    that are left.
    """

    about: ClassVar[RowPage] = RowPage(
        "try_recover",
        ("try_recover",),
        "Visits its second child when the first fails, and then the first again.",
        2,
        2,
    )

    in_roles: ClassVar[bool] = True
    loops: ClassVar[bool] = True

    attempts: ControlValue = given(Sort.COUNT, "How often it recovers.")
    same_tick: bool = given(Sort.BOOL, "It tries the first child again in the same tick.", default=False)
    recovering: int = remembers(Meaning.FLAG, "1 while the second child is at work.")
    left: int = remembers(Meaning.NUMBER, "The attempts that are left.")

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        return {"same_tick": source.choice("pace") == "same_tick"}

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        return {"pace": "same_tick" if self.same_tick else "tick"}

    def can_run(self) -> bool:
        """Tell whether it waits for the next tick before it tries again, or a child can run."""
        return not self.same_tick or TreeRow.can_run(self)

    def enter(self, brain: TickingBrain) -> None:
        """Begin with the first child."""
        attempts = self.attempts.value(brain, self)
        if not isinstance(attempts, int) or attempts < 0:
            raise EvaluationError(f"A number of attempts is an int from 0 on; it is {attempts!r}.")
        brain.ints[self.left] = attempts
        brain.bytes_[self.recovering] = 0

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child at work, and the first again when the pace says so."""
        first, second = self.child_rows
        return self.loop(partial(visit, first), partial(visit, second), brain)

    def loop(self, first: VisitChild, second: VisitChild, brain: TickingBrain) -> Status:
        """Tick the children as the two functions do."""
        tries = 1
        try:
            while (result := self._once(first, second, brain)) is None:
                tries += 1
        except VisitBudgetSpent as spent:
            if self.same_tick and tries > spent.attempts:
                spent.row, spent.attempts = self, tries
            raise
        return result

    def _once(self, first: VisitChild, second: VisitChild, brain: TickingBrain) -> Status | None:
        """Return what it gives, None where it is to try the first child again at once."""
        if not brain.bytes_[self.recovering]:
            result = Status(first(brain))
            if result != Status.FAILURE:
                if brain.log is not None and result != Status.RUNNING:
                    brain.reason = Reason(ReasonForm.FIRST_GAVE, (result,))
                return result
            if brain.ints[self.left] == 0:
                say(brain, ReasonForm.NO_ATTEMPT)
                return Status.FAILURE
            brain.bytes_[self.recovering] = 1
        result = Status(second(brain))
        if result == Status.RUNNING:
            return result
        if result != Status.SUCCESS:
            say(brain, ReasonForm.RECOVERY_GAVE, result)
            return Status.FAILURE
        brain.ints[self.left] -= 1
        brain.bytes_[self.recovering] = 0
        return None if self.same_tick else Status.RUNNING


def _case(case: object, declared: Type) -> Value:
    if isinstance(case, (bool, int, float, str)) and fits_type(case, declared):
        return case
    return None
