"""Let a tree stand where the user puts its nodes, or arrange itself again."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.edits.attaching import all_placed
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_graph, with_graph
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP


def place_freely(document: Document, graph_id: str, places: Mapping[str, tuple[float, float]]) -> Document:
    """Store the places of a tree's nodes, which stay there from now on; order stays what it is.

    Raises EditRefused for a machine, whose places are stored always.
    """
    graph = need_graph(document, graph_id)
    if isinstance(graph, StateMachineGraph):
        raise EditRefused(
            "The states of a machine stand where they are put already.", "Drag a state to move it."
        )
    known = {node_id: at for node_id, at in places.items() if node_id in graph.nodes}
    return with_graph(document, graph_id, all_placed(graph, {TOP: (0, 0), **known}))


def place_tidily(document: Document, graph_id: str) -> Document:
    """Forget the places of a tree's nodes, so that it arranges itself; loose fragments stay."""
    graph = need_graph(document, graph_id)
    if isinstance(graph, StateMachineGraph):
        raise EditRefused("A machine does not arrange itself.", "Lay it out instead.")
    forgotten = {one: None for one in graph.layout if one not in graph.loose}
    return with_graph(document, graph_id, all_placed(graph, forgotten))
