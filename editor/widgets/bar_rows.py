"""Rows with a bar each: a name, a length, a number, and at times where it was and where it is going."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.theme.fonts import TextSize, TextWeight, fixed_font, scaled, ui_font
from editor.theme.inks import set_inks
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.row_painting import paint_text

ROW, LEAST_NUMBER, HISTORY = 20, 46, 70
WIDEST_NAME = 0.34
"""Part of the width that names take at most."""


@dataclass(frozen=True, slots=True)
class BarRow:
    """Hold one row: its name, how long the bar is from 0 to 1, the number in words, and a note behind it.

    `wins` marks what was chosen. `later` is an outlined bar, `history` what the bar was, oldest first.
    """

    name: str
    part: float
    number: str
    note: str = ""
    wins: bool = False
    later: float | None = None
    history: tuple[float, ...] = ()

    @property
    def words(self) -> str:
        """Return the row in words."""
        said = f"{self.name}: {self.number}"
        return f"{said}, {self.note}" if self.note else said


class BarRows(QWidget):
    """Paint rows below each other, as plain as a last result where they are `past`."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.rows: tuple[BarRow, ...] = ()
        self.is_past = False
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: Sequence[BarRow], *, past: bool = False) -> None:
        """Show other rows; `past` dims them: they are the last known, not of now."""
        if (tuple(rows), past) == (self.rows, self.is_past):
            return
        if len(rows) != len(self.rows):
            self.updateGeometry()
        self.rows, self.is_past = tuple(rows), past
        said = "; ".join(row.words for row in self.rows)
        self.setAccessibleDescription(said)
        self.setToolTip(plain_tip("\n".join(row.words for row in self.rows)))
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for a line for each row."""
        notes = sum(bool(row.note) for row in self.rows)
        return QSize(scaled(200), scaled(ROW) * len(self.rows) + scaled(14) * notes)

    def minimumSizeHint(self) -> QSize:
        """Need all lines, and little width."""
        return QSize(scaled(120), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the rows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top, line = 0, scaled(ROW)
        metrics = self.fontMetrics()
        wanted = max((metrics.horizontalAdvance(row.name) for row in self.rows), default=0) + 18
        names = min(wanted, round(self.width() * WIDEST_NAME))
        for row in self.rows:
            self._paint_row(painter, row, QRect(0, top, self.width(), line), names)
            top += line
            if row.note:
                room = QRect(names, top - 2, self.width() - names, scaled(14))
                caption = ui_font(TextSize.CAPTION)
                paint_text(painter, row.note, room, caption, current_theme().color("text.tertiary"))
                top += scaled(14)

    def _paint_row(self, painter: QPainter, row: BarRow, rect: QRect, names: int) -> None:
        theme = current_theme()
        ink = theme.color(
            "text.tertiary" if self.is_past else "text.primary" if row.wins else "text.secondary"
        )
        color = self._color(row)
        mark = 10
        if row.wins:
            self._paint_mark(painter, rect, color)
        weight = TextWeight.SEMIBOLD if row.wins else TextWeight.REGULAR
        name = QRect(rect.left() + mark, rect.top(), names - mark - 6, rect.height())
        paint_text(painter, row.name, name, ui_font(TextSize.CAPTION, weight), ink)
        right = scaled(HISTORY) + 6 if any(each.history for each in self.rows) else 0
        fixed = fixed_font(TextSize.CAPTION)
        measure = QFontMetrics(fixed).horizontalAdvance
        wide = max(scaled(LEAST_NUMBER), *(measure(each.number) + 6 for each in self.rows))
        number = QRect(rect.right() - right - wide, rect.top(), wide, rect.height())
        paint_text(painter, row.number, number, fixed, ink, Qt.AlignmentFlag.AlignRight)
        track = QRectF(names, rect.top() + rect.height() / 2 - 4, number.left() - names - 4, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("surface.hover"))
        painter.drawRoundedRect(track, 2, 2)
        bar = QRectF(track)
        bar.setWidth(track.width() * min(1.0, max(0.0, row.part)))
        if self.is_past:
            set_inks(painter, QPen(color, 1), Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        else:
            painter.setBrush(color)
            painter.drawRoundedRect(bar, 2, 2)
        if row.later is not None:
            later = QRectF(track.left(), track.bottom() + 1, track.width() * min(1.0, max(0.0, row.later)), 3)
            set_inks(painter, QPen(theme.status("pending").line, 1), Qt.BrushStyle.NoBrush)
            painter.drawRect(later.adjusted(0.5, 0.5, -0.5, -0.5))
        if row.history:
            room = QRectF(number.right() + 6, rect.top() + 3, scaled(HISTORY), rect.height() - 6)
            self._paint_history(painter, row, room)

    def _color(self, row: BarRow) -> QColor:
        theme = current_theme()
        if row.wins:
            running = theme.status("running")
            return running.ghost if self.is_past and running.ghost is not None else running.line
        return theme.family("value").line

    def _paint_mark(self, painter: QPainter, rect: QRect, color: QColor) -> None:
        """Paint a small triangle before what was chosen: no color alone says it."""
        middle = rect.top() + rect.height() / 2
        set_inks(painter, Qt.PenStyle.NoPen, color)
        painter.drawPolygon(QPolygonF([QPointF(1, middle - 4), QPointF(7, middle), QPointF(1, middle + 4)]))

    def _paint_history(self, painter: QPainter, row: BarRow, room: QRectF) -> None:
        """Paint a small curve from 0 to 1 of what the bar was."""
        theme = current_theme()
        painter.setPen(QPen(theme.color("border.subtle"), 1))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        if len(row.history) < 2:
            return
        step = room.width() / (len(row.history) - 1)
        points = [
            QPointF(room.left() + place * step, room.bottom() - min(1.0, max(0.0, value)) * room.height())
            for place, value in enumerate(row.history)
        ]
        set_inks(painter, QPen(self._color(row), 1.5), Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))
