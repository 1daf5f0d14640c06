"""The rows of transitions, and the weighted groups they can form (rules 4.2, 4.10, 4.11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.minds.program.rows import Row

if TYPE_CHECKING:
    from runtime.minds.machines.state_rows import MachineRow, StateRow
    from runtime.minds.program.code import ActionBlock, ControlValue, Expression

POLLED = "tick"
EVENTLESS = "always"


@dataclass(slots=True, frozen=True)
class DelayCode:
    """Hold the delay of a transition (rule 4.10).

    `draws` is the int slot that counts the draws of its jitter.
    """

    ticks: ControlValue
    jitter: ControlValue
    recheck: bool
    draws: int


@dataclass(slots=True, frozen=True)
class CooldownCode:
    """Hold the cooldown of a transition; `ready_from` is the int slot with the tick it is over on."""

    ticks: ControlValue
    ready_from: int


@dataclass(slots=True, frozen=True)
class AfterCode:
    """Hold the `after` of a transition.

    Int slots, both set when the source is entered: `enabled_from` holds the tick from which the transition
    is enabled, `length` the ticks that it waits.
    """

    ticks: ControlValue
    enabled_from: int
    length: int


@dataclass(slots=True, eq=False)
class WeightedGroup:
    """Hold a weighted group (rule 4.11).

    The first member stands for the group where transitions are asked; timing and event are its own. `draws`
    is the int slot that counts the draws of the group's source.
    """

    name: str
    draws: int
    members: tuple[TransitionRow, ...] = ()


@dataclass(slots=True, eq=False, kw_only=True)
class TransitionRow(Row):
    """Be one transition.

    `targets` is empty for a targetless one. `domain` is the compound whose descendants are exited (the
    machine's own row for the root), None for a targetless one (rule 4.5) and where a target is a
    history: it then depends on what is remembered. `outcome` and `is_else` are of branches of a choice.
    """

    source: StateRow | MachineRow
    events: tuple[str, ...]
    guard: Expression | None
    actions: ActionBlock
    priority: int
    weight: ControlValue
    interrupt: bool = False
    internal: bool = False
    reenter: bool = False
    after: AfterCode | None = None
    cooldown: CooldownCode | None = None
    delay: DelayCode | None = None
    group: WeightedGroup | None = None
    outcome: str | None = None
    is_else: bool = False
    targets: tuple[StateRow, ...] = ()
    domain: StateRow | MachineRow | None = None
    position: int = 0

    @property
    def polled(self) -> bool:
        """Tell whether it is asked every tick."""
        return POLLED in self.events

    @property
    def eventless(self) -> bool:
        """Tell whether it is asked in every round of a macrostep."""
        return EVENTLESS in self.events

    @property
    def members(self) -> tuple[TransitionRow, ...]:
        """Return the members of its weighted group, or itself where it is in none."""
        return (self,) if self.group is None else self.group.members

    def matches(self, event: str) -> bool:
        """Tell whether a descriptor matches `event`: equal, a dotted prefix, or `*` (rule 4.2)."""
        return any(
            descriptor == "*"
            or descriptor == event
            or (event.startswith(descriptor) and event[len(descriptor)] == ".")
            for descriptor in self.events
            if descriptor not in (POLLED, EVENTLESS)
        )
