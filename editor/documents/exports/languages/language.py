"""Declare a language that a game can be written in: its executor and what an export writes in it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from editor.basics.resource_files import resource_path
from editor.documents.exports.languages.game_shape import GameShape


class FilePart(StrEnum):
    """Say what a file is for a game."""

    EXECUTOR = "runs the mind"
    LINK = "shows it in Mindloom"
    FACADE = "the mind, typed"
    STUB = "yours to fill in"
    EXAMPLE = "an example to run"


@dataclass(frozen=True, slots=True)
class LanguageFile:
    """Hold a file that an export writes in a language; {stem} in its name is that of the mind."""

    part: FilePart
    name: str
    write: Callable[[GameShape], str]


@dataclass(frozen=True, slots=True)
class Language:
    """Declare a language.

    `executor` are files of the game by their names, with their places under `resources/executors`. `reserved`
    are words that nothing may be named. `comment` begins a line of comment. `run` runs the example. `link`
    are the files, as those of the executor, that show the minds of the running game in Mindloom.
    """

    name: str
    title: str
    executor: Mapping[str, str]
    files: tuple[LanguageFile, ...]
    reserved: frozenset[str]
    run: str
    comment: str = "//"
    link: Mapping[str, str] = field(default_factory=dict)


def example(template: str, quoted: Callable[[str], str]) -> Callable[[GameShape], str]:
    """Return what writes the example of a language: a file under `resources/executors`, filled in."""

    def write(shape: GameShape) -> str:
        text = executor_text(template)
        names = f", text({quoted(shape.names)})" if shape.names else ""
        parts = {"stem": shape.stem, "title": shape.title, "program": quoted(shape.program), "names": names}
        return re.sub("@(stem|title|program|names)@", lambda found: parts[found[1]], text)

    return write


def starred(indent: str, told: Sequence[str]) -> list[str]:
    """Return lines as a comment of documentation between `/**` and `*/`."""
    if len(told) < 2:
        return [f"{indent}/** {line} */" for line in told]
    return [f"{indent}/**", *(f"{indent} * {line}" for line in told), f"{indent} */"]


def literal(text: str) -> str:
    """Return a text in quotes with the escapes of JSON, which other languages read as well."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def executor_text(place: str) -> str:
    """Return the text of a file under `resources/executors`."""
    return resource_path("executors", *place.split("/")).read_text(encoding="utf-8")


MARK = "Written by Mindloom, check {check}: the next export replaces this file, unless it was changed."
MARKED = MARK.replace("{check}", "([0-9a-f]{16})")


def marked(text: str, comment: str) -> str:
    """Return a text with a first line by which it is known whether it was changed since."""
    return f"{comment} {MARK.format(check=_check(text))}\n{text}"


def is_unchanged(data: bytes) -> bool:
    """Tell whether a file is as an export wrote it, but for the ends of its lines."""
    head, _, rest = data.decode("utf-8", "replace").replace("\r\n", "\n").partition("\n")
    found = re.search(MARKED, head)
    return found is not None and found[1] == _check(rest)


def _check(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def supplies(stub: str, name: str) -> bool:
    """Tell whether a game's own file has something of this name: as a key or a function, or in quotes."""
    word = re.escape(name)
    return re.search(rf"""(["']){word}\1|^\s*(async\s+)?{word}\s*[(:,=]""", stub, re.MULTILINE) is not None
