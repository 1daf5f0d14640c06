"""Show one way to begin as a row: an icon, a name, a quieter line, a word at the right."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import pixmap
from editor.theme.theme_manager import current_theme


def _left(summary: str) -> int:
    """Return where the words of a row begin, px."""
    return 56 if summary else 38


class WelcomeRow(QAbstractButton):
    """A button as wide as its column; with a summary it is tall and its icon stands on a chip."""

    def __init__(
        self, title: str, icon_name: str, *, summary: str = "", note: str = "", family: str = ""
    ) -> None:
        super().__init__()
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(summary)
        self.summary, self.note = summary, note
        self._icon, self._family = icon_name, family
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(scaled(50 if summary else 30))

    def sizeHint(self) -> QSize:
        """Return a width that shows most names."""
        return QSize(200, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the row; pointer and focus wash it."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus() or self.underMouse():
            painter.setBrush(theme.color("accent.wash" if self.hasFocus() else "surface.hover"))
            rim = QPen(theme.color("accent.line"), 1.5) if self.hasFocus() else QPen(Qt.PenStyle.NoPen)
            painter.setPen(rim)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
        left = self._paint_icon(painter)
        right = self._paint_note(painter)
        tall = bool(self.summary)
        font = ui_font(TextSize.BODY, TextWeight.SEMIBOLD if tall else TextWeight.REGULAR)
        painter.setFont(font)
        painter.setPen(theme.color("text.primary" if self.isEnabled() else "text.disabled"))
        middle = self.height() // 2
        room = right - left - 8
        title = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        place = QRect(left, middle - 19, room, 18) if tall else QRect(left, 0, room, self.height())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, title)
        if tall:
            font = ui_font(TextSize.CAPTION)
            painter.setFont(font)
            painter.setPen(theme.color("text.secondary"))
            words = QFontMetrics(font).elidedText(self.summary, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRect(left, middle + 1, room, 18), Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()

    def _paint_icon(self, painter: QPainter) -> int:
        theme, middle, ratio = current_theme(), self.height() // 2, self.devicePixelRatioF()
        color = theme.family(self._family).line if self._family else theme.color("text.secondary")
        if not self.summary:
            painter.drawPixmap(12, middle - 8, pixmap(self._icon, 16, color, ratio))
            return _left(self.summary)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.family(self._family).chip if self._family else theme.color("surface.hover"))
        painter.drawRoundedRect(QRectF(10, middle - 17, 34, 34), 7, 7)
        painter.drawPixmap(18, middle - 9, pixmap(self._icon, 18, color, ratio))
        return _left(self.summary)

    def _paint_note(self, painter: QPainter) -> int:
        font = ui_font(TextSize.CAPTION)
        metrics = QFontMetrics(font)
        title = QFontMetrics(ui_font(TextSize.BODY)).horizontalAdvance(self.text())
        # The title says which one it is: where both find no room, the note is cut.
        room = max(self.width() // 4, self.width() - 12 - _left(self.summary) - title - 16)
        shown = metrics.elidedText(self.note, Qt.TextElideMode.ElideMiddle, room)
        width = metrics.horizontalAdvance(shown)
        right = self.width() - 12 - width
        painter.setFont(font)
        painter.setPen(current_theme().color("text.tertiary"))
        painter.drawText(QRect(right, 0, width + 2, self.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        return right
