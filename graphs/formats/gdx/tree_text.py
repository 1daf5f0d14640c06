"""The text of a gdx-ai tree: lines of guards and a task, whose indentation says what is inside what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from graphs.basics.frozen import JsonValue
from graphs.files.document_file import FileProblem
from graphs.formats.basics.gathered_trees import MOST_LEVELS, number_of

STATEMENTS = ("import", "subtree", "root")

_SPACE = re.compile(r"[ \t\r]*")
_NAME = re.compile(r"\$?[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*(\$[A-Za-z_][A-Za-z0-9_]*)*\??")
_ATTRIBUTE = re.compile(r"[ \t\r]+([A-Za-z_][A-Za-z0-9_]*\??)[ \t\r]*:[ \t\r]*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_BARE = re.compile(r'[^#:"()\r\n\t ][^()\r\n\t ]*')
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "/": "/"}


@dataclass
class GdxTask:
    """Hold a task: its name as it is written, attributes in order, guards before it, tasks inside it."""

    name: str
    line: int
    column: int
    attributes: dict[str, JsonValue] = field(default_factory=dict)
    guards: list[GdxTask] = field(default_factory=list)
    children: list[GdxTask] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    @property
    def is_reference(self) -> bool:
        """Tell whether it names a subtree: `$name`."""
        return self.name.startswith("$")


@dataclass
class GdxLine:
    """Hold a line: a task with its guards, or none, and its comment."""

    indent: int
    task: GdxTask | None
    comment: str = ""


@dataclass
class GdxFile:
    """Hold a file: imported classes by alias, trees by name with "" for the root, comments of each tree."""

    imports: dict[str, GdxTask] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    trees: dict[str, GdxTask] = field(default_factory=dict)
    heads: dict[str, GdxTask] = field(default_factory=dict)
    comments: dict[str, list[str]] = field(default_factory=dict)


class GdxText:
    """Read the text of one file; raises `FileProblem` with the place of what is wrong."""

    def __init__(self, text: str, name: str) -> None:
        self._text, self._name, self._at, self._line, self._start = text, name, 0, 1, 0

    def lines(self) -> Iterator[GdxLine]:
        """Yield the lines of the file."""
        while self._at < len(self._text):
            indent = self._skip()
            guards: list[GdxTask] = []
            while self._text.startswith("(", self._at):
                guards += self._guard()
            task = self._task() if _NAME.match(self._text, self._at) else None
            if guards and task is None:
                raise self._wrong("A guard is not followed by a task.", "Write the guarded task behind it.")
            if task is not None:
                task.guards = guards
            self._skip()
            comment = ""
            if self._text.startswith("#", self._at):
                end = re.compile(r"[\r\n]|\Z").search(self._text, self._at)
                assert end is not None
                comment = self._text[self._at + 1 : end.start()].strip()
                self._at = end.start()
                self._skip()
            if self._at < len(self._text) and self._text[self._at] != "\n":
                raise self._wrong("This is no task, attribute or comment.", "Correct it there.")
            yield GdxLine(indent, task, comment)
            self._at += 1
            self._line, self._start = self._line + 1, self._at

    def _skip(self) -> int:
        found = _SPACE.match(self._text, self._at)
        assert found is not None
        self._at = found.end()
        return found.end() - found.start()

    def _guard(self) -> list[GdxTask]:
        self._at += 1
        self._skip()
        guard = [self._task()] if _NAME.match(self._text, self._at) else []
        self._skip()
        if not self._text.startswith(")", self._at):
            raise self._wrong("A guard does not end.", "Close it with ).")
        if guard and guard[0].name in STATEMENTS:
            raise self._wrong(f"{guard[0].name!r} cannot be a guard.", "Name a task.")
        self._at += 1
        self._skip()
        return guard

    def _task(self) -> GdxTask:
        found = _NAME.match(self._text, self._at)
        assert found is not None
        task = GdxTask(found[0], self._line, self._at - self._start + 1)
        self._at = found.end()
        while not task.is_reference and (named := _ATTRIBUTE.match(self._text, self._at)):
            self._at = named.end()
            if named[1] in task.attributes:
                raise self._wrong(f"The attribute {named[1]!r} is given twice.", "Remove one of the two.")
            task.attributes[named[1]] = self._value()
        return task

    def _value(self) -> JsonValue:
        quoted = _QUOTED.match(self._text, self._at)
        if quoted:
            self._at = quoted.end()
            value = _ESCAPE.sub(self._escaped, quoted[1])
            self._line += quoted[1].count("\n")
            return value
        bare = _BARE.match(self._text, self._at)
        if bare is None:
            raise self._wrong("An attribute has no value, or a text that does not end.", "Write its value.")
        words: dict[str, JsonValue] = {"true": True, "false": False, "null": None}
        if bare[0] in words:
            self._at = bare.end()
            return words[bare[0]]
        number = number_of(bare[0])
        if number is None:
            said = f"{bare[0][:40]!r} is no number, true, false or null."
            raise self._wrong(said, "Put a text in quotes.")
        self._at = bare.end()
        return number

    def _escaped(self, found: re.Match[str]) -> str:
        mark = found[1]
        if len(mark) == 5:
            letter = chr(int(mark[1:], 16))
            return letter if not "\ud800" <= letter <= "\udfff" else "\ufffd"
        if mark not in _ESCAPED:
            raise self._wrong(f"A text has the escape \\{mark}, which there is not.", "Write it otherwise.")
        return _ESCAPED[mark]

    def _wrong(self, said: str, remedy: str) -> FileProblem:
        where = f"line {self._line}, column {self._at - self._start + 1}"
        return FileProblem(Path(self._name), where, said, remedy)


def read_gdx_text(text: str, name: str) -> GdxFile:
    """Return the trees and imports of a file; raises `FileProblem`."""
    return _Nesting(name).read(GdxText(text, name).lines())


class _Nesting:
    """Put tasks into each other by how far in they are."""

    def __init__(self, name: str) -> None:
        self._name, self._file = name, GdxFile()
        self._tree: str | None = None
        self._open: list[tuple[int, GdxTask]] = []
        self._comments: list[str] = []

    def read(self, lines: Iterator[GdxLine]) -> GdxFile:
        """Return what the lines say."""
        for line in lines:
            self._comments += [line.comment] if line.comment else []
            if line.task is None:
                continue
            if line.task.name in STATEMENTS:
                self._statement(line.task)
            else:
                self._add(line)
        self._file.comments.setdefault(self._tree or "", []).extend(self._comments)
        for name, head in self._file.heads.items():
            if name not in self._file.trees:
                raise self._wrong(head, "This tree has no task.", "Write its root below it, further in.")
        if "" not in self._file.trees:
            said = "There is no root task." if self._file.trees else "There is no tree in it."
            raise FileProblem(Path(self._name), "", said, "Write a task, with its children further in.")
        return self._file

    def _statement(self, task: GdxTask) -> None:
        if task.guards:
            raise self._wrong(task, f"{task.name!r} cannot have a guard.", "Guard a task of the tree.")
        if task.name == "import":
            for alias, value in task.attributes.items():
                if not isinstance(value, str) or alias in self._file.classes:
                    said = f"The import {alias!r} is no text, or there twice."
                    raise self._wrong(task, said, "Name each class once, in quotes.")
                self._file.classes[alias], self._file.imports[alias] = value, task
            return
        if task.name == "root" and task.attributes:
            raise self._wrong(task, "A root has no attributes.", "Remove them.")
        name = task.attributes.get("name") if task.name == "subtree" else ""
        if not isinstance(name, str) or (task.name == "subtree" and (not name or len(task.attributes) > 1)):
            raise self._wrong(task, "A subtree needs a name and nothing else.", 'Write subtree name:"…".')
        if name in self._file.heads or name in self._file.trees:
            raise self._wrong(task, f"There are two trees called {name!r}.", "Rename one of them.")
        self._tree, self._open = name, []
        self._file.heads[name] = task
        self._file.comments.setdefault(name, []).extend(self._comments)
        self._comments = []

    def _add(self, line: GdxLine) -> None:
        task = line.task
        assert task is not None
        task.comments, self._comments = self._comments, []
        self._tree = self._tree or ""
        while self._open and self._open[-1][0] >= line.indent:
            self._open.pop()
        if self._open:
            self._open[-1][1].children.append(task)
        elif self._tree in self._file.trees:
            said = "A tree has one root, and this is a second one."
            raise self._wrong(task, said, "Indent it, or begin another tree with 'subtree'.")
        else:
            self._file.trees[self._tree] = task
        self._open.append((line.indent, task))
        if len(self._open) > MOST_LEVELS:
            raise self._wrong(task, f"It is more than {MOST_LEVELS} levels deep.", "Use subtrees.")

    def _wrong(self, task: GdxTask, said: str, remedy: str) -> FileProblem:
        where = f"line {task.line}, column {task.column}"
        return FileProblem(Path(self._name), where, said, remedy)
