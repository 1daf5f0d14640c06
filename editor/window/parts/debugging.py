"""Gather the panels of one window that look at a run from outside: counts, breakpoints, agents, curves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from editor.canvas.overlays.layers import Callout
from editor.commands.command import Command
from editor.documents.open.document_session import DocumentSession
from editor.panels.run.agent_comparison import live_elements, sides_of
from editor.panels.run.agents_panel import AgentsPanel
from editor.panels.run.breakpoints_panel import BreakpointsPanel
from editor.panels.run.plots_panel import PlotsPanel
from editor.panels.run.senses_panel import SensesPanel
from editor.widgets.panel import Panel
from editor.window.parts.callouts import WindowCallouts
from editor.window.parts.idle import idle_commands
from editor.window.parts.places import WindowPlaces
from editor.window.parts.statistics import statistics_commands
from editor.window.parts.tips import WindowTips
from editor.window.parts.window_idle_folding import WindowIdleFolding
from editor.window.parts.window_run_set import WindowRunSet
from editor.window.parts.window_statistics import WindowStatistics
from editor.window.parts.window_veils import WindowVeils
from graphs.model import Document
from runtime.history.why.breakpoints import Breakpoint

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

MOST_FRAMED = 6
"""How many reasons of a chain are numbered on the canvas."""


class WindowDebugging:
    """Own these panels with what they need of the window. `use_places` says how to go to what they name."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._places: WindowPlaces | None = None
        self.callouts = WindowCallouts(window.area, window)
        self.veils = WindowVeils(window.area, window.run, window)
        self.foldings = WindowIdleFolding(window.area, window.run, window)
        self.statistics = WindowStatistics(
            window.area, window.run, window.state, lambda: window.timeline.model.chosen, window
        )
        self.run_set = WindowRunSet(window, self.statistics)
        window.timeline.chosen_changed.connect(self.statistics.counts.follow)
        self.breakpoints = BreakpointsPanel(window.breakpoints, window.run, self._document_of)
        self.breakpoints.go_to.connect(self._go_to_breakpoint)
        window.breakpoints.stopped.connect(lambda _stop: self._frame_stop())
        window.breakpoints.changed.connect(self._frame_stop)
        self.agents = AgentsPanel(window.run)
        self.agents.pinned_changed.connect(self._show_pinned)
        self.agents.pinned_changed.connect(lambda: window.timeline.compare_with(self.agents.pinned))
        self.plots = PlotsPanel(window.run, window.timeline.model.curves)
        self.plots.wanted.connect(window.run.look_at)
        window.timeline.filling.filled.connect(self.plots.look_again)
        self.senses = SensesPanel(window.run)
        window.run.frame_shown.connect(self._show_pinned)
        self.tips = WindowTips(window.area, window.run, window)
        window.why.trial_changed.connect(self._frame_trial)
        window.why.answered.connect(self._frame_reasons)
        window.area.current_changed.connect(self._follow_session)

    def panels(self) -> tuple[tuple[Panel, str], ...]:
        """Return the panels with the stacks they stand in at first."""
        return (
            (self.plots, "bottom"),
            (self.statistics.panel, "bottom"),
            (self.breakpoints, "bottom"),
            (self.agents, "bottom"),
            (self.senses, "far_right"),
        )

    def commands(self) -> Iterator[Iterable[Command]]:
        """Yield the commands of each panel."""
        yield statistics_commands(self.statistics)
        yield self.run_set.commands()
        yield idle_commands(self.veils, self.foldings)

    def use_places(self, places: WindowPlaces) -> None:
        """Go to places by these ways."""
        self._places = places
        self.statistics.panel.go_to.connect(places.go_to_element)
        self.agents.go_to.connect(places.go_to_element)

    def _follow_session(self) -> None:
        self.breakpoints.set_session(self._window.area.session)
        self.agents.set_session(self._window.area.session)
        self._show_pinned()

    def _session_of(self, mind: str) -> DocumentSession | None:
        return next((one for one in self._window.workspace.sessions if one.file_name == mind), None)

    def _document_of(self, mind: str) -> Document | None:
        session = self._session_of(mind)
        return session.document if session is not None else self._window.run.mind_document(mind)

    def _go_to_breakpoint(self, one: Breakpoint) -> None:
        """Show what a breakpoint is on, in the document it is of."""
        session = self._session_of(one.mind)
        if session is None or self._places is None:
            self._window.say(f"{one.mind} is not open.")
            return
        self._window.area.open_session(session)
        if one.element:
            self._places.go_to_element(one.graph, one.element)
        elif one.moment == "change":
            self._places.show_variable(one.name, "")
        elif one.moment == "event":
            self._places.show_event(one.name)

    def _show_pinned(self) -> None:
        """Put a badge with its name on what runs in the agent pinned last, beside the one shown."""
        run, session = self._window.run, self._window.area.session
        others = [agent for agent in self.agents.pinned if agent != run.picked_agent]
        badges: dict[tuple[str, str], Callout] = {}
        if session is not None and others:
            for side in sides_of(run, others[-1:]):
                for element in live_elements(side.view, session.graph_id):
                    badges[session.graph_id, element] = Callout("family.world.line", side.title, framed=False)
        self.callouts.show_callouts("pinned", session.file_name if session is not None else "", badges)

    def _frame_trial(self) -> None:
        """Frame what would be asked and answered with the values that are tried."""
        trial, session = self._window.why.trial, self._window.area.session
        path = trial.path_elements() if trial is not None else ()
        dash = (5.0, 3.0)
        framed = {place: Callout("accent.line", dash=dash) for place in path}
        if path:
            framed[path[-1]] = Callout("accent.line", "would be chosen", dash)
        self.callouts.show_callouts("trial", session.file_name if session is not None else "", framed)

    def _frame_reasons(self) -> None:
        """Frame what the reasons of why lead over, with their numbers in the chain."""
        session, why = self._window.area.session, self._window.why
        places = why.reason_places()
        first = 1 if why.answer is not None and why.answer.is_aside else 2
        framed = {
            place: Callout("family.ask.line", str(number), (2.0, 3.0))
            for number, place in enumerate(places[:MOST_FRAMED], 1)
            if number >= first
        }
        self.callouts.show_callouts("why", session.file_name if session is not None else "", framed)

    def _frame_stop(self) -> None:
        """Frame the element that the run stopped at, for as long as it stands there."""
        stop, session = self._window.breakpoints.stop, self._window.run.session
        framed: dict[tuple[str, str], Callout] = {}
        if stop is not None and stop.row >= 0 and session is not None and stop.agent in session.brains:
            row = session.brains[stop.agent].program.rows[stop.row]
            framed = {(row.graph, row.node): Callout("status.breakpoint.line", "stopped here")}
        mind = stop.breakpoint.mind if stop is not None else ""
        self.callouts.show_callouts("stop", mind, framed)
