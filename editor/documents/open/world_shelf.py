"""Keep the open worlds: open, save, reload, changes from outside."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.documents.open.sample_files import is_sample
from editor.documents.open.watched_files import WatchedFiles
from editor.documents.open.world_files import WorldNotSaved, refuse_to_replace, world_for_folder
from editor.documents.open.world_issue import CheckWorld
from editor.documents.open.world_session import WorldSession
from graphs.files.document_file import read_file, write_whole
from graphs.files.whole_file import remove_abandoned_parts
from graphs.worlds.model.world_file import WorldDocument, load_world, world_from_bytes, world_to_bytes


class WorldShelf(QObject):
    """Own the worlds that are open for editing.

    `opened` and `closed` carry a WorldSession, `changed_on_disk` one whose file is no longer what was read or
    written last.
    """

    opened = Signal(object)
    closed = Signal(object)
    changed_on_disk = Signal(object)

    def __init__(self, check: CheckWorld, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sessions: list[WorldSession] = []
        self._check = check
        self._untitled = 0
        self.files = WatchedFiles(self)
        self.files.changed.connect(self.changed_on_disk)

    def open(self, path: Path) -> WorldSession:
        """Open the world at `path`, or return the session that has it open; raise FileProblem."""
        resolved = path.resolve()
        for session in self.sessions:
            if session.path is not None and session.path.resolve() == resolved:
                return session
        remove_abandoned_parts(resolved.parent)
        data = read_file(resolved)
        world = world_from_bytes(data, resolved)
        session = WorldSession(world, resolved, folder=resolved.parent, check=self._check, parent=self)
        self.files.know(session, data)
        self.files.watch(session, resolved)
        self._add(session)
        return session

    def new(self, world: WorldDocument, folder: Path | None, name: str = "") -> WorldSession:
        """Open a world that has no file yet; its minds are named from `folder`."""
        self._untitled += 1
        shown = name or ("untitled" if self._untitled == 1 else f"untitled-{self._untitled}")
        session = WorldSession(world, folder=folder, name=shown, check=self._check, parent=self)
        session.history.mark_unsaved()
        self._add(session)
        return session

    def world_at(self, path: Path) -> WorldDocument | None:
        """Return the open world of the file at `path`; None when its file says it all."""
        resolved = path.resolve()
        return next((one.world for one in self.sessions if one.path == resolved and not one.is_saved), None)

    def read(self, path: Path) -> WorldDocument:
        """Return the world of a file as it is in the editor, else as it is on disk; raise FileProblem."""
        return self.world_at(path) or load_world(path)

    def needs_new_name(self, session: WorldSession) -> bool:
        """Tell whether saving has to ask for a name: no file yet, or a bundled sample."""
        return session.path is None or is_sample(session.path)

    def save(self, session: WorldSession, path: Path | None = None, over: str | None = None) -> Path:
        """Save a world whole or not at all, at `path` or at its own file, and return where.

        `over` is the hash of what may be written over in the own file though it was changed outside.

        Raises
        ------
        WorldNotSaved
            When there is no file name, a mind has no file, or what cannot be read would be replaced.
        FileChanged
            When the own file was changed outside.
        OSError
            When the disk refuses.
        """
        target = path or session.path
        if target is None:
            raise WorldNotSaved("The world has no file name yet.", "Save it under a name.")
        target = target.resolve()
        is_own = session.path is not None and target == session.path.resolve()
        refuse_to_replace(target, session.path)
        world = world_for_folder(session.world, session.folder, target)
        data = world_to_bytes(world)
        base = self.files.base_hash(session) if over is None else over
        write_whole(target, data, based_on=base if is_own else None)
        self.files.know(session, data)
        session.apply("Keep references to minds", lambda _: world)
        session.mark_saved(target)
        self.files.watch(session, target)
        return target

    def reload(self, session: WorldSession) -> None:
        """Take over what the file says now, as a step that can be undone. Raises FileProblem."""
        if session.path is None:
            return
        data = read_file(session.path)
        world = world_from_bytes(data, session.path)
        self.files.know(session, data)
        session.replace_from_disk(world)

    def close(self, session: WorldSession) -> None:
        """Close a world without asking; the caller has asked."""
        self.sessions.remove(session)
        self.files.forget(session)
        session.stop_checking()
        self.closed.emit(session)
        session.deleteLater()

    def file_renamed(self, session: WorldSession, path: Path) -> None:
        """Note that the file of a world has another name now; its content is the same."""
        session.path = path
        self.files.watch(session, path)
        session.saved_changed.emit()

    def unsaved(self) -> tuple[WorldSession, ...]:
        """Return the worlds with changes that no file holds; one never touched needs no file."""
        return tuple(one for one in self.sessions if not one.is_saved and one.is_touched)

    def discard_changes(self) -> None:
        """Take every world as it is for saved, for pictures and tests that end without asking."""
        for session in self.sessions:
            session.history.mark_saved()

    def _add(self, session: WorldSession) -> None:
        self.sessions.append(session)
        self.opened.emit(session)
