"""Commands that add a response curve or a fuzzy sheet to the document in view."""

from __future__ import annotations

from editor.commands.command import Command, worded
from editor.window.frame.window_host import WindowHost
from editor.window.parts.curves import curves_panel, sheet_panel


def curve_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands; each shows the panel in which what was added is changed."""

    def has_document() -> bool:
        return window.session is not None

    def new_curve() -> None:
        window.panels.show_panel("curves")
        window.part(curves_panel).add("linear")

    def new_sheet() -> None:
        window.panels.show_panel("fuzzy")
        window.part(sheet_panel).add_sheet()

    return (
        worded("edit.new_curve", new_curve, enabled=has_document),
        worded("edit.new_fuzzy_sheet", new_sheet, enabled=has_document),
    )
