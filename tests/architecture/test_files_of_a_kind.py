"""A kind of behavior-tree node is named in few files: what others ask of it, its pages say.

They are its declaration in `graphs/kinds`, its row page in `runtime/minds/trees`, the list of pages, and one
more, usually its generated form. A file names a kind by its id or by the class of its rows. Links between
help pages (`see_also`) and names of icons are no such naming.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from runtime.minds.trees.tree_rows import ROW_OF_KIND

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("graphs", "runtime", "editor", "mindloom")
MOST = 4

LESSONS = ("editor/welcome/tutorial_checks.py", "editor/help/help_examples.py")
"""Files that name kinds as anyone's document does: the tutorial's tasks, the children in pictures of help."""

FORMATS = "graphs/formats/"
"""The room whose tables say what becomes of kinds in files of other programs; one in none is told."""

EXPANSION = "runtime/minds/expansion/"
"""The room that writes some kinds as others before they are compiled: it names both."""

MORE = {
    "action": "it runs the game's code: hosts, saves, cases, exports and services deal with it",
    "condition": "it is what asking a condition of the game adds to a tree",
    "foreign_node": "its rows are those of a sequence, and a lint says that it runs as one",
    "selector": "an empty canvas begins with it; programs read from files tie its children's guards to it",
    "sequence": "unwrapping a call makes one; its rows are those of a selector",
    "subtree": "wrapping makes one, unwrapping takes one away",
}
"""Kinds that the program itself makes or deals with, and why."""

KINDS = {kind.id for kind in builtin_registry().kinds_of("behavior_tree")}
PARTS = {"best_place"} | {kind.id for kind in builtin_registry().kinds_of("behavior_tree") if kind.part_of}
"""Kinds that are written as an action when a document is compiled, and their parts: they have no rows."""

OTHER_WORDS = frozenset(
    {"action", "breakpoint", "claim", "condition", "cooldown", "decide", "delay", "fail", "log", "parallel"}
    | {"raise", "repeat", "set", "succeed", "switch", "timeout", "wait"}
)
"""Ids that are other words as well: they name the kind only beside the word `kind`, or among other ids."""

OTHER_KINDS = frozenset({"action", "log", "parallel", "switch"})
"""Those of them that are kinds of something else as well, such as states: they name the kind only in modules
that know nodes of behavior trees and no states or questions."""


@dataclass(frozen=True)
class Names:
    """Hold what a module names: any words, words that are surely kinds, and imported classes."""

    words: frozenset[str]
    kinds: frozenset[str]
    classes: frozenset[tuple[str, str]]

    def has_kind(self, kind: str) -> bool:
        """Tell whether it names a kind by its id."""
        known = {name for _, name in self.classes}
        if kind in OTHER_KINDS and ("TreeNode" not in known or known & {"StateNode", "DecisionNode"}):
            return False
        return kind in (self.kinds if kind in OTHER_WORDS else self.words)


def names_in(source: str) -> Names:
    nodes = [*_nodes(ast.parse(source))]
    named = [named for node in nodes for named in _kinds_named(node)]
    imported = (node for node in nodes if isinstance(node, ast.ImportFrom))
    return Names(
        _words(nodes),
        _words(inner for node in named for inner in ast.walk(node)),
        frozenset((node.module or "", name.name) for node in imported for name in node.names),
    )


def _words(nodes: Iterable[ast.AST]) -> frozenset[str]:
    constants = (node.value for node in nodes if isinstance(node, ast.Constant))
    return frozenset(value for value in constants if isinstance(value, str))


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module but docstrings and links."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not (isinstance(node, ast.keyword) and node.arg in ("see_also", "icon")):
            yield node
            waiting.extend(ast.iter_child_nodes(node))


def _kinds_named(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is surely about kinds: compared with one, given as one, or a group of ids."""
    if isinstance(node, ast.Compare) and any(map(_is_kind, (node.left, *node.comparators))):
        yield node
    elif isinstance(node, ast.keyword) and node.arg in ("id", "kind"):
        yield node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "RowPage":
        yield node
    elif isinstance(node, ast.Dict):
        keys = [key for key in node.keys if key is not None]
        yield from (
            value
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and key.value in ("kind", "behavior_tree")
        )
        yield from _group(keys)
    elif isinstance(node, ast.Set | ast.Tuple | ast.List):
        yield from _group(node.elts)


def _is_kind(node: ast.AST) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name.endswith("kind")


def _group(elements: list[ast.expr]) -> list[ast.expr]:
    words = [each.value for each in elements if isinstance(each, ast.Constant)]
    is_group = len(words) == len(elements) > 1 and KINDS.issuperset(map(str, words))
    return elements if is_group and not OTHER_WORDS.issuperset(words) else []


@cache
def modules() -> dict[str, Names]:
    paths = (path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py")))
    found = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    return {
        path: names_in(source)
        for path, source in found.items()
        if path not in LESSONS and FORMATS not in path and EXPANSION not in path
    }


@cache
def files_naming(kind: str) -> frozenset[str]:
    named = frozenset(path for path, names in modules().items() if names.has_kind(kind))
    if kind in PARTS:
        return named
    row = ROW_OF_KIND[kind]
    page = row.__module__.replace(".", "/") + ".py"
    return named | {
        path
        for path, names in modules().items()
        if path == page or (row.__module__, row.__name__) in names.classes
    }


@pytest.mark.parametrize("kind", sorted(KINDS - MORE.keys()))
def test_a_kind_is_named_in_few_files(kind: str) -> None:
    assert len(files_naming(kind)) <= MOST, sorted(files_naming(kind))


@pytest.mark.parametrize("kind", sorted(MORE))
def test_kinds_named_in_more_files_are_so_still(kind: str) -> None:
    assert len(files_naming(kind)) > MOST


@pytest.mark.parametrize("kind", sorted(KINDS - PARTS))
def test_both_pages_and_the_list_name_a_kind(kind: str) -> None:
    """What counts the files finds those that are sure to name a kind."""
    found = files_naming(kind)
    assert any(path.startswith("graphs/kinds/nodes/") for path in found)
    assert ROW_OF_KIND[kind].__module__.replace(".", "/") + ".py" in found
    assert "runtime/minds/trees/tree_rows.py" in found


@pytest.mark.parametrize(
    ("source", "kind", "named"),
    [
        ('if node.kind == "wait": pass', "wait", True),
        ('ASKING = ("condition", "wait_until")', "condition", True),
        ('choices = ("wait", "again")', "wait", False),
        ('RETRY = decorator(see_also=("repeat", "for_each"))', "for_each", False),
        ('"""for_each"""', "for_each", False),
        ('TABLE = {"for_each": rule}', "for_each", True),
        ('FIRST = {"behavior_tree": "condition"}', "condition", True),
        ('if kind.category == "condition": pass', "condition", False),
        ('if node.kind == "parallel": pass', "parallel", False),
    ],
)
def test_a_kind_is_named_by_its_id_where_that_is_meant(source: str, kind: str, named: bool) -> None:
    assert names_in(source).has_kind(kind) is named
