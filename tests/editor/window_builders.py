"""Make sessions, workspaces and windows for tests of the editor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from editor.documents.open.document_session import DocumentSession
from editor.widgets.file_dialogs import ChangedAnswer, FileDialogs, UnsavedAnswer
from graphs.edits.adding import add_node
from graphs.edits.connecting import connect
from graphs.edits.graph_library import add_graph
from graphs.edits.setting import set_field
from graphs.edits.variables import add_variable
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.model.document import empty_document

REGISTRY = builtin_registry()


class AnsweringDialogs(FileDialogs):
    """Answer every dialog by itself and remember what was said."""

    def __init__(self) -> None:
        super().__init__(None)
        self.to_open: tuple[Path, ...] = ()
        self.recordings: tuple[Path, ...] = ()
        self.save_as: Path | None = None
        self.save_world_as: Path | None = None
        self.save_picture_as: Path | None = None
        self.save_recording_as: Path | None = None
        self.save_script_as: Path | None = None
        self.to_import: tuple[Path, ...] = ()
        self.export_as: tuple[Path, str] | None = None
        self.save_report_as: Path | None = None
        self.joins, self.replaces = True, True
        self.asked_join: list[tuple[str, str]] = []
        self.offered_formats: list[str] = []
        self.unsaved = UnsavedAnswer.DISCARD
        self.changed = ChangedAnswer.CANCEL
        self.keeps_mine: bool | None = None
        self.trusts = True
        self.asked: list[list[str]] = []
        self.asked_changed: list[tuple[str, bool]] = []
        self.asked_conflicts: list[list[str]] = []
        self.proposed: list[Path] = []
        self.asked_trust: list[tuple[Path, str]] = []
        self.told: list[tuple[str, str, str]] = []

    def ask_open(self, folder: Path) -> tuple[Path, ...]:
        return self.to_open

    def ask_save(self, proposal: Path, title: str = "") -> Path | None:
        self.proposed.append(proposal)
        return self.save_as

    def ask_import(self, folder: Path, endings: str) -> tuple[Path, ...]:
        return self.to_import

    def ask_export_as(self, proposal: Path, filters: Sequence[str], first: str) -> tuple[Path, str] | None:
        self.proposed.append(proposal)
        self.offered_formats = [first, *filters]
        return self.export_as

    def ask_save_report(self, proposal: Path) -> Path | None:
        return self.save_report_as

    def ask_join(self, project: Path, manifest: Path) -> bool:
        self.asked_join.append((project.name, manifest.name))
        return self.joins

    def ask_recordings(self, folder: Path) -> tuple[Path, ...]:
        return self.recordings

    def ask_picture(self, proposal: Path) -> Path | None:
        return self.save_picture_as

    def ask_save_world(self, proposal: Path) -> Path | None:
        self.proposed.append(proposal)
        return self.save_world_as

    def ask_save_script(self, proposal: Path) -> Path | None:
        self.proposed.append(proposal)
        return self.save_script_as

    def ask_save_recording(self, proposal: Path) -> Path | None:
        return self.save_recording_as

    def ask_unsaved(self, names: Sequence[str]) -> UnsavedAnswer:
        self.asked.append(list(names))
        return self.unsaved

    def ask_changed(self, path: Path, *, is_gone: bool) -> ChangedAnswer:
        self.asked_changed.append((path.name, is_gone))
        return self.changed

    def ask_conflicts(self, name: str, conflicts: Sequence[str]) -> bool | None:
        self.asked_conflicts.append(list(conflicts))
        return self.keeps_mine

    def ask_trust(self, folder: Path, modules: str) -> bool:
        self.asked_trust.append((folder, modules))
        return self.trusts

    def tell(self, title: str, message: str, remedy: str) -> None:
        self.told.append((title, message, remedy))


def two_state_machine() -> tuple[Document, str, str, str, str]:
    """Return a machine Idle -> Go guarded by d < 5, with the ids of graph, both states and edge."""
    document, graph = add_graph(empty_document(), "state_machine", "Guard")
    document, _ = add_variable(document, "d", "float")
    document, idle = add_node(document, graph, "state", REGISTRY, at=(0, 0), fields={"name": "Idle"})
    document, go = add_node(document, graph, "state", REGISTRY, at=(300, 0), fields={"name": "Go"})
    document, edge = connect(document, graph, idle, go, REGISTRY, fields={"guard": "d < 5"})
    return document, graph, idle, go, edge


def waiting_tree(seconds: float = 0.5) -> tuple[Document, str, str, str]:
    """Return a tree sequence(wait), with the ids of graph, sequence and wait."""
    document, graph = add_graph(empty_document(), "behavior_tree", "Walk")
    document, sequence = add_node(document, graph, "sequence", REGISTRY)
    document, wait = add_node(document, graph, "wait", REGISTRY, parent=sequence)
    document = set_field(document, graph, wait, "params.seconds", seconds)
    return document, graph, sequence, wait


def session_of(document: Document, path: Path | None = None) -> DocumentSession:
    """Return a session of the built-in kinds."""
    return DocumentSession(document, REGISTRY, path)
