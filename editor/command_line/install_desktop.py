"""`mindloom install-desktop`: put Mindloom into the menu of a Linux desktop, or take it out again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from editor.basics.linux_desktop import data_folder, install, remove, starting_command
from editor.documents.open.messages import WELL, WRONG_USE, print_error, print_line

_ELSEWHERE = {
    "darwin": "On macOS choose Open With in the Finder, and mindloom for *.mind.json and *.world.json.",
    "win32": "On Windows choose Open with in the Explorer, and mindloom.exe of the environment's Scripts.",
}


def install_desktop(*, taking_out: bool, platform: str = sys.platform) -> int:
    """Install or take out the menu entry, icons and file types, say which, and return the exit code."""
    if not platform.startswith("linux"):
        remedy = _ELSEWHERE.get(platform, "Start it with mindloom.")
        print_error(f"error: Only Linux desktops have menu entries of this kind. {remedy}")
        return WRONG_USE
    folder = data_folder(os.environ, Path.home())
    try:
        paths = remove(folder) if taking_out else install(folder, starting_command(sys.argv[0]))
    except OSError as error:
        print_error(f"{error.filename or folder}: error: {error.strerror or error}. Look at its permissions.")
        return WRONG_USE
    for path in paths:
        print_line(f"{'removed' if taking_out else 'wrote'} {path}")
    if not paths:
        print_line(f"Nothing of Mindloom is in {folder}.")
    elif not taking_out:
        print_line("Take it out with: mindloom install-desktop --remove")
    return WELL
