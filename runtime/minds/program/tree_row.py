"""What every row that can be ticked has in common."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Memory, declared_memories
from runtime.minds.program.rows import Row

if TYPE_CHECKING:
    from runtime.minds.program.code import ActionBlock, ControlValue, Expression
    from runtime.minds.program.ticking_brain import TickingBrain


EndStatus = Literal[Status.SUCCESS, Status.FAILURE]
Refusal = Literal[Status.FAILURE, Status.SKIPPED]


@dataclass(slots=True, frozen=True)
class RowPage:
    """Say what rows of one class are for whoever exports them or builds them from a document.

    `op` is the name of what an executor does with one, `kinds` are the kinds of nodes that become one, none
    for any. It has `least` to `most` children, None for any number. `built` are the kinds built by the page
    itself, where they are not `kinds`.
    """

    op: str
    kinds: tuple[str, ...]
    help: str
    least: int = 0
    most: int | None = 0
    built: tuple[str, ...] | None = None

    @property
    def built_kinds(self) -> tuple[str, ...]:
        """Return the kinds of nodes that are built as the class declares."""
        return self.kinds if self.built is None else self.built


@dataclass(slots=True, frozen=True)
class GuardCode:
    """Hold a compiled guard (rule 3.9).

    `last_test` is the byte slot in which the selector above remembers the last test of a guard that aborts
    lower siblings: 0 never tested, 1 false, 2 true; -1 for every other guard. `held` is the first of one byte
    slot per trigger of the test, which tells that it let the node enter (rule 2.3); -1 for a guard that
    reads none or is not tested while its node runs.
    """

    test: Expression
    tested_while_running: bool
    refused: Literal[Status.FAILURE, Status.SKIPPED]
    aborts_lower: bool = False
    last_test: int = -1
    held: int = -1


@dataclass(slots=True, frozen=True)
class ServiceCode:
    """Hold a compiled service (rule 3.10).

    Int slots: `due` holds the tick it is due on, `interval` the ticks between runs as fixed on enter; with a
    jitter, `spread` holds its ticks and `draws` counts the node's draws.
    """

    every: ControlValue
    block: ActionBlock
    guard: Expression | None
    due: int
    interval: int
    jitter: ControlValue | None = None
    spread: int = -1
    draws: int = -1


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

    about: ClassVar[RowPage]

    child_rows: tuple[TreeRow, ...] = ()
    disabled: bool = False
    guard: GuardCode | None = None
    services: tuple[ServiceCode, ...] = ()
    may_run: bool = True
    may_skip: bool = True
    interpreted: bool = False
    may_refuse: bool = True
    claims: tuple[TreeRow, ...] = ()

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any] | None:
        """Return fields that no parameter of the same name gives; None where something was refused."""
        return {}

    def misfit(self) -> str:
        """Tell why a row that was read from a file could fail when it runs, "" where it fits."""
        return ""

    def memories(self) -> Iterator[Memory]:
        """Yield what the kind itself remembers."""
        return declared_memories(self)

    def refusal(self, brain: TickingBrain) -> Status | None:
        """Return the result with which the node refuses to be entered now, or None (rule 3.2)."""
        return None

    def can_run(self) -> bool:
        """Tell whether a tick of this node can give RUNNING; its children know it of themselves."""
        return any(child.may_run for child in self.child_rows)

    def can_skip(self) -> bool:
        """Tell whether a tick of this node can give SKIPPED."""
        return any(child.may_skip for child in self.child_rows)

    def reads_triggers(self) -> bool:
        """Tell whether its guard, or another test that decides here, reads triggers."""
        return self.guard is not None and bool(self.guard.test.triggers)

    def settle(self) -> None:
        """Fix what a visit can give and who is to visit it, once the children are known."""
        self.interpreted = self.reads_triggers()
        guard_skips = self.guard is not None and self.guard.refused == Status.SKIPPED
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
