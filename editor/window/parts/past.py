"""Show on the canvas, while a past tick is looked at, the documents as they were when it ran."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.workspace import Workspace
from editor.running.edit_effects import changes_only_looks
from editor.running.run_controller import RunController
from editor.running.world_follower import WorldFollower
from graphs.model import Document


class WindowPast(QObject):
    """Let each open document show the version that ran at the tick shown.

    A version that runs like the newest is not shown in its place. Branching makes the version of then the
    newest, as a step that can be undone.
    """

    changed = Signal()
    """Tells that another version is shown of some document."""

    def __init__(
        self, workspace: Workspace, run: RunController, follower: WorldFollower, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._workspace, self._run, self._follower = workspace, run, follower
        self._compared: tuple[Document, Document, bool] | None = None
        run.frame_shown.connect(self.follow)
        run.world_changed.connect(self.follow)
        run.time.branched.connect(self.keep)

    def follow(self) -> None:
        """Show of each document what ran at the tick shown."""
        was_any = False
        for session in self._workspace.sessions:
            was = session.is_looking_back
            if not was and not self._run.is_of_other_versions:
                continue
            before, words = session.document, f"The document of {self._run.tick_words}"
            session.look_at(self._version(session), words)
            was_any |= session.document is not before or session.is_looking_back is not was
        if was_any:
            self.changed.emit()

    def keep(self) -> None:
        """Make what is shown of each document the newest version."""
        for session in self._workspace.sessions:
            session.keep_what_is_looked_at()
        self.changed.emit()

    def _version(self, session: DocumentSession) -> Document | None:
        """Return what to show in place of the newest version; an edit not yet taken up is never hidden."""
        if not self._run.is_of_other_versions:
            return None
        name = self._follower.name_of(session)
        if name is None or self._run.edits.latest(name) is not None:
            return None
        ran = self._run.version_shown(name)
        version = session.own_version(ran) if ran is not None else None
        newest = session.current_document
        if version is None or version is newest or self._run_alike(version, newest):
            return None
        return version

    def _run_alike(self, version: Document, newest: Document) -> bool:
        known = self._compared
        if known is None or known[0] is not version or known[1] is not newest:
            known = self._compared = (version, newest, changes_only_looks(version, newest))
        return known[2]
