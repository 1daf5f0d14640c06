"""Know what differs between Linux, Windows and macOS: folders and the names of keys.

Every function takes the platform as `sys.platform` names it, so that all three can be tried on one.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

NAME = "mindloom"

_KEY_WORDS: Mapping[str, str] = {"Ctrl": "Cmd", "Alt": "Option"}
"""What keys are called on a Mac, where Qt takes Cmd for Ctrl: a key map needs no others for that."""

_WORD = re.compile(rf"\b({'|'.join(_KEY_WORDS)})\b")


def user_state_folder(
    platform: str = sys.platform, environment: Mapping[str, str] = os.environ, home: Path | None = None
) -> Path:
    r"""Return where the user's window, trust and unsaved work are kept; it need not exist.

    | platform | folder |
    |---|---|
    | Windows | `%LOCALAPPDATA%\mindloom` |
    | macOS | `~/Library/Application Support/mindloom` |
    | others | `$XDG_STATE_HOME/mindloom`, else `~/.local/state/mindloom` |
    """
    home = home if home is not None else Path.home()
    if platform == "win32":
        named = environment.get("LOCALAPPDATA", "")
        return (Path(named) if named else home / "AppData" / "Local") / NAME
    if platform == "darwin":
        return home / "Library" / "Application Support" / NAME
    named = environment.get("XDG_STATE_HOME", "")
    return (Path(named) if Path(named).is_absolute() else home / ".local" / "state") / NAME


def first_folder(home: Path | None = None) -> Path:
    """Return where a file dialog begins before any file was opened: the documents, else the home folder."""
    home = home if home is not None else Path.home()
    documents = home / "Documents"
    return documents if documents.is_dir() else home


def with_key_names(text: str, platform: str = sys.platform) -> str:
    """Return a text with its keys called as they are on the user's keyboard: Ctrl is Cmd on a Mac."""
    if platform != "darwin":
        return text
    return _WORD.sub(lambda found: _KEY_WORDS[found[1]], text)
