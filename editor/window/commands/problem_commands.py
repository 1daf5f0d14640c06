"""Commands about the problems of the document: walk them, mend them, suppress them with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from editor.commands.command import Command, worded
from editor.panels.inspector.fix_buttons import NamedFix
from editor.window.frame.window_host import WindowHost
from editor.window.parts.sense_fixes import SenseFixes
from editor.window.parts.shown_document import current_problem, problems_panel, walk_problems
from graphs.checks.rules.problem import Problem


def problem_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the list of problems."""

    def can_fix() -> bool:
        problem = current_problem(window)
        return problem is not None and problem.fix is not None

    def ways_by_sense() -> Sequence[NamedFix]:
        problem = current_problem(window)
        return window.part(SenseFixes).fixes_of(problem) if isinstance(problem, Problem) else ()

    def let_write() -> None:
        for _, mend in ways_by_sense()[:1]:
            mend()

    def suppress() -> None:
        window.panels.show_panel("problems")
        window.part(problems_panel).ask_for_reason()

    def fix() -> None:
        window.part(problems_panel).fix_current()

    return (
        worded("problems.next", partial(walk_problems, window, 1)),
        worded("problems.previous", partial(walk_problems, window, -1)),
        worded("problems.fix", fix, enabled=can_fix),
        worded("problems.let_write", let_write, enabled=lambda: bool(ways_by_sense())),
        worded("problems.suppress", suppress, enabled=lambda: current_problem(window) is not None),
    )
