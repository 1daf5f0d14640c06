"""Find values for which two guards of one state are both true, or one leaves nothing to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import Value
from graphs.lints.guard_grid import Domains, lay_grid, named_values

Guard = TypedExpression | None


@dataclass(frozen=True, slots=True)
class Overlap:
    """Say which earlier guard is true together with a later one, and for which values, by name and by key."""

    earlier: int
    witness: Mapping[str, Value]
    values: Mapping[str, Value]


def first_overlap(earlier: Sequence[Guard], later: Guard, domains: Domains) -> Overlap | None:
    """Return where the first of some earlier guards and a later one are both certainly true, and no other.

    A guard that leaves the later one nothing at all is no overlap but hides it (`is_shadowed`).
    """
    if not earlier:
        return None
    grid = lay_grid((*earlier, later), domains)
    if grid is None:
        return None
    free = False
    found: Overlap | None = None
    for index in grid.indexes():
        if not grid.perhaps(later, index):
            continue
        true = [place for place, guard in enumerate(earlier) if grid.surely(guard, index)]
        free = free or not true
        if found is None and true and grid.surely(later, index):
            values = grid.values(index)
            found = Overlap(true[0], named_values(grid, values), values)
    return found if free else None


def is_shadowed(earlier: Sequence[Guard], later: Guard, domains: Domains) -> tuple[int, ...]:
    """Return the places of the earlier guards that together are true wherever a later one may be.

    Empty if there is room left for it, or if it is never true anyway.
    """
    if not earlier:
        return ()
    alone = next((place for place, guard in enumerate(earlier) if guard is None), None)
    if alone is not None:
        return (alone,)
    grid = lay_grid((*earlier, later), domains)
    if grid is None:
        return ()
    hiding: dict[int, None] = {}
    for index in grid.indexes():
        if not grid.perhaps(later, index):
            continue
        first = next((place for place, guard in enumerate(earlier) if grid.surely(guard, index)), None)
        if first is None:
            return ()
        hiding[first] = None
    return tuple(hiding)


def both_true(one: Guard, other: Guard, domains: Domains) -> Mapping[str, Value] | None:
    """Return values by name for which two guards are certainly both true, None if there are none."""
    grid = lay_grid((one, other), domains)
    if grid is None:
        return None
    for index in grid.indexes():
        if grid.surely(one, index) and grid.surely(other, index):
            return named_values(grid, grid.values(index))
    return None
