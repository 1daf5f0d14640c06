"""Ask the user for file names, before work would be lost or code run; verbs on every button."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from editor.widgets.message_boxes import (
    Role,
    changed_box,
    conflict_box,
    failure_box,
    join_box,
    replace_box,
    trust_box,
    unsaved_box,
)

FILE_FILTER = (
    "Mindloom documents (*.mind.json);;Mindloom worlds (*.world.json);;Mindloom recordings (*.trace);;"
    "All files (*)"
)
SAVE_FILTER = "Mindloom documents (*.mind.json)"
PICTURE_FILTER = "Pictures (*.svg *.png)"
WORLD_FILTER = "Mindloom worlds (*.world.json)"
RECORDING_FILTER = "Mindloom recordings (*.trace)"
SCRIPT_FILTER = "Scripts of edits (*.edits.json)"


class UnsavedAnswer(Enum):
    """Say what is to become of changes that no file holds."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


class ChangedAnswer(Enum):
    """Say what is to become of changes whose file was changed outside."""

    MERGE = auto()
    OVERWRITE = auto()
    COPY = auto()
    CANCEL = auto()


class FileDialogs:
    """Show the few dialogs there are. Tests replace it with one that answers by itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._parent = parent

    def ask_open(self, folder: Path) -> tuple[Path, ...]:
        """Return the files the user picked; empty after Cancel."""
        names, _ = QFileDialog.getOpenFileNames(self._parent, "Open", str(folder), FILE_FILTER)
        return tuple(Path(name) for name in names)

    def ask_save(self, proposal: Path, title: str = "Save as") -> Path | None:
        """Return where to save; None after Cancel. The dialog asks before it replaces a file."""
        name, _ = QFileDialog.getSaveFileName(self._parent, title, str(proposal), SAVE_FILTER)
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

    def ask_save_script(self, proposal: Path) -> Path | None:
        """Return where to save a script; None after Cancel. The dialog asks before it replaces a file."""
        title = "Save the edits as a script"
        name, _ = QFileDialog.getSaveFileName(self._parent, title, str(proposal), SCRIPT_FILTER)
        return self._with_ending(name, ".edits.json")

    def ask_recordings(self, folder: Path) -> tuple[Path, ...]:
        """Return the recordings the user picked to be counted together; empty after Cancel."""
        title = "Add recordings"
        names, _ = QFileDialog.getOpenFileNames(self._parent, title, str(folder), RECORDING_FILTER)
        return tuple(Path(name) for name in names)

    def ask_picture(self, proposal: Path) -> Path | None:
        """Return where to save a picture; None after Cancel. The dialog asks before it replaces a file."""
        name, _ = QFileDialog.getSaveFileName(
            self._parent, "Save picture of the graph", str(proposal), PICTURE_FILTER
        )
        return Path(name) if name else None

    def ask_import(self, folder: Path, endings: str) -> tuple[Path, ...]:
        """Return the files of another program that the user picked; empty after Cancel."""
        filters = f"Trees and machines of other programs ({endings});;All files (*)"
        names, _ = QFileDialog.getOpenFileNames(self._parent, "Import", str(folder), filters)
        return tuple(Path(name) for name in names)

    def ask_export_as(self, proposal: Path, filters: Sequence[str], first: str) -> tuple[Path, str] | None:
        """Return where to write a document, and the format's filter, at first `first`; None after Cancel."""
        name, chosen = QFileDialog.getSaveFileName(
            self._parent, "Export as", str(proposal), ";;".join(filters), first
        )
        return (Path(name), chosen) if name and chosen in filters else None

    def ask_save_report(self, proposal: Path) -> Path | None:
        """Return where to save a report; None after Cancel. The dialog asks before it replaces a file."""
        name, _ = QFileDialog.getSaveFileName(
            self._parent, "Save the report as", str(proposal), "Reports (*.json)"
        )
        return self._with_ending(name, ".json")

    def ask_join(self, project: Path, manifest: Path) -> bool:
        """Ask whether a project is to name a manifest that an import made."""
        return self._role(join_box(self._parent, project, manifest)) is Role.AcceptRole

    def ask_replace(self, path: Path) -> bool:
        """Ask whether a file that is there is to be replaced."""
        return self._role(replace_box(self._parent, path)) is Role.DestructiveRole

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
        role = self._role(unsaved_box(self._parent, names))
        if role is Role.AcceptRole:
            return UnsavedAnswer.SAVE
        return UnsavedAnswer.DISCARD if role is Role.DestructiveRole else UnsavedAnswer.CANCEL

    def ask_changed(self, path: Path, *, is_gone: bool) -> ChangedAnswer:
        """Ask how to save over a file that another program changed, or that is gone."""
        answers = {
            Role.AcceptRole: ChangedAnswer.OVERWRITE if is_gone else ChangedAnswer.MERGE,
            Role.DestructiveRole: ChangedAnswer.OVERWRITE,
            Role.ActionRole: ChangedAnswer.COPY,
        }
        role = self._role(changed_box(self._parent, path, is_gone=is_gone))
        return answers.get(role, ChangedAnswer.CANCEL)

    def ask_conflicts(self, name: str, conflicts: Sequence[str]) -> bool | None:
        """Ask which side a merge keeps where both changed the same: True for the user's, None to leave it."""
        role = self._role(conflict_box(self._parent, name, conflicts))
        return {Role.AcceptRole: True, Role.DestructiveRole: False}.get(role)

    def ask_trust(self, folder: Path, modules: str) -> bool:
        """Ask whether the Python files of a folder may run; `modules` are their names in a line."""
        return self._role(trust_box(self._parent, folder, modules)) is Role.AcceptRole

    def tell(self, title: str, message: str, remedy: str) -> None:
        """Say that a file could not be read or written, and what to do."""
        self._role(failure_box(self._parent, title, message, remedy))

    def _role(self, box: QMessageBox) -> Role:
        """Wait for the answer to a box and return the role of the button that was clicked."""
        box.exec()
        role = box.buttonRole(box.clickedButton())
        box.deleteLater()
        return role


@runtime_checkable
class TypingField(Protocol):
    """Be a field whose text counts only when it is finished."""

    def finish_typing(self) -> None:
        """Take the text as it is; one that cannot be taken stays in the field."""


def keep_what_is_typed() -> None:
    """Finish the field that is typed in, as the Enter key would."""
    field = QApplication.focusWidget()
    if isinstance(field, TypingField):
        field.finish_typing()
