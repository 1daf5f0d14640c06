"""Put the history into a window: whose steps are listed, where a step was made, how one goes there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QPointF

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.world_session import WorldSession
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import inspector_panel
from editor.window.parts.world import WindowWorld
from graphs.edits.history import Step
from graphs.model import Document
from graphs.structure.changes import DocumentChange

if TYPE_CHECKING:
    from editor.panels.document.history_panel import HistoryPanel


@dataclass(frozen=True)
class _Seen:
    """Remember what was looked at when a step was made."""

    graph: str
    zoom: float
    center: QPointF


class WindowHistory(QObject):
    """Know whose steps are listed in one window, and what was seen at each.

    Each step remembers the graph and the part of it that was seen when it was made. Going back or forth to a
    step shows that again where what changed would be out of view.
    """

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._window = host
        self._seen: WeakKeyDictionary[Step[Document], _Seen] = WeakKeyDictionary()
        self._touched: WeakKeyDictionary[Step[Document], frozenset[str]] = WeakKeyDictionary()
        """The nodes and transitions that a step changed."""
        self._listed: DocumentSession | WorldSession | None = None
        editor = host.part(WindowWorld).editor
        for changed in (host.area.current_changed, editor.target_changed, editor.session_changed):
            changed.connect(self.follow)
        host.part(inspector_panel).page.heading_shown.connect(self._mark)
        host.workspace.session_opened.connect(self._watch)
        host.shelf.session_opened.connect(self._watch_world)

    def follow(self) -> None:
        """List the steps of what the user works on: the world on its map, else the document in view."""
        panel = self._window.made(history_panel)
        if panel is not None:
            self.list_in(panel)

    def list_in(self, panel: HistoryPanel) -> None:
        """List the steps in a panel."""
        world = self._window.part(WindowWorld).editor
        session: DocumentSession | WorldSession | None = self._window.session
        if world.is_target and world.session is not None:
            session = world.session
        from editor.panels.document.history_panel import NEW

        self._listed = session
        first = "" if session is None else NEW if session.path is None else f"Opened {session.file_name}"
        panel.show_history(session.history if session is not None else None, first)
        self._mark_in(panel)

    def go_to(self, place: int) -> None:
        """Go to the document, or the world, after so many steps."""
        if self._listed is not None:
            self._listed.go_to_step(place)

    def _watch(self, session: DocumentSession) -> None:
        session.document_changed.connect(lambda change: self._document_changed(session, change))
        session.saved_changed.connect(self.follow)

    def _watch_world(self, session: WorldSession) -> None:
        session.world_changed.connect(lambda _before: self._refresh())
        session.saved_changed.connect(self._refresh)

    def _refresh(self) -> None:
        panel = self._window.made(history_panel)
        if panel is not None:
            panel.refresh()

    def _mark(self, _content: object = None) -> None:
        panel = self._window.made(history_panel)
        if panel is not None:
            self._mark_in(panel)

    def _mark_in(self, panel: HistoryPanel) -> None:
        """Say which steps changed what is selected, while the steps of a document are listed."""
        session = self._listed
        is_document = isinstance(session, DocumentSession)
        panel.subject.show_words(self._window.part(inspector_panel).page.content if is_document else None)
        if not isinstance(session, DocumentSession) or not session.selection:
            panel.show_about(None)
            return
        steps, nothing = enumerate(session.history.steps, start=1), frozenset[str]()
        panel.show_about(
            frozenset(n for n, step in steps if session.selection & self._touched.get(step, nothing))
        )

    def _document_changed(self, session: DocumentSession, change: DocumentChange) -> None:
        history, view = session.history, self._window.view
        if not session.is_traveling and history.last_step is not None:
            self._touched[history.last_step] = _elements_of(change)
        self._refresh()
        if view is None or view.session is not session:
            return
        if session.is_traveling:
            self._show_again(session, change)
        elif history.last_step is not None:
            seen = _Seen(session.graph_id, view.camera.zoom, view.camera.center)
            self._seen.setdefault(history.last_step, seen)

    def _show_again(self, session: DocumentSession, change: DocumentChange) -> None:
        """Show what was seen at the step undone or redone, if what changed is out of view."""
        view, history = self._window.view, session.history
        steps = (history.next_step, history.last_step)
        seen = next((self._seen[step] for step in steps if step is not None and step in self._seen), None)
        if view is None or seen is None or seen.graph != session.graph_id:
            return
        shown = view.mapToScene(view.viewport().rect()).boundingRect()
        rects = [view.canvas.node_rect(node) for node in _nodes_of(change, seen.graph)]
        places = [QPointF(*rect.center) for rect in rects if rect is not None]
        if not any(shown.contains(place) for place in places):
            view.camera.go(seen.zoom, seen.center)


def history_panel(host: WindowHost) -> HistoryPanel:
    """Return the list of the steps of editing."""
    from editor.panels.document.history_panel import HistoryPanel

    panel = HistoryPanel()
    panel.go_to.connect(host.part(WindowHistory).go_to)
    host.part(WindowHistory).list_in(panel)
    return panel


def _elements_of(change: DocumentChange) -> frozenset[str]:
    """Return the nodes, transitions and frames that a change is about, in all graphs."""
    found: set[str] = set()
    for graph in change.graphs.values():
        for part in (graph.nodes, graph.edges, graph.layout, graph.notes):
            found |= part.added | part.changed | part.removed
    return frozenset(found)


def _nodes_of(change: DocumentChange, graph_id: str) -> frozenset[str]:
    """Return the nodes of a graph that a change is about: themselves, or where they stand."""
    graph = change.graphs.get(graph_id)
    if graph is None:
        return frozenset()
    return graph.nodes.added | graph.nodes.changed | graph.layout.added | graph.layout.changed
