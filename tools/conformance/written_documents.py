"""Read the written documents: each shows one thing, a kind, a line, a part of machines, an edge of numbers.

They are in `documents.jsonl`, one a line under a head of the variables and events that all have. A line has
the `sort` and `name` of the document, its `graphs`, and where they are not the usual ones the `root`, the
`rounds` and `events`, the `ticks` it is run for and the `rate` it is exported for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphs.model import Document

WRITTEN = Path(__file__).with_name("documents.jsonl")


@dataclass(frozen=True)
class WrittenDocument:
    """Hold one document and how it is run."""

    sort: str
    name: str
    data: dict[str, Any]
    ticks: int
    rate: int

    def document(self) -> Document:
        """Return the document."""
        return Document.model_validate_json(json.dumps(self.data))


def written_documents() -> Iterator[WrittenDocument]:
    """Yield all of them, in the order in which they are written."""
    with WRITTEN.open(encoding="utf-8") as stream:
        head = json.loads(next(stream))
        for line in stream:
            given = json.loads(line)
            own = {name: given[name] for name in ("graphs", "rounds", "events") if name in given}
            data = {"format": "mindloom", "version": 1, "root": given.get("root", "g"), **head, **own}
            how = given.get("ticks", 24), given.get("rate", 60)
            yield WrittenDocument(given["sort"], given["name"], data, *how)
