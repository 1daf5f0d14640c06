"""Ask the user for file names, before work would be lost or code run; verbs on every button."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

FILE_FILTER = (
    "Mindloom documents (*.mind.json);;Mindloom worlds (*.world.json);;Mindloom recordings (*.trace);;"
    "All files (*)"
)
SAVE_FILTER = "Mindloom documents (*.mind.json)"
PICTURE_FILTER = "Pictures (*.svg *.png)"
WORLD_FILTER = "Mindloom worlds (*.world.json)"
RECORDING_FILTER = "Mindloom recordings (*.trace)"


class UnsavedAnswer(Enum):
    """Say what is to become of changes that no file holds."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


class FileDialogs:
    """Show the few dialogs there are. Tests replace it with one that answers by itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._parent = parent

    def ask_open(self, folder: Path) -> tuple[Path, ...]:
        """Return the files the user picked; empty after Cancel."""
        names, _ = QFileDialog.getOpenFileNames(self._parent, "Open", str(folder), FILE_FILTER)
        return tuple(Path(name) for name in names)

    def ask_save(self, proposal: Path) -> Path | None:
        """Return where to save; None after Cancel. The dialog asks before it replaces a file."""
        name, _ = QFileDialog.getSaveFileName(self._parent, "Save as", str(proposal), SAVE_FILTER)
        return self._with_ending(name, ".mind.json")

    def ask_save_world(self, proposal: Path) -> Path | None:
        """Return where to save a world; None after Cancel. The dialog asks before it replaces a file."""
        name, _ = QFileDialog.getSaveFileName(self._parent, "Save world as", str(proposal), WORLD_FILTER)
        return self._with_ending(name, ".world.json")

    def ask_save_recording(self, proposal: Path) -> Path | None:
        """Return where to save a recording; None after Cancel. The dialog asks before it replaces a file."""
        title = "Save the recording as"
        name, _ = QFileDialog.getSaveFileName(self._parent, title, str(proposal), RECORDING_FILTER)
        return self._with_ending(name, ".trace")

    def ask_picture(self, proposal: Path) -> Path | None:
        """Return where to save a picture; None after Cancel. The dialog asks before it replaces a file."""
        name, _ = QFileDialog.getSaveFileName(
            self._parent, "Save picture of the graph", str(proposal), PICTURE_FILTER
        )
        return Path(name) if name else None

    def ask_replace(self, path: Path) -> bool:
        """Ask whether a file that is there is to be replaced."""
        box = QMessageBox(self._parent)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("Replace a file")
        box.setText(f"Replace {path.name}?")
        box.setInformativeText(f"A file of this name is in {path.parent} already. What is in it is lost.")
        replace = box.addButton("Replace", QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton("Keep it", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.exec()
        replaced = box.clickedButton() is replace
        box.deleteLater()
        return replaced

    def _with_ending(self, name: str, ending: str) -> Path | None:
        """Return the file that was named, None after Cancel.

        With an ending that was not typed it is another one than the dialog has asked to replace.
        """
        if not name or name.endswith((".json", ending)):
            return Path(name) if name else None
        path = Path(f"{name}{ending}")
        return path if not path.exists() or self.ask_replace(path) else None

    def ask_unsaved(self, names: Sequence[str]) -> UnsavedAnswer:
        """Ask what to do with documents that have changes not saved."""
        box = QMessageBox(self._parent)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("Unsaved changes")
        box.setText(f"{_listed(names)} {'has' if len(names) == 1 else 'have'} changes that are not saved.")
        box.setInformativeText("Save them, or they are lost when the window closes.")
        save = box.addButton("Save" if len(names) == 1 else "Save all", QMessageBox.ButtonRole.AcceptRole)
        discard = box.addButton("Close without saving", QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton("Keep editing", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(save)
        box.setEscapeButton(keep)
        box.exec()
        clicked = box.clickedButton()
        box.deleteLater()
        if clicked is save:
            return UnsavedAnswer.SAVE
        return UnsavedAnswer.DISCARD if clicked is discard else UnsavedAnswer.CANCEL

    def ask_trust(self, folder: Path, modules: str) -> bool:
        """Ask whether the Python files of a folder may run; `modules` are their names in a line."""
        box = QMessageBox(self._parent)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("Trust a folder")
        box.setText(f"Trust {folder.name or folder} and run its Python?")
        box.setInformativeText(
            f"{modules} of {folder} can do anything your account can. Trust only folders whose authors you "
            "know. They run whenever a document of the folder is opened, until you stop trusting it."
        )
        trust = box.addButton("Trust and run", QMessageBox.ButtonRole.AcceptRole)
        keep = box.addButton("Do not run", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.exec()
        clicked = box.clickedButton()
        box.deleteLater()
        return clicked is trust

    def tell(self, title: str, message: str, remedy: str) -> None:
        """Say that a file could not be read or written, and what to do."""
        box = QMessageBox(self._parent)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(title)
        box.setText(message)
        box.setInformativeText(remedy)
        box.addButton("Close this message", QMessageBox.ButtonRole.AcceptRole)
        box.exec()
        box.deleteLater()


def _listed(names: Sequence[str]) -> str:
    if len(names) <= 1:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
