"""Commands that change the document: undo, delete, duplicate, clipboard, rename, select."""

from __future__ import annotations

from collections.abc import Callable

from editor.commands.command import Command, worded
from editor.window.frame.window_host import WindowHost, on_canvas
from editor.window.parts.world import WindowWorld


class _Focus:
    """Tell what can be edited where the user works: on the canvas, or on the map of an edited world."""

    def __init__(self, window: WindowHost) -> None:
        self._window, self.world = window, window.part(WindowWorld)

    def is_on_map(self) -> bool:
        """Tell whether the user works on the map."""
        return self.world.editor.is_target

    def has_graph(self) -> bool:
        """Tell whether there is anything to put something into."""
        session = self._window.session
        return self.is_on_map() or (session is not None and session.graph is not None)

    def has_selection(self) -> bool:
        """Tell whether anything is selected."""
        if self.is_on_map():
            return self.world.on_map.has_selection()
        return self._window.session is not None and bool(self._window.session.selection)

    def has_nodes(self) -> bool:
        """Tell whether nodes of the graph are selected."""
        view = self._window.view
        return not self.is_on_map() and view is not None and bool(view.selected_nodes())

    def has_copyable(self) -> bool:
        """Tell whether what is selected can be copied."""
        if self.is_on_map():
            return self.world.on_map.has_selection()
        return bool(self._parts())

    def has_one(self) -> bool:
        """Tell whether one thing with a name, or a label, is selected."""
        if self.is_on_map():
            return self.world.on_map.has_one()
        return len(self._parts()) == 1 or self.has_one_element()

    def has_one_element(self) -> bool:
        """Tell whether one node or transition is selected."""
        view = self._window.view
        if self.is_on_map() or view is None:
            return False
        return len(view.session.selection & view.element_ids()) == 1

    def _parts(self) -> tuple[str, ...]:
        view = self._window.view
        return (*view.selected_nodes(), *view.selected_frames()) if view is not None else ()

    def here(self, name: str) -> Callable[[], None]:
        """Return what runs a command on the map or on the canvas, wherever the user works."""
        there, method = on_canvas(self._window, name), name.rpartition(".")[2]
        return lambda: getattr(self.world.on_map, method)() if self.is_on_map() else there()


def edit_commands(window: WindowHost) -> tuple[Command, ...]:
    """Return the commands of the Edit menu."""
    focus = _Focus(window)

    def delete() -> None:
        if focus.is_on_map():
            focus.world.on_map.delete_selection()
        else:
            _delete(window, on_canvas(window, "removing.delete_selection"))

    return (
        *_history_commands(window, focus),
        worded("edit.cut", focus.here("clipboard.cut_selection"), enabled=focus.has_copyable),
        worded("edit.copy", focus.here("clipboard.copy_selection"), enabled=focus.has_copyable),
        worded("edit.paste", focus.here("clipboard.paste_clipboard"), enabled=focus.has_graph),
        worded("edit.duplicate", focus.here("clipboard.duplicate_selection"), enabled=focus.has_copyable),
        worded("edit.delete", delete, enabled=focus.has_selection),
        worded(
            "edit.delete_and_heal",
            lambda: _delete(window, on_canvas(window, "removing.delete_and_heal")),
            enabled=focus.has_selection,
        ),
        worded("edit.rename", focus.here("values.rename_selected"), enabled=focus.has_one),
        worded("edit.value", on_canvas(window, "values.edit_value_selected"), enabled=focus.has_one_element),
        worded("edit.select_all", focus.here("selecting.select_all"), enabled=focus.has_graph),
        worded("edit.select_below", on_canvas(window, "selecting.select_below"), enabled=focus.has_nodes),
        worded("edit.select_above", on_canvas(window, "selecting.select_above"), enabled=focus.has_nodes),
        worded("edit.select_none", focus.here("selecting.select_none"), enabled=focus.has_selection),
    )


def _history_commands(window: WindowHost, focus: _Focus) -> tuple[Command, ...]:
    on_map = focus.world.on_map

    def can_undo() -> bool:
        if focus.is_on_map():
            return on_map.can_undo()
        return window.session is not None and window.session.history.can_undo

    def can_redo() -> bool:
        if focus.is_on_map():
            return on_map.can_redo()
        return window.session is not None and window.session.history.can_redo

    def undo() -> None:
        if target := on_map if focus.is_on_map() else window.session:
            target.undo()

    def redo() -> None:
        if target := on_map if focus.is_on_map() else window.session:
            target.redo()

    return (worded("edit.undo", undo, enabled=can_undo), worded("edit.redo", redo, enabled=can_redo))


def _delete(window: WindowHost, delete: Callable[[], None]) -> None:
    """Delete, and say what went with a way back."""
    session = window.session
    if session is None:
        return
    before = session.document
    delete()
    if session.document is not before:
        label = session.history.undo_label
        window.say(label.replace("Delete", "Deleted", 1), "Undo", session.undo)
