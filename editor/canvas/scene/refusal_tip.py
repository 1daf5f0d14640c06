"""Say at the pointer why something cannot be done, and what to do instead."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetrics, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor.theme.fonts import TextSize, TextWeight, ui_font
from editor.theme.inks import set_inks, smooth_painter
from editor.theme.theme_manager import current_theme

_SHOWN_FOR = 6000
_WIDEST = 420
_SIDE, _TOP, _LINE = 14, 9, 18
_OFFSET = QPoint(16, 20)


class RefusalTip(QWidget):
    """Show two lines in a tooltip with the border of a failure; it takes no pointer events."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._canvas = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.reason = ""
        self.remedy = ""
        self._lines: list[tuple[str, bool]] = []
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_FOR)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def show_at(self, place: QPoint, reason: str, remedy: str, *, stays: bool = False) -> None:
        """Show a refusal beside a place of the parent; `stays` keeps it until `hide` instead of 6 s."""
        if (reason, remedy) != (self.reason, self.remedy):
            self.reason, self.remedy = reason, remedy
            self._lines = [(line, True) for line in _wrapped(reason, True)]
            self._lines += [(line, False) for line in _wrapped(remedy, False)]
            self.setAccessibleName(f"{reason} {remedy}".strip())
            self.resize(self.sizeHint())
        parent = self._canvas
        x = min(place.x() + _OFFSET.x(), parent.width() - self.width() - 8)
        y = place.y() + _OFFSET.y()
        if y + self.height() > parent.height() - 8:
            y = place.y() - self.height() - 12
        self.move(max(8, x), max(8, y))
        self.show()
        self.raise_()
        if stays:
            self._timer.stop()
        else:
            self._timer.start()

    def hide(self) -> None:
        """Take the tip away."""
        self._timer.stop()
        super().hide()

    def sizeHint(self) -> QSize:
        """Return the size that fits both lines."""
        width = max((_metrics(strong).horizontalAdvance(text) for text, strong in self._lines), default=0)
        return QSize(width + 2 * _SIDE, 2 * _TOP + _LINE * len(self._lines))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate and its lines."""
        theme = current_theme()
        painter = smooth_painter(self)
        set_inks(painter, QPen(theme.status("failure").line, 1), theme.color("surface.tooltip"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        for index, (text, strong) in enumerate(self._lines):
            painter.setFont(_font(strong))
            painter.setPen(theme.color("text.on_tooltip" if strong else "text.on_tooltip_dim"))
            metrics = _metrics(strong)
            middle = _TOP + _LINE * index + _LINE / 2
            painter.drawText(_SIDE, round(middle + metrics.capHeight() / 2), text)


def _font(strong: bool) -> QFont:
    return ui_font(TextSize.BODY, TextWeight.SEMIBOLD if strong else TextWeight.REGULAR)


def _metrics(strong: bool) -> QFontMetrics:
    return QFontMetrics(_font(strong))


def _wrapped(text: str, strong: bool) -> list[str]:
    metrics = _metrics(strong)
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and metrics.horizontalAdvance(longer) > _WIDEST:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines
