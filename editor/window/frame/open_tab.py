"""Hold one open tab, and say how tabs and breadcrumbs name what is in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from editor.canvas.view.canvas_view import CanvasView
from editor.documents.open.document_session import DocumentSession
from editor.theme.tokens import GRAPH_LOOKS
from editor.window.frame.breadcrumb import Crumb
from editor.window.frame.canvas_tabs import GraphTab


@dataclass(eq=False)
class OpenTab:
    """Hold one tab: a document, the way to the graph in view, its canvas."""

    session: DocumentSession
    view: CanvasView
    way: list[str] = field(default_factory=list)

    @property
    def graph_id(self) -> str:
        """Return the graph in view."""
        return self.way[-1]

    def drop_lost_graphs(self) -> None:
        """Shorten the way by graphs that are gone."""
        graphs = self.session.document.graphs
        self.way = [each for each in self.way if each in graphs] or [self.session.graph_id]


def tab_words(tab: OpenTab) -> GraphTab:
    """Return what is written on a tab."""
    graph = tab.session.document.graphs.get(tab.graph_id)
    if graph is None:
        return GraphTab(tab.session.file_name, "doc", "value")
    look = GRAPH_LOOKS[graph.kind]
    place = (
        str(tab.session.path) if tab.session.path is not None else f"{tab.session.file_name}, not saved yet"
    )
    return GraphTab(graph.title or tab.graph_id, look.icon, look.family, place, not tab.session.is_saved)


def crumbs_of(tab: OpenTab) -> tuple[Crumb, ...]:
    """Return the steps of the way to what a tab shows: graphs, then the boxes that were entered."""
    graphs = [_crumb(tab.session, each) for each in tab.way]
    boxes = [
        Crumb(item, tab.view.name_of(item), "compound", "machine")
        for item in tab.view.entering.boxes_entered()
    ]
    return (*graphs, *boxes)


def _crumb(session: DocumentSession, graph_id: str) -> Crumb:
    graph = session.document.graphs.get(graph_id)
    if graph is None:
        return Crumb(graph_id, graph_id, "doc", "value")
    look = GRAPH_LOOKS[graph.kind]
    return Crumb(graph_id, graph.title or graph_id, look.icon, look.family)
