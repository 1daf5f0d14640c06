"""Keep the open documents of graphs, with their projects and the list of recent files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.basics.platform_conventions import first_folder
from editor.basics.user_state import UserState
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.drawn_session import DrawnSession
from editor.documents.open.open_files import NotSaved, OpenedFile, OpenFiles
from editor.documents.open.open_project import OpenProject, open_project
from editor.documents.open.recent_files import RecentFiles
from editor.documents.open.recent_picks import RecentPicks
from editor.documents.open.sample_files import copy_world_along, is_sample
from editor.documents.open.snippets import SnippetShelf
from editor.documents.open.trust import TrustStore
from editor.documents.open.worlds_around import DocumentSurroundings
from graphs.edits.history import History
from graphs.edits.replacing import put
from graphs.files.document_file import document_to_bytes, opened_from_bytes, read_file
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.document import NEWEST_VERSION, empty_document
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.moved_files import references_after_move
from graphs.worlds.minds.world_choice import ReadWorld
from graphs.worlds.model.world_file import WorldDocument, load_world
from runtime.minds.actions.game_behaviors import GameBehaviors


class Workspace(OpenFiles[Document, DocumentSession]):
    """Own the open documents and their files.

    `project_trouble` carries why a project cannot be used, and what to do. `asked_project` is a project file
    to use in place of the one found beside a document. `trust` says whose Python modules may run;
    `trusts_this_time` lets those of every project run until the program ends.
    """

    recent_changed = Signal()
    project_trouble = Signal(str, str)

    def __init__(self, registry: Registry, state: UserState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.registry = registry
        self.state = state
        self.recent = RecentFiles(state)
        self._picks = RecentPicks(state)
        self.snippets = SnippetShelf(state.folder)
        self.asked_project: Path | None = None
        self.trust = TrustStore(state.folder)
        self.trusts_this_time = False
        self._projects: dict[DocumentSession, OpenProject] = {}
        self._library = DocumentLibrary(self.document_at)
        self._surroundings = DocumentSurroundings(self._library)
        self._read_world: ReadWorld = load_world

    def use_open_worlds(self, opened: Callable[[Path], WorldDocument | None], read: ReadWorld) -> None:
        """See worlds as they are open for editing: in the lints of documents, and when a sample is copied."""
        self._surroundings.opened = opened
        self._read_world = read

    def new(self, document: Document | None = None, name: str = "") -> DocumentSession:
        """Open a new document that has no file yet."""
        shown = self._name_for(name)
        session = DocumentSession(
            document or empty_document(),
            self.registry,
            name=shown,
            picks=self._picks,
            snippets=self.snippets,
            parent=self,
        )
        self._add(session)
        return session

    def drawn(self, mind: str, document: Document, registry: Registry) -> DrawnSession:
        """Return the drawing of a mind of a game, opened where it is not yet."""
        for known in self.sessions:
            if isinstance(known, DrawnSession) and known.is_drawn and known.file_name == mind:
                return known
        session = DrawnSession(mind, document, registry, self)
        self._add(session)
        return session

    def _session_of(self, whole: Document, path: Path) -> DocumentSession:
        found = self.project_for(path)
        session = DocumentSession(
            whole,
            found.registry,
            path,
            project=found.project,
            library=self._library,
            picks=self._picks,
            snippets=self.snippets,
            surroundings_of=self._surroundings,
            parent=self,
        )
        self._projects[session] = found
        return session

    def project_for(self, path: Path) -> OpenProject:
        """Return the project of a file with all there is in it; tell what is wrong with it.

        Its Python modules run only when the user trusts its folder.
        """
        found = open_project(path, self.registry, self.asked_project, trusts=self.trusts_folder)
        for problem in [found.problem] if found.problem is not None else found.module_problems[:1]:
            name = problem.path.name if problem.path else "The project"
            place = f"{name}: {problem.where}" if problem.where else name
            self.project_trouble.emit(f"{place}: {problem.message}", problem.remedy)
        return found

    def game_of(self, session: DocumentSession) -> GameBehaviors | None:
        """Return all that the project of a document declares, None for one without a project."""
        found = self._projects.get(session)
        return found.game if found is not None and found.project is not None else None

    def waiting_modules(self, session: DocumentSession | None) -> tuple[str, ...]:
        """Return the Python modules of a document's project that were not run for want of trust."""
        found = self._projects.get(session) if session is not None else None
        return found.waiting_modules if found is not None else ()

    def trusts_folder(self, folder: Path) -> bool:
        """Tell whether the Python modules of a project in this folder may run."""
        return self.trusts_this_time or self.trust.trusts(folder)

    def _read(self, path: Path) -> OpenedFile[Document]:
        return open_document_file(path)

    def _to_bytes(self, whole: Document) -> bytes:
        return document_to_bytes(whole)

    def _whole_for(self, session: DocumentSession, target: Path, is_own: bool) -> Document:
        """Return the document with references that lead from the new folder to the same files.

        The copy of a document of a newer version is of the version this program writes and can be edited.
        """
        document, former = session.current_document, session.path
        if session.read_only_reason:
            if is_own:
                raise NotSaved(f"{target.name} is read-only.", "Save it under another name.")
            document = put(document, version=NEWEST_VERSION)
        if former is not None and former.parent != target.parent:
            document = references_after_move(document, former, target)
        return document

    def _take_written(self, session: DocumentSession, whole: Document, target: Path, is_own: bool) -> None:
        """Take the world of a sample along, so that the copy still plays, and the document as written."""
        if session.path is not None and not is_own and is_sample(session.path):
            copy_world_along(session.path, target, self._read_world)
        was_read_only, session.read_only_reason = bool(session.read_only_reason), ""
        if whole is not session.current_document:
            session.look_at(None)
            session.apply("Keep references to other files", lambda _: whole)
        if was_read_only:
            # A step back would lead to the version that this program must not write.
            session.history = History(whole)

    def close(self, session: DocumentSession) -> None:
        """Close a document without asking; the caller has asked."""
        self._projects.pop(session, None)
        super().close(session)

    def file_renamed(self, session: DocumentSession, path: Path) -> None:
        """Note that the file of a document has another name now; its content is the same."""
        if session.path is not None:
            self.recent.rename(session.path, path)
        super().file_renamed(session, path)

    def folder(self) -> Path:
        """Return the folder a file dialog should start in."""
        for path in self.state.recent:
            if path.parent.is_dir():
                return path.parent
        return first_folder()

    def document_at(self, path: Path) -> Document | None:
        """Return the open document of the file at `path`, with its unsaved changes."""
        return next((session.current_document for session in self.sessions if session.path == path), None)

    def remember(self, path: Path) -> None:
        """Put a file first among the recent ones."""
        self.state.add_recent(path)
        self.recent_changed.emit()


def open_document_file(path: Path) -> OpenedFile[Document]:
    """Read the document at `path`, of whatever version.

    A document of an older version is migrated, one of a newer version is read as far as this version
    understands it and is read-only. Raises FileProblem for everything that cannot be used.
    """
    data = read_file(path)
    opened = opened_from_bytes(data, path)
    reason = ""
    if opened.read_only_reason:
        version = opened.document.version
        reason = (
            f"{path.name} is read-only: version {version} is newer than this Mindloom ({NEWEST_VERSION})."
        )
    return OpenedFile(opened.document, data, reason)
