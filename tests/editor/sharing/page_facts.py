"""Make pages of recordings in tests, and read the data in them without a browser."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

from editor.basics.resource_files import resource_path
from editor.command_line.main import main
from editor.documents.open.open_project import open_project
from graphs.kinds.builtin_registry import builtin_registry
from runtime.history.recording.recording_file import OpenedRecording, open_recording


def recorded_sample(name: str, ticks: int, folder: Path) -> Path:
    """Record a run of a sample and return its file."""
    trace = folder / f"{name}.trace"
    mind = resource_path("samples", f"{name}.mind.json")
    assert main(["run", str(mind), "--ticks", str(ticks), "--trace", str(trace)]) == 0
    return trace


def shared(trace: Path, *options: str) -> Path:
    """Make the page of a recording beside it and return its file."""
    page = trace.with_suffix(".html")
    assert main(["share", str(trace), "--out", str(page), *options]) == 0
    return page


def opened(trace: Path) -> OpenedRecording:
    """Open a recording of built-in actions."""
    return open_recording(trace, open_project(trace, builtin_registry(), None).game)


def facts_in(page: bytes) -> dict[str, Any]:
    """Return the data of a page."""
    found = re.search(rb'<script id="data" type="application/octet-stream">([^<]*)</script>', page)
    assert found is not None
    facts: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1]), -zlib.MAX_WBITS))
    return facts


def value_at(pairs: list[int], tick: int, otherwise: int = 0) -> int:
    """Return the value after a tick of what is noted as pairs: ticks since the change before, value."""
    at, value = 0, otherwise
    for passed, then in zip(pairs[::2], pairs[1::2], strict=True):
        at += passed
        if at > tick:
            break
        value = then
    return value
