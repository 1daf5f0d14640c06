"""Tell files of other programs by their endings and what is in them."""

from __future__ import annotations

from pathlib import Path

from graphs.files.document_file import FileProblem
from graphs.formats.basics.sources import Source

ENDINGS = frozenset({".xml", ".btproj", ".scxml", ".tres", ".tree", ".b3", ".json"})
"""Endings of files that are looked into; those of other names are imported by File ▸ Import… ."""

_OWN = (
    ".mind.json",
    ".world.json",
    ".case.json",
    ".tree.json",
    ".kinds.json",
    ".runtime.json",
    ".names.json",
)


def is_foreign(path: Path) -> bool:
    """Tell whether a file is one to import; False too for one that cannot be read."""
    if path.suffix.lower() not in ENDINGS or path.name.endswith(_OWN):
        return False
    from graphs.formats.listed_formats import recognized

    try:
        return recognized(Source.at(path)) is not None
    except FileProblem:
        return False
