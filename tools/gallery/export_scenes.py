"""Pictures of the window that exports a document for a game."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from editor.dialogs.export_window import ExportWindow
from editor.window.main_window import MainWindow
from graphs.edits.setting import set_field
from tools.gallery.scene import Scene


def ask_for_export(window: MainWindow) -> ExportWindow:
    """Open the window and wait until it knows what the game must supply."""
    window.commands.run("file.export")
    asked = window.findChildren(ExportWindow)[-1]
    asked.target.setText(str(Path("games") / "arena" / Path(asked.target.text()).name))
    while asked.job.is_busy:
        QApplication.processEvents()
    return asked


def export_asked(window: MainWindow) -> None:
    """Show what a game must supply for the sample."""
    ask_for_export(window)


def export_for_python(window: MainWindow) -> None:
    """Show the files that a game in Python gets."""
    asked = ask_for_export(window)
    asked.language.setCurrentIndex(asked.language.findData("python"))
    asked.look()
    while asked.job.is_busy:
        QApplication.processEvents()


def export_refused(window: MainWindow) -> None:
    """Show what is in the way of a document with errors."""
    session = window.session
    assert session is not None
    edge = next(iter(session.graph.edges))  # type: ignore[union-attr]
    session.apply(
        "Set guard", lambda document: set_field(document, session.graph_id, edge, "guard", "dist < 5")
    )
    session.check_now()
    ask_for_export(window)


EXPORT_SCENES = (
    Scene("export-asked", "stealth_guard.mind.json", act=export_asked),
    Scene("export-python", "stealth_guard.mind.json", act=export_for_python),
    Scene("export-refused", act=export_refused),
)
