"""Round places to the grid of the map, as long as the user wants that."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from runtime.basics.values import Vector

STEPS = (0.1, 0.25, 0.5, 1.0, 2.0)
"""Steps of the grid to choose from, in units."""

FINE = 0.1
"""Arrow keys move by so many units where nothing snaps."""

TURN_STEP = 15.0
"""Headings and turns snap to so many degrees."""


@dataclass(frozen=True, slots=True)
class Snap:
    """Say whether places snap, and to which step in units."""

    on: bool = True
    step: float = 0.5

    def value(self, value: float) -> float:
        """Return a coordinate or length as it is taken."""
        return round(value / self.step) * self.step if self.on else value

    def point(self, at: Vector) -> Vector:
        """Return a place as it is taken."""
        return self.value(at[0]), self.value(at[1])

    def angle(self, degrees: float) -> float:
        """Return an angle as it is taken."""
        return round(degrees / TURN_STEP) * TURN_STEP if self.on else degrees

    def held(self, modifiers: Qt.KeyboardModifier) -> Snap:
        """Return the rule while keys are held: Ctrl turns it round."""
        return replace(self, on=not self.on) if modifiers & Qt.KeyboardModifier.ControlModifier else self

    @property
    def nudge(self) -> float:
        """Return how far an arrow key moves, in units."""
        return self.step if self.on else FINE


def held_keys() -> Qt.KeyboardModifier:
    """Return the modifier keys held now."""
    return QGuiApplication.keyboardModifiers()
