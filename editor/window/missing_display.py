"""Say in words that no window can be opened, where Qt would end the program with an abort."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from editor.basics.command_names import COMMANDS
from editor.basics.terminal import print_error

NO_DISPLAY = 2
"""Exit code: the program was started where it cannot open a window."""

REMEDY = (
    "Start it on a desktop, or leave pictures with: python -m editor --offscreen-show FOLDER. "
    f"The commands {', '.join(COMMANDS)} work without a display."
)

Handler = Callable[[QtMsgType, QMessageLogContext, str], None]


def reason(environment: Mapping[str, str]) -> str:
    """Return why there is no window: what the environment asks for and Qt cannot use, or what it lacks."""
    platform = environment.get("QT_QPA_PLATFORM", "")
    if platform:
        return f"Qt cannot use the platform {platform!r} that QT_QPA_PLATFORM asks for"
    display = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return f"Qt cannot use the display {display!r}" if display else "there is no display"


@contextmanager
def told_in_words() -> Iterator[None]:
    """While the application is made, end with a message and exit code 2 instead of Qt's abort.

    What Qt warns of is held back until then, and printed when the application could be made.
    """
    warned: list[str] = []

    def handle(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if kind != QtMsgType.QtFatalMsg:
            warned.append(message)
            return
        # Qt aborts as soon as this returns, and nothing above it can catch that.
        print_error(f"error: The editor cannot open a window: {reason(os.environ)}. {REMEDY}")
        os._exit(NO_DISPLAY)

    former: Handler | None = qInstallMessageHandler(handle)
    try:
        yield
    finally:
        qInstallMessageHandler(former)
        for message in warned:
            print_error(message)
