"""Keep how the window was arranged (size, place, panels), and give up what is under way when it closes."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QMainWindow, QWidget

from editor.basics.slices import LongWork, StepsInSlices
from editor.basics.user_state import UserState
from editor.documents.open.document_session import DocumentSession
from editor.theme.motion import motion
from editor.theme.theme_manager import THEME_CHOICES, set_theme
from editor.window.frame.panel_layout import PanelLayout

DEFAULT_SIZE = (1440, 900)

MOTION_KEY = "reduced_motion"
"""Where the user's state keeps that nothing is to move by itself."""

WHEEL_KEY = "wheel_scrolls"
"""Where it keeps that a mouse wheel moves the canvas."""


class WindowArrangement:
    """Keep the arrangement of a window in the user's state and bring it back."""

    def __init__(self, window: QMainWindow, panels: PanelLayout, state: UserState) -> None:
        self._window, self._panels, self._state = window, panels, state
        self._was_shown = False

    def keep(self) -> None:
        """Remember how the window is arranged now."""
        geometry = bytes(self._window.saveGeometry().toBase64().data()).decode("ascii")
        self._state.set("geometry", geometry)
        self._state.set("panels", self._panels.homes())
        self._state.set("tabs", self._panels.tabs())
        self._state.set("sizes", self._panels.sizes())

    def restore(self) -> None:
        """Take theme, motion, size and places of panels as they were kept; their sizes wait for `shown`."""
        theme = self._state.text("theme")
        if theme in THEME_CHOICES:
            set_theme(theme)
        motion().set_wants_less(self._state.flag(MOTION_KEY))
        motion().wheel_scrolls = self._state.flag(WHEEL_KEY)
        self._window.resize(*DEFAULT_SIZE)
        geometry = self._state.text("geometry")
        if geometry:
            self._window.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "replace")))
        self._panels.restore(self._state.table("panels"), self._state.table("tabs"))

    def shown(self) -> bool:
        """Take the kept sizes of the panels once the window has its own; True the first time."""
        if self._was_shown:
            return False
        self._was_shown = True
        for part in (self._window, self._window.centralWidget(), self._panels):
            layout = part.layout() if part is not None else None
            if layout is not None:
                layout.activate()
        self._panels.restore_sizes(self._state.table("sizes"))
        return True


def give_up_unfinished_work(window: QWidget, documents: Iterable[DocumentSession]) -> None:
    """Drop the layouts, comparisons, searches and checks under way in a window and for its documents.

    Each holds the collector of garbage away until it ends, and nobody would let it go on.
    """
    for session in documents:
        session.stop_checking()
    for work in window.findChildren(LongWork):
        work.drop()
    for steps in window.findChildren(StepsInSlices):
        steps.drop()
