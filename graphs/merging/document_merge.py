"""Merge two documents that come from one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from graphs.basics.json_text import to_canonical_json
from graphs.basics.plain_json import ABSENT, Absent, Entry, JsonObject, object_at, plain, same_json
from graphs.checks.rules.problem import Place
from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.registry import Registry
from graphs.merging.conflict import Conflict, MergeResult, conflict_message
from graphs.merging.graph_merge import merged_graph
from graphs.merging.value_merge import merged_declarations, merged_fields, unopposed
from graphs.model.document import Document
from graphs.structure.file_version import file_version
from graphs.structure.references import references_in

_DECLARED = ("variables", "events", "curves", "sheets")
_APART = frozenset({"graphs", "root", "version", *_DECLARED})


def merge_documents(
    base: Document, ours: Document, theirs: Document, registry: Registry | None = None
) -> MergeResult:
    """Return ours with what theirs changed since `base`, and what does not go together.

    Things are told apart by id and merged field by field; of ordered lists both sides' insertions are kept,
    ours first. Where both changed the same, or one removed what the other changed or uses, the result has
    what ours has, and a conflict holds what theirs has: all that ours changed is in the result, and all that
    theirs changed is in the result or in a conflict. The result always loads, and obeys the tree rule if the
    three documents do. `registry` gives the names in messages; None takes the built-in kinds.
    """
    if ours is theirs or same_json(plain(base), plain(theirs)):
        return MergeResult(ours)
    if same_json(plain(base), plain(ours)):
        return MergeResult(theirs)
    conflicts: list[Conflict] = []
    value = _merged_value(base, ours, theirs, conflicts)
    document = Document.model_validate_json(to_canonical_json(value))
    document = document.model_copy(update={"version": file_version(document)})
    named = registry if registry is not None else builtin_registry()
    order = {graph_id: place for place, graph_id in enumerate(sorted(value_graphs(base, ours, theirs)))}
    conflicts.sort(
        key=lambda conflict: (
            order.get(conflict.place.graph, -1),
            conflict.place.element,
            conflict.place.field,
        )
    )
    told = (replace(each, message=conflict_message(each, base, ours, theirs, named)) for each in conflicts)
    return MergeResult(document, tuple(told))


def value_graphs(*documents: Document) -> set[str]:
    """Return the ids of all graphs of some documents."""
    return {graph_id for document in documents for graph_id in document.graphs}


def _merged_value(base: Document, ours: Document, theirs: Document, conflicts: list[Conflict]) -> JsonObject:
    values = [plain(document) for document in (base, ours, theirs)]
    merged = merged_fields(Place(), values[0], values[1], values[2], conflicts, _APART)
    for name in _DECLARED:
        sections = [object_at(entry, name) for entry in values]
        merged[name] = merged_declarations("", name, sections[0], sections[1], sections[2], conflicts)
    graphs: JsonObject = {}
    uses = _Uses(base, ours, theirs)
    for graph_id in sorted(value_graphs(base, ours, theirs)):
        versions = [object_at(value, "graphs").get(graph_id, ABSENT) for value in values]
        graph = _merged_graph(graph_id, versions[0], versions[1], versions[2], uses, conflicts)
        if not isinstance(graph, Absent):
            graphs[graph_id] = graph
    merged["graphs"] = graphs
    merged["version"] = values[1]["version"]
    root = _merged_root([value.get("root", ABSENT) for value in values], graphs, conflicts)
    if not isinstance(root, Absent):
        merged["root"] = root
    return merged


def _merged_graph(
    graph_id: str, base: Entry, ours: Entry, theirs: Entry, uses: _Uses, conflicts: list[Conflict]
) -> Entry:
    place = Place(graph_id)
    simple = unopposed(base, ours, theirs)
    if simple is not None:
        if simple[0] is ABSENT and ours is not ABSENT and graph_id in uses.by_ours:
            conflicts.append(Conflict(place, "removed", base, ours, theirs))
            return ours
        if simple[0] is ABSENT and ours is ABSENT and graph_id in uses.by_theirs:
            conflicts.append(Conflict(place, "reference", base, ours, theirs))
        return simple[0]
    if isinstance(base, dict) and isinstance(ours, dict) and isinstance(theirs, dict):
        if base.get("kind") == ours.get("kind") == theirs.get("kind"):
            return merged_graph(graph_id, base, ours, theirs, conflicts)
        conflicts.append(Conflict(place, "changed", base, ours, theirs))
        return ours
    conflicts.append(Conflict(place, "duplicate" if base is ABSENT else "removed", base, ours, theirs))
    return ours


def _merged_root(roots: list[Entry], graphs: JsonObject, conflicts: list[Conflict]) -> Entry:
    """Return the root graph; one that is not in the result gives way to the other side's."""
    base, ours, theirs = roots
    place = Place("", "", "root")
    simple = unopposed(base, ours, theirs)
    if simple is None:
        conflicts.append(Conflict(place, "changed", base, ours, theirs))
        return ours
    wanted = simple[0]
    if isinstance(wanted, str) and wanted not in graphs and not same_json(wanted, ours):
        conflicts.append(Conflict(place, "reference", base, ours, theirs))
        return ours
    return wanted


class _Uses:
    """Hold the graphs that each side newly calls, or newly makes the root."""

    def __init__(self, base: Document, ours: Document, theirs: Document) -> None:
        before = set(_uses_of(base))
        self.by_ours = {path[-1] for path in set(_uses_of(ours)) - before}
        self.by_theirs = {use[-1] for use in set(_uses_of(theirs)) - before}


def _uses_of(document: Document) -> Iterator[tuple[str, ...]]:
    if document.root is not None:
        yield ("root", document.root)
    for graph_id, graph in document.graphs.items():
        for call in references_in(graph, graph_id):
            yield (graph_id, call.node, call.field, call.target)
