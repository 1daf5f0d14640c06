"""Find what lies under a point: kinds of hits, lines by distance, and rectangles in a table."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from editor.canvas.routing.shapes import Point, Rect, rect_at, share_of_point

Key = TypeVar("Key")
"""What a line is known by."""


class HitKind(Enum):
    """What a point hits."""

    EMPTY = auto()
    NODE = auto()
    TITLE = auto()
    """The words of a node's title: a double-click there renames."""
    VALUE = auto()
    """A value that is on a node: a double-click there edits it."""
    CARET = auto()
    """The triangle that folds a compound state."""
    PORT = auto()
    """The handle from which a wire is drawn: under a tree node, on the rim of a state, on a pill."""
    BODY = auto()
    """The empty inside of a compound state."""
    CORNER = auto()
    """The lower right corner of a compound state, which resizes it."""
    EDGE = auto()
    """A transition, on its line or on its row of a plate."""
    EDGE_END = auto()
    """The last piece of a transition's line, which retargets it."""
    EDGE_START = auto()
    TREE_EDGE = auto()
    """The edge from a tree node's parent down to it."""
    FRAME = auto()
    """The title strip or the rim of a frame; its inside is as empty ground."""
    FRAME_CORNER = auto()
    """The lower right corner of a frame, which resizes it."""
    STUB = auto()
    """The plate under a collapsed node, which unfolds it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A thing and the part of it that was hit.

    `id` is a node or edge id; of a tree edge it is the child's, and `parent` that of the other end. `value`
    is the name of the value that was hit.
    """

    kind: HitKind
    id: str = ""
    parent: str = ""
    value: str = ""

    @property
    def is_node(self) -> bool:
        """Tell whether a node was hit, whatever part."""
        return self.kind in _NODE_PARTS

    @property
    def is_edge(self) -> bool:
        """Tell whether a transition was hit, whatever part."""
        return self.kind in (HitKind.EDGE, HitKind.EDGE_END, HitKind.EDGE_START)

    @property
    def is_frame(self) -> bool:
        """Tell whether a frame was hit, whatever part."""
        return self.kind in (HitKind.FRAME, HitKind.FRAME_CORNER)


_NODE_PARTS = frozenset(
    {HitKind.NODE, HitKind.TITLE, HitKind.VALUE, HitKind.CARET, HitKind.PORT, HitKind.STUB}
)
NOTHING = Hit(HitKind.EMPTY)

HANDLE_REACH = 12.0
"""Reach of ports, handles and corners, in screen px at any zoom."""
LINE_REACH = 6.0
"""Reach of lines to both sides, in screen px at any zoom."""


def near(point: Point, place: Point, reach: float) -> bool:
    """Tell whether two points are within `reach` of one another."""
    return (point[0] - place[0]) ** 2 + (point[1] - place[1]) ** 2 <= reach * reach


def nearest_line(
    point: Point, lines: Iterable[tuple[Key, tuple[Point, ...]]], reach: float
) -> tuple[Key, float] | None:
    """Return the key of the line nearest to a point and the share of the way there, if within reach."""
    best: tuple[float, Key, float] | None = None
    for line_id, points in lines:
        xs = [x for x, _ in points]
        ys = [y for _, y in points]
        box = Rect(min(xs), min(ys), max(xs), max(ys)).grown(reach)
        if not box.contains(point):
            continue
        share, distance = share_of_point(points, point)
        if distance <= reach and (best is None or distance < best[0]):
            best = (distance, line_id, share)
    return None if best is None else (best[1], best[2])


class PlacedRects(Mapping[str, Rect]):
    """Hold the rectangles of many nodes by corner and size; each is made when it is asked for."""

    def __init__(self, places: Mapping[str, Point], sizes: Mapping[str, Point]) -> None:
        self._places, self._sizes = places, sizes

    def __getitem__(self, key: str) -> Rect:
        return rect_at(self._places[key], self._sizes[key])

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def sides(self) -> NDArray[np.float64]:
        """Return all rectangles: rows are lefts, tops, rights and bottoms."""
        count, sizes = 2 * len(self._places), map(self._sizes.__getitem__, self._places)
        corners = np.fromiter(itertools.chain.from_iterable(self._places.values()), np.float64, count)
        extents = np.fromiter(itertools.chain.from_iterable(sizes), np.float64, count)
        left_top = corners.reshape(-1, 2).T
        return np.concatenate((left_top, left_top + extents.reshape(-1, 2).T))


class RectTable:
    """Hold rectangles by id, in an order that counts: what comes later lies above."""

    def __init__(self, rects: Mapping[str, Rect] | None = None) -> None:
        self._ids: list[str] = []
        self.sides: NDArray[np.float64] = np.empty((4, 0))
        """All rectangles: rows are lefts, tops, rights and bottoms."""
        self._rows: dict[str, int] | None = None
        self.replace(rects or {})

    def __len__(self) -> int:
        return len(self._ids)

    def replace(self, rects: Mapping[str, Rect]) -> None:
        """Hold these rectangles and no others."""
        if isinstance(rects, PlacedRects):
            self.hold(list(rects), rects.sides())
            return
        flat = np.fromiter(itertools.chain.from_iterable(rects.values()), np.float64, 4 * len(rects))
        self.hold(list(rects), np.ascontiguousarray(flat.reshape(-1, 4).T))

    def hold(self, ids: list[str], sides: NDArray[np.float64]) -> None:
        """Hold rectangles given as rows of lefts, tops, rights and bottoms, and no others."""
        self._ids, self.sides, self._rows = ids, sides, None

    @property
    def rows(self) -> Mapping[str, int]:
        """Return the place of each rectangle among `sides`."""
        if self._rows is None:
            self._rows = dict(zip(self._ids, range(len(self._ids)), strict=True))
        return self._rows

    def touching(self, area: Rect) -> list[str]:
        """Return the ids of rectangles that share a point with an area, the topmost last."""
        left, top, right, bottom = self.sides
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
        left, top, right, bottom = self.sides
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
