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
from editor.window.frame.screen_setup import Screens, ScreenWatch, screens_now, setup_of

DEFAULT_SIZE = (1440, 900)

MOTION_KEY = "reduced_motion"
"""Where the user's state keeps that nothing is to move by itself."""

WHEEL_KEY = "wheel_scrolls"
"""Where it keeps that a mouse wheel moves the canvas."""


LAST_SETUP = "screens"
"""Where the user's state keeps which setup of screens was there last: others begin as it was."""


class WindowArrangement:
    """Keep the arrangement of a window in the user's state, for each setup of screens, and bring it back.

    A setup not known yet begins with the arrangement of the last one. When a screen goes, what floats there
    comes onto one that is left.
    """

    def __init__(
        self, window: QMainWindow, panels: PanelLayout, state: UserState, screens: Screens = screens_now
    ) -> None:
        self._window, self._panels, self._state = window, panels, state
        self._screens = screens
        self._setup = setup_of(screens())
        self._was_shown = False
        self.watch = ScreenWatch(window)
        self.watch.leaving.connect(self.keep)
        self.watch.changed.connect(self._follow_screens)

    def keep(self) -> None:
        """Remember how the window is arranged now, with the screens there are."""
        panels, setup = self._panels, self._setup
        geometry = bytes(self._window.saveGeometry().toBase64().data()).decode("ascii")
        self._state.set_all(
            {
                f"panels {setup}": panels.homes(),
                f"tabs {setup}": panels.tabs(),
                f"sizes {setup}": panels.sizes(),
                f"floating {setup}": panels.floating(),
                f"geometry {setup}": geometry,
                LAST_SETUP: setup,
            }
        )

    def restore(self) -> None:
        """Take theme, motion, size and places of panels as they were kept; the rest waits for `shown`."""
        theme = self._state.text("theme")
        if theme in THEME_CHOICES:
            set_theme(theme)
        motion().set_wants_less(self._state.flag(MOTION_KEY))
        motion().wheel_scrolls = self._state.flag(WHEEL_KEY)
        self._window.resize(*DEFAULT_SIZE)
        self._take_places()

    def shown(self) -> bool:
        """Take what needs the window's own size: sizes of panels, those that float; True the first time."""
        if self._was_shown:
            return False
        self._was_shown = True
        self._take_sizes()
        return True

    def _key(self, name: str) -> str:
        """Return where a part of the arrangement is kept: for these screens, the last ones, or for any."""
        setups = (self._setup, self._state.text(LAST_SETUP))
        return next((f"{name} {key}" for key in setups if self._is_known(key)), name)

    def _is_known(self, setup: str) -> bool:
        return bool(self._state.text(f"geometry {setup}"))

    def _follow_screens(self) -> None:
        """Arrange the window as it was with the screens there are now."""
        setup = setup_of(self._screens())
        if setup == self._setup or not self._was_shown:
            return
        self._setup = setup
        if self._is_known(setup):
            self._panels.restore_floating({}, ())
            self._take_places()
            self._take_sizes()
        else:
            self._panels.restore_floating(self._panels.floating(), self._screens())

    def _take_places(self) -> None:
        geometry = self._state.text(self._key("geometry"))
        if geometry:
            self._window.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "replace")))
        self._panels.restore(self._state.table(self._key("panels")), self._state.table(self._key("tabs")))

    def _take_sizes(self) -> None:
        for part in (self._window, self._window.centralWidget(), self._panels):
            layout = part.layout() if part is not None else None
            if layout is not None:
                layout.activate()
        self._panels.restore_sizes(self._state.table(self._key("sizes")))
        self._panels.restore_floating(self._state.table(self._key("floating")), self._screens())


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
