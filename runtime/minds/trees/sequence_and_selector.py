"""Run `sequence` and `selector` (the composites of section 3; rules 3.5, 3.7).

Both walk their children in stored order and differ only in which result ends the walk:

| child gives | sequence | selector |
|---|---|---|
| RUNNING | RUNNING, place remembered | RUNNING, place remembered |
| SUCCESS | next child | SUCCESS |
| FAILURE | FAILURE | next child |
| SKIPPED | next child | next child |
| no child left, one ended since entered | SUCCESS | FAILURE |
| no child left, none ended since entered | SKIPPED | SKIPPED |

`yield` gives RUNNING after each child that ended and was not the last, and goes on in the next tick.

`memory: none` starts at the first child every tick; the child that ran before and is no longer reached is
halted after the pass, before the result is returned. `memory: keep` keeps the place also after the early end
and a halt, and forgets it when no child is left. Children before a kept place count as ended, so the end of
such a walk is never SKIPPED. A child that ran and was then skipped did not end.

A selector whose children have guards that abort lower siblings first tests those of the children before the
running one: one that was false, or never tested, and is true now takes over (3.9).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.orders import is_left_out
from runtime.minds.program.row_fields import Meaning, Sort, given, remembers
from runtime.minds.program.tree_row import EndStatus, RowPage, TreeRow
from runtime.minds.program.triggers import let_in
from runtime.minds.trees.tree_walk import guard_holds, halt, visit
from runtime.records.reasons import Reason, ReasonForm

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, eq=False, kw_only=True)
class OrderedCompositeRow(TreeRow):
    """Walk children in order until one gives `ending`.

    `place` is the int slot with the child that runs, -1 while the node does not run; with `keep` it is the
    child to start at. `tried` is the byte slot that tells whether any child ended since the enter, or is
    before the kept place it was entered at; it is 0 while the node does not run. `tested` is the first of one
    byte slot per child with the last test of its guard, -1 where no guard aborts lower siblings.
    """

    about: ClassVar[RowPage] = RowPage(
        "ordered",
        ("sequence", "selector", "foreign_node"),
        "Visits its children in order until one gives `ending`.",
        0,
        None,
    )

    walks: ClassVar[bool] = True

    ending: EndStatus = given(Sort.END, "The result of a child that ends it.")
    reactive: bool = given(Sort.BOOL, "It starts at the first child every tick.")
    keep: bool = given(Sort.BOOL, "It keeps its place when it ends early or is halted.")
    yields: bool = given(
        Sort.BOOL,
        "It waits for the next tick before each further child.",
        name="yield",
        default=False,
    )
    place: int = remembers(
        Meaning.CHILD,
        "The child that runs; -1 for none unless `keep`.",
        lasting="keep",
        only_child=True,
        optional="reactive",
    )
    tried: int = remembers(Meaning.FLAG, "1 once a child has ended.")
    tested: int = remembers(
        Meaning.TESTS,
        "The first byte, one for each child, with the last test of its guard.",
        names=("tests",),
        can_lack=True,
    )

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        is_known = source.node.kind != "foreign_node"
        memory = source.choice("memory") if is_known else "resume"
        yields = is_known and source.choice("yield") is True
        if yields and memory == "none":
            source.refuse("params.yield", NEVER_GETS_ON, "Set the memory to resume or keep.")
        is_selector = source.node.kind == "selector"
        aborts = [
            child.guard is not None and child.guard.abort in ("lower", "both") for child in source.children
        ]
        return {
            "ending": Status.SUCCESS if is_selector else Status.FAILURE,
            "reactive": memory == "none",
            "keep": memory == "keep",
            "yields": yields,
            "tested": source.bytes_(len(aborts)) if is_selector and any(aborts) else -1,
            "place": source.lasting_int() if memory == "keep" else source.place_of_none(),
        }

    def parameters(self) -> dict[str, object]:
        """Return what `parts` made of parameters as they were."""
        memory = "none" if self.reactive else "keep" if self.keep else "resume"
        return {"memory": memory, "yield": self.yields}

    def likely_kind(self) -> str:
        """Return the kind that nodes with such a row mostly have."""
        return "selector" if self.ending == Status.SUCCESS else "sequence"

    def place_of_test(self, position: int) -> int:
        """Return the byte with the last test of a child's guard, -1 where no guard aborts lower siblings."""
        return self.tested + position if self.tested >= 0 else -1

    def goes_on_after(self, child: TreeRow) -> bool:
        """Tell whether a success leads to the next child."""
        return self.ending == Status.FAILURE

    def misfit(self) -> str:
        """Tell of a guard whose last test is kept elsewhere."""
        for position, child in enumerate(self.child_rows):
            guard = child.guard
            if guard is not None and guard.aborts_lower and guard.last_test != self.place_of_test(position):
                return f"The last test of the guard of child {position} is kept elsewhere."
        return ""

    def can_run(self) -> bool:
        """Tell whether a child can, or it waits between two."""
        return (self.yields and len(self.child_rows) > 1) or TreeRow.can_run(self)

    def can_skip(self) -> bool:
        """Tell whether all children can be skipped."""
        return all(child.may_skip for child in self.child_rows)

    def reads_triggers(self) -> bool:
        """Tell whether guards read any that it tests for its children, or its own."""
        guards = [child.guard for child in self.child_rows if child.guard is not None]
        tested = any(guard.aborts_lower and guard.test.triggers for guard in guards)
        return tested or TreeRow.reads_triggers(self)

    def enter(self, brain: TickingBrain) -> None:
        """Forget what was tried and tested; with `keep` the place stays remembered."""
        brain.bytes_[self.tried] = self.keep and brain.ints[self.place] > 0
        if self.tested >= 0:
            count = len(self.child_rows)
            brain.bytes_[self.tested : self.tested + count] = bytes(count)

    def tick(self, brain: TickingBrain) -> Status:
        """Walk the children and return the result."""
        start = self.aborting_child(brain) if self.tested >= 0 else -1
        if start < 0 and not self.reactive:
            start = brain.ints[self.place]
        result, place = self._walk(brain, max(start, 0))
        if self.reactive:
            self._halt_unreached(brain, place)
        if self.keep:
            brain.ints[self.place] = 0 if place == len(self.child_rows) else place
        elif self.may_run:
            brain.ints[self.place] = place if result == Status.RUNNING else -1
        if result != Status.RUNNING:
            brain.bytes_[self.tried] = 0
        return result

    def stop(self, brain: TickingBrain) -> None:
        """Forget which child ran, and that any ended."""
        brain.bytes_[self.tried] = 0
        if self.may_run and not self.keep:
            brain.ints[self.place] = -1

    def aborting_child(self, brain: TickingBrain) -> int:
        """Halt a running child for an earlier one whose guard became true; return that one, or -1."""
        running = next(
            (position for position, child in enumerate(self.child_rows) if brain.bytes_[child.index] == 1), -1
        )
        for position in range(running):
            child = self.child_rows[position]
            if child.disabled or child.guard is None or not child.guard.aborts_lower:
                continue
            if is_left_out(brain, child.index):
                continue
            was_true = brain.bytes_[child.guard.last_test] == 2
            if guard_holds(child.guard, child, brain) and not was_true:
                let_in(child.guard, tuple(brain.armed_reads), child, brain)
                halt(self.child_rows[running], brain)
                brain.passed_guard = child.index
                return position
        return -1

    def _halt_unreached(self, brain: TickingBrain, place: int) -> None:
        """Halt the child that ran before, if the walk that stopped at `place` did not reach it."""
        before = brain.ints[self.place] if self.may_run else -1
        if before >= 0 and before != place:
            reason = brain.reason
            halt(self.child_rows[before], brain)
            brain.reason = reason

    def _walk(self, brain: TickingBrain, place: int) -> tuple[Status, int]:
        ending = self.ending
        children = self.child_rows
        while place < len(children):
            result = visit(children[place], brain)
            if result == Status.RUNNING:
                return result, place
            if result != Status.SKIPPED:
                brain.bytes_[self.tried] = 1
                if result == ending:
                    if brain.log is not None:
                        brain.reason = Reason(ReasonForm.CHILD_GAVE, (place + 1, result))
                    return result, place
                if self.yields and place + 1 < len(children):
                    return Status.RUNNING, place + 1
            place += 1
        result = _OTHER[ending] if brain.bytes_[self.tried] else Status.SKIPPED
        if brain.log is not None:
            brain.reason = reason_of_ends(self, brain, result, keep=self.keep)
        return result, place


def reason_of_ends(row: TreeRow, brain: TickingBrain, result: Status, *, keep: bool = False) -> Reason:
    """Return what the children that were not skipped gave, as their statuses tell.

    With `keep` a child that has none may have been skipped, or be before the kept place.
    """
    if result == Status.SKIPPED:
        return Reason(ReasonForm.ALL_SKIPPED)
    children = row.child_rows
    ended = [place for place, child in enumerate(children, 1) if brain.bytes_[child.index]]
    if len(ended) == len(children) or (keep and not any(child.may_skip for child in children)):
        return Reason(ReasonForm.ALL_GAVE, (len(children), result))
    if keep or not ended:
        return Reason(ReasonForm.NOT_SKIPPED_GAVE, (result,))
    if len(ended) == 1:
        return Reason(ReasonForm.ONLY_OTHER_GAVE, (ended[0], result))
    return Reason(ReasonForm.OTHERS_GAVE, (len(ended), result))


NEVER_GETS_ON = "It starts over each tick, so a yield never lets it get past its first child."

_OTHER: dict[Status, Status] = {Status.SUCCESS: Status.FAILURE, Status.FAILURE: Status.SUCCESS}
