"""The text form of a Godot resource: sections in brackets, each with properties whose values are Variants."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from graphs.files.document_file import FileProblem
from graphs.formats.basics.gathered_trees import number_of

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


@dataclass
class GodotSection:
    """Hold a section: the word in its brackets, what is said there, properties with their texts and lines."""

    tag: str
    line: int
    head: dict[str, GodotValue] = field(default_factory=dict)
    properties: dict[str, GodotValue] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)


class GodotText:
    """Read the sections of a resource; raises `FileProblem` with the place of what is wrong."""

    def __init__(self, text: str, name: str) -> None:
        self._text, self._name, self._at = text, name, 0
        self._counted = (0, 1)

    def sections(self) -> list[GodotSection]:
        """Return all sections in their order."""
        found: list[GodotSection] = []
        self._skip()
        while self._at < len(self._text):
            if self._take("["):
                found.append(self._head())
            elif found:
                self._property(found[-1])
            else:
                raise self._wrong("A resource begins with [gd_resource …].", "Import a *.tres file.")
            self._skip()
        return found

    def _head(self) -> GodotSection:
        section = GodotSection(self._name_there(), self._line())
        self._skip()
        while not self._take("]"):
            name = self._name_there()
            self._need("=")
            section.head[name] = self._value(0)
            self._skip()
        return section

    def _property(self, section: GodotSection) -> None:
        found = _PROPERTY.match(self._text, self._at)
        if found is None:
            raise self._wrong("This is no property.", "Write name = value.")
        name, line = found[1] or found[2] or "", self._line()
        self._at = found.end()
        self._skip()
        begin = self._at
        section.properties[name] = self._value(0)
        section.texts[name], section.lines[name] = self._text[begin : self._at], line

    def _value(self, depth: int) -> GodotValue:
        self._skip()
        if depth > _MOST_NESTED:
            raise self._wrong(f"Values are more than {_MOST_NESTED} deep in each other.", "Split them.")
        if text := _TEXT.match(self._text, self._at):
            self._at = text.end()
            return _ESCAPE.sub(_letter, text[1])
        if self._take("["):
            return self._list("]", depth)
        if self._take("{"):
            return self._map(depth)
        if word := _WORD.match(self._text, self._at):
            return self._named(word, depth)
        number = _NUMBER.match(self._text, self._at)
        value = number_of(number[0]) if number else None
        if number is None:
            raise self._wrong("This is no value.", "Write a number, a text or a value of Godot.")
        self._at = number.end()
        return value if value is not None else GodotMap(number[0])

    def _named(self, word: re.Match[str], depth: int) -> GodotValue:
        begin, self._at = self._at, word.end()
        if word[0] in _CONSTANTS:
            return _CONSTANTS[word[0]]
        if self._take("["):  # the types of an Array or a Dictionary
            self._list("]", depth)
        if not self._take("("):
            return GodotMap(word[0])
        values = self._list(")", depth)
        call = GodotCall(word[0], tuple(values), self._text[begin : self._at])
        is_array = word[0] in ("Array", "PackedStringArray")
        first = values[0] if values else None
        if is_array:
            return first if isinstance(first, list) else values
        return GodotMap(call.text) if word[0] == "Dictionary" else call

    def _list(self, end: str, depth: int) -> list[GodotValue]:
        found: list[GodotValue] = []
        self._skip()
        while not self._take(end):
            found.append(self._value(depth + 1))
            self._skip()
            if not self._take(","):
                self._need(end)
                break
            self._skip()
        return found

    def _map(self, depth: int) -> GodotValue:
        begin = self._at - 1
        self._skip()
        while not self._take("}"):
            self._value(depth + 1)
            self._need(":")
            self._value(depth + 1)
            self._skip()
            if not self._take(","):
                self._need("}")
                break
            self._skip()
        return GodotMap(self._text[begin : self._at])

    def _name_there(self) -> str:
        self._skip()
        found = _WORD.match(self._text, self._at)
        if found is None:
            raise self._wrong("Here a name is missing.", "Correct it there.")
        self._at = found.end()
        return found[0]

    def _skip(self) -> None:
        found = _SPACE.match(self._text, self._at)
        assert found is not None
        self._at = found.end()

    def _take(self, mark: str) -> bool:
        is_there = self._text.startswith(mark, self._at)
        self._at += len(mark) if is_there else 0
        return is_there

    def _need(self, mark: str) -> None:
        self._skip()
        if not self._take(mark):
            raise self._wrong(f"Here {mark} is missing.", "Correct it there.")

    def _line(self) -> int:
        """Return the line where reading is, counting on from the last place that was asked for."""
        at, line = self._counted
        self._counted = (self._at, line + self._text.count("\n", at, self._at))
        return self._counted[1]

    def _wrong(self, said: str, remedy: str) -> FileProblem:
        return FileProblem(Path(self._name), f"line {self._line()}", said, remedy)


def _letter(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    if code is None:
        return _ESCAPED.get(found[3], found[3])
    number = int(code, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number <= 0xDFFF else "\ufffd"
