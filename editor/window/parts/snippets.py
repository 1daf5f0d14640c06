"""Save the selection as a snippet, and look after the snippets there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor.commands.command import Command, worded
from editor.documents.open.snippets import Snippet, SnippetShelf
from editor.window.frame.window_host import WindowHost
from editor.window.parts.panels import palette_panel
from graphs.edits.clipboard import copy
from graphs.edits.refusal import EditRefused

_HINT = "It is offered where nodes are added, under Your snippets. Preferences renames and deletes it."


class WindowSnippets:
    """Keep, rename and delete snippets, and show what has become of them where nodes are offered."""

    def __init__(self, host: WindowHost) -> None:
        self._host = host

    @property
    def shelf(self) -> SnippetShelf:
        """Return the snippets of the user."""
        return self._host.workspace.snippets

    def can_save(self) -> bool:
        """Tell whether nodes or frames are selected on the canvas."""
        view = self._host.view
        return view is not None and bool(view.selected_nodes() or view.selected_frames())

    def ask(self) -> None:
        """Ask for a name and keep the selection of now under it."""
        from editor.dialogs.name_window import NameWindow

        host, view = self._host, self._host.view
        if view is None:
            return
        chosen = (*view.selected_nodes(), *view.selected_frames())
        try:
            text = copy(view.document, view.graph_id, chosen)
        except EditRefused as refused:
            view.refuse(refused.reason, refused.remedy)
            return
        window = NameWindow(
            host.widget, "Save selection as snippet", _HINT, lambda name: self.save(name, text)
        )
        window.open()

    def save(self, name: str, text: str) -> str:
        """Keep a text of the clipboard; return why it is not kept, "" when it is."""
        refusal = self._done(lambda: self.shelf.save(name, text))
        if not refusal:
            self._host.say(f"Saved the snippet {name.strip()}")
        return refusal

    def rename(self, snippet: Snippet, name: str) -> str:
        """Give a snippet another name; return why it keeps its own, "" when it does not."""
        return self._done(lambda: self.shelf.rename(snippet, name))

    def delete(self, path: Path) -> None:
        """Delete a snippet, or a file that cannot be read as one; a snippet can be brought back."""
        snippet = next((each for each in self.shelf.all if each.path == path), None)
        refusal = self._done(lambda: self.shelf.delete(path))
        if refusal or snippet is None:
            self._host.say(refusal or f"Deleted {path.name}")
            return
        name, text = snippet.name, snippet.text

        def bring_back() -> None:
            self.save(name, text)

        self._host.say(f"Deleted the snippet {name}", "Undo", bring_back)

    def _done(self, change: Callable[[], object]) -> str:
        """Change the snippets and offer them as they are now; return why not, "" when it is done."""
        try:
            change()
        except EditRefused as refused:
            return f"{refused.reason} {refused.remedy}"
        except OSError as error:
            return f"The file of the snippet cannot be changed: {error.strerror or error}."
        palette = self._host.made(palette_panel)
        if palette is not None:
            palette.refresh()
        return ""


def snippet_commands(host: WindowHost) -> tuple[Command, ...]:
    """Return the command that saves a snippet."""
    part = host.part(WindowSnippets)
    return (worded("edit.save_snippet", part.ask, enabled=part.can_save),)
