"""Do what programs need once they are JSON: their hash, what they use, defaults of arguments, their names.

The file of names is to a program what a source map is to code: it has the program's hash, what rows and uses
of graphs are called, and all that is for people by its place in the program, as a JSON pointer (RFC 6901:
`/rows/3/guard/test/text`).
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from graphs.basics.json_text import JsonObject, JsonValue, to_canonical_json
from runtime.export.export_problem import (
    EXPORT_AGAIN,
    NAMES_FORMAT,
    NAMES_SUFFIX,
    NAMES_VERSION,
    RUNTIME_SUFFIX,
    UPGRADE_SUFFIX,
    ExportProblem,
    expected,
)
from runtime.export.game_needs import GameNeeds

HASH_DIGITS = 16


class ProgramFiles(NamedTuple):
    """Hold a program and the file of its names, None where there is none."""

    program: JsonObject
    names: JsonObject | None = None


def hash_of(program: JsonObject) -> str:
    """Return the hash of a program by which its names, and what is saved of it, refer to it."""
    text = to_canonical_json({name: value for name, value in program.items() if name != "hash"})
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]


_BY_NAME = frozenset({"arguments", "fields"})
"""Fields with values by names of the game: none of these names is a word of the format."""


def _objects(data: JsonValue) -> Iterator[JsonObject]:
    """Yield all objects of the format in some JSON, outer ones first."""
    waiting: list[JsonValue] = [data]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting.extend(reversed(each))
        elif isinstance(each, dict):
            yield each
            for name, value in each.items():
                if isinstance(value, dict) and name in _BY_NAME:
                    waiting.extend(value.values())
                elif isinstance(value, (dict, list)):
                    waiting.append(value)


def names_path(program: Path) -> Path:
    """Return where the names of a program are: beside it."""
    stem = program.name.removesuffix(RUNTIME_SUFFIX)
    return program.with_name(f"{stem.removesuffix('.json')}{NAMES_SUFFIX}")


def upgrade_path(program: Path) -> Path:
    """Return where the table is that carries saves of an older version to a program: beside it."""
    names = names_path(program)
    return names.with_name(f"{names.name.removesuffix(NAMES_SUFFIX)}{UPGRADE_SUFFIX}")


def uses_of(rows: list[JsonValue], groups: JsonValue) -> JsonObject:
    """Return what an executor must know: functions of expressions, ops of lines and of rows."""
    heads = {id(row) for row in rows}
    found: dict[str, set[str]] = {"functions": set(), "lines": set(), "ops": set()}
    for each in _objects([rows, groups]):
        function, op = each.get("function"), each.get("op")
        if each.get("node") == "function_call" and isinstance(function, str):
            found["functions"].add(function)
        elif isinstance(op, str):
            found["ops" if id(each) in heads else "lines"].add(op)
    return {name: [*sorted(names)] for name, names in found.items() if names}


# -- arguments that have their defaults ---------------------------------------------------------------


def without_defaults(row: JsonObject, needs: GameNeeds) -> JsonObject:
    """Return a row without the arguments of actions that have the default of the needs."""
    for each in _objects(row):
        name, given = each.get("action"), each.get("arguments")
        if isinstance(name, str) and isinstance(given, dict):
            defaults = {each.name: each.facts.default for each in needs.actions[name].parameters}
            kept = {key: value for key, value in given.items() if not _is_same(value, defaults.get(key))}
            if kept:
                each["arguments"] = kept
            else:
                del each["arguments"]
    return row


def _is_same(value: JsonValue, default: JsonValue) -> bool:
    return value == default and isinstance(value, bool) == isinstance(default, bool)


def with_defaults(row: JsonObject, needs: GameNeeds) -> None:
    """Give the actions of a row, in place, all their arguments in the order of their parameters."""
    for each in _objects(row):
        name = each.get("action")
        declared = needs.actions.get(name) if isinstance(name, str) else None
        given = each.get("arguments", {})
        if declared is None or not isinstance(given, dict):
            continue
        known: JsonObject = {}
        for parameter in declared.parameters:
            value = given.get(parameter.name, parameter.facts.default)
            as_float = parameter.type in ("float", "seconds") and type(value) is int
            known[parameter.name] = float(value) if as_float and isinstance(value, int) else value
        each["arguments"] = {**known, **{key: value for key, value in given.items() if key not in known}}


# -- names ------------------------------------------------------------------------------------------


def names_file(program: JsonObject, named: JsonObject, names: JsonObject) -> JsonObject:
    """Return the file of names: `named` is the program with all that is for people in it."""
    return {
        "format": NAMES_FORMAT,
        "version": NAMES_VERSION,
        "program": program["hash"],
        "texts": dict(_added(program, named, "")),
        **names,
    }


def _added(program: JsonValue, named: JsonValue, place: str) -> Iterator[tuple[str, JsonValue]]:
    """Yield what is in the named program alone, by its place."""
    if isinstance(program, list) and isinstance(named, list):
        for number, (part, other) in enumerate(zip(program, named, strict=True)):
            yield from _added(part, other, f"{place}/{number}")
    elif isinstance(program, dict) and isinstance(named, dict):
        for name, other in named.items():
            inner = f"{place}/{name.replace('~', '~0').replace('/', '~1')}"
            if name in program:
                yield from _added(program[name], other, inner)
            else:
                yield inner, other


def check_names(names: JsonObject, program: JsonObject) -> None:
    """Raise `ExportProblem` for what is no file of names, and for that of another program."""
    if names.get("format") != NAMES_FORMAT or names.get("version") != NAMES_VERSION:
        said = f"The names are no {NAMES_FORMAT} of version {NAMES_VERSION}."
        raise ExportProblem("names", said, EXPORT_AGAIN)
    if names.get("program") != program.get("hash"):
        raise ExportProblem("names.program", "They are the names of another program.", EXPORT_AGAIN)
    if set(names) != {"format", "version", "program", "texts", "graphs", "instances", "rows"}:
        raise ExportProblem("names", "Expected graphs, instances, rows and texts.", EXPORT_AGAIN)


def with_names(program: JsonObject, names: JsonObject | None) -> JsonObject:
    """Return a copy of a program with all in it that is for people; raise `ExportProblem` for other names."""
    found: JsonObject = copy.deepcopy(program)
    if names is None:
        return found
    check_names(names, program)
    texts = names["texts"]
    if not isinstance(texts, dict):
        raise expected("texts by their place", texts, "names.texts")
    for place, text in texts.items():
        *way, last = (part.replace("~1", "/").replace("~0", "~") for part in place.split("/")[1:] or [""])
        holder: JsonValue = found
        for part in way:
            holder = _below(holder, part)
        if not isinstance(holder, dict) or last in holder:
            raise ExportProblem(f"names.texts.{place[:60]}", "There is no such place.", EXPORT_AGAIN)
        holder[last] = text
    return found


def _below(holder: JsonValue, part: str) -> JsonValue:
    if isinstance(holder, dict):
        return holder.get(part)
    if isinstance(holder, list) and part.isdecimal() and int(part) < len(holder):
        return holder[int(part)]
    return None
