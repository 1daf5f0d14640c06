"""Tell by name and first bytes what a dropped file is; say why one cannot be opened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from editor.documents.imports.foreign_files import is_foreign
from graphs.files.plain_file import plain_file
from graphs.model.document import FORMAT
from graphs.projects.project_file import PROJECT_FILE_NAME
from graphs.worlds.minds.world_choice import DOCUMENT_SUFFIX, WORLD_SUFFIX
from graphs.worlds.model.world_file import FORMAT as WORLD_FORMAT
from runtime.history.recording.recording_file import SUFFIX as RECORDING_SUFFIX
from runtime.trials.cases.case_format import CASE_SUFFIX

Kind = Literal["document", "world", "case", "recording", "foreign", "folder", "other"]

MOST_LOOKED_AT = 4096
"""How many bytes of a file of another name are looked at to tell what it is."""

_WORDS = {
    "document": "mind",
    "world": "world",
    "case": "test",
    "recording": "recording",
    "foreign": "foreign file",
    "folder": "folder",
}

_ENDINGS: tuple[tuple[str, Kind], ...] = (
    (DOCUMENT_SUFFIX, "document"),
    (WORLD_SUFFIX, "world"),
    (CASE_SUFFIX, "case"),
    (RECORDING_SUFFIX, "recording"),
)


@dataclass(frozen=True)
class DroppedFile:
    """Hold a file with what it is; `reason` says why one cannot be opened, `remedy` what to do."""

    path: Path
    kind: Kind
    reason: str = ""
    remedy: str = ""


def dropped_file(path: Path) -> DroppedFile:
    """Return what a file is; nothing of it is opened."""
    name = path.name
    if path.is_dir():
        return DroppedFile(path, "folder")
    if name == PROJECT_FILE_NAME:
        return DroppedFile(path.parent, "folder")
    for suffix, kind in _ENDINGS:
        if name.endswith(suffix):
            return DroppedFile(path, kind)
    if name.endswith(".runtime.json"):
        said = f"{name} is an export for a game: its layout and notes are gone."
        return DroppedFile(path, "other", said, "Open the *.mind.json file that it was exported from.")
    if is_foreign(path):
        return DroppedFile(path, "foreign")
    if path.suffix == ".json":
        return _other_json(path)
    what = f"a *{path.suffix} file" if path.suffix else "a file without an ending"
    return DroppedFile(
        path,
        "other",
        f"{name} cannot be opened: Mindloom knows nothing of {what}.",
        "Drop *.mind.json, *.world.json, *.case.json or *.trace files, a folder with them, or files that "
        "File ▸ Import… reads.",
    )


def drop_words(files: Sequence[DroppedFile]) -> str:
    """Return what a drop of these files would do: "Open guard.mind.json", "Open 2 minds and 1 world"."""
    usable = [file for file in files if file.kind != "other"]
    if not usable:
        return files[0].reason if files else "There is no file in what you drag."
    if len(usable) == 1:
        verb = {"folder": "Show the files of", "foreign": "Import"}.get(usable[0].kind, "Open")
        return f"{verb} {usable[0].path.name}"
    counts = {kind: sum(file.kind == kind for file in usable) for kind in _WORDS}
    parts = [f"{count} {_WORDS[kind]}{'s' if count != 1 else ''}" for kind, count in counts.items() if count]
    return f"Open {', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else f"Open {parts[0]}"


def _other_json(path: Path) -> DroppedFile:
    """Look into a JSON file of another name: a mind may have been renamed."""
    try:
        with plain_file(path).open("rb") as stream:
            head = stream.read(MOST_LOOKED_AT).decode("utf-8", "replace")
    except OSError as error:
        reason = f"{path.name} cannot be read: {error.strerror or error}."
        return DroppedFile(path, "other", reason, "Check the file and its permissions.")
    for kind, name in (("document", FORMAT), ("world", WORLD_FORMAT)):
        if f'"format": {json.dumps(name)}' in head or f'"format":{json.dumps(name)}' in head:
            return DroppedFile(path, kind)  # type: ignore[arg-type]
    said = f"{path.name} is JSON, but neither a mind nor a world of Mindloom."
    remedy = f'Those say "format": "{FORMAT}" or "{WORLD_FORMAT}" near their beginning.'
    return DroppedFile(path, "other", said, remedy)
