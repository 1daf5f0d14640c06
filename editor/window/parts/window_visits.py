"""Show in one window which visit of a tick is looked at."""

from __future__ import annotations

from editor.commands.registry import CommandRegistry
from editor.running.visit_walk import VisitWalk
from editor.widgets.banner import BannerButton, BannerContent
from editor.window.frame.canvas_area import CanvasArea
from editor.window.parts.places import WindowPlaces


class WindowVisits:
    """Keep selection and banner in step with a walk through a tick."""

    def __init__(
        self, area: CanvasArea, visits: VisitWalk, commands: CommandRegistry, places: WindowPlaces
    ) -> None:
        self._area, self._visits, self._commands, self._places = area, visits, commands, places
        visits.changed.connect(self.refresh)

    def refresh(self) -> None:
        """Select the element of the step looked at and say what it did; after the walk say nothing."""
        if self._visits.steps is None:
            self._area.banner.drop("visit")
        else:
            graph, element = self._visits.place()
            session = self._area.session
            if session is not None and graph in session.document.graphs and element:
                self._places.go_to_element(graph, element)
            text, note = self._visits.words()
            self._area.banner.put(BannerContent("visit", text, note, self._buttons()))
        self._commands.refresh()

    def _buttons(self) -> tuple[BannerButton, ...]:
        def button(title: str, command: str, *, primary: bool = False) -> BannerButton:
            key = self._commands.keys_text(command)
            return BannerButton(
                f"{title}  {key}".rstrip(), lambda: self._commands.action(command).trigger(), primary=primary
            )

        return (
            button("Back", "run.step_visit_back"),
            button("Over", "run.step_over"),
            button("Next visit", "run.step_visit", primary=True),
        )
