"""The name and version of exports, and the parts of a file that are not rows."""

from __future__ import annotations

RUNTIME_FORMAT = "mindloom-runtime"
RUNTIME_VERSION = 1
RUNTIME_SUFFIX = ".runtime.json"

MOST_RATE = 1000
"""Ticks per second that an export may be for."""
