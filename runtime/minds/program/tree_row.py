"""What every row that can be ticked has in common."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from graphs.expressions.typed import VariableRead, walk_typed
from graphs.expressions.types import Value
from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, PartPage, Sort, counts_draws, given, holds, remembers
from runtime.minds.program.rows import Row, RowFamily
from runtime.minds.program.rows import RowPage as RowPage

if TYPE_CHECKING:
    from runtime.minds.program.code import ActionBlock, ControlValue, Expression
    from runtime.minds.program.ticking_brain import TickingBrain


EndStatus = Literal[Status.SUCCESS, Status.FAILURE]
Refusal = Literal[Status.FAILURE, Status.SKIPPED]
Verdict = Literal[Status.SUCCESS, Status.FAILURE, Status.SKIPPED]
NOTHING_KEPT = -1
"""In place of a place in memory: there is none."""


def trigger_names(test: Expression) -> list[str]:
    """Return the names of the triggers that a test reads, in the order of their places in it."""
    reads = (node for node in walk_typed(test.typed) if isinstance(node, VariableRead))
    names = {test.slots[node.slot_key].index: node.name for node in reads}
    return [names[trigger] for trigger in test.triggers]


@dataclass(slots=True, frozen=True)
class GuardCode:
    """Hold a compiled guard (rule 3.9).

    `last_test` is of the selector above, for a guard that aborts lower siblings: 0 never tested, 1 false, 2
    true. `held` tells of each trigger of the test that it let the node enter (rule 2.3); there is none for a
    guard that reads none or is not tested while its node runs.
    """

    about: ClassVar[PartPage] = PartPage("Guard", "What must hold before a node is entered.", "guard")

    test: Expression = given(Sort.TEST, "What must hold.")
    tested_while_running: bool = given(
        Sort.BOOL, "It is tested before every tick of the node.", name="while_running"
    )
    refused: Refusal = given(Sort.REFUSAL, "What the node gives where it does not hold.")
    aborts_lower: bool = given(Sort.BOOL, "It halts a later child of the selector above.", default=False)
    last_test: int = given(
        Sort.ROW_OR_NONE, "The byte with its last test: 1 false, 2 true.", default=NOTHING_KEPT
    )
    held: int = remembers(
        Meaning.FLAG,
        "The first byte, one for each trigger, of those that let it in.",
        names="names_of_held",
        can_lack=True,
        default=NOTHING_KEPT,
    )

    @property
    def names_of_held(self) -> tuple[str, ...]:
        """Return how it is called that a trigger let the node enter."""
        return tuple(f"guard_held_{name}" for name in trigger_names(self.test))


@dataclass(slots=True, frozen=True)
class PreconditionCode:
    """Hold a compiled precondition (rule 3.9): it decides where its test holds, of a `lasting` one where not.

    A lasting one is tested while the node runs too; `held` is then as of a guard.
    """

    about: ClassVar[PartPage] = PartPage(
        "Precondition", "What is tested behind the guard, before a node is entered.", "precondition"
    )

    test: Expression = given(Sort.TEST, "What is asked.")
    gives: Verdict = given(Sort.RESULT, "What the node gives where it decides.")
    lasting: bool = given(
        Sort.BOOL, "It decides where the test is false, and before every tick of the node.", name="while"
    )
    held: int = remembers(
        Meaning.FLAG,
        "The first byte, one for each trigger, of those that let it in.",
        names="names_of_held",
        can_lack=True,
        default=NOTHING_KEPT,
    )

    @property
    def names_of_held(self) -> tuple[str, ...]:
        """Return how it is called that a trigger let the node enter."""
        return tuple(f"held_{name}" for name in trigger_names(self.test))


@dataclass(slots=True, frozen=True)
class EndCode:
    """Hold the compiled lines at the end of a node, or of the activity of a state (rule 3.17).

    `row` is the node or the state, whose lines they are.
    """

    about: ClassVar[PartPage] = PartPage("Lines at the end", "What is done when a node has ended.", "end")

    row: Row = given(Sort.ROW, "The node, or the state whose activity it is.")
    on_success: ActionBlock = given(Sort.BLOCK, "What is done after SUCCESS.")
    on_failure: ActionBlock = given(Sort.BLOCK, "What is done after FAILURE.")
    on_halt: ActionBlock = given(Sort.BLOCK, "What is done after a halt.")
    on_end: ActionBlock = given(Sort.BLOCK, "What is done behind these, and after SKIPPED.")

    def block_of(self, result: Status | None) -> ActionBlock | None:
        """Return what is done after one sort of end; None for `result` stands for a halt."""
        if result is None:
            return self.on_halt
        return {Status.SUCCESS: self.on_success, Status.FAILURE: self.on_failure}.get(result)


@dataclass(slots=True, frozen=True, kw_only=True)
class ServiceCode:
    """Hold a compiled service (rule 3.10)."""

    about: ClassVar[PartPage] = PartPage(
        "Service", "What is done when a node is entered, and every so often while it is active.", "service"
    )

    every: ControlValue = given(Sort.SECONDS, "Seconds from one run to the next, fixed on enter.")
    jitter: ControlValue | None = given(
        Sort.SECONDS, "How far that is drawn to both sides.", optional=True, default=None
    )
    guard: Expression | None = given(Sort.TEST, "It runs only where this holds.", optional=True)
    block: ActionBlock = given(Sort.BLOCK, "What is done.")
    due: int = remembers(Meaning.TICK, "The tick of the next run.", counts="every")
    interval: int = remembers(Meaning.NUMBER, "The ticks between two runs.", counts="every")
    spread: int = remembers(
        Meaning.NUMBER, "The ticks of the jitter.", counts="jitter", can_lack=True, default=NOTHING_KEPT
    )
    draws: int = counts_draws("Counts the draws of the node.", can_lack=True, default=NOTHING_KEPT)


@dataclass(slots=True, eq=False, kw_only=True)
class TreeRow(Row):
    """Be one node that can be ticked; kinds override `enter`, `tick` and `stop`.

    A row is shared by all agents and holds nothing of any one of them: what a node remembers are places in
    the brain's buffers that were handed out when it was compiled. `may_run` and `may_skip` tell whether a
    visit can ever give RUNNING or SKIPPED, `may_refuse` whether the kind has a refusal. `interpreted` rows
    are left to the interpreter by generated code: triggers decide about them. `claims` let go when the node
    ends or is halted.

    Each kind has one page: a class with `about`, and with fields that are `given` or that it `remembers`.
    """

    family: ClassVar[RowFamily] = RowFamily.TREE_NODE

    child_rows: tuple[TreeRow, ...] = given(Sort.NODES, "Its children in order.", name="children", default=())
    disabled: bool = given(Sort.BOOL, "It is SKIPPED, whatever is in it.", default=False)
    guard: GuardCode | None = holds(
        GuardCode, "What must hold before it is entered.", optional=True, default=None
    )
    preconditions: tuple[PreconditionCode, ...] = holds(
        PreconditionCode,
        "What is tested behind the guard, in order.",
        many=True,
        prefix="precondition_{}_",
        default=(),
    )
    ends: tuple[EndCode, ...] = holds(
        EndCode,
        "What is done when it has ended: its own lines, then those of the state whose activity it is.",
        many=True,
        default=(),
    )
    services: tuple[ServiceCode, ...] = holds(
        ServiceCode, "What is done besides while it is active.", many=True, prefix="service_{}_", default=()
    )
    may_run: bool = True
    may_skip: bool = True
    interpreted: bool = False
    may_refuse: bool = True
    claims: tuple[TreeRow, ...] = ()

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any] | None:
        """Return fields that no parameter of the same name gives; None where something was refused."""
        return {}

    def parameters(self) -> dict[str, object]:
        """Return the parameters of its node that no field of the same name keeps: the reverse of `parts`."""
        return {}

    def likely_kind(self) -> str:
        """Return the kind that nodes with such a row mostly have, for programs without names."""
        return self.kind

    def slots(self) -> list[dict[str, object]]:
        """Return what its node knows of each child, as a document has it; nothing where it knows nothing."""
        return []

    def misfit(self) -> str:
        """Tell why a row that was read from a file could fail when it runs, "" where it fits."""
        return ""

    def refusal(self, brain: TickingBrain) -> Status | None:
        """Return the result with which the node refuses to be entered now, or None (rule 3.2)."""
        return None

    @property
    def counts_to(self) -> Value:
        """Return the plain number that a loop counts up to, None where none is given."""
        return None

    @property
    def same_always(self) -> bool:
        """Tell whether it gives the same however its child ends."""
        return False

    def place_of_test(self, position: int) -> int:
        """Return the byte with the last test of the guard of a child that aborts lower ones, -1 for none."""
        return NOTHING_KEPT

    def goes_on_after(self, child: TreeRow) -> bool:
        """Tell whether it can go on once a child has succeeded (rule 3.16)."""
        return False

    def can_run(self) -> bool:
        """Tell whether a tick of this node can give RUNNING; its children know it of themselves."""
        return any(child.may_run for child in self.child_rows)

    def can_skip(self) -> bool:
        """Tell whether a tick of this node can give SKIPPED."""
        return any(child.may_skip for child in self.child_rows)

    def reads_triggers(self) -> bool:
        """Tell whether its guard, or another test that decides here, reads triggers."""
        tests = [each.test for each in self.preconditions]
        tests += [] if self.guard is None else [self.guard.test]
        return any(test.triggers for test in tests)

    def settle(self) -> None:
        """Fix what a visit can give and who is to visit it, once the children are known."""
        self.interpreted = self.reads_triggers()
        guard_skips = self.guard is not None and self.guard.refused == Status.SKIPPED
        guard_skips = guard_skips or any(each.gives == Status.SKIPPED for each in self.preconditions)
        self.may_run = self.can_run()
        self.may_refuse = type(self).refusal is not TreeRow.refusal
        self.may_skip = self.disabled or guard_skips or self.can_skip()

    def enter(self, brain: TickingBrain) -> None:
        """Make the node's running memory."""

    def tick(self, brain: TickingBrain) -> Status:
        """Do one tick and return the result."""
        raise NotImplementedError

    def stop(self, brain: TickingBrain) -> None:
        """Do the node's own part of a halt, after its descendants were halted."""

    def finish(self, brain: TickingBrain, result: Status) -> None:
        """Do the node's own part of an end that its tick has no say in (rule 7.4)."""
        self.stop(brain)


def one_for_each(attribute: str, values: Sized | None, row: TreeRow) -> str:
    """Tell that each child needs a value of its own, "" where it has one or none is given."""
    fits = values is None or len(values) == len(row.child_rows)
    return "" if fits else f"{attribute} must have one value for each child."
