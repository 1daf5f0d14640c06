"""Show a step of the tour: a frame around what it is about, and a plate beside it with the words."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import current_theme

WIDTH = 296
_GAP = 14
_RIM = 4


class TourFrame(QWidget):
    """Frame a place of the window; the pointer goes through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_around(self, place: QRect) -> None:
        """Frame a place; an empty one is not framed."""
        if place.isEmpty():
            self.hide()
            return
        self.setGeometry(place.adjusted(-_RIM, -_RIM, _RIM, _RIM))
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(current_theme().color("accent.line"), 2.5))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 8, 8)
        painter.end()


class TourCallout(QFrame):
    """Say what to do. It never takes the focus; `left` tells that the tour is to end."""

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedWidth(scaled(WIDTH))
        self.count = PlainLabel()
        self.count.setProperty("role", "caption")
        self.title = PlainLabel()
        self.title.setFont(ui_font(TextSize.HEADING, TextWeight.SEMIBOLD))
        self.title.setProperty("role", "heading")
        self.words = PlainLabel()
        self.keys = PlainLabel()
        self.keys.setProperty("role", "caption")
        for label in (self.title, self.words, self.keys):
            label.setWordWrap(True)
        self.leave = QPushButton("Leave the tour")
        self.leave.setProperty("role", "quiet")
        self.leave.setStyleSheet("min-height: 0; padding: 2px 4px;")
        self.leave.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.leave.clicked.connect(lambda _checked=False: self.left.emit())
        foot = QHBoxLayout()
        foot.addWidget(self.leave)
        hint = PlainLabel("Esc")
        hint.setProperty("role", "caption")
        foot.addWidget(hint)
        foot.addStretch(1)
        foot.addWidget(self.count)
        box = QVBoxLayout(self)
        box.setContentsMargins(18, 14, 16, 10)
        box.setSpacing(6)
        for widget in (self.title, self.words, self.keys):
            box.addWidget(widget)
        box.addSpacing(2)
        box.addLayout(foot)
        self.hide()

    def say(self, title: str, words: str, keys: str, count: str) -> None:
        """Show the words of a step; `keys` may be empty."""
        self.title.setText(title)
        self.words.setText(words)
        self.keys.setText(f"Keys: {keys}" if keys else "")
        self.keys.setVisible(bool(keys))
        self.count.setText(count)
        self.setAccessibleName(f"Tour, {count}: {title}. {words}")

    def show_beside(self, place: QRect) -> None:
        """Stand beside a place, on the side with room, or in the middle for an empty one."""
        parent = self.parentWidget()
        assert isinstance(parent, QWidget)
        inner = self.width() - 34
        height = sum(one.heightForWidth(inner) + 6 for one in (self.title, self.words))
        height += self.keys.heightForWidth(inner) + 6 if self.keys.text() else 0
        self.resize(self.width(), height + 30 + self.leave.sizeHint().height())
        self.move(_beside(place, self.size(), parent.rect()))
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate with the bar of the user's color."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("border.strong"), 1))
        painter.setBrush(theme.color("surface.popup"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent.line"))
        painter.drawRoundedRect(QRectF(0, 10, 4, self.height() - 20), 2, 2)
        painter.end()


def _beside(place: QRect, size: QSize, room: QRect) -> QPoint:
    """Return where a plate stands: right of a place, left, below or above, wherever it fits whole."""
    if place.isEmpty():
        return QPoint((room.width() - size.width()) // 2, (room.height() - size.height()) // 3)
    middle_y, middle_x = place.center().y() - size.height() // 2, place.center().x() - size.width() // 2
    offers = (
        QPoint(place.right() + _GAP, middle_y),
        QPoint(place.left() - _GAP - size.width(), middle_y),
        QPoint(middle_x, place.bottom() + _GAP),
        QPoint(middle_x, place.top() - _GAP - size.height()),
    )
    for offer in offers:
        kept = _inside(offer, size, room)
        if not QRect(kept, size).intersects(place):
            return kept
    return _inside(QPoint(room.right(), room.bottom()), size, room)


def _inside(place: QPoint, size: QSize, room: QRect) -> QPoint:
    x = max(8, min(place.x(), room.width() - size.width() - 8))
    y = max(8, min(place.y(), room.height() - size.height() - 8))
    return QPoint(x, y)
