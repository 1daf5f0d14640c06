"""What is typed when the document is saved is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from editor.window.main_window import MainWindow
from graphs.files.document_file import load_document
from tests.editor.window_builders import AnsweringDialogs


def in_the_inspector(window: MainWindow) -> None:
    editor = window.inspector.page.row("name").editor
    assert isinstance(editor, QLineEdit)
    editor.setFocus()
    editor.selectAll()


def in_place(window: MainWindow) -> None:
    assert window.view is not None
    window.view.values.rename_selected()


@pytest.mark.parametrize("begin", [in_the_inspector, in_place])
def test_a_name_that_is_being_typed_is_saved(
    window: MainWindow, dialogs: AnsweringDialogs, tmp_path: Path, begin: Callable[[MainWindow], None]
) -> None:
    window.commands.run("file.new")
    assert window.view is not None
    window.view.adding.add_first()
    window.inspector.page.refresh()
    begin(window)
    field = QApplication.focusWidget()
    assert field is not None
    QTest.keyClicks(field, "Doze")
    dialogs.save_as = tmp_path / "doze.mind.json"
    QTest.keyClick(field, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    [graph] = load_document(dialogs.save_as).graphs.values()
    assert [node.name for node in graph.nodes.values()] == ["Doze"]  # type: ignore[union-attr]
