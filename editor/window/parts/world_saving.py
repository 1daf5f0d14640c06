"""Save and reload worlds for a window: the dialogs, the questions, the messages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor.documents.open.open_files import NotSaved
from editor.documents.open.sample_files import is_sample
from editor.documents.open.world_choice import WORLD_SUFFIX
from editor.documents.open.world_session import WorldSession
from editor.documents.open.world_shelf import WorldShelf
from editor.running.world_follower import WorldFollower
from editor.widgets.file_dialogs import ChangedAnswer, FileDialogs
from graphs.files.document_file import FileProblem
from graphs.files.whole_file import ABSENT, FileChanged


class WorldSaving:
    """Do the file work of worlds; `folder` is where a dialog starts, `open_file` shows a copied world."""

    def __init__(
        self,
        shelf: WorldShelf,
        follower: WorldFollower,
        dialogs: FileDialogs,
        folder: Callable[[], Path],
        say: Callable[[str], None],
        open_file: Callable[[Path], object],
    ) -> None:
        self._shelf, self._follower = shelf, follower
        self.dialogs = dialogs
        self._folder, self._say, self._open_file = folder, say, open_file
        self.note_conflict: Callable[[WorldSession], None] | None = None
        """Told of worlds with changes of their own whose files changed outside."""
        self.merge: Callable[[WorldSession], None] = lambda _session: None
        """Merges a world with its file that another program changed."""

    def save(
        self,
        session: WorldSession,
        *,
        ask_name: bool = False,
        as_copy: bool = False,
        over: str | None = None,
    ) -> bool:
        """Save a world, asking for a name where it needs one; False when it was not saved.

        The name of a copy says so. `over` is the hash of a content of its file that the user gave up.
        """
        path: Path | None = None
        former = session.path
        if ask_name or as_copy or self._shelf.needs_new_name(session):
            path = self.dialogs.ask_save_world(self._proposal(session, as_copy=as_copy))
            if path is None:
                return False
        try:
            saved = self._shelf.save(session, path, over)
        except NotSaved as refused:
            self.dialogs.tell("Cannot save the world", refused.message, refused.remedy)
            return False
        except FileChanged as changed:
            return self._save_changed(session, changed)
        except OSError as error:
            name = (path or former or Path(session.file_name)).name
            self.dialogs.tell(
                "Cannot save the world",
                f"{name} was not saved: {error.strerror or error}.",
                "The world is still here. Save it in another folder.",
            )
            return False
        if saved != former:
            self._follower.world_saved(session)
            if is_sample(former):
                # The copy thinks with copies of the minds: those are the ones to work on from now on.
                self._open_file(saved)
            self._say(f"Saved the world as {saved.name} in {saved.parent}")
        return True

    def _save_changed(self, session: WorldSession, changed: FileChanged) -> bool:
        """Ask how to save a world whose file another program changed; False when it was not saved."""
        assert session.path is not None
        answer = self.dialogs.ask_changed(session.path, is_gone=changed.found == ABSENT)
        if answer is ChangedAnswer.OVERWRITE:
            return self.save(session, over=changed.found)
        if answer is ChangedAnswer.COPY:
            return self.save(session, as_copy=True)
        if answer is ChangedAnswer.MERGE:
            self.merge(session)
        return False

    def unsaved(self) -> tuple[WorldSession, ...]:
        """Return the worlds with changes that no file holds."""
        return self._shelf.unsaved()

    def close(self, session: WorldSession) -> None:
        """Close a world without asking; the caller has asked."""
        if session in self._shelf.sessions:
            self._shelf.close(session)

    def reload(self, session: WorldSession) -> None:
        """Take over what the file says now, as one step that can be undone."""
        try:
            self._shelf.reload(session)
        except FileProblem as problem:
            place = f"{problem.where}: " if problem.where else ""
            self.dialogs.tell("Cannot reload the world", f"{place}{problem.message}", problem.remedy)

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
            say(
                f"{session.file_name} changed on disk; your edits are kept",
                "Reload",
                lambda: self.reload(session),
            )

    def _proposal(self, session: WorldSession, *, as_copy: bool) -> Path:
        folder = session.folder
        if folder is None or is_sample(session.path) or is_sample(folder / "any"):
            folder = self._folder()
        name = session.file_name
        return folder / (f"{name.removesuffix(WORLD_SUFFIX)} copy{WORLD_SUFFIX}" if as_copy else name)
