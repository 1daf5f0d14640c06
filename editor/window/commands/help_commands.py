"""Commands of the Help menu."""

from __future__ import annotations

from editor.commands.command import Command, worded
from editor.documents.open.sample_files import is_sample
from editor.window.frame.window_host import WindowHost
from editor.window.parts.help import WindowHelp


def help_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the Help menu."""
    pages = window.part(WindowHelp)

    def shows_sample() -> bool:
        return window.session is not None and is_sample(window.session.path)

    def show_sample_page() -> None:
        from editor.help.help_library import page_of_sample

        path = window.session.path if window.session is not None else None
        pages.open_file(page_of_sample(path.name) if path is not None else "")

    return (
        worded("help.contents", lambda: pages.open_file("")),
        worded("help.kind", pages.show),
        worded("help.sample", show_sample_page, enabled=shows_sample),
        worded("help.keys", lambda: _show_keys(window)),
        worded("help.about", lambda: _show_about(window)),
    )


def _show_keys(window: WindowHost) -> None:
    from editor.dialogs.help_windows import key_sheet

    window.show_page("Keys — Mindloom", key_sheet(window.commands))


def _show_about(window: WindowHost) -> None:
    from editor.dialogs.help_windows import about_text

    window.show_page("About Mindloom", about_text(window.state.folder))
