"""Go to what a list names: an element, a problem, a transition taken, a variable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.workspace import Workspace
from editor.panels.inspector.inspector_panel import InspectorPanel
from editor.running.run_log import LogEntry
from editor.window.frame.window_host import WindowHost
from graphs.checks.rules.problem import Place, Problem
from graphs.files.document_file import FileProblem
from graphs.model import StateMachineGraph

if TYPE_CHECKING:
    from editor.running.case_files import CaseReport


class WindowPlaces:
    """Bring things into view in one window."""

    def __init__(self, host: WindowHost) -> None:
        self._host, self._area, self._run = host, host.area, host.run

    def go_to_element(self, graph_id: str, element_id: str) -> None:
        """Show a graph and select and frame one of its elements; "" or a lost id frames the graph."""
        session, view = self._area.session, self._area.view
        if session is None or view is None:
            return
        session.show_graph(graph_id)
        graph = session.graph
        edges = graph.edges if isinstance(graph, StateMachineGraph) else {}
        known = graph is not None and (element_id in graph.nodes or element_id in edges)
        session.select((element_id,) if known else ())
        view.entering.frame_selection()

    def go_to_problem(self, problem: object) -> None:
        """Show where a problem of a document is: on the canvas, or a variable in the inspector."""
        if isinstance(problem, Problem):
            self.go_to_place(problem.place)

    def go_to_place(self, place: Place) -> None:
        """Show a place of the document in view: an element, a graph, a variable or an event."""
        section, _, rest = place.field.partition(".")
        if not place.element and section == "variables" and rest:
            self.show_variable(rest.partition(".")[0], place.graph)
        elif not place.element and section == "events" and rest:
            self.show_event(rest.partition(".")[0])
        elif place.graph:
            self.go_to_element(place.graph, place.element)

    def go_to_log_entry(self, entry: LogEntry) -> None:
        """Show the agent and the node that an entry of the log is about; its mind opens with the agent."""
        if self._run.picked_agent != entry.agent:
            self._run.pick_agent(entry.agent)
        if entry.graph:
            self.go_to_element(entry.graph, entry.element)

    def go_to_report(self, report: CaseReport, workspace: Workspace) -> None:
        """Show the mind of a test, at the first node that something did not hold of."""
        from editor.running.case_files import case_document
        from runtime.trials.cases.case_file import load_case
        from runtime.trials.cases.case_format import CASE_SUFFIX

        try:
            case = load_case(report.file)
            document = case_document(case, report.file)
            if document is not None:
                session = workspace.open(document)
            else:
                name = report.file.name.removesuffix(CASE_SUFFIX)
                session = _mind_shown(workspace, name) or workspace.new(case.mind, name)
        except FileProblem as problem:
            self._area.toast.refuse(f"{problem.where}: {problem.message}".lstrip(": "), problem.remedy)
            return
        self._area.open_session(session)
        graph, element = _place_of(report)
        self.go_to_element(graph or case.graph or session.document.root or "", element)

    def show_event(self, name: str) -> None:
        """Show an event of the document in the inspector."""
        self._inspector().page.show_event(name)

    def show_variable(self, name: str, graph_id: str) -> None:
        """Show a variable in the inspector; `graph_id` "" means one of the document."""
        self._inspector().page.show_variable(name, graph_id)

    def _inspector(self) -> InspectorPanel:
        """Return the inspector, brought to the front."""
        self._host.panels.show_panel("inspector")
        inspector = self._host.panels.panel("inspector")
        assert isinstance(inspector, InspectorPanel)
        return inspector


def _mind_shown(workspace: Workspace, name: str) -> DocumentSession | None:
    """Return the document in which the mind of a test of this name is shown already."""
    return next(
        (
            session
            for session in workspace.sessions
            if session.path is None and session.file_name == f"{name}.mind.json"
        ),
        None,
    )


def _place_of(report: CaseReport) -> tuple[str, str]:
    """Return graph and node of the first thing that did not hold of a node; "" for none."""
    result = report.result
    for tick in result.failed_ticks if result is not None else ():
        for mismatch in tick.mismatches:
            if result is not None and mismatch.node in result.places:
                return result.places[mismatch.node]
    return "", ""
