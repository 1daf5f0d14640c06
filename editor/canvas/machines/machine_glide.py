"""Show the items of a machine on their way from one arrangement to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF

from editor.canvas.machines.machine_items import LabelItem, LineItem, StateItem
from editor.canvas.routing.shapes import Point, Rect

MOST_GLIDING = 120
"""More states or lines than this jump to their places."""

_Way = tuple[Point, Point]


class MachineGlide:
    """Keep where items stood before the last change, and move them between there and where they belong."""

    def __init__(self) -> None:
        self._states: dict[StateItem, Point] = {}
        self._lines: dict[LineItem, tuple[Point, ...]] = {}
        self._labels: dict[LabelItem, Point] = {}
        self._gliding: list[tuple[StateItem | LabelItem, _Way]] = []
        self._bending: list[tuple[LineItem, Sequence[_Way], tuple[Point, ...]]] = []

    def note(
        self, states: Mapping[str, StateItem], lines: Mapping[str, LineItem], labels: Mapping[str, LabelItem]
    ) -> None:
        """Remember where everything is; a machine too large to glide is not remembered."""
        few = len(states) <= MOST_GLIDING and len(lines) <= MOST_GLIDING
        self._states = {state: (state.x(), state.y()) for state in states.values()} if few else {}
        self._lines = {line: line.points for line in lines.values()} if few else {}
        self._labels = {label: (label.x(), label.y()) for label in labels.values()} if few else {}

    def begin(self, seen: Rect) -> bool:
        """Find what is elsewhere now; return whether a state among it was or is seen."""
        self._gliding = []
        moves = False
        items: list[tuple[StateItem | LabelItem, Point]] = [*self._states.items(), *self._labels.items()]
        for item, old in items:
            new = (item.x(), item.y())
            if item.scene() is not None and old != new:
                self._gliding.append((item, (old, new)))
                moves |= isinstance(item, StateItem) and (seen.contains(old) or seen.contains(new))
        self._bending = [
            (line, list(zip(*_alike(old, line.points), strict=True)), line.points)
            for line, old in self._lines.items()
            if line.scene() is not None and line.points and old and old != line.points
        ]
        self._states, self._lines, self._labels = {}, {}, {}
        if not moves:
            self._gliding, self._bending = [], []
        return moves

    def show(self, left: float) -> None:
        """Show everything with this share (1..0) of its way still to go."""
        for item, (old, new) in self._gliding:
            item.setPos(QPointF(*_between(old, new, left)))
        for line, ways, points in self._bending:
            line.set_points(points if left == 0.0 else [_between(old, new, left) for old, new in ways])
        if left == 0.0:
            self._gliding, self._bending = [], []


def _between(old: Point, new: Point, left: float) -> Point:
    return new[0] + (old[0] - new[0]) * left, new[1] + (old[1] - new[1]) * left


def _alike(old: Sequence[Point], new: Sequence[Point]) -> tuple[list[Point], list[Point]]:
    """Return two lines with equally many corners; the shorter one repeats its middle one."""
    count = max(len(old), len(new))
    return _padded(old, count), _padded(new, count)


def _padded(points: Sequence[Point], count: int) -> list[Point]:
    middle = len(points) // 2
    missing = count - len(points)
    return [*points[:middle], *([points[middle]] * missing), *points[middle:]]
