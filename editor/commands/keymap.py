"""Read the key map and the user's own keys over it: which keys start which command."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from editor.basics.resource_files import resource_path


class KeyPlace(StrEnum):
    """Say where a key holds: in the window, or only while the canvas or the map of the world has the focus.

    The keys of `MAP` work while the world is edited, those of `PREVIEW` while it is watched. Those of
    `FOREIGN` work in the panel of a program that is not Mindloom's.
    """

    WINDOW = "window"
    CANVAS = "canvas"
    MAP = "map"
    PREVIEW = "preview"
    FOREIGN = "foreign"


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
                f"keymap.json: commands.{command}.where: expected one of {', '.join(KeyPlace)}"
            ) from None
        result[command] = KeyBinding(command, tuple(keys), place)
    return result


OwnKeys = Mapping[str, tuple[str, ...]]
"""The keys that a user gave to commands, by id; a command with none has no key any more."""

PLACE_WORDS = {
    KeyPlace.WINDOW: "everywhere",
    KeyPlace.CANVAS: "on the canvas",
    KeyPlace.MAP: "on the map while the world is edited",
    KeyPlace.PREVIEW: "on the map while the world is watched",
    KeyPlace.FOREIGN: "in the panel Foreign program",
}
"""Where keys hold, in words."""

_HOLDING = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


def own_keys(table: Mapping[str, Sequence[object]]) -> dict[str, tuple[str, ...]]:
    """Return the keys of a table as it is kept; what is no key is passed over."""
    return {
        command: tuple(written(key) for key in keys if isinstance(key, str) and written(key))
        for command, keys in table.items()
    }


def with_own_keys(defaults: Mapping[str, KeyBinding], own: OwnKeys) -> dict[str, KeyBinding]:
    """Return the bindings with the user's keys in place of the given ones; where they hold stays."""
    changed = dict(defaults)
    for command, keys in own.items():
        binding = defaults.get(command) or KeyBinding(command, (), KeyPlace.WINDOW)
        changed[command] = replace(binding, keys=tuple(keys))
    return changed


def written(key: str | QKeySequence) -> str:
    """Return a key in the one form in which it is kept: `Ctrl+Shift+P`; "" for what is none."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)


def shown(key: str) -> str:
    """Return a key as this platform writes it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def others_with(key: str, binding: KeyBinding, bindings: Iterable[KeyBinding]) -> tuple[str, ...]:
    """Return the other commands that a key would start where it starts this one.

    A key clashes with the same key at the same place and, since those of the window hold everywhere, with one
    of the window. A chord clashes with the key it begins with.
    """
    found = []
    for other in bindings:
        if other.command == binding.command:
            continue
        alive = other.place is binding.place or KeyPlace.WINDOW in (other.place, binding.place)
        if alive and any(_collide(written(key), written(taken)) for taken in other.keys):
            found.append(other.command)
    return tuple(found)


def why_no_key(key: str, place: KeyPlace, menu_letters: Iterable[str]) -> str:
    """Return why a key cannot be given to a command of a place, "" when it can."""
    stroke = written(key).partition(", ")[0]
    for letter in menu_letters:
        if stroke == f"Alt+{letter}":
            return f"{shown(stroke)} opens a menu. Choose another key."
    if place is KeyPlace.WINDOW and _is_typed(stroke):
        return f"{shown(stroke)} is typed in fields. Press it together with Ctrl or Alt."
    return ""


def _collide(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}, ") or other.startswith(f"{one}, ")


def _is_typed(stroke: str) -> bool:
    """Tell whether a key writes a letter or sign when it is pressed in a field."""
    sequence = QKeySequence(stroke)
    if sequence.isEmpty():
        return False
    combination: QKeyCombination = sequence[0]  # type: ignore[index]
    if combination.keyboardModifiers() & _HOLDING:
        return False
    return Qt.Key.Key_Space <= combination.key() <= Qt.Key.Key_AsciiTilde
