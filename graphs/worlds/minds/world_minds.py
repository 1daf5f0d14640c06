"""Follow the names of minds in a world, as references to graphs of other files are followed; no Qt.

A name is relative to the world's folder and stays inside the project's, without a project inside the world's
own. So a world from elsewhere reads no file of the user that it was not sent with.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from graphs.edits.replacing import put
from graphs.files.document_file import FileProblem
from graphs.projects.project_file import Project, find_project
from graphs.projects.relative_paths import PathRefused, path_inside
from graphs.worlds.model.ground_and_squads import Squad
from graphs.worlds.model.squad_minds import thinking_entries
from graphs.worlds.model.world_file import AgentEntry, WorldDocument

_Thinker = TypeVar("_Thinker", AgentEntry, Squad)

REFUSED = "E015"
"""Code of a reference that cannot be followed, in a document as in a world."""


def mind_file(mind: str) -> str:
    """Return the file part of an agent's `mind`: "gym.mind.json" of "gym.mind.json#g2"."""
    return mind.partition("#")[0]


def mind_files(world: WorldDocument) -> tuple[str, ...]:
    """Return the files of all minds of a world, each once, in the order of the ids of agents and squads."""
    entries = thinking_entries(world)
    named = (entries[agent].mind for agent in sorted(entries))
    return tuple(dict.fromkeys(mind_file(mind) for mind in named if mind is not None))


def with_minds(world: WorldDocument, named: Callable[[str], str | None]) -> WorldDocument:
    """Return a world whose agents and squads think with the files `named` gives for theirs, None for none.

    Which graph of the file each runs stays. The very same world where nothing changes.
    """

    def renamed(entry: _Thinker) -> _Thinker:
        file = mind_file(entry.mind or "")
        name = named(file) if entry.mind is not None else None
        mind = None if name is None else f"{name}{(entry.mind or '')[len(file) :]}"
        return entry if mind == entry.mind else entry.model_copy(update={"mind": mind})

    agents = {agent_id: renamed(entry) for agent_id, entry in world.agents.items()}
    squads = {squad_id: renamed(squad) for squad_id, squad in world.squads.items()}
    return put(world, agents=agents, squads=squads)


def mind_path(
    world: WorldDocument,
    name: str,
    folder: Path,
    project: Project | None = None,
    world_path: Path | None = None,
) -> Path:
    """Return where the mind is that a world in `folder` names `name`; whether it is there is not asked.

    Raises FileProblem, located in the world at `world_path`, for a name that leads elsewhere.
    """
    try:
        path_inside(_open_to(folder, project), folder, name)
    except PathRefused as refused:
        where = next(users_of(world, name), "agents..mind")
        raise FileProblem(world_path, where, refused.message, refused.remedy, REFUSED) from None
    return folder / name


def users_of(world: WorldDocument, file: str) -> Iterator[str]:
    """Yield the places in a world that name a mind of a file, such as "agents.tank.mind"."""
    for name, entry in sorted(thinking_entries(world).items()):
        if entry.mind is not None and mind_file(entry.mind) == file:
            yield f"{'agents' if name in world.agents else 'squads'}.{name}.mind"


def name_in_world(
    world: WorldDocument, world_path: Path, document_path: Path, project: Project | None = None
) -> str | None:
    """Return how `world` names the document at `document_path`, or None when no agent thinks with it."""
    return next(names_in_world(world, world_path, document_path, project), None)


def names_in_world(
    world: WorldDocument, world_path: Path, document_path: Path, project: Project | None = None
) -> Iterator[str]:
    """Yield all names that `world` has for the document at `document_path`."""
    wanted = _stat_of(document_path)
    for name in mind_files(world):
        found = world_path.parent / name
        # Most files are other ones, and to follow all links takes ten times as long as to see that.
        if wanted is not None and not _is_file(found, wanted):
            continue
        try:
            mind_path(world, name, world_path.parent, project)
        except FileProblem:
            continue
        if found.resolve() == document_path.resolve():
            yield name


def _stat_of(path: Path) -> os.stat_result | None:
    """Return what the system knows of a file; None where there is none to be seen."""
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


def _is_file(path: Path, known: os.stat_result) -> bool:
    found = _stat_of(path)
    return found is not None and os.path.samestat(found, known)


def _open_to(folder: Path, project: Project | None) -> Path:
    """Return the folder that the worlds of `folder` may name minds of."""
    real = Path(os.path.realpath(folder))
    if project is not None and real.is_relative_to(project.folder):
        return project.folder
    found = find_project(real)
    return found.parent if found is not None else real
