"""Put a compound state around states of a machine."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from graphs.basics.id_lists import without_member
from graphs.edits.adding import unique_name
from graphs.edits.attaching import rounded
from graphs.edits.clipboard import topmost
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import (
    need_machine,
    need_node,
    new_element_id,
    put,
    with_children,
    with_graph,
    with_layouts,
    with_node,
)
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.layout.compound_boxes import FIRST_PLACE, WALL_DISTANCE
from graphs.model.document import Document
from graphs.model.state_machine import InitialTransition, StateMachineGraph, StateNode
from graphs.structure.queries import TOP, children_of, edges_into, initial_targets, parent_of, parents_of

_STATE_SIZE = (160, 64)
"""What a state takes up whose size is not stored, about, in px."""

Initial = str | InitialTransition | None


def wrap_into_compound_state(
    document: Document, graph_id: str, ids: Collection[str], registry: Registry, *, name: str = ""
) -> tuple[Document, str]:
    """Put a new state around states that stand in one box; return the document and the new state's id.

    All transitions stay as they are, also those that cross the new border. Where the machine or the box
    began at one of the states, it now begins at the new one. Regions of a parallel state get a parallel state
    around them. Stored positions are kept on the canvas. Raises `EditRefused`.
    """
    graph = need_machine(document, graph_id)
    for one in ids:
        need_node(graph, one)
    chosen = topmost(graph, list(ids))
    parent = _shared_parent(graph, chosen)
    _require_movable(document, graph, chosen, parent, registry)
    box_id = new_element_id(graph)
    initial, outer = _initials(graph, chosen, parent, box_id)
    above = graph.nodes.get(parent)
    regions = above is not None and above.kind == "parallel"
    box = StateNode(
        kind="parallel" if regions else "state",
        name=unique_name(graph, name or "State"),
        children=chosen,
        initial=None if regions else initial,
    )
    row = children_of(graph, parent)
    place = row.index(chosen[0])
    row = (*row[:place], box_id, *row[place + 1 :])
    for one in chosen:
        row = without_member(row, one, parents_of(graph, one).count(parent) - (one == chosen[0]))
    changed = with_children(with_node(graph, box_id, box), parent, row)
    assert isinstance(changed, StateMachineGraph)
    changed = _with_initial(changed, parent, outer)
    return with_graph(document, graph_id, _with_box(changed, box_id, chosen)), box_id


def _shared_parent(graph: StateMachineGraph, chosen: Sequence[str]) -> str:
    parents = {parent_of(graph, one) for one in chosen}
    if not chosen or parents == {None}:
        raise EditRefused("No state is selected.", "Select the states to put a box around.")
    if len(parents) > 1:
        raise EditRefused("The states stand in different boxes.", "Select states of one box.")
    return parents.pop() or TOP


def _require_movable(
    document: Document, graph: StateMachineGraph, chosen: Sequence[str], parent: str, registry: Registry
) -> None:
    """Refuse what means something else in another box: a final, and a history without what it returns to."""
    for one in chosen:
        node = graph.nodes[one]
        title = node_title(node, graph.kind, registry, document)
        if node.kind == "final":
            raise EditRefused(
                f"{title} ends the box it stands in; in another box it would end that one.",
                "Leave it out of the selection.",
            )
        left = children_of(graph, parent) if node.kind == "history" else ()
        if any(graph.nodes[other].kind != "history" for other in left if other not in chosen):
            raise EditRefused(
                "A history returns to the states of the box it stands in.",
                "Leave it out of the selection, or select all states beside it.",
            )
    if not any(graph.nodes[one].kind in ("state", "parallel") for one in chosen):
        raise EditRefused("A box needs a state inside.", "Select at least one state.")


def _initials(
    graph: StateMachineGraph, chosen: Sequence[str], parent: str, box_id: str
) -> tuple[Initial, Initial]:
    """Return where the new box begins, and where the box around it does now."""
    outer = graph.initial if parent == TOP else graph.nodes[parent].initial
    inside = [one for one in initial_targets(outer) if one in chosen]
    if inside:
        if isinstance(outer, InitialTransition):
            kept = tuple(dict.fromkeys(box_id if one in chosen else one for one in outer.targets))
            return inside[0], put(outer, targets=kept)
        return inside[0], box_id
    states = [one for one in chosen if graph.nodes[one].kind in ("state", "parallel")]
    entered = [one for one in states if edges_into(graph, one)]
    return (entered or states)[0], outer


def _with_initial(graph: StateMachineGraph, parent: str, initial: Initial) -> StateMachineGraph:
    if parent == TOP:
        return put(graph, initial=initial)
    return with_node(graph, parent, put(graph.nodes[parent], initial=initial))


def _with_box(graph: StateMachineGraph, box_id: str, chosen: Sequence[str]) -> StateMachineGraph:
    """Place the new box around the states that have positions, which become relative to it."""
    at = {one: graph.layout[one].at for one in chosen if one in graph.layout}
    known = {one: place for one, place in at.items() if place is not None}
    if not known:
        return graph
    left = min(x for x, _ in known.values()) - FIRST_PLACE[0]
    upper = min(y for _, y in known.values()) - FIRST_PLACE[1]
    right, lower = left, upper
    for one, (x, y) in known.items():
        width, height = graph.layout[one].size or _STATE_SIZE
        right, lower = max(right, x + width), max(lower, y + height)
    size = (round(right - left + WALL_DISTANCE), round(lower - upper + WALL_DISTANCE))
    inside: dict[str, dict[str, object]] = {
        one: {"at": rounded((x - left, y - upper))} for one, (x, y) in known.items()
    }
    return with_layouts(graph, {**inside, box_id: {"at": rounded((left, upper)), "size": size}})
