"""Paint ruler, lanes, curves, events and playhead of the timeline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath, QPen, QPolygonF
from shiboken6 import VoidPtr

from editor.panels.timeline.bars import Bar, bars_of, joined_blocks
from editor.panels.timeline.curves import Curve
from editor.panels.timeline.lanes import EventMark, TimelineLane
from editor.panels.timeline.timeline_model import TimeScale
from editor.theme.fonts import Height, TextSize, TextWeight, scaled, ui_font
from editor.theme.inks import faded, set_inks
from editor.theme.theme_manager import current_theme
from editor.widgets.row_painting import paint_icon, paint_text

GAP = 3
RULER = 26
CURVE = 46
BLOCKS = 18
BAND = 6
"""Px of the bands of a joined bar together."""

LEAST_TEXT = 30
MarkKind = Literal["events", "inputs"]
MARK_LOOKS: dict[MarkKind, tuple[str, str, str]] = {
    "events": ("Events", "raise", "flag"),
    "inputs": ("Inputs", "step_in", "down"),
}
"""Title of the lane, icon of its head, icon of a mark."""

_ICONS = {"states": "machine", "inside": "compound", "branch": "tree"}


def head_width() -> int:
    """Return the width of the column with the names of the lanes."""
    return scaled(136)


@dataclass(frozen=True, slots=True)
class Time:
    """Hold what the whole timeline is painted by: scale, tick shown, end, whether that is past.

    Bars were read up to the tick `known`; while the run goes on, the last one lasts until the next reading.
    Bars shorter than `hold` ticks are joined where they follow each other; 0 joins none.
    """

    scale: TimeScale
    shown: int
    end: int
    is_past: bool
    known: int = 0
    hold: int = 0

    def x(self, tick: float) -> float:
        """Return where a tick begins in the widget."""
        return head_width() + self.scale.x(tick)

    def goes_on(self, end: int) -> bool:
        """Tell whether a bar that ends with what is known of the run is not over yet."""
        return not self.is_past and 0 < self.known <= end <= self.shown

    def is_now(self, bar: Bar) -> bool:
        """Tell whether a bar is at the tick shown."""
        return bar.first <= self.shown and (self.shown < bar.end or self.goes_on(bar.end))


def paint_ruler(painter: QPainter, rect: QRect, time: Time) -> None:
    """Paint the marks of the ruler with their ticks, and where the end of the run is."""
    theme = current_theme()
    painter.fillRect(rect, theme.color("surface.panel"))
    font = ui_font(TextSize.CAPTION)
    bottom = rect.bottom()
    painter.setFont(font)
    plates = [_plate_rect(rect, time, time.shown, _shown_words(time))]
    if time.is_past:
        plates.append(_plate_rect(rect, time, time.end - 1, _live_words(time)))
    for tick, written in time.scale.marks():
        x = time.x(tick)
        if x < head_width():
            continue
        painter.setPen(QPen(theme.color("border.strong" if written else "border.subtle"), 1))
        painter.drawLine(QPointF(x, bottom - (7 if written else 4)), QPointF(x, bottom))
        half = painter.fontMetrics().horizontalAdvance(f"{tick:,}") / 2 + 2
        if x + half > rect.right():
            continue
        if written and not any(plate.left() < x + half and x - half < plate.right() for plate in plates):
            box = QRect(int(x) - 40, rect.top(), 80, rect.height() - 7)
            paint_text(painter, f"{tick:,}", box, font, theme.color("text.secondary"), _CENTER)
    painter.setPen(QPen(theme.color("border.subtle"), 1))
    painter.drawLine(rect.left(), bottom, rect.right(), bottom)
    if time.is_past:
        _paint_plate(painter, rect, time, time.end - 1, _live_words(time), "running", filled=False)


def paint_playhead(painter: QPainter, rect: QRect, time: Time) -> None:
    """Paint the line at the tick shown, and its number on the ruler: amber live, straw in the past."""
    look = "pending" if time.is_past else "running"
    color = current_theme().status(look).line
    x = time.x(time.shown + 1)
    if x < head_width() or x > rect.right() + 1:
        return
    painter.setPen(QPen(color, 2))
    painter.drawLine(QPointF(x, rect.top() + RULER - 4), QPointF(x, rect.bottom()))
    _paint_plate(painter, rect, time, time.shown, _shown_words(time), look, filled=True)


def paint_veil(painter: QPainter, rect: QRect, time: Time) -> None:
    """Veil what lies after the tick shown, in the past."""
    if not time.is_past:
        return
    left = max(time.x(time.shown + 1), head_width())
    veil = faded(current_theme().color("surface.panel"), 0.42)
    painter.fillRect(QRectF(left, rect.top() + RULER, rect.right() - left + 1, rect.height()), veil)
    painter.setPen(QPen(current_theme().status("running").line, 1))
    end = time.x(time.end)
    if head_width() < end < rect.right():
        painter.drawLine(QPointF(end, rect.top() + RULER), QPointF(end, rect.bottom()))


def paint_chosen(painter: QPainter, rect: QRect, chosen: range, time: Time) -> None:
    """Paint the stretch that was chosen, between two lines."""
    theme = current_theme()
    left = max(time.x(chosen.start), head_width())
    right = min(time.x(chosen.stop), rect.right())
    if right <= left:
        return
    wash = faded(theme.color("accent.line"), 0.14)
    painter.fillRect(QRectF(left, rect.top() + RULER, right - left, rect.height()), wash)
    painter.setPen(QPen(theme.color("accent.line"), 1))
    for x in (left, right):
        painter.drawLine(QPointF(x, rect.top() + RULER - 8), QPointF(x, rect.bottom()))


def paint_lane(painter: QPainter, rect: QRect, lane: TimelineLane, time: Time) -> None:
    """Paint a lane of bars; the one at the tick shown is in the hue of what happens now."""
    _paint_head(painter, rect, _ICONS[lane.kind], lane.title, lane.note)
    theme = current_theme()
    font = ui_font(TextSize.CAPTION)
    painter.setClipRect(rect.adjusted(head_width(), 0, 0, 0))
    for shown in bars_of(lane.spans, time.hold):
        end = time.shown + 1 if time.goes_on(shown.end) else shown.end
        left, right = time.x(shown.first), time.x(end)
        if right - left < 2:
            right = left + 2
        if right < head_width() or left > rect.right():
            continue
        bar = QRectF(left, rect.top(), right - left - 1, rect.height())
        is_now = time.is_now(shown)
        running = theme.status("running")
        painter.setPen(QPen(running.line, 1.5) if is_now else QPen(Qt.PenStyle.NoPen))
        painter.setBrush(running.wash if is_now else theme.tint(shown.tints[0]))
        painter.drawRoundedRect(bar.adjusted(0.75, 0.75, -0.75, -0.75) if is_now else bar, 4, 4)
        if len(shown.tints) > 1:
            _paint_bands(painter, bar, shown.tints)
        words = QRect(int(max(left, head_width())) + 7, rect.top(), 0, rect.height())
        words.setRight(int(min(right, rect.right())) - 5)
        if words.width() >= LEAST_TEXT:
            paint_text(
                painter, shown.title, words, font, running.text if is_now else theme.color("text.primary")
            )
    painter.setClipping(False)


def _paint_bands(painter: QPainter, bar: QRectF, tints: tuple[int, ...]) -> None:
    """Paint a thin band for each state that a joined bar is of, along its lower edge."""
    height = BAND / len(tints)
    painter.setPen(Qt.PenStyle.NoPen)
    for place, tint in enumerate(tints):
        painter.setBrush(current_theme().tint(tint))
        painter.drawRect(
            QRectF(bar.left() + 2, bar.bottom() - BAND - 2 + place * height, bar.width() - 4, height)
        )


def paint_curve(painter: QPainter, rect: QRect, curve: Curve, time: Time) -> None:
    """Paint the values of a number as a line, or of a bool as blocks, with the value at the tick shown."""
    value = curve.at(time.shown)
    words = "" if value is None or curve.is_bool else f"{value:.4g}"
    _paint_head(painter, rect, "bool" if curve.is_bool else "number", curve.name, words)
    painter.setClipRect(rect.adjusted(head_width(), 0, 0, 0))
    if curve.is_bool:
        _paint_blocks(painter, rect, curve, time)
    else:
        _paint_line(painter, rect, curve, time, value)
    painter.setClipping(False)


def paint_marks(
    painter: QPainter, rect: QRect, kind: MarkKind, marks: tuple[EventMark, ...], time: Time
) -> None:
    """Paint events or inputs as marks with their names while there is room, else with their number."""
    title, head_icon, mark_icon = MARK_LOOKS[kind]
    _paint_head(painter, rect, head_icon, title, "")
    theme = current_theme()
    font = ui_font(TextSize.CAPTION)
    painter.setFont(font)
    taken_to = 0.0
    waiting = 0
    for mark in marks:
        x = time.x(mark.tick)
        if x < head_width():
            continue
        if x < taken_to:
            waiting += 1
            continue
        color = theme.color("text.primary" if mark.handled else "text.tertiary")
        paint_icon(painter, mark_icon, int(x) - 7, rect, color, 13)
        text = mark.name if not waiting else f"{mark.name} +{waiting}"
        waiting = 0
        width = painter.fontMetrics().horizontalAdvance(text)
        room = min(width + 4, rect.right() - int(x) - 9)
        paint_text(painter, text, QRect(int(x) + 9, rect.top(), room, rect.height()), font, color)
        taken_to = x + width + 22


_CENTER = Qt.AlignmentFlag.AlignHCenter


def _paint_head(painter: QPainter, rect: QRect, icon: str, title: str, note: str) -> None:
    theme = current_theme()
    paint_icon(painter, icon, rect.left() + 12, rect, theme.color("text.secondary"), 14)
    font = ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)
    words = QRect(rect.left() + 34, rect.top(), head_width() - 40, rect.height())
    painter.setFont(font)
    width = min(painter.fontMetrics().horizontalAdvance(title) + 6, words.width())
    paint_text(
        painter,
        title,
        QRect(words.left(), words.top(), width, words.height()),
        font,
        theme.color("text.primary"),
    )
    if note and words.width() - width > 24:
        rest = words.adjusted(width, 0, 0, 0)
        paint_text(painter, note, rest, ui_font(TextSize.CAPTION), theme.color("text.secondary"))


def _paint_blocks(painter: QPainter, rect: QRect, curve: Curve, time: Time) -> None:
    theme = current_theme()
    middle = rect.center().y() + 0.5
    painter.setPen(QPen(theme.color("border.subtle"), 1))
    painter.drawLine(QPointF(head_width(), middle), QPointF(rect.right(), middle))
    hue = theme.family("value")
    set_inks(painter, QPen(hue.line, 1), hue.chip)
    for first, end, is_joined in joined_blocks(_true_runs(curve, time.scale), time.hold):
        half = 2.5 if is_joined else 5.0
        width = max(2.0, time.x(end) - time.x(first))
        painter.drawRoundedRect(QRectF(time.x(first), middle - half, width, 2 * half), 2, 2)


def _true_runs(curve: Curve, scale: TimeScale) -> list[tuple[int, int]]:
    first = max(curve.first, int(scale.first))
    end = min(curve.end, int(scale.end) + 2)
    runs: list[tuple[int, int]] = []
    begun: int | None = None
    for tick in range(first, end):
        on = curve.values[tick - curve.first] != 0.0
        if on and begun is None:
            begun = tick
        elif not on and begun is not None:
            runs.append((begun, tick))
            begun = None
    if begun is not None:
        runs.append((begun, end))
    return runs


def _paint_line(painter: QPainter, rect: QRect, curve: Curve, time: Time, value: float | None) -> None:
    theme = current_theme()
    area = rect.adjusted(0, 4, 0, -4)
    points = _points(curve, time, area)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    set_inks(painter, QPen(theme.family("tree").line, 1.75), Qt.BrushStyle.NoBrush)
    painter.drawPolyline(points)
    if value is not None:
        low, high = _range(curve)
        y = area.bottom() - (value / 2 - low / 2) / (high / 2 - low / 2) * area.height()
        dot = QPainterPath()
        dot.addEllipse(QPointF(time.x(time.shown + 1), y), 3, 3)
        painter.fillPath(dot, theme.status("pending" if time.is_past else "running").line)


def _points(curve: Curve, time: Time, area: QRect) -> QPolygonF:
    """Return at most two points for each pixel: the least and the greatest value that fall on it."""
    first = max(curve.first, int(time.scale.first))
    end = min(curve.end, int(time.scale.end) + 2)
    if end <= first:
        return QPolygonF()
    values = np.frombuffer(curve.values[first - curve.first : end - curve.first], np.float64)
    ticks = np.arange(first, end, dtype=np.float64)
    stride = int(1 / time.scale.pixels_per_tick)
    if stride > 1:
        starts = np.arange(0, len(values), stride)
        low, high = np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)
        values, ticks = np.stack((low, high), axis=1).ravel(), np.repeat(ticks[starts], 2)
    least, most = _range(curve)
    left = time.x(0)
    x = left + (ticks + 1) * time.scale.pixels_per_tick
    # Halves, since the difference of two large numbers is none that Qt can paint at.
    y = area.bottom() - (values / 2 - least / 2) * (area.height() / (most / 2 - least / 2))
    # Written where Qt keeps the points: one object for each would take most of the time of a picture.
    points = QPolygonF()
    points.resize(len(x))
    held: bytearray = VoidPtr(points.data(), 16 * len(x), True)  # type: ignore[call-arg, arg-type, assignment]
    numbers = np.frombuffer(held, np.float64).reshape(-1, 2)
    numbers[:, 0], numbers[:, 1] = x, y
    return points


def _range(curve: Curve) -> tuple[float, float]:
    # A view of the values would keep them from growing; this one is gone at once.
    values = np.frombuffer(curve.values, np.float64)
    low, high = float(values.min()), float(values.max())
    pad = max(1.0, 1e-3 * max(abs(low), abs(high)))
    return (low, high) if high - low > 1e-9 * pad else (max(low - pad, -1e308), min(high + pad, 1e308))


def _shown_words(time: Time) -> str:
    return f"{time.shown:,}" if time.shown >= 0 else "start"


def _live_words(time: Time) -> str:
    return f"live {time.end - 1:,}"


def _plate_rect(rect: QRect, time: Time, tick: int, text: str) -> QRectF:
    """Return where the plate of a tick is on the ruler; numbers of the ruler keep clear of it."""
    font = ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)
    width = QFontMetrics(font).horizontalAdvance(text) + 12
    x = min(max(time.x(tick + 1) - width / 2, head_width()), rect.right() - width)
    return QRectF(x, rect.top() + 3, width, RULER - 8)


def _paint_plate(
    painter: QPainter, rect: QRect, time: Time, tick: int, text: str, look: str, *, filled: bool
) -> None:
    status = current_theme().status(look)
    font = ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)
    plate = _plate_rect(rect, time, tick, text)
    if filled:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        set_inks(painter, Qt.PenStyle.NoPen, status.line)
        painter.drawRoundedRect(plate, 4, 4)
    color = current_theme().color("surface.panel") if filled else status.line
    paint_text(painter, text, plate.toRect(), font, color, _CENTER)


def lane_height() -> int:
    """Return the height of a lane of bars."""
    return scaled(Height.LANE)
