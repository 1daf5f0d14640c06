"""Keep conditions in action blocks as indented rows in memory, and as objects in files (rule 2.5).

| in a file | in memory, a row each |
|---|---|
| `"x = 1"` | `x = 1` |
| `{"if": "x > 1", "then": ["x = 2"], "else": ["x = 3"]}` | `if x > 1:`, `    x = 2`, `else:`, `    x = 3` |

So people type, compare and merge blocks row by row. Both forms can be read; files are written with objects.
A row that belongs to no condition in this form, such as an `else:` by itself, stays the text that it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from graphs.basics.json_text import JsonValue, WrittenAs
from graphs.basics.since import Since

INDENT = "    "
MOST_NESTED = 4
"""How deep conditions may stand in each other; deeper ones are an error of the document."""
MOST_READ = 16
"""How deep conditions are read as such at all."""
ELSE_ROW = "else:"


@dataclass(frozen=True, slots=True)
class ConditionRows:
    """Hold a condition of a block, by the places of its rows; `otherwise` is None without an `else:`."""

    row: int
    test: str
    then: tuple[BlockPart, ...]
    otherwise: tuple[BlockPart, ...] | None
    else_row: int


BlockPart: TypeAlias = int | ConditionRows
"""The place of a row that is a line, or a condition with what it decides."""


@dataclass(frozen=True, slots=True)
class RowProblem:
    """Say what is wrong with the form of a row."""

    row: int
    message: str
    remedy: str


def test_span(row: str) -> tuple[int, int] | None:
    """Return where the test of an `if …:` is in a row, None for any other row."""
    begin = len(row) - len(row.lstrip(" ")) + 3
    is_if = row[begin - 3 : begin] == "if " and row.endswith(":") and len(row) > begin
    return (begin, len(row) - 1) if is_if else None


def is_else(row: str) -> bool:
    """Tell whether a row is an `else:`."""
    return row.lstrip(" ") == ELSE_ROW


def text_in_row(row: str) -> str:
    """Return the line or the test that is in a row, "" for an `else:`."""
    span = test_span(row)
    return row[slice(*span)] if span else "" if is_else(row) else row


def has_conditions(rows: Iterable[str]) -> bool:
    """Tell whether a block has a condition."""
    return any(test_span(row) is not None for row in rows)


def block_parts(rows: Sequence[str]) -> tuple[BlockPart, ...]:
    """Return the lines and conditions of a block."""
    return _Rows(rows).parts(0)


class _Rows:
    def __init__(self, rows: Sequence[str]) -> None:
        self._rows, self._at = rows, 0

    def parts(self, depth: int) -> tuple[BlockPart, ...]:
        """Read on as far as rows are indented this deep."""
        found: list[BlockPart] = []
        while self._at < len(self._rows) and self._rows[self._at].startswith(INDENT * depth):
            row, place = self._rows[self._at][len(INDENT) * depth :], self._at
            self._at += 1
            span = test_span(row) if not row.startswith(" ") and depth < MOST_READ else None
            if span is None:
                found.append(place)
                continue
            then = self.parts(depth + 1)
            otherwise, else_row = None, self._at
            if self._at < len(self._rows) and self._rows[self._at] == INDENT * depth + ELSE_ROW:
                self._at += 1
                otherwise = self.parts(depth + 1)
            found.append(ConditionRows(place, row[slice(*span)], then, otherwise, else_row))
        return tuple(found)


def row_problems(rows: Sequence[str]) -> tuple[RowProblem, ...]:
    """Return what is wrong with the form of a block, in the order of its rows."""
    return tuple(sorted(_problems(rows, block_parts(rows), 0), key=lambda problem: problem.row))


_INDENT_THEM = "Write them below it, 4 spaces further in."


def _problems(rows: Sequence[str], parts: Iterable[BlockPart], depth: int) -> Iterator[RowProblem]:
    for part in parts:
        if isinstance(part, int):
            word = rows[part].strip().partition(" ")[0].partition("(")[0].rstrip(":")
            if word == "else":
                remedy = "Write 'else:' by itself, below the lines of an 'if' and as far in as that."
                yield RowProblem(part, "This 'else' belongs to no 'if'.", remedy)
            elif word == "if":
                remedy = "Write 'if test:', as far in as the lines beside it, and its lines 4 spaces further."
                yield RowProblem(part, "This is no condition.", remedy)
            continue
        if depth == MOST_NESTED:
            remedy = "Join tests with 'and', or work one out in a line before."
            yield RowProblem(part.row, f"Conditions stand at most {MOST_NESTED} deep in each other.", remedy)
        if not _acts(rows, part.then) and part.otherwise is None:
            yield RowProblem(part.row, "This condition has no lines.", _INDENT_THEM)
        if part.otherwise is not None and not _acts(rows, part.otherwise):
            yield RowProblem(part.else_row, "This 'else' has no lines.", _INDENT_THEM)
        yield from _problems(rows, (*part.then, *(part.otherwise or ())), depth + 1)


def _acts(rows: Sequence[str], parts: Iterable[BlockPart]) -> bool:
    return any(isinstance(part, ConditionRows) or rows[part].strip() for part in parts)


def indented_rows(rows: Sequence[str]) -> list[str]:
    """Return what was typed with each row as far in as the conditions around it, 4 spaces each.

    How far in a row was typed decides only by more or less. A block without a condition is left alone.
    """
    if not any(row.split(None, 1)[:1] == ["if"] for row in rows):
        return [*rows]
    found: list[str] = []
    around: list[int] = []
    for typed in rows:
        spaced = typed.expandtabs(len(INDENT))
        row, width = spaced.strip(), len(spaced) - len(spaced.lstrip())
        while row and around and width <= around[-1]:
            around.pop()
        opens = row.startswith(("if ", "if(", "else")) and row.endswith(":")
        if opens:
            row = ELSE_ROW if row[:-1].rstrip() == "else" else f"if {row[2:-1].strip()}:"
        found.append(INDENT * len(around) + row)
        if opens:
            around.append(width)
    return found


def one_line(rows: Iterable[str]) -> str:
    """Return a block as one line of text: `if x > 1: x = 2; else: x = 3`."""
    words, before = "", ""
    for row in filter(None, map(str.strip, rows)):
        opened = before == ELSE_ROW or test_span(before) is not None
        words += f"{' ' if opened else '; '}{row}" if words else row
        before = row
    return words


def rows_from_file(value: object) -> object:
    """Return the rows of a block as a file has it; what is no list is left for others to refuse."""
    return tuple(_rows_of(value, 0)) if isinstance(value, (list, tuple)) else value


def _rows_of(lines: Iterable[object], depth: int) -> Iterator[str]:
    for place, line in enumerate(lines):
        if isinstance(line, str):
            yield INDENT * depth + line
            continue
        known = isinstance(line, dict) and {"if", "then"} <= line.keys() <= {"if", "then", "else"}
        if not known or depth == MOST_READ:
            raise _no_line(place)
        assert isinstance(line, dict)
        test, then, otherwise = line["if"], line["then"], line.get("else", [])
        if not (
            isinstance(test, str) and test and isinstance(then, list) and isinstance(otherwise, (list, tuple))
        ):
            raise _no_line(place)
        yield f"{INDENT * depth}if {test}:"
        yield from _rows_of(then, depth + 1)
        if "else" in line:
            yield INDENT * depth + ELSE_ROW
            yield from _rows_of(otherwise, depth + 1)


def _no_line(place: int) -> PydanticCustomError:
    said = 'a line as a text, or {"if": test, "then": [lines], "else": [lines]}, in place {place}'
    return PydanticCustomError("action_line", said, {"place": place})


def rows_to_file(value: object) -> JsonValue:
    """Return a block as a file has it."""
    assert isinstance(value, (tuple, list))
    return _lines_of(value, block_parts(value), 0)


def _lines_of(rows: Sequence[str], parts: Iterable[BlockPart], depth: int) -> list[JsonValue]:
    lines: list[JsonValue] = []
    for part in parts:
        if isinstance(part, int):
            lines.append(rows[part][len(INDENT) * depth :])
            continue
        line: dict[str, JsonValue] = {"if": part.test, "then": _lines_of(rows, part.then, depth + 1)}
        if part.otherwise is not None:
            line["else"] = _lines_of(rows, part.otherwise, depth + 1)
        lines.append(line)
    return lines


BlockRows = Annotated[tuple[str, ...], BeforeValidator(rows_from_file), WrittenAs(rows_to_file)]
"""An action block, in a field that came together with conditions or later."""

ActionRows = Annotated[BlockRows, Since(2, only=has_conditions)]
"""An action block, in a field that was there before conditions were."""
