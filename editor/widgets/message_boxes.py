"""Make the few boxes that ask before work would be lost or code run, or tell that a file failed.

Their answers are told apart by the role of the button: accept, destructive, reject.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget

from editor.theme.fonts import scaled
from editor.theme.theme_manager import theme_manager
from editor.widgets.row_painting import row_badge

Role = QMessageBox.ButtonRole

MOST_LINES = 6
"""How many conflicts a box lists."""

SIGN = 18.0
"""Radius of the sign at the left of the words, px."""


class WarningBox(QMessageBox):
    """Ask or tell with the warning sign of the theme in use; the question is set off from what follows."""

    def __init__(self, parent: QWidget | None, title: str, text: str, more: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setText(text)
        self.setInformativeText(more)
        for label in self.findChildren(QLabel):
            label.setTextFormat(Qt.TextFormat.PlainText)
        theme_manager().theme_changed.connect(self._draw_sign)
        self._draw_sign()

    def _draw_sign(self) -> None:
        ratio = self.devicePixelRatioF()
        self.setIconPixmap(row_badge("warning", radius=scaled(SIGN), ratio=ratio))


def replace_box(parent: QWidget | None, path: Path) -> QMessageBox:
    """Return the box that asks whether a file that is there is to be replaced."""
    box = WarningBox(
        parent,
        "Replace a file",
        f"Replace {path.name}?",
        f"A file of this name is in {path.parent} already. What is in it is lost.",
    )
    box.addButton("Replace", Role.DestructiveRole)
    _add_way_out(box, "Keep it", is_default=True)
    return box


def unsaved_box(parent: QWidget | None, names: Sequence[str]) -> QMessageBox:
    """Return the box that asks what to do with documents that have changes not saved."""
    box = WarningBox(
        parent,
        "Unsaved changes",
        f"{_listed(names)} {'has' if len(names) == 1 else 'have'} changes that are not saved.",
        f"Save {'it' if len(names) == 1 else 'them'}, or the changes are lost.",
    )
    save = box.addButton("Save" if len(names) == 1 else "Save all", Role.AcceptRole)
    box.addButton("Close without saving", Role.DestructiveRole)
    _add_way_out(box, "Keep editing", is_default=False)
    box.setDefaultButton(save)
    return box


def changed_box(parent: QWidget | None, path: Path, *, is_gone: bool) -> QMessageBox:
    """Return the box that asks how to save over a file that another program changed, or that is gone."""
    if is_gone:
        words = f"{path.name} is no longer in {path.parent}."
        more = "It was deleted, moved or renamed since you opened it. Your changes are still here."
    else:
        words = f"{path.name} was changed by another program."
        more = "Saving would lose what was changed there. Your changes are still here."
    box = WarningBox(parent, "Changed outside", words, more)
    if is_gone:
        first = box.addButton("Save it here again", Role.AcceptRole)
    else:
        first = box.addButton("Compare and merge", Role.AcceptRole)
        box.addButton("Overwrite", Role.DestructiveRole)
    box.addButton("Save a copy…", Role.ActionRole)
    _add_way_out(box, "Cancel", is_default=False)
    box.setDefaultButton(first)
    return box


def conflict_box(parent: QWidget | None, name: str, conflicts: Sequence[str]) -> QMessageBox:
    """Return the box that asks which side a merge keeps where both changed the same."""
    count = len(conflicts)
    rest = [f"and {count - MOST_LINES} more"] if count > MOST_LINES else []
    box = WarningBox(
        parent,
        "Changed on both sides",
        f"{name}: you and another program both changed {'one place' if count == 1 else f'{count} places'}.",
        "\n".join([*conflicts[:MOST_LINES], *rest, "", "Everything else of both is kept."]),
    )
    mine = box.addButton("Merge, keep mine there", Role.AcceptRole)
    box.addButton("Merge, keep the file's there", Role.DestructiveRole)
    _add_way_out(box, "Cancel", is_default=False)
    box.setDefaultButton(mine)
    return box


def trust_box(parent: QWidget | None, folder: Path, modules: str) -> QMessageBox:
    """Return the box that asks whether Python files of a folder may run; `modules` names them in a line."""
    box = WarningBox(
        parent,
        "Trust a folder",
        f"Trust {folder.name or folder} and run its Python?",
        f"{modules} of {folder} can do anything your account can. Trust only folders whose authors you "
        "know. They run whenever a document of the folder is opened, until you stop trusting it.",
    )
    box.addButton("Trust and run", Role.AcceptRole)
    _add_way_out(box, "Do not run", is_default=True)
    return box


def join_box(parent: QWidget | None, project: Path, manifest: Path) -> QMessageBox:
    """Return the box that asks whether a project is to name a manifest that an import made."""
    box = WarningBox(
        parent,
        "Actions of the game",
        f"Add {manifest.name} to {project.name}?",
        f"The actions that were found are declared in it. The project in {project.parent} knows them once "
        "its file names it.",
    )
    box.setDefaultButton(box.addButton("Add it", Role.AcceptRole))
    _add_way_out(box, "Leave the project", is_default=False)
    return box


def failure_box(parent: QWidget | None, title: str, message: str, remedy: str) -> QMessageBox:
    """Return the box that says that a file could not be read or written, and what to do."""
    box = WarningBox(parent, title, message, remedy)
    box.setDefaultButton(box.addButton("Close this message", Role.AcceptRole))
    return box


def _add_way_out(box: QMessageBox, title: str, *, is_default: bool) -> None:
    """Add the button that leaves everything as it is; Esc means it."""
    keep = box.addButton(title, Role.RejectRole)
    box.setEscapeButton(keep)
    if is_default:
        box.setDefaultButton(keep)


def _listed(names: Sequence[str]) -> str:
    if len(names) <= 1:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
