"""The name and version of exports."""

from __future__ import annotations

RUNTIME_FORMAT = "mindloom-runtime"
RUNTIME_VERSION = 2
"""The newest version of exports. One without `rounds` and kinds of this version says 1."""

FIRST_RUNTIME_VERSION = 1
RUNTIME_SUFFIX = ".runtime.json"

MOST_RATE = 1000
"""Ticks per second that an export may be for."""
