"""Show the way from the document's graph to the one in view; every step is a way back."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from editor.theme.badges import plate_pixmap
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import pixmap
from editor.theme.inks import faded
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme

VEIL = 0.85
"""Opacity of the ground under the words."""


@dataclass(frozen=True, slots=True)
class Crumb:
    """Hold one step of the way."""

    graph: str
    title: str
    icon: str
    family: str


class Breadcrumb(QWidget):
    """Lie over the upper left corner of the canvas."""

    picked = Signal(int)
    """Carries the place of the step that was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self._crumbs: tuple[Crumb, ...] = ()
        self._hovered = -1
        self._first = 0

    def set_crumbs(self, crumbs: tuple[Crumb, ...]) -> None:
        """Show another way."""
        self._crumbs = crumbs
        self.setAccessibleName(" › ".join(crumb.title for crumb in crumbs))
        self._first = 0
        self.resize(self.sizeHint())
        self.update()

    def fit(self, room: int) -> None:
        """Leave out the first steps for which there are not so many px; the tooltip says the whole way."""
        count = len(self._crumbs)
        self._first = 0
        while self._first < count - 1 and self.sizeHint().width() > room:
            self._first += 1
        self.resize(min(room, self.sizeHint().width()), self.height())
        whole = self._first == 0 and self.width() == self.sizeHint().width()
        self.setToolTip(plain_tip("" if whole else self.accessibleName()))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for all steps."""
        width = self._rect(len(self._crumbs) - 1).right() + 8 if self._crumbs else 0
        return QSize(width, scaled(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint icon and words of each step, the last one bold."""
        theme = current_theme()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._veil())
        for index, crumb in enumerate(self._crumbs):
            if index < self._first:
                continue
            rect = self._rect(index)
            last = index == len(self._crumbs) - 1
            middle = self.height() // 2
            ratio = self.devicePixelRatioF()
            if index > self._first:
                arrow = pixmap("right", 12, theme.color("text.tertiary"), ratio)
                painter.drawPixmap(rect.left() - 14, middle - 6, arrow)
            icon = pixmap(crumb.icon, 16, theme.family(crumb.family).line, ratio)
            painter.drawPixmap(rect.left(), middle - 8, icon)
            painter.setFont(self._font_of(index))
            hot = last or index == self._hovered
            painter.setPen(theme.color("text.primary" if hot else "text.secondary"))
            words = rect.adjusted(21, 0, 8, 0)
            words.setRight(min(words.right(), self.width()))
            title = painter.fontMetrics().elidedText(crumb.title, Qt.TextElideMode.ElideRight, words.width())
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, title)

    def _veil(self) -> QPixmap:
        """Return the ground under the words: what lies below stays a hint and does not cross them out."""
        ground = faded(current_theme().color("surface.canvas"), VEIL)
        return plate_pixmap(self.size(), self.devicePixelRatioF(), ground, 5, None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go back to the step that was clicked."""
        index = self._at(event)
        if index >= 0:
            self.picked.emit(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light the step under the mouse."""
        self._hovered = self._at(event)
        self.update()

    def _at(self, event: QMouseEvent) -> int:
        here = event.position().toPoint()
        return next((i for i in range(self._first, len(self._crumbs)) if self._rect(i).contains(here)), -1)

    def _font_of(self, index: int) -> QFont:
        last = index == len(self._crumbs) - 1
        return ui_font(TextSize.BODY, TextWeight.SEMIBOLD if last else TextWeight.REGULAR)

    def _rect(self, index: int) -> QRect:
        left = 0
        width = 0
        for place, crumb in enumerate(self._crumbs[self._first : index + 1], self._first):
            left += width + (20 if place > self._first else 0)
            width = 21 + QFontMetrics(self._font_of(place)).horizontalAdvance(crumb.title) + 4
        return QRect(left, 0, width, self.height())
