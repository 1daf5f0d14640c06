"""Strict JSON in, canonical JSON out.

Reading refuses what other readers guess about: duplicate keys, NaN and infinities, text that is not UTF-8,
nesting without end. Writing has one form for one value, so that files do not change for nothing.
"""

from __future__ import annotations

import json
import math
import re
from typing import NoReturn

from graphs.basics.canonical_text import to_canonical_json as to_canonical_json
from graphs.basics.json_scan import half_surrogate, is_strict_json, marks_outside_strings, nesting_depth

JsonScalar = str | int | float | bool | None
JsonValue = JsonScalar | list["JsonValue"] | dict[str, "JsonValue"]
JsonObject = dict[str, JsonValue]

MAXIMUM_DEPTH = 100
"""Deepest nesting of lists and objects that is read."""

MAXIMUM_DIGITS = 308
"""Longest integer literal that is read, in characters: a longer one may be too large for a float."""

_CONFLICT_MARKS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")

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


def is_strict(data: bytes, maximum_depth: int = MAXIMUM_DEPTH) -> bool:
    """Tell whether `parse_json` takes `data`, in a fraction of the time."""
    return is_strict_json(data, maximum_depth, MAXIMUM_DIGITS)


def parse_json(data: bytes, maximum_depth: int = MAXIMUM_DEPTH) -> JsonValue:
    """Parse strict JSON.

    Raises
    ------
    JsonTextError
        For text that is not UTF-8, not JSON, nested deeper than `maximum_depth`, with a key twice in one
        object, with a number that is not finite, or with half a surrogate pair.
    """
    text = decode_text(data)
    value = _parsed(text, maximum_depth)
    if nesting_depth(marks_outside_strings(data)) > maximum_depth:
        raise _too_deep(text, maximum_depth)
    half = half_surrogate(text)
    if half is not None:
        raise JsonTextError(
            f"{text[half : half + 6]} is half a character.",
            *_place(text, half),
            "Write the character itself, or both halves.",
        )
    return value


def _parsed(text: str, maximum_depth: int) -> JsonValue:
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
        raise _too_deep(text, maximum_depth) from None


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


def _too_deep(text: str, limit: int) -> JsonTextError:
    line, column = _place_of_depth(text, limit)
    return JsonTextError(
        f"Brackets are nested deeper than {limit} levels.",
        line,
        column,
        "A document never needs that; restore the file from version control.",
    )


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
    lines = text.split("\n")
    if error.lineno <= len(lines) and lines[error.lineno - 1].startswith(_CONFLICT_MARKS):
        return JsonTextError(
            "Version control left a merge conflict here.",
            error.lineno,
            error.colno,
            "Take one of the two sides, or merge the two files again with mindloom merge.",
        )
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
