"""Say which connections a document allows, and why not: one answer for canvas, edits and checks."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.kinds.declarations.node_kind import ChildRule, NodeKind
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document, Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, ancestors, children_of, descendants, merges_branches, parents_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """Say whether something is allowed; if not, `reason` says why and `remedy` what to do instead."""

    ok: bool
    reason: str = ""
    remedy: str = ""


ALLOWED = Verdict(True)


def may_connect(document: Document, graph_id: str, source: str, target: str, registry: Registry) -> Verdict:
    """Say whether `source` may be connected to `target`.

    In a tree that makes `target` the last child of `source` and takes it from where it hangs now; in a
    machine it draws a transition, from the graph's own any state if `source` is `TOP`.
    """
    graph = document.graphs.get(graph_id)
    if graph is None:
        return Verdict(False, "This graph is no longer in the document.", "Open another one.")
    for node_id in (source, target):
        if node_id not in graph.nodes and not (node_id == TOP and isinstance(graph, StateMachineGraph)):
            return Verdict(False, "This node is no longer in the graph.", "Choose another one.")
    if isinstance(graph, StateMachineGraph):
        return _may_draw_transition(document, graph, source, target, registry)
    if source == target:
        return Verdict(False, "A node cannot be its own child.", "Drop on another node.")
    return _may_attach(document, graph_id, source, target, registry)


def may_add_child(
    document: Document, graph_id: str, parent: str, registry: Registry, count: int = 1
) -> Verdict:
    """Say whether `parent` may take `count` more children."""
    graph = document.graphs.get(graph_id)
    if graph is None or (parent != TOP and parent not in graph.nodes):
        return Verdict(False, "This node is no longer in the graph.", "Choose another one.")
    if parent == TOP:
        return ALLOWED
    node = graph.nodes[parent]
    kind = registry.kind(graph.kind, node.kind)
    if kind is None or count == 0:
        return ALLOWED
    title = node_title(node, graph.kind, registry, document)
    return _has_room(kind, title, _filled_places(graph, parent), count)


def may_hang_below(document: Document, graph_id: str, parent: str, kind: str, registry: Registry) -> Verdict:
    """Say whether `parent` takes children of a kind, as `may_be_part` does."""
    graph = document.graphs[graph_id]
    node = graph.nodes.get(parent)
    above = None if node is None else registry.kind(graph.kind, node.kind)
    below = registry.kind(graph.kind, kind)
    return ALLOWED if above is None or below is None else may_be_part(above, below, registry)


def may_be_part(above: NodeKind, below: NodeKind, registry: Registry) -> Verdict:
    """Say whether nodes of two kinds go together: parts of a kind hang below that kind, and no others do."""
    if below.part_of and below.part_of != above.id:
        whole = registry.kind(below.graph_kind, below.part_of)
        title = below.part_of if whole is None else whole.title
        return Verdict(
            False, f"{below.title} is a part of {title} and hangs below one only.", f"Drop on a {title}."
        )
    if not below.part_of and any(each.part_of == above.id for each in registry.kinds.values()):
        said = f"{above.title} takes its own parts only, and {below.title} is none."
        return Verdict(False, said, f"Put it behind {above.title}, in a sequence.")
    return ALLOWED


def may_be_root(kind: NodeKind, registry: Registry) -> Verdict:
    """Say whether a node of a kind may be the root of a tree: a part of another kind may not."""
    if not kind.part_of:
        return ALLOWED
    whole = registry.kind(kind.graph_kind, kind.part_of)
    title = kind.part_of if whole is None else whole.title
    return Verdict(
        False, f"{kind.title} is a part of {title} and is no tree by itself.", f"Add a {title} first."
    )


def child_rule(graph: Graph, node_id: str, registry: Registry) -> ChildRule | None:
    """Return how many children a node may have, or None for a node of unknown kind."""
    node = graph.nodes.get(node_id)
    kind = None if node is None else registry.kind(graph.kind, node.kind)
    return None if kind is None else kind.children


def may_leave(document: Document, graph: StateMachineGraph, source: str, registry: Registry) -> Verdict:
    """Say whether transitions may start at a state."""
    if source == TOP:
        return ALLOWED
    node = graph.nodes[source]
    kind = registry.kind(graph.kind, node.kind)
    if kind is None or "transitions" in kind.fields:
        return ALLOWED
    if node.kind == "final":
        said = f"{node_title(node, graph.kind, registry, document)} is final and has no way out."
        return Verdict(False, said, "Draw the transition from the enclosing state, with the event done.")
    said = f"{node_title(node, graph.kind, registry, document)} cannot have transitions of its own."
    return Verdict(False, said, "Set its default in the inspector.")


def _may_draw_transition(
    document: Document, graph: StateMachineGraph, source: str, target: str, registry: Registry
) -> Verdict:
    if target == TOP:
        return Verdict(False, "A transition needs a state to go to.", "Drop on a state.")
    if source == target and source != TOP and graph.nodes[source].kind == "choice":
        return Verdict(
            False, "A choice that leads to itself would be asked for ever.", "Drop on another state."
        )
    return may_leave(document, graph, source, registry)


def _may_attach(document: Document, graph_id: str, source: str, target: str, registry: Registry) -> Verdict:
    graph = document.graphs[graph_id]
    parent, child = graph.nodes[source], graph.nodes[target]
    parent_title = node_title(parent, graph.kind, registry, document)
    child_title = node_title(child, graph.kind, registry, document)
    kind = registry.kind(graph.kind, parent.kind)
    if kind is not None and kind.children.maximum == 0:
        return _has_room(kind, parent_title, 0, 1)
    if source in parents_of(graph, target) and not merges_branches(graph):
        said = f"{child_title} already is a child of {parent_title}."
        return Verdict(False, said, "Drag it along the row to change the order.")
    held = may_hang_below(document, graph_id, source, child.kind, registry)
    if not held.ok:
        return held
    below = descendants(graph, target) if merges_branches(graph) else ()
    if source in below or target in ancestors(graph, source):
        said = f"{parent_title} is below {child_title}; the tree would run in a circle."
        return Verdict(False, said, "Disconnect it there first.")
    return ALLOWED if kind is None else _has_room(kind, parent_title, _filled_places(graph, source), 1)


def _filled_places(graph: Graph, parent: str) -> int:
    node = graph.nodes.get(parent)
    if isinstance(node, DecisionNode):
        return sum(branch.child is not None for branch in node.branches)
    return len(children_of(graph, parent))


def _has_room(kind: NodeKind, title: str, filled: int, count: int) -> Verdict:
    maximum = kind.children.maximum
    if maximum is None or filled + count <= maximum:
        return ALLOWED
    if maximum == 0:
        said = f"{title} is a leaf and cannot have children."
        return Verdict(False, said, "Drop beside it to make them siblings, or on a node that takes children.")
    has = "one" if filled == 1 else "none" if filled == 0 else str(filled)
    remedy = (
        "Put a sequence or a selector between, or disconnect the child first."
        if kind.category == "decorator"
        else "Disconnect one of them first."
    )
    return Verdict(False, f"{title} takes {kind.children.describe()} and has {has}.", remedy)
