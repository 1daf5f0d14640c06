"""Find the lines of a JSON text on which its values are."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Mapping

JsonPath = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


def json_places(text: str) -> Mapping[JsonPath, tuple[int, int]]:
    """Return line and column, from 1, of every value of an object or a list: those of its key, if it has one.

    The text must be JSON.
    """
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    found: dict[JsonPath, tuple[int, int]] = {}
    path: list[str | int] = []
    expects_key: list[bool] = []
    key_at = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "]}":
            path.pop()
            expects_key.pop()
        elif token == ",":
            last = path[-1]
            path[-1] = last + 1 if isinstance(last, int) else ""
            expects_key[-1] = isinstance(last, str)
        elif token == ":":
            expects_key[-1] = False
        elif expects_key and expects_key[-1]:
            path[-1] = _unquoted(token)
            key_at = match.start()
        else:
            named = bool(path) and isinstance(path[-1], str)
            at = key_at if named else match.start()
            line = bisect_right(starts, at)
            found[tuple(path)] = (line, at - starts[line - 1] + 1)
            if token in "[{":
                path.append(0 if token == "[" else "")
                expects_key.append(token == "{")
    return found


def _unquoted(token: str) -> str:
    if "\\" not in token:
        return token[1:-1]
    said = json.loads(token)
    return said if isinstance(said, str) else token
