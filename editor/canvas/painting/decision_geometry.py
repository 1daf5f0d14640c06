"""Measure decision nodes: the header, and a bar that is both the order of branches and a number line."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF

from editor.canvas.painting.decision_pictures import Branch, DecisionPicture, TableRow
from editor.canvas.painting.node_geometry import MINIMUM_WIDTH, round_up_to_four
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.text_lines import text_width

HEADER_HEIGHT = 40.0
BAR_HEIGHT = 22.0
NEEDLE_ROOM = 12.0
"""Extra room above the bar for the needle and the margin's bracket."""
SIDE = 8.0
LEAST_SEGMENT = 44.0
MAXIMUM_WIDTH = 320.0
TABLE_ROW_HEIGHT = 17.0
TABLE_NAME_LEFT = 12.0
_BADGE_ROOM = 22.0
_VALUE_ROOM = 46.0
"""Room kept for the live value, so that nothing shifts when a run begins."""


class DecisionGeometry(NamedTuple):
    """The size of a decision node, its segments and ports, in px from its top left corner.

    `bar` is the whole bar; ports are the middles of the segments at the node's bottom edge.
    """

    width: float
    height: float
    bar: QRectF
    segments: tuple[QRectF, ...]
    ports: tuple[QPointF, ...]


def measure_decision(picture: DecisionPicture, width: float = 0.0) -> DecisionGeometry:
    """Return the geometry of a decision node at its own width (124 to 320, on the 4 px grid) or a given one.

    Segments are as wide as their share of the bar, but at least 44 px. Nothing depends on the run.
    """
    branches = tuple((branch.text, branch.share, branch.is_expression) for branch in picture.branches)
    return _geometry(
        picture.title, picture.title_is_expression, branches, picture.is_scaled, picture.table, width
    )


@lru_cache(maxsize=2048)
def _geometry(
    title: str,
    fixed: bool,
    branches: tuple[tuple[str, float, bool], ...],
    is_scaled: bool,
    table: tuple[TableRow, ...],
    width: float,
) -> DecisionGeometry:
    used = width or _own_width(title, fixed, branches, table)
    rows = TABLE_ROW_HEIGHT * len(table) + (4.0 if table else 0.0)
    height = HEADER_HEIGHT + rows + (NEEDLE_ROOM if is_scaled else 0.0) + BAR_HEIGHT + 10.0
    left = SIDE + (_name_column(table) if table else 0.0)
    bar = QRectF(left, height - BAR_HEIGHT - 8.0, used - left - SIDE, BAR_HEIGHT)
    segments = []
    x = bar.left()
    for segment in segment_widths(tuple(share for _, share, _ in branches), bar.width()):
        segments.append(QRectF(x, bar.top(), segment, BAR_HEIGHT))
        x += segment
    ports = tuple(QPointF(round(segment.center().x()), height) for segment in segments)
    return DecisionGeometry(used, height, bar, tuple(segments), ports)


def _name_column(table: tuple[TableRow, ...]) -> float:
    names = (text_width(row.name, TextSize.CAPTION, TextWeight.REGULAR, True) for row in table)
    return TABLE_NAME_LEFT + max(names)


def _own_width(
    title: str, fixed: bool, branches: tuple[tuple[str, float, bool], ...], table: tuple[TableRow, ...]
) -> float:
    header = 46 + text_width(title, TextSize.BODY, TextWeight.REGULAR, fixed) + 8 + _VALUE_ROOM
    header += _BADGE_ROOM + 10
    bar = 2 * SIDE + (_name_column(table) if table else 0.0)
    for index, (text, _, is_expression) in enumerate(branches):
        widest = text_width(text, TextSize.CAPTION, TextWeight.SEMIBOLD, is_expression)
        for row in table:
            cell = row.cells[index] if index < len(row.cells) else ""
            widest = max(widest, text_width(cell or "any", TextSize.CAPTION, TextWeight.REGULAR, True))
        bar += max(LEAST_SEGMENT, widest + 16)
    return min(MAXIMUM_WIDTH, max(MINIMUM_WIDTH, round_up_to_four(max(header, bar))))


def segment_widths(shares: tuple[float, ...], room: float) -> tuple[float, ...]:
    """Return widths true to `shares` that fill `room`, none below 44 px (or an equal part, if too many)."""
    if not shares:
        return ()
    least = min(LEAST_SEGMENT, room / len(shares))
    small: set[int] = set()
    while True:
        rest = room - least * len(small)
        total = sum(share for index, share in enumerate(shares) if index not in small) or 1.0
        short = {
            index
            for index, share in enumerate(shares)
            if index not in small and share / total * rest < least - 1e-9
        }
        if not short:
            break
        small |= short
    return tuple(least if index in small else share / total * rest for index, share in enumerate(shares))


def place_on_bar(geometry: DecisionGeometry, branches: tuple[Branch, ...], share: float) -> float:
    """Return the x of a place 0..1 along the bar; within a segment widened to 44 px it moves slower."""
    passed = 0.0
    for branch, segment in zip(branches, geometry.segments, strict=True):
        if share <= passed + branch.share or segment is geometry.segments[-1]:
            inside = (share - passed) / branch.share if branch.share else 0.5
            return segment.left() + segment.width() * min(1.0, max(0.0, inside))
        passed += branch.share
    return geometry.bar.left()
