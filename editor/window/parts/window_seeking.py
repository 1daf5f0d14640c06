"""Go to ticks that matter in one window: where the selection acts or changes, a stretch over and over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.commands.command import Command
from editor.panels.timeline.range_loop import RangeLoop
from editor.running.run_until import RunUntil, Wish

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow


class WindowSeeking:
    """Own what goes through a run by itself, and its commands."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.until = RunUntil(window.run)
        self.loop = RangeLoop(window.run, lambda: window.timeline.model.chosen)
        self.until.changed.connect(window.commands.refresh)
        self.loop.changed.connect(window.commands.refresh)
        window.timeline.chosen_changed.connect(window.commands.refresh)

    def commands(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            Command(
                "run.to_selection",
                "Run to the selection",
                lambda: self._go("acts"),
                "Let the world run until the selected node or state is entered or the transition taken.",
                "step_in",
                enabled=self._is_selected,
            ),
            Command(
                "run.next_change",
                "To the next change of the selection",
                lambda: self._go("changes"),
                "Look at the next tick in which something else becomes of what is selected; run on to it.",
                "step",
                enabled=self._is_selected,
            ),
            Command(
                "run.previous_change",
                "To the previous change of the selection",
                self._go_back,
                "Look at the last tick before this one in which something else became of what is selected.",
                "step_back",
                enabled=lambda: self._is_selected() and self._window.run.tick > 0,
            ),
            Command(
                "run.loop",
                "Loop the chosen stretch",
                self.loop.toggle,
                "Play the stretch chosen on the timeline (Shift and drag) again and again.",
                "history",
                enabled=lambda: self._window.timeline.model.chosen is not None or self.loop.is_on,
                checked=lambda: self.loop.is_on,
            ),
        )

    def _place(self) -> tuple[str, str] | None:
        session = self._window.session
        if session is None or len(session.selection) != 1:
            return None
        return session.graph_id, next(iter(session.selection))

    def _is_selected(self) -> bool:
        place = self._place()
        return place is not None and self.until.row_of(*place) is not None

    def _go(self, wish: Wish) -> None:
        place = self._place()
        if place is not None:
            self.until.go(*place, wish)

    def _go_back(self) -> None:
        place = self._place()
        if place is not None and not self.until.go_to_change(*place, forwards=False):
            self._window.say("Nothing else became of it before this tick")
