"""Write the JSON of plain trees as people would, and find the line of a place in such a text."""

from __future__ import annotations

import json
import re

from graphs.basics.json_text import JsonValue

Place = tuple[str | int, ...]
"""The keys and numbers on the way to a value."""

WIDTH = 100
"""Columns up to which an object or a list is one line."""

_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)


class TreeRefused(ValueError):
    """Say what cannot be read or written as a plain tree: the place, what is wrong, what to do."""

    def __init__(self, place: Place, message: str, remedy: str) -> None:
        super().__init__(f"{pointer(place)}: {message} {remedy}")
        self.place, self.message, self.remedy = place, message, remedy


def pointer(place: Place) -> str:
    """Return a place as a JSON pointer; the whole is `/`."""
    return "/" + "/".join(str(part).replace("~", "~0").replace("/", "~1") for part in place)


def written(value: JsonValue) -> str:
    """Return the text of a value: keys in their order, on one line what fits there."""
    return _text(value, "\n", 0) + "\n"


def _text(value: JsonValue, newline: str, beside: int) -> str:
    """Write a value on lines that begin with `newline`; `beside` it are so many columns more."""
    flat = json.dumps(value, ensure_ascii=False)
    is_short = 1 < len(newline) <= WIDTH + 1 - beside - len(flat)
    if is_short or not value or not isinstance(value, (dict, list)):
        return flat
    inner = newline + "  "
    if isinstance(value, list):
        return f"[{inner}{f',{inner}'.join(_text(each, inner, 1) for each in value)}{newline}]"
    keys = {key: f"{json.dumps(key, ensure_ascii=False)}: " for key in value}
    lines = [keys[key] + _text(each, inner, len(keys[key]) + 1) for key, each in value.items()]
    return f"{{{inner}{f',{inner}'.join(lines)}{newline}}}"


def line_of(text: str, place: Place) -> int:
    """Return the line, from 1 on, of a value in a valid JSON text, or of what it would be in."""
    way: list[str | int | None] = []
    found = 0
    for token in _TOKENS.finditer(text):
        mark = token.group()
        if mark in "}]":
            way.pop()
        elif mark == "," and isinstance(way[-1], int):
            way[-1] += 1
        elif mark == ",":
            way[-1] = None
        elif way and way[-1] is None:
            way[-1] = str(json.loads(mark))
            found = token.start() if tuple(way) == place[: len(way)] else found
        elif mark != ":":
            found = token.start() if tuple(way) == place[: len(way)] else found
            way += [None] if mark == "{" else [0] if mark == "[" else []
    return text.count("\n", 0, found) + 1
