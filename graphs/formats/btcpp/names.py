"""Choose names that documents allow for keys, ports, IDs and nodes."""

from __future__ import annotations

import re
from collections.abc import Container

from graphs.expressions.names import RESERVED_NAMES, is_name

_OTHER = re.compile(r"[^A-Za-z0-9_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def legal_name(text: str, taken: Container[str]) -> str:
    """Return a text as a name of the expression language, itself where that may be."""
    name = _OTHER.sub("_", text) or "_"
    name = f"_{name}" if name[0].isdigit() else name
    return unique(name if is_name(name) and name not in RESERVED_NAMES else f"{name}_", taken)


def unique(name: str, taken: Container[str]) -> str:
    """Return a name with a number behind it, where it is taken."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    return found


def slug(text: str) -> str:
    """Return a text as readable id: `say_something` for `SaySomething`."""
    words = _OTHER.sub("_", _HUMP.sub("_", text)).strip("_").lower()
    return words[:40].rstrip("_") or "node"


def own_id(kind: str) -> str:
    """Return the ID of a node that stands for a kind: `RateLimit`."""
    return "".join(word[:1].upper() + word[1:] for word in kind.split("_")) or "Node"
