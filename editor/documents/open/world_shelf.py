"""Keep the open worlds, and save them: where their minds are seen from, and what is never written over."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from editor.documents.open.open_files import NotSaved, OpenedFile, OpenFiles
from editor.documents.open.sample_files import is_sample
from editor.documents.open.world_check import CheckWorld
from editor.documents.open.world_session import WorldSession
from graphs.files.document_file import FileProblem, read_file, write_whole
from graphs.projects.relative_paths import relative_to_folder
from graphs.worlds.minds.world_minds import mind_files, mind_path, with_minds
from graphs.worlds.model.world_file import WorldDocument, load_world, world_from_bytes, world_to_bytes


class WorldShelf(OpenFiles[WorldDocument, WorldSession]):
    """Own the worlds that are open for editing."""

    WHAT = "The world"

    def __init__(self, check: CheckWorld, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._check = check

    def new(self, world: WorldDocument, folder: Path | None, name: str = "") -> WorldSession:
        """Open a world that has no file yet; its minds are named from `folder`."""
        shown = self._name_for(name)
        session = WorldSession(world, folder=folder, name=shown, check=self._check, parent=self)
        session.history.mark_unsaved()
        self._add(session)
        return session

    def world_at(self, path: Path) -> WorldDocument | None:
        """Return the open world of the file at `path`; None when its file says it all."""
        resolved = path.resolve()
        found = (session for session in self.sessions if session.path == resolved and not session.is_saved)
        return next((session.world for session in found), None)

    def read(self, path: Path) -> WorldDocument:
        """Return the world of a file as it is in the editor, else as it is on disk; raise FileProblem."""
        return self.world_at(path) or load_world(path)

    def unsaved(self) -> tuple[WorldSession, ...]:
        """Return the worlds with changes that no file holds; one never touched needs no file."""
        return tuple(session for session in super().unsaved() if session.is_touched)

    def _read(self, path: Path) -> OpenedFile[WorldDocument]:
        data = read_file(path)
        return OpenedFile(world_from_bytes(data, path), data)

    def _session_of(self, whole: WorldDocument, path: Path) -> WorldSession:
        return WorldSession(whole, path, folder=path.parent, check=self._check, parent=self)

    def _to_bytes(self, whole: WorldDocument) -> bytes:
        return world_to_bytes(whole)

    def _whole_for(self, session: WorldSession, target: Path, is_own: bool) -> WorldDocument:
        if not is_own:
            refuse_to_replace(target)
        return world_for_folder(session.world, session.folder, target)

    def _take_written(self, session: WorldSession, whole: WorldDocument, target: Path, is_own: bool) -> None:
        session.apply("Keep references to minds", lambda _: whole)


def refuse_to_replace(target: Path) -> None:
    """Raise `NotSaved` for a file that holds something that is no readable world."""
    if not target.exists():
        return
    try:
        load_world(target)
    except FileProblem as problem:
        said = f"{target.name} is there already, and it is no world that can be read: {problem.message}"
        raise NotSaved(said, "It is left as it is. Choose another name, or mend that file first.") from None


def world_for_folder(world: WorldDocument, folder: Path | None, target: Path) -> WorldDocument:
    """Return a world so that its agents think with the same documents from the folder of `target`.

    `folder` is the one its minds are named from now, None while the document it was made for has no file.
    Minds of the bundled samples are copied beside the target, unless something of that name is there. Raises
    `NotSaved` where a mind has no file or could not be named from there, OSError when the disk refuses.
    """
    if folder is None:
        if mind_files(world):
            said = f"An agent thinks with {mind_files(world)[0]}, which has no file yet."
            raise NotSaved(said, "Save the document first, then its world beside it.")
        return world
    if folder.resolve() == target.parent.resolve():
        return world
    names: dict[str, str] = {}
    for name in mind_files(world):
        try:
            source = mind_path(world, name, folder)
        except FileProblem:
            continue
        beside = target.parent / Path(name).name
        if is_sample(source):
            if not beside.exists():
                write_whole(beside, read_file(source))
            names[name] = beside.name
        else:
            names[name] = _seen_from(target, relative_to_folder(source, target.parent), world)
    return with_minds(world, lambda name: names.get(name, name))


def _seen_from(target: Path, name: str, world: WorldDocument) -> str:
    """Return the name that a mind would have in a world at `target`, if that world may name it so."""
    try:
        mind_path(world, name, target.parent)
    except FileProblem as problem:
        raise NotSaved(f"Seen from there, {problem.message}", problem.remedy) from None
    return name
