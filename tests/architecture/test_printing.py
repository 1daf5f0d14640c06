"""Everything that is printed goes through one door, which lets no text command a terminal."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

DOOR = "editor/basics/terminal.py"

PRINTING = frozenset({"stdout", "stderr", "__stdout__", "__stderr__"})


OTHER_WAYS = frozenset({("os", "write"), ("logging", "getLogger"), ("warnings", "warn")})

WORDS = re.compile(r"\b(?:print|" + "|".join((*PRINTING, *(name for _, name in OTHER_WAYS))) + r")\b")


def printings(source: str) -> Iterator[int]:
    """Yield the lines that print by themselves; a text without any word of printing is not parsed."""
    if not WORDS.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield node.lineno
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            continue
        of_sys = node.value.id == "sys" and node.attr in PRINTING and isinstance(node.ctx, ast.Load)
        if of_sys or (node.value.id, node.attr) in OTHER_WAYS:
            yield node.lineno


def test_what_prints_by_itself_is_seen() -> None:
    source = 'import sys\nprint("x")\nsys.stderr.write("x")\nprint_line("x")\nsys.stdout = None'
    assert list(printings(source)) == [2, 3]


def test_only_the_door_prints() -> None:
    found = []
    for folder in ("graphs", "runtime", "mindloom", "editor"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name != DOOR:
                found += [f"{name}:{line}" for line in printings(path.read_text("utf-8"))]
    assert found == []


def test_every_parser_of_arguments_escapes_what_it_repeats() -> None:
    found = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "editor").rglob("*.py"))
        if "argparse.ArgumentParser(" in path.read_text("utf-8")
    ]
    assert set(found) <= {DOOR}
