"""The command palette: type a few letters, run a command or go to a graph, a node or a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from editor.commands.fuzzy import match_score
from editor.commands.window_context import WindowContext
from editor.docks.element_words import graph_words, node_words
from editor.docks.row_painting import paint_icon, paint_row_back, paint_text
from editor.documents.document_session import DocumentSession
from editor.theme.fonts import TextSize, scaled, ui_font
from editor.theme.theme_manager import current_theme

MOST_SHOWN = 60
WIDTH = 460
ROWS_SEEN = 11

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class PaletteItem:
    """Hold one answer: its words, a note at the right (a key, a place), and what it does."""

    title: str
    note: str
    icon: str
    run: Callable[[], object]
    is_command: bool = False


def palette_items(window: WindowContext) -> tuple[PaletteItem, ...]:
    """Return everything that can be found now: commands that can run, graphs, nodes, recent files."""
    items = [
        PaletteItem(
            command.title.rstrip("…"),
            window.commands.keys_text(command.id),
            command.icon,
            partial(window.commands.run, command.id),
            True,
        )
        for command in window.commands
        if command.id != "view.commands" and command.enabled()
    ]
    if window.session is not None:
        items += _places(window, window.session)
    items += [
        PaletteItem(path.name, str(path.parent), "doc", partial(window.open_file, path))
        for path in window.workspace.state.recent
        if path.exists()
    ]
    return tuple(items)


def _places(window: WindowContext, session: DocumentSession) -> list[PaletteItem]:
    """Return the graphs and nodes of a document."""

    def go(graph_id: str, node_id: str) -> None:
        session.show_graph(graph_id)
        session.select((node_id,))
        if window.view is not None:
            window.view.frame_selection()

    items = []
    for graph_id, graph in session.document.graphs.items():
        look = graph_words(graph, graph_id)
        items.append(PaletteItem(look.title, "graph", look.icon, partial(session.show_graph, graph_id)))
        for node_id in graph.nodes:
            words = node_words(session.document, graph, node_id, session.registry)
            run = partial(go, graph_id, node_id)
            items.append(PaletteItem(words.title, f"in {look.title}", words.icon, run))
    return items


def best_matches(items: tuple[PaletteItem, ...], wanted: str) -> tuple[PaletteItem, ...]:
    """Return the answers to what was typed, the best first; without a word the commands."""
    if not wanted.strip():
        return tuple(item for item in items if item.is_command)[:MOST_SHOWN]
    scored = [(match_score(wanted, item.title), place, item) for place, item in enumerate(items)]
    found = [(-score, place, item) for score, place, item in scored if score is not None]
    return tuple(item for _, _, item in sorted(found, key=lambda one: one[:2])[:MOST_SHOWN])


class _ItemsModel(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.items: tuple[PaletteItem, ...] = ()

    def show_items(self, items: tuple[PaletteItem, ...]) -> None:
        self.beginResetModel()
        self.items = items
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.items[index.row()]
        return f"{item.title} {item.note}" if role == Qt.ItemDataRole.DisplayRole else None


class CommandPalette(QFrame):
    """Lie over the window under the search field until something was picked, or Esc."""

    def __init__(self, window: WindowContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = window
        self._items: tuple[PaletteItem, ...] = ()
        self._former_focus: QWidget | None = None
        self.field = QLineEdit()
        self.field.setPlaceholderText("Type a command, a node or a file")
        self.field.setAccessibleName("Search or command")
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.model = _ItemsModel(self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_ItemDelegate(self))
        self.view.setMouseTracking(True)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setStyleSheet("background: transparent;")
        self.view.clicked.connect(lambda _index: self._run_current())
        box = QVBoxLayout(self)
        box.setContentsMargins(8, 8, 8, 8)
        box.setSpacing(6)
        box.addWidget(self.field)
        self.empty = QLabel("Nothing of that name. Try fewer letters.")
        self.empty.setProperty("role", "caption")
        box.addWidget(self.empty)
        box.addWidget(self.view)
        self.hide()

    def open(self) -> None:
        """Show the palette with all commands."""
        parent = self.parentWidget()
        if parent is None:
            return
        self._former_focus = parent.window().focusWidget()
        self._items = palette_items(self._window)
        width = min(scaled(WIDTH), parent.width() - 32)
        self.setGeometry(parent.width() - width - 12, 44, width, 100)
        self.field.clear()
        self._filter("")
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
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("border.strong"), 1))
        painter.setBrush(theme.color("surface.popup"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.end()

    def _filter(self, wanted: str) -> None:
        found = best_matches(self._items, wanted)
        self.model.show_items(found)
        self.empty.setVisible(not found)
        self.view.setVisible(bool(found))
        parent = self.parentWidget()
        if parent is not None:
            rows = max(1, min(ROWS_SEEN, len(found)))
            height = rows * scaled(30) + scaled(52)
            self.resize(self.width(), min(height, parent.height() - 80))
        self.view.setCurrentIndex(self.model.index(0))

    def _move(self, step: int) -> None:
        count = len(self.model.items)
        if count:
            row = min(count - 1, max(0, self.view.currentIndex().row() + step))
            self.view.setCurrentIndex(self.model.index(row))

    def _run_current(self) -> None:
        index = self.view.currentIndex()
        item = self.model.items[index.row()] if index.isValid() else None
        self.close_palette()
        if item is not None:
            item.run()
            self._window.commands.refresh()


class _ItemDelegate(QStyledItemDelegate):
    """Paint icon, title and note."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, scaled(30))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, _ItemsModel):
            return
        item = model.items[index.row()]
        theme = current_theme()
        rect = option.rect
        painter.save()
        paint_row_back(painter, option, inset=0)
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
        painter.restore()
