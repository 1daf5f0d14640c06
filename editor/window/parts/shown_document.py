"""Say in the rows of a window how the document in view is: its file, its selection, its problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from editor.documents.open.document_session import DocumentSession
from editor.documents.open.sample_files import is_sample
from editor.window.frame.menu_tables import PROBLEM_MENU
from editor.window.frame.menus import open_context_menu
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import follow_session
from editor.window.parts.places import WindowPlaces
from editor.window.parts.world import WindowWorld
from graphs.checks.rules.places import element_text

if TYPE_CHECKING:
    from editor.panels.document.problems_panel import Listed, ProblemsPanel


class ShownDocument(QObject):
    """Keep the title, the status row and the commands in step with the document in view."""

    def __init__(self, host: WindowHost) -> None:
        super().__init__(host.widget)
        self._host, self._world = host, host.part(WindowWorld)
        host.area.current_changed.connect(self.refresh)
        host.workspace.session_opened.connect(self._watch)
        self._world.problems_changed.connect(self._show_problems)

    def _watch(self, session: DocumentSession) -> None:
        session.document_changed.connect(self._document_changed)
        session.selection_changed.connect(self._selection_changed)
        session.saved_changed.connect(self._show_title)
        session.problems_changed.connect(self._show_problems)
        session.refused.connect(self._refused)

    def refresh(self) -> None:
        """Follow another document or graph in view."""
        self._host.follower.show(self._host.session)
        self._show_title()
        self._show_problems()
        self._selection_changed()

    def _document_changed(self, _change: object) -> None:
        self._show_title()
        self._host.area.toast.withdraw()
        self._selection_changed()

    def _selection_changed(self) -> None:
        self._host.status_row.selection.setText(selection_words(self._host.session))
        self._host.commands.refresh()

    def _show_problems(self) -> None:
        session = self._host.session
        problems = session.problems if session is not None else ()
        errors, warnings = self._world.counts()
        errors += sum(problem.severity == "error" for problem in problems)
        warnings += sum(problem.severity == "warning" for problem in problems)
        self._host.status_row.show_problems(errors, warnings)

    def _show_title(self) -> None:
        session, title_row = self._host.session, self._host.title_row
        if session is None:
            title_row.set_document("", saved=True, note="")
            self._host.widget.setWindowTitle("Mindloom")
            return
        title_row.set_document(session.file_name, saved=session.is_saved, note=file_words(session))
        self._host.widget.setWindowTitle(f"{session.file_name} — Mindloom")

    def _refused(self, reason: str, remedy: str) -> None:
        """Say why an edit was refused where no canvas says so at the pointer."""
        view = self._host.view
        if view is None or not view.hasFocus():
            self._host.area.toast.refuse(reason, remedy)


def selection_words(session: DocumentSession | None) -> str:
    """Return what is selected in the graph, "" for nothing."""
    graph = session.graph if session is not None else None
    if session is None or graph is None or not session.selection:
        return ""
    if len(session.selection) > 1:
        return f"{len(session.selection)} selected"
    title = element_text(session.document, graph, next(iter(session.selection)), session.registry)
    return f"{title} selected"


def file_words(session: DocumentSession) -> str:
    """Return how the document stands to its file, in a word or two."""
    if session.read_only_reason:
        return "Read-only"
    if not session.is_saved:
        return "Changed"
    return "Sample" if is_sample(session.path) else "Not saved yet" if session.path is None else "Saved"


def problems_panel(host: WindowHost) -> ProblemsPanel:
    """Return the list of problems."""
    from editor.panels.document.problems_panel import ProblemsPanel

    panel, world = ProblemsPanel(), host.part(WindowWorld)

    def list_world() -> None:
        panel.set_world(world.session)

    list_world()
    world.editor.session_changed.connect(list_world)
    panel.go_to.connect(host.part(WindowPlaces).go_to_problem)
    panel.go_to.connect(world.go_to)
    panel.menu_wanted.connect(lambda at: open_context_menu(host.widget, at, PROBLEM_MENU, host))
    panel.current_changed.connect(host.commands.refresh)
    follow_session(host, panel.set_session)
    return panel


def current_problem(host: WindowHost) -> Listed | None:
    """Return the current problem: the one of the list, else the first of what is selected."""
    panel, session = host.made(problems_panel), host.session
    if panel is not None or session is None:
        return panel.current() if panel is not None else None
    about = (
        problem
        for problem in session.problems
        if problem.place.graph == session.graph_id and problem.place.element in session.selection
    )
    return next(about, None)


def walk_problems(host: WindowHost, step: int) -> None:
    """Go to the next (+1) or previous (-1) problem."""
    host.panels.show_panel("problems")
    if not host.part(problems_panel).walk(step):
        host.say("No problems")
