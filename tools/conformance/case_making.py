"""Make one case of a document: its program, what happens to its agents, and what a right executor tells."""

from __future__ import annotations

from typing import Any

from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from runtime.export.export_document import ExportOptions, export_document
from tools.conformance.engine_driver import expected
from tools.conformance.random_inputs import Habits, Happening, asked_by

Data = dict[str, Any]
ONE, SOME = ("me",), ("ann", "bob", "Zoë")


def case_of(
    name: str,
    document: Document,
    registry: Registry,
    ticks: int,
    *,
    agents: tuple[str, ...] = ONE,
    habits: Habits | None = None,
    root: str | None = None,
    rate: int = 60,
    most: int | None = None,
) -> Data:
    """Return a case called `name`, which also is the seed of all that happens in it.

    Raises `CompileError` for a document that has errors, `TooLarge` for a case that tells more than `most`
    letters.
    """
    options = ExportOptions(names=False, rate=rate)
    export = export_document(document, registry, options, root=root)
    happening = Happening(asked_by(export), agents, name, habits or Habits())
    case: Data = {
        "id": name,
        "program": export.data,
        "seed": sum(name.encode()),
        "agents": [*agents],
        "ticks": happening.ticks(ticks),
    }
    return {**case, "expect": expected(case, most=most)}
