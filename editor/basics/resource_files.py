"""Find the data files that ship with the application."""

from __future__ import annotations

from pathlib import Path

_RESOURCES = Path(__file__).resolve().parents[2] / "resources"


def resource_path(*parts: str) -> Path:
    """Return the path of a file or folder under `resources/`, for example `("icons", "add.svg")`.

    The path is not checked for existence; readers report a missing file themselves.
    """
    return _RESOURCES.joinpath(*parts)
