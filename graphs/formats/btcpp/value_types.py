"""The types of blackboard entries: what C++ calls them, what texts are of them, how they join."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM, quoted

EntryType = Literal["bool", "int", "float", "string"]
"""What an entry of the blackboard becomes."""

ZERO: Mapping[EntryType, JsonValue] = {"bool": False, "int": 0, "float": 0.0, "string": ""}
"""What an entry of each type begins with."""

_INTS = (
    *("int", "unsigned int", "unsigned", "short", "unsigned short", "long", "unsigned long", "long long"),
    *("int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"),
    *("unsigned char", "size_t"),
)
_OF_CPP: Mapping[str, EntryType] = {
    **dict.fromkeys(_INTS, "int"),
    "bool": "bool",
    "double": "float",
    "float": "float",
    "std::string": "string",
    "string": "string",
    "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >": "string",
}
CPP_TYPES = {"bool": "bool", "int": "int", "float": "double", "string": "std::string"}
"""What C++ calls the types of parameters; all others are texts there."""

ANY_TYPES = ("", "BT::AnyTypeAllowed", "AnyTypeAllowed", "BT::Any", "linb::any", "any", "void")
"""What C++ calls types that are left open."""

_TRUE, _FALSE = ("1", "true", "TRUE", "True"), ("0", "false", "FALSE", "False")


def type_of_cpp(name: str) -> EntryType | None:
    """Return the type that a model names; None for any type and for one of the game."""
    return _OF_CPP.get(name.strip())


def literal(text: str, wanted: EntryType) -> JsonValue:
    """Return the value of a text of a port, None where it is no such value."""
    if wanted == "string":
        return text
    if wanted == "bool":
        return text in _TRUE if text in _TRUE + _FALSE else None
    number = number_of(text)
    return number if wanted == "float" or isinstance(number, int) else None


def number_of(text: str) -> int | float | None:
    """Return the number that a text is, an int where it has no point and fits 32 bits."""
    if not text.isascii() or "_" in text:
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    if text.strip().lstrip("+-").isdigit() and INT_MINIMUM <= number <= INT_MAXIMUM:
        return int(number)
    return number if math.isfinite(number) else None


def expression_text_of(value: JsonValue) -> str:
    """Return a value as a literal of the expression language."""
    if isinstance(value, str):
        return quoted(value).replace("\t", "\\t")
    return str(value).lower() if isinstance(value, bool) else repr(value)


def type_of_value(value: JsonValue) -> EntryType:
    """Return the type of a literal."""
    if isinstance(value, bool):
        return "bool"
    return "int" if isinstance(value, int) else "float" if isinstance(value, float) else "string"


def type_of_text(text: str) -> EntryType:
    """Return the type that the library gives a constant of a subtree's port: a number, or a text."""
    number = number_of(text)
    return "string" if number is None else type_of_value(number)


def type_of_constant(text: str) -> EntryType:
    """Return the type that a constant elsewhere looks like, for which there are true and false too."""
    return "bool" if text in ("true", "false") else type_of_text(text)


def joined(types: Iterable[EntryType | None]) -> EntryType | None:
    """Return the one type that holds values of all that are known; None of none. A text holds the rest."""
    known = {*types}
    widest: tuple[EntryType, ...] = ("string", "float", "int", "bool")
    return next((each for each in widest if each in known), None)


def key_of(text: str) -> str | None:
    """Return the key in `{key}`, None for a constant."""
    stripped = text.strip()
    is_key = len(stripped) >= 3 and stripped[0] == "{" and stripped[-1] == "}"
    return stripped[1:-1] if is_key else None


def key_at(port: str, text: str) -> str | None:
    """Return the key that a text names in a port, where `{=}` is the key of the port's own name."""
    return port if text == "{=}" else key_of(text)


def as_key(key: str) -> str:
    """Return the text of a port that names a key."""
    return f"{{{key}}}"
