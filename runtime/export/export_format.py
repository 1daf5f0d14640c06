"""The name and version of exports, and the parts of a file that are not rows."""

from __future__ import annotations

from graphs.model.document import FEWEST_ROUNDS, MOST_ROUNDS
from runtime.export.forms import whole

RUNTIME_FORMAT = "mindloom-runtime"
RUNTIME_VERSION = 2
"""The newest version of exports. One without `rounds`, `claim` and `release` says 1: nothing else is new."""

FIRST_RUNTIME_VERSION = 1
RUNTIME_SUFFIX = ".runtime.json"

MOST_RATE = 1000
"""Ticks per second that an export may be for."""

ROUNDS_FORM = whole(FEWEST_ROUNDS, MOST_ROUNDS)
"""How the rounds of a macrostep stand in a file, which has them if they are not 1,000."""
