"""Give files other names, and find who names them. Without Qt."""

from __future__ import annotations

from pathlib import Path

from editor.documents.folders.folder_files import kind_of_file
from editor.documents.open.world_choice import DOCUMENT_SUFFIX, WORLD_SUFFIX
from editor.documents.open.world_minds import mind_file, names_in_world
from graphs.files.document_file import read_file
from graphs.files.plain_file import plain_file
from graphs.files.whole_file import content_hash, write_whole
from graphs.worlds.model.world_file import WorldDocument, world_from_bytes, world_to_bytes
from runtime.trials.cases.case_format import CASE_SUFFIX

SUFFIXES = (DOCUMENT_SUFFIX, WORLD_SUFFIX, CASE_SUFFIX)


class NotRenamed(Exception):
    """Say why a file cannot have a name, and what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


def rename_file(path: Path, title: str) -> Path:
    """Give a file another name, its ending kept, and return where it is now.

    Raises NotRenamed for a name that cannot be, OSError when the disk refuses.
    """
    name = title.strip()
    ending = next((one for one in SUFFIXES if path.name.endswith(one)), "".join(path.suffixes))
    name = name.removesuffix(ending)
    if not name or name.startswith(".") or any(one in name for one in '/\\:*?"<>|\0'):
        raise NotRenamed(
            f'"{title}" cannot be the name of a file.',
            'Write a name without a leading dot and / \\ : * ? " < > |.',
        )
    target = path.with_name(f"{name}{ending}")
    if target == path:
        return path
    if target.exists() and not target.samefile(path):
        raise NotRenamed(f"{target.name} is there already.", "Choose another name.")
    path.rename(target)
    return target


def files_naming(path: Path, candidates: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return which of the candidates name the file at `path`, as far as their text says so."""
    wanted = f'"{path.name}'.encode()
    deeper = f"/{path.name}".encode()
    found = []
    for candidate in candidates:
        if candidate == path or kind_of_file(candidate.name) is None:
            continue
        try:
            data = plain_file(candidate).read_bytes()
        except OSError:
            continue
        if wanted in data or deeper in data:
            found.append(candidate)
    return tuple(found)


def with_renamed_mind(world: WorldDocument, world_path: Path, old: Path, new: Path) -> WorldDocument:
    """Return a world whose agents think with the document's new file where they thought with the old."""
    agents = {}
    named = set(names_in_world(world, world_path, old))
    for one, entry in world.agents.items():
        name = mind_file(entry.mind or "")
        if entry.mind is not None and name in named:
            renamed = str(Path(name).with_name(new.name).as_posix()) + (entry.mind or "")[len(name) :]
            entry = entry.model_copy(update={"mind": renamed})
        agents[one] = entry
    return world.model_copy(update={"agents": agents})


def rename_mind_in(world_path: Path, old: Path, new: Path) -> None:
    """Let the world in a file name a document by its new file; raise FileProblem or OSError."""
    data = read_file(world_path)
    world = world_from_bytes(data, world_path)
    changed = with_renamed_mind(world, world_path, old, new)
    if changed != world:
        write_whole(world_path, world_to_bytes(changed), based_on=content_hash(data))
