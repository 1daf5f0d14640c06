"""Show the window's first row: sign, menus, the document's name in the middle, its state at the right."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenuBar, QSizePolicy, QWidget

from editor.theme.fonts import Height, TextSize, TextWeight, scaled, ui_font
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.plain_texts import PlainLabel, plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.icon_button import IconLabel

LEAST_TITLE = 260
"""Px that the document's name should have; where the middle has less, it moves beside the menus."""


class TitleRow(QFrame):
    """Hold the menu bar and paint the document's name exactly in the middle of the window."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self.setFixedHeight(scaled(Height.MENU_BAR))
        self.menu_bar = QMenuBar()
        self.menu_bar.setNativeMenuBar(False)
        self.menu_bar.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._title = _CenteredTitle(self)
        self._note = PlainLabel(role="caption")
        box = row_box(self, margins=(12, 0, 12, 0), spacing=4)
        box.addWidget(IconLabel("loom", "text.link", 16))
        box.addWidget(self.menu_bar, 0, Qt.AlignmentFlag.AlignVCenter)
        box.addStretch(1)
        box.addWidget(self._note)

    def set_document(self, name: str, *, saved: bool, note: str) -> None:
        """Show the document's name, a dot while it has changes not saved, and a note at the right."""
        self._title.set_title(f"{name} — Mindloom" if name else "Mindloom", dot=not saved)
        self._note.setText(note)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the name in the middle as long as there is room."""
        super().resizeEvent(event)
        start = 32 + self.menu_bar.sizeHint().width() + 12
        width = self.width() - 2 * start
        if width < LEAST_TITLE:
            # Between menus and note is more room than around the middle.
            end = self.width() - self._note.sizeHint().width() - 16
            self._title.setGeometry(QRect(start, 0, max(0, end - start), self.height()))
            return
        self._title.setGeometry(QRect(start, 0, width, self.height()))


class _CenteredTitle(QWidget):
    """Paint a line of text in the middle, with a dot after it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text, self._dot = "", False

    def set_title(self, text: str, *, dot: bool) -> None:
        if (text, dot) != (self._text, self._dot):
            self._text, self._dot = text, dot
            self.setAccessibleName(f"{text}, changes not saved" if dot else text)
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = current_theme()
        painter = smooth_painter(self)
        painter.setFont(ui_font(TextSize.TITLE, TextWeight.MEDIUM))
        painter.setPen(theme.color("text.primary"))
        metrics = painter.fontMetrics()
        text = metrics.elidedText(self._text, Qt.TextElideMode.ElideMiddle, self.width() - 24)
        self.setToolTip(plain_tip("" if text == self._text else self._text))
        width = metrics.horizontalAdvance(text)
        left = (self.width() - width) // 2
        painter.drawText(QRect(left, 0, width + 4, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        if self._dot:
            set_inks(painter, Qt.PenStyle.NoPen, theme.color("accent.line"))
            painter.drawEllipse(left + width + 8, self.height() // 2 - 3, 6, 6)
