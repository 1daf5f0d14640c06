"""Find values for which two guards of one state are both true, or one leaves nothing to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphs.checks.lints.guard_grid import Domains, Grid, first_of, lay_grid
from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import Value

Guard = TypedExpression | None


@dataclass(frozen=True, slots=True)
class Overlap:
    """Say which earlier guard is true together with a later one, and for which values, by name and by key."""

    earlier: int
    witness: Mapping[str, Value]
    values: Mapping[str, Value]


def first_overlap(
    earlier: Sequence[Guard], later: Guard, domains: Domains, grid: Grid | None = None
) -> Overlap | None:
    """Return where the first of some earlier guards and a later one are both certainly true.

    A guard to which the earlier ones leave nothing at all is no overlap but hidden (`is_shadowed`). `grid` is
    one that all these guards were laid over, if there is one.
    """
    if not earlier:
        return None
    grid = grid or lay_grid((*earlier, later), domains)
    if grid is None:
        return None
    left = grid.perhaps(later)
    for guard in earlier:
        left &= ~grid.surely(guard)
    if not left:
        return None
    for place, guard in enumerate(earlier):
        both = grid.surely(guard) & grid.surely(later)
        if both:
            cell = first_of(both)
            return Overlap(place, grid.named_values(cell), grid.values(cell))
    return None


def is_shadowed(
    earlier: Sequence[Guard], later: Guard, domains: Domains, grid: Grid | None = None
) -> tuple[int, ...]:
    """Return the places of the earlier guards that together are true wherever a later one may be.

    Empty if there is room left for it, or if it is never true anyway. `grid` is as in `first_overlap`.
    """
    if not earlier:
        return ()
    alone = next((place for place, guard in enumerate(earlier) if guard is None), None)
    if alone is not None:
        return (alone,)
    grid = grid or lay_grid((*earlier, later), domains)
    if grid is None:
        return ()
    left = grid.perhaps(later)
    hiding: list[int] = []
    for place, guard in enumerate(earlier):
        if left & grid.surely(guard):
            hiding.append(place)
            left &= ~grid.surely(guard)
    return () if left else tuple(hiding)


def both_true(one: Guard, other: Guard, domains: Domains) -> Mapping[str, Value] | None:
    """Return values by name for which two guards are certainly both true, None if there are none."""
    grid = lay_grid((one, other), domains)
    if grid is None:
        return None
    both = grid.surely(one) & grid.surely(other)
    return grid.named_values(first_of(both)) if both else None
