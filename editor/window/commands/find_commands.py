"""Commands that find text: in the graph in view, and in all files."""

from __future__ import annotations

from editor.commands.command import Command
from editor.window.frame.window_host import WindowHost
from editor.window.parts.finding import WindowFinding


def find_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of finding."""
    finding = window.part(WindowFinding)

    def has_view() -> bool:
        return window.view is not None

    return (
        Command(
            "edit.find",
            "Find in graph…",
            finding.open_bar,
            "Find titles, kinds, expressions, variables, events and notes in the graph in view.",
            "search",
            enabled=has_view,
        ),
        Command(
            "edit.find_next",
            "Find next",
            lambda: finding.step(1),
            "Go to the next match.",
            enabled=has_view,
        ),
        Command(
            "edit.find_previous",
            "Find previous",
            lambda: finding.step(-1),
            "Go to the match before.",
            enabled=has_view,
        ),
        Command(
            "edit.find_in_files",
            "Find in all files…",
            finding.find_in_files,
            "Find text in every document of the project or folder.",
            "filter",
        ),
    )
