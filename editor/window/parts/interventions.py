"""Let the user step into the run of one window, and show on the canvas what waits to happen."""

from __future__ import annotations

from collections.abc import Mapping

from editor.canvas.overlays.callout_layer import Callout
from editor.running.interventions import post_event, waiting_orders
from editor.window.frame.window_host import WindowHost
from editor.window.parts.callouts import WindowCallouts
from graphs.expressions.types import Value

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
