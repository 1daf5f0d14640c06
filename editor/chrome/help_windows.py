"""Small windows beside the work: help on a kind of node, the sheet of keys, the program's version."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from editor.commands.registry import CommandRegistry
from editor.documents.document_session import DocumentSession
from graphs.kinds.node_kind import NodeKind

GROUPS = {
    "file": "Files",
    "edit": "Edit",
    "view": "View",
    "graph": "Graph",
    "run": "Run",
    "problems": "Problems",
    "help": "Help",
}
"""Headings of the key sheet by the first part of command ids."""

MOUSE = (
    ("Drag from a port or the rim of a state", "draw a wire; on empty canvas it asks what to add"),
    ("Drag a node, a box on empty canvas", "move it; select what the box touches"),
    ("Drag with the middle or right button, or with Space held", "move the view"),
    ("Wheel, or pinch", "zoom to the pointer"),
    ("Double-click empty canvas, a title, a call", "add, rename, enter"),
    ("Esc", "cancel the gesture, or select nothing"),
)


def program_version() -> str:
    """Return the version of the installed program, or "from source"."""
    try:
        return version("mindloom")
    except PackageNotFoundError:
        return "from source"


class TextWindow(QDialog):
    """Show a page of text that can be kept open while working."""

    def __init__(self, parent: QWidget, title: str, markdown: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 620)
        self.page = QTextBrowser()
        self.page.setOpenExternalLinks(False)
        self.page.setMarkdown(markdown)
        buttons = QDialogButtonBox()
        buttons.addButton("Close", QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.close)
        box = QVBoxLayout(self)
        box.addWidget(self.page)
        box.addWidget(buttons)


def kind_help(kind: NodeKind) -> str:
    """Return the help of a kind as Markdown: what it is, its rule per tick, parameters, mistakes."""
    parts = [
        f"# {kind.title}",
        kind.summary,
        f"*{kind.children.describe().capitalize()}.*",
        kind.contract.strip(),
    ]
    if kind.parameters:
        parts.append("## Parameters")
        parts.append(
            "\n".join(
                f"* **{parameter.label}** {parameter.unit and f'({parameter.unit})'} {parameter.help}"
                for parameter in kind.parameters
            )
        )
    if kind.common_mistakes:
        parts.append("## Common mistakes")
        parts.append("\n".join(f"* {mistake}" for mistake in kind.common_mistakes))
    return "\n\n".join(part for part in parts if part)


def show_kind_help(parent: QWidget, session: DocumentSession | None) -> bool:
    """Open the help of the selected node's kind; False when no known kind is selected."""
    graph = session.graph if session is not None else None
    if session is None or graph is None or len(session.selection) != 1:
        return False
    node = graph.nodes.get(next(iter(session.selection)))
    kind = session.registry.kind(graph.kind, node.kind) if node is not None else None
    if kind is None:
        return False
    TextWindow(parent, f"{kind.title} — Mindloom help", kind_help(kind)).show()
    return True


def about_text() -> str:
    """Return what the program says of itself, as Markdown."""
    return f"# Mindloom {program_version()}\n\nMinds for game characters, drawn and run live."


def key_sheet(registry: CommandRegistry) -> str:
    """Return all keys as Markdown tables, by menu."""
    rows: dict[str, list[str]] = {}
    for command in registry:
        keys = registry.keys_text(command.id)
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
