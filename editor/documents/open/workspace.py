"""Keep the open documents: open, save, close, recent files, changes from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.basics.platform_conventions import first_folder
from editor.basics.user_state import UserState
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.document_surroundings import DocumentSurroundings
from editor.documents.open.open_project import OpenProject, open_project
from editor.documents.open.recent_files import RecentFiles
from editor.documents.open.sample_files import copy_world_along, is_sample
from editor.documents.open.trust import TrustStore
from editor.documents.open.watched_files import WatchedFiles
from editor.documents.open.world_choice import ReadWorld
from graphs.edits.history import History
from graphs.edits.replacing import put
from graphs.files.document_file import document_to_bytes, opened_from_bytes, read_file, write_whole
from graphs.files.whole_file import remove_abandoned_parts
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.document import NEWEST_VERSION, empty_document
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.moved_files import references_after_move
from graphs.worlds.model.world_file import WorldDocument, load_world
from runtime.minds.actions.game_behaviors import GameBehaviors


class Workspace(QObject):
    """Own the open documents and their files.

    `session_opened` and `session_closed` carry a DocumentSession, `changed_on_disk` one whose file is no
    longer what was read or written last. `project_trouble` carries why a project cannot be used, and what to
    do. `asked_project` is a project file to use in place of the one found beside a document. `trust` says
    whose Python modules may run; `trusts_this_time` lets those of every project run until the program ends.
    """

    session_opened = Signal(object)
    session_closed = Signal(object)
    changed_on_disk = Signal(object)
    recent_changed = Signal()
    project_trouble = Signal(str, str)

    def __init__(self, registry: Registry, state: UserState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.registry = registry
        self.state = state
        self.recent = RecentFiles(state)
        self.sessions: list[DocumentSession] = []
        self.asked_project: Path | None = None
        self.trust = TrustStore(state.folder)
        self.trusts_this_time = False
        self._projects: dict[DocumentSession, OpenProject] = {}
        self._library = DocumentLibrary(self.document_at)
        self._surroundings = DocumentSurroundings(self._library)
        self._read_world: ReadWorld = load_world
        self._untitled = 0
        self.files = WatchedFiles(self)
        self.files.changed.connect(self.changed_on_disk)

    def use_open_worlds(self, opened: Callable[[Path], WorldDocument | None], read: ReadWorld) -> None:
        """See worlds as they are open for editing: in the lints of documents, and when a sample is copied."""
        self._surroundings.opened = opened
        self._read_world = read

    def new(self, document: Document | None = None, name: str = "") -> DocumentSession:
        """Open a new document that has no file yet."""
        self._untitled += 1
        shown = name or ("untitled" if self._untitled == 1 else f"untitled-{self._untitled}")
        session = DocumentSession(document or empty_document(), self.registry, name=shown, parent=self)
        self._add(session)
        return session

    def open(self, path: Path) -> DocumentSession:
        """Open the document at `path`, or return the session that has it open.

        Raises
        ------
        FileProblem
            When the file cannot be used; nothing is opened then.
        """
        resolved = path.resolve()
        for session in self.sessions:
            if session.path is not None and session.path.resolve() == resolved:
                return session
        remove_abandoned_parts(resolved.parent)
        opened = open_document_file(resolved)
        found = self.project_for(resolved)
        session = DocumentSession(
            opened.document,
            found.registry,
            resolved,
            project=found.project,
            library=self._library,
            surroundings_of=self._surroundings,
            parent=self,
        )
        session.read_only_reason = opened.read_only_reason
        self._projects[session] = found
        self.files.know(session, opened.data)
        self.files.watch(session, resolved)
        self._add(session)
        if not is_sample(resolved):
            self.remember(resolved)
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

    def needs_new_name(self, session: DocumentSession) -> bool:
        """Tell whether Save has to ask for a name: no file yet, a bundled sample, or read-only."""
        return session.path is None or is_sample(session.path) or bool(session.read_only_reason)

    def save(self, session: DocumentSession, path: Path | None = None, over: str | None = None) -> Path:
        """Save whole or not at all, at `path` or at the session's own file, and return where.

        `over` is the hash of what may be written over in the own file though it was changed outside.

        A sample saved elsewhere takes its world along, so that the copy still plays. References to other
        files lead from the new folder to the same files. The copy of a document of a newer version is of the
        version this program writes and can be edited. Raises FileChanged when the own file was changed
        outside, OSError when the disk refuses, ValueError when there is no file name yet or when a read-only
        document would be written over its own file.
        """
        target = path or session.path
        if target is None:
            raise ValueError("the document has no file name yet")
        target = target.resolve()
        former = session.path
        document = session.current_document
        if session.read_only_reason:
            if former is not None and target == former.resolve():
                raise ValueError(f"{former.name} is read-only")
            document = as_present_version(document)
        if former is not None and former.parent != target.parent:
            document = references_after_move(document, former, target)
        data = document_to_bytes(document)
        is_own = former is not None and target == former.resolve()
        base = self.files.base_hash(session) if over is None else over
        write_whole(target, data, based_on=base if is_own else None)
        self.files.know(session, data)
        if former is not None and not is_own and is_sample(former):
            copy_world_along(former, target, self._read_world)
        was_read_only, session.read_only_reason = bool(session.read_only_reason), ""
        if document is not session.current_document:
            session.look_at(None)
            session.apply("Keep references to other files", lambda _: document)
        if was_read_only:
            # A step back would lead to the version that this program must not write.
            session.history = History(document)
        session.mark_saved(target)
        self.files.watch(session, target)
        self.remember(target)
        return target

    def close(self, session: DocumentSession) -> None:
        """Close a document without asking; the caller has asked."""
        self.sessions.remove(session)
        self.files.forget(session)
        self._projects.pop(session, None)
        session.stop_checking()
        self.session_closed.emit(session)
        session.deleteLater()

    def reload(self, session: DocumentSession) -> None:
        """Take over what the file says now, as a step that can be undone. Raises FileProblem."""
        if session.path is None:
            return
        opened = open_document_file(session.path)
        self.files.know(session, opened.data)
        session.replace_from_disk(opened.document)
        session.read_only_reason = opened.read_only_reason

    def file_renamed(self, session: DocumentSession, path: Path) -> None:
        """Note that the file of a document has another name now; its content is the same."""
        former, session.path = session.path, path
        self.files.watch(session, path)
        if former is not None:
            self.recent.rename(former, path)
        session.saved_changed.emit()

    def unsaved(self) -> tuple[DocumentSession, ...]:
        """Return the documents with changes that no file holds."""
        return tuple(session for session in self.sessions if not session.is_saved)

    def discard_changes(self) -> None:
        """Take every document as it is for saved, for pictures and tests that end without asking."""
        for session in self.sessions:
            session.history.mark_saved()

    def folder(self) -> Path:
        """Return the folder a file dialog should start in."""
        for path in self.state.recent:
            if path.parent.is_dir():
                return path.parent
        return first_folder()

    def document_at(self, path: Path) -> Document | None:
        """Return the open document of the file at `path`, with its unsaved changes."""
        return next((one.current_document for one in self.sessions if one.path == path), None)

    def _add(self, session: DocumentSession) -> None:
        self.sessions.append(session)
        self.session_opened.emit(session)

    def remember(self, path: Path) -> None:
        """Put a file first among the recent ones."""
        self.state.add_recent(path)
        self.recent_changed.emit()


@dataclass(frozen=True)
class OpenedFile:
    """Hold a document as read, the very bytes of its file, and why it may not be changed, if so."""

    document: Document
    data: bytes
    read_only_reason: str = ""


def open_document_file(path: Path) -> OpenedFile:
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


def as_present_version(document: Document) -> Document:
    """Return a document as one of the version this program writes; what it does not know is kept."""
    return put(document, version=NEWEST_VERSION)
