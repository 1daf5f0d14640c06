"""Let the run follow the document in view: its world is loaded, its edits reach the running minds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.drawn_session import DrawnSession
from editor.documents.open.workspace import Workspace
from editor.documents.open.world_session import WorldSession
from editor.documents.open.world_shelf import WorldShelf
from editor.running.run_controller import RunController
from graphs.files.document_file import FileProblem
from graphs.worlds.minds.world_choice import (
    WorldChoice,
    choice_with_world,
    choose_world,
    field_world,
    unreadable_world,
    world_choice_of_world,
    world_of_document,
)
from graphs.worlds.minds.world_minds import mind_path, name_in_world
from graphs.worlds.model.world_file import WorldDocument


class WorldFollower(QObject):
    """Connect the documents of a workspace with the one world that runs."""

    document_wanted = Signal(object)
    """Carries the path of a mind whose agent was picked and that is not the document in view."""
    drawing_wanted = Signal(object)
    """Carries the session of the drawing of such a mind, where it has no document here."""
    trouble = Signal(str, str)
    """Carries what is wrong with a world or a mind beside it, and what to do."""

    def __init__(
        self, workspace: Workspace, run: RunController, shelf: WorldShelf, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._run = run
        self._shelf = shelf
        self._untitled: dict[DocumentSession, WorldSession] = {}
        self._current: DocumentSession | None = None
        self._field_session: DocumentSession | None = None
        workspace.session_opened.connect(self._watch)
        workspace.session_closed.connect(self._closed)
        shelf.session_closed.connect(self._world_closed)
        run.agent_changed.connect(self._agent_changed)

    def show(self, session: DocumentSession | None) -> None:
        """Let the world of this document be the one that runs; one loaded already goes on."""
        self._current = session
        if session is None:
            self._run.unload()
            return
        name = self.name_of(session)
        if name is not None:
            self._run.follow_mind(name)
        elif isinstance(session, DrawnSession) and session.is_drawn:
            self._run.pick_agent(None)
        elif not self._run.is_linked:
            self.reload(session)

    def reload(self, session: DocumentSession) -> None:
        """Look for the document's world again and stand at its start."""
        try:
            choice = self._choice_of(session)
        except FileProblem as problem:
            self.trouble.emit(problem.message, problem.remedy)
            return
        self._field_session = session if choice.path is None else None
        self._run.use_game(self._workspace.game_of(session))
        self._load(choice)

    def saved_as(self, session: DocumentSession) -> None:
        """Take the world beside the document's new file; a run goes on, in the empty field untouched."""
        in_field = session is self._field_session
        if in_field and session.path is not None:
            untitled = self._untitled.get(session)
            if untitled is not None and untitled.folder is None:
                self._name_mind(untitled, session)
            if untitled is not None or world_of_document(session.path, self._shelf.read) is None:
                return
        was_running = self._run.is_running
        self.reload(session)
        if was_running:
            self._run.run()

    def show_world(self, path: Path) -> Path | None:
        """Load a world by its own file and return its first mind's file. Raises FileProblem."""
        found = self._workspace.project_for(path)
        choice = world_choice_of_world(path, found.project, self._shelf.read)
        self._field_session = None
        self._run.use_game(found.game)
        self._load(choice)
        return path.parent / choice.mind_name if choice.mind_name else None

    def world_session(self, *, opens_untitled: bool = True) -> WorldSession | None:
        """Return the world that runs, opened for editing; None without a world.

        The empty field gets a world of its own, which has no file yet, only with `opens_untitled`. Raises
        FileProblem.
        """
        choice = self._run.choice
        if choice is None:
            return None
        if choice.path is not None:
            return self._shelf.open(choice.path)
        document = self._field_session
        if document is None or (document not in self._untitled and not opens_untitled):
            return None
        if document not in self._untitled:
            self._take_untitled(document, self._shelf.new(choice.world, _folder(document), _stem(document)))
        return self._untitled[document]

    def untitled_world(self, document: DocumentSession) -> WorldSession | None:
        """Return the world made here for a document, which has no file yet."""
        return self._untitled.get(document)

    def new_world(self, document: DocumentSession) -> WorldSession:
        """Let a document run in a new world, which has no file yet, with one agent in the middle."""
        return self.take_world(document, field_world(self.mind_name(document)))

    def mind_session(self, world: WorldSession, file: str) -> DocumentSession:
        """Return the mind that a world names, opened for editing. Raises FileProblem where it cannot be."""
        if world.folder is not None:
            return self._workspace.open(mind_path(world.world, file, world.folder, world_path=world.path))
        document = self.document_of(world)
        if document is None or file != self.mind_name(document):
            raise FileProblem(None, "", f"{file} is not open.", "Open it, or save the world beside it.")
        return document

    def choice_now(self) -> WorldChoice | None:
        """Return the world that runs with its minds as they are open now, run already or not."""
        choice = self._run.choice
        return self._with_open_minds(choice) if choice is not None else None

    def mind_name(self, document: DocumentSession) -> str:
        """Return how a world made for a document names it."""
        return document.file_name

    def take_world(self, document: DocumentSession, world: WorldDocument) -> WorldSession:
        """Let a document run in a world given to it, which has no file yet."""
        session = self._shelf.new(world, _folder(document), _stem(document))
        self._take_untitled(document, session)
        self.reload(document)
        return session

    def document_of(self, world: WorldSession) -> DocumentSession | None:
        """Return the document that a world without a file was made for; None for any other world."""
        return next((key for key, untitled in self._untitled.items() if untitled is world), None)

    def world_edited(self, session: WorldSession) -> None:
        """Let the run take up a world as it is now, if it is the one that runs."""
        choice = self._run.choice
        if choice is None or self.session_of_run() is not session:
            return
        project = self._current.project if self._current is not None else None
        changed = choice_with_world(choice, session.world, session.path, session.folder, project)
        self._run.world_edits.note(self._with_open_minds(changed))

    def session_of_run(self) -> WorldSession | None:
        """Return the open world that runs, None where it is not open for editing."""
        choice = self._run.choice
        if choice is None:
            return None
        if choice.path is None:
            return self._untitled.get(self._field_session) if self._field_session is not None else None
        path = choice.path.resolve()
        return next((session for session in self._shelf.sessions if session.path == path), None)

    def world_saved(self, session: WorldSession) -> None:
        """Note that a world has another file now."""
        self._run.world_edits.take_now()
        for document, untitled in list(self._untitled.items()):
            if untitled is session and session.path is not None:
                del self._untitled[document]
        self._field_session = None if session.path is not None else self._field_session
        choice = self._run.choice
        if choice is not None and choice.world is session.world:
            self._run.rename_world(replace(choice, path=session.path, folder=session.folder))

    def name_of(self, session: DocumentSession) -> str | None:
        """Return how the running world names a document; None when no agent thinks with it."""
        choice = self._run.choice
        if choice is None:
            return None
        if choice.path is None and session is self._field_session:
            return choice.mind_name
        if isinstance(session, DrawnSession) and session.is_drawn:
            return session.file_name if session.file_name in choice.drawn else None
        if choice.folder is None or session.path is None:
            return None
        return name_in_world(choice.world, choice.folder / "world", session.path)

    def _choice_of(self, session: DocumentSession) -> WorldChoice:
        """Return the world of a document: the one made for it here, else the one of its folder or project."""
        untitled = self._untitled.get(session)
        if untitled is not None:
            name = self.mind_name(session)
            own = WorldChoice(untitled.world, {name: session.runnable_document()}, name)
            return choice_with_world(own, untitled.world, None, untitled.folder, session.project)
        choice = choose_world(
            session.current_document,
            session.path,
            project=session.project,
            read=self._shelf.read,
            name=self.mind_name(session),
        )
        damaged = unreadable_world(session.path) if choice.path is None and session.path else None
        if damaged is not None and damaged.path is not None:
            self.trouble.emit(
                f"{damaged.path.name} cannot be read: {damaged.message}",
                f"The document runs in an empty field. {damaged.remedy}",
            )
        return choice

    def _load(self, choice: WorldChoice) -> None:
        """Load a world with the documents as they are in the editor, saved or not."""
        self._run.load(self._with_open_minds(choice))
        self._tell_problems(choice)

    def _with_open_minds(self, choice: WorldChoice) -> WorldChoice:
        minds = dict(choice.minds)
        field = self._field_session
        if choice.path is None and field is not None and choice.mind_name in minds:
            minds[choice.mind_name] = field.runnable_document()
        for session in self._workspace.sessions:
            if choice.folder is not None and session.path is not None:
                name = name_in_world(choice.world, choice.folder / "world", session.path)
                if name is not None:
                    minds[name] = session.runnable_document()
        return replace(choice, minds=minds)

    def _tell_problems(self, choice: WorldChoice) -> None:
        for problem in choice.problems[:1]:
            self.trouble.emit(
                f"{problem.path.name if problem.path else 'A mind'}: {problem.message}", problem.remedy
            )

    def _take_untitled(self, document: DocumentSession, session: WorldSession) -> None:
        former = self._untitled.get(document)
        self._untitled[document] = session
        if former is not None and not former.is_touched:
            self._shelf.close(former)

    def _name_mind(self, untitled: WorldSession, document: DocumentSession) -> None:
        """Let an untitled world name its mind by the file the document has now."""
        if document.path is None:
            return
        untitled.folder = document.path.parent
        name = document.path.name
        agents = {
            agent: entry if entry.mind is None else entry.model_copy(update={"mind": name})
            for agent, entry in untitled.world.agents.items()
        }
        untitled.apply("Name the document", lambda world: world.model_copy(update={"agents": agents}))
        minds = {name: document.runnable_document()}
        self._run.world_edits.note(WorldChoice(untitled.world, minds, name, None, (), untitled.folder))

    def _watch(self, session: DocumentSession) -> None:
        session.edited.connect(lambda each=session: self._edited(each))

    def _closed(self, session: DocumentSession) -> None:
        if session is self._field_session:
            self._field_session = None
        if session is self._current:
            self._current = None

    def _world_closed(self, closed: WorldSession) -> None:
        self._untitled = {key: world for key, world in self._untitled.items() if world is not closed}

    def _edited(self, session: DocumentSession) -> None:
        name = self.name_of(session)
        if name is not None:
            self._run.document_edited(name, session.runnable_document())

    def _agent_changed(self) -> None:
        """Ask for the document of an agent that thinks with another one."""
        choice, session = self._run.choice, self._current
        mind = self._run.mind_of(self._run.picked_agent)
        if choice is not None and mind in choice.drawn:
            self.drawing_wanted.emit(self._workspace.drawn(mind, choice.minds[mind], self._run.registry))
            return
        if choice is None or choice.folder is None or mind is None:
            return
        if (session is None and self._run.is_linked) or (session and mind != self.name_of(session)):
            self.document_wanted.emit(choice.folder / mind)


def _folder(document: DocumentSession) -> Path | None:
    return document.path.parent if document.path is not None else None


def _stem(document: DocumentSession) -> str:
    return document.file_name.removesuffix(".mind.json")
