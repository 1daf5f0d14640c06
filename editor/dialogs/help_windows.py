"""Small windows beside the work: the sheet of keys, the program's version."""

from __future__ import annotations

import platform
from pathlib import Path

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QWidget

from editor.commands.keymap import shown
from editor.commands.registry import CommandRegistry
from editor.theme.fonts import scaled
from editor.widgets.boxes import add_all, column_box, row_box
from editor.widgets.hairline import hairline
from editor.widgets.page_browser import PageBrowser
from editor.widgets.push_buttons import push_button
from graphs.model.document import NEWEST_VERSION as DOCUMENT_VERSION
from runtime.basics.program_version import program_version
from runtime.export.export_problem import RUNTIME_VERSION

_WIDTH, _LOWEST, _HIGHEST = 640, 200, 620

GROUPS = {
    "file": "Files",
    "edit": "Edit",
    "view": "View",
    "graph": "Graph",
    "run": "Run",
    "preview": "On the map of the preview",
    "world": "While the world is edited",
    "problems": "Problems",
    "difference": "Comparisons",
    "help": "Help",
    "foreign": "Foreign programs",
}
"""Headings of the key sheet by the first part of command ids."""

MOUSE = (
    ("Drag from a port or the rim of a state", "draw a wire; on empty canvas it asks what to add"),
    ("Drag a node, a box on empty canvas", "move it; select what the box touches"),
    ("Drag with the middle or right button, or with Space held", "move the view"),
    ("Wheel, or pinch", "zoom to the pointer"),
    ("Click an agent on the map, Tab", "show its mind"),
    ("Drag the player on the map, with Alt any agent", "carry it"),
    ("Arrow keys or W A S D on the map", "drive the player"),
    (
        "Drag on the map while the world is edited",
        "move what is there, or select with a box; Ctrl: off the grid",
    ),
    ("Double-click an edge on the map", "add a corner or a waypoint"),
    ("Double-click empty canvas, a title, a call", "add, rename, enter"),
    ("Esc", "cancel the gesture, or select nothing"),
)


class TextWindow(QDialog):
    """Show a page of text that can be kept open while working."""

    def __init__(self, parent: QWidget, title: str, markdown: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.page = PageBrowser()
        self.page.show_markdown(markdown)
        box = column_box(self, margins=(0, 0, 0, 0), spacing=0)
        add_all(box, self.page, hairline())
        box.addLayout(_button_row((), push_button("Close", self.close)))
        self._fit_page()

    def _fit_page(self) -> None:
        """Be as high as the page, within bounds."""
        width, foot = scaled(_WIDTH), self.sizeHint().height() - self.page.sizeHint().height()
        document = self.page.document()
        document.setTextWidth(width)
        wanted = round(document.size().height()) + foot
        self.resize(width, min(scaled(_HIGHEST), max(scaled(_LOWEST), wanted)))


def _button_row(left: tuple[QPushButton, ...], right: QPushButton) -> QHBoxLayout:
    row = row_box(margins=(12, 8, 12, 8), spacing=8)
    for button in left:
        row.addWidget(button)
    row.addStretch(1)
    row.addWidget(right)
    return row


def about_text(folder: Path) -> str:
    """Return what the program says of itself, as Markdown; `folder` keeps the user's settings."""
    facts = {
        "Version": program_version(),
        "Version of documents": str(DOCUMENT_VERSION),
        "Version of exports": str(RUNTIME_VERSION),
        "Python": platform.python_version(),
        "Qt": f"{qVersion()}, PySide {pyside_version}",
        "System": f"{platform.system()} {platform.release()}",
        "Settings and unsaved work": f"`{folder}`",
    }
    rows = "\n".join(f"| {name} | {value} |" for name, value in facts.items())
    words = "Minds for game characters: drawn as graphs, run live, exported for games."
    return f"# Mindloom\n\n{words}\n\n| | |\n|---|---|\n{rows}"


def key_sheet(registry: CommandRegistry) -> str:
    """Return all keys as Markdown tables, by menu."""
    rows: dict[str, list[str]] = {}
    for command in registry:
        keys = "` or `".join(map(shown, registry.binding(command.id).keys))
        group = GROUPS.get(command.id.partition(".")[0])
        if keys and group is not None:
            rows.setdefault(group, []).append(f"| {command.title.rstrip('…')} | `{keys}` |")
    parts = ["# Keys"]
    parts += [
        "\n".join([f"## {group}", "", "| | |", "|---|---|", *rows[group]])
        for group in GROUPS.values()
        if group in rows
    ]
    mouse = "\n".join(f"| {gesture} | {meaning} |" for gesture, meaning in MOUSE)
    parts.append(f"## Pointer\n\n| | |\n|---|---|\n{mouse}")
    return "\n\n".join(parts)
