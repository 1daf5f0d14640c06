"""Commands about the problems of the document: walk them, mend them, suppress them with a reason."""

from __future__ import annotations

from functools import partial

from editor.commands.command import Command
from editor.window.frame.window_host import WindowHost
from editor.window.parts.problems import current_problem, problems_panel, walk_problems


def problem_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the list of problems."""

    def can_fix() -> bool:
        problem = current_problem(window)
        return problem is not None and problem.fix is not None

    def suppress() -> None:
        window.panels.show_panel("problems")
        window.part(problems_panel).ask_for_reason()

    def fix() -> None:
        window.part(problems_panel).fix_current()

    return (
        Command(
            "problems.next", "Next problem", partial(walk_problems, window, 1), "Go to the next problem."
        ),
        Command(
            "problems.previous",
            "Previous problem",
            partial(walk_problems, window, -1),
            "Go to the problem before.",
        ),
        Command(
            "problems.fix",
            "Fix problem",
            fix,
            "Make the change that the problem offers.",
            enabled=can_fix,
        ),
        Command(
            "problems.suppress",
            "Suppress problem…",
            suppress,
            "Say why it is meant to be so, and see it no more at this node.",
            enabled=lambda: current_problem(window) is not None,
        ),
    )
