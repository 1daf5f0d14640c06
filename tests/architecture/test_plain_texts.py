"""No text of a user is markup: labels are plain, and what a tooltip says is made plain."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

LABEL = "editor/theme/plain_texts.py"

WORDS = ("QLabel", "RichText", "ToolTip")

MARKED_UP = {
    "editor/widgets/toast.py",
    "editor/panels/run/trial_section.py",
    "editor/panels/run/why_rows.py",
    "editor/panels/run/plots_panel.py",
}
"""Modules whose labels have markup of their own, around texts that they escape."""


@functools.cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Return the modules that may have labels, markup or tooltips, as their words tell."""
    paths = ((path, path.relative_to(ROOT).as_posix()) for path in sorted((ROOT / "editor").rglob("*.py")))
    texts = ((name, path.read_text("utf-8")) for path, name in paths if name != LABEL)
    asked = ((name, text) for name, text in texts if any(word in text for word in WORDS))
    return tuple((name, ast.parse(text)) for name, text in asked)


def names_called(node: ast.AST) -> str:
    if isinstance(node, ast.Call):
        return ast.unparse(node.func)
    return ""


def test_every_label_is_a_plain_label() -> None:
    found = []
    for name, module in modules():
        for node in ast.walk(module):
            if names_called(node) in ("QLabel", "QtWidgets.QLabel"):
                found.append(f"{name}:{node.lineno}")  # type: ignore[attr-defined]
            if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "QLabel" for base in node.bases):
                found.append(f"{name}:{node.lineno}")
    assert found == []


def test_only_known_modules_use_markup_and_they_escape_what_is_in_it() -> None:
    found = {
        name
        for name, module in modules()
        if any(isinstance(node, ast.Attribute) and node.attr == "RichText" for node in ast.walk(module))
    }
    assert found == MARKED_UP
    for name in MARKED_UP:
        source = (ROOT / name).read_text("utf-8")
        assert "escape(" in source or "marked_up(" in source


def tips(module: ast.Module) -> Iterator[ast.expr]:
    """Yield what every tooltip is given."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "setToolTip":
                yield node.args[-1]
            elif ast.unparse(node.func) == "QToolTip.showText":
                yield node.args[1]
        if isinstance(node, ast.If) and "ToolTipRole" in ast.unparse(node.test):
            for inner in ast.walk(ast.Module(node.body, [])):
                if isinstance(inner, ast.Return) and inner.value is not None:
                    yield inner.value


def test_a_tooltip_with_a_text_that_is_not_in_the_source_is_made_plain() -> None:
    found = [
        f"{name}:{tip.lineno}: {ast.unparse(tip)}"
        for name, module in modules()
        for tip in tips(module)
        if not isinstance(tip, ast.Constant) and names_called(tip) not in ("plain_tip", "plain_tip_data")
    ]
    assert found == []
