"""Let the run follow the document in view: its world is loaded, its edits reach the running minds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.documents.document_session import DocumentSession
from editor.documents.workspace import Workspace
from editor.documents.world_choice import (
    WorldChoice,
    choose_world,
    name_in_world,
    world_choice_of_world,
    world_of_document,
)
from editor.running.run_controller import RunController
from graphs.files.document_file import FileProblem


class WorldFollower(QObject):
    """Connect the documents of a workspace with the one world that runs."""

    document_wanted = Signal(object)
    """Carries the path of a mind whose agent was picked and that is not the document in view."""
    trouble = Signal(str, str)
    """Carries what is wrong with a world or a mind beside it, and what to do."""

    def __init__(self, workspace: Workspace, run: RunController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._run = run
        self._current: DocumentSession | None = None
        self._field_session: DocumentSession | None = None
        workspace.session_opened.connect(self._watch)
        workspace.session_closed.connect(self._closed)
        run.agent_changed.connect(self._agent_changed)

    def show(self, session: DocumentSession | None) -> None:
        """Let the world of this document be the one that runs; one loaded already goes on."""
        self._current = session
        if session is None:
            self._run.unload()
            return
        name = self.name_of(session)
        if name is None:
            self.reload(session)
        else:
            self._run.follow_mind(name)

    def reload(self, session: DocumentSession) -> None:
        """Look for the document's world again and stand at its start."""
        try:
            choice = choose_world(session.document, session.path, project=session.project)
        except FileProblem as problem:
            self.trouble.emit(problem.message, problem.remedy)
            return
        self._field_session = session if choice.path is None else None
        self._run.use_game(self._workspace.game_of(session))
        self._load(choice)

    def saved_as(self, session: DocumentSession) -> None:
        """Take the world beside the document's new file; a run goes on, in the empty field untouched."""
        in_field = session is self._field_session
        if in_field and session.path is not None and world_of_document(session.path) is None:
            return
        was_running = self._run.is_running
        self.reload(session)
        if was_running:
            self._run.run()

    def show_world(self, path: Path) -> Path | None:
        """Load a world by its own file and return its first mind's file. Raises FileProblem."""
        found = self._workspace.project_for(path)
        choice = world_choice_of_world(path, found.project)
        self._field_session = None
        self._run.use_game(found.game)
        self._load(choice)
        return path.parent / choice.mind_name if choice.mind_name else None

    def name_of(self, session: DocumentSession) -> str | None:
        """Return how the running world names a document; None when no agent thinks with it."""
        choice = self._run.choice
        if choice is None:
            return None
        if choice.path is None:
            return choice.mind_name if session is self._field_session else None
        return name_in_world(choice.world, choice.path, session.path) if session.path is not None else None

    def _load(self, choice: WorldChoice) -> None:
        """Load a world with the documents as they are in the editor, saved or not."""
        minds = dict(choice.minds)
        for session in self._workspace.sessions:
            if choice.path is not None and session.path is not None:
                name = name_in_world(choice.world, choice.path, session.path)
                if name is not None:
                    minds[name] = session.runnable_document()
        self._run.load(replace(choice, minds=minds))
        for problem in choice.problems[:1]:
            self.trouble.emit(
                f"{problem.path.name if problem.path else 'A mind'}: {problem.message}", problem.remedy
            )

    def _watch(self, session: DocumentSession) -> None:
        session.document_changed.connect(lambda _change, one=session: self._edited(one))

    def _closed(self, session: DocumentSession) -> None:
        if session is self._field_session:
            self._field_session = None
        if session is self._current:
            self._current = None

    def _edited(self, session: DocumentSession) -> None:
        name = self.name_of(session)
        if name is not None:
            self._run.document_edited(name, session.runnable_document())

    def _agent_changed(self) -> None:
        """Ask for the document of an agent that thinks with another one."""
        choice, session = self._run.choice, self._current
        mind = self._run.mind_of(self._run.picked_agent)
        if choice is None or choice.path is None or session is None or mind is None:
            return
        if mind != self.name_of(session):
            self.document_wanted.emit(choice.path.parent / mind)
