"""Find where the `after` of a weighted group is counted in two versions of a program (SEMANTICS 4.11, 8.2).

A group counts at the places of its first member. An edit can make another member the first, take members out
of the group or lead others into it: what was counted so far goes on at the place where it is counted now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from runtime.minds.machines.transition_rows import AfterCode, TransitionRow
from runtime.minds.memory.durations import moved_tick, ticks_longer
from runtime.minds.memory.row_matching import NOWHERE, RowMatch
from runtime.minds.program.program import Program


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
