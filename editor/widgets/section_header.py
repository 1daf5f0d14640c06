"""Show the heading of a section that can be folded."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import pixmap
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme


class SectionHeader(QAbstractButton):
    """Fold and unfold what is below; `note` is a quieter word at the right end."""

    folded = Signal(bool)

    def __init__(self, title: str, note: str = "", *, is_open: bool = True) -> None:
        super().__init__()
        self.setText(title)
        self.note = note
        self.setCheckable(True)
        self.setChecked(is_open)
        self.setFixedHeight(scaled(26))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggled.connect(lambda on: self.folded.emit(not on))

    def set_note(self, note: str) -> None:
        """Show another word at the right end."""
        if note != self.note:
            self.note = note
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint chevron, title and note."""
        theme = current_theme()
        painter = QPainter(self)
        icon = "down" if self.isChecked() else "right"
        arrow = pixmap(icon, 14, theme.color("text.secondary"), self.devicePixelRatioF())
        painter.drawPixmap(0, (self.height() - 14) // 2, arrow)
        painter.setFont(ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
        painter.setPen(theme.color("text.primary"))
        left = 20
        rect = QRect(left, 0, self.width() - left, self.height())
        title = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, title)
        rect.setLeft(left + painter.fontMetrics().horizontalAdvance(title) + 8)
        painter.setFont(ui_font(TextSize.CAPTION))
        painter.setPen(theme.color("text.tertiary"))
        note = painter.fontMetrics().elidedText(self.note, Qt.TextElideMode.ElideRight, max(0, rect.width()))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, note)
        cut = [whole for whole, shown in ((self.text(), title), (self.note, note)) if whole != shown]
        self.setToolTip(plain_tip(" · ".join(cut)))
        if self.hasFocus():
            painter.setPen(theme.color("accent.line"))
            painter.drawRect(self.rect().adjusted(0, 2, -1, -3))
