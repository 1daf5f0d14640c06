"""Add nodes to a graph."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from graphs.edits.attaching import attached, is_state, placed
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused, require
from graphs.edits.replacing import need_graph, need_node, new_element_id, put, with_graph, with_node
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Document, Graph, Node
from graphs.model.state_machine import StateMachineGraph, StateNode
from graphs.structure.queries import TOP, index_of
from graphs.structure.rules import may_add_child


def add_node(
    document: Document,
    graph_id: str,
    kind: str,
    registry: Registry,
    *,
    parent: str = TOP,
    index: int | None = None,
    at: tuple[float, float] | None = None,
    fields: Mapping[str, object] | None = None,
) -> tuple[Document, str]:
    """Add a node of a registered kind and return the new document and the node's id.

    In a tree the node goes under `parent` before `index` (None: at the end). Under `TOP` it becomes the root
    of an empty tree, else a loose fragment at the position `at`. In a machine it goes into the compound
    `parent` or to the top; a state gets a name no other has, and the first one of its box becomes initial.
    `fields` sets more of the node, such as `{"action": "arrive"}`. Raises `EditRefused`.
    """
    graph = need_graph(document, graph_id)
    if registry.kind(graph.kind, kind) is None:
        raise EditRefused(f"There is no kind {kind!r} in this graph.", "Choose another one.")
    if parent != TOP:
        need_node(graph, parent)
    require(may_add_child(document, graph_id, parent, registry))
    node = _new_node(graph, kind, registry)
    for name, value in (fields or {}).items():
        node = with_field(node, name, value)
    node_id = new_element_id(graph)
    first = isinstance(graph, StateMachineGraph) and _is_first(graph, parent)
    graph = attached(with_node(graph, node_id, node), parent, node_id, index)
    if first and is_state(node):
        graph = _with_initial(graph, parent, node_id)
    keeps_place = isinstance(graph, StateMachineGraph) or node_id in graph.loose
    graph = placed(graph, node_id, at if keeps_place else None)
    return with_graph(document, graph_id, graph), node_id


def unique_name(graph: StateMachineGraph, wanted: str, but: str = "", also_taken: Container[str] = ()) -> str:
    """Return `wanted`, or `wanted 2`, `wanted 3` …, so that no state but `but` has the name."""
    counts = index_of(graph).names
    own = graph.nodes[but].name if but in graph.nodes else None

    def is_taken(name: str) -> bool:
        return counts.get(name, 0) > (name == own) or name in also_taken

    return wanted if not is_taken(wanted) else f"{wanted} {free_number(wanted, is_taken)}"


def free_number(wanted: str, is_taken: Callable[[str], bool]) -> int:
    """Return a number from 2 on that makes a free name of `wanted`.

    It is the least one where names count up without gaps. The search leaps ahead and comes back, since there
    may be ten thousand such names.
    """
    low, high = 1, 2
    while is_taken(f"{wanted} {high}"):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if is_taken(f"{wanted} {middle}"):
            low = middle
        else:
            high = middle
    return high


def _new_node(graph: Graph, kind: str, registry: Registry) -> Node:
    if isinstance(graph, StateMachineGraph):
        record = registry.kind(graph.kind, kind)
        named = record is not None and "name" in record.fields and kind != "final"
        wanted = "State" if kind == "state" else (record.title if record else kind)
        return StateNode(kind=kind, name=unique_name(graph, wanted) if named else "")
    return TreeNode(kind=kind) if isinstance(graph, BehaviorTreeGraph) else DecisionNode(kind=kind)


def _is_first(graph: StateMachineGraph, parent: str) -> bool:
    if parent == TOP:
        return graph.initial is None and not any(is_state(graph.nodes.get(one)) for one in graph.children)
    node = graph.nodes[parent]
    return (
        node.kind == "state"
        and node.initial is None
        and not any(is_state(graph.nodes.get(one)) for one in node.children)
    )


def _with_initial(graph: Graph, parent: str, child: str) -> Graph:
    if parent == TOP:
        return put(graph, initial=child)
    return with_node(graph, parent, put(graph.nodes[parent], initial=child))
