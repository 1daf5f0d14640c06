"""Describe what is around a document: what sensors, worlds and the game write, read, raise and take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Hold the names of variables and events of a document that something outside of it uses.

    Without surroundings nothing is said about what only they could do: a variable that no line of the
    document writes may be written by a sensor.
    """

    written: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()
    raised: frozenset[str] = frozenset()
    handled: frozenset[str] = frozenset()

    def __or__(self, other: Surroundings) -> Surroundings:
        return Surroundings(
            self.written | other.written,
            self.read | other.read,
            self.raised | other.raised,
            self.handled | other.handled,
        )
