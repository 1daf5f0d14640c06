"""Commands about a program that is not Mindloom's: connect, stop it at a node, let it go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from editor.commands.command import Command, worded
from editor.window.frame.window_host import WindowHost
from editor.window.parts.foreign import WindowForeign

if TYPE_CHECKING:
    from runtime.foreign.groot_client import GrootClient


def foreign_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands; all but the first two can run while there is a connection."""
    foreign = window.part(WindowForeign)
    selected = foreign.selected

    def do(act: Callable[[GrootClient], None]) -> Callable[[], None]:
        return lambda: act(foreign.groot) if foreign.groot is not None else None

    def when(holds: Callable[[GrootClient], object]) -> Callable[[], bool]:
        return lambda: foreign.groot is not None and bool(holds(foreign.groot))

    return (
        worded("foreign.groot", foreign.ask_groot),
        worded("foreign.xstate", foreign.ask_xstate),
        worded("foreign.disconnect", foreign.leave, enabled=lambda: foreign.source is not None),
        worded(
            "foreign.breakpoint",
            do(lambda groot: groot.toggle_breakpoint(selected())),
            enabled=when(lambda groot: groot.run.is_live and selected()),
            checked=when(lambda groot: selected() in groot.run.breakpoints),
        ),
        worded("foreign.go_on", do(lambda groot: groot.go_on()), enabled=when(lambda groot: groot.run.held)),
        worded(
            "foreign.record",
            do(lambda groot: groot.record(not groot.run.is_recording)),
            enabled=when(lambda groot: groot.run.is_live),
            checked=when(lambda groot: groot.run.is_recording),
        ),
    )
