"""The window of what a user chooses once for all: looks, start, safety, memory, keys, snippets, trust."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QLineEdit, QScrollArea, QWidget

from editor.basics.preferences import FONT_SIZE, KEEP_WORK_AFTER, RECORDING_MEMORY, NumberPreference
from editor.commands.registry import CommandRegistry
from editor.documents.open.snippets import Snippet, SnippetShelf
from editor.theme.fonts import scaled
from editor.theme.plain_texts import PlainLabel
from editor.theme.theme_manager import THEME_CHOICES, theme_manager
from editor.widgets.boxes import clear_box, column_box, row_box
from editor.widgets.drop_down import Choice, DropDown
from editor.widgets.hairline import hairline
from editor.widgets.push_buttons import push_button
from editor.widgets.switch import Switch

_THEMES = {
    "system": "As the system",
    "light": "Light",
    "dark": "Dark",
    "high_contrast": "High contrast",
}
_NO_SNIPPET = "None. Save selection as snippet… in the menu Edit keeps nodes to be added again anywhere."
_NO_FOLDER = "None. A project's Python modules run only after you have trusted its folder."


class Snippets(Protocol):
    """Look after the snippets of the user."""

    @property
    def shelf(self) -> SnippetShelf:
        """Return the snippets."""

    def rename(self, snippet: Snippet, name: str) -> str:
        """Give a snippet another name; return why it keeps its own."""

    def delete(self, path: Path) -> None:
        """Delete the file of a snippet."""


class Preferences(Protocol):
    """Keep what is chosen."""

    @property
    def snippets(self) -> Snippets:
        """Return what looks after the snippets."""

    @property
    def commands(self) -> CommandRegistry:
        """Return the commands of the window."""

    @property
    def trusted_folders(self) -> tuple[Path, ...]:
        """Return the folders whose Python modules run."""

    def number(self, preference: NumberPreference) -> int:
        """Return the number that the user chose."""

    def set_number(self, preference: NumberPreference, number: int) -> None:
        """Keep a number and use it."""

    def withdraw_trust(self, folder: Path) -> None:
        """Trust a folder no longer."""

    def edit_keys(self) -> None:
        """Open the editor of keys."""


class PreferencesWindow(QDialog):
    """List the choices with what they do. Every change works and is kept at once; Esc closes the window."""

    def __init__(self, parent: QWidget, preferences: Preferences) -> None:
        super().__init__(parent)
        self._preferences, self._commands = preferences, preferences.commands
        self.setWindowTitle("Preferences — Mindloom")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(scaled(560), scaled(620))
        self._page = QWidget()
        self._grid = QGridLayout(self._page)
        self._grid.setContentsMargins(20, 12, 20, 16)
        self._grid.setHorizontalSpacing(20)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        self._commands.refresh()
        self._fill()
        self._lay_out()
        theme_manager().theme_changed.connect(self._show_theme)

    def _fill(self) -> None:
        self._section("Looks")
        self._theme = theme = DropDown()
        theme.set_choices([Choice(name, _THEMES[name]) for name in THEME_CHOICES])
        theme.picked.connect(lambda name: self._commands.run(f"theme.{name}"))
        self._show_theme()
        self._row("Theme", theme)
        self._number(
            "Text size", FONT_SIZE, "Of panels and menus, from the next start on. The canvas zooms instead."
        )
        self._switch("Reduce motion", "view.reduced_motion")
        self._switch("Mouse wheel moves the canvas", "view.wheel_scrolls")
        self._section("Start and safety")
        self._switch("Open what was open last", "file.open_last_session")
        self._number(
            "Keep unsaved work after",
            KEEP_WORK_AFTER,
            "It is offered again after a crash. Your files are written only when you save.",
        )
        self._section("Runs")
        self._number(
            "Memory of a recording",
            RECORDING_MEMORY,
            "From the next start of a run on. When it is full, its oldest ticks go.",
        )
        self._section("Keys")
        self._row(
            "Keys of commands", push_button("Change keys…", self._preferences.edit_keys), stretches=False
        )
        self._section("Snippets")
        self._snippets = column_box(spacing=6)
        self._grid.addLayout(self._snippets, self._grid.rowCount(), 0, 1, 2)
        self._show_snippets()
        self._section("Trusted folders")
        self._folders = column_box(spacing=6)
        self._grid.addLayout(self._folders, self._grid.rowCount(), 0, 1, 2)
        self._show_folders()

    def _lay_out(self) -> None:
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = QWidget()
        box = column_box(page, margins=(0, 0, 0, 0))
        box.addWidget(self._page)
        box.addStretch(1)
        area.setWidget(page)
        foot = row_box(margins=(12, 8, 12, 8))
        foot.addStretch(1)
        foot.addWidget(push_button("Close", self.close))
        whole = column_box(self, margins=(0, 0, 0, 0), spacing=0)
        whole.addWidget(area, 1)
        whole.addWidget(hairline())
        whole.addLayout(foot)

    # ---- rows

    def _section(self, title: str) -> None:
        label = PlainLabel(title, role="section", margins=(0, 10 if self._grid.count() else 0, 0, 0))
        self._grid.addWidget(label, self._grid.rowCount(), 0, 1, 2)

    def _row(self, title: str, field: QWidget, hint: str = "", *, stretches: bool = True) -> None:
        row = self._grid.rowCount()
        field.setAccessibleName(title)
        field.setAccessibleDescription(hint)
        self._grid.addWidget(PlainLabel(title), row, 0)
        side = Qt.AlignmentFlag(0) if stretches else Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(field, row, 1, side)
        if hint:
            self._grid.addWidget(PlainLabel(hint, role="caption", wrap=True), row + 1, 1)

    def _number(self, title: str, preference: NumberPreference, hint: str) -> None:
        field = DropDown()
        field.set_choices([Choice(number, words) for number, words in preference.choices])
        field.set_value(self._preferences.number(preference))

        def keep(number: object) -> None:
            assert isinstance(number, int)
            self._preferences.set_number(preference, number)

        field.picked.connect(keep)
        self._row(title, field, hint)

    def _switch(self, title: str, command_id: str) -> None:
        """Add the switch of a command that can be checked."""
        action = self._commands.action(command_id)
        field = Switch()
        field.setChecked(action.isChecked())

        def toggle() -> None:
            self._commands.run(command_id)
            self._commands.refresh()

        field.clicked.connect(lambda _checked=False: toggle())
        action.toggled.connect(field.setChecked)
        self._row(title, field, stretches=False)

    def _show_theme(self, *_: object) -> None:
        self._theme.set_value(theme_manager().choice)

    # ---- snippets

    def _show_snippets(self) -> None:
        clear_box(self._snippets)
        shelf = self._preferences.snippets.shelf
        for snippet in shelf.all:
            field = QLineEdit(snippet.name)
            field.setAccessibleName(f"Name of the snippet {snippet.name}")
            field.editingFinished.connect(partial(self._rename, snippet, field))
            self._add_snippet(field, snippet.name, snippet.path)
        for path in shelf.damaged:
            words = PlainLabel(
                f"{path.name} is damaged: it holds no Mindloom nodes.", role="error", wrap=True
            )
            self._add_snippet(words, path.name, path)
        if not self._snippets.count():
            self._snippets.addWidget(PlainLabel(_NO_SNIPPET, role="caption", wrap=True))

    def _add_snippet(self, shown: QWidget, name: str, path: Path) -> None:
        line = QWidget()
        box = row_box(line, margins=(0, 0, 0, 0), spacing=10)
        box.addWidget(shown, 1)
        button = push_button("Delete", partial(self._delete, path), name=f"Delete {name}")
        box.addWidget(button)
        self._snippets.addWidget(line)

    def _rename(self, snippet: Snippet, field: QLineEdit) -> None:
        if field.text().strip() == snippet.name:
            return
        # The field goes, and would say once more that it is finished when it loses the focus.
        field.blockSignals(True)
        refusal = self._preferences.snippets.rename(snippet, field.text())
        self._show_snippets()
        if refusal:
            self._snippets.addWidget(PlainLabel(refusal, role="error", wrap=True))

    def _delete(self, path: Path) -> None:
        self._preferences.snippets.delete(path)
        self._show_snippets()

    # ---- folders

    def _show_folders(self) -> None:
        clear_box(self._folders)
        folders = self._preferences.trusted_folders
        if not folders:
            self._folders.addWidget(PlainLabel(_NO_FOLDER, role="caption", wrap=True))
        for folder in folders:
            line = QWidget()
            box = row_box(line, margins=(0, 0, 0, 0), spacing=10)
            name = PlainLabel(str(folder), wrap=True)
            name.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            box.addWidget(name, 1)
            button = push_button("Trust no longer", partial(self._withdraw, folder))
            button.setAccessibleName(f"Trust {folder} no longer")
            box.addWidget(button)
            self._folders.addWidget(line)

    def _withdraw(self, folder: Path) -> None:
        self._preferences.withdraw_trust(folder)
        self._show_folders()
