"""Find the world a document runs in and the minds of a world, without Qt: the command line asks too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from graphs.files.document_file import FileProblem, load_document
from graphs.model import Document
from graphs.projects.document_library import DocumentLibrary
from graphs.projects.project_check import runnable_document
from graphs.projects.project_file import Project
from graphs.projects.relative_paths import relative_to_folder
from graphs.worlds.edits.adding import SIGHT_OF_FOES
from graphs.worlds.minds.world_minds import mind_files, mind_path, name_in_world, with_minds
from graphs.worlds.model.world_file import AgentEntry, WorldDocument, empty_world, load_world

WORLD_SUFFIX = ".world.json"
DOCUMENT_SUFFIX = ".mind.json"

FIELD_SIZE = (20.0, 14.0)
"""Width and height of the empty field in which a document without a world runs, in world units."""


ReadWorld: TypeAlias = Callable[[Path], WorldDocument]
"""Read the world of a file, from the disk or as it is open for editing; raises FileProblem."""


@dataclass(frozen=True)
class WorldChoice:
    """Hold a world, the documents its agents think with, and which of them was asked for.

    `minds` maps file names as the world writes them to documents, joined with the graphs of other files they
    use; `mind_name` is the key of the document asked for. `path` is None for the empty field and for a world
    without a file; `folder` is where its minds are named from, None where they have no files. `problems` say
    which other minds could not be read; their agents stand still. `drawn` are minds of a game that have no
    document here: what stands in its place is drawn from their programs.
    """

    world: WorldDocument
    minds: Mapping[str, Document]
    mind_name: str
    path: Path | None = None
    problems: tuple[FileProblem, ...] = field(default=())
    folder: Path | None = None
    drawn: frozenset[str] = frozenset()


def world_of_document(document_path: Path, read: ReadWorld = load_world) -> Path | None:
    """Return the first world of the document's folder, by name, that names it; None without one.

    Worlds that cannot be read are passed over: they are not this document's trouble.
    """
    for candidate in worlds_beside(document_path):
        try:
            world = read(candidate)
        except FileProblem:
            continue
        if name_in_world(world, candidate, document_path) is not None:
            return candidate
    return None


def worlds_beside(document_path: Path) -> tuple[Path, ...]:
    """Return the world files in a document's folder, by name."""
    try:
        return tuple(sorted(document_path.parent.glob(f"*{WORLD_SUFFIX}")))
    except OSError:
        return ()


def unreadable_world(document_path: Path) -> FileProblem | None:
    """Return why a world of the document's folder cannot be read, preferably the one of its own name."""
    own = document_path.name.removesuffix(DOCUMENT_SUFFIX) + WORLD_SUFFIX
    found: dict[str, FileProblem] = {}
    for candidate in worlds_beside(document_path):
        try:
            load_world(candidate)
        except FileProblem as problem:
            found[candidate.name] = problem
    return found.get(own) or next(iter(found.values()), None)


def choose_world(
    document: Document,
    document_path: Path | None,
    world_path: Path | None = None,
    project: Project | None = None,
    read: ReadWorld = load_world,
    name: str = "untitled.mind.json",
) -> WorldChoice:
    """Return the world `document` runs in; an empty field names one without a file `name`.

    `world_path` overrides the preview world of the project, and that the search. Raises FileProblem when a
    world named so cannot be read or does not name the document.
    """
    document = runnable_document(document, document_path, project)
    if world_path is None and project is not None and document_path is not None:
        world_path = project.preview_world(document_path)
    asked = world_path is not None
    if world_path is None and document_path is not None:
        world_path = world_of_document(document_path, read)
    if world_path is None:
        return field_for(document, document_path.name if document_path else name)
    world = read(world_path)
    named = name_in_world(world, world_path, document_path, project) if document_path is not None else None
    if named is None:
        if not asked:
            return field_for(document, document_path.name if document_path else name)
        for other in mind_files(world):
            mind_path(world, other, world_path.parent, project, world_path)
        raise FileProblem(
            world_path,
            "agents",
            f"No agent of this world thinks with {document_path.name if document_path else 'the document'}.",
            'Give an agent a "mind" that names it, or leave the world out to run in an empty field.',
        )
    minds, problems = _load_minds(world, world_path.parent, {named: document}, project, world_path)
    return WorldChoice(world, minds, named, world_path, problems, world_path.parent)


def field_for(document: Document, name: str) -> WorldChoice:
    """Return an empty field with one agent that thinks with `document`."""
    return WorldChoice(field_world(name, "Empty field"), {name: document}, name)


def field_world(mind: str, title: str = "") -> WorldDocument:
    """Return a world with nothing but one agent in the middle, which thinks with `mind` and sees foes."""
    width, height = FIELD_SIZE
    agent = AgentEntry(
        at=(width / 2, height / 2), mind=mind, name="Agent", team="blue", sensors=(SIGHT_OF_FOES,)
    )
    return empty_world(width, height).model_copy(update={"agents": {"agent": agent}, "title": title})


def world_choice_of_world(
    world_path: Path, project: Project | None = None, read: ReadWorld = load_world
) -> WorldChoice:
    """Return the world at `world_path` with all its minds; the first mind is the one asked for.

    Raises FileProblem for a world that cannot be read.
    """
    world = read(world_path)
    minds, problems = _load_minds(world, world_path.parent, {}, project, world_path)
    return WorldChoice(world, minds, next(iter(minds), ""), world_path, problems, world_path.parent)


def choice_with_world(
    choice: WorldChoice,
    world: WorldDocument,
    path: Path | None,
    folder: Path | None,
    project: Project | None = None,
) -> WorldChoice:
    """Return a choice with the world as it was edited; minds that it names now are read, known ones stay."""
    kept = {name: document for name, document in choice.minds.items() if name in mind_files(world)}
    minds, problems = _load_minds(world, folder, kept, project, path)
    return replace(choice, world=world, minds=minds, path=path, folder=folder, problems=problems)


def without_minds(choice: WorldChoice, names: frozenset[str]) -> WorldDocument:
    """Return the world with the agents that think with `names` left standing, without a mind."""
    return with_minds(choice.world, lambda file: None if file in names else file)


def _load_minds(
    world: WorldDocument,
    folder: Path | None,
    known: Mapping[str, Document],
    project: Project | None,
    world_path: Path | None,
) -> tuple[dict[str, Document], tuple[FileProblem, ...]]:
    minds = dict(known)
    problems: list[FileProblem] = []
    for name in mind_files(world):
        if name in minds or folder is None:
            continue
        try:
            path = mind_path(world, name, folder, project, world_path)
            minds[name] = runnable_document(load_document(path), path, project)
        except FileProblem as problem:
            problems.append(problem)
    return minds, tuple(problems)


MOST_DOCUMENTS = 400
"""So many documents of a project are offered as minds."""


class OpenMinds:
    """Read minds from the open documents, else from the disk; `choice` gives those of the world that runs."""

    def __init__(
        self, opened: Callable[[Path], Document | None], choice: Callable[[], WorldChoice | None]
    ) -> None:
        self._library = DocumentLibrary(opened)
        self._choice = choice

    def of_world(self, world: WorldDocument, folder: Path | None) -> Mapping[str, Document]:
        """Return the minds of a world by file as it names them; those that cannot be read are left out."""
        found = {name: self.document(world, name, folder) for name in mind_files(world)}
        return {name: document for name, document in found.items() if document is not None}

    def document(self, world: WorldDocument, name: str, folder: Path | None) -> Document | None:
        """Return one mind by its file as a world in `folder` names it; None where it cannot be read."""
        if folder is None:
            choice = self._choice()
            return choice.minds.get(name) if choice is not None else None
        try:
            return self._library.document(mind_path(world, name, folder).resolve())
        except (FileProblem, OSError, ValueError):
            return None

    def offered(self, folder: Path | None, project_folder: Path | None) -> tuple[str, ...]:
        """Return the documents an agent can think with, as a world of `folder` names them: those beside it
        first, then those of the project.
        """
        if folder is None:
            choice = self._choice()
            return tuple(choice.minds) if choice is not None else ()
        found: dict[str, None] = {}
        try:
            for path in sorted(folder.glob(f"*{DOCUMENT_SUFFIX}")):
                found[path.name] = None
            if project_folder is not None:
                for path in sorted(project_folder.rglob(f"*{DOCUMENT_SUFFIX}"))[:MOST_DOCUMENTS]:
                    found[relative_to_folder(path, folder)] = None
        except OSError:
            pass
        return tuple(found)
