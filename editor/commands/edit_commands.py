"""Commands that change the document: undo, delete, duplicate, clipboard, rename, select."""

from __future__ import annotations

from collections.abc import Callable

from editor.commands.command import Command
from editor.commands.window_context import WindowContext


def edit_commands(window: WindowContext) -> tuple[Command, ...]:
    """Return the commands of the Edit menu."""

    def has_graph() -> bool:
        return window.session is not None and window.session.graph is not None

    def has_selection() -> bool:
        return window.session is not None and bool(window.session.selection)

    def has_nodes() -> bool:
        return window.view is not None and bool(window.view.selected_nodes())

    def has_copyable() -> bool:
        view = window.view
        return view is not None and bool((*view.selected_nodes(), *view.selected_frames()))

    def has_one() -> bool:
        view = window.view
        return view is not None and len((*view.selected_nodes(), *view.selected_frames())) == 1

    def has_one_element() -> bool:
        view = window.view
        return view is not None and len(view.session.selection & view.element_ids()) == 1

    def on_view(name: str) -> Callable[[], None]:
        return lambda: getattr(window.view, name)() if window.view is not None else None

    return (
        *_history_commands(window),
        Command(
            "edit.cut",
            "Cut",
            on_view("cut_selection"),
            "Copy what is selected and delete it.",
            enabled=has_copyable,
        ),
        Command(
            "edit.copy",
            "Copy",
            on_view("copy_selection"),
            "Copy what is selected.",
            "copy",
            enabled=has_copyable,
        ),
        Command(
            "edit.paste", "Paste", on_view("paste_clipboard"), "Paste what was copied.", enabled=has_graph
        ),
        Command(
            "edit.duplicate",
            "Duplicate",
            on_view("duplicate_selection"),
            "Copy what is selected beside itself.",
            "copy",
            enabled=has_copyable,
        ),
        Command(
            "edit.delete",
            "Delete",
            lambda: _delete(window, on_view("delete_selection")),
            "Delete what is selected, with what hangs below it.",
            "trash",
            enabled=has_selection,
        ),
        Command(
            "edit.delete_and_heal",
            "Delete and reconnect",
            lambda: _delete(window, on_view("delete_and_heal")),
            "Delete nodes and join what they were between.",
            enabled=has_selection,
        ),
        Command(
            "edit.rename",
            "Rename…",
            on_view("rename_selected"),
            "Give the selected node another name.",
            "rename",
            enabled=has_one,
        ),
        Command(
            "edit.value",
            "Edit value…",
            on_view("edit_value_selected"),
            "Change the value that stands on the node, or the guard of the transition, in place.",
            enabled=has_one_element,
        ),
        Command(
            "edit.select_all",
            "Select all",
            on_view("select_all"),
            "Select everything in the graph.",
            enabled=has_graph,
        ),
        Command(
            "edit.select_below",
            "Select what is below",
            on_view("select_below"),
            "Select the branch of a node, or what stands in a state, too.",
            enabled=has_nodes,
        ),
        Command(
            "edit.select_above",
            "Select what is above",
            on_view("select_above"),
            "Select the nodes up to the root, or the boxes around a state, too.",
            enabled=has_nodes,
        ),
        Command(
            "edit.select_none",
            "Select nothing",
            on_view("select_none"),
            "Let go of the selection.",
            enabled=has_selection,
        ),
    )


def _history_commands(window: WindowContext) -> tuple[Command, ...]:
    def can_undo() -> bool:
        return window.session is not None and window.session.history.can_undo

    def can_redo() -> bool:
        return window.session is not None and window.session.history.can_redo

    def undo() -> None:
        if window.session is not None:
            window.session.undo()

    def redo() -> None:
        if window.session is not None:
            window.session.redo()

    return (
        Command("edit.undo", "Undo", undo, "Take the last step back.", "undo", enabled=can_undo),
        Command("edit.redo", "Redo", redo, "Do the step again.", "redo", enabled=can_redo),
    )


def _delete(window: WindowContext, delete: Callable[[], None]) -> None:
    """Delete, and say what went with a way back."""
    session = window.session
    if session is None:
        return
    before = session.document
    delete()
    if session.document is not before:
        label = session.history.undo_label
        window.say(label.replace("Delete", "Deleted", 1), "Undo", session.undo)
