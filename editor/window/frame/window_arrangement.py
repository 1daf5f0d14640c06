"""Keep how the window was arranged (size, place, panels), and give up what is under way when it closes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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


SETUPS_KEY = "screens"
"""Where the user's state keeps the arrangement for each setup of screens: a text in JSON by its key."""
_MOST_SETUPS = 12


class WindowArrangement:
    """Keep the arrangement of a window in the user's state, for each setup of screens, and bring it back.

    A setup not known yet begins with the arrangement kept last. When a screen goes, what floats there comes
    onto one that is left.
    """

    def __init__(
        self, window: QMainWindow, panels: PanelLayout, state: UserState, screens: Screens = screens_now
    ) -> None:
        self._window, self._panels, self._state = window, panels, state
        self._screens = screens
        self._setup = setup_of(screens())
        self._was_shown = False
        self.watch = ScreenWatch(window)
        self.watch.leaving.connect(self._keep_setup)
        self.watch.changed.connect(self._follow_screens)

    def keep(self) -> None:
        """Remember how the window is arranged now."""
        panels = self._panels
        self._state.set("geometry", self._geometry())
        self._state.set("panels", panels.homes())
        self._state.set("tabs", panels.tabs())
        self._state.set("sizes", panels.sizes())
        self._state.set("floating", panels.floating())
        self._keep_setup()

    def restore(self) -> None:
        """Take theme, motion, size and places of panels as they were kept; the rest waits for `shown`."""
        theme = self._state.text("theme")
        if theme in THEME_CHOICES:
            set_theme(theme)
        motion().set_wants_less(self._state.flag(MOTION_KEY))
        self._window.resize(*DEFAULT_SIZE)
        self._take_places(self._kept())

    def shown(self) -> bool:
        """Take what needs the window's own size: sizes of panels, those that float; True the first time."""
        if self._was_shown:
            return False
        self._was_shown = True
        self._take_sizes(self._kept())
        return True

    def _geometry(self) -> str:
        return bytes(self._window.saveGeometry().toBase64().data()).decode("ascii")

    def _kept(self) -> _Kept:
        """Return what was kept for the screens there are, else what was kept last."""
        state, texts = self._state, self._state.table(SETUPS_KEY).get(self._setup)
        try:
            found = json.loads(str(texts[0])) if texts else None
        except ValueError:
            found = None
        if isinstance(found, dict):
            tables = (_table(found.get(name)) for name in _TABLES)
            return _Kept(str(found.get("geometry", "")), *tables)
        return _Kept(state.text("geometry"), *(state.table(name) for name in _TABLES))

    def _keep_setup(self) -> None:
        if not self._was_shown:
            return
        panels = self._panels
        tables = (panels.homes(), panels.tabs(), panels.sizes(), panels.floating())
        text = json.dumps({"geometry": self._geometry(), **dict(zip(_TABLES, tables, strict=True))})
        others = {key: [str(kept[0])] for key, kept in self._state.table(SETUPS_KEY).items() if kept}
        others.pop(self._setup, None)
        newest = dict(list(others.items())[-_MOST_SETUPS + 1 :])
        self._state.set(SETUPS_KEY, {**newest, self._setup: [text]})

    def _follow_screens(self) -> None:
        """Arrange the window as it was with the screens there are now."""
        setup = setup_of(self._screens())
        if setup == self._setup or not self._was_shown:
            return
        self._setup = setup
        if setup not in self._state.table(SETUPS_KEY):
            self._panels.restore_floating(self._panels.floating(), self._screens())
            return
        kept = self._kept()
        self._panels.restore_floating({}, ())
        self._take_places(kept)
        self._take_sizes(kept)

    def _take_places(self, kept: _Kept) -> None:
        if kept.geometry:
            self._window.restoreGeometry(QByteArray.fromBase64(kept.geometry.encode("ascii", "replace")))
        self._panels.restore(kept.panels, kept.tabs)

    def _take_sizes(self, kept: _Kept) -> None:
        for part in (self._window, self._window.centralWidget(), self._panels):
            layout = part.layout() if part is not None else None
            if layout is not None:
                layout.activate()
        self._panels.restore_sizes(kept.sizes)
        self._panels.restore_floating(kept.floating, self._screens())


_TABLES = ("panels", "tabs", "sizes", "floating")


@dataclass(frozen=True, slots=True)
class _Kept:
    """Hold one arrangement."""

    geometry: str
    panels: Mapping[str, Sequence[object]]
    tabs: Mapping[str, Sequence[object]]
    sizes: Mapping[str, Sequence[object]]
    floating: Mapping[str, Sequence[object]]


def _table(value: object) -> dict[str, Sequence[object]]:
    """Return the lists by name in what was read."""
    entries = value.items() if isinstance(value, dict) else ()
    return {str(name): kept for name, kept in entries if isinstance(kept, list)}


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
