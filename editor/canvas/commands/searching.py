"""Use the search pop-up of the canvas for more than adding: what is picked goes to whoever opened it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint

from editor.canvas.commands.add_node_popup import AddSearch
from editor.canvas.commands.node_choices import NodeChoice
from editor.canvas.items.pictures import kind_icon
from editor.canvas.items.shared_look import qpoint
from editor.canvas.routing.shapes import Point
from editor.canvas.scene.canvas_host import CanvasHost
from editor.theme.tokens import Family
from graphs.edits import EditRefused
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document
from graphs.structure.rules import Verdict

Picked = Callable[[NodeChoice], object]


class NodeSearch:
    """Open the search for a purpose."""

    def __init__(self, view: CanvasHost) -> None:
        self.view = view
        self.popup = AddSearch(view)
        self.popup.chosen.connect(self._take_choice)
        self._picked: Picked | None = None

    def open(
        self,
        choices: Sequence[NodeChoice],
        picked: Picked,
        *,
        at: Point | None = None,
        preferred: str = "",
        words: str = "Search",
    ) -> None:
        """Open the search at a point of the scene; `picked` gets what is chosen, `words` say for what."""
        self._picked = picked
        self.popup.field.setPlaceholderText(words)
        self.popup.open_at(self._search_place(at), choices, preferred)

    def _search_place(self, at: Point | None) -> QPoint:
        if at is not None:
            return self.view.mapFromScene(qpoint(at)) + QPoint(4, 4)
        size = self.view.viewport().size()
        return QPoint((size.width() - 300) // 2, max(40, size.height() // 4))

    def _take_choice(self, choice: NodeChoice) -> None:
        """Give what was chosen to whoever opened the search."""
        picked, self._picked = self._picked, None
        if picked is not None:
            picked(choice)

    def node_targets(self, may: Callable[[str], Verdict]) -> list[NodeChoice]:
        """Return the nodes of the graph that something may be led to, by title."""
        graph = self.view.graph
        if graph is None:
            return []
        session = self.view.session
        found = []
        for node_id, node in graph.nodes.items():
            if not may(node_id).ok:
                continue
            kind = session.registry.kind(graph.kind, node.kind)
            icon, family = kind_icon(kind) if kind is not None else ("help", Family.VALUE)
            title = node_title(node, graph.kind, session.registry, session.document)
            words = kind.title.lower() if kind is not None else node.kind
            found.append(NodeChoice(node_id, title, words, icon, family, node.kind))
        return found

    def possible(
        self, choices: Sequence[NodeChoice], edit: Callable[[Document, NodeChoice], object]
    ) -> list[NodeChoice]:
        """Return those choices that an edit takes; say why it takes none when that is so."""
        found, refusals = [], []
        for choice in choices:
            try:
                edit(self.view.document, choice)
            except EditRefused as refused:
                refusals.append(refused)
            else:
                found.append(choice)
        if not found and refusals:
            self.view.session.refused.emit(refusals[0].reason, refusals[0].remedy)
        return found
