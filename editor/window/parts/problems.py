"""Show in one window what is wrong, of the document in view and of the world that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.window.frame.menu_tables import PROBLEM_MENU
from editor.window.frame.menus import open_context_menu
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import follow_session
from editor.window.parts.places import WindowPlaces
from editor.window.parts.world import WindowWorld

if TYPE_CHECKING:
    from editor.panels.document.problems_panel import Listed, ProblemsPanel


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
