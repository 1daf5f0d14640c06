"""Name the format of exports, and say in words what keeps one from being used."""

from __future__ import annotations

import json


class ExportProblem(ValueError):
    """Say what is wrong in an export and where: `path` leads to the place (`rows[3].due`).

    `remedy` is a sentence that says what to do.
    """

    def __init__(self, path: str, message: str, remedy: str = "") -> None:
        super().__init__(path, message, remedy)
        self.path = path
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        place = f"{self.path}: " if self.path else ""
        return f"{place}{self.message} {self.remedy}".rstrip()


def shown(data: object) -> str:
    """Return a JSON value as messages show it: short, and lists and objects by their name."""
    if isinstance(data, dict):
        return "an object"
    if isinstance(data, list):
        return "a list"
    text = json.dumps(data, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:40] + "…"


def expected(what: str, data: object, path: str) -> ExportProblem:
    """Return the problem that something else is in the place of `what`."""
    return ExportProblem(path, f"Expected {what}, found {shown(data)}.", EXPORT_AGAIN)


EXPORT_AGAIN = "Export the document again."
"""What to do about an export that is damaged or was changed by hand."""


RUNTIME_FORMAT = "mindloom-runtime"
RUNTIME_VERSION = 2
"""The version of exports. One of version 1 is refused: the document is exported again."""

RUNTIME_SUFFIX = ".runtime.json"

NAMES_FORMAT = "mindloom-names"
NAMES_VERSION = 1
NAMES_SUFFIX = ".names.json"

UPGRADE_FORMAT = "mindloom-upgrade"
UPGRADE_VERSION = 1
UPGRADE_SUFFIX = ".upgrade.json"

MOST_RATE = 1000
"""Ticks per second that an export may be for."""
