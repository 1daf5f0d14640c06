"""Say in words that no window can be opened, where Qt would end the program with an abort."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QMessageLogContext, QtMsgType, qInstallMessageHandler

from editor.basics.command_names import COMMANDS
from editor.basics.missing_libraries import ReadLinks, missing_libraries, packages_words, read_links
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


def lines(environment: Mapping[str, str], links: ReadLinks = read_links) -> tuple[str, ...]:
    """Return what is said: why there is no window, and which packages have the libraries that Qt lacks."""
    said = f"error: The editor cannot open a window: {reason(environment)}. {REMEDY}"
    if environment.get("QT_QPA_PLATFORM", "xcb").partition(":")[0] not in ("", "xcb"):
        return (said,)
    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    words = packages_words(missing_libraries(plugins / "platforms" / "libqxcb.so", links))
    return (said, words) if words else (said,)


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
        for line in lines(os.environ):
            print_error(line)
        os._exit(NO_DISPLAY)

    former: Handler | None = qInstallMessageHandler(handle)
    try:
        yield
    finally:
        qInstallMessageHandler(former)
        for message in warned:
            print_error(message)
