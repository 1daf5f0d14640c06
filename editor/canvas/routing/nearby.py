"""Find what is near a place without looking at everything: rectangles and lines in a grid of cells."""

from __future__ import annotations

from collections.abc import Sequence

from editor.canvas.routing.shapes import LineSegment, Rect

_CELL = 256.0
"""Side of a cell, px: about the size of a state with the room around it."""
_MOST_CELLS = 4096
"""What covers more cells, as in a file that places a state a million px away, is looked at every time."""


class NearbyRects:
    """Hold rectangles in the order they were added and find those that overlap a room."""

    def __init__(self, rects: Sequence[Rect] = ()) -> None:
        self._rects: list[Rect] = []
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._wide: list[int] = []
        for rect in rects:
            self.add(rect)

    def __getitem__(self, index: int) -> Rect:
        return self._rects[index]

    def add(self, rect: Rect) -> None:
        """Add a rectangle; its index is how many were added before."""
        index = len(self._rects)
        self._rects.append(rect)
        if _covers_many(rect):
            self._wide.append(index)
            return
        left, top, right, bottom = rect
        rows = range(int(top // _CELL), int(bottom // _CELL) + 1)
        for column in range(int(left // _CELL), int(right // _CELL) + 1):
            for row in rows:
                self._cells.setdefault((column, row), []).append(index)

    def indexes(self, room: Rect) -> list[int]:
        """Return the indexes of the rectangles that share more than an edge with a room, in order."""
        left, top, right, bottom = room
        rects = self._rects
        kept = []
        for index in range(len(rects)) if _covers_many(room) else sorted(self._in_cells(room)):
            a, b, c, d = rects[index]
            if a < right and left < c and b < bottom and top < d:
                kept.append(index)
        return kept

    def _in_cells(self, room: Rect) -> set[int]:
        left, top, right, bottom = room
        found = set(self._wide)
        first_row, last_row = int(top // _CELL), int(bottom // _CELL)
        cells = self._cells
        for column in range(int(left // _CELL), int(right // _CELL) + 1):
            for row in range(first_row, last_row + 1):
                found.update(cells.get((column, row), ()))
        return found

    def touching(self, room: Rect) -> list[Rect]:
        """Return the rectangles that share more than an edge with a room, in order."""
        return [self._rects[index] for index in self.indexes(room)]


def _covers_many(rect: Rect) -> bool:
    left, top, right, bottom = rect
    return (right - left + _CELL) * (bottom - top + _CELL) > _MOST_CELLS * _CELL * _CELL


class NearbyLines:
    """Hold segments in the order they were added and find those that pass through a room."""

    def __init__(self) -> None:
        self._segments: list[LineSegment] = []
        self._rects = NearbyRects()

    def add(self, segments: Sequence[LineSegment]) -> None:
        """Add the pieces of a line."""
        for segment in segments:
            self._segments.append(segment)
            self._rects.add(segment.rect())

    def touching(self, room: Rect) -> list[LineSegment]:
        """Return the segments that pass through a room, in order."""
        return [self._segments[index] for index in self._rects.indexes(room)]
