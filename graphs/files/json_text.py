"""Strict JSON in, canonical JSON out.

Reading refuses what other readers guess about: duplicate keys, NaN and infinities, text that is not UTF-8,
nesting without end. Writing has one form for one value, so that files do not change for nothing.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring
from typing import NoReturn

JsonScalar = str | int | float | bool | None
JsonValue = JsonScalar | list["JsonValue"] | dict[str, "JsonValue"]

MAXIMUM_DEPTH = 100
"""Deepest nesting of lists and objects that is read."""

MAXIMUM_DIGITS = 400
"""Longest integer literal that is read, in characters."""

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


class JsonTextError(ValueError):
    """Say what is wrong in a JSON text and where.

    `line` and `column` count from 1; `remedy` is a sentence that says what to do.
    """

    def __init__(self, message: str, line: int, column: int, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.remedy = remedy

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


def parse_json(data: bytes) -> JsonValue:
    """Parse strict JSON.

    Raises
    ------
    JsonTextError
        For text that is not UTF-8, not JSON, nested deeper than `MAXIMUM_DEPTH`, with a key twice in one
        object, or with a number that is not finite.
    """
    text = decode_text(data)
    try:
        return json.loads(  # type: ignore[no-any-return]
            text,
            object_pairs_hook=_ObjectReader(text),
            parse_constant=lambda name: _refuse_constant(text, name),
            parse_float=lambda literal: _finite_float(text, literal),
            parse_int=lambda literal: _short_integer(text, literal),
        )
    except json.JSONDecodeError as error:
        raise _syntax_error(text, error) from None
    except RecursionError:
        line, column = _place_of_depth(text, MAXIMUM_DEPTH)
        raise JsonTextError(
            f"Brackets are nested deeper than {MAXIMUM_DEPTH} levels.",
            line,
            column,
            "A document never needs that; restore the file from version control.",
        ) from None


def decode_text(data: bytes) -> str:
    """Decode UTF-8, with or without a byte order mark; raise `JsonTextError` naming the bad byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise JsonTextError(
            f"Byte 0x{data[error.start]:02x} is not UTF-8 text.",
            line,
            column,
            "The file is not a text file, or was saved in another encoding; save it as UTF-8.",
        ) from None


def to_canonical_json(value: object) -> str:
    """Write `value` in the one canonical form, with a newline at the end.

    Keys are sorted, the indent is 2, every object and every list that holds an object or a list is broken,
    a list of scalars stays on its line, floats take their shortest form. Raises ValueError for a float that
    is not finite or a value JSON has no form for.
    """
    parts: list[str] = []
    _write(value, "\n", parts)
    parts.append("\n")
    return "".join(parts)


def _write(value: object, newline: str, parts: list[str]) -> None:
    if isinstance(value, Mapping):
        _write_object(value, newline, parts)
    elif isinstance(value, (list, tuple)):
        _write_list(value, newline, parts)
    else:
        parts.append(_scalar(value))


def _write_object(value: Mapping[str, object], newline: str, parts: list[str]) -> None:
    if not value:
        parts.append("{}")
        return
    inner = newline + "  "
    separator = "{" + inner
    for key in sorted(value):
        parts.append(f"{separator}{encode_basestring(key)}: ")
        _write(value[key], inner, parts)
        separator = "," + inner
    parts.append(newline + "}")


def _write_list(value: Sequence[object], newline: str, parts: list[str]) -> None:
    if not any(isinstance(item, (Mapping, list, tuple)) for item in value):
        parts.append("[" + ", ".join(map(_scalar, value)) + "]")
        return
    inner = newline + "  "
    separator = "[" + inner
    for item in value:
        parts.append(separator)
        _write(item, inner, parts)
        separator = "," + inner
    parts.append(newline + "]")


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} has no form in JSON")
        return float.__repr__(value)
    raise ValueError(f"a {type(value).__name__} has no form in JSON")


class _ObjectReader:
    """Build each object of a text and refuse a key that stands twice in it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __call__(self, pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
        result = dict(pairs)
        if len(result) != len(pairs):
            self._refuse(pairs)
        return result

    def _refuse(self, pairs: list[tuple[str, JsonValue]]) -> NoReturn:
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        line, column = _place_of_last(self._text, json.dumps(twice, ensure_ascii=False))
        raise JsonTextError(
            f"The key {json.dumps(twice, ensure_ascii=False)} stands twice in one object.",
            line,
            column,
            "Remove one of the two; a merge may have left both.",
        )


def _refuse_constant(text: str, name: str) -> NoReturn:
    line, column = _place_of_last(text, name)
    raise JsonTextError(f"{name} is not a JSON number.", line, column, "Write a finite number.")


def _finite_float(text: str, literal: str) -> float:
    value = float(literal)
    if math.isfinite(value):
        return value
    line, column = _place_of_last(text, literal)
    raise JsonTextError(
        f"The number {literal[:40]} is too large.", line, column, "Write a number below 1.8e308."
    )


def _short_integer(text: str, literal: str) -> int:
    if len(literal) <= MAXIMUM_DIGITS:
        return int(literal)
    line, column = _place_of_last(text, literal)
    raise JsonTextError(
        f"The integer {literal[:20]}… has {len(literal)} digits.", line, column, "Write a smaller number."
    )


def _place_of_last(text: str, needle: str) -> tuple[int, int]:
    return _place(text, max(text.rfind(needle), 0))


def _place(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


def _place_of_depth(text: str, limit: int) -> tuple[int, int]:
    depth = 0
    for match in _TOKENS.finditer(text):
        token = match.group()
        if token in "[{":
            depth += 1
            if depth > limit:
                return _place(text, match.start())
        elif token in "]}":
            depth -= 1
    return 1, 1


def _syntax_error(text: str, error: json.JSONDecodeError) -> JsonTextError:
    if not text.strip():
        return JsonTextError("The file is empty.", 1, 1, "A Mindloom file starts with an object, { … }.")
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return JsonTextError(
            "The text ends in the middle of the file.",
            error.lineno,
            error.colno,
            "The file was cut off; restore it from version control or a backup.",
        )
    return JsonTextError(
        f"This is not JSON: {error.msg[0].lower()}{error.msg[1:].removesuffix(' at')}.",
        error.lineno,
        error.colno,
        "Correct the text at this place, or restore the file from version control.",
    )
