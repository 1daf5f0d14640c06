"""The types of blackboard entries: what C++ calls them, what texts are of them, how they join."""

from __future__ import annotations

import math
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM

EntryType = Literal["bool", "int", "float", "string"]
"""What an entry of the blackboard becomes."""

_OF_CPP: dict[str, EntryType] = {
    "bool": "bool",
    "double": "float",
    "float": "float",
    "std::string": "string",
    "string": "string",
    "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >": "string",
    **dict.fromkeys(
        (
            *("int", "unsigned int", "unsigned", "short", "unsigned short", "long", "unsigned long"),
            *("int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"),
            *("long long", "unsigned char", "size_t"),
        ),
        "int",
    ),
}

CPP_TYPES: dict[str, str] = {"bool": "bool", "int": "int", "float": "double", "string": "std::string"}
"""What C++ calls the types of parameters; all others are texts there."""

_TRUE, _FALSE = ("1", "true", "TRUE", "True"), ("0", "false", "FALSE", "False")


def type_of_cpp(name: str) -> EntryType | None:
    """Return the type that a model names; None for any type and for one of the game."""
    return _OF_CPP.get(name.strip())


def is_any_type(name: str) -> bool:
    """Tell whether a model leaves the type open."""
    return name.strip() in ("", "BT::AnyTypeAllowed", "AnyTypeAllowed", "BT::Any", "linb::any", "any", "void")


def literal(text: str, wanted: EntryType) -> JsonValue:
    """Return the value of a text of a port, None where it is no such value."""
    if wanted == "string":
        return text
    if wanted == "bool":
        return text in _TRUE if text in _TRUE + _FALSE else None
    number = number_of(text)
    if number is None or (wanted == "int" and not isinstance(number, int)):
        return None
    return number


def number_of(text: str) -> int | float | None:
    """Return the number that a text is, an int where it has no point and fits 32 bits."""
    if not text.isascii() or not text.strip() or "_" in text:
        return None
    try:
        if text.strip().lstrip("+-").isdigit():
            value = int(text) if len(text) < 20 else 2**40
            return value if INT_MINIMUM <= value <= INT_MAXIMUM else float(value)
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def type_of_text(text: str) -> EntryType:
    """Return the type that the library gives a constant of a subtree's port: a number, or a text."""
    number = number_of(text)
    return "string" if number is None else "int" if isinstance(number, int) else "float"


def joined(types: set[EntryType]) -> EntryType | None:
    """Return the one type that holds values of all; None of none. A text holds the rest."""
    if "string" in types:
        return "string"
    if "float" in types:
        return "float"
    if "int" in types:
        return "int"
    return "bool" if types else None


def key_of(text: str) -> str | None:
    """Return the key in `{key}`, None for a constant."""
    stripped = text.strip()
    if len(stripped) < 3 or not (stripped[0] == "{" and stripped[-1] == "}"):
        return None
    return stripped[1:-1]
