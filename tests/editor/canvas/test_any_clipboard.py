"""Whatever is on the clipboard, pasting it adds nodes or says why not, and nothing else happens."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication

from graphs.model import Document
from tests.editor.canvas.conftest import OpenCanvas
from tests.editor.canvas.sample_documents import soldier, tank

TEXTS = (
    "",
    " \n",
    "some words",
    "{",
    "null",
    "[1, 2, 3]",
    '{"format": "mindloom"}',
    '{"format": "mindloom-nodes", "version": 1}',
    '{"format": "mindloom-nodes", "version": 99, "nodes": {}}',
    json.dumps({"nodes": {"a": {"kind": "sequence", "children": ["a"]}}}),
    "[" * 100_000,
    '{"a": ' * 5_000,
    "\x00\ufffe\u202e" * 50,
    '{"a": 1, "a": 2}',
    '{"a": NaN, "b": 1e999}',
    "9" * 10_000,
)


@pytest.mark.parametrize("make", [tank, soldier])
def test_any_text_on_the_clipboard_is_refused_with_a_reason(
    open_canvas: OpenCanvas, make: Callable[[], Document]
) -> None:
    hand = open_canvas(make())
    heard: list[str] = []
    hand.session.refused.connect(lambda reason, _remedy: heard.append(reason))
    before = hand.session.document
    for number, text in enumerate(TEXTS, 1):
        QGuiApplication.clipboard().setText(text)
        hand.view.clipboard.paste_clipboard()
        assert hand.session.document is before, text[:40]
        assert len(heard) == number, text[:40]
        assert heard[-1]


def test_what_was_copied_in_a_tree_is_refused_in_a_machine(open_canvas: OpenCanvas) -> None:
    tree = open_canvas(soldier())
    tree.session.select(["attack"])
    tree.view.clipboard.copy_selection()
    machine = open_canvas(tank())
    before = machine.session.document
    heard: list[str] = []
    machine.session.refused.connect(lambda reason, _remedy: heard.append(reason))
    machine.view.clipboard.paste_clipboard()
    assert machine.session.document is before
    assert len(heard) == 1
