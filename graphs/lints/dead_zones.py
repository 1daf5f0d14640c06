"""Find values for which no transition of a state fires though others of the same variable make one fire.

A state rests for the values it is entered for; that is no dead zone, and neither is the band between where it
is entered and where it is left (hysteresis). What is left are gaps between two guards, and single numbers
that both guards of a boundary leave out: `d < 3` on one side and `d > 3` on the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import Value
from graphs.lints.guard_grid import Domains, Grid, Index, keys_of, lay_grid
from graphs.lints.guard_truth import TIME_KEYS, Truth, truth_of
from graphs.lints.intervals import Axis, Interval
from graphs.lints.range_words import cells_span, slice_text, span_text

Guard = TypedExpression | None

ZONES_AT_MOST = 4
"""Zones reported for one state."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Hold the guards that decide whether a state is left and for which values it is entered.

    `exits` are its own polled guards, `outer` those of the states around it, `entries` the polled guards that
    lead to it; None is a transition without a guard. `entries_known` says that it is entered in no other way.
    """

    exits: tuple[Guard, ...]
    outer: tuple[Guard, ...] = ()
    entries: tuple[Guard, ...] = ()
    entries_known: bool = True


@dataclass(frozen=True, slots=True)
class DeadZone:
    """Hold one zone: the span of a variable, the limits of the others in words, and a witness by key."""

    axis: Axis
    span: Interval
    limits: str
    witness: Mapping[str, Value]

    @property
    def text(self) -> str:
        """Return the zone in words: "d from 5 to 6 while visible"."""
        words = span_text(self.axis.name, self.span)
        return f"{words} while {self.limits}" if self.limits else words


@dataclass(frozen=True, slots=True)
class _Row:
    """Hold which cells of one axis fire, and which the state is entered for, the others being fixed."""

    fires: tuple[bool, ...]
    entered: tuple[bool, ...]


def dead_zones(situation: Situation, domains: Domains) -> tuple[DeadZone, ...]:
    """Return the dead zones of a state, those of the first variable first; at most a few."""
    guards = (*situation.exits, *situation.outer, *situation.entries)
    keys = keys_of(*situation.exits)
    if None in situation.exits or not keys:
        return ()
    grid = lay_grid(guards, domains, keys)
    if grid is None:
        return ()
    found: list[DeadZone] = []
    for place, axis in enumerate(grid.axes):
        if axis.type.is_number and axis.key not in TIME_KEYS:
            found.extend(_zones_along(place, grid, situation, domains))
    return tuple(found[:ZONES_AT_MOST])


def _zones_along(place: int, grid: Grid, situation: Situation, domains: Domains) -> list[DeadZone]:
    """Return the zones along one axis."""
    axis = grid.axes[place]
    others = [*grid.axes[:place], *grid.axes[place + 1 :]]
    outer = tuple(guard for guard in situation.outer if keys_of(guard) <= keys_of(*situation.exits))
    firing = (*situation.exits, *outer)
    slices: dict[tuple[int, int], set[Index]] = {}
    for rest in itertools.product(*(range(len(other.cells)) for other in others)):
        indexes = [(*rest[:place], cell, *rest[place:]) for cell in range(len(axis.cells))]
        row = _Row(
            tuple(any(grid.perhaps(guard, index) for guard in firing) for index in indexes),
            tuple(any(grid.perhaps(guard, index) for guard in situation.entries) for index in indexes),
        )
        for zone in _zones_in(row, axis, situation.entries_known):
            slices.setdefault(zone, set()).add(rest)
    zones = []
    for (start, end), rests in slices.items():
        for box in _boxes(rests, others):
            zone_ = _described(grid, place, (start, end), box, situation, domains)
            if zone_ is not None:
                zones.append(zone_)
    return zones


def _zones_in(row: _Row, axis: Axis, entries_known: bool) -> list[tuple[int, int]]:
    """Return the dead zones of one row as first and last cell."""
    quiet = _runs([not one for one in row.fires])
    home = any(entered and not fires for entered, fires in zip(row.entered, row.fires, strict=True))
    last = len(row.fires) - 1
    found: list[tuple[int, int]] = []
    for start, end in quiet:
        between = start > 0 and end < last
        is_point = start == end and axis.is_float and axis.cells[start].is_point
        no_home = (entries_known or home) and not any(row.entered[start : end + 1])
        if between and (is_point or no_home):
            found.append((start, end))
        elif axis.is_float and start < end:
            found.extend(_left_out_ends(row, axis, start, end))
    return found


def _left_out_ends(row: _Row, axis: Axis, start: int, end: int) -> list[tuple[int, int]]:
    """Return the points at the ends of a quiet run that belong neither to the run's home nor to a guard."""
    found = []
    last = len(row.fires) - 1
    for point, inner, beyond in ((start, start + 1, start - 1), (end, end - 1, end + 1)):
        if not 0 <= beyond <= last or not axis.cells[point].is_point:
            continue
        if row.entered[inner] and not row.entered[point]:
            found.append((point, point))
    return found


def _runs(wanted: Sequence[bool]) -> list[tuple[int, int]]:
    """Return the first and last place of every unbroken row of wanted ones."""
    found: list[tuple[int, int]] = []
    for place, one in enumerate(wanted):
        if one and place and wanted[place - 1]:
            found[-1] = (found[-1][0], place)
        elif one:
            found.append((place, place))
    return found


def _boxes(rests: set[Index], axes: Sequence[Axis]) -> list[list[list[int]]]:
    """Cover a set of slices by boxes, each a list of allowed cells per axis; large ones first found."""
    left = set(rests)
    boxes = []
    while left:
        first = min(left)
        box = [[one] for one in first]
        for place, axis in enumerate(axes):
            for cell in range(len(axis.cells)):
                if cell in box[place]:
                    continue
                wider = [*box[:place], [cell], *box[place + 1 :]]
                if all(one in rests for one in itertools.product(*wider)):
                    box[place] = sorted([*box[place], cell])
        left -= set(itertools.product(*box))
        boxes.append(box)
    return boxes


def _described(
    grid: Grid,
    place: int,
    run: tuple[int, int],
    box: list[list[int]],
    situation: Situation,
    domains: Domains,
) -> DeadZone | None:
    """Return a zone with its witness; None if time alone ends it, or an outer transition covers it."""
    axis = grid.axes[place]
    others = [*grid.axes[:place], *grid.axes[place + 1 :]]
    for other, allowed in zip(others, box, strict=True):
        if other.key in TIME_KEYS and len(allowed) < len(other.cells):
            return None
    start, end = run
    middle = next((one for one in range(start, end + 1) if not axis.cells[one].is_point), start)
    rest = [allowed[0] for allowed in box]
    values = grid.values((*rest[:place], middle, *rest[place:]))
    witness = _beside(values, situation.outer, domains)
    if witness is None:
        return None
    return DeadZone(axis, cells_span(axis, start, end), slice_text(others, box), witness)


def _beside(
    values: Mapping[str, Value], outer: tuple[Guard, ...], domains: Domains
) -> Mapping[str, Value] | None:
    """Return the values with more, for which no outer guard is true; None if there are none for certain."""
    if not outer:
        return values
    grid = lay_grid(outer, domains, keys_of(*outer) - values.keys())
    if grid is None:
        return None
    for index in grid.indexes():
        wider = {**values, **grid.values(index)}
        if not any(guard is None or _may_hold(guard, wider) for guard in outer):
            return wider
    return None


def _may_hold(guard: TypedExpression, values: Mapping[str, Value]) -> bool:
    return bool(truth_of(guard, values) & Truth.TRUE)
