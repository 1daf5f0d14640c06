"""Show the tabs over the canvas, one for each graph that is open."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from editor.theme.fonts import Height, TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import pixmap
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme

_CLOSE = 14
_PLUS_WIDTH = 36


@dataclass(frozen=True, slots=True)
class GraphTab:
    """Hold what one tab shows; `family` is the hue of its icon, `tooltip` its file."""

    title: str
    icon: str
    family: str
    tooltip: str = ""
    changed: bool = False


class CanvasTabs(QWidget):
    """Paint the tabs and tell which was picked or closed, and when a new graph is wanted."""

    picked = Signal(int)
    close_wanted = Signal(int)
    add_wanted = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(scaled(Height.DOCK_TAB))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self._tabs: tuple[GraphTab, ...] = ()
        self._current = 0
        self._hovered = -1

    def set_tabs(self, tabs: tuple[GraphTab, ...], current: int) -> None:
        """Show these tabs."""
        self._tabs, self._current = tabs, current
        self.setAccessibleName(", ".join(tab.title for tab in tabs))
        self.update()

    @property
    def titles(self) -> tuple[str, ...]:
        """Return the words on the tabs."""
        return tuple(tab.title for tab in self._tabs)

    def rect_of(self, index: int) -> QRect:
        """Return where a tab is painted; tabs share the room when there are many."""
        room = max(60, (self.width() - _PLUS_WIDTH) // max(1, len(self._tabs)))
        left = sum(min(room, self._wanted(tab)) for tab in self._tabs[:index])
        width = min(room, self._wanted(self._tabs[index])) if index < len(self._tabs) else _PLUS_WIDTH
        return QRect(left, 0, width, self.height())

    def tab_at(self, point: QPoint) -> int:
        """Return the tab at a point, -1 for none, for its cross and for the plus."""
        index = self._at(point)
        is_tab = 0 <= index < len(self._tabs)
        return index if is_tab and not self._cross_area(index).contains(point) else -1

    def minimumSizeHint(self) -> QSize:
        """Return the least room for a tab and the plus."""
        return QSize(120, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the tabs, the plus and the line below."""
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("surface.bar"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("border.subtle"))
        for index, tab in enumerate(self._tabs):
            self._paint_tab(painter, index, tab)
        plus = self.rect_of(len(self._tabs))
        token = "text.primary" if self._hovered == len(self._tabs) else "text.secondary"
        icon = pixmap("add", 16, theme.color(token), self.devicePixelRatioF())
        painter.drawPixmap(plus.left() + 10, (self.height() - 16) // 2, icon)

    def _paint_tab(self, painter: QPainter, index: int, tab: GraphTab) -> None:
        theme = current_theme()
        rect = self.rect_of(index)
        active = index == self._current
        if active:
            painter.fillRect(rect, theme.color("surface.canvas"))
            painter.fillRect(rect.left(), 0, rect.width(), 2, theme.color("accent.line"))
        painter.fillRect(rect.right(), 0, 1, self.height(), theme.color("border.subtle"))
        hue = theme.family(tab.family).line
        icon = pixmap(tab.icon, 16, hue, self.devicePixelRatioF())
        painter.drawPixmap(rect.left() + 13, (self.height() - 16) // 2, icon)
        hot = active or index == self._hovered
        painter.setFont(ui_font(TextSize.BODY, TextWeight.MEDIUM if active else TextWeight.REGULAR))
        painter.setPen(theme.color("text.primary" if hot else "text.secondary"))
        room = rect.width() - 37 - (24 if hot else 12)
        text = painter.fontMetrics().elidedText(tab.title, Qt.TextElideMode.ElideRight, room)
        words = QRect(rect.left() + 37, 0, room, self.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)
        close = self._close_rect(index)
        if hot:
            cross = pixmap("close", 12, theme.color("text.tertiary"), self.devicePixelRatioF())
            painter.drawPixmap(close.left() + 1, close.top() + 1, cross)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick a tab, close one, or ask for a new graph."""
        here = event.position().toPoint()
        index = self._at(here)
        if index == len(self._tabs):
            self.add_wanted.emit(self.mapToGlobal(self.rect_of(index).bottomLeft()))
        elif index >= 0:
            left = event.button() is Qt.MouseButton.LeftButton
            if event.button() is Qt.MouseButton.MiddleButton or (
                left and self._cross_area(index).contains(here)
            ):
                self.close_wanted.emit(index)
            elif left:
                self.picked.emit(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light the tab under the mouse."""
        hovered = self._at(event.position().toPoint())
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()

    def leaveEvent(self, _event: QEvent) -> None:
        """Light no tab."""
        self._hovered = -1
        self.update()

    def event(self, event: QEvent) -> bool:
        """Show a tab's file as its tooltip."""
        if isinstance(event, QHelpEvent):
            index = self._at(event.pos())
            if 0 <= index < len(self._tabs):
                QToolTip.showText(event.globalPos(), plain_tip(self._tabs[index].tooltip), self)
            return True
        return super().event(event)

    def _at(self, point: QPoint) -> int:
        for index in range(len(self._tabs) + 1):
            if self.rect_of(index).contains(point):
                return index
        return -1

    def _close_rect(self, index: int) -> QRect:
        rect = self.rect_of(index)
        return QRect(rect.right() - 22, (self.height() - _CLOSE) // 2, _CLOSE, _CLOSE)

    def _cross_area(self, index: int) -> QRect:
        return self._close_rect(index).adjusted(-5, -5, 5, 5)

    def _wanted(self, tab: GraphTab) -> int:
        metrics = QFontMetrics(ui_font(TextSize.BODY, TextWeight.MEDIUM))
        return metrics.horizontalAdvance(tab.title) + 37 + 30
