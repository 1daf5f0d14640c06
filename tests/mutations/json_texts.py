"""Damage JSON texts: one value replaced by another that no reader expects, or bytes changed blindly."""

from __future__ import annotations

import json
from random import Random
from typing import Any

RAW = (
    "null",
    "true",
    "0",
    "-1",
    "1.5",
    "-0.0",
    "1e999",
    "-1e999",
    "NaN",
    "1e308",
    "10000000000",
    "9223372036854775808",
    "9" * 399,
    "9" * 6000,
    '""',
    '"\\ud800"',
    '"\\u0000"',
    '"\\u202e[31m"',
    '"../../x"',
    '"/etc/passwd"',
    '"' + "a" * 5000 + '"',
    "[]",
    "{}",
    "[null]",
    "[[[]]]",
    '{"a":1,"a":2}',
    "[" * 9000,
    "[" * 9000 + "]" * 9000,
    '{"a":' * 9000 + "1" + "}" * 9000,
    "[" * 90 + "]" * 90,
)
"""What a value is replaced by, as it is written in the file."""

_MARK = "\x00here\x00"


def mutated_json(data: bytes, rng: Random) -> bytes:
    """Return a JSON text with one or two values replaced, taken out, doubled or exchanged."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return mutated_bytes(data, rng)
    for _ in range(rng.choice((0, 0, 1))):
        value = _with_one_changed(value, rng, rng.choice((None, 7, "x", True, [], {})))
    marked = _with_one_changed(value, rng, _MARK)
    text = json.dumps(marked, ensure_ascii=False, separators=(",", ":"))
    return text.replace(json.dumps(_MARK), rng.choice(RAW)).encode("utf-8", "surrogatepass")


def mutated_bytes(data: bytes, rng: Random) -> bytes:
    """Return bytes with some flipped, cut out, doubled or put in."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5, 40))):
        at = rng.randrange(len(changed) + 1)
        end = min(len(changed), at + rng.choice((1, 1, 2, 8, 200)))
        act = rng.randrange(5)
        if act == 0 and at < len(changed):
            changed[at] ^= 1 << rng.randrange(8)
        elif act == 1 and at < len(changed):
            changed[at] = rng.choice((0, 0xFF, 0x7F, 0x80, ord("["), ord('"'), ord("{"), ord("9")))
        elif act == 2:
            del changed[at:end]
        elif act == 3:
            changed[at:at] = changed[at:end] or rng.randbytes(4)
        else:
            changed[at:] = b"" if rng.random() < 0.3 else changed[at:]
    return bytes(changed)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return every (container, key) there is, none for a value without parts."""
    found: list[tuple[Any, Any]] = []
    left = [value]
    while left:
        parent = left.pop()
        keys = list(parent) if isinstance(parent, dict) else range(len(parent))
        found += [(parent, key) for key in keys]
        left += [parent[key] for key in keys if isinstance(parent[key], (dict, list))]
    return found


def _with_one_changed(value: Any, rng: Random, new: Any) -> Any:
    places = _places(value) if isinstance(value, (dict, list)) else []
    if not places or rng.random() < 0.02:
        return new
    parent, key = rng.choice(places)
    act = rng.randrange(12)
    if act == 0:
        del parent[key]
    elif act == 1 and isinstance(parent, dict):
        parent[rng.choice(("x", "", key + "s", "__proto__"))] = parent.pop(key)
    elif act == 2 and isinstance(parent, list):
        parent.extend(parent[key : key + 1] * rng.choice((1, 3, 1000)))
    elif act == 3:
        other, place = rng.choice(places)
        if not isinstance(other[place], (dict, list)):
            parent[key] = other[place]
    else:
        parent[key] = new
    return value
