"""Turn held arrow and WASD keys into a direction."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt

from runtime.basics.values import Vector

DIRECTIONS: dict[int, Vector] = {
    Qt.Key.Key_Up: (0.0, 1.0),
    Qt.Key.Key_W: (0.0, 1.0),
    Qt.Key.Key_Down: (0.0, -1.0),
    Qt.Key.Key_S: (0.0, -1.0),
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_A: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_D: (1.0, 0.0),
}
"""The direction of each key; y is up."""


class DriveKeys:
    """Remember which direction keys are held."""

    def __init__(self) -> None:
        self._held: set[int] = set()

    def press(self, key: int) -> bool:
        """Note a pressed key; return whether it is a direction key."""
        if key in DIRECTIONS:
            self._held.add(key)
        return key in DIRECTIONS

    def release(self, key: int) -> bool:
        """Note a released key; return whether it was held as a direction key."""
        was_held = key in self._held
        self._held.discard(key)
        return was_held

    def clear(self) -> bool:
        """Let go of all keys; return whether any was held."""
        any_held = bool(self._held)
        self._held.clear()
        return any_held

    def direction(self) -> Vector | None:
        """Return the unit vector of all held keys, or None when they cancel out or none is held."""
        x = sum(DIRECTIONS[key][0] for key in self._held)
        y = sum(DIRECTIONS[key][1] for key in self._held)
        x, y = min(1.0, max(-1.0, x)), min(1.0, max(-1.0, y))
        length = math.sqrt(x * x + y * y)
        return (x / length, y / length) if length > 0 else None
