"""The panel that lists everything in the document as a tree, with live status: the keyboard's road."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from editor.documents.open.document_session import DocumentSession
from editor.panels.document.variables_list import VariablesList
from editor.running.row_looks import RowLook, looks_of
from editor.running.run_controller import RunController
from editor.theme.fonts import TextSize, TextWeight, scaled, ui_font
from editor.theme.plain_texts import plain_tip_data
from editor.theme.theme_manager import current_theme
from editor.widgets.element_words import ElementWords, graph_words, node_words
from editor.widgets.hairline import hairline
from editor.widgets.icon_button import IconButton
from editor.widgets.panel import Panel
from editor.widgets.row_painting import RowTree, paint_badge, paint_icon, paint_text
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Graph
from graphs.structure.queries import child_ids, top_ids

Index = QModelIndex | QPersistentModelIndex

_MOST_INDENTED = 0.4
"""Share of the width that the indentation of the deepest line may take."""
_LEAST_INDENTATION = 6
"""Px of a level all the same, so that levels can be told apart."""


@dataclass(eq=False)
class OutlineEntry:
    """Hold one line: the graph it belongs to, the node ("" for the graph itself), and what is below."""

    graph: str
    node: str
    words: ElementWords
    disabled: bool
    parent: OutlineEntry | None
    row: int
    children: list[OutlineEntry]

    def __post_init__(self) -> None:
        self.depth: int = self.parent.depth + 1 if self.parent is not None else 0


class OutlineModel(QAbstractItemModel):
    """Show the root graph first, then the others in their order, each with its nodes in theirs."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tops: list[OutlineEntry] = []
        self._by_key: dict[tuple[str, str], OutlineEntry] = {}

    def show_document(self, document: Document | None, registry: Registry) -> None:
        """List another document, or the same after an edit."""
        self.beginResetModel()
        self._tops, self._by_key = [], {}
        for graph_id in _graph_order(document):
            assert document is not None
            graph = document.graphs[graph_id]
            top = OutlineEntry(graph_id, "", graph_words(graph, graph_id), False, None, len(self._tops), [])
            self._tops.append(top)
            self._by_key[graph_id, ""] = top
            self._add(document, registry, graph, top, top_ids(graph))
        self.endResetModel()

    @property
    def depth(self) -> int:
        """Return how many levels are below the graphs."""
        return max((entry.depth for entry in self._by_key.values()), default=0)

    def entry(self, index: Index) -> OutlineEntry | None:
        """Return the line at an index."""
        pointer = index.internalPointer() if index.isValid() else None
        return pointer if isinstance(pointer, OutlineEntry) else None

    def index_of(self, graph: str, node: str) -> QModelIndex:
        """Return the index of a node, or of a graph for ""; invalid when it is not listed."""
        entry = self._by_key.get((graph, node))
        return self.createIndex(entry.row, 0, entry) if entry is not None else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many lines are below another."""
        entry = self.entry(parent)
        return len(entry.children) if entry is not None else 0 if parent.isValid() else len(self._tops)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return 1."""
        return 1

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        """Return the index of a line."""
        entry = self.entry(parent)
        lines = entry.children if entry is not None else self._tops
        return self.createIndex(row, column, lines[row]) if 0 <= row < len(lines) else QModelIndex()

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        """Return the index of the line above."""
        entry = self.entry(index)
        above = entry.parent if entry is not None else None
        return self.createIndex(above.row, 0, above) if above is not None else QModelIndex()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the title of a line; the delegate reads the entry for the rest."""
        entry = self.entry(index)
        if entry is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return plain_tip_data(entry.words.title, role)
        return None

    def _add(
        self, document: Document, registry: Registry, graph: Graph, parent: OutlineEntry, ids: tuple[str, ...]
    ) -> None:
        """Add nodes below a line without recursion, so that a deep tree is no trouble."""
        waiting = [(parent, ids)]
        while waiting:
            above, children = waiting.pop()
            for node_id in children:
                if node_id not in graph.nodes or (above.graph, node_id) in self._by_key:
                    continue
                words = node_words(document, graph, node_id, registry)
                disabled = graph.nodes[node_id].disabled
                entry = OutlineEntry(above.graph, node_id, words, disabled, above, len(above.children), [])
                above.children.append(entry)
                self._by_key[above.graph, node_id] = entry
                waiting.append((entry, child_ids(graph.nodes[node_id])))


def _graph_order(document: Document | None) -> list[str]:
    if document is None:
        return []
    ids = list(document.graphs)
    return sorted(ids, key=lambda graph_id: graph_id != document.root)


class OutlinePanel(Panel):
    """Show graphs and nodes with their icons and badges; a click selects, a double-click frames."""

    frame_wanted = Signal(str, str)
    """Carries graph and node to bring into view on the canvas."""
    menu_wanted = Signal(QPoint, str)
    """Carries a place on the screen and the node there, "" for a graph or nothing."""

    def __init__(self, run: RunController) -> None:
        super().__init__("outline", "Outline", "tree")
        self._run = run
        self._session: DocumentSession | None = None
        self._looks: dict[str, dict[str, RowLook]] = {}
        self.model = OutlineModel(self)
        self.focus_on = self.tree = RowTree()
        self.tree.setModel(self.model)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setExpandsOnDoubleClick(False)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.setAccessibleName("Outline")
        self.tree.setItemDelegate(OutlineDelegate(self))
        self.tree.setMouseTracking(True)
        self.tree.selectionModel().selectionChanged.connect(self._selected_here)
        self.tree.doubleClicked.connect(self._double_clicked)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._ask_for_menu)
        self.variables = VariablesList()
        self.body.addWidget(self.tree, 3)
        self.body.addWidget(hairline())
        self.body.addWidget(self.variables, 2)
        self.header = [IconButton("layers", "Unfold everything", self.tree.expandAll, size=14, side=26)]
        for button in self.header:
            button.setParent(self)
            button.hide()
        self._following = False
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._rebuild)
        run.frame_shown.connect(self._show_run)
        run.agent_changed.connect(self._show_run)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for names at any width."""
        super().resizeEvent(event)
        self._fit_indentation()

    def set_session(self, session: DocumentSession | None) -> None:
        """List another document."""
        if self._session is not None:
            self._session.document_changed.disconnect(self._changed)
            self._session.selection_changed.disconnect(self._follow_selection)
            self._session.graph_shown.disconnect(self._follow_selection)
        self._session = session
        self.variables.set_session(session)
        if session is not None:
            session.document_changed.connect(self._changed)
            session.selection_changed.connect(self._follow_selection)
            session.graph_shown.connect(self._follow_selection)
        self._rebuild()

    def look_of(self, graph: str, node: str) -> RowLook | None:
        """Return how the run shows a node, or None."""
        return self._looks.get(graph, {}).get(node)

    def _changed(self, _change: object) -> None:
        self._soon.start(30)

    def _rebuild(self) -> None:
        session = self._session
        folded = self._folded_now()
        self._following = True
        if session is None:
            return
        self.model.show_document(session.document, session.registry)
        self.tree.expandAll()
        for graph, node in folded:
            self.tree.collapse(self.model.index_of(graph, node))
        self._following = False
        self._fit_indentation()
        self._follow_selection()

    def _fit_indentation(self) -> None:
        """Indent less where lines are many levels deep, so that half of the width is left for names."""
        room = self.width() * _MOST_INDENTED / max(1, self.model.depth)
        self.tree.setIndentation(round(min(scaled(18), max(_LEAST_INDENTATION, room))))

    def _folded_now(self) -> list[tuple[str, str]]:
        folded = []
        waiting = [QModelIndex()]
        while waiting:
            parent = waiting.pop()
            for row in range(self.model.rowCount(parent)):
                index = self.model.index(row, 0, parent)
                if self.model.rowCount(index):
                    entry = self.model.entry(index)
                    if entry is not None and not self.tree.isExpanded(index):
                        folded.append((entry.graph, entry.node))
                    waiting.append(index)
        return folded

    def _follow_selection(self, *_arguments: object) -> None:
        """Mark what is selected on the canvas."""
        session = self._session
        if session is None or self._following:
            return
        self._following = True
        chosen = [self.model.index_of(session.graph_id, element) for element in sorted(session.selection)]
        chosen = [index for index in chosen if index.isValid()]
        model = self.tree.selectionModel()
        model.clearSelection()
        for index in chosen:
            model.select(index, model.SelectionFlag.Select)
        if len(chosen) == 1:
            model.setCurrentIndex(chosen[0], model.SelectionFlag.NoUpdate)
            self.tree.scrollTo(chosen[0])
        self._following = False

    def _selected_here(self, *_arguments: object) -> None:
        session = self._session
        if session is None or self._following:
            return
        entries = [self.model.entry(index) for index in self.tree.selectionModel().selectedIndexes()]
        found = [entry for entry in entries if entry is not None]
        if not found:
            return
        current = self.model.entry(self.tree.currentIndex()) or found[-1]
        self._following = True
        session.show_graph(current.graph)
        session.select(entry.node for entry in found if entry.graph == current.graph and entry.node)
        self._following = False

    def _double_clicked(self, index: QModelIndex) -> None:
        entry = self.model.entry(index)
        if entry is not None:
            self.frame_wanted.emit(entry.graph, entry.node)

    def _ask_for_menu(self, at: QPoint) -> None:
        entry = self.model.entry(self.tree.indexAt(at))
        self.menu_wanted.emit(self.tree.viewport().mapToGlobal(at), entry.node if entry is not None else "")

    def _show_run(self) -> None:
        session = self._session
        if session is None or not self.isVisible():
            return
        view = self._run.view
        looks = {graph: looks_of(view, graph) for graph in session.document.graphs}
        if looks != self._looks:
            self._looks = looks
            self.tree.viewport().update()


class OutlineDelegate(QStyledItemDelegate):
    """Paint icon, title and badge of a line."""

    def __init__(self, panel: OutlinePanel) -> None:
        super().__init__(panel)
        self._panel = panel

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a row."""
        return QSize(80, scaled(26))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one line."""
        entry = self._panel.model.entry(index)
        if entry is None:
            return
        theme = current_theme()
        painter.save()
        rect = option.rect
        look = self._panel.look_of(entry.graph, entry.node)
        hue = theme.family(entry.words.family).line if not entry.node else theme.color("text.secondary")
        paint_icon(painter, entry.words.icon, rect.left() + 4, rect, hue)
        live = look is not None and look.look == "running" and not look.ghost
        font = QFont(ui_font(TextSize.BODY, TextWeight.SEMIBOLD if live else TextWeight.REGULAR))
        font.setStrikeOut(entry.disabled)
        token = "text.tertiary" if entry.disabled else "text.primary"
        words = QRect(rect.left() + 26, rect.top(), rect.width() - 26 - 24, rect.height())
        paint_text(painter, entry.words.title, words, font, theme.color(token))
        if look is not None:
            selected = bool(option.state & option.state.State_Selected)
            back = "accent.wash" if selected else "surface.panel"
            paint_badge(painter, look.look, rect.right() - 13, rect, ghost=look.ghost, back=back)
        painter.restore()
