"""Find things in one window: the bar on the canvas, the panel for all files, and going to what was found."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QRectF

from editor.basics.slices import beside_window
from editor.canvas.view.canvas_view import CanvasView
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.worlds_around import world_in
from editor.panels.document.find_bar import FindBar
from editor.panels.document.graph_finder import GraphFinder
from editor.window.frame.window_host import WindowHost
from editor.window.parts.places import WindowPlaces
from editor.window.parts.world import WindowWorld
from graphs.files.document_file import FileProblem
from graphs.model import Document
from graphs.projects.document_library import DocumentLibrary
from graphs.searching.find_in_document import TextQuery
from graphs.worlds.minds.world_choice import WORLD_SUFFIX
from graphs.worlds.model.world_file import WorldDocument

if TYPE_CHECKING:
    from editor.documents.folders.file_search import FileMatch, SearchedDocument
    from editor.panels.document.find_bar import FindBar
    from editor.panels.document.find_panel import FindPanel, Search
    from editor.panels.document.graph_finder import GraphFinder
    from graphs.searching.find_in_document import TextQuery


class WindowFinding(QObject):
    """Own the bar on the canvas, and search for the panel."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host, self._area, self._workspace = host, host.area, host.workspace
        self._view: CanvasView | None = None
        self._library = DocumentLibrary()
        self._area.current_changed.connect(self._follow)
        self._area.banner.shown_changed.connect(self._place_bar)

    @cached_property
    def finder(self) -> GraphFinder:
        """Return what finds text in the graph in view."""
        from editor.panels.document.graph_finder import GraphFinder

        return GraphFinder(self)

    @cached_property
    def bar(self) -> FindBar:
        """Return the bar on the canvas."""
        from editor.panels.document.find_bar import FindBar

        bar = FindBar(self.finder, self._area)
        bar.closed.connect(self._focus_canvas)
        return bar

    @property
    def _made_bar(self) -> FindBar | None:
        """Return the bar if it was ever needed."""
        bar: FindBar | None = self.__dict__.get("bar")
        return bar

    def open_bar(self) -> None:
        """Find text in the graph in view."""
        bar = self.bar
        self._follow()
        bar.open_bar()

    def step(self, way: int) -> None:
        """Go to the next or previous match; ask for a text when none was asked for yet."""
        if self.finder.query.is_empty:
            self.open_bar()
            return
        if not self.bar.isVisible():
            self.finder.search()
        self.finder.step(way)

    def find_in_files(self) -> None:
        """Find text in all files, beginning with what is looked for in the graph."""
        bar = self._made_bar
        self._host.panels.show_panel("find", focus=True)
        text = self.finder.query.text if bar is not None and bar.isVisible() else ""
        self._host.part(find_panel).begin(text)

    def folder_of(self, session: DocumentSession | None) -> Path | None:
        """Return the folder whose files belong together with a document: its project's, or its own."""
        if session is None:
            return None
        if session.project is not None:
            return session.project.folder
        return session.path.parent if session.path is not None else None

    def search(self, query: TextQuery) -> Search:
        """Return a search through the open documents and those of the folder."""
        from editor.documents.folders.file_search import search_documents
        from editor.panels.document.find_panel import Search

        session = self._area.session
        sources = tuple(self._sources(session))
        registry = session.registry if session is not None else self._workspace.registry
        files = "1 file" if len(sources) == 1 else f"{len(sources):,} files"
        folder = self.folder_of(session)
        where = f"{files} of {folder.name}" if folder is not None else files
        return Search(where, search_documents(sources, query, registry, self._load))

    def _load(self, path: Path) -> Generator[object, None, Document | WorldDocument]:
        """Read a file that is not open, beside the window."""
        if path.name.endswith(WORLD_SUFFIX):
            return (yield from beside_window(lambda: world_in(path)))
        return (yield from beside_window(lambda: self._library.document(path)))

    def _sources(self, session: DocumentSession | None) -> Iterator[SearchedDocument]:
        """Yield the document in view, then the other open ones, then the files of the folder."""
        from editor.documents.folders.file_search import SearchedDocument, document_files

        known: set[Path] = set()
        for opened in sorted(self._workspace.sessions, key=lambda document: document is not session):
            yield SearchedDocument(opened.file_name, opened.path, opened.current_document)
            if opened.path is not None:
                known.add(opened.path.resolve())
        for world in self._host.shelf.sessions:
            yield SearchedDocument(world.file_name, world.path, world.world)
            if world.path is not None:
                known.add(world.path.resolve())
        folder = self.folder_of(session)
        for path in document_files(folder) if folder is not None else ():
            if path.resolve() not in known:
                yield SearchedDocument(path.relative_to(folder).as_posix() if folder else path.name, path)

    def go_to(self, match: FileMatch) -> None:
        """Open the mind or world of a match and show its place."""
        source = match.source
        if source.is_world:
            if not self._host.part(WindowWorld).show_element(source.path, match.found.place.element):
                self._area.toast.refuse(f"{source.name} is not open.", "It was never saved; search again.")
            return
        try:
            session = self._session_of(source)
        except FileProblem as problem:
            self._area.toast.refuse(f"{source.name}: {problem.message}", problem.remedy)
            return
        if session is None:
            self._area.toast.refuse(f"{source.name} is closed.", "It was never saved; search again.")
            return
        self._area.open_session(session)
        self._host.part(WindowPlaces).go_to_place(match.found.place)

    def _session_of(self, source: SearchedDocument) -> DocumentSession | None:
        if source.path is not None:
            return self._workspace.open(source.path)
        sessions = self._workspace.sessions
        return next((session for session in sessions if session.file_name == source.name), None)

    def _follow(self) -> None:
        """Look into the canvas in view."""
        view, bar = self._area.view, self._made_bar
        if bar is None:
            return
        if view is not self._view:
            if self._view is not None:
                self._view.removeEventFilter(self)
            self._view = view
            if view is not None:
                view.installEventFilter(self)
            self.finder.use_view(view)
            if view is None:
                bar.close_bar()
        self._place_bar()

    def _place_bar(self) -> None:
        view, banner, bar = self._view, self._area.banner, self._made_bar
        if view is None or bar is None:
            return
        room = QRectF(view.mapTo(self._area, view.rect().topLeft()), view.size())
        if not banner.isHidden():
            room.setTop(room.top() + banner.height())
        bar.place_over(room)
        crumbs = self._area.breadcrumb
        way = QRect(crumbs.mapTo(self._area, crumbs.rect().topLeft()), crumbs.size())
        if bar.geometry().intersects(way):
            room.setTop(way.bottom())
            bar.place_over(room)
        if bar.isVisible():
            bar.raise_()

    def _focus_canvas(self) -> None:
        if self._view is not None:
            self._view.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the bar in its corner when the canvas gets another size or place."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show):
            self._place_bar()
        return super().eventFilter(watched, event)


def find_panel(host: WindowHost) -> FindPanel:
    """Return the panel that finds text in all files."""
    from editor.panels.document.find_panel import FindPanel

    finding = host.part(WindowFinding)
    panel = FindPanel(finding.search)
    panel.go_to.connect(finding.go_to)
    return panel
