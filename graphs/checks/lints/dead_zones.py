"""Find values for which no transition of a state fires though others of the same variable make one fire.

A state rests for the values it is entered for; that is no dead zone, and neither is the band between where it
is entered and where it is left (hysteresis). What is left are gaps between two guards, and single numbers
that both guards of a boundary leave out: `d < 3` on one side and `d > 3` on the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphs.checks.lints.guard_grid import Domains, Grid, each_of, first_of, keys_of, lay_grid
from graphs.checks.lints.guard_truth import TIME_KEYS, Cells, Truth, truth_of
from graphs.checks.lints.intervals import Axis, Interval
from graphs.checks.lints.range_words import cells_span, slice_text, span_text
from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import Value

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


def dead_zones(situation: Situation, domains: Domains) -> tuple[DeadZone, ...]:
    """Return the dead zones of a state, those of the first variable first; at most a few."""
    guards = (*situation.exits, *situation.outer, *situation.entries)
    keys = keys_of(*situation.exits)
    if None in situation.exits or not keys:
        return ()
    grid = lay_grid(guards, domains, keys)
    if grid is None:
        return ()
    outer = tuple(guard for guard in situation.outer if keys_of(guard) <= keys)
    fires = _united(grid, (*situation.exits, *outer))
    if fires == grid.everywhere:
        return ()
    entered = _united(grid, situation.entries)
    found: list[DeadZone] = []
    for place, axis in enumerate(grid.axes):
        if axis.type.is_number and axis.key not in TIME_KEYS:
            found.extend(_zones_along(place, grid, fires, entered, situation, domains))
    return tuple(found[:ZONES_AT_MOST])


def _zones_along(
    place: int, grid: Grid, fires: Cells, entered: Cells, situation: Situation, domains: Domains
) -> list[DeadZone]:
    """Return the zones along one axis, from the cells on which a guard fires and the state is entered."""
    zones: list[DeadZone] = []
    for run, slices in _runs_of_zones(_rows(grid, place, fires, entered), situation.entries_known):
        for box in _boxes(grid, place, slices):
            zone = _described(grid, place, run, box, situation, domains)
            if zone is not None:
                zones.append(zone)
            if len(zones) == ZONES_AT_MOST:
                return zones
    return zones


def _united(grid: Grid, guards: Sequence[Guard]) -> Cells:
    """Return the cells on which any of some guards may be true."""
    found = 0
    for guard in guards:
        found |= grid.perhaps(guard)
    return found


@dataclass(frozen=True, slots=True)
class _Rows:
    """Hold an axis cell by cell; what holds there is a set of slices, each a choice of the other variables.

    A slice is known by its first cell on the axis. `quiet` has the slices in which nothing fires, `entered`
    those in which the state is entered.
    """

    axis: Axis
    quiet: tuple[Cells, ...]
    entered: tuple[Cells, ...]
    home: Cells


def _rows(grid: Grid, place: int, fires: Cells, entered: Cells) -> _Rows:
    stride, layers = grid.strides[place], grid.layers[place]
    quiet = tuple((~fires & layer) >> (at * stride) for at, layer in enumerate(layers))
    inside = tuple((entered & layer) >> (at * stride) for at, layer in enumerate(layers))
    home = 0
    for still, here in zip(quiet, inside, strict=True):
        home |= still & here
    return _Rows(grid.axes[place], quiet, inside, home)


def _runs_of_zones(rows: _Rows, entries_known: bool) -> list[tuple[tuple[int, int], Cells]]:
    """Return the dead zones as first and last cell, each with the slices it is found in."""
    found: dict[tuple[int, int], Cells] = {}
    cells, last = rows.axis.cells, len(rows.axis.cells) - 1
    for start in range(last + 1):
        slices = rows.quiet[start] & ~(rows.quiet[start - 1] if start else 0)
        entered = 0
        for end in range(start, last + 1):
            slices &= rows.quiet[end]
            entered |= rows.entered[end]
            here = slices & ~(rows.quiet[end + 1] if end < last else 0)
            if not slices:
                break
            if start > 0 and end < last:
                is_point = start == end and rows.axis.is_float and cells[start].is_point
                dead = here if is_point else here & ~entered & (-1 if entries_known else rows.home)
                _add(found, (start, end), dead)
                here &= ~dead
            if rows.axis.is_float and start < end:
                _add_left_out(found, rows, start, end, here)
    return list(found.items())


def _add_left_out(
    found: dict[tuple[int, int], Cells], rows: _Rows, start: int, end: int, slices: Cells
) -> None:
    """Add the points at the ends of a quiet run that belong neither to the run's home nor to a guard."""
    last = len(rows.quiet) - 1
    for point, inner, fires_beyond in ((start, start + 1, start > 0), (end, end - 1, end < last)):
        if fires_beyond and rows.axis.cells[point].is_point:
            _add(found, (point, point), slices & rows.entered[inner] & ~rows.entered[point])


def _add(found: dict[tuple[int, int], Cells], run: tuple[int, int], slices: Cells) -> None:
    if slices:
        found[run] = found.get(run, 0) | slices


def _boxes(grid: Grid, place: int, slices: Cells) -> Iterator[list[list[int]]]:
    """Cover slices by boxes, each a list of allowed places per axis; the axis at `place` is left at 0."""
    left = slices
    while left:
        box = [[each] for each in grid.places(first_of(left))]
        covered = _box_cells(grid, box)
        for other, axis in enumerate(grid.axes):
            if other == place:
                continue
            for cell in range(len(axis.cells)):
                layer = _box_cells(grid, [*box[:other], [cell], *box[other + 1 :]])
                if cell not in box[other] and layer & slices == layer:
                    box[other] = sorted([*box[other], cell])
                    covered |= layer
        yield box
        left &= ~covered


def _box_cells(grid: Grid, box: list[list[int]]) -> Cells:
    cells = grid.everywhere
    for layers, allowed in zip(grid.layers, box, strict=True):
        union = 0
        for each in allowed:
            union |= layers[each]
        cells &= union
    return cells


def _described(
    grid: Grid, place: int, run: tuple[int, int], box: list[list[int]], situation: Situation, domains: Domains
) -> DeadZone | None:
    """Return a zone with its witness; None if time alone ends it, or an outer transition covers it."""
    axis = grid.axes[place]
    others = [
        (each, allowed) for at, (each, allowed) in enumerate(zip(grid.axes, box, strict=True)) if at != place
    ]
    for other, allowed in others:
        if other.key in TIME_KEYS and len(allowed) < len(other.cells):
            return None
    start, end = run
    middle = next((item for item in range(start, end + 1) if not axis.cells[item].is_point), start)
    values = {axis.key: axis.cells[middle].witness}
    values |= {other.key: other.cells[allowed[0]].witness for other, allowed in others}
    witness = _beside(values, situation.outer, domains)
    if witness is None:
        return None
    limits = slice_text([entry for entry, _ in others], [allowed for _, allowed in others])
    return DeadZone(axis, cells_span(axis, start, end), limits, witness)


def _beside(
    values: Mapping[str, Value], outer: tuple[Guard, ...], domains: Domains
) -> Mapping[str, Value] | None:
    """Return the values with more, for which no outer guard is true; None if there are none for certain."""
    if not outer:
        return values
    grid = lay_grid(outer, domains, keys_of(*outer) - values.keys())
    if grid is None:
        return None
    for cell in each_of(grid.everywhere):
        wider = {**values, **grid.values(cell)}
        if not any(guard is None or truth_of(guard, wider) & Truth.TRUE for guard in outer):
            return wider
    return None
