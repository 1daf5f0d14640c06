"""Measure and paint the plates on transitions: a row for each transition that shares the line.

A row reads: order number · event · [guard] · / action · outcome.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from editor.canvas.painting.detail import Detail
from editor.canvas.painting.pictures import GuardLook, GuardPiece, LabelPicture, LabelRow, LabelState
from editor.canvas.routing.label_places import OUTCOME_ROOM
from editor.theme.badges import paint_badge, paint_clock_badge, paint_icon, paint_scale
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_BRUSH, Inks, inks_for, rounded, set_inks
from editor.theme.text_lines import text_line, text_width
from editor.theme.tokens import StatusLook, Theme

ROW_HEIGHT = 22.0
MAXIMUM_WIDTH = 240.0
LABEL_RADIUS = 6.0
_TEXT_LEFT = 23.0
_BADGE_RADIUS = 6.5
_RING_DISTANCE = 4.0

_EVENT, _NEUTRAL, _TRUE, _FALSE, _QUIET = range(5)
_TOKENS = {
    _EVENT: "family.machine.line",
    _NEUTRAL: "text.primary",
    _TRUE: "status.success.text",
    _FALSE: "status.failure.text",
    _QUIET: "text.tertiary",
}
_GUARD_ROLES = {GuardLook.NEUTRAL: _NEUTRAL, GuardLook.TRUE: _TRUE, GuardLook.FALSE: _FALSE}

_PLATE_BORDERS = (
    (LabelState.ERROR, "status.error.line"),
    (LabelState.TAKEN, "status.running.line"),
    (LabelState.PENDING, "status.pending.line"),
    (LabelState.REFUSED, "status.failure.ghost"),
)
"""Border of a plate by the strongest state among its rows."""


_NARROW_LEFT = 10.0


class LabelGeometry(NamedTuple):
    """The size of a plate without outcomes and the rectangles of its rows, from its top left corner."""

    size: QSizeF
    rows: tuple[QRectF, ...]


class _Run(NamedTuple):
    text: str
    role: int
    weight: int


_ALONE = _Run("[…]", _QUIET, TextWeight.SEMIBOLD)
"""Stands for a guard that is too small to read."""


def measure_label(picture: LabelPicture) -> LabelGeometry:
    """Return the size of a plate and of each row; at most 240 wide, outcome included, unless `expanded`.

    Rows are 22 high and as wide as the plate; each is its own target for the pointer. The size does not
    depend on what became of the transitions.
    """
    widest = max((_row_width(_runs_of(row)) for row in picture.rows), default=0.0)
    width = math.ceil(widest if picture.expanded else min(widest, MAXIMUM_WIDTH - OUTCOME_ROOM))
    edge = 0 if len(picture.rows) <= 1 else 1
    height = ROW_HEIGHT * len(picture.rows) + 2 * edge
    rows = tuple(
        QRectF(0, edge + ROW_HEIGHT * index, width, ROW_HEIGHT) for index in range(len(picture.rows))
    )
    return LabelGeometry(QSizeF(width, height), rows)


def _runs_of(row: LabelRow) -> tuple[_Run, ...]:
    return runs_of_parts(row.event, row.guard, row.action)


@lru_cache(maxsize=4096)
def runs_of_parts(event: str, guard: tuple[GuardPiece, ...], action: str) -> tuple[_Run, ...]:
    """Return the pieces in which a row of a plate is written."""
    runs = []
    if event:
        runs.append(_Run(event, _EVENT, TextWeight.SEMIBOLD))
    if guard:
        runs.append(_Run(" [" if runs else "[", _NEUTRAL, TextWeight.MEDIUM))
        judged = any(part.look != GuardLook.NEUTRAL for part in guard)
        for part in guard:
            # Beside judged parts the words that join them step back.
            quiet = judged and part.look == GuardLook.NEUTRAL
            role = _QUIET if quiet else _GUARD_ROLES[part.look]
            runs.append(_Run(part.text, role, TextWeight.MEDIUM))
        runs.append(_Run("]", _NEUTRAL, TextWeight.MEDIUM))
    if action:
        runs.append(_Run(f" / {action}" if runs else f"/ {action}", _QUIET, TextWeight.MEDIUM))
    return tuple(runs)


def _row_width(runs: tuple[_Run, ...]) -> float:
    words = sum(text_width(run.text, TextSize.CAPTION, run.weight) for run in runs)
    return _TEXT_LEFT + words + 9


def paint_label(
    painter: QPainter,
    rect: QRectF,
    picture: LabelPicture,
    detail: Detail = Detail.FULL,
    line: float = 0.0,
    *,
    theme: Theme,
) -> None:
    """Paint a plate into `rect` (its `size` from `measure_label`); outcomes go into the room right of it.

    Between zoom 0.45 and 0.70 rows keep event and outcome only, and the plate is as narrow as they are, over
    the line, which passes `line` px from the left of `rect`; a guard alone is a mark.
    Below nothing is painted.
    """
    if detail < Detail.TITLE or not picture.rows:
        return
    inks = inks_for(theme)
    scale = paint_scale(painter)
    plate = shown_plate(rect, picture, detail, line)
    x, y, width = plate.x(), plate.y(), plate.width()
    painter.translate(x, y)
    _paint_plate(painter, width, rect.height(), picture, inks)
    edge = 0.0 if len(picture.rows) == 1 else 1.0
    for index, row in enumerate(picture.rows):
        top = edge + ROW_HEIGHT * index
        _paint_row(painter, row, top, width, detail, inks, scale)
        if index:
            painter.fillRect(QRectF(1, top - 0.5, width - 2, 1), inks.brush("border.subtle"))
    painter.translate(-x, -y)


def shown_plate(rect: QRectF, picture: LabelPicture, detail: Detail, line: float) -> QRectF:
    """Return what a plate takes of `rect`, and with an outcome right of it."""
    left, width = 0.0, rect.width()
    if detail < Detail.FULL:
        width = _narrow_width(picture, rect.width())
        left = min(rect.width() - width, max(0.0, line - width / 2))
    room = OUTCOME_ROOM if any(_has_outcome(row) for row in picture.rows) else 0.0
    return QRectF(rect.x() + left, rect.y(), width + room, rect.height())


def _narrow_runs(row: LabelRow) -> tuple[_Run, ...]:
    """Return what is left of a row at a small zoom: its event, else a mark for its guard or action."""
    runs = _runs_of(row)
    return runs[:1] if row.event or not runs else (_ALONE,)


def _narrow_width(picture: LabelPicture, most: float) -> float:
    words = (
        text_width(run.text, TextSize.CAPTION, run.weight)
        for row in picture.rows
        for run in _narrow_runs(row)
    )
    return min(most, math.ceil(_NARROW_LEFT + max(words, default=0.0) + _NARROW_LEFT))


def _paint_plate(painter: QPainter, width: float, height: float, picture: LabelPicture, inks: Inks) -> None:
    states = {row.state for row in picture.rows}
    token = "border.strong"
    for state, candidate in _PLATE_BORDERS:
        if state in states:
            token = candidate
            break
    else:
        if any(row.hovered for row in picture.rows):
            token = "edge.hover"
    set_inks(painter, inks.pen(token, 1.0), inks.brush("surface.panel"))
    painter.drawPath(rounded(width, height, LABEL_RADIUS, 0.5))
    if any(row.selected for row in picture.rows):
        distance = _RING_DISTANCE
        set_inks(painter, inks.pen("accent.line", 2.0), NO_BRUSH)
        painter.translate(-distance, -distance)
        painter.drawPath(rounded(width + 2 * distance, height + 2 * distance, LABEL_RADIUS + 3))
        painter.translate(distance, distance)


def _paint_row(
    painter: QPainter, row: LabelRow, top: float, width: float, detail: Detail, inks: Inks, scale: float
) -> None:
    middle = top + ROW_HEIGHT / 2
    if row.selected or row.hovered:
        painter.translate(2, top + 2)
        fill = "accent.wash" if row.selected else "surface.hover"
        painter.fillPath(rounded(width - 4, ROW_HEIGHT - 4, 4.0), inks.brush(fill))
        painter.translate(-2, -(top + 2))
    taken = row.state == LabelState.TAKEN
    if row.order_number and detail == Detail.FULL:
        number = text_line(str(row.order_number), TextSize.BADGE, TextWeight.SEMIBOLD)
        token = "status.running.text" if taken else "text.tertiary"
        number.draw(painter, 12 - number.width / 2, middle, inks.pen(token))
    runs, left = (_runs_of(row), _TEXT_LEFT) if detail == Detail.FULL else (_narrow_runs(row), _NARROW_LEFT)
    end = width - 9 - (OUTCOME_ROOM if _has_outcome(row) else 0)
    for run in runs:
        line = text_line(run.text, TextSize.CAPTION, run.weight, False, max(1.0, end - left))
        line.draw(painter, left, middle, inks.pen(_TOKENS[run.role]))
        left += line.width
        if line.is_elided:
            break
    _paint_outcome(painter, row, width - 13, middle, inks, scale)


def _has_outcome(row: LabelRow) -> bool:
    return row.state != LabelState.IDLE or row.problem is not None


def _paint_outcome(painter: QPainter, row: LabelRow, x: float, y: float, inks: Inks, scale: float) -> None:
    theme = inks.theme
    radius, back = _BADGE_RADIUS, "surface.panel"
    if row.state == LabelState.TAKEN:
        paint_badge(painter, x, y, StatusLook.RUNNING, theme, radius=radius, back=back, scale=scale)
    elif row.state == LabelState.REFUSED:
        paint_icon(painter, "s_failure", x, y, 10, inks, "status.failure.text", scale)
    elif row.state == LabelState.PENDING:
        paint_clock_badge(painter, x, y, row.remaining, theme, 7.0, back, scale)
    elif row.state == LabelState.ERROR:
        paint_badge(painter, x, y, StatusLook.ERROR, theme, radius=radius, scale=scale)
    elif row.problem:
        paint_badge(painter, x, y, row.problem, theme, radius=radius, scale=scale)
