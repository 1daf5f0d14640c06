"""One window for all tests of a module: opening one takes longer than what most tests do in it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication

from editor.basics.user_state import UserState
from editor.documents.open.sample_files import sample_paths
from editor.window.application import make_application, make_window
from editor.window.main_window import MainWindow
from editor.window.parts.statistics import WindowStatistics
from tests.editor.window_builders import AnsweringDialogs


def shared_window(folders: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """Open a window, hand it out, and close it: the body of a fixture of a module's scope."""
    make_application()
    made = make_window(UserState(folders.mktemp("state")), AnsweringDialogs())
    made.resize(1440, 900)
    made.show()
    QApplication.processEvents()
    yield made
    made.run.pause()
    made.workspace.discard_changes()
    made.close()
    made.deleteLater()
    QApplication.processEvents()


def open_sample(window: MainWindow, name: str, panel: str) -> None:
    """Show a sample's document from the start of its run, all unchanged, with a panel in front."""
    window.open_file(next(path for path in sample_paths() if path.name == f"{name}.mind.json"))
    session = window.session
    assert session is not None
    while session.history.can_undo:
        session.undo()
    session.show_graph(session.document.root or "")
    session.select(())
    window.run.pause()
    window.run.stop()
    window.panels.show_panel(panel)
    QApplication.processEvents()


def at_rest(window: MainWindow) -> None:
    """Let what a test has begun in the window come to its end: notes that fade, work that waits."""
    window.run.pause()
    window.run.time.give_up()
    window.part(WindowStatistics).show_heat(False)
    focused = QApplication.focusWidget()
    if focused is not None:
        focused.clearFocus()
    for timer in window.findChildren(QTimer):
        timer.stop()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QApplication.processEvents()
