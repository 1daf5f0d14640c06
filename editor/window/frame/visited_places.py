"""Remember which places were looked at, for going back and forward."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF

from editor.window.frame.open_tab import OpenTab


@dataclass(slots=True)
class VisitedPlace:
    """Remember one place: a graph, or a box in it, and what of it was seen."""

    tab: OpenTab
    way: tuple[str, ...]
    box: str = ""
    seen: tuple[float, QPointF] | None = None

    def is_at(self, tab: OpenTab) -> bool:
        """Tell whether a tab shows this place."""
        return tab is self.tab and tuple(tab.way) == self.way and tab.view.entering.box == self.box


MOST_PLACES = 200
"""So many places are remembered; the oldest go first."""


class VisitedPlaces:
    """Hold the places seen, and which of them is in view."""

    def __init__(self) -> None:
        self._visits: list[VisitedPlace] = []
        self._place = -1

    def note(self, tab: OpenTab) -> None:
        """Note that a tab shows another place; what lay ahead is forgotten."""
        if self._place < 0 or not self._visits[self._place].is_at(tab):
            del self._visits[self._place + 1 :]
            self._visits.append(VisitedPlace(tab, tuple(tab.way), tab.view.entering.box))
            del self._visits[:-MOST_PLACES]
            self._place = len(self._visits) - 1

    def forget_closed(self, is_open: Callable[[OpenTab], bool]) -> None:
        """Forget the places of closed tabs, whose documents and canvases would stay in memory with them."""
        before = sum(is_open(visit.tab) for visit in self._visits[: self._place + 1])
        self._visits = [visit for visit in self._visits if is_open(visit.tab)]
        self._place = before - 1

    def keep_what_is_seen(self, tab: OpenTab | None) -> None:
        """Note in the visit that is left which part of the graph was seen."""
        if tab is not None and 0 <= self._place < len(self._visits):
            visit, camera = self._visits[self._place], tab.view.camera
            if visit.tab is tab and visit.way == tuple(tab.way):
                visit.seen = (camera.zoom, camera.center)

    def step(
        self, way: int, current: OpenTab | None, is_open: Callable[[OpenTab], bool]
    ) -> VisitedPlace | None:
        """Return the place before (-1) or after (+1), which is in view from now on; None at the end."""
        place = self._place + way
        while 0 <= place < len(self._visits) and not is_open(self._visits[place].tab):
            place += way
        if not 0 <= place < len(self._visits):
            return None
        self.keep_what_is_seen(current)
        self._place = place
        return self._visits[place]
