"""Find what a test left behind: open windows, running timers, threads and event loops."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

# Qt keeps its one tooltip label for the life of the program.
KEPT_BY_QT = {"QTipLabel"}

LONGEST_END = 3.0
"""Seconds until a thread that was asked to end is said to be left behind."""


class QtWatch:
    """Watch Qt from construction on and name what was started since and is still there."""

    def __init__(self) -> None:
        self._timers: weakref.WeakSet[Any] = weakref.WeakSet()
        self._threads: weakref.WeakSet[Any] = weakref.WeakSet()
        # Held, so that no new widget gets the identity of an old one.
        self._windows_before = _windows()
        self._python_threads_before = set(threading.enumerate())
        self._loops: weakref.WeakSet[asyncio.AbstractEventLoop] = weakref.WeakSet()

    def started_timer(self, timer: Any) -> None:
        """Note that a QTimer was started."""
        self._timers.add(timer)

    def started_thread(self, thread: Any) -> None:
        """Note that a QThread was started."""
        self._threads.add(thread)

    def made_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        """Note that an event loop was made."""
        self._loops.add(loop)

    def leaks(self) -> list[str]:
        """Return one line per leaked thing, after Qt had its chance to delete what was asked to go."""
        if self._new_threads():
            let_other_threads_end(until=lambda: not self._new_threads())
        _delete_what_is_due()
        if self._found():
            # A widget in a reference cycle is not leaked; it only waits for the collector.
            gc.collect()
            _delete_what_is_due()
        return self._found()

    def clean_up(self) -> None:
        """Stop and delete what leaked, so that only the test at fault fails."""
        for timer in _alive(self._timers):
            timer.stop()
        for thread in _alive(self._threads):
            thread.quit()
            thread.wait(1000)
        for window in self._new_windows():
            window.close()
            window.deleteLater()
        _delete_what_is_due()

    def _new_windows(self) -> list[Any]:
        return [
            window
            for window in _windows()
            if not any(window is old for old in self._windows_before)
            and window.metaObject().className() not in KEPT_BY_QT
        ]

    def _new_threads(self) -> list[threading.Thread]:
        """Return the threads begun by Python; of a QThread that ran Python a dummy stays for ever."""
        return [
            thread
            for thread in threading.enumerate()
            if thread not in self._python_threads_before and not thread.name.startswith("Dummy-")
        ]

    def _found(self) -> list[str]:
        windows = [
            f"{type(window).__name__} {window.objectName()!r} was neither closed nor deleted"
            for window in self._new_windows()
        ]
        timers = [
            f"QTimer {timer.objectName()!r} of {type(timer.parent()).__name__} is still active"
            for timer in _alive(self._timers)
            if timer.isActive()
        ]
        threads = [
            f"QThread {thread.objectName()!r} is still running"
            for thread in _alive(self._threads)
            if thread.isRunning()
        ]
        python_threads = [f"Thread {thread.name!r} is still running" for thread in self._new_threads()]
        loops = [f"{type(loop).__name__} was not closed" for loop in self._loops if not loop.is_closed()]
        return sorted(windows + timers + threads + python_threads + loops)


def _application() -> Any:
    """Return the running QApplication, or None; never import Qt for it."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    return widgets.QApplication.instance() if widgets else None


def _windows() -> list[Any]:
    application = _application()
    return list(application.topLevelWidgets()) if application else []


def _alive(objects: weakref.WeakSet[Any]) -> list[Any]:
    """Return the objects whose C++ side still exists."""
    if not objects:
        return []
    import shiboken6

    return [item for item in objects if shiboken6.isValid(item)]


def _delete_what_is_due() -> None:
    application = _application()
    if application:
        event = sys.modules["PySide6.QtCore"].QEvent.Type.DeferredDelete
        application.sendPostedEvents(None, event)
        application.processEvents()


def let_other_threads_end(until: Callable[[], bool]) -> None:
    """Let Qt go on while another thread ends what a closed window had begun."""
    latest = monotonic() + LONGEST_END
    while not until() and monotonic() < latest:
        _delete_what_is_due()
        sleep(0.01)


@contextmanager
def watching_qt() -> Iterator[QtWatch]:
    """Yield a watch that hears of every timer, thread and event loop started within the block.

    Without Qt imported before the block it hears of none of Qt's; windows are seen in any case.
    """
    watch = QtWatch()
    with _hearing_of_loops(watch), _hearing_of_qt(watch):
        yield watch


@contextmanager
def _hearing_of_loops(watch: QtWatch) -> Iterator[None]:
    loops: Any = asyncio.BaseEventLoop
    make = loops.__init__

    def noting_make(self: asyncio.AbstractEventLoop) -> None:
        make(self)
        watch.made_loop(self)

    loops.__init__ = noting_make
    try:
        yield
    finally:
        loops.__init__ = make


@contextmanager
def _hearing_of_qt(watch: QtWatch) -> Iterator[None]:
    core = sys.modules.get("PySide6.QtCore")
    if core is None:
        yield
        return
    start_timer, start_thread = core.QTimer.start, core.QThread.start
    core.QTimer.start = _noting(start_timer, watch.started_timer)
    core.QThread.start = _noting(start_thread, watch.started_thread)
    try:
        yield
    finally:
        core.QTimer.start, core.QThread.start = start_timer, start_thread


def _noting(start: Callable[..., None], note: Callable[[Any], None]) -> Callable[..., None]:
    def noting_start(self: Any, *arguments: Any) -> None:
        note(self)
        start(self, *arguments)

    return noting_start
