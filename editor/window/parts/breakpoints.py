"""Show breakpoints on the canvas of one window, and why the run stopped at one."""

from __future__ import annotations

from editor.commands.registry import CommandRegistry
from editor.documents.open.document_session import DocumentSession
from editor.running.breakpoint_list import BreakpointList, stop_words
from editor.running.run_controller import RunController
from editor.widgets.banner import BannerButton, BannerContent
from editor.window.frame.canvas_area import CanvasArea
from editor.window.parts.places import WindowPlaces
from graphs.kinds.declarations.registry import Registry
from runtime.history.recording.row_words import RowWords
from runtime.history.why.breakpoints import Stop


class WindowBreakpoints:
    """Keep the dots on the canvas and the banner of a stop in step with the breakpoints."""

    def __init__(
        self,
        area: CanvasArea,
        run: RunController,
        breakpoints: BreakpointList,
        commands: CommandRegistry,
        places: WindowPlaces,
    ) -> None:
        self._area, self._run, self._breakpoints = area, run, breakpoints
        self._commands, self._places = commands, places
        self._session: DocumentSession | None = None
        breakpoints.changed.connect(self.refresh)
        breakpoints.stopped.connect(self._show_stop)
        area.current_changed.connect(self._follow_session)
        self._follow_session()

    def refresh(self) -> None:
        """Show the breakpoints of the graph in view; take the banner away once the run goes on."""
        session, view = self._area.session, self._area.view
        if session is not None and view is not None:
            view.canvas.set_breakpoints(self._breakpoints.of(session.file_name, session.graph_id))
        if self._breakpoints.stop is None:
            self._area.banner.drop("breakpoint")
        self._commands.refresh()

    def _follow_session(self) -> None:
        session = self._area.session
        if session is not self._session:
            if self._session is not None:
                self._session.document_changed.disconnect(self._follow_document)
                self._session.graph_shown.disconnect(self._follow_document)
            self._session = session
            if session is not None:
                session.document_changed.connect(self._follow_document)
                session.graph_shown.connect(self._follow_document)
        self.refresh()

    def _follow_document(self, _change: object) -> None:
        self.refresh()

    def _show_stop(self, stop: Stop) -> None:
        """Show whom the run stopped for and where: agent, graph, element, and a banner that says why."""
        if self._run.picked_agent != stop.agent:
            self._run.pick_agent(stop.agent)
        program = self._run.view.program if self._run.view is not None else None
        title = ""
        session = self._area.session
        if program is not None and stop.row >= 0 and session is not None:
            row = program.rows[stop.row]
            registry: Registry = session.registry
            title = RowWords(program, session.document, registry).title(stop.row)
            self._places.go_to_element(row.graph, row.node)
        text, note = stop_words(stop, title, self._run.agent_title(stop.agent))
        tick, go_on = self._commands.keys_text("run.step"), self._commands.keys_text("run.toggle")
        buttons = (
            BannerButton(f"Step tick  {tick}", lambda: self._trigger("run.step")),
            BannerButton(f"Continue  {go_on}", lambda: self._trigger("run.toggle"), primary=True),
        )
        self._area.banner.put(BannerContent("breakpoint", text, note, buttons))

    def _trigger(self, command_id: str) -> None:
        self._commands.action(command_id).trigger()
