"""Commands of the Help menu."""

from __future__ import annotations

from editor.commands.command import Command
from editor.documents.open.sample_files import is_sample
from editor.window.frame.window_host import WindowHost
from editor.window.parts.help import WindowHelp

TUTORIAL = "tutorial"


def help_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the Help menu."""
    pages = window.part(WindowHelp)

    def sample_page() -> str:
        from editor.help.sample_pages import page_of_sample

        path = window.session.path if window.session is not None else None
        return page_of_sample(path.name) if path is not None and is_sample(path) else ""

    return (
        Command(
            "help.contents",
            "Help contents",
            lambda: pages.open_file(""),
            "Show the help with its contents, to read and to search.",
            "doc",
        ),
        Command(
            "help.tutorial",
            "Tutorial: a guard in ten minutes",
            lambda: pages.open_file(TUTORIAL),
            "Build a guard step by step, from patrol to chase to debugging.",
            "flag",
        ),
        Command(
            "help.kind",
            "Help on the selection",
            pages.show,
            "Say what the selected node, state, transition or action means, with its table per tick.",
            "help",
        ),
        Command(
            "help.sample",
            "About this sample",
            lambda: pages.open_file(sample_page()),
            "Say what the sample in view shows, what to try and what to change.",
            "bookmark",
            enabled=lambda: bool(sample_page()),
        ),
        Command("help.keys", "Keys", lambda: _show_keys(window), "List all keys.", "keyboard"),
        Command(
            "help.about", "About Mindloom", lambda: _show_about(window), "Say which version this is.", "loom"
        ),
    )


def _show_keys(window: WindowHost) -> None:
    from editor.dialogs.help_windows import key_sheet

    window.show_page("Keys — Mindloom", key_sheet(window.commands))


def _show_about(window: WindowHost) -> None:
    from editor.dialogs.help_windows import about_text

    window.show_page("About Mindloom", about_text(window.state.folder))
