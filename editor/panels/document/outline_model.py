"""List a document's graphs and nodes as a tree."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from editor.theme.plain_texts import plain_tip_data
from editor.widgets.element_words import ElementWords, graph_words, node_words
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Graph
from graphs.structure.queries import child_ids, top_ids

Index = QModelIndex | QPersistentModelIndex


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
        self,
        document: Document,
        registry: Registry,
        graph: Graph,
        parent: OutlineEntry,
        ids: tuple[str, ...],
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
