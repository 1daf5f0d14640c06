"""Send what a hand does through the X server, by xdotool."""

from __future__ import annotations

import subprocess
import time

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.e2e.qt_events import Left, QtEvents

_BUTTONS = {Qt.MouseButton.LeftButton: "1", Qt.MouseButton.MiddleButton: "2", Qt.MouseButton.RightButton: "3"}
_NAMES = {"Ctrl": "ctrl", "Shift": "shift", "Alt": "alt", "Esc": "Escape", "Space": "space"}
_ANSWERED = 0.15
"""Seconds of the event loop after each event, in which the window answers."""


class XEvents(QtEvents):
    """Move the real pointer and press real keys; the window has to be where the X server shows it."""

    def move(self, widget: QWidget, place: QPoint) -> None:
        """Move the pointer over a widget."""
        at = widget.mapToGlobal(place)
        _xdotool("mousemove", str(at.x()), str(at.y()))

    def click(self, widget: QWidget, place: QPoint, button: Qt.MouseButton = Left, *, times: int = 1) -> None:
        """Click once, twice or three times on a place of a widget."""
        self.move(widget, place)
        _xdotool("click", "--repeat", str(times), "--delay", "60", _BUTTONS[button])

    def drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        """Drag with the left button."""
        self.move(widget, start)
        _xdotool("mousedown", "1")
        for share in (0.1, 0.5, 0.9, 1.0):
            self.move(widget, start + (end - start) * share)
        _xdotool("mouseup", "1")

    def wheel(self, widget: QWidget, turn: int) -> None:
        """Turn the wheel over the middle of a widget; 120 is a step up."""
        self.move(widget, widget.rect().center())
        _xdotool("click", "4" if turn > 0 else "5")

    def type(self, text: str) -> None:
        """Type one line where the focus is."""
        _xdotool("type", "--delay", "30", text)

    def key(self, words: str) -> None:
        """Press a key as it is written in menus, such as Ctrl+S."""
        parts = [_NAMES.get(part, part) for part in words.split("+")]
        if len(parts[-1]) == 1:
            parts[-1] = parts[-1].lower()
        _xdotool("key", "+".join(parts))


def _xdotool(*words: str) -> None:
    """Run it to its end, then let the window answer; raises CalledProcessError where it cannot."""
    process = subprocess.Popen(["xdotool", *words])
    while process.poll() is None:
        QApplication.processEvents()
        time.sleep(0.002)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    end = time.monotonic() + _ANSWERED
    while time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)
