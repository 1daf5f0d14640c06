"""The text form of a Godot resource: sections in brackets, each with properties whose values are Variants."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.game_leaf import is_number, number_of
from graphs.formats.basics.sources import Source
from graphs.formats.basics.text_cursor import TextCursor

_MOST_NESTED = 50
_SPACE = re.compile(r"(?:[ \t\r\n]|;[^\n]*)*")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TEXT = re.compile(r'[&^]?"((?:[^"\\]|\\.)*)"', re.DOTALL)
_PROPERTY = re.compile(r'(?:"((?:[^"\\]|\\.)*)"|([^\s=\[\]";]+))[ \t]*=')
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "a": "\a", "v": "\v"}
_CONSTANTS = {"true": True, "false": False, "null": None, "nil": None}


@dataclass(frozen=True)
class GodotCall:
    """Hold a value that is made by name, such as `Vector2(1, 2)`."""

    name: str
    values: tuple[GodotValue, ...]
    text: str


@dataclass(frozen=True)
class GodotMap:
    """Hold a dictionary by its text."""

    text: str


GodotValue: TypeAlias = "bool | int | float | str | GodotCall | GodotMap | list[GodotValue] | None"


def plain(value: GodotValue) -> JsonValue:
    """Return a value of Godot as one of a document: what has no form there as text."""
    if isinstance(value, GodotCall):
        is_point = value.name in ("Vector2", "Vector2i") and len(value.values) == 2
        if is_point and all(map(is_number, value.values)):
            return [each for each in value.values if is_number(each)]
        is_name = value.name in ("NodePath", "StringName") and len(value.values) == 1
        return str(value.values[0]) if is_name else value.text
    if isinstance(value, list):
        return f"[{', '.join(str(plain(each)) for each in value)}]"
    return value.text if isinstance(value, GodotMap) else value


def text_of(value: GodotValue) -> str:
    """Return a value as text, "" for nothing."""
    return str(plain(value) or "")


@dataclass
class GodotSection:
    """Hold a section: the word in its brackets, what is said there, properties with their texts and lines."""

    tag: str
    line: int
    head: dict[str, GodotValue] = field(default_factory=dict)
    properties: dict[str, GodotValue] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    @property
    def type(self) -> str:
        """Return the class that its head names."""
        return str(plain(self.head.get("type")))


class GodotText:
    """Read the sections of a resource; raises `FileProblem` with the place of what is wrong."""

    def __init__(self, source: Source) -> None:
        self._cursor = TextCursor(source, source.text("Save it from Godot as text."))

    def sections(self) -> list[GodotSection]:
        """Return all sections in their order."""
        found: list[GodotSection] = []
        while not self._ends():
            if self._cursor.take("["):
                found.append(self._head())
            elif found:
                self._property(found[-1])
            else:
                raise self._cursor.wrong("A resource begins with [gd_resource …].", "Import a *.tres file.")
        return found

    def _ends(self) -> bool:
        self._cursor.match(_SPACE)
        return self._cursor.ends()

    def _head(self) -> GodotSection:
        section = GodotSection(self._name_there(), self._cursor.place()[0])
        while not self._takes("]"):
            name = self._name_there()
            self._need("=")
            section.head[name] = self._value(0)
        return section

    def _property(self, section: GodotSection) -> None:
        line = self._cursor.place()[0]
        found = self._cursor.match(_PROPERTY)
        if found is None:
            raise self._cursor.wrong("This is no property.", "Write name = value.")
        name = found[1] or found[2] or ""
        self._cursor.match(_SPACE)
        begin = self._cursor.at
        section.properties[name] = self._value(0)
        section.texts[name], section.lines[name] = self._cursor.text[begin : self._cursor.at], line

    def _value(self, depth: int) -> GodotValue:
        cursor = self._cursor
        cursor.match(_SPACE)
        begin = cursor.at
        if depth > _MOST_NESTED:
            raise cursor.wrong(f"Values are more than {_MOST_NESTED} deep in each other.", "Split them.")
        if text := cursor.match(_TEXT):
            return _ESCAPE.sub(_letter, text[1])
        if cursor.take("["):
            return self._list("]", depth)
        if cursor.take("{"):
            self._list("}", depth)
            return GodotMap(cursor.text[begin : cursor.at])
        if word := cursor.match(_WORD):
            return self._named(word[0], begin, depth)
        if number := cursor.match(_NUMBER):
            value = number_of(number[0])
            return GodotMap(number[0]) if value is None else value
        raise cursor.wrong("This is no value.", "Write a number, a text or a value of Godot.")

    def _named(self, word: str, begin: int, depth: int) -> GodotValue:
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        if self._cursor.take("["):  # the types of an Array or a Dictionary
            self._list("]", depth)
        if not self._cursor.take("("):
            return GodotMap(word)
        values = self._list(")", depth)
        text = self._cursor.text[begin : self._cursor.at]
        if word in ("Array", "PackedStringArray"):
            return values[0] if values and isinstance(values[0], list) else values
        return GodotMap(text) if word == "Dictionary" else GodotCall(word, tuple(values), text)

    def _list(self, end: str, depth: int) -> list[GodotValue]:
        """Return the values up to an end; those of a dictionary have keys before them."""
        found: list[GodotValue] = []
        while not self._takes(end):
            found.append(self._value(depth + 1))
            if end == "}":
                self._need(":")
                self._value(depth + 1)
            if not self._takes(","):
                self._need(end)
                break
        return found

    def _name_there(self) -> str:
        self._cursor.match(_SPACE)
        found = self._cursor.match(_WORD)
        if found is None:
            raise self._cursor.wrong("Here a name is missing.", "Correct it there.")
        return found[0]

    def _takes(self, mark: str) -> bool:
        self._cursor.match(_SPACE)
        return self._cursor.take(mark)

    def _need(self, mark: str) -> None:
        if not self._takes(mark):
            raise self._cursor.wrong(f"Here {mark} is missing.", "Correct it there.")


def _letter(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    if code is None:
        return _ESCAPED.get(found[3], found[3])
    number = int(code, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number <= 0xDFFF else "\ufffd"
