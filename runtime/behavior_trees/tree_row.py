"""What every row that can be ticked has in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from runtime.program.rows import Row
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.behavior_trees.claiming import ClaimRow
    from runtime.brains.brain import Brain
    from runtime.program.code import ActionBlock, ControlValue, Expression


@dataclass(slots=True, frozen=True)
class GuardCode:
    """Hold a compiled guard (SEMANTICS 3.9).

    `last_test` is the byte slot in which the selector above remembers the last test of a guard that aborts
    lower siblings: 0 never tested, 1 false, 2 true; -1 for every other guard. `held` is the first of one byte
    slot per trigger of the test, which tells that it let the node enter (SEMANTICS 2.3); -1 for a guard that
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
    """Hold a compiled service (SEMANTICS 3.10).

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
    are left to the interpreter by generated code. `claims` let go when the node ends or is halted.
    """

    child_rows: tuple[TreeRow, ...] = ()
    disabled: bool = False
    guard: GuardCode | None = None
    services: tuple[ServiceCode, ...] = ()
    may_run: bool = True
    may_skip: bool = True
    interpreted: bool = False
    may_refuse: bool = True
    claims: tuple[ClaimRow, ...] = ()

    def refusal(self, brain: Brain) -> Status | None:
        """Return the result with which the node refuses to be entered now, or None (SEMANTICS 3.2)."""
        return None

    def can_run(self) -> bool:
        """Tell whether a tick of this node can give RUNNING; its children know it of themselves."""
        return any(child.may_run for child in self.child_rows)

    def can_skip(self) -> bool:
        """Tell whether a tick of this node can give SKIPPED."""
        return any(child.may_skip for child in self.child_rows)

    def settle(self) -> None:
        """Fix `may_run` and `may_skip`, once the children are known."""
        guard_skips = self.guard is not None and self.guard.refused == Status.SKIPPED
        self.may_run = self.can_run()
        self.may_refuse = type(self).refusal is not TreeRow.refusal
        self.may_skip = self.disabled or guard_skips or self.can_skip()

    def enter(self, brain: Brain) -> None:
        """Make the node's running memory."""

    def tick(self, brain: Brain) -> Status:
        """Do one tick and return the result."""
        raise NotImplementedError

    def stop(self, brain: Brain) -> None:
        """Do the node's own part of a halt, after its descendants were halted."""

    def finish(self, brain: Brain, result: Status) -> None:
        """Do the node's own part of an end that its tick has no say in (SEMANTICS 7.4)."""
        self.stop(brain)
