"""Let the user step into the run of one window, and show on the canvas what waits to happen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from editor.canvas.overlays.layers import Callout
from editor.commands.command import Command
from editor.dialogs.post_event_window import PostEventWindow
from editor.running.interventions import post_event, waiting_orders
from editor.window.commands.run_commands import intervention_commands
from graphs.expressions.types import Value

if TYPE_CHECKING:
    from editor.window.main_window import MainWindow

_DASH = (6.0, 4.0)


class WindowInterventions:
    """Own the commands that step into a run, and the frames around what was forced and waits."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._shown: Mapping[tuple[str, str], tuple[str, str]] = {}
        window.run.frame_shown.connect(self._show_waiting)
        window.run.agent_changed.connect(self._show_waiting)

    def commands(self) -> tuple[Command, ...]:
        """Return the commands."""
        return intervention_commands(self._window, self.ask_event)

    def ask_event(self) -> None:
        """Let the user choose an event and post it."""
        window, session = self._window, self._window.session
        agent = window.run.picked_agent
        if session is None or agent is None:
            return
        events = session.document.events
        if not events:
            window.area.toast.refuse(
                "This document declares no events.", "Add one with + beside Variables, events in the outline."
            )
            return
        PostEventWindow(window, events, window.run.agent_title(agent), self._post).show()

    def _post(self, to_all: bool, name: str, payload: Mapping[str, Value]) -> None:
        run = self._window.run
        post_event(run, None if to_all else run.picked_agent, name, payload)

    def _show_waiting(self) -> None:
        window, run = self._window, self._window.run
        waiting = waiting_orders(run)
        if waiting == self._shown:
            return
        self._shown = waiting
        mind = run.mind_of(run.picked_agent) or ""
        framed = {
            place: Callout("status.pending.line", words, _DASH) for place, (_, words) in waiting.items()
        }
        window.debugging.callouts.show_callouts("orders", mind, framed)
        window.commands.refresh()
