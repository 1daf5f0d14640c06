"""Commands of the Help menu."""

from __future__ import annotations

from editor.commands.command import Command
from editor.documents.open.sample_files import is_sample
from editor.help.help_library import FIRST_PAGE, page_of_sample
from editor.window.commands.window_context import WindowContext

TUTORIAL = "tutorial"


def help_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return the commands of the Help menu."""

    def sample_page() -> str:
        path = window.session.path if window.session is not None else None
        return page_of_sample(path.name) if path is not None and is_sample(path) else ""

    return (
        Command(
            "help.contents",
            "Help contents",
            lambda: window.help.open_file(FIRST_PAGE),
            "Show the help with its contents, to read and to search.",
            "doc",
        ),
        Command(
            "help.tutorial",
            "Tutorial: a guard in ten minutes",
            lambda: window.help.open_file(TUTORIAL),
            "Build a guard step by step, from patrol to chase to debugging.",
            "flag",
        ),
        Command(
            "help.kind",
            "Help on the selection",
            window.show_help,
            "Say what the selected node, state, transition or action means, with its table per tick.",
            "help",
        ),
        Command(
            "help.sample",
            "About this sample",
            lambda: window.help.open_file(sample_page()),
            "Say what the sample in view shows, what to try and what to change.",
            "bookmark",
            enabled=lambda: bool(sample_page()),
        ),
        Command("help.keys", "Keys", window.show_keys, "List all keys.", "keyboard"),
        Command("help.about", "About Mindloom", window.show_about, "Say which version this is.", "loom"),
    )
