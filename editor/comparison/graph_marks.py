"""Say what is to be marked in the picture of a graph's differences, and paint its plates."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, Inks, set_inks
from editor.theme.text_lines import text_line, text_width
from graphs.basics.plain_json import Entry
from graphs.difference.difference import Difference


@dataclass(frozen=True, slots=True)
class Move:
    """From where in which list to where a node or transition moved; a parent "" is the graph itself."""

    old_parent: str
    old_index: int
    new_parent: str
    new_index: int

    @property
    def is_reorder(self) -> bool:
        """Tell whether it stayed under the same parent."""
        return self.old_parent == self.new_parent


@dataclass(frozen=True, slots=True)
class GraphMarks:
    """The ids of nodes and transitions by what became of them; `placed` moved on the canvas alone."""

    added: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    moved: Mapping[str, Move] = field(default_factory=dict)
    placed: frozenset[str] = frozenset()

    def counts(self) -> dict[str, int]:
        """Return how many there are of each, in the order of the legend."""
        return {
            "added": len(self.added),
            "removed": len(self.removed),
            "changed": len(self.changed),
            "moved": len({*self.moved, *self.placed}),
        }


def graph_marks(differences: Sequence[Difference]) -> GraphMarks:
    """Return the marks for the differences of one graph."""
    ids: dict[str, set[str]] = {"added": set(), "removed": set(), "changed": set(), "placed": set()}
    moved: dict[str, Move] = {}
    for difference in differences:
        element = difference.place.element
        if not element or difference.part not in ("node", "edge", "branch"):
            continue
        if difference.part == "branch" or difference.what in ("changed", "renamed"):
            ids["changed"].add(element)
        elif difference.what == "moved":
            move = _move(difference.old, difference.new)
            if move is not None:
                moved[element] = move
        else:
            ids[difference.what].add(element)
    return GraphMarks(
        frozenset(ids["added"]),
        frozenset(ids["removed"]),
        frozenset(ids["changed"]),
        moved,
        frozenset(ids["placed"]),
    )


def _move(old: Entry, new: Entry) -> Move | None:
    sides = []
    for value in (old, new):
        if not isinstance(value, dict):
            return None
        parent, index = value.get("parent"), value.get("index")
        sides.append((parent if isinstance(parent, str) else "", index if isinstance(index, int) else 0))
    return Move(*sides[0], *sides[1])


PLATE_HEIGHT = 18.0

MARK_TOKENS = {
    "added": "status.success.line",
    "removed": "status.failure.line",
    "changed": "accent.line",
    "moved": "family.machine.line",
}
"""The color of each mark, on outlines and plates."""

MARK_SIGNS = {"added": "+", "removed": "−", "changed": "Δ", "moved": "→"}
"""What is on the plates: marks are never told by color alone."""


def plate_width(text: str) -> float:
    """Return how wide a plate is, in px."""
    return max(PLATE_HEIGHT, math.ceil(text_width(text, TextSize.BODY, TextWeight.SEMIBOLD) + 10))


def paint_plate(painter: QPainter, x: float, y: float, kind: str, text: str, inks: Inks) -> None:
    """Paint a plate with its middle at (x, y)."""
    width = plate_width(text)
    left, top = round(x - width / 2), round(y - PLATE_HEIGHT / 2)
    set_inks(painter, inks.pen(MARK_TOKENS[kind], 1.5), inks.brush("surface.canvas"))
    painter.drawRoundedRect(QRectF(left, top, width, PLATE_HEIGHT), 6, 6)
    painter.setBrush(NO_BRUSH)
    line = text_line(text, TextSize.BODY, TextWeight.SEMIBOLD)
    pen = inks.pen(MARK_TOKENS[kind])
    line.draw(painter, left + (width - line.width) / 2, top + PLATE_HEIGHT / 2, pen)
