"""Offer a small switch of two or three segments that says for whom an overlay is drawn."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.map.picture.world_picture import Whom
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.theme_manager import current_theme

SEGMENT = 46
_WORDS = {Whom.NONE: "off", Whom.PICKED: "picked", Whom.ALL: "all"}


class WhomSwitch(QWidget):
    """Show the choices side by side, the chosen one filled. `picked` carries what the user chose."""

    picked = Signal(object)
    walked = Signal(int)
    """Carries 1 for the switch below and -1 for the one above."""

    def __init__(self, title: str, choices: tuple[Whom, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self._value = choices[0]
        self._title = title
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def value(self) -> Whom:
        """Return what is chosen."""
        return self._value

    @property
    def choices(self) -> tuple[Whom, ...]:
        """Return what can be chosen."""
        return self._choices

    def set_value(self, value: Whom) -> None:
        """Show a choice without telling anyone."""
        self._value = value
        self.setAccessibleDescription(self._word(value))
        self.update()

    def pick(self, value: Whom) -> None:
        """Choose as if the user had."""
        if value is not self._value:
            self.set_value(value)
            self.picked.emit(value)

    def segment(self, value: Whom) -> QRectF:
        """Return the place of a choice; where there are two, they are at the ends of three."""
        places = {Whom.NONE: 0, Whom.PICKED: 1, Whom.ALL: 2}
        return QRectF(2 + places[value] * scaled(SEGMENT), 2, scaled(SEGMENT), self.height() - 4)

    def sizeHint(self) -> QSize:
        """Return room for three segments and the focus ring."""
        return QSize(3 * scaled(SEGMENT) + 4, scaled(24))

    def _word(self, value: Whom) -> str:
        return "on" if value is Whom.ALL and Whom.PICKED not in self._choices else _WORDS[value]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the segment under the pointer; between the two of two, the other one."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        hit = [value for value in self._choices if self.segment(value).contains(event.position())]
        if hit:
            self.pick(hit[0])
        else:
            self._walk(1, around=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with left and right, walk with up and down; Space and Enter take the next choice."""
        if event.key() == Qt.Key.Key_Left:
            self._walk(-1)
        elif event.key() == Qt.Key.Key_Right:
            self._walk(1)
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.walked.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._walk(1, around=True)
        else:
            super().keyPressEvent(event)

    def _walk(self, step: int, *, around: bool = False) -> None:
        place = self._choices.index(self._value) + step
        count = len(self._choices)
        self.pick(self._choices[place % count if around else min(count - 1, max(0, place))])

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the groove, the words and the chosen segment."""
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        groove = QRectF(2, 2, self.width() - 4, self.height() - 4)
        painter.setPen(QPen(theme.color("border.subtle"), 1))
        painter.setBrush(theme.color("surface.field"))
        painter.drawRoundedRect(groove.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        chosen = self.segment(self._value)
        painter.setPen(Qt.PenStyle.NoPen)
        is_on = self._value is not Whom.NONE
        painter.setBrush(theme.color("accent.fill" if is_on else "surface.hover"))
        painter.drawRoundedRect(chosen.adjusted(1, 1, -1, -1), 4, 4)
        for value in self._choices:
            is_chosen = value is self._value
            token = "accent.on" if is_chosen and is_on else "text.primary" if is_chosen else "text.tertiary"
            painter.setPen(theme.color(token))
            weight = TextWeight.SEMIBOLD if is_chosen else TextWeight.REGULAR
            painter.setFont(ui_font(TextSize.CAPTION, weight))
            painter.drawText(self.segment(value), Qt.AlignmentFlag.AlignCenter, self._word(value))
        if self.hasFocus():
            painter.setPen(QPen(theme.color("accent.line"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(groove.adjusted(-1, -1, 1, 1), 6, 6)
        painter.end()
