"""Show the tabs of a panel stack: words with an underline, no boxes; tabs can be dragged to another row."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QMimeData, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDropEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.icons import pixmap
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.menu import Menu

PANEL_MIME = "application/x-mindloom-panel"
"""Carries the id of a panel while its tab is dragged."""

_GAP = 10
_MORE = 30
_MORE_ID = "…"


@dataclass(frozen=True, slots=True)
class Tab:
    """Hold one tab: the id of its panel and its words."""

    panel: str
    title: str


class TabRow(QWidget):
    """Paint tabs 32 px high and tell which one was picked or dropped here.

    Tabs that find no room are in a menu behind the last one; the current tab is always seen.
    """

    picked = Signal(str)
    dropped = Signal(str)
    menu_wanted = Signal(str, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(scaled(32))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAcceptDrops(True)
        self.setMouseTracking(True)
        self._tabs: tuple[Tab, ...] = ()
        self._current = ""
        self._hovered = ""
        self._pressed_at: QPoint | None = None
        self._corner = row_box(self, margins=(0, 0, 6, 0), spacing=2)
        self._corner.addStretch(1)

    def set_tabs(self, tabs: tuple[Tab, ...], current: str) -> None:
        """Show these tabs, `current` underlined."""
        self._tabs, self._current = tabs, current
        self.setAccessibleName(", ".join(tab.title for tab in tabs))
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
            menu.addAction(tab.title).triggered.connect(
                lambda _checked=False, panel=tab.panel: self.picked.emit(panel)
            )
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _room(self) -> int:
        """Return the width there is for tabs, beside the widgets at the right end."""
        items = [self._corner.itemAt(place) for place in range(1, self._corner.count())]
        taken = sum(item.sizeHint().width() + 2 for item in items if item is not None)
        return self.width() - 4 - taken - 6

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
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, tab.title)
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
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick a tab, or open the menu of those that find no room; a drag may follow."""
        tab = self._at(event.position().toPoint())
        if self.more_rect().contains(event.position().toPoint()):
            self.open_more()
        if tab is None:
            return
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()
            self.picked.emit(tab.panel)
        elif event.button() is Qt.MouseButton.RightButton:
            self.menu_wanted.emit(tab.panel, event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Start the drag of a tab once the mouse has gone far enough."""
        here = event.position().toPoint()
        tab = self._at(here)
        over_more = self.more_rect().contains(here)
        hovered = tab.panel if tab is not None else _MORE_ID if over_more else ""
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()
        pressed = self._pressed_at
        if pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        if (here - pressed).manhattanLength() >= QApplication.startDragDistance() * 2:
            self._pressed_at = None
            self._drag(self._at(pressed))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """End a press that became no drag."""
        self._pressed_at = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the tabs with Left and Right."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        names = [tab.panel for tab in self._tabs]
        if step is None or self._current not in names:
            super().keyPressEvent(event)
            return
        self.picked.emit(names[(names.index(self._current) + step) % len(names)])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take tabs of panels only."""
        if event.mimeData().hasFormat(PANEL_MIME):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell that a panel is to move here."""
        panel = bytes(event.mimeData().data(PANEL_MIME).data()).decode("utf-8")
        event.acceptProposedAction()
        self.dropped.emit(panel)

    def _drag(self, tab: Tab | None) -> None:
        if tab is None:
            return
        data = QMimeData()
        data.setData(PANEL_MIME, tab.panel.encode("utf-8"))
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.setPixmap(self.grab(self.rect_of(tab.panel)))
        drag.exec(Qt.DropAction.MoveAction)

    def _at(self, point: QPoint) -> Tab | None:
        return next((tab for tab in self._tabs if self.rect_of(tab.panel).contains(point)), None)

    def _width(self, tab: Tab) -> int:
        metrics = QFontMetrics(ui_font(TextSize.BODY, TextWeight.SEMIBOLD))
        return metrics.horizontalAdvance(tab.title) + 2 * _GAP
