"""Drive the real window by events of the X server: where a hand clicks, xdotool moves the pointer and clicks."""

from __future__ import annotations

import subprocess
import time

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from tests.e2e.mouse_hand import Left, MouseHand

_BUTTONS = {Qt.MouseButton.LeftButton: "1", Qt.MouseButton.MiddleButton: "2", Qt.MouseButton.RightButton: "3"}
_SETTLED = 0.12
"""Seconds of the event loop after each event, in which the window answers."""


class RealHand(MouseHand):
    """Click, drag, turn the wheel and type through the X server; counts as `MouseHand` does."""

    def click(self, widget: QWidget, place: QPoint | None = None, button: Qt.MouseButton = Left) -> None:
        """Click on a widget that is to be seen at that place."""
        place = self._seen(widget, place)
        self._point(widget, place)
        _do("click", _BUTTONS[button])
        self.clicks += 1
        settle()

    def select_text(self, widget: QWidget) -> None:
        """Select the line of a text by three clicks."""
        target = widget.viewport() if isinstance(widget, QPlainTextEdit) else widget
        self._point(target, self._seen(target, QPoint(12, 12)))
        _do("click", "--repeat", "3", "--delay", "60", "1")
        self.clicks += 3
        settle()

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        self.note_typed(text)
        _do("type", "--delay", "30", text)
        settle()

    def press_keys(self, *keys: str) -> None:
        """Press keys where the focus is, by the names that menus give them."""
        for words in keys:
            self.keys += 1
            _do("key", words.replace("Ctrl", "ctrl").replace("Esc", "Escape"))
            settle()

    def wheel(self, widget: QWidget, turn: int) -> None:
        """Turn the wheel over a widget by one step."""
        self._point(widget, widget.rect().center())
        _do("click", "4" if turn > 0 else "5")
        settle()

    def double_click(self, place: QPoint) -> None:
        """Double-click on the canvas."""
        self._point(self.view.viewport(), place)
        _do("click", "--repeat", "2", "--delay", "80", "1")
        self.clicks += 2
        settle()

    def drag_on(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        """Drag on any widget."""
        self._point(widget, start)
        _do("mousedown", "1")
        for share in (0.1, 0.5, 0.9, 1.0):
            self._point(widget, start + (end - start) * share)
        _do("mouseup", "1")
        self.clicks += 1
        settle()

    def move(self, place: QPoint) -> None:
        """Move the pointer over the canvas."""
        self._point(self.view.viewport(), place)

    def _point(self, widget: QWidget, place: QPoint) -> None:
        at = widget.mapToGlobal(place)
        _do("mousemove", str(at.x()), str(at.y()))
        settle()


def settle(seconds: float = _SETTLED) -> None:
    """Let the window answer what the X server sent."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)


def _do(*words: str) -> None:
    """Run xdotool; raises CalledProcessError where the X server refuses."""
    process = subprocess.Popen(["xdotool", *words])
    while process.poll() is None:
        QApplication.processEvents()
        time.sleep(0.002)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
