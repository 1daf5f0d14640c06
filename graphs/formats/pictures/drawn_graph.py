"""A graph as pictures have it: nodes with a shape and lines of text, and links with labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from graphs.edits.transition_labels import label_of
from graphs.expressions.transition_label import label_text
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import branch_text, graph_title, node_line, node_title, value_text
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph, Edge, StateMachineGraph, StateNode, TreeNode
from graphs.model.action_rows import one_line
from graphs.model.document import Document, Graph, Node
from graphs.model.graph_parts import ChildSlot
from graphs.structure.graph_index import TOP, child_ids, initial_targets
from graphs.structure.queries import document_order, top_ids

HEADING = "Written by Mindloom. A picture of structure and labels: it cannot be read back."
"""The comment at the head of each file."""

ANY_STATE = "*"
"""Where the transitions of a machine itself come from; no node has this id."""


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """Hold a node: `name` is its own in the file, `shape` the category of its kind or the kind of a mark.

    `inside` are the states in it. `regions` says that all of them are active together.
    """

    name: str
    shape: str
    lines: tuple[str, ...]
    inside: tuple[str, ...] = ()
    regions: bool = False

    @property
    def shown(self) -> tuple[str, ...]:
        """Return its lines with the letter of a history."""
        return ("H", *self.lines) if self.shape == "history" else self.lines


@dataclass(frozen=True, slots=True)
class DrawnLink:
    """Hold a line between two nodes by their ids."""

    source: str
    target: str
    label: str = ""


@dataclass
class DrawnGraph:
    """Hold a graph; `initial` are the states where boxes begin, by the id of the box, "" for the machine."""

    id: str
    title: str
    graph: Graph
    tops: tuple[str, ...]
    nodes: dict[str, DrawnNode] = field(default_factory=dict)
    links: list[DrawnLink] = field(default_factory=list)
    initial: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def is_machine(self) -> bool:
        """Tell whether it is a state machine."""
        return isinstance(self.graph, StateMachineGraph)

    def holds(self, box: str, state: str) -> bool:
        """Tell whether a state is a box or anywhere inside it."""
        return state == box or any(self.holds(child, state) for child in self.nodes[box].inside)

    def boxes(self) -> dict[str, str]:
        """Return the ids of the boxes around states, by the states."""
        return {child: box for box, node in self.nodes.items() for child in node.inside}

    def links_named(self) -> Iterator[tuple[str, str, str]]:
        """Yield each link with the names of its ends."""
        names = {node_id: node.name for node_id, node in self.nodes.items()}
        return ((names[link.source], names[link.target], link.label) for link in self.links)


def drawn_graphs(document: Document, registry: Registry) -> list[DrawnGraph]:
    """Return all graphs as they are drawn, that of the root first."""
    ids = sorted(document.graphs, key=lambda graph_id: graph_id != document.root)
    numbers = count(1)
    return [_Drawing(document, registry, graph_id, numbers).drawn() for graph_id in ids]


class _Drawing:
    def __init__(self, document: Document, registry: Registry, graph_id: str, numbers: Iterator[int]) -> None:
        self._document, self._registry, self._numbers = document, registry, numbers
        self._graph = graph = document.graphs[graph_id]
        tops = tuple(top for top in top_ids(graph) if top in graph.nodes)
        self._drawn = DrawnGraph(graph_id, graph.title or graph_id, graph, tops)

    def drawn(self) -> DrawnGraph:
        """Return the graph with nodes, links and marks."""
        graph, nodes = self._graph, self._graph.nodes
        for node_id in [each for each in document_order(graph) if each in nodes]:
            self._add(node_id, self._node(nodes[node_id]))
        if isinstance(graph, StateMachineGraph):
            self._machine(graph)
        elif isinstance(graph, BehaviorTreeGraph):
            for node_id in self._drawn.nodes:
                for child in graph.nodes[node_id].children:
                    slot = graph.nodes[child].slot if child in graph.nodes else None
                    self._link(node_id, child, _slot_text(slot))
        else:
            for node_id in self._drawn.nodes:
                self._branches(node_id, graph)
        return self._drawn

    def _add(self, node_id: str, node: DrawnNode) -> None:
        self._drawn.nodes[node_id] = replace(node, name=f"n{next(self._numbers)}")

    def _link(self, source: str, target: str, label: str = "") -> None:
        if target in self._drawn.nodes:
            self._drawn.links.append(DrawnLink(source, target, label.strip()))

    def _node(self, node: Node) -> DrawnNode:
        graph, registry, document = self._graph, self._registry, self._document
        kind = registry.kind(graph.kind, node.kind)
        title = node_title(node, graph.kind, registry, document)
        line = node_line(node, graph.kind, registry, document)
        lines = [title, f"do / {line}" if isinstance(node, StateNode) and line else line]
        shape: str = kind.category if kind else "leaf"
        if isinstance(node, TreeNode):
            lines += _guard_lines(node)
        elif isinstance(node, StateNode):
            shape = node.kind if node.kind in ("final", "history", "choice") else "state"
            blocks = {"entry": node.entry, "update": node.update, "exit": node.exit}
            lines += [f"{word} / {one_line(rows)}" for word, rows in blocks.items() if rows]
            lines += [label_text(label_of(edge)) for edge in self._reactions(node.transitions)]
            lines += _mark_lines(node, document)
        lines += ["(disabled)"] if node.disabled else []
        inside = child_ids(node) if isinstance(node, StateNode) else ()
        known = tuple(child for child in inside if child in graph.nodes)
        return DrawnNode("", shape, tuple(filter(None, lines)), known, node.kind == "parallel")

    def _reactions(self, transitions: tuple[str, ...]) -> Iterator[Edge]:
        edges = self._graph.edges if isinstance(self._graph, StateMachineGraph) else {}
        return (edges[each] for each in transitions if each in edges and not edges[each].targets)

    def _branches(self, node_id: str, graph: DecisionTreeGraph) -> None:
        before = None
        for branch in graph.nodes[node_id].branches:
            if branch.child is not None:
                self._link(node_id, branch.child, branch_text(branch, before))
            before = branch

    def _machine(self, graph: StateMachineGraph) -> None:
        drawn = self._drawn
        if graph.transitions:
            lines = [label_text(label_of(edge)) for edge in self._reactions(graph.transitions)]
            self._add(ANY_STATE, DrawnNode("", "choice", ("any state", *lines)))
            drawn.tops = (*drawn.tops, ANY_STATE)
        boxes: list[tuple[str, StateNode | StateMachineGraph]] = [(TOP, graph), *graph.nodes.items()]
        for box, node in boxes:
            source = box or ANY_STATE
            if source not in drawn.nodes and box != TOP:
                continue
            if not isinstance(node, StateNode) or not drawn.nodes[box].regions:
                drawn.initial[box] = self._begins(node, drawn.tops if box == TOP else drawn.nodes[box].inside)
            for edge_id in node.transitions:
                if edge := graph.edges.get(edge_id):
                    label = label_text(label_of(edge)) + (" (disabled)" if edge.disabled else "")
                    for target in edge.targets:
                        self._link(source, target, label)
            if isinstance(node, StateNode) and node.default is not None:
                for target in initial_targets(node.default):
                    self._link(source, target, "default")

    def _begins(self, node: StateNode | StateMachineGraph, inside: tuple[str, ...]) -> tuple[str, ...]:
        targets = tuple(each for each in initial_targets(node.initial) if each in self._drawn.nodes)
        first = [each for each in inside if self._drawn.nodes[each].shape == "state"]
        return targets or tuple(first[:1])


def _mark_lines(node: StateNode, document: Document) -> list[str]:
    if node.kind == "choice" and node.decision is not None:
        return [graph_title(node.decision.graph, document)]
    if node.kind == "final" and node.status == "failure":
        return ["failure"]
    return ["deep"] if node.kind == "history" and node.depth == "deep" else []


def _guard_lines(node: TreeNode) -> list[str]:
    if node.guard is None:
        return []
    abort = "" if node.guard.abort == "none" else f", abort {node.guard.abort}"
    refused = "" if node.guard.refused == "failure" else f", else {node.guard.refused}"
    return [f"[{node.guard.test}]{abort}{refused}"]


def _slot_text(slot: ChildSlot | None) -> str:
    if slot is None:
        return ""
    words = [f"weight {value_text(slot.weight)}"] if slot.weight is not None else []
    words += [f"score {slot.score}"] if slot.score else []
    words += [value_text(slot.case)] if slot.case is not None else []
    words += ["default"] if slot.default else []
    return ", ".join(words + (["chosen"] if slot.chosen else []))
