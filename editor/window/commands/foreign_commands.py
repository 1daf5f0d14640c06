"""Commands about a program that is not Mindloom's: connect, stop it at a node, let it go on."""

from __future__ import annotations

from editor.commands.command import Command, worded
from editor.window.frame.window_host import WindowHost
from editor.window.parts.foreign import WindowForeign


def foreign_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands; all but the first two can run while there is a connection."""
    foreign = window.part(WindowForeign)

    def is_live() -> bool:
        return foreign.groot is not None and foreign.groot.run.is_live

    def has_breakpoint() -> bool:
        return foreign.groot is not None and foreign.selected() in foreign.groot.run.breakpoints

    def is_held() -> bool:
        return foreign.groot is not None and bool(foreign.groot.run.held)

    def is_recording() -> bool:
        return foreign.groot is not None and foreign.groot.run.is_recording

    def can_stop() -> bool:
        return is_live() and bool(foreign.selected())

    def toggle() -> None:
        if foreign.groot is not None:
            foreign.groot.toggle_breakpoint(foreign.selected())

    def go_on() -> None:
        if foreign.groot is not None:
            foreign.groot.go_on()

    def record() -> None:
        if foreign.groot is not None:
            foreign.groot.record(not is_recording())

    return (
        worded("foreign.groot", foreign.ask_groot),
        worded("foreign.xstate", foreign.ask_xstate),
        worded("foreign.disconnect", foreign.leave, enabled=lambda: foreign.source is not None),
        worded("foreign.breakpoint", toggle, enabled=can_stop, checked=has_breakpoint),
        worded("foreign.go_on", go_on, enabled=is_held),
        worded("foreign.record", record, enabled=is_live, checked=is_recording),
    )
