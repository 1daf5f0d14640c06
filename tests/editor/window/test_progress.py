"""Long work shows how far it is in the last row of the window, with a way to cancel it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.basics import slices as long_work_module
from editor.canvas.routing import machine_routes
from editor.window.main_window import MainWindow
from graphs.files.document_file import document_to_bytes
from tests.editor.canvas.sample_documents import large_machine


@pytest.fixture(autouse=True)
def short_slices(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(long_work_module, "FIRST_SLICE", 0.0)
    monkeypatch.setattr(long_work_module, "SLICE", 0.0)
    machine_routes._remembered.clear()
    yield
    machine_routes._remembered.clear()


@pytest.fixture
def large(window: MainWindow, tmp_path: Path) -> MainWindow:
    path = tmp_path / "large.mind.json"
    path.write_bytes(document_to_bytes(large_machine(160, 360)))
    window.status_row.progress._soon.setInterval(0)
    window.open_file(path)
    assert window.view is not None
    assert window.view.long_work.is_busy
    return window


def test_work_that_began_with_the_canvas_is_shown_and_goes_when_it_ends(
    large: MainWindow, qtbot: QtBot
) -> None:
    part = large.status_row.progress
    qtbot.waitUntil(part.isVisible, timeout=3000)
    assert part.label.text() == "Leading lines…"
    qtbot.waitUntil(lambda: part.bar.value() > 0, timeout=5000)
    assert large.view is not None
    large.view.long_work.finish()
    assert not part.isVisible()


def test_the_button_cancels(large: MainWindow, qtbot: QtBot) -> None:
    part = large.status_row.progress
    qtbot.waitUntil(part.isVisible, timeout=3000)
    qtbot.mouseClick(part.button, Qt.MouseButton.LeftButton)
    assert not part.isVisible()
    assert large.view is not None
    assert not large.view.long_work.is_busy
    assert large.session is not None
    assert large.session.is_saved


def test_closing_the_document_ends_the_work(large: MainWindow) -> None:
    part = large.status_row.progress
    assert large.session is not None
    large.close_session(large.session)
    assert not part.isVisible()
