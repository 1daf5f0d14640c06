"""Say where a graph and a document begin."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.edits.attaching import is_state, placed
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import (
    need_graph,
    need_machine,
    need_node,
    need_tree,
    put,
    with_graph,
    with_node,
)
from graphs.model.document import (
    FEWEST_ROUNDS,
    MOST_ROUNDS,
    ROUNDS,
    VERSION,
    Document,
)
from graphs.model.state_machine import InitialTransition, StateNode
from graphs.structure.file_version import file_version
from graphs.structure.queries import TOP, parents_of


def set_initial(
    document: Document,
    graph_id: str,
    parent: str,
    child: str | None,
    *,
    targets: Sequence[str] = (),
    actions: Sequence[str] = (),
) -> Document:
    """Make a child the initial state of its compound, or of the machine for `TOP`.

    With `targets` or `actions` an initial transition is stored instead of the plain child.
    """
    graph = need_machine(document, graph_id)
    wanted = tuple(targets) or ((child,) if child else ())
    for one in wanted:
        need_node(graph, one)
    if child is not None and parent not in parents_of(graph, child):
        raise EditRefused("Only a state inside can be initial.", "Choose one that is directly inside.")
    if child is not None and not (is_state(graph.nodes[child]) or graph.nodes[child].kind == "choice"):
        raise EditRefused("A machine cannot begin here.", "Choose a state or a choice.")
    plain = len(wanted) == 1 and not actions and not targets
    value = (
        wanted[0] if plain else InitialTransition(targets=wanted, actions=tuple(actions)) if wanted else None
    )
    if parent == TOP:
        return with_graph(document, graph_id, graph if graph.initial == value else put(graph, initial=value))
    node = need_node(graph, parent)
    assert isinstance(node, StateNode)
    if node.kind != "state":
        raise EditRefused("All regions of a parallel state begin together.", "Set it inside a region.")
    changed = node if node.initial == value else put(node, initial=value)
    return with_graph(document, graph_id, with_node(graph, parent, changed))


def set_root(document: Document, graph_id: str, node_id: str | None) -> Document:
    """Make the top of a loose fragment the root of its tree; the former root becomes loose in its place."""
    graph = need_tree(document, graph_id)
    if node_id == graph.root:
        return document
    if node_id is None:
        assert graph.root is not None
        changed = put(graph, root=None, loose=(graph.root, *graph.loose))
        return with_graph(document, graph_id, changed)
    need_node(graph, node_id)
    if node_id not in graph.loose:
        raise EditRefused("Only a node without a parent can be the root.", "Disconnect it first.")
    place = graph.loose.index(node_id)
    former = () if graph.root is None else (graph.root,)
    changed = put(graph, root=node_id, loose=(*graph.loose[:place], *former, *graph.loose[place + 1 :]))
    return with_graph(document, graph_id, placed(changed, node_id, None))


def set_root_graph(document: Document, graph_id: str | None) -> Document:
    """Make a graph the one the document runs."""
    if graph_id is not None:
        need_graph(document, graph_id)
    return document if document.root == graph_id else put(document, root=graph_id)


def set_rounds(document: Document, value: object) -> Document:
    """Set how many rounds the machines of a document may need to come to rest; None takes the default back.

    Raises `EditRefused`.
    """
    rounds = ROUNDS if value is None else value
    if type(rounds) is not int or not FEWEST_ROUNDS <= rounds <= MOST_ROUNDS:
        raise EditRefused(
            f"Rounds are a whole number from {FEWEST_ROUNDS} to {MOST_ROUNDS:,}.", "Give another number."
        )
    if rounds == document.rounds:
        return document
    changed = put(document, rounds=rounds, version=VERSION)
    return put(changed, version=file_version(changed))
