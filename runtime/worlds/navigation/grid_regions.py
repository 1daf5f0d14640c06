"""Number the parts of a grid that hang together."""

from __future__ import annotations

import numpy as np

from runtime.basics.vectors import BoolArray, IntArray

_NO_STEPS = np.zeros(0, dtype=np.int64)


def label_regions(
    middles: BoolArray,
    free: BoolArray | None = None,
    first: IntArray = _NO_STEPS,
    second: IntArray = _NO_STEPS,
) -> IntArray:
    """Return a number for each free cell (columns, rows), the same for cells that hang together; -1 else.

    Cells free in their middle hang together over their sides; a diagonal step needs both sides free as well,
    so that it joins nothing else. Further `free` cells hang together by the steps from `first` to `second`,
    by number. Regions are numbered by their first cell.
    """
    free = middles if free is None else free
    parents: list[int] = []
    part = np.full(middles.shape, -1, dtype=np.int64)
    before: list[tuple[int, int, int]] = []
    for column in range(middles.shape[0]):
        here = []
        for low, high in _runs(middles[column]):
            here.append((low, high, len(parents)))
            part[column, low:high] = len(parents)
            parents.append(len(parents))
        _join(before, here, parents)
        before = here
    alone = free & ~middles
    part[alone] = np.arange(int(alone.sum())) + len(parents)
    parents.extend(range(len(parents), len(parents) + int(alone.sum())))
    parts = part.ravel()
    for one, other in zip(parts[first].tolist(), parts[second].tolist(), strict=True):
        _unite(one, other, parents)
    return _numbered(part, parents)


def _numbered(part: IntArray, parents: list[int]) -> IntArray:
    """Return the region of each cell from the part it belongs to."""
    roots = np.array([_root(parents, each) for each in range(len(parents))], dtype=np.int64)
    region = np.where(part >= 0, roots[part], -1) if len(roots) else part
    found, begins = np.unique(region[region >= 0], return_index=True)
    numbers = np.zeros(len(parents), dtype=np.int64)
    numbers[found[np.argsort(begins, kind="stable")]] = np.arange(len(found))
    return np.where(region >= 0, numbers[region], -1) if len(numbers) else region


def _unite(one: int, other: int, parents: list[int]) -> None:
    first, second = _root(parents, one), _root(parents, other)
    parents[max(first, second)] = min(first, second)


def _runs(line: BoolArray) -> list[tuple[int, int]]:
    """Return the runs of true values, each from its first place to before its last."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(np.int8), [0]))))
    return [(int(low), int(high)) for low, high in zip(edges[::2], edges[1::2], strict=True)]


def _join(before: list[tuple[int, int, int]], here: list[tuple[int, int, int]], parents: list[int]) -> None:
    place = 0
    for low, high, number in here:
        while place < len(before) and before[place][1] <= low:
            place += 1
        following = place
        while following < len(before) and before[following][0] < high:
            _unite(before[following][2], number, parents)
            following += 1


def _root(parents: list[int], number: int) -> int:
    while parents[number] != number:
        parents[number] = parents[parents[number]]
        number = parents[number]
    return number
