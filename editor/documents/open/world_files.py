"""Save worlds: where their minds are seen from another folder, and what is never written over; no Qt."""

from __future__ import annotations

from pathlib import Path

from editor.documents.open.sample_files import is_sample
from editor.documents.open.world_minds import mind_file, mind_files, mind_path
from graphs.edits.replacing import put
from graphs.files.document_file import FileProblem, read_file, write_whole
from graphs.projects.relative_paths import relative_to_folder
from graphs.worlds.model.world_file import AgentEntry, WorldDocument, load_world


class WorldNotSaved(Exception):
    """Say why a world cannot be saved there, and what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


def refuse_to_replace(target: Path, own: Path | None) -> None:
    """Raise `WorldNotSaved` for a file that holds something that is no readable world."""
    if own is not None and target == own.resolve():
        return
    if not target.exists():
        return
    try:
        load_world(target)
    except FileProblem as problem:
        raise WorldNotSaved(
            f"{target.name} is there already, and it is no world that can be read: {problem.message}",
            "It is left as it is. Choose another name, or mend that file first.",
        ) from None


def world_for_folder(world: WorldDocument, folder: Path | None, target: Path) -> WorldDocument:
    """Return a world so that its agents think with the same documents from the folder of `target`.

    `folder` is the one its minds are named from now, None while the document it was made for has no file.
    Minds of the bundled samples are copied beside the target, unless something of that name is there. Raises
    `WorldNotSaved` where a mind has no file or could not be named from there, OSError when the disk refuses.
    """
    if folder is None:
        if mind_files(world):
            raise WorldNotSaved(
                f"An agent thinks with {mind_files(world)[0]}, which has no file yet.",
                "Save the document first, then its world beside it.",
            )
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
    return _with_minds(world, names)


def _seen_from(target: Path, name: str, world: WorldDocument) -> str:
    """Return the name that a mind would have in a world at `target`, if that world may name it so."""
    try:
        mind_path(world, name, target.parent)
    except FileProblem as problem:
        raise WorldNotSaved(f"Seen from there, {problem.message}", problem.remedy) from None
    return name


def _with_minds(world: WorldDocument, names: dict[str, str]) -> WorldDocument:
    agents: dict[str, AgentEntry] = {}
    for agent_id, entry in world.agents.items():
        name = mind_file(entry.mind or "")
        new = names.get(name, name)
        same = entry.mind is None or new == name
        agents[agent_id] = entry if same else put(entry, mind=new + (entry.mind or "")[len(name) :])
    same = all(agents[agent_id] is entry for agent_id, entry in world.agents.items())
    return world if same else put(world, agents=agents)
