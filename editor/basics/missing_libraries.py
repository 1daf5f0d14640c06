"""Name what a Linux system lacks for a window: libraries that are not found, and their packages."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

_PACKAGES = {
    "libxcb-cursor": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxcb-icccm": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-image": ("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-keysyms": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-render-util": ("libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"),
    "libxcb-util": ("libxcb-util1", "xcb-util", "xcb-util"),
    "libxcb": ("libxcb1", "libxcb", "libxcb"),
    "libxcb-glx": ("libxcb-glx0", "libxcb", "libxcb"),
    "libxcb-randr": ("libxcb-randr0", "libxcb", "libxcb"),
    "libxcb-render": ("libxcb-render0", "libxcb", "libxcb"),
    "libxcb-shape": ("libxcb-shape0", "libxcb", "libxcb"),
    "libxcb-shm": ("libxcb-shm0", "libxcb", "libxcb"),
    "libxcb-sync": ("libxcb-sync1", "libxcb", "libxcb"),
    "libxcb-xfixes": ("libxcb-xfixes0", "libxcb", "libxcb"),
    "libxcb-xinput": ("libxcb-xinput0", "libxcb", "libxcb"),
    "libxcb-xkb": ("libxcb-xkb1", "libxcb", "libxcb"),
    "libxkbcommon": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    "libxkbcommon-x11": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    "libX11": ("libx11-6", "libX11", "libx11"),
    "libX11-xcb": ("libx11-xcb1", "libX11-xcb", "libx11"),
    "libSM": ("libsm6", "libSM", "libsm"),
    "libICE": ("libice6", "libICE", "libice"),
    "libEGL": ("libegl1", "libglvnd-egl", "libglvnd"),
    "libGL": ("libgl1", "libglvnd-glx", "libglvnd"),
    "libfontconfig": ("libfontconfig1", "fontconfig", "fontconfig"),
    "libdbus-1": ("libdbus-1-3", "dbus-libs", "dbus"),
    "libglib-2.0": ("libglib2.0-0", "glib2", "glib2"),
}
"""The packages of Debian, Fedora and Arch by library, without the number of its version."""

_SYSTEMS = (("Debian", "apt install"), ("Fedora", "dnf install"), ("Arch", "pacman -S"))
_NOT_FOUND = re.compile(r"^\s*(\S+) => not found", re.MULTILINE)
_NAMED = re.compile(r"\blib[\w.+-]+?\.so[\d.]*")
_SECONDS = 10

ReadLinks = Callable[[Path], str]
"""Return what `ldd` says of a file."""


def read_links(file: Path) -> str:
    """Return which libraries a file needs and where the loader finds them; empty where nothing says so."""
    try:
        asked = subprocess.run(
            ["ldd", str(file)], capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return asked.stdout


def missing_libraries(file: Path, links: ReadLinks = read_links) -> tuple[str, ...]:
    """Return the libraries that a file needs and the loader does not find, each once; none but on Linux."""
    if not sys.platform.startswith("linux"):
        return ()
    return tuple(dict.fromkeys(_NOT_FOUND.findall(links(file))))


def libraries_in(message: str) -> tuple[str, ...]:
    """Return the libraries that a message of the loader names."""
    return tuple(dict.fromkeys(_NAMED.findall(message)))


def packages_words(libraries: Iterable[str]) -> str:
    """Return which libraries are missing and what installs them, on each system; empty for none."""
    names = tuple(libraries)
    if not names:
        return ""
    rows = [_PACKAGES.get(name.partition(".so")[0]) for name in names]
    known = [row for row in rows if row is not None]
    ways = (
        f"{system}: {command} {' '.join(dict.fromkeys(row[place] for row in known))}"
        for place, (system, command) in enumerate(_SYSTEMS)
    )
    missing = f"Missing on this system: {', '.join(names)}."
    return f"{missing} Install them. {'; '.join(ways)}." if known else missing
