"""Lay several guards over one grid: a cell for every way their variables can lie to the constants."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import Type, Value
from graphs.lints.guard_truth import Atom, Reading, Truth, atoms_of, truth_of
from graphs.lints.intervals import Axis, Domain, cells_of

CELLS_AT_MOST = 4096
"""Guards that need a larger grid are left alone, so that a check stays quick."""

Domains = Callable[[str, Type], Domain]
"""Give the declared values of a variable by key and type."""

Index = tuple[int, ...]
"""A cell of a grid: the place on each axis."""


def plain_domain(key: str, kind: Type) -> Domain:
    """Return all values of a type; what has no declared range has this domain."""
    return Domain(kind)


@dataclass(frozen=True)
class Grid:
    """Hold the axes of some guards and what the guards come to on every cell."""

    axes: tuple[Axis, ...]
    _kept: dict[int, tuple[TypedExpression, dict[Index, Truth]]] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        size = 1
        for axis in self.axes:
            size *= len(axis.cells)
        return size

    def indexes(self) -> Iterator[Index]:
        """Yield every cell, the last axis running fastest."""
        return itertools.product(*(range(len(axis.cells)) for axis in self.axes))

    def values(self, index: Index) -> dict[str, Value]:
        """Return the witnesses of a cell by key."""
        return {axis.key: axis.cells[place].witness for axis, place in zip(self.axes, index, strict=True)}

    def truth(self, guard: TypedExpression | None, index: Index) -> Truth:
        """Return what a guard comes to on a cell; no guard is always true."""
        if guard is None:
            return Truth.TRUE
        kept = self._kept.get(id(guard))
        if kept is None:
            kept = self._kept[id(guard)] = (guard, {})
        found = kept[1].get(index)
        if found is None:
            found = kept[1][index] = truth_of(guard, self.values(index))
        return found

    def surely(self, guard: TypedExpression | None, index: Index) -> bool:
        """Tell whether a guard is true on all of a cell, whatever else holds."""
        return self.truth(guard, index) == Truth.TRUE

    def perhaps(self, guard: TypedExpression | None, index: Index) -> bool:
        """Tell whether a guard may be true somewhere on a cell."""
        return bool(self.truth(guard, index) & Truth.TRUE)


def lay_grid(
    guards: Sequence[TypedExpression | None], domains: Domains, keys: frozenset[str] | None = None
) -> Grid | None:
    """Return the grid of some guards, or None if it would be too large or a variable has no value at all.

    With `keys` only these variables get an axis; the others stay unknown.
    """
    readings: dict[str, Reading] = {}
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


def keys_of(*guards: TypedExpression | None) -> frozenset[str]:
    """Return the keys of all variables that guards compare with constants."""
    return frozenset(atom.reading.key for guard in guards if guard is not None for atom in atoms_of(guard))


def atoms_on(guard: TypedExpression, key: str) -> tuple[Atom, ...]:
    """Return what a guard asks of one variable."""
    return tuple(atom for atom in atoms_of(guard) if atom.reading.key == key)


def named_values(grid: Grid, values: Mapping[str, Value]) -> dict[str, Value]:
    """Return values by the names people read instead of keys."""
    names = {axis.key: axis.name for axis in grid.axes}
    return {names.get(key, key): value for key, value in values.items()}
