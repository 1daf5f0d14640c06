"""Read `*.kinds.json`: the game's own actions, conditions, events, variables, types and entity fields.

The models say what is in the file; `graphs.projects.manifest_registry` makes declarations of it and says
what does not fit together.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from graphs.basics.frozen import JsonValue, Number
from graphs.files.document_file import read_file
from graphs.files.model_file import HandWritten, HandWrittenFormat, model_from_bytes
from graphs.kinds.declarations.node_kind import Family
from graphs.model.variables_and_events import Scope


class ManifestParameter(HandWritten):
    """Hold one parameter; `type` is a parameter's type or the name of one of the manifest's `types`."""

    name: str
    type: str
    default: JsonValue = None
    help: str = ""
    min: Number | None = None
    max: Number | None = None
    unit: str = ""
    choices: tuple[str, ...] = ()
    evaluated: Literal["tick", "enter", "never"] = "tick"
    optional: bool = False


class ManifestStandIn(HandWritten):
    """Hold what an action runs as in previews and cases.

    Either a built-in `action` with `params`, each a literal or `{"parameter": "name"}` of the game's action,
    or a `result` given `after` so many seconds. Neither means RUNNING until the user clicks a result.
    """

    action: str | None = None
    params: dict[str, JsonValue] = {}
    result: Literal["success", "failure"] | None = None
    after: Number = 0


class ManifestAction(HandWritten):
    """Hold one action. Parameters are ordered: calls in action blocks give them by position."""

    title: str = ""
    summary: str = ""
    help: str = ""
    icon: str = "action"
    family: Family = "act"
    instant: bool = False
    title_template: str = ""
    line_template: str = ""
    parameters: tuple[ManifestParameter, ...] = ()
    stand_in: ManifestStandIn | None = None


class ManifestCondition(HandWritten):
    """Hold one condition; `stand_in` is its answer where the game is not there."""

    title: str = ""
    summary: str = ""
    help: str = ""
    parameters: tuple[ManifestParameter, ...] = ()
    stand_in: bool = False


class ManifestEvent(HandWritten):
    """Hold one event: what it carries, by name; types as for variables."""

    title: str = ""
    help: str = ""
    payload: dict[str, str] = {}


class ManifestVariable(HandWritten):
    """Hold one variable that the game keeps; documents that use it declare it alike."""

    title: str = ""
    help: str = ""
    type: str
    scope: Scope = "world"
    default: JsonValue = None
    min: Number | None = None
    max: Number | None = None
    unit: str = ""
    values: tuple[str, ...] = ()


class ManifestType(HandWritten):
    """Hold one type of the game: an enum and its values, in order."""

    title: str = ""
    help: str = ""
    values: tuple[str, ...]


class ManifestEntityField(HandWritten):
    """Hold one field that entities of the game have, as in `target.armor`."""

    title: str = ""
    help: str = ""
    type: str
    values: tuple[str, ...] = ()


class Manifest(HandWritten):
    """Hold everything a `*.kinds.json` file says."""

    schema_: str = Field(default="", alias="$schema")
    format: Literal["mindloom-kinds"]
    version: int
    title: str = ""
    actions: dict[str, ManifestAction] = {}
    conditions: dict[str, ManifestCondition] = {}
    events: dict[str, ManifestEvent] = {}
    variables: dict[str, ManifestVariable] = {}
    types: dict[str, ManifestType] = {}
    entity_fields: dict[str, ManifestEntityField] = {}


MANIFEST_FORMAT = HandWrittenFormat(Manifest, "mindloom-kinds", 1, "manifest", "*.kinds.json")


@dataclass(frozen=True, slots=True)
class ManifestFile:
    """Hold a manifest and where it came from."""

    path: Path | None
    manifest: Manifest


def manifest_from_bytes(data: bytes, path: Path | None = None) -> ManifestFile:
    """Read a manifest from the bytes of a file; raise `FileProblem` for anything else."""
    return ManifestFile(path, model_from_bytes(data, path, MANIFEST_FORMAT))


def load_manifest(path: Path) -> ManifestFile:
    """Load the manifest at `path`; raise `FileProblem` when it cannot be read or is no manifest."""
    return manifest_from_bytes(read_file(path), path)
