"""Remember recent files, window geometry and choices in the user's own folder.

What stands there is a convenience: a file that is missing, damaged or from another version is read as
empty, and a folder that cannot be written to is passed over in silence.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from editor.platform_conventions import user_state_folder
from graphs.files.document_file import write_whole
from graphs.files.plain_file import plain_file

FILE_NAME = "window.json"
MAXIMUM_RECENT = 12

STATE_FOLDER_VARIABLE = "MINDLOOM_STATE_FOLDER"
"""Environment variable that replaces the folder, for tests and for a clean start."""

StateValue = str | int | float | bool | list[str] | list[int] | dict[str, list[str]] | dict[str, list[int]]


def state_folder() -> Path:
    """Return the folder of the user's state; it need not exist."""
    override = os.environ.get(STATE_FOLDER_VARIABLE, "")
    return Path(override) if override else user_state_folder()


class UserState:
    """Read and write one small file of the user's state."""

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or state_folder()) / FILE_NAME
        self._values: dict[str, object] = self._read()

    @property
    def folder(self) -> Path:
        """Return the folder the file lies in; it need not exist."""
        return self._path.parent

    @property
    def recent(self) -> tuple[Path, ...]:
        """Return recent files, the newest first; files may be gone by now."""
        found = self._values.get("recent")
        if not isinstance(found, list):
            return ()
        return tuple(Path(item) for item in found if isinstance(item, str) and item)[:MAXIMUM_RECENT]

    def add_recent(self, path: Path) -> None:
        """Put `path` first among the recent files."""
        resolved = str(path.resolve())
        others = [str(known) for known in self.recent if str(known) != resolved]
        self.set("recent", [resolved, *others][:MAXIMUM_RECENT])

    def clear_recent(self) -> None:
        """Forget the recent files."""
        self.set("recent", [])

    def text(self, key: str, default: str = "") -> str:
        """Return a text, or `default` when none stands there."""
        value = self._values.get(key)
        return value if isinstance(value, str) else default

    def flag(self, key: str, default: bool = False) -> bool:
        """Return a yes or no, or `default` when none stands there."""
        value = self._values.get(key)
        return value if isinstance(value, bool) else default

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a list of whole numbers; empty when none stands there."""
        value = self._values.get(key)
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            return ()
        return tuple(value)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; empty when none stands there."""
        value = self._values.get(key)
        return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()

    def table(self, key: str) -> dict[str, list[object]]:
        """Return lists by name; empty when none stand there."""
        value = self._values.get(key)
        if not isinstance(value, dict):
            return {}
        return {str(name): item for name, item in value.items() if isinstance(item, list)}

    def set(self, key: str, value: StateValue) -> None:
        """Keep a value; written at once, in silence when the folder refuses."""
        if self._values.get(key) == value:
            return
        self._values[key] = value
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(self._values, indent=2, sort_keys=True, ensure_ascii=False)
            write_whole(self._path, f"{text}\n".encode())
        except OSError:
            return

    def _read(self) -> dict[str, object]:
        try:
            value = json.loads(plain_file(self._path).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}
