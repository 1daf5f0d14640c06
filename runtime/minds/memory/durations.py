"""Say which remembered ticks count a duration that a document can change while it is counted.

A duration written as a number counts from the old start when it is changed (rule 8.2). One that is an
expression was evaluated on enter, and what was drawn on top of it was drawn then: both stay until the next
enter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch

from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.machines.machine_rows import AfterCode, TransitionRow
from runtime.minds.memory.row_matching import NOWHERE, RowMatch
from runtime.minds.program.code import ControlValue
from runtime.minds.program.program import Program
from runtime.minds.program.row_fields import declared_durations
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow

NamedDuration = tuple[str, ControlValue | None]
"""The name of a memory and the duration that it counts, None for none."""


def durations_of(row: Row) -> dict[str, ControlValue | None]:
    """Return the durations that a row counts, by the names of its memories."""
    services = _of_services(row) if isinstance(row, TreeRow) else ()
    return {**dict(declared_durations(row)), **dict(_own(row)), **dict(services)}


def ticks_longer(old: ControlValue | None, new: ControlValue | None) -> int:
    """Return by how many ticks a duration was made longer; 0 where it is no plain number in both."""
    if old is None or new is None or old.expression is not None or new.expression is not None:
        return 0
    return new.constant_ticks - old.constant_ticks


def moved_tick(tick: int, longer: int) -> int:
    """Return a tick moved by a change of its duration, within what a tick can be."""
    return min(max(tick + longer, 0), MOST_TICKS)


def _of_services(row: TreeRow) -> Iterator[NamedDuration]:
    for number, service in enumerate(row.services, 1):
        yield f"service_{number}_due", service.every
        yield f"service_{number}_interval", service.every
        yield f"service_{number}_spread", service.jitter


@singledispatch
def _own(row: Row) -> Iterator[NamedDuration]:
    return iter(())


@_own.register
def _transition(row: TransitionRow) -> Iterator[NamedDuration]:
    if row.after is not None:
        yield "enabled_from", row.after.ticks
        yield "after_length", row.after.ticks
    if row.cooldown is not None:
        yield "ready_from", row.cooldown.ticks


@dataclass(frozen=True, slots=True)
class MovedTimer:
    """Hold where an `after` was counted, and where it is counted now, `longer` by so many ticks."""

    old: AfterCode
    new: AfterCode
    longer: int

    def carry(self, old: list[int], new: list[int]) -> None:
        """Copy from the ints of the old brain to those of the new one."""
        new[self.new.enabled_from] = moved_tick(old[self.old.enabled_from], self.longer)
        new[self.new.length] = moved_tick(old[self.old.length], self.longer)


def moved_timers(old: Program, new: Program, match: RowMatch) -> Iterator[MovedTimer]:
    """Yield every timer that another member of its group counted before."""
    for row in new.rows:
        if not isinstance(row, TransitionRow) or row.after is None or row is not row.members[0]:
            continue
        first = counted_before(row, old, match)
        if first is not None and first.after is not None and match.new_of[first.index] != row.index:
            yield MovedTimer(first.after, row.after, ticks_longer(first.after.ticks, row.after.ticks))


def counted_before(transition: TransitionRow, old: Program, match: RowMatch) -> TransitionRow | None:
    """Return the transition of the old program at which the `after` of this one, or its group, was counted.

    None where it is new: neither it nor another member had an `after` at the same source.
    """
    for member in (transition, *transition.members):
        place = match.old_of[member.index]
        before = old.rows[place] if place != NOWHERE else None
        if not isinstance(before, TransitionRow) or before.after is None:
            continue
        if match.new_of[before.parent] == member.parent:
            return before.members[0]
    return None
