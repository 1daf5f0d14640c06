"""The rows of the panel that answers why: a reason, a change that would give another answer, a question."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from editor.running.why_answers import ChangeLine, ReasonLine
from editor.theme.fonts import TextSize, TextWeight, fixed_family, scaled, ui_font
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.push_buttons import push_button
from editor.widgets.row_painting import row_badge

PILL_SIDE = 10
"""Px left and right of the words of a question."""


class QuestionPill(QPushButton):
    """Offer a question; one that is longer than the panel is wide is cut, and told whole in the tooltip."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setProperty("role", "secondary")
        self.setStyleSheet(f"min-height: 0; padding: 3px {PILL_SIDE}px; text-align: left;")
        self.setToolTip(plain_tip(words))
        self.setAccessibleName(words)

    def sizeHint(self) -> QSize:
        """Return the room that the whole question takes."""
        width = self.fontMetrics().horizontalAdvance(self._words) + 2 * PILL_SIDE + 4
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return a little room: the question may be cut."""
        return QSize(60, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the question where it has no room."""
        super().resizeEvent(event)
        room = self.width() - 2 * PILL_SIDE - 2
        self.setText(self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room))


def with_code(sentence: str) -> str:
    """Return a sentence as rich text: what is in backticks is an expression, in fixed pitch."""
    parts = escape(sentence).split("`")
    family = fixed_family()
    for place in range(1, len(parts) - 1, 2):
        parts[place] = f"<span style=\"font-family: '{family}'\">{parts[place]}</span>"
    return "".join(parts)


class WhyRow(QWidget):
    """Show one reason with the badge of its row; a click goes there."""

    clicked = Signal(str, str)
    tick_clicked = Signal(int)

    def __init__(self, line: ReasonLine, *, is_first: bool) -> None:
        super().__init__()
        self.line = line
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(line.sentence)
        self.words = PlainLabel(with_code(line.sentence), wrap=True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        weight = TextWeight.SEMIBOLD if is_first else TextWeight.REGULAR
        self.words.setFont(ui_font(TextSize.BODY, weight))
        box = row_box(self, margins=(0, 4, 0, 4), spacing=10)
        box.addWidget(_Badge(line), 0, Qt.AlignmentFlag.AlignTop)
        box.addWidget(self.words, 1)
        if line.other_tick >= 0:
            self.tick = push_button(
                f"{line.other_tick:,}",
                lambda: self.tick_clicked.emit(line.other_tick),
                role="quiet",
                name=f"Look at tick {line.other_tick:,}",
                tip="Look at this tick",
                padding="1px 4px",
            )
            box.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the element."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit(self.line.graph, self.line.element)


class ChangeRow(QWidget):
    """Show one change: the value now and the one needed, how far that is, and what it leads to.

    `clicked` tells that it is to be tried.
    """

    clicked = Signal()

    def __init__(self, change: ChangeLine) -> None:
        super().__init__()
        self.change = change
        self.setFixedHeight(scaled(24))
        self.setAccessibleName(f"{change.text}: {change.leads_to}")
        self.setToolTip(plain_tip(f"{change.text}: {change.leads_to}. Click to try it."))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Try it."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def sizeHint(self) -> QSize:
        """Return the size of a row."""
        return QSize(200, scaled(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the change, a bar as long as it is far, and the answer it leads to."""
        theme = current_theme()
        painter = smooth_painter(self)
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(ui_font(TextSize.CAPTION))
        painter.setPen(theme.color("text.primary"))
        start = self.width() // 2
        text = painter.fontMetrics().elidedText(self.change.text, Qt.TextElideMode.ElideMiddle, start - 8)
        painter.drawText(0, 0, start - 8, self.height(), left, text)
        bar = self.width() // 8
        set_inks(painter, Qt.PenStyle.NoPen, theme.color("border.subtle"))
        middle = self.height() // 2 - 2
        painter.drawRoundedRect(start, middle, bar, 5, 2, 2)
        painter.setBrush(theme.family("ask").line)
        painter.drawRoundedRect(start, middle, max(4, int(bar * self.change.share)), 5, 2, 2)
        painter.setPen(theme.color("text.primary"))
        painter.setFont(ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD))
        start += bar + 12
        room = self.width() - start
        words = painter.fontMetrics().elidedText(
            f"› {self.change.leads_to}", Qt.TextElideMode.ElideRight, room
        )
        painter.drawText(start, 0, room, self.height(), left, words)


class _Badge(QWidget):
    def __init__(self, line: ReasonLine) -> None:
        super().__init__()
        self._line = line
        self.setFixedSize(scaled(18), scaled(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = self._line.look
        painter = QPainter(self)
        if look.look:
            badge = row_badge(look.look, ghost=look.ghost, ratio=self.devicePixelRatioF())
            painter.drawPixmap(1, 1, badge)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            set_inks(painter, Qt.PenStyle.NoPen, current_theme().color("border.strong"))
            painter.drawEllipse(6, 6, 6, 6)


def wrapped_label(text: str, role: str = "") -> QLabel:
    """Return a label whose text wraps, in a role of the style sheet."""
    label = PlainLabel(text, wrap=True)
    if role:
        label.setProperty("role", role)
    return label
