"""Remember recent files, window geometry and choices in the user's own folder.

What is there is a convenience: a file that is missing, damaged or from another version is read as
empty, and a folder that cannot be written to is passed over in silence. A damaged file is kept under another
name when it is written over. What another window has written since, such as its keys, stays.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeGuard

from editor.basics.platform_conventions import user_state_folder
from graphs.files.plain_file import plain_file
from graphs.files.whole_file import ABSENT, FileChanged, content_hash, remove_abandoned_parts, write_whole

FILE_NAME = "window.json"
MAXIMUM_RECENT = 12

DAMAGED_SUFFIX = ".damaged"
"""What is added to the name of a file that cannot be read, before another takes its place."""

_MOST_TRIES = 5

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
        remove_abandoned_parts(self._path.parent)
        self._values: dict[str, object] = _values_in(self._content() or b"") or {}

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

    def text(self, key: str, default: str = "") -> str:
        """Return a text, or `default` when none is there."""
        value = self._values.get(key)
        return value if isinstance(value, str) else default

    def flag(self, key: str, default: bool = False) -> bool:
        """Return a yes or no, or `default` when none is there."""
        value = self._values.get(key)
        return value if isinstance(value, bool) else default

    def number(self, key: str, default: int) -> int:
        """Return a whole number, or `default` when none is there."""
        value = self._values.get(key)
        return value if type(value) is int else default

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a list of whole numbers; empty when none is there."""
        value = self._values.get(key)
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            return ()
        return tuple(value)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; empty when none is there."""
        value = self._values.get(key)
        return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()

    def table(self, key: str) -> dict[str, list[object]]:
        """Return lists by name; empty when none are there."""
        value = self._values.get(key)
        if not isinstance(value, dict):
            return {}
        return {str(name): item for name, item in value.items() if isinstance(item, list)}

    def set(self, key: str, value: StateValue) -> None:
        """Keep a value; written at once, in silence when the folder refuses."""
        self.set_all({key: value})

    def set_all(self, values: Mapping[str, StateValue]) -> None:
        """Keep several values, as `set` does, with one write."""
        before = {key: self._values.get(key) for key in values}
        changed = {key: value for key, value in values.items() if before[key] != value}
        if not changed:
            return
        self._values |= changed
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            for _ in range(_MOST_TRIES):
                try:
                    self._write(before, changed)
                except FileChanged:
                    continue
                return
        except OSError:
            return

    def _write(self, before: Mapping[str, object], changed: Mapping[str, object]) -> None:
        """Write the changed values among those that the file holds now."""
        content = self._content()
        known = _values_in(content or b"")
        if known is None:
            if content:
                write_whole(self._path.with_name(f"{FILE_NAME}{DAMAGED_SUFFIX}"), content)
            known = dict(self._values)
        for key, value in changed.items():
            known[key] = _merged(before[key], value, known.get(key))
        text = json.dumps(known, indent=2, sort_keys=True, ensure_ascii=False)
        base = ABSENT if content is None else content_hash(content)
        write_whole(self._path, f"{text}\n".encode(), based_on=base)

    def _content(self) -> bytes | None:
        try:
            return plain_file(self._path).read_bytes()
        except OSError:
            return None


def _values_in(content: bytes) -> dict[str, object] | None:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _merged(before: object, ours: object, theirs: object) -> object:
    """Return ours, with the entries of a table and of a list of texts that another window changed."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        table = before if isinstance(before, dict) else {}
        changed = {name for name in {**table, **ours} if table.get(name) != ours.get(name)}
        kept = {name: value for name, value in theirs.items() if name not in changed}
        return kept | {name: value for name, value in ours.items() if name in changed}
    if _are_texts(ours) and _are_texts(theirs):
        listed = before if isinstance(before, list) else []
        mine = [text for text in ours if text not in listed or text in theirs]
        return mine + [text for text in theirs if text not in listed and text not in ours]
    return ours


def _are_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
