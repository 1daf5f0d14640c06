"""Read the worlds of files that are not open, each once until its file changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from graphs.files.document_file import FileProblem
from graphs.projects.document_library import FileStamp, file_stamp
from graphs.worlds.model.world_file import WorldDocument, load_world


@dataclass
class WorldLibrary:
    """Remember worlds by their paths."""

    _read: dict[Path, tuple[FileStamp, WorldDocument | FileProblem]] = field(default_factory=dict)

    def world(self, path: Path) -> WorldDocument:
        """Return the world at `path`; raise FileProblem when it cannot be read."""
        stamp = file_stamp(path)
        known = self._read.get(path)
        found: WorldDocument | FileProblem
        if known is not None and stamp is not None and known[0] == stamp:
            found = known[1]
        else:
            try:
                found = load_world(path)
            except FileProblem as problem:
                found = problem
            if stamp is not None:
                self._read[path] = (stamp, found)
        if isinstance(found, FileProblem):
            raise found
        return found
