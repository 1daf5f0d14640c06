"""Add, remove and duplicate whole graphs of a document."""

from __future__ import annotations

from graphs.basics.ids import free_name, new_id
from graphs.edits.edit_calls import edit
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_graph, put, without
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.decision_tree import DecisionTreeGraph
from graphs.model.document import Document, Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.references import references_to

_TITLES: dict[GraphKind, str] = {
    "behavior_tree": "Behavior tree",
    "state_machine": "State machine",
    "decision_tree": "Decision tree",
}


@edit
def add_graph(document: Document, kind: GraphKind, title: str = "") -> tuple[Document, str]:
    """Add an empty graph and return the new document and the graph's id; the first becomes the root."""
    title = unique_title(document, title or _TITLES[kind])
    graph_id = new_id(document.graphs)
    root = document.root if document.root is not None else graph_id
    return put(document, graphs={**document.graphs, graph_id: empty_graph(kind, title)}, root=root), graph_id


@edit
def remove_graph(document: Document, graph_id: str) -> Document:
    """Remove a graph that nothing calls; raise `EditRefused` naming a caller."""
    need_graph(document, graph_id)
    callers = [reference for reference in references_to(document, graph_id) if reference.graph != graph_id]
    if callers:
        caller = document.graphs[callers[0].graph]
        said = f"{caller.title or callers[0].graph} runs this graph."
        raise EditRefused(said, "Remove that node or choose another graph in it.")
    root = None if document.root == graph_id else document.root
    return put(document, graphs=without(document.graphs, {graph_id}), root=root)


@edit
def duplicate_graph(document: Document, graph_id: str) -> tuple[Document, str]:
    """Add a copy of a graph; ids inside a graph are its own, so they stay."""
    graph = need_graph(document, graph_id)
    copy = put(graph, title=unique_title(document, graph.title or graph_id))
    new = new_id(document.graphs)
    return put(document, graphs={**document.graphs, new: copy}), new


def empty_graph(kind: GraphKind, title: str) -> Graph:
    """Return a graph without nodes."""
    match kind:
        case "behavior_tree":
            return BehaviorTreeGraph(kind="behavior_tree", title=title)
        case "state_machine":
            return StateMachineGraph(kind="state_machine", title=title)
        case "decision_tree":
            return DecisionTreeGraph(kind="decision_tree", title=title)


def unique_title(document: Document, wanted: str) -> str:
    """Return `wanted`, or `wanted 2`, `wanted 3` …, so that no graph has the title."""
    return free_name(wanted, {graph.title for graph in document.graphs.values()}, joint=" ")
