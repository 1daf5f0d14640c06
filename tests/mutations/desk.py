"""Give damaged files to the command line and to a window, in this process, and notice what escapes."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from editor.basics.user_state import STATE_FOLDER_VARIABLE, UserState
from editor.command_line.main import main
from tests.editor.window_builders import AnsweringDialogs

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

OPENINGS_OF_A_WINDOW = 50


class EscapeError(Exception):
    """Say that something other than a refusal in words came out."""


class Desk:
    """Hold a folder, a command line and a window for one file after another.

    The window is made when it is first asked for, and made again after some openings, so that what earlier
    files left in it costs nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.dialogs = AnsweringDialogs()
        self._window: MainWindow | None = None
        self._openings = 0
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        os.environ[STATE_FOLDER_VARIABLE] = str(folder / "state")

    def command(self, *arguments: str) -> str:
        """Run a command of `mindloom`; return what it printed. Raise `EscapeError` for a traceback."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main(arguments)
        if code not in (0, 1, 2) or "Traceback" in said.getvalue():
            raise EscapeError(f"mindloom {arguments[0]} ended with {code}: {said.getvalue()}")
        if code == 2 and not said.getvalue().strip():
            raise EscapeError(f"mindloom {arguments[0]} says nothing of why it could not work")
        return said.getvalue()

    @contextlib.contextmanager
    def window(self) -> Iterator[MainWindow]:
        """Lend the window; raise `EscapeError` for what is raised in it, in slots as well."""
        from PySide6.QtWidgets import QApplication

        raised: list[BaseException] = []

        def note(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
            raised.append(error)

        window = self._made_window()
        before, sys.excepthook = sys.excepthook, note
        try:
            yield window
            QApplication.processEvents()
        finally:
            sys.excepthook = before
            self._put_away(window)
        if raised:
            raise EscapeError("".join(traceback.format_exception(raised[0])[-4:])) from raised[0]

    def tidy(self) -> None:
        """Make the window again where it has opened many files, so that none of them pays for that."""
        if self._window is not None and self._openings >= OPENINGS_OF_A_WINDOW:
            self.close()
            self._made_window()

    def _made_window(self) -> MainWindow:
        if self._window is None:
            from editor.window.application import make_application, make_window

            make_application()
            self._openings = 0
            self._window = make_window(UserState(self.folder / "state"), self.dialogs)
        self._openings += 1
        return self._window

    def _put_away(self, window: MainWindow) -> None:
        """Close what was opened, without a question."""
        window.run.stop()
        window.workspace.discard_changes()
        for session in tuple(window.workspace.sessions):
            window.files.close(session)
        self.dialogs.told.clear()

    def close(self) -> None:
        """Close the window."""
        if self._window is None:
            return
        from PySide6.QtCore import QEvent
        from PySide6.QtWidgets import QApplication

        self._window.workspace.discard_changes()
        self._window.close()
        self._window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self._window = None
