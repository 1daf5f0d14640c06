"""Tell which version of the program this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """Return the version of the installed program, `from source` where it is not installed."""
    try:
        return version("mindloom")
    except PackageNotFoundError:
        return "from source"
