"""Gather the panels of one window that look at a run from outside: counts, breakpoints, agents, curves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from editor.chrome.panel import Panel
from editor.commands.command import Command
from editor.commands.statistics_commands import statistics_commands
from editor.window_places import WindowPlaces
from editor.window_statistics import WindowStatistics

if TYPE_CHECKING:
    from editor.main_window import MainWindow


class WindowDebugging:
    """Own these panels with what they need of the window. `use_places` says how to go to what they name."""

    def __init__(self, window: MainWindow) -> None:
        self.statistics = WindowStatistics(
            window.area, window.run, window.state, lambda: window.timeline.model.chosen, window
        )
        window.timeline.chosen_changed.connect(self.statistics.counts.follow)

    def panels(self) -> tuple[tuple[Panel, str], ...]:
        """Return the panels with the stacks they stand in at first."""
        return ((self.statistics.panel, "bottom"),)

    def commands(self) -> Iterator[Iterable[Command]]:
        """Yield the commands of each panel."""
        yield statistics_commands(self.statistics)

    def use_places(self, places: WindowPlaces) -> None:
        """Go to places by these ways."""
        self.statistics.panel.go_to.connect(places.go_to_element)
