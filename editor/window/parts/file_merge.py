"""Merge what is edited in a window with its file, where another program changed that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from editor.comparison.comparison_page import PageButton
from editor.documents.open.document_session import DocumentSession
from editor.documents.open.edit_session import EditSession
from editor.documents.open.open_files import WatchedFiles
from editor.documents.open.world_session import WorldSession
from editor.window.frame.window_host import WindowHost
from editor.window.parts.banners import WindowBanners
from editor.window.parts.comparison import WindowComparison
from editor.window.parts.file_work import file_work
from graphs.files.document_file import FileProblem, document_from_bytes, read_file
from graphs.merging import merge_documents
from graphs.model import Document
from graphs.worlds.model.world_difference import merge_worlds, world_difference
from graphs.worlds.model.world_file import WorldDocument, world_from_bytes

Whole = TypeVar("Whole", Document, WorldDocument)
Merge = Callable[[Whole, Whole, Whole], tuple[Whole, Sequence[str]]]
"""Merges base, ours and theirs; where both changed the same it takes ours, and returns a line about it."""

STEP = "Merge with the file"
"""What the step of a merge is called."""

_MERGED = "Merged with what changed on disk; save to keep it"
_UNKNOWN = "These changes began with a version that is no longer known, so they cannot be merged."


class FileMerge:
    """Merge documents and worlds with their files. A merge is one step, which can be undone."""

    def __init__(self, host: WindowHost) -> None:
        self._window, self._comparison = host, host.part(WindowComparison)

    def merge_document(self, session: DocumentSession) -> None:
        """Merge a document with its file and mark how the two differ then."""

        def merge(base: Document, ours: Document, theirs: Document) -> tuple[Document, Sequence[str]]:
            result = merge_documents(base, ours, theirs, session.registry)
            return result.document, [conflict.message for conflict in result.conflicts]

        def show(theirs: Document, is_merged: bool) -> None:
            reload = PageButton(
                "Reload", lambda: self._window.part(file_work).reload(session), "A step that can be undone."
            )
            self._comparison.with_document(session, theirs, "on disk", buttons=() if is_merged else (reload,))

        files, settle = self._window.workspace.files, self._window.part(WindowBanners).disk.settle
        self._merge(session, files, document_from_bytes, merge, settle, show)

    def merge_world(self, session: WorldSession) -> None:
        """Merge a world with its file and list how the two differ then."""

        def show(theirs: WorldDocument, _is_merged: bool) -> None:
            rows = [f"- {line}" for line in world_difference(theirs, session.world)] or ["Nothing differs."]
            heading = f"# {session.file_name}\n\nFrom the file on disk to the world as it is edited:\n\n"
            self._window.show_page(f"{session.file_name} — Mindloom", heading + "\n".join(rows))

        files, settle = self._window.shelf.files, self._window.part(WindowBanners).world_disk.settle
        self._merge(session, files, world_from_bytes, merge_worlds, settle, show)

    def _merge(
        self,
        session: EditSession[Whole, Any, Any],
        files: WatchedFiles,
        read: Callable[[bytes, Path | None], Whole],
        merge: Merge[Whole],
        settle: Callable[[Any], None],
        show: Callable[[Whole, bool], None],
    ) -> None:
        data = self._read(session.path, read)
        if data is None:
            return
        if isinstance(session, DocumentSession):
            session.look_at(None)
        theirs, known = read(data, None), files.base(session)
        if known is None:
            show(theirs, False)
            self._window.area.toast.refuse(_UNKNOWN, "Compare them, then save again or reload.")
            return
        base = read(known, None)
        merged = self._merged(session.file_name, merge, base, session.current_document, theirs)
        if merged is None:
            return
        files.know(session, data)
        session.apply(STEP, lambda _: merged, select=())
        settle(session)
        show(theirs, True)
        self._window.say(_MERGED)

    def _read(self, path: Path | None, check: Callable[[bytes, Path | None], object]) -> bytes | None:
        """Return the bytes of a file that can be read; None after the user was told why not."""
        assert path is not None
        try:
            data = read_file(path)
            check(data, path)
        except FileProblem as problem:
            place = f"{problem.where}: " if problem.where else ""
            self._window.dialogs.tell(
                "Cannot merge", f"{path.name}: {place}{problem.message}", problem.remedy
            )
            return None
        return data

    def _merged(
        self, name: str, merge: Merge[Whole], base: Whole, ours: Whole, theirs: Whole
    ) -> Whole | None:
        """Return the merged whole, None if the user cancels where both sides changed the same."""
        merged, conflicts = merge(base, ours, theirs)
        if not conflicts:
            return merged
        keeps_mine = self._window.dialogs.ask_conflicts(name, conflicts)
        if keeps_mine is None:
            return None
        return merged if keeps_mine else merge(base, theirs, ours)[0]
