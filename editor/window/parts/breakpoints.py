"""Show breakpoints on the canvas of one window, and why the run stopped at one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from editor.canvas.overlays.layers import Callout
from editor.documents.open.document_session import DocumentSession
from editor.running.breakpoint_list import stop_words
from editor.widgets.banner import BannerButton, BannerContent
from editor.window.frame.window_host import WindowHost
from editor.window.parts.callouts import WindowCallouts
from editor.window.parts.panels import follow_session
from editor.window.parts.places import WindowPlaces
from graphs.model import Document
from runtime.history.recording.row_words import RowWords
from runtime.history.why.breakpoints import Breakpoint, Stop

if TYPE_CHECKING:
    from editor.panels.run.breakpoints_panel import BreakpointsPanel


class WindowBreakpoints(QObject):
    """Keep the dots and the frame on the canvas, and the banner of a stop, in step with the breakpoints."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host = host
        self._area, self._run, self._breakpoints = host.area, host.run, host.breakpoints
        self._commands = host.commands
        self._session: DocumentSession | None = None
        for changed in (self._breakpoints.changed, self._breakpoints.stopped):
            changed.connect(self._frame_stop)
        self._breakpoints.changed.connect(self.refresh)
        self._breakpoints.stopped.connect(self._show_stop)
        self._area.current_changed.connect(self._follow_session)
        self._follow_session()

    def refresh(self) -> None:
        """Show the breakpoints of the graph in view; take the banner away once the run goes on."""
        self._show_on_canvas()
        if self._breakpoints.stop is None:
            self._area.banner.drop("breakpoint")
        self._commands.refresh()

    def _follow_session(self) -> None:
        session = self._area.session
        if session is not self._session:
            if self._session is not None:
                self._session.document_changed.disconnect(self._show_on_canvas)
                self._session.graph_shown.disconnect(self._follow_graph)
            self._session = session
            if session is not None:
                session.document_changed.connect(self._show_on_canvas)
                session.graph_shown.connect(self._follow_graph)
        self.refresh()

    def _show_on_canvas(self, _change: object = None) -> None:
        session, view = self._area.session, self._area.view
        if session is not None and view is not None:
            view.canvas.set_breakpoints(self._breakpoints.of(session.file_name, session.graph_id))

    def _follow_graph(self, _graph: str) -> None:
        self.refresh()

    def _show_stop(self, stop: Stop) -> None:
        """Show whom the run stopped for and where: agent, graph, element, and a banner that says why.

        The list of breakpoints gets its tab; where it has one, what is in front stays.
        """
        if self._run.picked_agent != stop.agent:
            self._run.pick_agent(stop.agent)
        program = self._run.view.program if self._run.view is not None else None
        title = ""
        session = self._area.session
        if program is not None and stop.row >= 0 and session is not None:
            row = program.rows[stop.row]
            title = RowWords(program, session.document, session.registry).title(stop.row)
            self._host.part(WindowPlaces).go_to_element(row.graph, row.node)
        text, note = stop_words(stop, title, self._run.agent_title(stop.agent))
        tick, go_on = self._commands.keys_text("run.step"), self._commands.keys_text("run.toggle")
        buttons = (
            BannerButton(f"Step tick  {tick}", lambda: self._trigger("run.step")),
            BannerButton(f"Continue  {go_on}", lambda: self._trigger("run.toggle"), primary=True),
        )
        self._area.banner.put(BannerContent("breakpoint", text, note, buttons))
        if not self._host.panels.has_tab("breakpoints"):
            self._host.panels.show_panel("breakpoints")

    def _frame_stop(self, _stop: object = None) -> None:
        """Frame the element that the run stopped at, for as long as it is there."""
        stop, session = self._breakpoints.stop, self._run.session
        framed: dict[tuple[str, str], Callout] = {}
        if stop is not None and stop.row >= 0 and session is not None and stop.agent in session.brains:
            row = session.brains[stop.agent].program.rows[stop.row]
            framed = {(row.graph, row.node): Callout("status.breakpoint.line", "stopped here")}
        mind = stop.breakpoint.mind if stop is not None else ""
        self._host.part(WindowCallouts).show_callouts("stop", mind, framed)

    def _trigger(self, command_id: str) -> None:
        self._commands.action(command_id).trigger()


def breakpoints_panel(host: WindowHost) -> BreakpointsPanel:
    """Return the list of the breakpoints of all documents."""
    from editor.panels.run.breakpoints_panel import BreakpointsPanel

    def session_of(mind: str) -> DocumentSession | None:
        return next((session for session in host.workspace.sessions if session.file_name == mind), None)

    def document_of(mind: str) -> Document | None:
        session = session_of(mind)
        return session.document if session is not None else host.run.versions.document(mind)

    def go_to(found: Breakpoint) -> None:
        """Show what a breakpoint is on, in the document it is of."""
        session, places = session_of(found.mind), host.part(WindowPlaces)
        if session is None:
            host.say(f"{found.mind} is not open.")
            return
        host.area.open_session(session)
        if found.element:
            places.go_to_element(found.graph, found.element)
        elif found.moment == "change":
            places.show_variable(found.name, "")
        elif found.moment == "event":
            places.show_event(found.name)

    panel = BreakpointsPanel(host.breakpoints, host.run, document_of)
    panel.go_to.connect(go_to)
    follow_session(host, panel.set_session)
    return panel
