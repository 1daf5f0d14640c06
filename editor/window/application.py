"""Start the application: style, window, first document; on a screen or off it."""

from __future__ import annotations

import gc
import signal
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from editor.basics.idle_collection import IdleCollection
from editor.basics.linux_desktop import DESKTOP_ID
from editor.basics.preferences import FONT_SIZE
from editor.basics.resource_files import resource_path
from editor.basics.user_state import UserState
from editor.documents.open.sample_files import FIRST_SAMPLE, samples_folder
from editor.theme.application_style import apply_application_style, dress_again
from editor.theme.fonts import set_font_scale
from editor.widgets.file_dialogs import FileDialogs
from editor.window.main_window import MainWindow
from editor.window.missing_display import told_in_words
from editor.window.parts.session import WindowSession
from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.freed_memory import keep_freed_memory
from runtime.basics.garbage_collection import collect_only_in_this_thread
from runtime.minds.actions.steering_actions import builtin_library

TITLE_BAR = 32
"""Px that the system's own title bar may take above the window."""


def make_application(arguments: Sequence[str] = ()) -> QApplication:
    """Return the application, dressed; the one there is already, or a new one.

    Whatever draws goes through here: cyclic garbage, which may hold objects of Qt, is destroyed in this
    thread only from now on.
    """
    collect_only_in_this_thread()
    keep_freed_memory()
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(["mindloom", *arguments])
    application.setApplicationName("mindloom")
    application.setApplicationDisplayName("Mindloom")
    application.setDesktopFileName(DESKTOP_ID)
    application.setWindowIcon(QIcon(str(resource_path("desktop", "mindloom.svg"))))
    apply_application_style(application)
    return application


def make_window(state: UserState | None = None, dialogs: FileDialogs | None = None) -> MainWindow:
    """Return a window with the built-in kinds and actions, not shown yet; its text has the size chosen."""
    state = state or UserState()
    if FONT_SIZE.of(state) != FONT_SIZE.default:
        set_font_scale(FONT_SIZE.of(state))
        dress_again()
    return MainWindow(builtin_registry(), builtin_library(), state, dialogs)


def open_first(window: MainWindow, files: Sequence[Path]) -> None:
    """Open the files asked for, or the first sample, which plays."""
    if files:
        for path in files:
            window.open_file(path)
        return
    sample = samples_folder() / FIRST_SAMPLE
    if sample.exists() and window.open_file(sample):
        window.run.run()


def show_on_screen(window: MainWindow) -> None:
    """Show a window; one that would reach beyond the screen fills it instead."""
    room = window.screen().availableGeometry()
    if window.width() > room.width() or window.height() + TITLE_BAR > room.height():
        window.showMaximized()
    else:
        window.show()


def open_at_start(window: MainWindow, files: Sequence[Path]) -> None:
    """Open what the window begins with, once it is shown; `files` are open already.

    That is what was open the last time; else the page of welcome at the first start or where the user wants
    it, and the first sample at others.
    """
    starts_empty = not files and not window.area.tabs and not window.welcome.at_start
    if not window.part(WindowSession).start(restores=not files) and starts_empty:
        open_first(window, files)
    window.welcome.begin()


def run_editor(files: Sequence[Path], project: Path | None = None, *, trust: bool = False) -> int:
    """Open the editor and return its exit code when the window was closed.

    `project` is a project file to use in place of those found beside the documents. With `trust`, the Python
    modules of every project opened run.
    """
    with told_in_words():
        application = make_application()
    window = make_window()
    window.workspace.asked_project = project
    window.workspace.trusts_this_time = trust
    if files:
        open_first(window, files)
    window.welcome.waits = True
    show_on_screen(window)
    open_at_start(window, files)
    gc.enable()
    heartbeat = _let_interrupts_through(application)
    IdleCollection(lambda: window.run.is_running or window.run.time.is_seeking, window)
    code = application.exec()
    heartbeat.stop()
    return code


def _let_interrupts_through(application: QApplication) -> QTimer:
    """End on Ctrl+C, or when the system ends the program: nobody is asked, what is not saved is kept.

    Python handles a signal only when Qt's loop lets it run now and then.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: application.exit(0))
    heartbeat = QTimer()
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(250)
    return heartbeat
