"""The text of a gdx-ai tree: lines of guards and a task, whose indentation says what is inside what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.files.document_file import FileProblem
from graphs.formats.basics.game_leaf import number_of
from graphs.formats.basics.gathered_trees import MOST_LEVELS
from graphs.formats.basics.sources import Source
from graphs.formats.basics.text_cursor import TextCursor

STATEMENTS = ("import", "subtree", "root")

_SPACE = re.compile(r"[ \t\r]*")
_NAME = re.compile(r"\$?[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*(\$[A-Za-z_][A-Za-z0-9_]*)*\??")
_ATTRIBUTE = re.compile(r"[ \t\r]+([A-Za-z_][A-Za-z0-9_]*\??)[ \t\r]*:[ \t\r]*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_BARE = re.compile(r'[^#:"()\r\n\t ][^()\r\n\t ]*')
_COMMENT = re.compile(r"#([^\r\n]*)[ \t\r]*")
_WORDS: dict[str, JsonValue] = {"true": True, "false": False, "null": None}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "/": "/"}


@dataclass
class GdxTask:
    """Hold a task: its name as written, line and column, attributes, guards before it, tasks inside it."""

    name: str
    at: tuple[int, int]
    attributes: dict[str, JsonValue] = field(default_factory=dict)
    guards: list[GdxTask] = field(default_factory=list)
    children: list[GdxTask] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    @property
    def is_reference(self) -> bool:
        """Tell whether it names a subtree: `$name`."""
        return self.name.startswith("$")


class GdxText:
    """Read the text of one file; raises `FileProblem` with the place of what is wrong."""

    def __init__(self, source: Source) -> None:
        self._cursor = TextCursor(source, source.text())

    def lines(self) -> Iterator[tuple[int, GdxTask | None, str]]:
        """Yield the lines of the file: how far in it is, a task with its guards, a comment."""
        cursor = self._cursor
        while not cursor.ends():
            indent = self._skip()
            guards: list[GdxTask] = []
            while cursor.take("("):
                guards += self._guard()
            task = self._task()
            if guards and task is None:
                raise cursor.wrong("A guard is not followed by a task.", "Write the guarded task behind it.")
            if task is not None:
                task.guards = guards
            self._skip()
            comment = cursor.match(_COMMENT)
            if not cursor.ends() and not cursor.take("\n"):
                raise cursor.wrong("This is no task, attribute or comment.", "Correct it there.")
            yield indent, task, comment[1].strip() if comment else ""

    def _skip(self) -> int:
        """Go behind the space that is here; return how much it was."""
        begin = self._cursor.at
        self._cursor.match(_SPACE)
        return self._cursor.at - begin

    def _guard(self) -> list[GdxTask]:
        self._skip()
        guard = self._task()
        self._skip()
        if not self._cursor.take(")"):
            raise self._cursor.wrong("A guard does not end.", "Close it with ).")
        if guard is not None and guard.name in STATEMENTS:
            raise self._cursor.wrong(f"{guard.name!r} cannot be a guard.", "Name a task.")
        self._skip()
        return [guard] if guard else []

    def _task(self) -> GdxTask | None:
        """Return the task that is here, None for none."""
        at = self._cursor.place()
        found = self._cursor.match(_NAME)
        if found is None:
            return None
        task = GdxTask(found[0], at)
        while not task.is_reference and (named := self._cursor.match(_ATTRIBUTE)):
            if named[1] in task.attributes:
                said = f"The attribute {named[1]!r} is given twice."
                raise self._cursor.wrong(said, "Remove one of the two.")
            task.attributes[named[1]] = self._value()
        return task

    def _value(self) -> JsonValue:
        cursor, at = self._cursor, self._cursor.at
        if quoted := cursor.match(_QUOTED):
            cursor.at = at  # where an escape is told that there is not
            value = _ESCAPE.sub(self._escaped, quoted[1])
            cursor.at = quoted.end()
            return value
        bare = cursor.match(_BARE)
        if bare is None:
            raise cursor.wrong("An attribute has no value, or a text that does not end.", "Write its value.")
        if bare[0] in _WORDS:
            return _WORDS[bare[0]]
        number = number_of(bare[0])
        if number is None:
            cursor.at = at
            said = f"{bare[0][:40]!r} is no number, true, false or null."
            raise cursor.wrong(said, "Put a text in quotes.")
        return number

    def _escaped(self, found: re.Match[str]) -> str:
        mark = found[1]
        if len(mark) == 5:
            letter = chr(int(mark[1:], 16))
            return letter if not "\ud800" <= letter <= "\udfff" else "\ufffd"
        if mark not in _ESCAPED:
            said = f"A text has the escape \\{mark}, which there is not."
            raise self._cursor.wrong(said, "Write it otherwise.")
        return _ESCAPED[mark]


@dataclass
class GdxFile:
    """Hold a file: imports and their classes by alias; heads, roots and comments of trees by name.

    The name of the root tree is "". Tasks are in each other by how far in they are.
    """

    source: Source
    imports: dict[str, GdxTask] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    trees: dict[str, GdxTask] = field(default_factory=dict)
    heads: dict[str, GdxTask] = field(default_factory=dict)
    comments: dict[str, list[str]] = field(default_factory=dict)
    _tree: str | None = None
    _open: list[tuple[int, GdxTask]] = field(default_factory=list)
    _comments: list[str] = field(default_factory=list)

    def read(self) -> None:
        """Read the lines of the file; raises `FileProblem`."""
        for indent, task, comment in GdxText(self.source).lines():
            self._comments += [comment] if comment else []
            if task is not None and task.name in STATEMENTS:
                self._statement(task)
            elif task is not None:
                self._add(indent, task)
        self.comments.setdefault(self._tree or "", []).extend(self._comments)
        for name, head in self.heads.items():
            if name not in self.trees:
                raise self._wrong(head, "This tree has no task.", "Write its root below it, further in.")
        if "" not in self.trees:
            said = "There is no root task." if self.trees else "There is no tree in it."
            raise self.source.problem(said, "Write a task, with its children further in.")

    def _statement(self, task: GdxTask) -> None:
        if task.guards:
            raise self._wrong(task, f"{task.name!r} cannot have a guard.", "Guard a task of the tree.")
        if task.name == "import":
            for alias, value in task.attributes.items():
                if not isinstance(value, str) or alias in self.classes:
                    said = f"The import {alias!r} is no text, or there twice."
                    raise self._wrong(task, said, "Name each class once, in quotes.")
                self.classes[alias], self.imports[alias] = value, task
            return
        if task.name == "root" and task.attributes:
            raise self._wrong(task, "A root has no attributes.", "Remove them.")
        name = task.attributes.get("name") if task.name == "subtree" else ""
        if not isinstance(name, str) or (task.name == "subtree" and (not name or len(task.attributes) > 1)):
            raise self._wrong(task, "A subtree needs a name and nothing else.", 'Write subtree name:"…".')
        if name in self.heads or name in self.trees:
            raise self._wrong(task, f"There are two trees called {name!r}.", "Rename one of them.")
        self._tree, self._open = name, []
        self.heads[name] = task
        self.comments.setdefault(name, []).extend(self._comments)
        self._comments = []

    def _add(self, indent: int, task: GdxTask) -> None:
        task.comments, self._comments = self._comments, []
        self._tree = self._tree or ""
        while self._open and self._open[-1][0] >= indent:
            self._open.pop()
        if self._open:
            self._open[-1][1].children.append(task)
        elif self._tree in self.trees:
            said = "A tree has one root, and this is a second one."
            raise self._wrong(task, said, "Indent it, or begin another tree with 'subtree'.")
        else:
            self.trees[self._tree] = task
        self._open.append((indent, task))
        if len(self._open) > MOST_LEVELS:
            raise self._wrong(task, f"It is more than {MOST_LEVELS} levels deep.", "Use subtrees.")

    def _wrong(self, task: GdxTask, said: str, remedy: str) -> FileProblem:
        return self.source.problem(said, remedy, *task.at)
