"""Define the value types of variables, payload fields and expressions (rule 2.1).

Conventions shared by every value: positions are in world units, durations in seconds, angles in
degrees. Heading 0 points along +x, angles grow counterclockwise, a heading lies in [0, 360).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from graphs.basics.frozen import JsonValue

INT_MINIMUM = -(2**31)
INT_MAXIMUM = 2**31 - 1

Item: TypeAlias = bool | int | float | str | tuple[float, float] | None
"""What an expression can evaluate to: an entity is its id or None, a vector a pair of floats."""


@dataclass(frozen=True, slots=True)
class Items:
    """Hold the items of a list, in order; all of one type."""

    values: tuple[Item, ...] = ()


Value: TypeAlias = Item | Items
"""What a variable can hold."""

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}


class ValueType(StrEnum):
    """Name the kinds of values a variable can be declared with."""

    BOOL = "bool"
    INT = "int"
    FLOAT = "float"
    STRING = "string"
    ENUM = "enum"
    VECTOR = "vector"
    ENTITY = "entity"
    TRIGGER = "trigger"
    LIST = "list"


_PLURALS = {ValueType.ENTITY: "entities"}


@dataclass(frozen=True, slots=True)
class Type:
    """Describe one type: its kind, for an enum the declared values in their order.

    A list has the kind of its items as `item`, with the values of an enum, and the most there can be.
    """

    kind: ValueType
    values: tuple[str, ...] = ()
    item: ValueType | None = None
    most: int = 0

    @property
    def item_type(self) -> Type:
        """Return the type of the items of a list."""
        assert self.item is not None
        return Type(self.item, self.values)

    def __str__(self) -> str:
        return self.kind.value

    @property
    def phrase(self) -> str:
        """Give the type's name with its article, for messages ("an int", "a float")."""
        if self.item is not None:
            return f"a list of up to {self.most} {_PLURALS.get(self.item, f'{self.item.value}s')}"
        article = "an" if self.kind.value[0] in "aeiou" else "a"
        return f"{article} {self.kind.value}"

    @property
    def is_number(self) -> bool:
        """Tell whether values of this type can be calculated with as numbers."""
        return self.kind in (ValueType.INT, ValueType.FLOAT)


BOOL = Type(ValueType.BOOL)
INT = Type(ValueType.INT)
FLOAT = Type(ValueType.FLOAT)
STRING = Type(ValueType.STRING)
VECTOR = Type(ValueType.VECTOR)
ENTITY = Type(ValueType.ENTITY)
TRIGGER = Type(ValueType.TRIGGER)


def enum_type(values: Sequence[str]) -> Type:
    """Return the enum type with the given allowed values, in declared order."""
    return Type(ValueType.ENUM, tuple(values))


def list_type(item: str, most: int, values: Sequence[str] = ()) -> Type:
    """Return the type of lists of up to `most` items of a type that is named."""
    return Type(ValueType.LIST, tuple(values) if item == ValueType.ENUM else (), ValueType(item), most)


def type_from_name(name: str, values: Sequence[str] = ()) -> Type:
    """Return the type a document declares by name; raise ValueError for an unknown name."""
    try:
        kind = ValueType(name)
    except ValueError:
        known = ", ".join(kind.value for kind in ValueType)
        raise ValueError(f"Unknown type '{name}'; expected one of {known}.") from None
    return Type(kind, tuple(values) if kind is ValueType.ENUM else ())


def readable_type(declared: Type) -> Type:
    """Return the type an expression sees when it reads a variable: a trigger reads as bool (2.3)."""
    return BOOL if declared.kind is ValueType.TRIGGER else declared


def default_value(declared: Type) -> Value:
    """Return the value of a variable that declares no default: zero, false, empty, first enum value."""
    match declared.kind:
        case ValueType.BOOL | ValueType.TRIGGER:
            return False
        case ValueType.INT:
            return 0
        case ValueType.FLOAT:
            return 0.0
        case ValueType.STRING:
            return ""
        case ValueType.ENUM:
            return declared.values[0] if declared.values else ""
        case ValueType.VECTOR:
            return (0.0, 0.0)
        case ValueType.ENTITY:
            return None
        case ValueType.LIST:
            return Items()


def fits_type(value: object, declared: Type) -> bool:
    """Tell whether a value may be written to a variable of this type (rule 2.1).

    An int fits where a float is declared, never the reverse; floats must be finite, ints lie within
    32 bits, an enum value is one of the declared ones.
    """
    match declared.kind:
        case ValueType.BOOL | ValueType.TRIGGER:
            return isinstance(value, bool)
        case ValueType.INT:
            return _is_int(value)
        case ValueType.FLOAT:
            return _is_finite_number(value)
        case ValueType.STRING:
            return isinstance(value, str)
        case ValueType.ENUM:
            return isinstance(value, str) and value in declared.values
        case ValueType.VECTOR:
            return isinstance(value, tuple) and len(value) == 2 and all(map(_is_finite_number, value))
        case ValueType.ENTITY:
            return value is None or isinstance(value, str)
        case ValueType.LIST:
            if not isinstance(value, Items) or len(value.values) > declared.most:
                return False
            return all(fits_type(each, declared.item_type) for each in value.values)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and INT_MINIMUM <= value <= INT_MAXIMUM


def _is_finite_number(value: object) -> bool:
    return _is_int(value) or (isinstance(value, float) and math.isfinite(value))


def declared_value(value: JsonValue, declared: Type) -> Value:
    """Return a JSON default as a value of the declared type; None in the file means the type's own."""
    if value is None:
        return default_value(declared)
    if declared.item is not None:
        if not isinstance(value, list):
            return None
        items = [None if each is None else declared_value(each, declared.item_type) for each in value]
        return Items(tuple(each for each in items if not isinstance(each, Items)))
    if isinstance(value, list) and len(value) == 2:
        x, y = value
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            return (float(x), float(y))
    if isinstance(value, (bool, int, float, str)):
        numeric = not isinstance(value, (bool, str)) and declared.kind.value == "float"
        return float(value) if numeric else value
    return None


def quoted(text: str) -> str:
    """Return a text as a string literal of the language."""
    return '"' + "".join(_ESCAPES.get(character, character) for character in text) + '"'


def plain_value(value: Value) -> JsonValue:
    """Return a value as a file holds it where its type is known: a vector or a list as a list."""
    if isinstance(value, Items):
        return [plain_value(each) for each in value.values]
    return [*value] if isinstance(value, tuple) else value
