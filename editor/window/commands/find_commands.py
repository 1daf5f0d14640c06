"""Commands that find text: in the graph in view, and in all files."""

from __future__ import annotations

from editor.commands.command import Command
from editor.window.commands.window_context import WindowContext


def find_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return the commands of finding."""

    def has_view() -> bool:
        return window.view is not None

    return (
        Command(
            "edit.find",
            "Find in graph…",
            lambda: window.finding.open_bar(),
            "Find titles, kinds, expressions, variables, events and notes in the graph in view.",
            "search",
            enabled=has_view,
        ),
        Command(
            "edit.find_next",
            "Find next",
            lambda: window.finding.step(1),
            "Go to the next match.",
            enabled=has_view,
        ),
        Command(
            "edit.find_previous",
            "Find previous",
            lambda: window.finding.step(-1),
            "Go to the match before.",
            enabled=has_view,
        ),
        Command(
            "edit.find_in_files",
            "Find in all files…",
            lambda: window.finding.find_in_files(),
            "Find text in every document of the project or folder.",
            "filter",
        ),
    )
