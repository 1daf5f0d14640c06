"""Pictures of the windows that export a document for a game and share a run as a page."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QApplication

from editor.dialogs.export_window import ExportWindow
from editor.dialogs.share_window import ShareWindow
from editor.window.main_window import MainWindow
from graphs.edits.setting import set_field
from tools.gallery.scene import EMPTY, Scene


def ask_for_export(window: MainWindow) -> ExportWindow:
    """Open the window and wait until it knows what the game must supply."""
    window.commands.run("file.export")
    asked = window.findChildren(ExportWindow)[-1]
    asked.target.setText(str(Path("games") / "arena" / Path(asked.target.text()).name))
    wait_for(asked)
    return asked


def look_again(asked: ExportWindow) -> None:
    """Wait until it is known what a change comes to."""
    asked.look()
    wait_for(asked)


def wait_for(asked: ExportWindow) -> None:
    """Wait until the window has its answer."""
    while asked.job.is_busy:
        QApplication.processEvents()


def change_guard(window: MainWindow, guard: str) -> None:
    """Give the first transition in view another guard."""
    session = window.session
    assert session is not None
    edge = next(iter(session.graph.edges))  # type: ignore[union-attr]
    session.apply("Set guard", lambda document: set_field(document, session.graph_id, edge, "guard", guard))
    session.check_now()


def export_asked(window: MainWindow) -> None:
    """Show what a game must supply for the sample."""
    ask_for_export(window)


def export_for_python(window: MainWindow) -> None:
    """Show the files that a game in Python gets."""
    asked = ask_for_export(window)
    asked.language.setCurrentIndex(asked.language.findData("python"))
    look_again(asked)


def export_refused(window: MainWindow) -> None:
    """Show what is in the way of a document with errors."""
    change_guard(window, "dist < 5")
    ask_for_export(window)


def export_languages(window: MainWindow) -> None:
    """Show all languages that a game can be in."""
    asked = ask_for_export(window)
    asked.language.showPopup()


def export_over_saves(window: MainWindow) -> None:
    """Show how games go on that were saved with an export from before a guard was changed."""
    with TemporaryDirectory(prefix="mindloom-") as folder:
        asked = ask_for_export(window)
        old = Path(folder) / Path(asked.target.text()).name
        asked.target.setText(str(old))
        look_again(asked)
        asked.export()
        wait_for(asked)
        asked.close()
        change_guard(window, "true")
        asked = ask_for_export(window)
        asked.former.setText(str(old))
        look_again(asked)
        with QSignalBlocker(asked.former):
            asked.former.setText(str(Path("games") / "arena" / "1.0" / old.name))


def export_over_no_saves(window: MainWindow) -> None:
    """Show an older export that cannot be read."""
    asked = ask_for_export(window)
    asked.former.setText(str(Path("games") / "arena" / "1.0" / "guard.runtime.json"))
    look_again(asked)


def ask_for_page(window: MainWindow) -> ShareWindow:
    """Open the window that shares the run so far."""
    window.commands.run("run.share")
    asked = window.findChildren(ShareWindow)[-1]
    asked.target.setText(str(Path("reviews") / "tank-59.html"))
    return asked


def page_asked(window: MainWindow) -> None:
    """Show what is asked before a page is made."""
    ask_for_page(window)


def page_refused(window: MainWindow) -> None:
    """Show a page that cannot be written: its folder is not there."""
    asked = ask_for_page(window)
    asked.target.setText("/nowhere/tank-59.html")
    asked.share()
    asked.work.finish()


EXPORT_SCENES = (
    Scene("export-asked", "stealth_guard.mind.json", act=export_asked),
    Scene("export-python", "stealth_guard.mind.json", act=export_for_python),
    Scene("export-languages", "stealth_guard.mind.json", act=export_languages),
    Scene("export-saves", "stealth_guard.mind.json", act=export_over_saves),
    Scene("export-saves-refused", "stealth_guard.mind.json", act=export_over_no_saves),
    Scene("export-refused", act=export_refused),
    Scene("share-asked", ticks=60, act=page_asked, shows=("dialog:ShareWindow", EMPTY)),
    Scene("share-refused", ticks=60, act=page_refused, shows=("dialog:ShareWindow",)),
)
