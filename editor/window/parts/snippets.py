"""Save the selection as a snippet, and look after the snippets there are."""

from __future__ import annotations

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
        try:
            self.shelf.save(name, text)
        except EditRefused as refused:
            return f"{refused.reason} {refused.remedy}"
        except OSError as error:
            return f"The snippet was not saved: {error.strerror or error}."
        self._follow()
        self._host.say(f"Saved the snippet {name.strip()}")
        return ""

    def rename(self, snippet: Snippet, name: str) -> str:
        """Give a snippet another name; return why it keeps its own, "" when it does not."""
        try:
            self.shelf.rename(snippet, name)
        except EditRefused as refused:
            return f"{refused.reason} {refused.remedy}"
        except OSError as error:
            return f"The snippet was not renamed: {error.strerror or error}."
        self._follow()
        return ""

    def delete(self, path: Path) -> None:
        """Delete a snippet, or a file that cannot be read as one; a snippet can be brought back."""
        snippet = next((each for each in self.shelf.all if each.path == path), None)
        try:
            self.shelf.delete(path)
        except OSError as error:
            self._host.say(f"{path.name} was not deleted: {error.strerror or error}.")
            return
        self._follow()
        if snippet is not None:
            again = snippet
            words = f"Deleted the snippet {snippet.name}"
            self._host.say(words, "Undo", lambda: self._bring_back(again))

    def _bring_back(self, snippet: Snippet) -> None:
        self.save(snippet.name, snippet.text)

    def _follow(self) -> None:
        palette = self._host.made(palette_panel)
        if palette is not None:
            palette.refresh()


def snippet_commands(host: WindowHost) -> tuple[Command, ...]:
    """Return the command that saves a snippet."""
    part = host.part(WindowSnippets)
    return (worded("edit.save_snippet", part.ask, enabled=part.can_save),)
