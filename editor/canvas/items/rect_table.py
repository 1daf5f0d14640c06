"""Find rectangles by place among many: a table that numpy looks through at once. Qt-free."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from editor.canvas.routing.shapes import Point, Rect


class RectTable:
    """Hold rectangles by id, in an order that counts: what comes later lies above."""

    def __init__(self, rects: Mapping[str, Rect] | None = None) -> None:
        self._ids: list[str] = []
        self._sides: NDArray[np.float64] = np.empty((4, 0))
        self.replace(rects or {})

    def __len__(self) -> int:
        return len(self._ids)

    def replace(self, rects: Mapping[str, Rect]) -> None:
        """Hold these rectangles and no others."""
        self._ids = list(rects)
        flat = np.fromiter(itertools.chain.from_iterable(rects.values()), np.float64, 4 * len(rects))
        self._sides = np.ascontiguousarray(flat.reshape(-1, 4).T)

    @property
    def sides(self) -> NDArray[np.float64]:
        """Return all rectangles: rows are lefts, tops, rights and bottoms."""
        return self._sides

    def touching(self, area: Rect) -> list[str]:
        """Return the ids of rectangles that share a point with an area, the topmost last."""
        left, top, right, bottom = self._sides
        found = (left <= area.right) & (right >= area.left) & (top <= area.bottom) & (bottom >= area.top)
        ids = self._ids
        return [ids[place] for place in np.flatnonzero(found).tolist()]

    def at(self, point: Point, reach: float = 0.0) -> list[str]:
        """Return the ids of rectangles within `reach` of a point, the topmost last."""
        x, y = point
        return self.touching(Rect(x - reach, y - reach, x + reach, y + reach))

    def bounds(self) -> Rect | None:
        """Return the rectangle around all, None when there are none."""
        if not self._ids:
            return None
        left, top, right, bottom = self._sides
        return Rect(float(left.min()), float(top.min()), float(right.max()), float(bottom.max()))


def rows_of(groups: Mapping[str, Iterable[Rect]]) -> dict[str, Rect]:
    """Return the rectangle around each group of rectangles; empty groups are left out."""
    found = {}
    for key, members in groups.items():
        rects = list(members)
        if rects:
            lefts, tops, rights, bottoms = zip(*rects, strict=True)
            found[key] = Rect(min(lefts), min(tops), max(rights), max(bottoms))
    return found
