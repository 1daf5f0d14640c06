"""List the command families of a window: a new family is added here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from editor.commands.command import Command
from editor.map.view.preview_commands import preview_commands
from editor.map.view.preview_panel import PreviewPanel
from editor.panels.document.problems_panel import ProblemsPanel
from editor.window.commands.case_commands import case_commands
from editor.window.commands.edit_commands import edit_commands
from editor.window.commands.export_commands import export_commands
from editor.window.commands.file_commands import file_commands, sample_commands
from editor.window.commands.find_commands import find_commands
from editor.window.commands.graph_commands import graph_commands
from editor.window.commands.help_commands import help_commands
from editor.window.commands.problem_commands import problem_commands
from editor.window.commands.run_commands import breakpoint_commands, run_commands, stand_in_commands
from editor.window.commands.structure_commands import structure_commands
from editor.window.commands.view_commands import view_commands
from editor.window.commands.window_context import WindowContext


def window_commands(
    window: WindowContext, problems: ProblemsPanel, preview: PreviewPanel
) -> Iterator[Iterable[Command]]:
    """Yield the commands of each family, in the order in which the palette lists them."""
    yield file_commands(window)
    yield export_commands(window)
    yield edit_commands(window)
    yield find_commands(window)
    yield view_commands(window)
    yield graph_commands(window)
    yield structure_commands(window)
    yield problem_commands(window, problems)
    yield run_commands(window)
    yield breakpoint_commands(window)
    yield stand_in_commands(window)
    yield from window.debugging.commands()
    yield window.interventions.commands()
    yield window.recordings.commands()
    yield window.seeking.commands()
    yield case_commands(window)
    yield help_commands(window)
    yield window.welcome.commands()
    yield sample_commands(window)
    yield preview_commands(preview)
    yield window.desk.commands()
