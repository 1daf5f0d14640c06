"""Measure and paint decision nodes: what is asked, the live value, and the bar of branches."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.painting.detail import Detail
from editor.canvas.painting.node_geometry import MINIMUM_WIDTH, ORDER_NUMBER_RISE, round_up_to_four
from editor.canvas.painting.node_parts import PLATE_LOOKS, paint_stub_plate
from editor.canvas.painting.paint_job import (
    PaintJob,
    paint_box_block,
    paint_box_dot,
    paint_fill,
    paint_hatch,
    paint_in_place,
    paint_large_title,
    paint_outline,
    paint_ring,
    paint_status_badge,
)
from editor.canvas.painting.pictures import BranchSegment, DecisionPicture, TableRow
from editor.canvas.painting.silhouettes import CHIP_WIDTH, band
from editor.theme.badges import GLYPHS, paint_breakpoint, paint_icon, paint_number_plate
from editor.theme.fonts import TextSize, TextWeight
from editor.theme.inks import NO_PEN, Inks, inks_for, rounded, set_inks
from editor.theme.text_lines import text_line, text_width
from editor.theme.tokens import StatusLook, Theme

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


def place_on_bar(geometry: DecisionGeometry, branches: tuple[BranchSegment, ...], share: float) -> float:
    """Return the x of a place 0..1 along the bar; within a segment widened to 44 px it moves slower."""
    passed = 0.0
    for branch, segment in zip(branches, geometry.segments, strict=True):
        if share <= passed + branch.share or segment is geometry.segments[-1]:
            inside = (share - passed) / branch.share if branch.share else 0.5
            return segment.left() + segment.width() * min(1.0, max(0.0, inside))
        passed += branch.share
    return geometry.bar.left()


_RADIUS = 8.0
_SEGMENT_RADIUS = 5.0
_BADGE_RADIUS = 8.5


class _Job(PaintJob[DecisionPicture]):
    __slots__ = ("geometry",)

    def __init__(self, painter: QPainter, picture: DecisionPicture, width: float, inks: Inks) -> None:
        self.geometry = measure_decision(picture, width)
        super().__init__(painter, picture, self.geometry.width, self.geometry.height, _RADIUS, inks)


def paint_decision(
    painter: QPainter, rect: QRectF, picture: DecisionPicture, detail: Detail = Detail.FULL, *, theme: Theme
) -> None:
    """Paint a decision node into `rect` (its size from `measure_decision`, or wider)."""
    paint_in_place(_Job(painter, picture, rect.width(), inks_for(theme)), rect.topLeft(), _PAINT[detail])


def _paint_full(job: _Job) -> None:
    painter, inks, geometry, picture = job.painter, job.inks, job.geometry, job.picture
    paint_ring(job)
    paint_fill(job)
    if job.status == StatusLook.DISABLED:
        paint_hatch(job)
    _paint_header(job)
    rule = inks.brush(inks.mixed(job.style.fill, job.style.line, 0.35))
    painter.fillRect(QRectF(1, HEADER_HEIGHT, geometry.width - 2, 1), rule)
    _paint_table(job)
    for branch, segment in zip(picture.branches, geometry.segments, strict=True):
        _paint_segment(job, branch, segment)
    if picture.needle is not None:
        _paint_needle(job, picture.needle)
    paint_outline(job)
    _paint_badges(job)
    if picture.collapsed_count:
        middle, bottom = geometry.width / 2, geometry.height
        paint_stub_plate(painter, (middle, bottom), picture.collapsed_count, picture.collapsed_status, inks)
    if picture.order_number is not None:
        look = job.status if job.status in PLATE_LOOKS else None
        number = str(picture.order_number)
        paint_number_plate(painter, geometry.width / 2, -ORDER_NUMBER_RISE, number, inks, look)


def _paint_header(job: _Job) -> None:
    picture, painter, inks, inset = job.picture, job.painter, job.inks, job.style.inset
    faint = job.style.faint
    chip = band(CHIP_WIDTH - inset, HEADER_HEIGHT - inset, _RADIUS, 0.0, 0.0, 0.0)
    painter.translate(inset, inset)
    painter.fillPath(chip, inks.brush("surface.region" if faint else "family.decision.chip"))
    painter.translate(-inset, -inset)
    token = "text.disabled" if faint else "family.decision.line"
    paint_icon(painter, picture.icon, 18, 20, 20, inks, token, job.scale)
    right = job.geometry.width - 10 - (22 if _has_badge(job) else 0)
    if picture.value:
        value = text_line(picture.value, TextSize.CAPTION, TextWeight.SEMIBOLD)
        plate = round(value.width) + 14.0
        painter.translate(right - plate, 10)
        painter.fillPath(rounded(plate, 20.0, _SEGMENT_RADIUS), inks.brush("surface.field"))
        painter.translate(plate - right, -10)
        value.draw(painter, right - plate + (plate - value.width) / 2, 20, inks.pen("text.primary"))
        right -= plate + 8
    elif picture.note:
        note = text_line(picture.note, TextSize.CAPTION)
        note.draw(painter, right - note.width, 20, inks.pen("text.tertiary"))
        right -= note.width + 8
    fixed = picture.title_is_expression
    weight = TextWeight.REGULAR if fixed else TextWeight.SEMIBOLD
    title = text_line(picture.title, TextSize.BODY, weight, fixed, max(1.0, right - 46))
    title.draw(painter, 46, 20, inks.pen(job.ink))
    if job.status == StatusLook.DISABLED:
        painter.fillRect(QRectF(46, 20, title.width, 1), inks.brush(job.ink))


def _paint_table(job: _Job) -> None:
    painter, inks = job.painter, job.inks
    y = HEADER_HEIGHT + 4 + TABLE_ROW_HEIGHT / 2
    for row in job.picture.table:
        name = text_line(row.name, TextSize.CAPTION, TextWeight.REGULAR, True)
        name.draw(painter, TABLE_NAME_LEFT, y, inks.pen("text.secondary"))
        for cell, segment in zip(row.cells, job.geometry.segments, strict=False):
            room = segment.width() - 6
            text = text_line(cell or "any", TextSize.CAPTION, TextWeight.REGULAR, bool(cell), room)
            token = "text.primary" if cell else "text.tertiary"
            text.draw(painter, segment.center().x() - text.width / 2, y, inks.pen(token))
        y += TABLE_ROW_HEIGHT


def _paint_segment(job: _Job, branch: BranchSegment, segment: QRectF) -> None:
    painter, inks = job.painter, job.inks
    taken = branch.taken
    width = 2.0 if taken else 1.0
    painter.setBrush(inks.brush("status.success.wash" if taken else "surface.region"))
    painter.setPen(inks.pen("status.success.line" if taken else "border.strong", width))
    left, right = round(segment.left()) + 1, round(segment.right()) - 1
    painter.translate(left, segment.top())
    painter.drawPath(rounded(float(right - left), segment.height(), _SEGMENT_RADIUS, width / 2))
    painter.translate(-left, -segment.top())
    weight = TextWeight.SEMIBOLD if taken else TextWeight.REGULAR
    room = segment.width() - 8
    line = text_line(branch.text, TextSize.CAPTION, weight, branch.is_expression, room)
    pen = inks.pen("status.success.text" if taken else "text.secondary")
    line.draw(painter, segment.center().x() - line.width / 2, segment.center().y(), pen)


def _paint_needle(job: _Job, share: float) -> None:
    """Paint the needle at the live value and the bracket to the nearest threshold with its number."""
    painter, inks, picture, geometry = job.painter, job.inks, job.picture, job.geometry
    x = place_on_bar(geometry, picture.branches, share)
    top = geometry.bar.top()
    if picture.margin:
        at = place_on_bar(geometry, picture.branches, picture.margin.threshold)
        painter.setPen(inks.pen("status.success.line", 1.5, (3.0, 2.0)))
        painter.drawLine(QPointF(at, top - 6), QPointF(x, top - 6))
        painter.setPen(inks.pen("status.success.line", 1.5))
        painter.drawLine(QPointF(at, top - 10), QPointF(at, top - 1))
        number = text_line(picture.margin.text, TextSize.BADGE, TextWeight.SEMIBOLD)
        left = x + 9 if x > at else x - 9 - number.width
        left = min(max(left, 4.0), geometry.width - 4 - number.width)
        number.draw(painter, left, top - 6, inks.pen("status.success.text"))
    set_inks(painter, NO_PEN, inks.brush("text.primary"))
    corners = (QPointF(x - 5, top - 9), QPointF(x + 5, top - 9), QPointF(x, top - 2))
    painter.drawPolygon(QPolygonF(list(corners)))


def _has_badge(job: _Job) -> bool:
    return job.status in GLYPHS or job.last is not None or job.picture.problem is not None


def _paint_badges(job: _Job) -> None:
    paint_status_badge(job, job.width - 18, 20.0, _BADGE_RADIUS)
    if job.picture.breakpoint:
        paint_breakpoint(job.painter, -1, HEADER_HEIGHT / 2, job.inks)


def _paint_title(job: _Job) -> None:
    paint_ring(job)
    paint_fill(job)
    chip = band(32.0, job.height, _RADIUS, 0.0, 0.0, _RADIUS)
    tokens = ("family.decision.chip", "family.decision.line")
    paint_large_title(job, job.picture.icon, tokens, job.picture.title, chip)
    paint_outline(job, cosmetic=True)


_PAINT = {
    Detail.FULL: _paint_full,
    Detail.TITLE: _paint_title,
    Detail.BLOCK: paint_box_block,
    Detail.DOT: paint_box_dot,
}
