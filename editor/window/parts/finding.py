"""Find things in one window: the bar on the canvas, the panel for all files, and going to what was found."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRectF

from editor.basics.slices import beside_window
from editor.canvas.view.canvas_view import CanvasView
from editor.documents.folders.file_search import FileMatch, SearchedDocument, document_files, search_documents
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.workspace import Workspace
from editor.documents.open.world_choice import WORLD_SUFFIX
from editor.documents.open.world_shelf import WorldShelf
from editor.documents.open.worlds_around import world_in
from editor.panels.document.find_bar import FindBar
from editor.panels.document.find_panel import FindPanel, Search
from editor.panels.document.graph_finder import GraphFinder
from editor.window.frame.canvas_area import CanvasArea
from editor.window.frame.panel_layout import PanelLayout
from editor.window.parts.places import WindowPlaces
from graphs.files.document_file import FileProblem
from graphs.model import Document
from graphs.projects.document_library import DocumentLibrary
from graphs.searching.find_in_document import TextQuery
from graphs.worlds.model.world_file import WorldDocument


class WindowFinding(QObject):
    """Own the bar and the panel. The window tells which places there are to go to with `use_places`."""

    def __init__(
        self, area: CanvasArea, panels: PanelLayout, workspace: Workspace, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._area, self._panels, self._workspace = area, panels, workspace
        self._places: WindowPlaces | None = None
        self._view: CanvasView | None = None
        self._library = DocumentLibrary()
        self._shelf: WorldShelf | None = None
        self._show_world: Callable[[Path | None, str], bool] = lambda _path, _element: False
        self.finder = GraphFinder(self)
        self.bar = FindBar(self.finder, area)
        self.panel = FindPanel(self.search)
        self.bar.closed.connect(self._focus_canvas)
        self.panel.go_to.connect(self.go_to)
        area.current_changed.connect(self._follow)
        area.banner.shown_changed.connect(self._place_bar)

    def use_places(self, places: WindowPlaces) -> None:
        """Go to places by these ways."""
        self._places = places

    def use_worlds(self, shelf: WorldShelf, show: Callable[[Path | None, str], bool]) -> None:
        """Search the open worlds as they are; `show` opens a world and selects a thing in it by its key."""
        self._shelf, self._show_world = shelf, show

    def open_bar(self) -> None:
        """Find text in the graph in view."""
        self._follow()
        self._place_bar()
        self.bar.open_bar()

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
        self._panels.show_panel("find", focus=True)
        self.panel.begin(self.finder.query.text if self.bar.isVisible() else "")

    def folder_of(self, session: DocumentSession | None) -> Path | None:
        """Return the folder whose files belong together with a document: its project's, or its own."""
        if session is None:
            return None
        if session.project is not None:
            return session.project.folder
        return session.path.parent if session.path is not None else None

    def search(self, query: TextQuery) -> Search:
        """Return a search through the open documents and those of the folder."""
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
        opened = sorted(self._workspace.sessions, key=lambda one: one is not session)
        known: set[Path] = set()
        for one in opened:
            yield SearchedDocument(one.file_name, one.path, one.current_document)
            if one.path is not None:
                known.add(one.path.resolve())
        for world in self._shelf.sessions if self._shelf is not None else ():
            yield SearchedDocument(world.file_name, world.path, world.world)
            if world.path is not None:
                known.add(world.path.resolve())
        folder = self.folder_of(session)
        for path in document_files(folder) if folder is not None else ():
            if path.resolve() not in known:
                yield SearchedDocument(path.relative_to(folder).as_posix() if folder else path.name, path)

    def go_to(self, match: FileMatch) -> None:
        """Open the mind or world of a match and show its place."""
        source, places = match.source, self._places
        if source.is_world:
            if not self._show_world(source.path, match.found.place.element):
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
        if places is not None:
            places.go_to_place(match.found.place)

    def _session_of(self, source: SearchedDocument) -> DocumentSession | None:
        if source.path is not None:
            return self._workspace.open(source.path)
        return next((one for one in self._workspace.sessions if one.file_name == source.name), None)

    def show_variable(self, name: str, graph_id: str) -> None:
        """Show a variable in the inspector."""
        if self._places is not None:
            self._places.show_variable(name, graph_id)

    def show_event(self, name: str) -> None:
        """Show an event in the inspector."""
        if self._places is not None:
            self._places.show_event(name)

    def _follow(self) -> None:
        """Look into the canvas in view."""
        view = self._area.view
        if view is not self._view:
            if self._view is not None:
                self._view.removeEventFilter(self)
            self._view = view
            if view is not None:
                view.installEventFilter(self)
            self.finder.use_view(view)
            if view is None:
                self.bar.close_bar()
        self._place_bar()

    def _place_bar(self) -> None:
        view, banner = self._view, self._area.banner
        if view is None:
            return
        room = QRectF(view.mapTo(self._area, view.rect().topLeft()), view.size())
        if not banner.isHidden():
            room.setTop(room.top() + banner.height())
        self.bar.place_over(room)
        if self.bar.isVisible():
            self.bar.raise_()

    def _focus_canvas(self) -> None:
        if self._view is not None:
            self._view.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the bar in its corner when the canvas gets another size or place."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show):
            self._place_bar()
        return super().eventFilter(watched, event)
