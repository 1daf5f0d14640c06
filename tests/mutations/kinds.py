"""The kinds of files that are damaged: what they begin as, how they are damaged, who is given them.

A further kind is one line of `KINDS` and a module of its own that says these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from graphs.projects.project_file import PROJECT_FILE_NAME
from tests.mutations import recordings, user_files
from tests.mutations.archives import mutated_archive
from tests.mutations.desk import Desk


@dataclass(frozen=True)
class FileKind:
    """Say how files of a kind are damaged and read.

    `seeds` makes whole files, `mutate` damages the bytes of one. `prepare` puts what such a file needs beside
    it into a folder. `feed` gives a file to the command line and the window; all that it raises is a fault.
    `command` are the words of `mindloom` before the name of the file, to read it alone; none where no
    command reads such files.
    """

    file_name: str
    command: tuple[str, ...]
    seeds: Callable[[], Sequence[bytes]]
    mutate: Callable[[bytes, Random], bytes]
    prepare: Callable[[Path], None]
    feed: Callable[[Desk, Path], None]


def nothing_beside(_folder: Path) -> None:
    """Put nothing beside the file."""


KINDS: dict[str, FileKind] = {
    "recordings": FileKind(
        "mutated.trace", ("trace", "info"), recordings.seeds, mutated_archive, nothing_beside, recordings.feed
    ),
    "cases": FileKind(
        "mutated.case.json",
        ("test",),
        user_files.case_seeds,
        user_files.mutated_case,
        user_files.with_samples,
        user_files.feed_case,
    ),
    "worlds": FileKind(
        "mutated.world.json",
        ("check",),
        user_files.world_seeds,
        user_files.mutated_text,
        user_files.with_samples,
        user_files.feed_world,
    ),
    "projects": FileKind(
        PROJECT_FILE_NAME,
        ("check",),
        user_files.project_seeds,
        user_files.mutated_text,
        user_files.game,
        user_files.feed_project,
    ),
    "manifests": FileKind(
        user_files.MANIFEST,
        ("check",),
        user_files.manifest_seeds,
        user_files.mutated_text,
        user_files.game,
        user_files.feed_project,
    ),
    "recovery": FileKind(
        "mutated.recovery",
        (),
        user_files.side_seeds,
        user_files.mutated_side,
        nothing_beside,
        user_files.feed_side,
    ),
}


def mutant(kind: FileKind, name: str, number: int, seeds: Sequence[bytes]) -> bytes:
    """Return the bytes of a damaged file: the same for the same number, for ever."""
    rng = Random(f"{name} {number}")
    return kind.mutate(rng.choice(seeds), rng)
