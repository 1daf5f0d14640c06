from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from editor.basics.user_state import STATE_FOLDER_VARIABLE, UserState

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow
    from tests.editor.window_builders import AnsweringDialogs


@pytest.fixture(scope="session")
def state_folders(tmp_path_factory) -> Iterator[Path]:
    """Give each test another folder, without looking at those there are, as `mktemp` would for a name."""
    base: Path = tmp_path_factory.mktemp("states")
    return (base / str(number) for number in count())


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_the_disk() -> Iterator[None]:
    """Let no file be waited for until it is on the disk; a test of that wait puts its own in the place."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("os.fsync", lambda _descriptor: None)
        yield


@pytest.fixture(autouse=True)
def own_state_folder(state_folders, monkeypatch) -> Path:
    folder: Path = next(state_folders)
    folder.mkdir()
    monkeypatch.setenv(STATE_FOLDER_VARIABLE, str(folder))
    return folder


@pytest.fixture(autouse=True)
def pointer_away() -> None:
    """Put the pointer where no window is: it stays where the test before left it, and would hover."""
    gui = sys.modules.get("PySide6.QtGui")
    if gui is not None and gui.QGuiApplication.instance() is not None:
        gui.QCursor.setPos(10_000, 10_000)
        gui.QGuiApplication.processEvents()


@pytest.fixture(autouse=True)
def no_key_held() -> Iterator[None]:
    """Let go of Alt, Shift and Ctrl after a test: a click with one of them counts as held until the next."""
    yield
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return
    if widgets.QApplication.keyboardModifiers().value:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        widget = widgets.QWidget()
        QTest.keyRelease(widget, Qt.Key.Key_Shift, Qt.KeyboardModifier.NoModifier)
        widget.deleteLater()


@pytest.fixture(autouse=True)
def one_slice_is_enough(monkeypatch) -> None:
    """Let arranging be over at once, however busy the machine is; tests of slices make them short again."""
    monkeypatch.setattr("editor.basics.slices.FIRST_SLICE", 60.0)


@pytest.fixture
def dialogs() -> AnsweringDialogs:
    from tests.editor.window_builders import AnsweringDialogs

    return AnsweringDialogs()


@pytest.fixture
def open_window(qtbot, own_state_folder, dialogs) -> Iterator[Callable[..., MainWindow]]:
    """Open windows; the page of welcome covers one only with `welcomes`, or once all is closed in it.

    To make the page, read the samples and draw them takes a quarter of what opening a window takes.
    """
    from PySide6.QtCore import QCoreApplication, QEvent

    from editor.theme.theme_manager import set_theme
    from editor.window.application import make_application, make_window

    make_application()
    made: list[MainWindow] = []

    def make(*, welcomes: bool = False) -> MainWindow:
        window = make_window(UserState(own_state_folder), dialogs)
        made.append(window)
        window.welcome.waits = not welcomes
        window.welcome._is_begun = True
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield make
    for window in made:
        window.workspace.discard_changes()
        window.close()
        window.deleteLater()
    # A theme dresses each window there is, those too that only wait to be deleted.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    set_theme("dark")


@pytest.fixture
def window(open_window) -> MainWindow:
    made: MainWindow = open_window()
    return made
