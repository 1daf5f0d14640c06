"""Read small hand-written files into models: strict JSON, a format and version, every refusal located.

Documents and worlds keep fields they do not know, since other programs write into them. The files read here
are written by hand, so a field that is not known is a slip of the pen and refused with the nearest name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from graphs.basics.frozen import Frozen
from graphs.basics.json_text import JsonValue
from graphs.expressions.names import nearest_name
from graphs.files.document_file import BYTE_ORDER_MARK, FileProblem, and_more, model_problems, parsed


class HandWritten(Frozen):
    """Hold one part of a file that people write by hand: as `Frozen`, but with no fields unknown."""

    model_config = ConfigDict(json_schema_extra={"additionalProperties": False})


Model = TypeVar("Model", bound=HandWritten)


@dataclass(frozen=True, slots=True)
class HandWrittenFormat(Generic[Model]):
    """Describe a format: its model, the name and version in its files, and how people call such a file.

    `noun` is used with "a" ("project"), `pattern` is what its files are called (`*.kinds.json`).
    """

    model: type[Model]
    name: str
    version: int
    noun: str
    pattern: str


def model_from_bytes(data: bytes, path: Path | None, form: HandWrittenFormat[Model]) -> Model:
    """Read the bytes of a file of one format; raise `FileProblem` for anything else."""
    value = parsed(data, path)
    _check_header(value, path, form)
    try:
        model = form.model.model_validate_json(data.removeprefix(BYTE_ORDER_MARK))
    except ValidationError as error:
        problems = model_problems(error, value)
        remedy = and_more("Correct the value in the file.", len(problems) - 1)
        raise FileProblem(path, problems[0].where, problems[0].message, remedy) from None
    unknown = [
        (where, f"The field {name!r} is not known here.", known) for where, name, known in _unknown(model)
    ]
    if unknown:
        where, message, known = unknown[0]
        nearest = nearest_name(where.rpartition(".")[2][:60], known)
        remedy = f"Did you mean {nearest!r}?" if nearest else f"Known are {', '.join(sorted(known))}."
        raise FileProblem(path, where, message, remedy)
    return model


def _check_header(value: JsonValue, path: Path | None, form: HandWrittenFormat[Model]) -> None:
    if not isinstance(value, dict) or value.get("format") != form.name:
        said = f'This is not a Mindloom {form.noun}: expected an object with "format": "{form.name}".'
        raise FileProblem(path, "format", said, f"Name a {form.pattern} file.")
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        expected = f"the version number {form.version}"
        raise FileProblem(path, "version", f"Expected {expected}.", f'Write "version": {form.version}.')
    if version > form.version:
        said = f"The {form.noun} is of version {version}, this program knows up to {form.version}."
        raise FileProblem(path, "version", said, "Update Mindloom to use it.")


def _unknown(part: object, where: str = "") -> Iterator[tuple[str, str, list[str]]]:
    """Yield the place and name of every unknown field below a model, with the names known there."""
    inner = f"{where}." if where else ""
    if isinstance(part, BaseModel):
        known = {info.alias or name: name for name, info in type(part).model_fields.items()}
        if isinstance(part, HandWritten):
            for name in part.model_extra or {}:
                yield inner + name, name, list(known)
        for key, name in known.items():
            yield from _unknown(getattr(part, name), inner + key)
    elif isinstance(part, dict):
        for key, each in part.items():
            yield from _unknown(each, f"{inner}{key}")
    elif isinstance(part, tuple):
        for place, each in enumerate(part):
            yield from _unknown(each, f"{inner}{place}")
