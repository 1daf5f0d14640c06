"""Make a Linux desktop know Mindloom: menu entry, icons and types of files, in the user's own folders.

Everything goes below `XDG_DATA_HOME` and can be taken out again; nothing needs the administrator.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from editor.basics.resource_files import resource_path
from graphs.files.document_file import write_whole

DESKTOP_ID = "mindloom"
"""The name of the menu entry; windows carry it, so that docks know whose they are."""

_ICONS = "icons/hicolor/scalable"

_PLACES: Mapping[str, str] = {
    "mindloom.desktop": "applications/mindloom.desktop",
    "mindloom.xml": "mime/packages/mindloom.xml",
    "mindloom.svg": f"{_ICONS}/apps/mindloom.svg",
    "mind-document.svg": f"{_ICONS}/mimetypes/application-x-mindloom-mind.svg",
    "world-document.svg": f"{_ICONS}/mimetypes/application-x-mindloom-world.svg",
}
"""Where each file of `resources/desktop/` goes, below the data folder."""

_REFRESHERS: Sequence[tuple[str, str]] = (
    ("update-mime-database", "mime"),
    ("update-desktop-database", "applications"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)
"""Programs that make a running desktop read a folder again; each may be missing."""


def data_folder(environment: Mapping[str, str], home: Path) -> Path:
    """Return the user's data folder: `XDG_DATA_HOME` where that is an absolute path, else ~/.local/share."""
    named = Path(environment.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else home / ".local" / "share"


def starting_command(script: str) -> str:
    """Return what the menu entry runs: the installed command by its full path, else this Python.

    `script` is how this program was started.
    """
    path = Path(script)
    if path.name == "mindloom" and path.is_file():
        return _quoted(str(path.resolve()))
    found = shutil.which("mindloom")
    return _quoted(found) if found is not None else f"{_quoted(sys.executable)} -m editor"


def install(folder: Path, command: str) -> tuple[Path, ...]:
    """Write the entry, icons and types below a data folder and return their paths; raise OSError."""
    written = []
    for name, place in _PLACES.items():
        text = resource_path("desktop", name).read_text("utf-8").replace("{command}", command)
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
        written.append(path)
    refresh(folder)
    return tuple(written)


def remove(folder: Path) -> tuple[Path, ...]:
    """Take out what `install` wrote and return what was there; raise OSError."""
    there = [folder / place for place in _PLACES.values() if (folder / place).exists()]
    for path in there:
        path.unlink()
    if there:
        refresh(folder)
    return tuple(there)


def refresh(folder: Path) -> None:
    """Let the desktop read its folders again; without the programs for it, it does so at the next login."""
    for program, place in _REFRESHERS:
        found = shutil.which(program)
        if found is not None and (folder / place).is_dir():
            subprocess.run([found, str(folder / place)], capture_output=True, check=False)


def _quoted(path: str) -> str:
    """Return a path as an argument of an Exec line (Desktop Entry Specification, "The Exec key")."""
    escaped = "".join(f"\\{sign}" if sign in '"`$\\' else sign for sign in path)
    text = f'"{escaped}"' if escaped != path or " " in path else path
    # The value is read as a string first, in which a backslash is written as two.
    return text.replace("\\", "\\\\").replace("%", "%%")
