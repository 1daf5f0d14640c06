"""Show the tabs of a panel stack: words with an underline, no boxes; tabs can be dragged away.

Behind the last tab a plus offers panels that have none; a tab that came from there can be closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import icon, pixmap
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.held_drag import HeldDrag
from editor.widgets.icon_button import IconButton
from editor.widgets.menu import Menu, TypeAheadMenu

_GAP = 10
_MORE = 30
_MORE_ID = "…"
_CROSS = 16
_CROSS_REACH = 24
"""Px from the right end of a tab that a click may be for the cross."""

_PLUS = 28


@dataclass(frozen=True, slots=True)
class Tab:
    """Hold one tab: the id of its panel, its words and its icon; `is_closable` gives it a cross."""

    panel: str
    title: str
    icon: str = ""
    is_closable: bool = False


class TabRow(QWidget):
    """Paint tabs 32 px high and tell which one was picked or dragged away.

    Tabs that find no room are in a menu behind the last one; the current tab is always seen. What is said of
    a drag carries the panel and a place on the screen.
    """

    picked = Signal(str)
    close_wanted = Signal(str)
    drag_moved = Signal(str, QPoint)
    dropped = Signal(str, QPoint)
    drag_ended = Signal()
    float_wanted = Signal(str)
    menu_wanted = Signal(str, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(scaled(32))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self._tabs: tuple[Tab, ...] = ()
        self._others: tuple[Tab, ...] = ()
        self._current = ""
        self._hovered = ""
        self._over_cross = False
        self._dragged = ""
        self._corner = row_box(self, margins=(0, 0, 6, 0), spacing=2)
        self._corner.addStretch(1)
        self.plus = IconButton("add", "More panels", self.open_others, side=_PLUS, parent=self)
        self.plus.hide()
        drag = HeldDrag(self, self._can_drag)
        drag.moved.connect(lambda at: self.drag_moved.emit(self._dragged, at))
        drag.dropped.connect(lambda at: self.dropped.emit(self._dragged, at))
        drag.canceled.connect(self.drag_ended)

    def set_tabs(self, tabs: tuple[Tab, ...], current: str, others: tuple[Tab, ...] = ()) -> None:
        """Show these tabs, `current` underlined; `others` are offered by the plus."""
        self._tabs, self._current, self._others = tabs, current, others
        self.setAccessibleName(", ".join(tab.title for tab in tabs))
        self.plus.setVisible(bool(others))
        self._place_plus()
        self.update()

    def set_corner(self, widgets: list[QWidget]) -> None:
        """Show widgets at the right end; those shown before are hidden and stay with their owners."""
        while self._corner.count() > 1:
            item = self._corner.takeAt(1)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
        for widget in widgets:
            self._corner.addWidget(widget)
            widget.show()
        self._place_plus()

    def rect_of(self, panel: str) -> QRect:
        """Return where the tab of a panel is painted; empty for another, and for one in the menu."""
        left = 4
        for tab in self.seen_tabs():
            width = self._width(tab)
            if tab.panel == panel:
                return QRect(left, 0, width, self.height())
            left += width
        return QRect()

    def seen_tabs(self) -> tuple[Tab, ...]:
        """Return the tabs that find room, in order."""
        room = self._room()
        if sum(map(self._width, self._tabs)) <= room:
            return self._tabs
        room -= _MORE
        shown = [tab for tab in self._tabs if tab.panel == self._current]
        left = room - sum(map(self._width, shown))
        for tab in self._tabs:
            if tab in shown:
                continue
            left -= self._width(tab)
            if left < 0:
                break
            shown.append(tab)
        return tuple(tab for tab in self._tabs if tab in shown)

    def hidden_tabs(self) -> tuple[Tab, ...]:
        """Return the tabs that are in the menu."""
        seen = self.seen_tabs()
        return tuple(tab for tab in self._tabs if tab not in seen)

    def more_rect(self) -> QRect:
        """Return where the menu of the other tabs is opened; empty while all are seen."""
        if not self.hidden_tabs():
            return QRect()
        left = 4 + sum(map(self._width, self.seen_tabs()))
        return QRect(left, 0, _MORE, self.height())

    def open_more(self) -> None:
        """Offer the tabs that find no room."""
        self.more_menu().popup(self.mapToGlobal(self.more_rect().bottomLeft()))

    def more_menu(self) -> Menu:
        """Return a menu of the tabs that find no room; it goes away by itself."""
        menu = Menu(self)
        for tab in self.hidden_tabs():
            menu.offer(tab.title, partial(self.picked.emit, tab.panel))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def open_others(self) -> None:
        """Offer the panels that have no tab."""
        self.others_menu().popup(self.plus.mapToGlobal(self.plus.rect().bottomLeft()))

    def others_menu(self) -> Menu:
        """Return a menu of the panels that have no tab, by their names; it goes away by itself."""
        menu = TypeAheadMenu(self)
        for tab in sorted(self._others, key=lambda tab: tab.title):
            menu.offer(tab.title, partial(self.picked.emit, tab.panel)).setIcon(icon(tab.icon))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def cross_rect(self, panel: str) -> QRect:
        """Return where a click closes a tab; empty for one that stays, and for one that is not seen."""
        rect = self.rect_of(panel)
        tab = next((tab for tab in self._tabs if tab.panel == panel), None)
        if tab is None or not tab.is_closable or rect.isEmpty():
            return QRect()
        return QRect(rect.right() + 1 - _CROSS_REACH, 0, _CROSS_REACH, self.height())

    def _place_plus(self) -> None:
        if self.plus.isHidden():
            return
        seen = self.seen_tabs()
        more = _MORE if len(seen) < len(self._tabs) else 0
        end = 4 + sum(map(self._width, seen)) + more
        self.plus.move(end, (self.height() - _PLUS) // 2)

    def _room(self) -> int:
        """Return the width there is for tabs, beside the plus and the widgets at the right end."""
        items = [self._corner.itemAt(place) for place in range(1, self._corner.count())]
        taken = sum(item.sizeHint().width() + 2 for item in items if item is not None)
        return self.width() - 4 - taken - 6 - (_PLUS if self._others else 0)

    def minimumSizeHint(self) -> QSize:
        """Return the least width, the first tab's."""
        return QSize(80, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the words, the underline and the hairline below."""
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("border.subtle"))
        for tab in self.seen_tabs():
            rect = self.rect_of(tab.panel)
            active = tab.panel == self._current
            painter.setFont(ui_font(TextSize.BODY, TextWeight.SEMIBOLD if active else TextWeight.REGULAR))
            hot = active or tab.panel == self._hovered
            painter.setPen(theme.color("text.primary" if hot else "text.tertiary"))
            words = rect.adjusted(0, 0, -_CROSS if tab.is_closable else 0, 0)
            painter.drawText(words, Qt.AlignmentFlag.AlignCenter, tab.title)
            if hot and tab.is_closable:
                self._paint_cross(painter, tab)
            if active:
                painter.fillRect(
                    rect.left() + _GAP - 4,
                    self.height() - 2,
                    rect.width() - 2 * _GAP + 8,
                    2,
                    theme.color("accent.line"),
                )
            if active and self.hasFocus():
                painter.setPen(theme.color("accent.line"))
                painter.drawRect(rect.adjusted(2, 3, -3, -5))
        more = self.more_rect()
        if not more.isEmpty():
            ink = theme.color("text.primary" if self._hovered == _MORE_ID else "text.tertiary")
            mark = pixmap("more", 16, ink, self.devicePixelRatioF())
            painter.drawPixmap(more.left() + (more.width() - 16) // 2, (self.height() - 16) // 2, mark)

    def _paint_cross(self, painter: QPainter, tab: Tab) -> None:
        lit = self._over_cross and tab.panel == self._hovered
        ink = current_theme().color("text.primary" if lit else "text.tertiary")
        area = self.cross_rect(tab.panel)
        cross = pixmap("close", 12, ink, self.devicePixelRatioF())
        painter.drawPixmap(area.center().x() - 5, (self.height() - 12) // 2, cross)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick a tab, close it, or open the menu of those that find no room."""
        here = event.position().toPoint()
        tab = self._at(here)
        if self.more_rect().contains(here):
            self.open_more()
        if tab is None:
            return
        left = event.button() is Qt.MouseButton.LeftButton
        middle = event.button() is Qt.MouseButton.MiddleButton
        if (middle and tab.is_closable) or (left and self.cross_rect(tab.panel).contains(here)):
            self.close_wanted.emit(tab.panel)
        elif left:
            self.picked.emit(tab.panel)
        elif event.button() is Qt.MouseButton.RightButton:
            self.menu_wanted.emit(tab.panel, event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light the tab under the pointer, and its cross."""
        here = event.position().toPoint()
        tab = self._at(here)
        over_more = self.more_rect().contains(here)
        hovered = tab.panel if tab is not None else _MORE_ID if over_more else ""
        over_cross = tab is not None and self.cross_rect(tab.panel).contains(here)
        if (hovered, over_cross) != (self._hovered, self._over_cross):
            self._hovered, self._over_cross = hovered, over_cross
            self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Let the panel leave its window, or come back."""
        here = event.position().toPoint()
        tab = self._at(here)
        left = event.button() is Qt.MouseButton.LeftButton
        if tab is not None and left and not self.cross_rect(tab.panel).contains(here):
            self.float_wanted.emit(tab.panel)

    def leaveEvent(self, _event: QEvent) -> None:
        """Light no tab."""
        self._hovered, self._over_cross = "", False
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the plus stand behind the tabs that find room."""
        super().resizeEvent(event)
        self._place_plus()

    def event(self, event: QEvent) -> bool:
        """Say at the cross of a tab what it closes."""
        if isinstance(event, QHelpEvent):
            tab = self._at(event.pos())
            is_cross = tab is not None and self.cross_rect(tab.panel).contains(event.pos())
            said = f"Close {tab.title}" if tab is not None and is_cross else ""
            QToolTip.showText(event.globalPos(), plain_tip(said), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the tabs with Left and Right, close one with Del."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        names = [tab.panel for tab in self._tabs]
        if event.key() == Qt.Key.Key_Delete and any(
            tab.is_closable and tab.panel == self._current for tab in self._tabs
        ):
            self.close_wanted.emit(self._current)
            return
        if step is None or self._current not in names:
            super().keyPressEvent(event)
            return
        self.picked.emit(names[(names.index(self._current) + step) % len(names)])

    def _can_drag(self, here: QPoint) -> bool:
        tab = self._at(here)
        self._dragged = tab.panel if tab is not None else ""
        return tab is not None and not self.cross_rect(tab.panel).contains(here)

    def _at(self, point: QPoint) -> Tab | None:
        return next((tab for tab in self._tabs if self.rect_of(tab.panel).contains(point)), None)

    def _width(self, tab: Tab) -> int:
        metrics = QFontMetrics(ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
        return metrics.horizontalAdvance(tab.title) + 2 * _GAP + (_CROSS if tab.is_closable else 0)
