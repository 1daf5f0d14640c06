"""Open, save and close documents for a window: the dialogs, the questions, the messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor.documents.document_session import DocumentSession
from editor.documents.file_dialogs import FileDialogs, UnsavedAnswer
from editor.documents.workspace import Workspace
from editor.documents.world_choice import WORLD_SUFFIX
from editor.running.world_follower import WorldFollower
from graphs.files.document_file import FileProblem


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

    def open(self, path: Path) -> bool:
        """Open a document, or a world with its first mind; tell the user why not."""
        try:
            if path.name.endswith(WORLD_SUFFIX):
                mind = self._follower.show_world(path.resolve())
                if mind is None:
                    self._say(f"No agent of {path.name} has a mind.")
                    return False
                path = mind
            self._show(self._workspace.open(path))
        except FileProblem as problem:
            place = f"{path.name}: {problem.where}. " if problem.where else f"{path.name}: "
            self.dialogs.tell("Cannot open", f"{place}{problem.message}", problem.remedy)
            return False
        return True

    def save(self, session: DocumentSession, *, ask_name: bool = False) -> bool:
        """Save a document, asking for a name where it needs one; False when it was not saved."""
        path: Path | None = None
        former = session.path
        if ask_name or self._workspace.needs_new_name(session):
            path = self.dialogs.ask_save(self._proposal(session))
            if path is None:
                return False
        try:
            saved = self._workspace.save(session, path)
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
            self._say(f"Saved as {saved.name} in {saved.parent}")
        return True

    def close(self, session: DocumentSession) -> bool:
        """Close a document after asking about its changes; False when the user keeps it."""
        if not session.is_saved and not self._settle((session,)):
            return False
        self._workspace.close(session)
        return True

    def may_close_all(self) -> bool:
        """Ask about all changes before the window closes; False when the user keeps it."""
        return self._settle(self._workspace.unsaved())

    def reload(self, session: DocumentSession) -> None:
        """Take over what the file says now, as one step that can be undone."""
        try:
            self._workspace.reload(session)
        except FileProblem as problem:
            self.dialogs.tell("Cannot reload", problem.message, problem.remedy)

    def _settle(self, sessions: tuple[DocumentSession, ...]) -> bool:
        if not sessions:
            return True
        answer = self.dialogs.ask_unsaved([session.file_name for session in sessions])
        if answer is UnsavedAnswer.CANCEL:
            return False
        return answer is UnsavedAnswer.DISCARD or all(self.save(session) for session in sessions)

    def _proposal(self, session: DocumentSession) -> Path:
        return self._workspace.folder() / session.file_name
