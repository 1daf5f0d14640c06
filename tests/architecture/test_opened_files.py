"""Whatever is opened by a name that the user, or a file of the user, gives is a file, and no pipe."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

OPENING = frozenset({"read_bytes", "read_text", "open"})

WORDS = re.compile(r"\b(?:" + "|".join(OPENING) + r")\b")

OWN_FILES = frozenset(
    {
        "editor/commands/command.py",
        "editor/commands/keymap.py",
        "editor/basics/linux_desktop.py",
        "editor/documents/exports/languages/language.py",
        "editor/sharing/page_file.py",
        "editor/theme/icons.py",
        "editor/theme/tokens.py",
        "editor/window/frame/menu_tables.py",
    }
)
"""Modules that read files of the product only, as all below `editor/help` do."""


def openings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the receiver of every call that opens a path by itself.

    A text without any word of opening is not parsed.
    """
    if not WORDS.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id == "open":
            yield node.lineno, "open"
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in OPENING:
            continue
        mode = node.args[0] if node.args else None
        of_a_path = isinstance(mode, ast.Constant) and isinstance(mode.value, str)
        if node.func.attr == "open" and not of_a_path:
            continue
        receiver = ast.unparse(node.func.value)
        if not receiver.startswith("plain_file("):
            yield node.lineno, receiver


def test_a_call_that_opens_a_path_is_seen_and_a_plain_file_is_not() -> None:
    source = (
        'open("x")\npath.read_bytes()\npath.open("rb")\nplain_file(path).open("rb")\nworkspace.open(path)'
    )
    assert [line for line, _ in openings(source)] == [1, 2, 3]


def test_files_are_opened_as_plain_files() -> None:
    found = []
    for folder in ("graphs", "runtime", "mindloom", "editor"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name in OWN_FILES or name.startswith("editor/help"):
                continue
            found += [f"{name}:{line}: {receiver}" for line, receiver in openings(path.read_text("utf-8"))]
    assert found == []
