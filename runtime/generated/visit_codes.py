"""Number what a generated tree notes of its visits while it is watched.

One note is an int: sixteen times the row, and what happened in the low four bits. What a reason needs beside
that (a text, or the values that a test read) stands in a second list, in the order of the notes.
"""

from __future__ import annotations

STRIDE = 16
"""Notes of one row lie this far apart; `code // STRIDE` is the row, `code % STRIDE` what happened."""

ENTERED = 0
"""The node was entered."""

ENDED = 0
"""Added to the result of a visit: its reason follows from what was noted before."""

ENTERED_AND_ENDED = 4
"""Added to the result of a visit that began with entering a node that has no children."""

SAID = 8
"""Added to the result of a visit: its reason is the next text."""

REFUSED = 10
"""Added to FAILURE or SKIPPED of a node that was not entered: its reason is the next text."""

GUARDED = 15
"""The guard was false; the values it read follow."""
