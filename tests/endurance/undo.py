"""Undo and redo twenty random steps again and again, on the canvas of a window."""

from __future__ import annotations

from random import Random

from graphs.edits.clipboard import duplicate
from graphs.edits.removing import remove
from graphs.edits.setting import rename, set_enabled
from graphs.edits.variables import add_variable
from graphs.files.document_file import document_to_bytes
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from tests.endurance.memory import MemoryWatch, Row
from tests.runtime.session_of import SAMPLES

STEPS = 20

"""Each is undone and redone in every cycle."""

REGISTRY = builtin_registry()


def edited(document: Document, source: Random, graph_id: str) -> Document:
    """Return a document after a random edit; raise EditRefused where it cannot be made."""
    node = source.choice(sorted(document.graphs[graph_id].nodes))
    number = source.randrange(1000)
    edits = (
        lambda: rename(document, graph_id, node, f"Name {number}"),
        lambda: duplicate(document, graph_id, [node], REGISTRY)[0],
        lambda: remove(document, graph_id, [node]),
        lambda: set_enabled(document, graph_id, [node], bool(number % 2)),
        lambda: add_variable(document, f"v{number}", "float")[0],
    )
    changed = source.choice(edits)()
    # The removed root takes all below it along.
    return changed if changed.graphs[graph_id].nodes else document


def undo(name: str, cycles: int, watch: MemoryWatch | None = None, *, steps: int = STEPS) -> Row:
    """Edit the mind of a sample at random, then undo and redo all steps so often; the bytes come back."""
    from tests.endurance.windows import let_happen, open_window

    watch = watch or MemoryWatch()
    wrong = ""
    with open_window() as window:
        assert window.open_file(SAMPLES / f"{name}.mind.json")
        session = window.session
        assert session is not None
        first = document_to_bytes(session.current_document)
        source = Random(name)
        while len(session.history.steps) < steps:
            session.apply("Edit", lambda whole: edited(whole, source, session.graph_id))
        last = document_to_bytes(session.current_document)
        assert last != first
        for cycle in range(1, cycles + 1):
            for go, bytes_there in ((session.undo, first), (session.redo, last)):
                for _ in range(steps):
                    go()
                let_happen()
                if document_to_bytes(session.current_document) != bytes_there:
                    wrong = wrong or f"cycle {cycle} leads to other bytes"
            watch.mark(cycle, cycles)
    return watch.row("undo", name, f"{cycles:,} cycles of {steps} steps", wrong)
