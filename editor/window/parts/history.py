"""Put the history into a window: whose steps are listed, where a step was made, how one goes there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QPointF

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.world_session import WorldSession
from editor.panels.document.history_panel import NEW, HistoryPanel
from graphs.edits.history import Step
from graphs.model import Document
from graphs.structure.changes import DocumentChange

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow


@dataclass(frozen=True)
class _Seen:
    """Remember what was looked at when a step was made."""

    graph: str
    zoom: float
    center: QPointF


class WindowHistory(QObject):
    """Own the panel of steps in one window.

    Each step remembers the graph and the part of it that was seen when it was made. Going back or forth to a
    step shows that again where what changed would be out of view.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._seen: WeakKeyDictionary[Step[Document], _Seen] = WeakKeyDictionary()
        self._listed: DocumentSession | WorldSession | None = None
        panel = self.panel = HistoryPanel()
        panel.go_to.connect(self.go_to)
        window.area.current_changed.connect(self.follow)
        window.workspace.session_opened.connect(self._watch)
        window.shelf.session_opened.connect(self._watch_world)

    def follow_worlds(self) -> None:
        """Follow the editing of worlds, which the window has made after this."""
        editor = self._window.world.editor
        for signal in (editor.target_changed, editor.session_changed):
            signal.connect(self.follow)

    def follow(self) -> None:
        """List the steps of what the user works on: the world on its map, else the document in view."""
        window = self._window
        world = window.world.editor
        session: DocumentSession | WorldSession | None = window.session
        if world.is_target and world.session is not None:
            session = world.session
        self._listed = session
        first = "" if session is None else NEW if session.path is None else f"Opened {session.file_name}"
        self.panel.show_history(session.history if session is not None else None, first)

    def go_to(self, place: int) -> None:
        """Go to the document, or the world, after so many steps."""
        if self._listed is not None:
            self._listed.go_to_step(place)

    def _watch(self, session: DocumentSession) -> None:
        session.document_changed.connect(lambda change: self._document_changed(session, change))
        session.saved_changed.connect(self.follow)

    def _watch_world(self, session: WorldSession) -> None:
        session.world_changed.connect(lambda _before: self.panel.refresh())
        session.saved_changed.connect(self.panel.refresh)

    def _document_changed(self, session: DocumentSession, change: DocumentChange) -> None:
        self.panel.refresh()
        history, view = session.history, self._window.view
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
        rects = [view.canvas.node_rect(one) for one in _nodes_of(change, seen.graph)]
        places = [QPointF(*rect.center) for rect in rects if rect is not None]
        if not any(shown.contains(place) for place in places):
            view.camera.go(seen.zoom, seen.center)


def _nodes_of(change: DocumentChange, graph_id: str) -> frozenset[str]:
    """Return the nodes of a graph that a change is about: themselves, or where they stand."""
    graph = change.graphs.get(graph_id)
    if graph is None:
        return frozenset()
    return graph.nodes.added | graph.nodes.changed | graph.layout.added | graph.layout.changed
