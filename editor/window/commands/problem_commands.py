"""Commands about the problems of the document: walk them, mend them, suppress them with a reason."""

from __future__ import annotations

from functools import partial

from editor.commands.command import Command
from editor.panels.document.problems_panel import ProblemsPanel
from editor.window.commands.window_context import WindowContext


def problem_commands(window: WindowContext, panel: ProblemsPanel) -> tuple[Command, ...]:
    """Return the commands of the list of problems."""

    def can_fix() -> bool:
        problem = panel.current()
        return problem is not None and problem.fix is not None

    def suppress() -> None:
        window.panels.show_panel("problems")
        panel.ask_for_reason()

    return (
        Command("problems.next", "Next problem", partial(window.walk_problems, 1), "Go to the next problem."),
        Command(
            "problems.previous",
            "Previous problem",
            partial(window.walk_problems, -1),
            "Go to the problem before.",
        ),
        Command(
            "problems.fix",
            "Fix problem",
            lambda: _ignore(panel.fix_current()),
            "Make the change that the problem offers.",
            enabled=can_fix,
        ),
        Command(
            "problems.suppress",
            "Suppress problem…",
            suppress,
            "Say why it is meant to be so, and see it no more at this node.",
            enabled=lambda: panel.current() is not None,
        ),
    )


def _ignore(_done: bool) -> None:
    """Drop an answer that a menu has no use for."""
