"""Find the files that a recording was made of, or write out those it holds; no Qt.

A recording holds its world and every version of its minds. Where the very same world and minds are files
beside it, these are opened, so that what is edited is the real thing. Where they are others by now, or gone,
what the recording holds is written out into a folder of its own, and told.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from graphs.files.document_file import FileProblem, document_to_bytes, write_whole
from graphs.files.plain_file import plain_file
from graphs.model import Document
from graphs.projects.project_file import Project
from graphs.worlds.minds.world_choice import WORLD_SUFFIX, world_choice_of_world, worlds_beside
from graphs.worlds.model.world_file import WorldDocument, world_to_bytes
from runtime.history.recording.recording_file import OpenedRecording


@dataclass(frozen=True, slots=True)
class RecordedDocuments:
    """Hold the world file to show a recording with; `changed` and `missing` name what is no more as it was.

    `world` tells whether the world beside the recording is another by now.
    """

    world_path: Path
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    world_changed: bool = False

    @property
    def are_copies(self) -> bool:
        """Tell whether the documents shown are copies written out of the recording."""
        return bool(self.changed or self.missing or self.world_changed)


def documents_of(
    opened: OpenedRecording, path: Path, copies: Path, project: Project | None = None
) -> RecordedDocuments:
    """Return the files that a recording at `path` is shown with, written out below `copies` where needed.

    Raises FileProblem for minds outside of the recording's folder that are not there as they were, and where
    nothing can be written.
    """
    world = opened.session.document
    minds = opened.recording.segments[-1].minds.documents
    same_world = None
    for candidate in worlds_beside(path):
        try:
            choice = world_choice_of_world(candidate, project)
        except FileProblem:
            continue
        if world_to_bytes(choice.world) != world_to_bytes(world):
            continue
        same_world = candidate
        if all(choice.minds.get(name) == document for name, document in minds.items()):
            return RecordedDocuments(candidate)
    changed, missing = _compared(path.parent, minds)
    written = _write_out(world, minds, path, copies)
    return RecordedDocuments(written, changed, missing, same_world is None)


def _compared(folder: Path, minds: Mapping[str, Document]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return which minds are other files beside the recording by now, and which are not there."""
    changed, missing = [], []
    for name, document in minds.items():
        try:
            data = plain_file(folder / name).read_bytes()
        except OSError:
            missing.append(name)
            continue
        if data != document_to_bytes(document):
            changed.append(name)
    return tuple(changed), tuple(missing)


def _write_out(world: WorldDocument, minds: Mapping[str, Document], path: Path, copies: Path) -> Path:
    folder = copies / f"{path.stem}-{_hash_of(world, minds)}"
    for name in minds:
        parts = PurePosixPath(name).parts
        if not parts or ".." in parts or PurePosixPath(name).is_absolute():
            said = f"It names {name}, outside of its folder."
            raise FileProblem(path, "", said, "Put the recording beside the world it was made of.")
    try:
        for name, document in minds.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_whole(folder / name, document_to_bytes(document))
        written = folder / f"{path.stem}{WORLD_SUFFIX}"
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(written, world_to_bytes(world))
    except OSError as error:
        said = f"Its documents cannot be written out: {error.strerror or error}."
        raise FileProblem(path, "", said, f"Make room in {copies}.") from error
    return written


def _hash_of(world: WorldDocument, minds: Mapping[str, Document]) -> str:
    """Return a name for copies: the same recording has the same, another world or mind another."""
    digest = hashlib.blake2b(world_to_bytes(world), digest_size=6)
    for name, document in sorted(minds.items()):
        digest.update(name.encode() + b"\0" + document_to_bytes(document))
    return digest.hexdigest()


def change_words(found: RecordedDocuments) -> tuple[str, str]:
    """Return what is told of copies, and what it means; both "" where the files are as they were."""
    if not found.are_copies:
        return "", ""
    parts = []
    if found.changed:
        parts.append(f"{_listed(found.changed)} changed since it was made")
    if found.missing:
        parts.append(f"{_listed(found.missing)} {'is' if len(found.missing) == 1 else 'are'} not beside it")
    if found.world_changed and not parts:
        parts.append("Its world changed since it was made, or is not beside it")
    note = "Shown are copies of what the recording holds; your files are untouched."
    return f"{'; '.join(parts)}.", note


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
