"""Read what was left behind, and say how it differs from what the user's file holds now. Without Qt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from editor.documents.unsaved.recovery_folder import Leftover, SideHeader
from graphs.difference.difference_text import difference_summary
from graphs.difference.document_difference import document_difference
from graphs.files.document_file import FileProblem, opened_from_bytes, read_file
from graphs.files.whole_file import content_hash
from graphs.model import Document
from graphs.worlds.model.world_difference import world_difference_summary
from graphs.worlds.model.world_file import WorldDocument, world_from_bytes

DiskState = Literal["as it was", "changed", "gone", "never saved"]
"""How the user's file compares with what the side file was written beside."""


@dataclass(frozen=True)
class Recoverable:
    """Hold one piece of unsaved work: the document or the world, and how it differs from the disk.

    `on_disk` is what the user's file holds now, None without one that can be read. With a `problem`, why it
    cannot be recovered, there is neither document nor world.
    """

    leftover: Leftover
    disk: DiskState
    summary: str
    document: Document | None = None
    world: WorldDocument | None = None
    on_disk: Document | WorldDocument | None = None
    problem: str = ""

    @property
    def header(self) -> SideHeader:
        """Return what the side file says of itself."""
        return self.leftover.header

    @property
    def is_news(self) -> bool:
        """Tell whether it holds anything that the user's file does not."""
        whole = self.document or self.world
        return whole is None or whole != self.on_disk

    @property
    def when(self) -> str:
        """Return when it was written, as people say it: "14:02", or "3 November, 14:02"."""
        return time_words(self.header.written_at, datetime.now().astimezone())


def recoverable(leftover: Leftover) -> Recoverable:
    """Read a side file that was left behind, and the file it belongs to; never raises."""
    if leftover.problem:
        return Recoverable(leftover, "never saved", "", problem=leftover.problem)
    header = leftover.header
    try:
        whole = _parsed(header, leftover.content, None)
    except FileProblem as problem:
        place = f"{problem.where}: " if problem.where else ""
        return Recoverable(leftover, "never saved", "", problem=f"{place}{problem.message}")
    data = _disk_bytes(header.file)
    try:
        on_disk = _parsed(header, data, header.file) if data is not None else None
    except FileProblem:
        on_disk = None
    summary = _summary(on_disk, whole)
    disk = _disk_state(header, data)
    if isinstance(whole, Document):
        return Recoverable(leftover, disk, summary, document=whole, on_disk=on_disk)
    return Recoverable(leftover, disk, summary, world=whole, on_disk=on_disk)


def time_words(when: datetime | None, now: datetime) -> str:
    """Return a time as people say it beside `now`; both know their offset from UTC."""
    if when is None:
        return "an unknown time"
    local = when.astimezone(now.tzinfo)
    clock = f"{local:%H:%M}"
    if local.date() == now.date():
        return clock
    year = f" {local.year}" if local.year != now.year else ""
    return f"{local.day} {local:%B}{year}, {clock}"


def _parsed(header: SideHeader, data: bytes, path: Path | None) -> Document | WorldDocument:
    if header.kind == "world":
        return world_from_bytes(data, path)
    return opened_from_bytes(data, path).document


def _disk_bytes(path: Path | None) -> bytes | None:
    if path is None:
        return None
    try:
        return read_file(path)
    except FileProblem:
        return None


def _disk_state(header: SideHeader, data: bytes | None) -> DiskState:
    if header.file is None:
        return "never saved"
    if data is None:
        return "gone"
    return "as it was" if not header.base or content_hash(data) == header.base else "changed"


def _summary(old: Document | WorldDocument | None, new: Document | WorldDocument) -> str:
    if isinstance(old, Document) and isinstance(new, Document):
        return difference_summary(document_difference(old, new))
    if isinstance(old, WorldDocument) and isinstance(new, WorldDocument):
        return world_difference_summary(old, new)
    if isinstance(new, Document):
        nodes = sum(len(graph.nodes) for graph in new.graphs.values())
        return f"{nodes} {'node' if nodes == 1 else 'nodes'}"
    return f"{len(new.agents)} {'agent' if len(new.agents) == 1 else 'agents'}"
