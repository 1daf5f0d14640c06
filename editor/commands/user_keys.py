"""Put the user's own keys over those of the key map, and tell what speaks against a key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from editor.commands.keymap import KeyBinding, KeyPlace

OwnKeys = Mapping[str, tuple[str, ...]]
"""The keys that a user gave to commands, by id; a command with none has no key any more."""

PLACE_WORDS = {
    KeyPlace.WINDOW: "everywhere",
    KeyPlace.CANVAS: "on the canvas",
    KeyPlace.MAP: "on the map while the world is edited",
    KeyPlace.PREVIEW: "on the map while the world is watched",
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


def written(key: str) -> str:
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
        if alive and any(_collide(written(key), written(one)) for one in other.keys):
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
