"""Open, save and close documents for a window: the dialogs, the questions, the messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.sample_files import is_sample
from editor.documents.open.workspace import Workspace
from editor.documents.open.world_choice import DOCUMENT_SUFFIX, WORLD_SUFFIX
from editor.documents.open.world_session import WorldSession
from editor.running.world_follower import WorldFollower
from editor.widgets.file_dialogs import ChangedAnswer, FileDialogs, UnsavedAnswer
from editor.window.parts.world_saving import WorldSaving
from graphs.files.document_file import FileProblem
from graphs.files.whole_file import ABSENT, FileChanged
from graphs.model.document import NEWEST_VERSION
from runtime.history.recording.recording_file import SUFFIX as RECORDING_SUFFIX


class WindowFiles:
    """Do the file work of one window; `show` brings a document into view, `close_tabs` takes it away."""

    def __init__(
        self,
        workspace: Workspace,
        follower: WorldFollower,
        dialogs: FileDialogs,
        show: Callable[[DocumentSession], None],
        say: Callable[[str], None],
    ) -> None:
        self._workspace = workspace
        self._follower = follower
        self.dialogs = dialogs
        self._show = show
        self._say = say
        self.worlds: WorldSaving | None = None
        """Saves worlds with the documents before the window closes."""
        self.recordings: Callable[[Path], bool] | None = None
        """Opens recordings."""
        self.merge: Callable[[DocumentSession], None] = lambda _session: None
        """Merges a document with its file that another program changed."""

    def open(self, path: Path) -> bool:
        """Open a document, or a world with its first mind; tell the user why not."""
        if path.suffix == RECORDING_SUFFIX and self.recordings is not None:
            return self.recordings(path)
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

    def save(
        self,
        session: DocumentSession,
        *,
        ask_name: bool = False,
        as_copy: bool = False,
        over: str | None = None,
    ) -> bool:
        """Save a document, asking for a name where it needs one; False when it was not saved.

        The name of a copy says so. `over` is the hash of a content of its file that the user gave up.
        """
        path: Path | None = None
        former = session.path
        is_copy = bool(session.read_only_reason)
        if ask_name or as_copy or self._workspace.needs_new_name(session):
            path = self.dialogs.ask_save(self._proposal(session, as_copy=as_copy or is_copy))
            if path is None:
                return False
        if is_copy and path is not None and former is not None and path.resolve() == former.resolve():
            self.dialogs.tell(
                "Cannot save",
                session.read_only_reason,
                "Saving here could lose what the newer version wrote. Give the copy another name.",
            )
            return False
        try:
            saved = self._workspace.save(session, path, over)
        except FileChanged as changed:
            return self._save_changed(session, changed)
        except OSError as error:
            name = (path or session.path or Path(session.file_name)).name
            self.dialogs.tell(
                "Cannot save",
                f"{name} was not saved: {error.strerror or error}.",
                "The document is still here. Save it in another folder.",
            )
            return False
        if saved != former:
            self._follower.saved_as(session)
            copied = (
                f"Saved a copy of version {NEWEST_VERSION} that can be edited:" if is_copy else "Saved as"
            )
            self._say(f"{copied} {saved.name} in {saved.parent}")
        return True

    def _save_changed(self, session: DocumentSession, changed: FileChanged) -> bool:
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

    def close(self, session: DocumentSession) -> bool:
        """Close a document after asking about its changes; False when the user keeps it."""
        untitled = self._follower.untitled_world(session)
        worlds = (untitled,) if untitled is not None and untitled.is_touched else ()
        documents = (session,) if not session.is_saved else ()
        if not self._settle(documents, worlds):
            return False
        if untitled is not None and self.worlds is not None:
            self.worlds.close(untitled)
        self._workspace.close(session)
        return True

    def may_close_all(self) -> bool:
        """Ask about all changes before the window closes; False when the user keeps it."""
        worlds = self.worlds.unsaved() if self.worlds is not None else ()
        return self._settle(self._workspace.unsaved(), worlds)

    def reload(self, session: DocumentSession) -> None:
        """Take over what the file says now, as one step that can be undone."""
        try:
            self._workspace.reload(session)
        except FileProblem as problem:
            self.dialogs.tell("Cannot reload", problem.message, problem.remedy)

    def _settle(self, sessions: tuple[DocumentSession, ...], worlds: tuple[WorldSession, ...]) -> bool:
        """Ask once about all changes; documents are saved first, since worlds name them."""
        if not sessions and not worlds:
            return True
        names = [*(one.file_name for one in sessions), *(one.file_name for one in worlds)]
        answer = self.dialogs.ask_unsaved(names)
        if answer is UnsavedAnswer.CANCEL:
            return False
        if answer is UnsavedAnswer.DISCARD:
            return True
        saving = self.worlds
        return all(self.save(one) for one in sessions) and (
            saving is None or all(saving.save(one) for one in worlds)
        )

    def _proposal(self, session: DocumentSession, *, as_copy: bool) -> Path:
        name = session.file_name
        if as_copy:
            name = f"{name.removesuffix(DOCUMENT_SUFFIX)} copy{DOCUMENT_SUFFIX}"
        return self._workspace.folder() / name
