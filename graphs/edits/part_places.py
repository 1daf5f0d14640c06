"""Refuse edits after which a part of a kind, such as of `best_place`, would hang where it means nothing."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.edits.refusal import require
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.document import Document
from graphs.structure.queries import TOP, parents_of
from graphs.structure.rules import may_be_part, may_be_root


def with_parts_in_place(before: Document, after: Document, graph_id: str, registry: Registry) -> Document:
    """Return `after`; raise `EditRefused` where an edit brought together what `may_be_part` forbids.

    What was wrong before may stay, so that such a graph can be mended step by step.
    """
    old, new = before.graphs.get(graph_id), after.graphs[graph_id]
    if old is new or not isinstance(new, BehaviorTreeGraph):
        return after
    known = old if isinstance(old, BehaviorTreeGraph) else BehaviorTreeGraph(kind="behavior_tree")
    for parent, child in _new_pairs(known, new):
        above, below = (registry.kind(new.kind, new.nodes[key].kind) for key in (parent, child))
        if above is not None and below is not None:
            require(may_be_part(above, below, registry))
    root, former = new.nodes.get(new.root or ""), known.nodes.get(known.root or "")
    is_same = former is not None and root is not None and former.kind == root.kind
    if root is not None and not (is_same and known.root == new.root):
        kind = registry.kind(new.kind, root.kind)
        if kind is not None:
            require(may_be_root(kind, registry))
    return after


def _new_pairs(old: BehaviorTreeGraph, new: BehaviorTreeGraph) -> Iterator[tuple[str, str]]:
    """Yield parents with their children where the two did not stand so before, or were of other kinds."""
    pairs = dict.fromkeys(
        pair
        for key, node in new.nodes.items()
        if old.nodes.get(key) is not node
        for pair in (
            *((key, child) for child in node.children if child in new.nodes),
            *((parent, key) for parent in parents_of(new, key) if parent != TOP),
        )
    )
    for parent, child in pairs:
        above, below = old.nodes.get(parent), old.nodes.get(child)
        if (
            above is None
            or below is None
            or child not in above.children
            or (above.kind, below.kind) != (new.nodes[parent].kind, new.nodes[child].kind)
        ):
            yield parent, child
