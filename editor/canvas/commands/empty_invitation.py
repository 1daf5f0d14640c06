"""What an empty canvas says: where the first node goes, one question, one line of how, two buttons."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.icons import icon, pixmap
from editor.theme.inks import dash_in_pen_widths
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import current_theme, theme_manager

_WORDS: dict[str, tuple[str, str, str, str, str]] = {
    "behavior_tree": ("tree", "The root goes here", "What should it try first?", "Add a selector", "tree"),
    "decision_tree": (
        "decision",
        "The first question goes here",
        "What should it ask first?",
        "Add a test",
        "decision",
    ),
    "state_machine": (
        "machine",
        "The first state goes here",
        "How should it be at first?",
        "Add a state",
        "machine",
    ),
}
"""Icon, words on the ghost, question, first button, family, by kind of graph."""

FIRST_KINDS = {"behavior_tree": "selector", "decision_tree": "test", "state_machine": "state"}
"""The kind that the first button adds."""
_LEAST_WIDTH, _HEIGHT = 200, 46
_BESIDE_ICON = 30
"""Where the words begin, counted from the left rim of the icon."""
_PADDING = 16


class _Ghost(QWidget):
    """Paint the dashed ghost of the first node."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.icon, self.words, self.family = "tree", "", "tree"
        self._font = ui_font(TextSize.BODY, TextWeight.MEDIUM)
        self.show_words("tree", "", "tree")

    def show_words(self, icon_name: str, words: str, family: str) -> None:
        """Show other words, with room beside them."""
        self.icon, self.words, self.family = icon_name, words, family
        width = QFontMetrics(self._font).horizontalAdvance(words) + _BESIDE_ICON + 2 * _PADDING
        self.setFixedSize(max(_LEAST_WIDTH, width), _HEIGHT)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme.color("border.node"), 1)
        pen.setDashPattern(dash_in_pen_widths((5, 4), 1))
        painter.setPen(pen)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        painter.setFont(self._font)
        width = painter.fontMetrics().horizontalAdvance(self.words)
        left = (self.width() - width - _BESIDE_ICON) // 2
        color = theme.family(self.family).line
        painter.drawPixmap(left, 13, pixmap(self.icon, 20, color, self.devicePixelRatioF()))
        painter.setPen(theme.color("text.secondary"))
        room = QRectF(left + _BESIDE_ICON, 0, width + 4, _HEIGHT)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), self.words)
        painter.end()


class EmptyInvitation(QWidget):
    """Lie in the middle of an empty canvas."""

    first_asked = Signal()
    sample_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._ghost = _Ghost(self)
        self._question = PlainLabel(parent=self)
        self._question.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        self._question.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._how = PlainLabel("Press Tab, double-click, or drag from the palette.", self)
        self._how.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._how.setProperty("role", "secondary")
        self._first = QPushButton(self)
        self._first.setProperty("role", "primary")
        self._first.clicked.connect(self.first_asked)
        self._sample = QPushButton("Start from sample", self)
        self._sample.setProperty("role", "secondary")
        self._sample.clicked.connect(self.sample_asked)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch()
        buttons.addWidget(self._first)
        buttons.addWidget(self._sample)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(self._ghost, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(6)
        column.addWidget(self._question)
        column.addWidget(self._how)
        column.addSpacing(4)
        column.addLayout(buttons)
        theme_manager().theme_changed.connect(self._tint)
        self.show_kind("behavior_tree")

    def show_kind(self, kind: str) -> None:
        """Speak of a kind of graph."""
        ghost_icon, words, question, button, family = _WORDS.get(kind, _WORDS["behavior_tree"])
        self._ghost.show_words(ghost_icon, words, family)
        self._question.setText(question)
        self._first.setText(button)
        self._tint()
        self.adjustSize()

    def _tint(self) -> None:
        self._first.setIcon(icon("add", "accent.on"))
        self._ghost.update()
