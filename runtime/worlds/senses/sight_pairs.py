"""Pair many eyes with everything near that they look for, and find what each sees first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import FloatArray, IntArray
from runtime.worlds.bodies.cell_grid import pairs_within
from runtime.worlds.bodies.geometry import Obstructions, cast_rays
from runtime.worlds.bodies.things import ThingFilters

_MOST_SEPARATE_FILTERS = 8


@dataclass(frozen=True, slots=True, eq=False)
class SightPairs:
    """Hold m pairs of an eye and a thing, sorted by eye, then by thing.

    `row` (m,) counts the eyes asked about, `thing` (m,) is the row of the thing, `offset` (m, 2) leads from
    the eye to it and `squared` (m,) is the square of the distance.
    """

    row: IntArray
    thing: IntArray
    offset: FloatArray
    squared: FloatArray

    def take(self, chosen: IntArray) -> SightPairs:
        """Return some of the pairs."""
        return SightPairs(
            self.row.take(chosen),
            self.thing.take(chosen),
            self.offset.take(chosen, axis=0),
            self.squared.take(chosen),
        )


def sight_pairs(
    filters: ThingFilters, sensors: IntArray, eyes: FloatArray, positions: FloatArray, reach: FloatArray
) -> SightPairs:
    """Return every pair of one of `sensors` (k,) and a thing it looks for at most `reach` (k,) away.

    `eyes` (k, 2) are those of the sensors, `positions` (n, 2) the places of all things. A few filters are
    looked after one by one, which leaves out early what they do not choose.
    """
    furthest = float(reach.max(initial=0.0))
    parts: list[tuple[IntArray, IntArray]] = []
    kinds = filters.kinds(sensors)
    if len(kinds) <= _MOST_SEPARATE_FILTERS:
        for rows, chosen in kinds:
            row, thing = pairs_within(eyes.take(rows, axis=0), positions.take(chosen, axis=0), furthest)
            parts.append((rows.take(row), chosen.take(thing)))
    else:
        row, thing = pairs_within(eyes, positions, furthest)
        wanted = np.flatnonzero(filters.chooses(sensors.take(row), thing))
        parts.append((row.take(wanted), thing.take(wanted)))
    row, thing = (np.concatenate(each) for each in zip(*parts, strict=True)) if parts else _no_pairs()
    offset = positions.take(thing, axis=0) - eyes.take(row, axis=0)
    squared = offset[:, 0] * offset[:, 0] + offset[:, 1] * offset[:, 1]
    limit = reach.take(row)
    near = np.flatnonzero((squared <= limit * limit) & (filters.agents(sensors).take(row) != thing))
    pairs = SightPairs(row, thing, offset, squared).take(near)
    if len(parts) < 2:
        return pairs
    return pairs.take(np.argsort(pairs.row * len(positions) + pairs.thing, kind="stable"))


def first_clear(opaque: Obstructions, eyes: FloatArray, offset: FloatArray, row: IntArray) -> IntArray:
    """Return, for each eye that sees anything, the index of the first of its things in the open.

    The n candidates are sorted by `row`, the eye, and within one eye by preference; `eyes` and `offset` are
    (n, 2). Of each eye first one ray is cast, then two, then four: most see the first.
    """
    found: list[IntArray] = []
    left = np.arange(len(row))
    sees = np.zeros(int(row[-1]) + 1 if len(row) else 0, dtype=np.bool_)
    batch = 1
    while len(left):
        starts = np.flatnonzero(np.diff(row[left], prepend=-1))
        rank = np.arange(len(left)) - np.repeat(starts, np.diff(starts, append=len(left)))
        now = left[rank < batch]
        clear = now[~cast_rays(opaque, eyes[now], offset[now]).hit]
        clear = clear[np.diff(row[clear], prepend=-1) != 0]
        found.append(clear)
        sees[row[clear]] = True
        later = left[rank >= batch]
        left = later[~sees[row[later]]]
        batch *= 2
    return np.sort(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)


def _no_pairs() -> tuple[IntArray, IntArray]:
    return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
