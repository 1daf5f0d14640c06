"""The commands that export the document in view for a game: asking how, and once more as before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.commands.command import Command, worded
from editor.documents.open.document_session import DocumentSession
from editor.widgets.file_dialogs import keep_what_is_typed
from editor.window.frame.window_host import WindowHost
from graphs.checks.rules.places import place_text
from graphs.checks.rules.problem import Problem
from runtime.minds.compile.compiler import DEFAULT_RATE

if TYPE_CHECKING:
    from editor.dialogs.export_job import ExportOutcome, ExportSource
    from editor.dialogs.export_window import Graphs


def export_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands; they can run where a document is in view."""

    def has_document() -> bool:
        return window.session is not None

    return (
        worded("file.export", lambda: _ask(window), enabled=has_document),
        worded("file.export_again", lambda: _repeat(window), enabled=has_document),
    )


def _ask(window: WindowHost) -> None:
    from editor.dialogs.export_window import ExportWindow
    from editor.documents.exports.exporting import LastExports, proposal

    keep_what_is_typed()
    session = window.session
    if session is None:
        return
    last = LastExports(window.workspace.state)
    path, project = session.path, session.project
    language, link = last.language(path, project), last.has_link(path, project)
    folder = window.workspace.folder()
    wish = last.of(path, project) or proposal(path, _rate(window, session), folder, language, link=link)
    errors = [_told(session, problem) for problem in session.problems if problem.severity == "error"]
    asked = ExportWindow(
        window.area.window(), _source(window, session), session.file_name, _graphs(session), wish, errors
    )
    asked.exported.connect(lambda done: last.remember(session.path, done, session.project))
    asked.problems_wanted.connect(lambda: window.panels.show_panel("problems", focus=True))
    asked.show()


def _repeat(window: WindowHost) -> None:

    keep_what_is_typed()
    session = window.session
    if session is None:
        return
    from editor.documents.exports.exporting import LastExports

    wish = LastExports(window.workspace.state).of(session.path, session.project)
    if wish is None:
        _ask(window)
        return
    if any(problem.severity == "error" for problem in session.problems):
        window.say("The document has errors; nothing was exported.", "Show problems", lambda: _show(window))
        return
    from editor.dialogs.export_job import ExportJob

    job = ExportJob(window.area)

    def tell(outcome: ExportOutcome) -> None:
        job.stop()
        job.deleteLater()
        _tell(window, outcome)

    job.write(_source(window, session), wish, tell)


def _tell(window: WindowHost, outcome: ExportOutcome) -> None:
    if outcome.trouble:
        window.say(outcome.trouble, "Export for game…", lambda: _ask(window))
    elif outcome.attempt.export is None:
        first = outcome.attempt.problems[0]
        window.say(f"Nothing was exported: {first.message}", "Show problems", lambda: _show(window))
    else:
        advice = f". {outcome.files.advice}" if outcome.files.advice else ""
        window.say(f"Exported to {outcome.target.name}{advice}", "Options…", lambda: _ask(window))


def _show(window: WindowHost) -> None:
    window.panels.show_panel("problems", focus=True)


def _told(session: DocumentSession, problem: Problem) -> str:
    """Return a problem with its place."""
    place = place_text(session.document, problem.place, session.registry)
    said = f"{problem.message} {problem.remedy}".strip()
    return f"{place}: {said}" if place else said


def _source(window: WindowHost, session: DocumentSession) -> ExportSource:
    from editor.dialogs.export_job import ExportSource

    own_folder = window.workspace.folder()
    return ExportSource(session.current_document, session.path, session.registry, session.project, own_folder)


def _graphs(session: DocumentSession) -> Graphs:
    """Return the graphs with their titles, the root first under the empty id."""
    document = session.current_document
    root = document.graphs.get(document.root or "")
    listed = [("", f"{root.title or document.root} (the whole document)")] if root is not None else []
    listed += [
        (graph_id, graph.title or graph_id)
        for graph_id, graph in document.graphs.items()
        if graph_id != document.root
    ]
    return tuple(listed)


def _rate(window: WindowHost, session: DocumentSession) -> int:
    """Return the rate of the world that the document is previewed in."""
    choice = window.run.choice
    shown = choice is not None and choice.mind_name.endswith(session.file_name)
    return choice.world.rate if choice is not None and shown else DEFAULT_RATE
