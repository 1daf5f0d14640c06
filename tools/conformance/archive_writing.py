"""Write the archive of all cases: the same bytes for the same tree."""

from __future__ import annotations

import gzip
import io
import json
import multiprocessing
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tools.conformance.plan import Maker, suite

ARCHIVE = Path(__file__).with_name("cases.jsonl.gz")


def line_of(case: dict[str, Any]) -> str:
    """Return a case as its line of the archive."""
    return json.dumps(case, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def lines_of(names: Iterable[str], processes: int = 1) -> Iterator[str]:
    """Make the cases with these names, in their order."""
    if processes == 1:
        yield from map(_made, names)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(_made, names, chunksize=8)


def archive_bytes(lines: Iterable[str]) -> bytes:
    """Return the archive of these lines; its head names no time and no file."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, compresslevel=9, mtime=0) as stream:
        for line in lines:
            stream.write(line.encode())
    return out.getvalue()


@cache
def _suite() -> dict[str, Maker]:
    return suite()


def _made(name: str) -> str:
    return line_of(_suite()[name]())
