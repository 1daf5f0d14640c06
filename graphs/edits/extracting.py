"""Wrap branches of a tree, or what is inside a compound state, into a graph of their own."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from graphs.basics.frozen import JsonValue
from graphs.basics.ids import new_id
from graphs.edits.attaching import placed, replaced_branch_child, replaced_child
from graphs.edits.clipboard import topmost
from graphs.edits.edit_calls import edit
from graphs.edits.events import events_sent_in
from graphs.edits.graph_library import unique_title
from graphs.edits.name_uses import found_parameters, uses_in
from graphs.edits.part_places import with_parts_in_place
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import (
    TreeGraph,
    need_machine,
    need_node,
    need_tree,
    new_element_id,
    put,
    with_children,
    with_graph,
    with_node,
    without,
    without_nodes,
)
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.layout.free_trees import is_placed_freely
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.decision_tree import DecisionNode, DecisionTreeGraph
from graphs.model.document import Document
from graphs.model.graph_parts import Activity
from graphs.model.state_machine import Edge, StateMachineGraph, StateNode
from graphs.structure.expression_places import rewritten_edge, rewritten_node
from graphs.structure.queries import (
    TOP,
    children_of,
    descendants,
    edges_into,
    initial_targets,
    parent_of,
    parents_of,
    walk,
)


@edit
def extract_machine(
    document: Document, graph_id: str, node_id: str, registry: Registry, *, title: str = ""
) -> tuple[Document, str]:
    """Let a compound state run its inside as a machine of its own; return the document and the graph's id.

    Variables and parameters of the graph that the inside names become parameters of the new one; ids are
    kept. Raises `EditRefused` where something crosses the border: a transition, or an event that is raised on
    one side and waited for on the other.
    """
    graph = need_machine(document, graph_id)
    node = need_node(graph, node_id)
    assert isinstance(node, StateNode)
    name = node_title(node, graph.kind, registry, document)
    if node.kind != "state" or not node.children:
        raise EditRefused(f"{name} has no states inside.", "Select a state with states inside.")
    if node.activity is not None:
        raise EditRefused(f"{name} has an activity already.", "Move it into the states inside first.")
    inside = dict.fromkeys(descendants(graph, node_id))
    states = {key: graph.nodes[key] for key in inside}
    edges = {
        transition_id: graph.edges[transition_id]
        for state in states.values()
        for transition_id in state.transitions
        if transition_id in graph.edges
    }
    _require_closed_transitions(graph, node_id, name, inside, edges)
    _require_closed_events(graph, name, inside, edges)
    parameters, arguments = found_parameters(graph, uses_in(graph, states.values(), registry, edges.values()))
    moved = {*inside, *edges}
    machine = StateMachineGraph(kind="state_machine").model_copy(
        update={
            "title": unique_title(document, title or name),
            "children": node.children,
            "initial": node.initial,
            "nodes": states,
            "edges": edges,
            "parameters": parameters,
            "layout": {key: entry for key, entry in graph.layout.items() if key in moved},
        }
    )
    new = new_id(document.graphs)
    outer = put(
        without_nodes(graph, inside),
        edges=without(graph.edges, set(edges)),
        layout=without(graph.layout, moved),
    )
    activity = Activity(graph=new, arguments=arguments)
    outer = with_node(outer, node_id, put(node, children=(), initial=None, activity=activity))
    document = put(document, graphs={**document.graphs, new: machine})
    return with_graph(document, graph_id, outer), new


def _require_closed_transitions(
    graph: StateMachineGraph, node_id: str, name: str, inside: Collection[str], edges: Collection[str]
) -> None:
    crossing = [
        edge_id for edge_id in edges if any(target not in inside for target in graph.edges[edge_id].targets)
    ]
    crossing += [edge for each in inside for edge in edges_into(graph, each) if edge not in edges]
    if crossing:
        raise EditRefused(
            f"A transition crosses the border of {name}.", "Let it start and end outside, or inside."
        )
    marks = list(initial_targets(graph.initial))
    for key, node in graph.nodes.items():
        if key not in inside:
            marks += initial_targets(node.default)
            marks += () if key == node_id else initial_targets(node.initial)
    if any(mark in inside for mark in marks):
        raise EditRefused(f"Another state begins inside {name}.", "Let it begin at the state itself.")


def _require_closed_events(
    graph: StateMachineGraph, name: str, inside: Collection[str], edges: dict[str, Edge]
) -> None:
    """Refuse an event raised on one side and waited for on the other: a machine raises for itself."""
    here, there = _Events(), _Events()
    for node_id, node in graph.nodes.items():
        rewritten_node(node, (here if node_id in inside else there).note)
    for edge_id, edge in graph.edges.items():
        side = here if edge_id in edges else there
        rewritten_edge(edge, side.note)
        side.awaited.update(edge.events)
    for events, other in ((here, there), (there, here)):
        for raised in sorted(events.raised):
            if any(_matches(descriptor, raised) for descriptor in other.awaited):
                said = f"The event {raised!r} crosses the border of {name}."
                raise EditRefused(said, "Send it to self instead, or keep the states in one machine.")


class _Events:
    """Collect the events that one side raises and waits for."""

    def __init__(self) -> None:
        self.raised: set[str] = set()
        self.awaited: set[str] = set()

    def note(self, text: str) -> str:
        self.raised.update(events_sent_in(text, "raise"))
        return text


def _matches(descriptor: str, event: str) -> bool:
    return descriptor == "*" or event == descriptor or event.startswith(descriptor + ".")


@edit
def wrap_into_subgraph(
    document: Document, graph_id: str, ids: Collection[str], registry: Registry, *, title: str = ""
) -> tuple[Document, str, str]:
    """Move a branch into a new graph and call it; return the document, the graph's and the call's id.

    Of `ids` the topmost count, with all below them: one node, or neighbors under one sequence or selector,
    which get a root of that kind. Variables and parameters of the graph that the branch names become
    parameters of the new one. What the parent knows of the branch, and a guard that aborts lower branches,
    stay at the call. Ids are kept. Raises `EditRefused`.
    """
    graph = need_tree(document, graph_id)
    for key in ids:
        need_node(graph, key)
    tops = topmost(graph, list(ids))
    if not tops:
        raise EditRefused("Nothing is selected that can be wrapped.", "Select a node first.")
    if len(tops) > 1:
        graph, top = _under_one_top(graph, tops, registry)
    else:
        top = tops[0]
    inside = dict.fromkeys(walk(graph, (top,)))
    _require_closed(document, graph, top, inside, registry)
    call_id = new_element_id(graph)
    name = unique_title(document, title or node_title(graph.nodes[top], graph.kind, registry, document))
    called, call, outer = _cut(graph, top, inside, registry, name)
    new_graph_id = new_id(document.graphs)
    outer = with_node(outer, call_id, put(call, graph=new_graph_id))
    outer = _in_place_of(outer, graph, top, call_id)
    outer = without_nodes(outer, inside)
    after = put(document, graphs={**document.graphs, new_graph_id: called, graph_id: outer})
    return with_parts_in_place(document, after, graph_id, registry), new_graph_id, call_id


def _under_one_top(graph: TreeGraph, tops: Sequence[str], registry: Registry) -> tuple[TreeGraph, str]:
    """Return the graph with neighbors under a node of their parent's kind, and that node's id."""
    parent = parent_of(graph, tops[0]) or TOP
    node = graph.nodes.get(parent)
    if not isinstance(node, TreeNode) or not registry.flow(node.kind).goes_on:
        said = "Several branches can only be wrapped under one sequence or selector."
        raise EditRefused(said, "Select one branch, or neighbors under a sequence or selector.")
    row = children_of(graph, parent)
    start = row.index(tops[0])
    if row[start : start + len(tops)] != tuple(tops):
        raise EditRefused("The branches are not neighbors.", "Select branches that stand side by side.")
    top = new_element_id(graph)
    changed = with_node(graph, top, TreeNode(kind=node.kind, params=node.params, children=tuple(tops)))
    row = (*row[:start], top, *row[start + len(tops) :])
    changed = with_children(changed, parent, row)  # type: ignore[assignment]
    return changed, top


def _require_closed(
    document: Document, graph: TreeGraph, top: str, inside: Collection[str], registry: Registry
) -> None:
    """Refuse a branch of which other questions share a part."""
    if not isinstance(graph, DecisionTreeGraph):
        return
    for key in inside:
        if key != top and any(parent not in inside for parent in parents_of(graph, key)):
            title = node_title(graph.nodes[key], graph.kind, registry, document)
            said = f"{title} is also an answer to a question outside the selection."
            raise EditRefused(said, "Select that question too, or give it an answer of its own.")


def _cut(
    graph: TreeGraph, top: str, inside: Collection[str], registry: Registry, title: str
) -> tuple[TreeGraph, TreeNode | DecisionNode, TreeGraph]:
    """Return the new graph, the node that calls it, and the graph without positions of what went."""
    nodes = {key: graph.nodes[key] for key in inside}
    first = nodes[top]
    call: TreeNode | DecisionNode
    if isinstance(first, TreeNode):
        call = TreeNode(kind="subtree", slot=first.slot)
        first = put(first, slot=None)
        if first.guard is not None and first.guard.abort in ("lower", "both"):
            # A disabled node does not test its guard (3.2), so both go to the call.
            call = put(call, guard=first.guard, disabled=first.disabled)
            first = put(first, guard=None, disabled=False)
    else:
        call = DecisionNode(kind="tree")
    nodes[top] = first
    parameters, arguments = found_parameters(graph, uses_in(graph, nodes.values(), registry))
    keeps_places = is_placed_freely(graph)
    kept = (*inside, top, TOP) if keeps_places else tuple(key for key in inside if key != top)
    layout = {key: graph.layout[key] for key in kept if key in graph.layout}
    values: dict[str, object] = {
        "title": title, "root": top, "nodes": nodes, "parameters": parameters, "layout": layout,
    }  # fmt: skip
    called: TreeGraph
    if isinstance(graph, BehaviorTreeGraph):
        called = BehaviorTreeGraph(kind="behavior_tree").model_copy(update=values)
    else:
        called = DecisionTreeGraph(kind="decision_tree").model_copy(update=values)
    given: dict[str, JsonValue] = arguments
    gone = set(inside) - {top}
    return called, put(call, arguments=given), put(graph, layout=without(graph.layout, gone))


def _in_place_of(changed: TreeGraph, graph: TreeGraph, top: str, call_id: str) -> TreeGraph:
    """Return the graph with the call wherever the top of the branch was."""
    for parent in dict.fromkeys(parents_of(graph, top)):
        node = changed.nodes.get(parent)
        if isinstance(node, DecisionNode):
            changed = with_node(changed, parent, replaced_branch_child(node, top, call_id))
        else:
            changed = replaced_child(changed, parent, top, (call_id,))  # type: ignore[assignment]
    at = graph.layout[top].at if top in graph.layout else None
    return placed(put(changed, layout=without(changed.layout, {top})), call_id, at)
