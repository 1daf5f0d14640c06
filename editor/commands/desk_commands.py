"""Commands about files beside opening and saving: pins, templates, pictures of graphs."""

from __future__ import annotations

from editor.commands.command import Command
from editor.commands.window_context import WindowContext
from editor.documents.templates import save_template
from editor.documents.world_choice import DOCUMENT_SUFFIX


def desk_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return the commands that pin the file in view and make a template of it."""

    def has_file() -> bool:
        return window.session is not None and window.session.path is not None

    def is_pinned() -> bool:
        session = window.session
        path = session.path if session is not None else None
        return path is not None and window.workspace.recent.is_pinned(path)

    return (
        Command(
            "file.pin",
            "Pin this file in the recent list",
            lambda: _pin(window, not is_pinned()),
            "Keep the file in view in the list of recent files, however many others are opened.",
            "bookmark",
            enabled=has_file,
            checked=is_pinned,
        ),
        Command(
            "file.save_template",
            "Save as a template",
            lambda: _save_template(window),
            "Let new documents begin as this one is now, in the world it runs in.",
            "copy",
            enabled=lambda: window.session is not None and window.session.graph is not None,
        ),
    )


def _pin(window: WindowContext, on: bool) -> None:
    session = window.session
    if session is not None and session.path is not None:
        window.workspace.recent.pin(session.path, on)
        window.workspace.recent_changed.emit()


def _save_template(window: WindowContext) -> None:
    session = window.session
    if session is None:
        return
    name = session.file_name.removesuffix(DOCUMENT_SUFFIX)
    choice, mind = window.run.choice, window.follower.name_of(session)
    world = choice.world if choice is not None and mind is not None else None
    try:
        save_template(window.workspace.state.folder, name, session.document, world, mind or "")
    except OSError as error:
        window.say(f"The template was not saved: {error.strerror or error}")
        return
    window.say(f"Saved {name} as a template: File ▸ New from template")
