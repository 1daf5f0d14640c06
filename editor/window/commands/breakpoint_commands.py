"""Commands that set breakpoints and take them away."""

from __future__ import annotations

from editor.commands.command import Command
from editor.window.commands.window_context import WindowContext


def breakpoint_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return the commands about breakpoints."""

    def selected() -> frozenset[str]:
        return window.session.selection if window.session is not None else frozenset()

    def toggle() -> None:
        session = window.session
        if session is None:
            return
        for element in sorted(session.selection):
            window.breakpoints.toggle(session.file_name, session.document, session.graph_id, element)

    return (
        Command(
            "run.breakpoint",
            "Breakpoint on the selection",
            toggle,
            "Hold the run when what is selected is entered or taken; once more takes it away.",
            "breakpoint",
            enabled=lambda: bool(selected()),
        ),
        Command(
            "run.clear_breakpoints",
            "Clear all breakpoints",
            window.breakpoints.clear,
            "Take away the breakpoints of all documents.",
            "breakpoint",
            enabled=lambda: bool(window.breakpoints.all),
        ),
    )
