"""Hold two versions of a document side by side, and both versions of a graph in one, to be drawn. Qt-free."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from graphs.difference.difference import Difference
from graphs.difference.difference_text import difference_lines, difference_summary
from graphs.difference.document_difference import document_difference
from graphs.kinds.declarations.registry import Registry
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph, Document, Graph, StateMachineGraph
from graphs.model.behavior_tree import TreeNode
from graphs.model.decision_tree import Branch, DecisionNode
from graphs.model.state_machine import InitialTransition, StateNode


def union_document(old: Document, new: Document) -> Document:
    """Return the new document with all that was removed; a graph of another kind is as the new has it."""
    graphs = {
        graph_id: union_graph(old.graphs[graph_id], graph) if graph_id in old.graphs else graph
        for graph_id, graph in new.graphs.items()
    }
    gone = {graph_id: graph for graph_id, graph in old.graphs.items() if graph_id not in new.graphs}
    return new.model_copy(update={"graphs": {**graphs, **gone}})


def union_graph(old: Graph, new: Graph) -> Graph:
    """Return a graph that holds the nodes and transitions of both versions."""
    if old is new:
        return new
    if isinstance(old, StateMachineGraph) and isinstance(new, StateMachineGraph):
        return _union_machine(old, new)
    if isinstance(old, BehaviorTreeGraph) and isinstance(new, BehaviorTreeGraph):
        return _union_behavior_tree(old, new)
    if isinstance(old, DecisionTreeGraph) and isinstance(new, DecisionTreeGraph):
        return _union_decision_tree(old, new)
    return new


def merged(old: Sequence[str], new: Sequence[str], gone: Collection[str]) -> tuple[str, ...]:
    """Return a new list with those of an old one that are gone, each after the one it followed."""
    result = list(dict.fromkeys(new))
    before: str | None = None
    for child in old:
        if child in gone and child not in result:
            result.insert(result.index(before) + 1 if before in result else 0, child)
        before = child if child in result else before
    return tuple(result)


def _kept_layout(old: Graph, new: Graph, gone: Collection[str]) -> dict[str, object]:
    return {**{node_id: old.layout[node_id] for node_id in old.layout if node_id in gone}, **new.layout}


def _union_machine(old: StateMachineGraph, new: StateMachineGraph) -> StateMachineGraph:
    gone = old.nodes.keys() - new.nodes.keys()
    gone_edges = old.edges.keys() - new.edges.keys()
    nodes: dict[str, StateNode] = {}
    for node_id, node in new.nodes.items():
        was = old.nodes.get(node_id)
        nodes[node_id] = node if was is None else _with_gone_states(was, node, gone, gone_edges)
    for node_id in sorted(gone):
        was = old.nodes[node_id]
        children = tuple(child for child in was.children if child in gone)
        initial = was.initial if _leads_into(was.initial, children) else None
        leaving = tuple(edge for edge in was.transitions if edge in gone_edges)
        nodes[node_id] = was.model_copy(
            update={"children": children, "initial": initial, "transitions": leaving}
        )
    return new.model_copy(
        update={
            "nodes": nodes,
            "edges": {**new.edges, **{edge_id: old.edges[edge_id] for edge_id in sorted(gone_edges)}},
            "children": merged(old.children, new.children, gone),
            "transitions": merged(old.transitions, new.transitions, gone_edges),
            "layout": _kept_layout(old, new, {*gone, *gone_edges}),
        }
    )


def _with_gone_states(
    was: StateNode, node: StateNode, gone: Collection[str], gone_edges: Collection[str]
) -> StateNode:
    return node.model_copy(
        update={
            "children": merged(was.children, node.children, gone),
            "transitions": merged(was.transitions, node.transitions, gone_edges),
        }
    )


def _leads_into(initial: str | InitialTransition | None, children: Sequence[str]) -> bool:
    targets = initial.targets if isinstance(initial, InitialTransition) else (initial,)
    return all(target in children for target in targets)


def _union_behavior_tree(old: BehaviorTreeGraph, new: BehaviorTreeGraph) -> BehaviorTreeGraph:
    gone = old.nodes.keys() - new.nodes.keys()
    nodes: dict[str, TreeNode] = {}
    for node_id, node in new.nodes.items():
        was = old.nodes.get(node_id)
        children = node.children if was is None else merged(was.children, node.children, gone)
        nodes[node_id] = node.model_copy(update={"children": children})
    for node_id in sorted(gone):
        was = old.nodes[node_id]
        nodes[node_id] = was.model_copy(
            update={"children": tuple(child for child in was.children if child in gone)}
        )
    root, loose = _tops(old, new, gone)
    layout = _kept_layout(old, new, gone)
    return new.model_copy(update={"nodes": nodes, "root": root, "loose": loose, "layout": layout})


def _union_decision_tree(old: DecisionTreeGraph, new: DecisionTreeGraph) -> DecisionTreeGraph:
    gone = old.nodes.keys() - new.nodes.keys()
    nodes: dict[str, DecisionNode] = {}
    for node_id, node in new.nodes.items():
        was = old.nodes.get(node_id)
        branches = node.branches if was is None else _merged_branches(was.branches, node.branches, gone)
        nodes[node_id] = node.model_copy(update={"branches": branches})
    for node_id in sorted(gone):
        was = old.nodes[node_id]
        nodes[node_id] = was.model_copy(
            update={"branches": tuple(branch for branch in was.branches if branch.child in gone)}
        )
    root, loose = _tops(old, new, gone)
    layout = _kept_layout(old, new, gone)
    return new.model_copy(update={"nodes": nodes, "root": root, "loose": loose, "layout": layout})


def _merged_branches(
    old: Sequence[Branch], new: Sequence[Branch], gone: Collection[str]
) -> tuple[Branch, ...]:
    result = list(new)
    for place, branch in enumerate(old):
        if branch.child in gone:
            result.insert(min(place, len(result)), branch)
    return tuple(result)


def _tops(
    old: BehaviorTreeGraph | DecisionTreeGraph,
    new: BehaviorTreeGraph | DecisionTreeGraph,
    gone: Collection[str],
) -> tuple[str | None, tuple[str, ...]]:
    """Return root and loose tops; a root that is gone hangs loose beside the new one."""
    loose = merged(old.loose, new.loose, gone)
    if old.root is None or old.root not in gone:
        return new.root, loose
    return (old.root, loose) if new.root is None else (new.root, (*loose, old.root))


FEW = 64
"""Comparisons of no more nodes than this are made at once."""

_MARKS = {"added": "added", "removed": "removed", "moved": "moved", "placed": "moved"}


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """Hold one line of the list: what it says, its mark, and where it is; `graph` "" is the document."""

    mark: str
    text: str
    graph: str
    element: str


@dataclass(frozen=True, eq=False)
class DocumentComparison:
    """Compare `old` with `new`; the titles say what they are: "saved version", "now"."""

    old: Document
    new: Document
    old_title: str
    new_title: str
    registry: Registry

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """Return what differs, in the order of a review."""
        return document_difference(self.old, self.new)

    @cached_property
    def rows(self) -> tuple[ComparedRow, ...]:
        """Return a line for each difference."""
        lines = difference_lines(self.differences, self.old, self.new, self.registry)
        return tuple(
            ComparedRow(_mark_of(difference), line, difference.place.graph, difference.place.element)
            for difference, line in zip(self.differences, lines, strict=True)
        )

    @cached_property
    def graphs(self) -> tuple[str, ...]:
        """Return the graphs in which something differs, in the order of the lines."""
        return tuple(dict.fromkeys(row.graph for row in self.rows if row.graph))

    @cached_property
    def union(self) -> Document:
        """Return a document that holds everything of both versions."""
        return union_document(self.old, self.new)

    @property
    def size(self) -> int:
        """Return how many nodes both versions have together: what comparing takes grows with it."""
        return sum(
            len(graph.nodes) for document in (self.old, self.new) for graph in document.graphs.values()
        )

    def prepare(self) -> None:
        """Work out everything that is asked later; it may be done in a thread."""
        _ = self.rows, self.graphs, self.union

    @property
    def summary(self) -> str:
        """Return in half a line how much differs."""
        return difference_summary(self.differences)

    def of_graph(self, graph_id: str) -> tuple[Difference, ...]:
        """Return what differs in one graph."""
        return tuple(difference for difference in self.differences if difference.place.graph == graph_id)

    def title_of(self, graph_id: str) -> str:
        """Return the title of a graph of either version."""
        graph = self.new.graphs.get(graph_id) or self.old.graphs.get(graph_id)
        return (graph.title or graph_id) if graph is not None else graph_id


def _mark_of(difference: Difference) -> str:
    if difference.part == "branch":
        return "changed"
    return _MARKS.get(difference.what, "changed")
