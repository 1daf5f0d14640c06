"""Write small projects for tests, and find the example project beside this file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from graphs.model import Document
from graphs.projects.manifest_file import ManifestFile, manifest_from_bytes

OUTPOST = Path(__file__).resolve().parent / "outpost"

MANIFEST = Path("game.kinds.json")


def manifest(**sections: Any) -> ManifestFile:
    """Return a manifest with these sections."""
    return manifest_from_bytes(json.dumps(manifest_value(**sections)).encode(), MANIFEST)


def manifest_value(**sections: Any) -> dict[str, Any]:
    """Return a manifest as it stands in a file."""
    return {"format": "mindloom-kinds", "version": 1, **sections}


def project_value(**sections: Any) -> dict[str, Any]:
    """Return a project as it stands in a file."""
    return {"format": "mindloom-project", "version": 1, **sections}


def write(folder: Path, files: Mapping[str, Any]) -> Path:
    """Write files by their relative names: JSON values, documents or texts; return the folder."""
    for name, value in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(value, Document):
            text = value.model_dump_json(exclude_defaults=True)
        else:
            text = value if isinstance(value, str) else json.dumps(value)
        path.write_text(text, encoding="utf-8")
    return folder
