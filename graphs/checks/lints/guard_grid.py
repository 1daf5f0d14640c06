"""Lay several guards over one grid: a cell for every way their variables can lie to the constants.

Sets of cells are ints with a bit per cell, so that guards over thousands of cells are joined in a few steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from graphs.checks.lints.guard_truth import Atom, Cells, NameReading, Region, Test, atoms_of, region_of
from graphs.checks.lints.intervals import Axis, Domain, cells_of
from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import Type, Value

CELLS_AT_MOST = 4096
"""Guards that need a larger grid are left alone, so that a check stays quick."""

Domains = Callable[[str, Type], Domain]
"""Give the declared values of a variable by key and type."""


@dataclass(frozen=True)
class Grid:
    """Hold the axes of some guards; the cells are counted with the last axis running fastest."""

    axes: tuple[Axis, ...]
    _regions: dict[int, tuple[TypedExpression, Region]] = field(default_factory=dict, repr=False)

    @cached_property
    def strides(self) -> tuple[int, ...]:
        """Return how many cells lie between neighbors on each axis."""
        strides: list[int] = []
        size = 1
        for axis in reversed(self.axes):
            strides.append(size)
            size *= len(axis.cells)
        return tuple(reversed(strides))

    @cached_property
    def everywhere(self) -> Cells:
        """Return all cells."""
        size = 1
        for axis in self.axes:
            size *= len(axis.cells)
        return (1 << size) - 1

    @cached_property
    def layers(self) -> tuple[tuple[Cells, ...], ...]:
        """Return, for each axis, the cells at each place on it."""
        found = []
        for axis, stride in zip(self.axes, self.strides, strict=True):
            period = stride * len(axis.cells)
            first = self.everywhere // ((1 << period) - 1) * ((1 << stride) - 1)
            found.append(tuple(first << (place * stride) for place in range(len(axis.cells))))
        return tuple(found)

    @cached_property
    def _by_key(self) -> dict[str, int]:
        return {axis.key: place for place, axis in enumerate(self.axes)}

    def region(self, guard: TypedExpression | None) -> Region:
        """Return where a guard can be true, false and fail; no guard is always true."""
        if guard is None:
            return Region(self.everywhere, 0, 0)
        kept = self._regions.get(id(guard))
        if kept is None:
            kept = self._regions[id(guard)] = (guard, region_of(guard, self.everywhere, self._where))
        return kept[1]

    def surely(self, guard: TypedExpression | None) -> Cells:
        """Return the cells on all of which a guard is true, whatever else holds."""
        return self.region(guard).surely

    def perhaps(self, guard: TypedExpression | None) -> Cells:
        """Return the cells on which a guard may be true somewhere."""
        return self.region(guard).true

    def places(self, cell: int) -> tuple[int, ...]:
        """Return the place of a cell on each axis."""
        return tuple(
            cell // stride % len(axis.cells) for axis, stride in zip(self.axes, self.strides, strict=True)
        )

    def values(self, cell: int) -> dict[str, Value]:
        """Return the witnesses of a cell by key."""
        places = self.places(cell)
        return {axis.key: axis.cells[place].witness for axis, place in zip(self.axes, places, strict=True)}

    def named_values(self, cell: int) -> dict[str, Value]:
        """Return the witnesses of a cell by the names people read."""
        places = self.places(cell)
        return {axis.name: axis.cells[place].witness for axis, place in zip(self.axes, places, strict=True)}

    def _where(self, key: str, test: Test) -> Cells | None:
        place = self._by_key.get(key)
        if place is None:
            return None
        found = 0
        for cell, layer in zip(self.axes[place].cells, self.layers[place], strict=True):
            if test(cell.witness):
                found |= layer
        return found


def lay_grid(
    guards: Sequence[TypedExpression | None], domains: Domains, keys: frozenset[str] | None = None
) -> Grid | None:
    """Return the grid of some guards, or None if it would be too large or a variable has no value at all.

    With `keys` only these variables get an axis; the others stay unknown.
    """
    readings: dict[str, NameReading] = {}
    constants: dict[str, list[Value]] = {}
    for guard in guards:
        for atom in () if guard is None else atoms_of(guard):
            key = atom.reading.key
            if keys is None or key in keys:
                readings.setdefault(key, atom.reading)
                constants.setdefault(key, []).append(atom.constant)
    axes = []
    size = 1
    for key, reading in readings.items():
        cells = cells_of(domains(key, reading.type), constants[key])
        axes.append(Axis(key, reading.name, reading.type, cells))
        size *= len(cells)
        if not 0 < size <= CELLS_AT_MOST:
            return None
    return Grid(tuple(axes))


def constant_truth(guard: TypedExpression, domains: Domains) -> bool | None:
    """Return what a guard comes to for all values there can be, None if it depends or might fail."""
    grid = lay_grid((guard,), domains)
    if grid is None:
        return None
    if not grid.perhaps(guard):
        return False
    return True if grid.surely(guard) == grid.everywhere else None


def keys_of(*guards: TypedExpression | None) -> frozenset[str]:
    """Return the keys of all variables that guards compare with constants."""
    return frozenset(atom.reading.key for guard in guards if guard is not None for atom in atoms_of(guard))


def atoms_on(guard: TypedExpression, key: str) -> tuple[Atom, ...]:
    """Return what a guard asks of one variable."""
    return tuple(atom for atom in atoms_of(guard) if atom.reading.key == key)


def first_of(cells: Cells) -> int:
    """Return the first cell of a set that is not empty."""
    return (cells & -cells).bit_length() - 1


def each_of(cells: Cells) -> Iterator[int]:
    """Yield the cells of a set in order."""
    while cells:
        yield first_of(cells)
        cells &= cells - 1


def values_by_key(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return values by the names in their keys: `d` for `agent:d`."""
    return {key.partition(":")[2] or key: value for key, value in values.items()}
