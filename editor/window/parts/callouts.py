"""Frame elements on the canvases of a window, for everyone who has something to show there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from editor.canvas.overlays.layers import Callout, CalloutLayer
from editor.canvas.view.canvas_view import CanvasView
from editor.running.interventions import post_event, waiting_orders
from editor.window.frame.window_host import WindowHost
from editor.window.parts.link import WindowLink
from editor.window.parts.panels import follow_session, follow_subject, timeline_panel
from editor.window.parts.places import WindowPlaces
from graphs.expressions.types import Value

if TYPE_CHECKING:
    from editor.panels.run.agents_panel import AgentsPanel
    from editor.panels.run.why_panel import WhyPanel


ORDER = ("why", "pinned", "trial", "orders", "stop")
"""Who has something to frame, the one that wins last."""

MOST_FRAMED = 6
"""How many reasons of a chain are numbered on the canvas."""

Place = tuple[str, str]
"""A graph and an element of it."""


class WindowCallouts(QObject):
    """Frame elements of the graph in view, each owner its own; of two on one element `ORDER` decides."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._area = host.area
        self._layers: dict[CanvasView, CalloutLayer] = {}
        self._owned: dict[str, tuple[str, Mapping[Place, Callout]]] = {}
        host.area.watch_views(self._take_view)
        host.area.current_changed.connect(self.refresh)

    def show_callouts(self, owner: str, mind: str, callouts: Mapping[Place, Callout]) -> None:
        """Frame elements of a document for an owner in the place of what it framed before."""
        if callouts:
            self._owned[owner] = (mind, callouts)
        elif self._owned.pop(owner, None) is None:
            return
        self.refresh()

    def show_here(self, owner: str, callouts: Mapping[Place, Callout]) -> None:
        """Frame elements of the document in view."""
        session = self._area.session
        self.show_callouts(owner, session.file_name if session is not None else "", callouts)

    def refresh(self) -> None:
        """Frame what is to be framed in the graph in view, nothing on other canvases."""
        session = self._area.session
        for view, layer in self._layers.items():
            shown: dict[str, Callout] = {}
            if view is self._area.view and session is not None:
                for owner in sorted(self._owned, key=ORDER.index):
                    mind, callouts = self._owned[owner]
                    if mind == session.file_name:
                        graph = session.graph_id
                        shown |= {
                            element: callout for (of, element), callout in callouts.items() if of == graph
                        }
            layer.show_callouts(shown)

    def shown(self) -> Mapping[str, Callout]:
        """Return what is framed on the canvas in view, by element."""
        layer = self._layers.get(self._area.view) if self._area.view is not None else None
        return layer.callouts if layer is not None else {}

    def _take_view(self, view: CanvasView) -> None:
        self._layers[view] = CalloutLayer(view.canvas, view.camera)
        view.destroyed.connect(lambda _object=None: self._layers.pop(view, None))
        view.session.document_changed.connect(self._follow)
        view.session.graph_shown.connect(self._follow)

    def _follow(self, _change: object) -> None:
        self.refresh()


def why_panel(host: WindowHost) -> WhyPanel:
    """Return the panel that explains, whose reasons and tried values are framed on the canvas."""
    from editor.panels.run.why_panel import WhyPanel

    panel, callouts = WhyPanel(host.run), host.part(WindowCallouts)

    def frame_trial() -> None:
        """Frame what would be asked and answered with the values that are tried."""
        path = panel.trial.path_elements() if panel.trial is not None else ()
        dash = (5.0, 3.0)
        framed = {place: Callout("accent.line", dash=dash) for place in path}
        if path:
            framed[path[-1]] = Callout("accent.line", "would be chosen", dash)
        callouts.show_here("trial", framed)

    def frame_reasons() -> None:
        """Frame what the reasons lead over, with their numbers in the chain."""
        first = 1 if panel.answer is not None and panel.answer.is_aside else 2
        framed = {
            place: Callout("family.ask.line", str(number), (2.0, 3.0))
            for number, place in enumerate(panel.reason_places()[:MOST_FRAMED], 1)
            if number >= first
        }
        callouts.show_here("why", framed)

    panel.trial_changed.connect(frame_trial)
    panel.answered.connect(frame_reasons)
    panel.go_to.connect(host.part(WindowPlaces).go_to_element)
    panel.tick_wanted.connect(host.run.look_at)
    follow_session(host, panel.set_session)
    follow_subject(host, panel.subject)
    return panel


def agents_panel(host: WindowHost) -> AgentsPanel:
    """Return the list of agents; what runs in the one pinned last has a badge with its name on the canvas."""
    from editor.panels.run.agent_comparison import live_elements, sides_of
    from editor.panels.run.agents_panel import AgentsPanel

    run, panel, callouts = host.run, AgentsPanel(host.run), host.part(WindowCallouts)
    timeline = host.part(timeline_panel)

    def show_pinned() -> None:
        session = host.session
        others = [agent for agent in panel.pinned if agent != run.picked_agent]
        badges: dict[Place, Callout] = {}
        if session is not None and others:
            for side in sides_of(run, others[-1:]):
                for element in live_elements(side.view, session.graph_id):
                    badges[session.graph_id, element] = Callout("family.world.line", side.title, framed=False)
        callouts.show_here("pinned", badges)

    panel.pinned_changed.connect(show_pinned)
    panel.pinned_changed.connect(lambda: timeline.compare_with(panel.pinned))
    run.frame_shown.connect(show_pinned)
    host.area.current_changed.connect(lambda: panel.set_session(host.session))
    host.area.current_changed.connect(show_pinned)
    panel.go_to.connect(host.part(WindowPlaces).go_to_element)
    panel.games = host.part(WindowLink).games
    panel.game_picked.connect(host.part(WindowLink).watch)
    panel.set_session(host.session)
    return panel


_DASH = (6.0, 4.0)


class WindowInterventions:
    """Ask for events to post, and frame what was forced and waits."""

    def __init__(self, host: WindowHost) -> None:
        self._host = host
        self._shown: Mapping[tuple[str, str], tuple[str, str]] = {}
        host.run.frame_shown.connect(self._show_waiting)
        host.run.agent_changed.connect(self._show_waiting)

    def ask_event(self) -> None:
        """Let the user choose an event and post it."""
        from editor.dialogs.post_event_window import PostEventWindow

        host, session = self._host, self._host.session
        agent = host.run.picked_agent
        if session is None or agent is None:
            return
        events = session.document.events
        if not events:
            host.area.toast.refuse(
                "This document declares no events.", "Add one with + beside Variables, events in the outline."
            )
            return
        PostEventWindow(host.widget, events, host.run.agent_title(agent), self._post).show()

    def _post(self, to_all: bool, name: str, payload: Mapping[str, Value]) -> None:
        run = self._host.run
        post_event(run, None if to_all else run.picked_agent, name, payload)

    def _show_waiting(self) -> None:
        host, run = self._host, self._host.run
        waiting = waiting_orders(run)
        if waiting == self._shown:
            return
        self._shown = waiting
        mind = run.mind_of(run.picked_agent) or ""
        framed = {
            place: Callout("status.pending.line", words, _DASH) for place, (_, words) in waiting.items()
        }
        host.part(WindowCallouts).show_callouts("orders", mind, framed)
        host.commands.refresh()
