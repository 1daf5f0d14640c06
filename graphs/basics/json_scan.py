"""Tell quickly whether a text is strict JSON, without keeping its values.

One pass of the standard library's scanner, whose hooks keep next to nothing, and a look at the characters
outside strings answer for a whole file in a fraction of the time that building its values takes. What is
wrong, and where, is left to `graphs.basics.json_text`.
"""

from __future__ import annotations

import json
import math
import re
from typing import NoReturn

_MARKS = b'{}[]:"'
_ALL_BUT_MARKS = bytes(byte for byte in range(256) if byte not in _MARKS)
_SQUARE_AS_CURLY = bytes.maketrans(b"[]", b"{}")

_ANY_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPES = re.compile(
    r"\\(?:u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|u(?P<half>[dD][89a-fA-F]\w\w)|.)", re.DOTALL
)


def is_strict_json(data: bytes, maximum_depth: int, maximum_digits: int) -> bool:
    """Tell whether `data` is JSON with unique keys and finite numbers, nested at most `maximum_depth` deep.

    `maximum_digits` bounds the length of an integer literal, in characters. A text with half a surrogate
    pair in an escape is not strict, since UTF-8 cannot hold it.
    """
    keys = 0

    def count_keys(found: dict[str, object]) -> None:
        # The object is not kept: a hundred thousand of them would wake the garbage collector.
        nonlocal keys
        keys += len(found)

    floats: list[str] = []
    integers: list[str] = []
    decoder = json.JSONDecoder(
        object_hook=count_keys,
        parse_float=floats.append,
        parse_int=integers.append,
        parse_constant=_refuse,
    )
    try:
        text = data.decode("utf-8-sig")
        decoder.decode(text)
    except (ValueError, RecursionError):
        return False
    marks = marks_outside_strings(data)
    return (
        keys == marks.count(b":")
        and all(map(math.isfinite, map(float, floats)))
        and max(map(len, integers), default=0) <= maximum_digits
        and nesting_depth(marks) <= maximum_depth
        and half_surrogate(text) is None
    )


def marks_outside_strings(data: bytes) -> bytes:
    """Return the brackets and colons of a valid JSON text that stand outside its strings, in order."""
    if b"\\" in data:
        data = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    return b"".join(data.translate(None, _ALL_BUT_MARKS).split(b'"')[::2])


def nesting_depth(marks: bytes) -> int:
    """Return how deep the brackets of a valid JSON text are nested, given its marks."""
    brackets = marks.translate(_SQUARE_AS_CURLY, b":")
    depth = 0
    while brackets:
        brackets = brackets.replace(b"{}", b"")
        depth += 1
    return depth


def half_surrogate(text: str) -> int | None:
    """Return where a valid JSON text escapes half a surrogate pair, None if it does not."""
    if _ANY_SURROGATE.search(text) is None:
        return None
    return next((found.start() for found in _ESCAPES.finditer(text) if found["half"]), None)


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)
