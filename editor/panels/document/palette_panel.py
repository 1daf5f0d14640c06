"""The panel that offers every kind of node: search, drag to the canvas, or add with Enter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from editor.canvas.commands.node_choices import NodeChoice, node_choices
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.snippets import Snippet
from editor.theme.fonts import TextSize, TextWeight, fixed_font, scaled, ui_font
from editor.theme.inks import set_inks
from editor.theme.plain_texts import plain_tip
from editor.theme.theme_manager import current_theme
from editor.widgets.boxes import row_box
from editor.widgets.panel import EmptyNote, Panel
from editor.widgets.row_list import RowModel
from editor.widgets.row_painting import paint_icon, paint_row_back, paint_text
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document

CHOICE_MIME = "application/x-mindloom-choice"
"""Carries the key of a palette entry while it is dragged to the canvas."""


def grouped_choices(
    document: Document,
    graph_id: str,
    registry: Registry,
    wanted: str = "",
    recent: Iterable[str] = (),
    snippets: Iterable[Snippet] = (),
) -> tuple[tuple[str, tuple[NodeChoice, ...]], ...]:
    """Return headings with what is under them; only what matches `wanted`.

    Words found in names go before words found in explanations.
    """
    if graph_id not in document.graphs:
        return ()
    groups: dict[str, list[NodeChoice]] = {}
    choices = node_choices(document, graph_id, registry, recent, snippets)
    named = [choice for choice in choices if matches(choice, wanted, names_only=True)]
    for choice in named or [choice for choice in choices if matches(choice, wanted)]:
        groups.setdefault(choice.group, []).append(choice)
    return tuple((heading, tuple(found)) for heading, found in groups.items())


def choice_by_key(
    document: Document, graph_id: str, registry: Registry, key: str, snippets: Iterable[Snippet] = ()
) -> NodeChoice | None:
    """Return the entry a drag names, or None when the graph cannot hold it."""
    if graph_id not in document.graphs:
        return None
    choices = node_choices(document, graph_id, registry, (), snippets)
    return next((choice for choice in choices if choice.key == key), None)


def matches(choice: NodeChoice, wanted: str, *, names_only: bool = False) -> bool:
    """Tell whether every word of a search is in title or id, or else in the help."""
    text = f"{choice.title} {choice.key}{'' if names_only else f' {choice.help}'}".lower()
    return all(word in text for word in wanted.lower().split())


Index = QModelIndex | QPersistentModelIndex


class PaletteModel(RowModel[str | NodeChoice]):
    """Hold headings (a text) and entries, filtered by the search."""

    def show_groups(self, groups: tuple[tuple[str, tuple[NodeChoice, ...]], ...]) -> None:
        """Show these entries under their headings."""
        rows: list[str | NodeChoice] = []
        for heading, choices in groups:
            rows += [heading, *choices]
        self.show_rows(rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the title, and the summary as its tooltip."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row if isinstance(row, str) else row.title
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, NodeChoice):
            return plain_tip(f"{row.title}: {row.help}" + (f"\n{row.name}" if row.name else ""))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let entries be picked and dragged, headings not."""
        if isinstance(self.rows[index.row()], str):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        """Return the type of a dragged entry."""
        return [CHOICE_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return a dragged entry."""
        data = QMimeData()
        for index in indexes:
            row = self.rows[index.row()]
            if isinstance(row, NodeChoice):
                data.setData(CHOICE_MIME, row.key.encode())
        return data


class PalettePanel(Panel):
    """List what the graph shown can hold. `add_wanted` carries the NodeChoice picked."""

    add_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__("palette", "Palette", "add")
        self._session: DocumentSession | None = None
        self.focus_on = self.search = QLineEdit(placeholderText="Find a node", clearButtonEnabled=True)
        self.search.setAccessibleName("Find a node")
        self.search.textChanged.connect(self.refresh)
        self.search.installEventFilter(self)
        self.model = PaletteModel(self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_PaletteDelegate(self))
        self.view.setMouseTracking(True)
        self.view.setDragEnabled(True)
        self.view.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.view.setAccessibleName("Kinds of nodes")
        self.view.activated.connect(self._activated)
        self.empty = EmptyNote("Nothing of that name. Clear the search to see all.")
        holder = QWidget()
        self.body.addSpacing(8)
        row = _padded(self.search, holder)
        self.body.addWidget(row)
        self.body.addSpacing(4)
        self.body.addWidget(self.empty, 1)
        self.body.addWidget(self.view, 1)
        self.refresh()

    def set_session(self, session: DocumentSession | None) -> None:
        """Offer what another document's graph can hold."""
        if self._session is not None:
            self._session.graph_shown.disconnect(self.refresh)
        self._session = session
        if session is not None:
            session.graph_shown.connect(self.refresh)
        self.refresh()

    def refresh(self, *_arguments: object) -> None:
        """List what matches the search."""
        session = self._session
        wanted = self.search.text()
        groups: tuple[tuple[str, tuple[NodeChoice, ...]], ...] = ()
        if session is not None:
            recent = session.recent_picks.keys
            groups = grouped_choices(
                session.document, session.graph_id, session.registry, wanted, recent, session.snippets.all
            )
        self.model.show_groups(groups)
        is_lost = not groups and bool(wanted)
        self.empty.setVisible(is_lost)
        self.view.setVisible(not is_lost)

    def choice_in_focus(self) -> NodeChoice | None:
        """Return the entry that the keyboard is at: the current one, or the first one searched for."""
        if self.view.hasFocus() and self.view.currentIndex().isValid():
            row = self.model.rows[self.view.currentIndex().row()]
            return row if isinstance(row, NodeChoice) else None
        if self.search.hasFocus() and self.search.text().strip():
            return next((row for row in self.model.rows if isinstance(row, NodeChoice)), None)
        return None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let Down and Enter in the search go to the first entry."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            first = next((i for i, row in enumerate(self.model.rows) if isinstance(row, NodeChoice)), None)
            if first is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._activated(self.model.index(first))
                return True
            if first is not None and event.key() == Qt.Key.Key_Down:
                self.view.setFocus()
                self.view.setCurrentIndex(self.model.index(first))
                return True
        return super().eventFilter(watched, event)

    def _activated(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        if isinstance(row, NodeChoice):
            self.add_wanted.emit(row)


class _PaletteDelegate(QStyledItemDelegate):
    """Paint a heading, or an entry with its chip."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        model = index.model()
        heading = isinstance(model, PaletteModel) and isinstance(model.rows[index.row()], str)
        return QSize(80, scaled(26 if heading else 40))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, PaletteModel):
            return
        row = model.rows[index.row()]
        theme = current_theme()
        rect = option.rect
        painter.save()
        if isinstance(row, str):
            words = rect.adjusted(14, 4, -8, 0)
            font = ui_font(TextSize.CAPTION, TextWeight.SEMIBOLD)
            paint_text(painter, row, words, font, theme.color("text.tertiary"))
        else:
            paint_row_back(painter, option, inset=6)
            hue = theme.family(row.family)
            set_inks(painter, Qt.PenStyle.NoPen, hue.chip)
            painter.drawRoundedRect(
                QRectF(rect.left() + 14, rect.top() + (rect.height() - 22) / 2, 22, 22), 4, 4
            )
            paint_icon(painter, row.icon, rect.left() + 18, rect, hue.line, 14)
            self._paint_words(painter, row, rect.adjusted(46, 0, -10, 0))
        painter.restore()

    def _paint_words(self, painter: QPainter, choice: NodeChoice, room: QRect) -> None:
        """Paint the title, the id small behind it where there is room, and the line of help below."""
        theme, title, small = current_theme(), ui_font(TextSize.BODY), ui_font(TextSize.CAPTION)
        half = room.height() // 2
        upper = QRect(room.left(), room.top() + 2, room.width(), half)
        lower = QRect(room.left(), room.top() + half - 1, room.width(), half)
        paint_text(painter, choice.title, upper, title, theme.color("text.primary"))
        paint_text(painter, choice.help, lower, small, theme.color("text.tertiary"))
        fixed = fixed_font(TextSize.BADGE)
        taken = QFontMetrics(title).horizontalAdvance(choice.title) + 12
        if choice.name and taken + QFontMetrics(fixed).horizontalAdvance(choice.name) <= room.width():
            behind = upper.adjusted(taken, 0, 0, 0)
            right = Qt.AlignmentFlag.AlignRight
            paint_text(painter, choice.name, behind, fixed, theme.color("text.tertiary"), right)


def _padded(widget: QWidget, holder: QWidget) -> QWidget:
    box = row_box(holder, margins=(10, 0, 10, 0))
    box.addWidget(widget)
    return holder
