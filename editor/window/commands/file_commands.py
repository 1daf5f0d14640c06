"""Commands about files: new, open, save, close."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from editor.commands.command import Command
from editor.documents.open.sample_files import sample_paths
from editor.theme.tokens import GRAPH_LOOKS
from editor.widgets.file_dialogs import keep_what_is_typed
from editor.window.commands.project_commands import project_commands
from editor.window.commands.window_context import WindowContext
from graphs.edits.graph_library import add_graph
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.model.document import empty_document

_NEW: tuple[tuple[str, GraphKind], ...] = (
    ("file.new", "state_machine"),
    ("file.new_tree", "behavior_tree"),
    ("file.new_decision", "decision_tree"),
)


def file_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return the commands of the File menu."""

    def has_document() -> bool:
        return window.session is not None

    def can_save() -> bool:
        return has_document() or window.world.editor.is_target

    def save() -> None:
        keep_what_is_typed()
        if window.world.editor.is_target:
            window.world.save_world()
        elif window.session is not None:
            window.save_session(window.session)

    def save_as() -> None:
        keep_what_is_typed()
        if window.world.editor.is_target:
            window.world.save_world(ask_name=True)
        elif window.session is not None:
            window.save_session(window.session, ask_name=True)

    def close() -> None:
        if window.session is not None:
            window.close_session(window.session)

    return (
        *(_new_command(window, command_id, kind) for command_id, kind in _NEW),
        Command("file.open", "Open…", lambda: _open(window), "Open a document or a world.", "open"),
        Command(
            "file.save",
            "Save",
            save,
            "Save the document, or the world while you work on its map.",
            "save",
            enabled=can_save,
        ),
        Command(
            "file.save_as",
            "Save as…",
            save_as,
            "Save the document, or the world while you work on its map, under another name.",
            enabled=can_save,
        ),
        Command("file.close", "Close document", close, "Close the document in view.", enabled=has_document),
        Command(
            "file.clear_recent",
            "Clear recent files",
            lambda: _clear_recent(window),
            "Forget the list of recent files, but for the pinned ones.",
            enabled=lambda: bool(window.workspace.state.recent),
        ),
        Command("file.quit", "Quit", window.close_window, "Close the window."),
        *project_commands(window),
    )


def sample_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return a command for each bundled sample."""
    return tuple(
        Command(
            f"sample.{path.name.removesuffix('.mind.json')}",
            f"Sample: {path.name.removesuffix('.mind.json').replace('_', ' ')}",
            partial(_open_sample, window, path),
            "Open a bundled sample; it plays at once, and the original stays as it is.",
            "play",
        )
        for path in sample_paths()
    )


def _new_command(window: WindowContext, command_id: str, kind: GraphKind) -> Command:
    look = GRAPH_LOOKS[kind]

    def new() -> None:
        document, _ = add_graph(empty_document(), kind, look.title)
        window.area.open_session(window.workspace.new(document))

    return Command(command_id, f"New {look.title.lower()}", new, f"{look.summary.capitalize()}.", look.icon)


def _open(window: WindowContext) -> None:
    for path in window.dialogs.ask_open(window.workspace.folder()):
        window.open_file(path)


def _open_sample(window: WindowContext, path: Path) -> None:
    if window.open_file(path):
        window.run.run()


def _clear_recent(window: WindowContext) -> None:
    window.workspace.recent.clear()
    window.workspace.recent_changed.emit()
