"""List the minds, worlds and tests of a folder, give them other names, find who names them; no Qt."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from graphs.files.document_file import read_file
from graphs.files.plain_file import plain_file
from graphs.files.whole_file import content_hash, write_whole
from graphs.projects.project_file import PROJECT_FILE_NAME
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX, WORLD_SUFFIX
from graphs.worlds.minds.world_minds import names_in_world, with_minds
from graphs.worlds.model.world_file import WorldDocument, world_from_bytes, world_to_bytes
from runtime.trials.cases.case_format import CASE_SUFFIX

Kind = Literal["folder", "document", "world", "case", "project"]

MOST_DEPTH = 6
MOST_FILES = 3000
MOST_SEEN = 40_000
"""Bounds of a listing: a document may lie in a home folder."""

MOST_READ = 400
"""As long as there are no more files, minds are read for the kind of their root graph."""

SUFFIXES = (DOCUMENT_SUFFIX, WORLD_SUFFIX, CASE_SUFFIX)
_ORDER: dict[Kind, int] = {"project": 0, "document": 1, "world": 2, "case": 3, "folder": 4}
_SKIPPED = frozenset({"node_modules", "__pycache__", "venv", "build", "dist"})


@dataclass(frozen=True)
class FolderEntry:
    """Hold a file or folder with what is listed under it: of a mind, its own world and tests.

    `graph_kind` is the kind of a mind's root graph, "" where it was not read or is no such thing.
    """

    path: Path
    kind: Kind
    entries: tuple[FolderEntry, ...] = field(default=())
    graph_kind: str = ""

    @property
    def title(self) -> str:
        """Return the name as a list shows it: without the ending, which the icon stands for."""
        name = self.path.name
        for suffix in SUFFIXES:
            name = name.removesuffix(suffix)
        return name

    def walk(self) -> Iterator[FolderEntry]:
        """Yield this entry and all below it."""
        yield self
        for entry in self.entries:
            yield from entry.walk()


@dataclass(frozen=True)
class FolderListing:
    """Hold a folder's tree; `is_whole` is False where it was cut for its size."""

    root: FolderEntry
    is_whole: bool = True

    @property
    def folders(self) -> tuple[Path, ...]:
        """Return the folders that have anything in them, the root first."""
        return tuple(entry.path for entry in self.root.walk() if entry.kind == "folder")


def list_folder(folder: Path) -> FolderListing:
    """Return the tree of a folder; hidden folders and those without minds, worlds or tests are left out."""
    lister = _Lister()
    entries = lister.entries(folder, 0)
    return FolderListing(FolderEntry(folder, "folder", entries), not lister.was_cut)


def kind_of_file(name: str) -> Kind | None:
    """Return what a file is by its name, None for nothing of Mindloom's."""
    if name == PROJECT_FILE_NAME:
        return "project"
    kinds: tuple[Kind, ...] = ("document", "world", "case")
    return next((kind for suffix, kind in zip(SUFFIXES, kinds, strict=True) if name.endswith(suffix)), None)


def root_kind(path: Path) -> str:
    """Return the kind of a mind's root graph, "" for what cannot be read."""
    try:
        document = json.loads(plain_file(path).read_bytes())
        kind = document["graphs"][document["root"]]["kind"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ""
    return kind if isinstance(kind, str) else ""


class _Lister:
    def __init__(self) -> None:
        self.was_cut = False
        self._files = self._seen = 0

    def entries(self, folder: Path, depth: int) -> tuple[FolderEntry, ...]:
        files: list[tuple[Path, Kind]] = []
        folders: list[Path] = []
        try:
            with os.scandir(folder) as found:
                for entry in found:
                    self._seen += 1
                    if self._seen > MOST_SEEN or self._files > MOST_FILES:
                        self.was_cut = True
                        break
                    if entry.name.startswith(".") or entry.name in _SKIPPED:
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(Path(entry.path))
                    elif (kind := kind_of_file(entry.name)) is not None:
                        self._files += 1
                        files.append((Path(entry.path), kind))
        except OSError:
            return ()
        below = []
        for path in sorted(folders):
            if depth + 1 >= MOST_DEPTH:
                self.was_cut = True
                continue
            inner = self.entries(path, depth + 1)
            if inner:
                below.append(FolderEntry(path, "folder", inner))
        return (*_with_own(files, reads=self._files <= MOST_READ), *below)


def _with_own(files: list[tuple[Path, Kind]], *, reads: bool) -> tuple[FolderEntry, ...]:
    """Put the world and the tests of a mind, known by their names, under it."""
    minds = {path.name.removesuffix(DOCUMENT_SUFFIX): path for path, kind in files if kind == "document"}
    own: dict[Path, list[FolderEntry]] = {}
    alone: list[FolderEntry] = []
    for path, kind in sorted(files, key=lambda file: (_ORDER[file[1]], file[0].name.lower())):
        if kind == "document":
            continue
        mind = minds.get(_mind_stem(path.name, kind, minds))
        entry = FolderEntry(path, kind)
        if mind is None:
            alone.append(entry)
        else:
            own.setdefault(mind, []).append(entry)
    listed = [
        FolderEntry(path, "document", tuple(own.get(path, ())), root_kind(path) if reads else "")
        for path in minds.values()
    ]
    return tuple(sorted([*listed, *alone], key=lambda file: (_ORDER[file.kind], file.path.name.lower())))


def _mind_stem(name: str, kind: Kind, minds: dict[str, Path]) -> str:
    """Return the longest name of a mind that a world or test is named after, "" for none."""
    if kind == "world":
        return name.removesuffix(WORLD_SUFFIX)
    if kind != "case":
        return ""
    stem = name.removesuffix(CASE_SUFFIX)
    fitting = [mind for mind in minds if stem == mind or stem.startswith((f"{mind}-", f"{mind}."))]
    return max(fitting, key=len, default="")


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
    ending = next((suffix for suffix in SUFFIXES if path.name.endswith(suffix)), "".join(path.suffixes))
    name = name.removesuffix(ending)
    if not name or name.startswith(".") or any(letter in name for letter in '/\\:*?"<>|\0'):
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
    names = set(names_in_world(world, world_path, old))
    return with_minds(
        world, lambda file: Path(file).with_name(new.name).as_posix() if file in names else file
    )


def rename_mind_in(world_path: Path, old: Path, new: Path) -> None:
    """Let the world in a file name a document by its new file; raise FileProblem or OSError."""
    data = read_file(world_path)
    world = world_from_bytes(data, world_path)
    changed = with_renamed_mind(world, world_path, old, new)
    if changed != world:
        write_whole(world_path, world_to_bytes(changed), based_on=content_hash(data))
