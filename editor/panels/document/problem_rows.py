"""Paint the rows of the list of problems, and ask below it for a reason in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.row_painting import paint_badge, paint_row_back, paint_text

if TYPE_CHECKING:
    from editor.panels.document.problems_panel import ProblemsModel

Index = QModelIndex | QPersistentModelIndex

LOOKS = {"error": "error", "warning": "warning", "note": "selected"}
_RIGHT = 14
_GAP = 14
_SLACK = 4
"""Room beyond the width of a text: widths are rounded, and a text that just fits would be cut."""


def fix_room(row: QRect) -> QRect:
    """Return where in a row the word Fix is, with room to hit it."""
    width = _fix_width() + 2 * 8
    return QRect(row.right() - _RIGHT - width + 8, row.top(), width, row.height())


def _fix_width() -> int:
    return QFontMetrics(ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)).horizontalAdvance("Fix") + _SLACK


class ProblemDelegate(QStyledItemDelegate):
    """Paint badge, sentence, place and code, and at the right end Fix where there is one."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(120, scaled(29))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        model: ProblemsModel = index.model()  # type: ignore[assignment]
        problem, place = model.rows[index.row()]
        theme = current_theme()
        rect = option.rect
        painter.save()
        paint_row_back(painter, option)
        if problem.severity == "note":
            _paint_note(painter, rect)
        else:
            paint_badge(painter, LOOKS[problem.severity], rect.left() + 22, rect)
        small = ui_font(TextSize.CAPTION)
        metrics = QFontMetrics(small)
        tertiary = theme.color("text.tertiary")
        right = Qt.AlignmentFlag.AlignRight
        if problem.fix is not None:
            room = fix_room(rect).adjusted(8, 0, -8, 0)
            bold = ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)
            paint_text(painter, "Fix", room, bold, theme.color("text.link"), right)
        # The place of Fix stays empty where there is none, so that codes are under each other.
        code_width = metrics.horizontalAdvance(problem.code) + _SLACK
        code_right = rect.right() - _RIGHT - _fix_width() - _GAP
        code = QRect(code_right - code_width, rect.top(), code_width, rect.height())
        paint_text(painter, problem.code, code, small, tertiary, right)
        place_width = min(metrics.horizontalAdvance(place) + _SLACK, rect.width() // 3)
        where = QRect(code.left() - _GAP - place_width, rect.top(), place_width, rect.height())
        paint_text(painter, place, where, small, tertiary, right, Qt.TextElideMode.ElideMiddle)
        words = QRect(rect.left() + 40, rect.top(), where.left() - rect.left() - 52, rect.height())
        # A message that ends by naming the fix needs no remedy behind it.
        sentence = problem.message if problem.message.endswith("?") else f"{problem.message} {problem.remedy}"
        paint_text(painter, sentence, words, ui_font(TextSize.BODY), theme.color("text.primary"))
        painter.restore()


def _paint_note(painter: QPainter, rect: QRect) -> None:
    painter.setPen(current_theme().color("accent.line"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setFont(ui_font(TextSize.CAPTION))
    left, top = rect.left() + 15, rect.center().y() - 6
    painter.drawEllipse(left, top, 14, 14)
    painter.drawText(QRect(left, top, 15, 15), Qt.AlignmentFlag.AlignCenter, "i")


class ReasonRow(QWidget):
    """Lie under a list while a reason is asked for; Enter gives it, Esc leaves. `given` carries it."""

    given = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.label = PlainLabel(role="secondary")
        self.field = QLineEdit(placeholderText="The reason is kept with the node")
        self.field.returnPressed.connect(self._give)
        self.field.installEventFilter(self)
        self.button = QPushButton("Suppress")
        self.button.setProperty("role", "primary")
        self.button.clicked.connect(lambda _checked=False: self._give())
        box = row_box(self, margins=(14, 6, 14, 8), spacing=8)
        box.addWidget(self.label)
        box.addWidget(self.field, 1)
        box.addWidget(self.button)
        self.hide()

    def ask(self, question: str) -> None:
        """Show the row with a question and an empty field that has the focus."""
        self.label.setText(question)
        self.field.setAccessibleName(question)
        self.field.clear()
        self.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_row(self) -> None:
        """Hide the row."""
        self.hide()

    def _give(self) -> None:
        self.given.emit(self.field.text().strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close with Esc; keys that are commands elsewhere are typed here."""
        if watched is self.field:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if isinstance(event, QKeyEvent) and _is_escape(event):
                self.close_row()
                return True
        return super().eventFilter(watched, event)


def _is_escape(event: QKeyEvent) -> bool:
    return event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape
