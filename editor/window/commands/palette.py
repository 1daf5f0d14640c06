"""The command palette: type a few letters, go to a graph, a node, a variable or a file, or run a command."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListView, QWidget

from editor.theme.fonts import TextSize, scaled, ui_font
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import add_all, column_box
from editor.widgets.plates import paint_plate
from editor.widgets.row_list import RowModel
from editor.widgets.row_painting import Index, RowDelegate, paint_icon, paint_text
from editor.window.commands.palette_items import PaletteItem, best_matches, palette_items
from editor.window.frame.window_host import WindowHost

WIDTH = 460
ROWS_SEEN = 11


class _ItemsModel(RowModel[PaletteItem]):
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.rows[index.row()]
        return f"{item.title} {item.note}" if role == Qt.ItemDataRole.DisplayRole else None


class CommandPalette(QFrame):
    """Lie over the window under the search field until something was picked, or Esc."""

    def __init__(self, window: WindowHost, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = window
        self._items: tuple[PaletteItem, ...] = ()
        self._former_focus: QWidget | None = None
        self.field = QLineEdit(placeholderText="A file, graph, node, variable or help page; > commands")
        self.field.setAccessibleName("Search or command")
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.model = _ItemsModel(self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_ItemDelegate(self, 30, inset=0))
        self.view.setMouseTracking(True)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setStyleSheet("background: transparent;")
        self.view.clicked.connect(lambda _index: self._run_current())
        box = column_box(self, margins=(8, 8, 8, 8), spacing=6)
        box.addWidget(self.field)
        self.empty = PlainLabel("Nothing of that name. Try fewer letters.", role="caption")
        add_all(box, self.empty, self.view)
        self.hide()

    def open(self, typed: str = "") -> None:
        """Show the palette with something typed already; the commands with `>`."""
        parent = self.parentWidget()
        if parent is None:
            return
        self._former_focus = parent.window().focusWidget()
        self._items = palette_items(self._window)
        width = min(scaled(WIDTH), parent.width() - 32)
        self.setGeometry(parent.width() - width - 12, 44, width, 100)
        self.field.setText(typed)
        self._filter(typed)
        self.show()
        self.raise_()
        self.field.setFocus()

    def close_palette(self) -> None:
        """Hide and give the focus back."""
        if self.isVisible():
            self.hide()
            if self._former_focus is not None:
                self._former_focus.setFocus()
            self._former_focus = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk the answers with the arrows, run with Enter, close with Esc or when the focus leaves."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {
                Qt.Key.Key_Down: 1,
                Qt.Key.Key_Up: -1,
                Qt.Key.Key_PageDown: 10,
                Qt.Key.Key_PageUp: -10,
            }.get(Qt.Key(event.key()))
            if step is not None:
                self._move(step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run_current()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_palette()
                return True
        elif watched is self.field and event.type() == QEvent.Type.FocusOut:
            self.hide()
            self._former_focus = None
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the plate."""
        paint_plate(self)

    def _filter(self, wanted: str) -> None:
        found = best_matches(self._items, wanted)
        self.model.show_rows(found)
        self.empty.setVisible(not found)
        self.view.setVisible(bool(found))
        parent = self.parentWidget()
        if parent is not None:
            rows = max(1, min(ROWS_SEEN, len(found)))
            height = rows * scaled(30) + scaled(52)
            self.resize(self.width(), min(height, parent.height() - 80))
        self.view.setCurrentIndex(self.model.index(0))

    def _move(self, step: int) -> None:
        count = len(self.model.rows)
        if count:
            row = min(count - 1, max(0, self.view.currentIndex().row() + step))
            self.view.setCurrentIndex(self.model.index(row))

    def _run_current(self) -> None:
        index = self.view.currentIndex()
        item = self.model.rows[index.row()] if index.isValid() else None
        self.close_palette()
        if item is not None:
            item.run()
            self._window.commands.refresh()


class _ItemDelegate(RowDelegate):
    """Paint icon, title and note."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        item = _ItemsModel.row_at(index)
        theme = current_theme()
        if item.icon:
            paint_icon(painter, item.icon, rect.left() + 8, rect, theme.color("text.secondary"))
        painter.setFont(ui_font(TextSize.CAPTION))
        note_width = min(rect.width() // 2, painter.fontMetrics().horizontalAdvance(item.note) + 2)
        note = QRect(rect.right() - 10 - note_width, rect.top(), note_width, rect.height())
        right, middle = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideMiddle
        tertiary = theme.color("text.tertiary")
        paint_text(painter, item.note, note, ui_font(TextSize.CAPTION), tertiary, right, middle)
        words = QRect(rect.left() + 34, rect.top(), note.left() - rect.left() - 44, rect.height())
        paint_text(painter, item.title, words, ui_font(TextSize.BODY), theme.color("text.primary"))
