"""Move what is inside a compound state into a machine of its own that the state runs as its activity."""

from __future__ import annotations

from collections.abc import Collection

from graphs.basics.ids import new_id
from graphs.edits.events import events_sent_in
from graphs.edits.graph_library import unique_title
from graphs.edits.name_uses import found_parameters, uses_in
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_machine, need_node, put, with_graph, with_node, without, without_nodes
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model.document import Document
from graphs.model.graph_parts import Activity
from graphs.model.state_machine import Edge, StateMachineGraph, StateNode
from graphs.structure.expression_places import rewritten_edge, rewritten_node
from graphs.structure.queries import descendants, edges_into, initial_targets


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
    states = {one: graph.nodes[one] for one in inside}
    edges = {
        one: graph.edges[one] for state in states.values() for one in state.transitions if one in graph.edges
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
            "layout": {one: entry for one, entry in graph.layout.items() if one in moved},
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
    crossing = [one for one in edges if any(target not in inside for target in graph.edges[one].targets)]
    crossing += [edge for one in inside for edge in edges_into(graph, one) if edge not in edges]
    if crossing:
        raise EditRefused(
            f"A transition crosses the border of {name}.", "Let it start and end outside, or inside."
        )
    marks = list(initial_targets(graph.initial))
    for one, node in graph.nodes.items():
        if one not in inside:
            marks += initial_targets(node.default)
            marks += () if one == node_id else initial_targets(node.initial)
    if any(one in inside for one in marks):
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
    for one, other in ((here, there), (there, here)):
        for raised in sorted(one.raised):
            if any(_matches(descriptor, raised) for descriptor in other.awaited):
                raise EditRefused(
                    f"The event {raised!r} crosses the border of {name}.",
                    "Send it to self instead, or keep the states in one machine.",
                )


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
