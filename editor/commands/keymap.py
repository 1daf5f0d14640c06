"""Read the key map: which keys start which command, and where they hold."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QKeySequence

from editor.basics.resource_files import resource_path


class KeyPlace(StrEnum):
    """Say where a key holds: in the window, or only while the canvas or the map of the world has the focus.

    The keys of `MAP` work while the world is edited, those of `PREVIEW` while it is watched.
    """

    WINDOW = "window"
    CANVAS = "canvas"
    MAP = "map"
    PREVIEW = "preview"


@dataclass(frozen=True, slots=True)
class KeyBinding:
    """Hold the keys of one command, the one to show first, and where they hold."""

    command: str
    keys: tuple[str, ...]
    place: KeyPlace


class KeymapError(ValueError):
    """Say what is wrong in the key map's file and what was expected."""


def load_keymap(platform: str = sys.platform) -> dict[str, KeyBinding]:
    """Return the bindings by command id, with the keys of `platform` ("darwin" differs in a few).

    Raises KeymapError for a file that does not have the form the first lines of the file describe.
    """
    text = resource_path("keymap.json").read_text(encoding="utf-8")
    return keymap_from_data(json.loads(text), platform)


def keymap_from_data(data: object, platform: str) -> dict[str, KeyBinding]:
    """Build the bindings from the decoded file."""
    commands = data.get("commands") if isinstance(data, Mapping) else None
    if not isinstance(commands, Mapping):
        raise KeymapError('keymap.json: expected an object with "commands"')
    result = {}
    for command, entry in commands.items():
        if not isinstance(entry, Mapping) or not isinstance(entry.get("keys"), list):
            raise KeymapError(f'keymap.json: commands.{command}: expected an object with a list of "keys"')
        keys = entry.get("mac") if platform == "darwin" and "mac" in entry else entry["keys"]
        if not isinstance(keys, list):
            raise KeymapError(f"keymap.json: commands.{command}.mac: expected a list of keys")
        for key in keys:
            if not isinstance(key, str) or QKeySequence(key).isEmpty():
                raise KeymapError(f"keymap.json: commands.{command}: {key!r} is no key, such as Ctrl+S")
        try:
            place = KeyPlace(entry.get("where", "window"))
        except ValueError:
            raise KeymapError(
                f'keymap.json: commands.{command}.where: expected "window", "canvas", "map" or "preview"'
            ) from None
        result[command] = KeyBinding(command, tuple(keys), place)
    return result
