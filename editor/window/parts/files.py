"""Open, save and close documents and worlds for a window: the dialogs, the questions, the messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.open_files import NotSaved, OpenFiles, Session
from editor.documents.open.sample_files import is_sample
from editor.documents.open.workspace import Workspace
from editor.documents.open.world_session import WorldSession
from editor.documents.open.world_shelf import WorldShelf
from editor.running.world_follower import WorldFollower
from editor.widgets.file_dialogs import ChangedAnswer, FileDialogs, UnsavedAnswer
from graphs.files.document_file import FileProblem
from graphs.files.whole_file import ABSENT, FileChanged
from graphs.model.document import NEWEST_VERSION
from graphs.worlds.minds.world_choice import WORLD_SUFFIX
from runtime.history.recording.recording_file import SUFFIX as RECORDING_SUFFIX


class FileSaving(Generic[Session]):
    """Save and reload what is open of one sort; `OBJECT` follows the verbs where that must be said."""

    OBJECT = ""

    def __init__(
        self,
        opened: OpenFiles[Any, Session],
        follower: WorldFollower,
        dialogs: FileDialogs,
        say: Callable[[str], None],
    ) -> None:
        self._opened, self._follower, self.dialogs, self._say = opened, follower, dialogs, say
        self.merge: Callable[[Session], None] = lambda _session: None
        """Merges a document with its file that another program changed."""

    def save(
        self, session: Session, *, ask_name: bool = False, as_copy: bool = False, over: str | None = None
    ) -> bool:
        """Save, asking for a name where one is needed; False when it was not saved.

        The name of a copy says so. `over` is the hash of a content of its file that the user gave up.
        """
        title = f"Cannot save{self.OBJECT}"
        path: Path | None = None
        former, read_only = session.path, session.read_only_reason
        if ask_name or as_copy or self._opened.needs_new_name(session):
            path = self._ask_name(self._proposal(session, is_copy=as_copy or bool(read_only)))
            if path is None:
                return False
        if read_only and path is not None and former is not None and path.resolve() == former.resolve():
            remedy = "Saving here could lose what the newer version wrote. Give the copy another name."
            self.dialogs.tell(title, read_only, remedy)
            return False
        try:
            saved = self._opened.save(session, path, over)
        except NotSaved as refused:
            self.dialogs.tell(title, refused.message, refused.remedy)
            return False
        except FileChanged as changed:
            return self._save_changed(session, changed)
        except OSError as error:
            name = (path or former or Path(session.file_name)).name
            remedy = f"{self._opened.WHAT} is still here. Save it in another folder."
            self.dialogs.tell(title, f"{name} was not saved: {error.strerror or error}.", remedy)
            return False
        if saved != former:
            self._take_new_file(session, saved, former, was_read_only=bool(read_only))
        return True

    def reload(self, session: Session) -> None:
        """Take over what the file says now, as one step that can be undone."""
        try:
            self._opened.reload(session)
        except FileProblem as problem:
            place = f"{problem.where}: " if problem.where and self.OBJECT else ""
            self.dialogs.tell(f"Cannot reload{self.OBJECT}", f"{place}{problem.message}", problem.remedy)

    def _save_changed(self, session: Session, changed: FileChanged) -> bool:
        """Ask how to save a document whose file another program changed; False when it was not saved."""
        assert session.path is not None
        answer = self.dialogs.ask_changed(session.path, is_gone=changed.found == ABSENT)
        if answer is ChangedAnswer.OVERWRITE:
            return self.save(session, over=changed.found)
        if answer is ChangedAnswer.COPY:
            return self.save(session, as_copy=True)
        if answer is ChangedAnswer.MERGE:
            self.merge(session)
        return False

    def _proposal(self, session: Session, *, is_copy: bool) -> Path:
        name, ending = session.file_name, session.ENDING
        return self._folder_for(session) / (f"{name.removesuffix(ending)} copy{ending}" if is_copy else name)

    def _ask_name(self, proposal: Path) -> Path | None:
        raise NotImplementedError

    def _folder_for(self, session: Session) -> Path:
        """Return the folder in which a dialog proposes to save."""
        raise NotImplementedError

    def _take_new_file(
        self, session: Session, saved: Path, former: Path | None, *, was_read_only: bool
    ) -> None:
        """Follow a document to the file that it was saved as, and say so."""
        raise NotImplementedError


class WorldSaving(FileSaving[WorldSession]):
    """Do the file work of worlds; `folder` is where a dialog starts, `open_file` shows a copied world."""

    OBJECT = " the world"

    def __init__(
        self,
        shelf: WorldShelf,
        follower: WorldFollower,
        dialogs: FileDialogs,
        folder: Callable[[], Path],
        say: Callable[[str], None],
        open_file: Callable[[Path], object],
    ) -> None:
        super().__init__(shelf, follower, dialogs, say)
        self._shelf, self._folder, self._open_file = shelf, folder, open_file
        self.note_conflict: Callable[[WorldSession], None] | None = None
        """Told of worlds with changes of their own whose files changed outside."""

    def unsaved(self) -> tuple[WorldSession, ...]:
        """Return the worlds with changes that no file holds."""
        return self._shelf.unsaved()

    def close(self, session: WorldSession) -> None:
        """Close a world without asking; the caller has asked."""
        if session in self._shelf.sessions:
            self._shelf.close(session)

    def changed_on_disk(
        self, session: WorldSession, say: Callable[[str, str, Callable[[], None] | None], None]
    ) -> None:
        """Follow a file that changed outside; a world with changes of its own is kept, and the user told."""
        if session.is_saved:
            self.reload(session)
            say(f"{session.file_name} changed on disk and was read again", "", None)
        elif self.note_conflict is not None:
            self.note_conflict(session)
        else:
            words = f"{session.file_name} changed on disk; your edits are kept"
            say(words, "Reload", lambda: self.reload(session))

    def _ask_name(self, proposal: Path) -> Path | None:
        return self.dialogs.ask_save_world(proposal)

    def _folder_for(self, session: WorldSession) -> Path:
        folder = session.folder
        if folder is None or is_sample(session.path) or is_sample(folder / "any"):
            return self._folder()
        return folder

    def _take_new_file(
        self, session: WorldSession, saved: Path, former: Path | None, *, was_read_only: bool
    ) -> None:
        self._follower.world_saved(session)
        if is_sample(former):
            # The copy thinks with copies of the minds: those are the ones to work on from now on.
            self._open_file(saved)
        self._say(f"Saved the world as {saved.name} in {saved.parent}")


class WindowFiles(FileSaving[DocumentSession]):
    """Do the file work of one window; `show` brings a document into view."""

    def __init__(
        self,
        workspace: Workspace,
        follower: WorldFollower,
        dialogs: FileDialogs,
        show: Callable[[DocumentSession], None],
        say: Callable[[str], None],
    ) -> None:
        super().__init__(workspace, follower, dialogs, say)
        self._workspace, self._show = workspace, show
        self.worlds: WorldSaving | None = None
        """Saves worlds with the documents before the window closes."""
        self.recordings: Callable[[Path], bool] | None = None
        """Opens recordings."""
        self.foreign: Callable[[Path], bool] = lambda _path: False
        """Imports a file of another program; False for any other file."""

    def open(self, path: Path) -> bool:
        """Open a document, or a world with its first mind; tell the user why not."""
        if path.suffix == RECORDING_SUFFIX and self.recordings is not None:
            return self.recordings(path)
        if self.foreign(path):
            return True
        try:
            if path.name.endswith(WORLD_SUFFIX):
                mind = self._follower.show_world(path.resolve())
                if not is_sample(path):
                    self._workspace.remember(path)
                if mind is None:
                    self._say(f"No agent of {path.name} has a mind yet: edit the world to give one")
                    return True
                path = mind
            self._show(self._workspace.open(path))
        except FileProblem as problem:
            place = f"{path.name}: {problem.where}. " if problem.where else f"{path.name}: "
            self.dialogs.tell("Cannot open", f"{place}{problem.message}", problem.remedy)
            return False
        return True

    def close(self, session: DocumentSession) -> bool:
        """Close a document after asking about its changes; False when the user keeps it."""
        untitled = self._follower.untitled_world(session)
        worlds = (untitled,) if untitled is not None and untitled.is_touched else ()
        if not self._settle(() if session.is_saved else (session,), worlds):
            return False
        if untitled is not None and self.worlds is not None:
            self.worlds.close(untitled)
        self._workspace.close(session)
        return True

    def may_close_all(self) -> bool:
        """Ask about all changes before the window closes; False when the user keeps it."""
        worlds = self.worlds.unsaved() if self.worlds is not None else ()
        return self._settle(self._workspace.unsaved(), worlds)

    def _settle(self, documents: tuple[DocumentSession, ...], worlds: tuple[WorldSession, ...]) -> bool:
        """Ask once about all changes; documents are saved first, since worlds name them."""
        if not documents and not worlds:
            return True
        names = [*(document.file_name for document in documents), *(world.file_name for world in worlds)]
        answer = self.dialogs.ask_unsaved(names)
        if answer is not UnsavedAnswer.SAVE:
            return answer is UnsavedAnswer.DISCARD
        saving = self.worlds
        return all(self.save(document) for document in documents) and (
            saving is None or all(saving.save(world) for world in worlds)
        )

    def _ask_name(self, proposal: Path) -> Path | None:
        return self.dialogs.ask_save(proposal)

    def _folder_for(self, session: DocumentSession) -> Path:
        return self._workspace.folder()

    def _take_new_file(
        self, session: DocumentSession, saved: Path, former: Path | None, *, was_read_only: bool
    ) -> None:
        self._follower.saved_as(session)
        copy = f"Saved a copy of version {NEWEST_VERSION} that can be edited:"
        self._say(f"{copy if was_read_only else 'Saved as'} {saved.name} in {saved.parent}")
