"""Commands that find text: in the graph in view, and in all files."""

from __future__ import annotations

from editor.commands.command import Command, worded
from editor.window.frame.window_host import WindowHost
from editor.window.parts.finding import WindowFinding


def find_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of finding."""
    finding = window.part(WindowFinding)

    def has_view() -> bool:
        return window.view is not None

    return (
        worded("edit.find", finding.open_bar, enabled=has_view),
        worded("edit.find_next", lambda: finding.step(1), enabled=has_view),
        worded("edit.find_previous", lambda: finding.step(-1), enabled=has_view),
        worded("edit.find_in_files", finding.find_in_files),
    )
