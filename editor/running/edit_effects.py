"""Say in a few words what became of a run whose document was edited (section 8 of the rules); no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from graphs.basics.frozen import Frozen
from graphs.model import Document, StateMachineGraph
from graphs.model.document import Graph
from graphs.structure.changes import GraphChange, compare_documents
from runtime.minds.program.rows import ADDED
from runtime.records.trace_frame import SwapRecord


def edit_words(records: Sequence[SwapRecord], picked: str | None) -> str:
    """Return what an edit did to the picked agent, or to the first one where it was not touched.

    It is "Kept running", or names what stopped: "Kept running: 2 nodes stopped, 1 state left". It is empty
    where no agent thinks with what was edited.
    """
    record = next((each for each in records if each.agent == picked), records[0] if records else None)
    if record is None:
        return ""
    parts = [
        _counted(_told(record.halted), "node", "stopped"),
        _counted(_told(record.exited), "state", "left"),
        _counted(_told(record.entered), "state", "entered"),
        _made_anew(record.made_anew),
    ]
    told = ", ".join(part for part in parts if part)
    lead = "Kept running" if record.kept or record.kept_all else "Runs afresh"
    return f"{lead}: {told}" if told else lead


def counted(count: int, word: str) -> str:
    """Return a number of things: "1 error", "2 errors"."""
    return f"{count} {word if count == 1 else word + 's'}"


def _told(paths: Sequence[str]) -> int:
    """Return how many of some rows are of the document, not added by expanding goals and moods."""
    return sum(ADDED not in path for path in paths)


def _counted(count: int, word: str, happened: str) -> str:
    return f"{counted(count, word)} {happened}" if count else ""


def _made_anew(names: Sequence[str]) -> str:
    if not names:
        return ""
    return f"{', '.join(names)} at {'its default' if len(names) == 1 else 'their defaults'}"


Element = TypeVar("Element", bound=Frozen)

LOOKS = {"title": "", "note": "", "suppress": {}, "origin": {}}
"""Fields of nodes and transitions that no agent runs, as they are by default."""


def changes_only_looks(before: Document, after: Document) -> bool:
    """Tell whether both documents run alike: only places, frames, titles and notes differ."""
    change = compare_documents(before, after)
    if change.added_graphs or change.removed_graphs or change.variables or change.events or change.root:
        return False
    if change.curves or change.sheets:
        return False
    return all(
        _only_looks(graph_change, before.graphs[key], after.graphs[key])
        for key, graph_change in change.graphs.items()
    )


def _only_looks(change: GraphChange, before: Graph, after: Graph) -> bool:
    if change.itself or change.variables:
        return False
    if change.nodes.added or change.nodes.removed or change.edges.added or change.edges.removed:
        return False
    if not _alike(before.nodes, after.nodes, change.nodes.changed):
        return False
    if not isinstance(before, StateMachineGraph) or not isinstance(after, StateMachineGraph):
        return True
    return _alike(before.edges, after.edges, change.edges.changed)


def _alike(before: Mapping[str, Element], after: Mapping[str, Element], keys: frozenset[str]) -> bool:
    return all(before[key].model_copy(update=LOOKS) == after[key].model_copy(update=LOOKS) for key in keys)
