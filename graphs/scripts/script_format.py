"""Read and write files of edits, `*.edits.json`: names and arguments of edits, in order."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import Field

from graphs.basics.frozen import JsonValue
from graphs.basics.json_text import JsonObject, to_canonical_json
from graphs.files.document_file import read_file
from graphs.files.model_file import HandWritten, HandWrittenFormat, model_from_bytes

SCRIPT_SUFFIX = ".edits.json"


class EditScript(HandWritten):
    """Hold a script: each of its steps names an edit and gives its arguments."""

    format: Literal["mindloom-edits"]
    version: Literal[1]
    schema_: str = Field(default="", alias="$schema")
    edits: tuple[dict[str, JsonValue], ...]


SCRIPT_FORMAT = HandWrittenFormat(EditScript, "mindloom-edits", 1, "script of edits", f"*{SCRIPT_SUFFIX}")


def script_from_bytes(data: bytes, path: Path | None = None) -> EditScript:
    """Read a script; raise `FileProblem` for what is none. What its steps say is not looked at yet."""
    return model_from_bytes(data, path, SCRIPT_FORMAT)


def load_script(path: Path) -> EditScript:
    """Read the script at `path`; raise `FileProblem`."""
    return script_from_bytes(read_file(path), path)


def script_of(steps: Iterable[JsonObject]) -> EditScript:
    """Return a script with these steps."""
    return EditScript(format="mindloom-edits", version=1, edits=tuple(steps))


def script_to_bytes(script: EditScript) -> bytes:
    """Return the bytes of a script's file."""
    return to_canonical_json(script).encode()
