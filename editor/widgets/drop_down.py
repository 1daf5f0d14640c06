"""Offer a drop-down button: a field with an icon, a value and a chevron that opens a menu."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent, QKeyEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QToolTip

from editor.theme.fonts import TextSize, fixed_font, scaled, ui_font
from editor.theme.icons import pixmap
from editor.theme.inks import smooth_painter
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.menu import TypeAheadMenu


@dataclass(frozen=True, slots=True)
class Choice:
    """Hold one entry: the value it stands for and the words shown."""

    value: object
    title: str


class DropDown(QAbstractButton):
    """Let the user pick one of several values. `picked` carries the value chosen by hand."""

    picked = Signal(object)

    def __init__(
        self, name: str = "", choices: Iterable[Choice] = (), *, icon_name: str = "", fixed: bool = False
    ) -> None:
        """Begin without a value; `name` is what screen readers call the field."""
        super().__init__()
        self.setAccessibleName(name)
        self.choices = tuple(choices)
        """What can be picked."""
        self.value: object = None
        """The value shown."""
        self._icon_name, self._fixed = icon_name, fixed
        self._placeholder = ""
        self._is_elided = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(scaled(26))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(lambda _checked=False: self.open_menu())

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Offer these choices; the value shown stays."""
        self.choices = tuple(choices)
        self.update()

    def set_value(self, value: object) -> None:
        """Show a value without telling anyone; one that is no choice is shown as it is written."""
        self.value = value
        self.setAccessibleDescription(self._shown())
        self.update()

    def set_placeholder(self, text: str) -> None:
        """Show `text` in a fainter color while there is no value, for example "mixed"."""
        self._placeholder = text
        self.update()

    def pick(self, value: object) -> None:
        """Take a value as if the user had picked it."""
        if value != self.value:
            self.set_value(value)
            self.picked.emit(value)

    def open_menu(self) -> None:
        """Show the choices below the field; typed letters find one."""
        menu = TypeAheadMenu(self)
        for choice in self.choices:
            action = menu.offer(choice.title, partial(self.pick, choice.value))
            action.setCheckable(True)
            action.setChecked(choice.value == self.value)
            if action.isChecked():
                menu.setActiveAction(action)
        menu.setMinimumWidth(self.width())
        menu.open_below(self, gap=2)

    def event(self, event: QEvent) -> bool:
        """Say in the tooltip what finds no room, above what the field is for."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._is_elided:
            words = "\n".join(filter(None, (self._shown(), self.toolTip())))
            QToolTip.showText(event.globalPos(), plain_tip(words), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Down, Enter or the space bar; a key with Ctrl is for what the field is in."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if not control and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_menu()
            return
        super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return room for the widest choice."""
        metrics = QFontMetrics(self._used_font())
        widest = max((metrics.horizontalAdvance(choice.title) for choice in self.choices), default=40)
        return QSize(widest + 40 + (20 if self._icon_name else 0), scaled(26))

    def minimumSizeHint(self) -> QSize:
        """Return the least that shows something."""
        return QSize(60, scaled(26))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint field, icon, words and chevron."""
        theme = current_theme()
        painter = smooth_painter(self)
        focused = self.hasFocus()
        width = 2.0 if focused else 1.0
        painter.setPen(QPen(theme.color("accent.line" if focused else "border.control"), width))
        painter.setBrush(theme.color("surface.hover" if self.underMouse() else "surface.field"))
        rect = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(rect, 5, 5)
        ratio = self.devicePixelRatioF()
        left = 9
        middle = self.height() // 2
        if self._icon_name:
            painter.drawPixmap(
                left, middle - 7, pixmap(self._icon_name, 14, theme.color("text.secondary"), ratio)
            )
            left += 20
        shown = self._shown()
        token = "text.primary" if self._is_known_value() else "text.tertiary"
        if not self.isEnabled():
            token = "text.disabled"
        painter.setFont(self._used_font())
        painter.setPen(theme.color(token))
        room = self.width() - left - 24
        text = painter.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, room)
        self._is_elided = text != shown
        painter.drawText(QRectF(left, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
        chevron = pixmap("down", 14, theme.color("text.secondary"), ratio)
        painter.drawPixmap(self.width() - 20, middle - 7, chevron)

    def _used_font(self) -> QFont:
        return fixed_font(TextSize.BODY) if self._fixed else ui_font(TextSize.BODY)

    def _is_known_value(self) -> bool:
        return self.value is not None and self.value != ""

    def _shown(self) -> str:
        for choice in self.choices:
            if choice.value == self.value and type(choice.value) is type(self.value):
                return choice.title
        return str(self.value) if self._is_known_value() else self._placeholder
