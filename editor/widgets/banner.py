"""Show one banner over the canvas: what is so, what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from editor.theme.fonts import Height, TextSize, TextWeight, scaled, ui_font
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import clear_box, row_box
from editor.widgets.icon_button import IconLabel
from editor.widgets.push_buttons import slim_button

ORDER = ("error", "visit", "past", "breakpoint", "read_only", "trust", "disk", "world_disk", "recovery")
"""Kinds of banners, the one that is shown first when several apply."""

_LOOKS = {
    "error": ("error", "doc"),
    "past": ("pending", "lock"),
    "visit": ("running", "step_in"),
    "breakpoint": ("breakpoint", "breakpoint"),
    "read_only": ("pending", "lock"),
    "trust": ("warning", "lock"),
    "disk": ("warning", "open"),
    "world_disk": ("warning", "world"),
    "recovery": ("selected", "undo"),
}


@dataclass(frozen=True)
class BannerButton:
    """Hold one button of a banner; one of them is primary."""

    title: str
    run: Callable[[], None] = field(compare=False)
    help: str = ""
    primary: bool = False


@dataclass(frozen=True)
class BannerContent:
    """Hold what a banner says: a sentence, a quieter note, and its buttons."""

    kind: str
    text: str
    note: str = ""
    buttons: tuple[BannerButton, ...] = ()


class Banner(QWidget):
    """Lie over the top of its parent with the most important of the banners that apply; hidden without any.

    What is below keeps its place, so that nothing jumps when a banner comes or goes. `shown_changed` tells
    that one came or went.
    """

    shown_changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedHeight(scaled(Height.BANNER))
        self._contents: dict[str, BannerContent] = {}
        self._labels: tuple[_ElidedLabel, _ElidedLabel] | None = None
        self._box = row_box(self, margins=(14, 0, 10, 0), spacing=8)
        self.hide()

    @property
    def content(self) -> BannerContent | None:
        """Return the banner shown, or None."""
        return next((self._contents[kind] for kind in ORDER if kind in self._contents), None)

    def put(self, content: BannerContent) -> None:
        """Let a banner apply, in place of one of the same kind."""
        before, shown = self._contents.get(content.kind), self.content
        if before == content:
            return
        self._contents[content.kind] = content
        same_buttons = before is not None and before is shown and before.buttons == content.buttons
        if same_buttons and self._labels is not None:
            for label, text in zip(self._labels, (content.text, content.note), strict=True):
                label.set_text(text)
        else:
            self._build()

    def drop(self, kind: str) -> None:
        """Let a banner of this kind apply no longer."""
        if self._contents.pop(kind, None) is not None:
            self._build()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint wash, bar and lower line in the banner's hue."""
        content = self.content
        if content is None:
            return
        colors = current_theme().status(_LOOKS[content.kind][0])
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.wash)
        painter.fillRect(0, 0, 3, self.height(), colors.line)
        painter.fillRect(0, self.height() - 1, self.width(), 1, colors.ghost)

    def _build(self) -> None:
        clear_box(self._box)
        self._labels = None
        content = self.content
        if self.isHidden() == (content is not None):
            self.setVisible(content is not None)
            self.shown_changed.emit()
        if content is None:
            return
        look, icon_name = _LOOKS[content.kind]
        self._box.addWidget(IconLabel(icon_name, f"status.{look}.line", 16))
        text = _ElidedLabel(content.text, "text.primary", TextWeight.SEMIBOLD)
        note = _ElidedLabel(content.note, "text.secondary", TextWeight.REGULAR)
        self._box.addWidget(text, 0)
        self._box.addWidget(note, 1)
        self._labels = (text, note)
        for button in content.buttons:
            self._box.addWidget(_button(button), 0, Qt.AlignmentFlag.AlignVCenter)
        self.update()


class _ElidedLabel(QWidget):
    """Show one line of text, cut where there is no room; the whole of it is the tooltip then."""

    def __init__(self, text: str, token: str, weight: TextWeight) -> None:
        super().__init__()
        self._text, self._token = text, token
        self.setFont(ui_font(TextSize.BODY, weight))
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def set_text(self, text: str) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 2, metrics.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        shown = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        self.setToolTip(plain_tip(self._text if shown != self._text else ""))
        painter = QPainter(self)
        painter.setPen(current_theme().color(self._token))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def _button(button: BannerButton) -> QPushButton:
    role = "primary" if button.primary else "secondary"
    return slim_button(button.title, button.run, role=role, tip=button.help)
