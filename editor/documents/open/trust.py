"""Remember which project folders the user trusts: the Python modules of others are never run.

The list stands in the user's own state folder, never in a project, so that no project can trust itself. A
list that is missing or damaged trusts nobody.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from editor.basics.user_state import state_folder
from graphs.files.document_file import write_whole
from graphs.files.plain_file import plain_file

FILE_NAME = "trusted_folders.json"


class TrustStore:
    """Read and write the list of trusted folders, by their real paths.

    Trust is for one folder: neither the folders in it nor those around it are trusted with it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or state_folder()) / FILE_NAME

    @property
    def folders(self) -> tuple[Path, ...]:
        """Return the trusted folders, in order of their paths; they may be gone by now."""
        return tuple(Path(one) for one in sorted(self._read()))

    def trusts(self, folder: Path) -> bool:
        """Tell whether the user trusts `folder`."""
        return _real(folder) in self._read()

    def trust(self, folder: Path) -> None:
        """Trust `folder` from now on; raise OSError when the list cannot be written."""
        self._write(self._read() | {_real(folder)})

    def withdraw(self, folder: Path) -> None:
        """Trust `folder` no longer; raise OSError when the list cannot be written."""
        known = self._read()
        if _real(folder) in known:
            self._write(known - {_real(folder)})

    def _read(self) -> frozenset[str]:
        try:
            value = json.loads(plain_file(self._path).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return frozenset()
        listed = value.get("folders") if isinstance(value, dict) else None
        if not isinstance(listed, list) or not all(isinstance(one, str) and one for one in listed):
            return frozenset()
        return frozenset(listed)

    def _write(self, folders: frozenset[str]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"folders": sorted(folders)}, indent=2, ensure_ascii=False)
        write_whole(self._path, f"{text}\n".encode())


def _real(folder: Path) -> str:
    return os.path.realpath(folder)
