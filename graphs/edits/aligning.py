"""Line nodes and frames up, and space them evenly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from graphs.edits.attaching import all_placed, placed, rounded
from graphs.edits.edit_calls import edit
from graphs.edits.frames import with_frame_at
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_graph, need_node, put, with_graph, with_layout
from graphs.layout.free_trees import runs_across
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.document import VERSION, Document, Graph
from graphs.model.graph_parts import Layout
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.file_version import file_version
from graphs.structure.queries import TOP, ancestors

Box = tuple[float, float, float, float]
"""Left, top, width, height on the canvas, in px; the same origin for all."""

Side = Literal["left", "right", "top", "bottom", "middle", "center"]
"""What is lined up: an edge, the middles (all at one height) or the centers (one above another)."""

_Shift = Callable[[Box], tuple[float, float]]


@edit
def align(document: Document, graph_id: str, boxes: Mapping[str, Box], side: Side) -> Document:
    """Move nodes and frames so that they line up: at the outermost edge, or at the middle of all.

    `boxes` holds where each node is drawn, since sizes are not stored. `middle` gives all the same middle
    height, `center` the same center from left to right. What is in a selected box moves with it.
    """
    graph = need_graph(document, graph_id)
    chosen = _movable(graph, boxes, 2, "Select at least two nodes to align.")
    return with_graph(document, graph_id, _moved(graph, chosen, _shift(side, list(chosen.values()))))


@edit
def distribute(
    document: Document, graph_id: str, boxes: Mapping[str, Box], direction: Literal["horizontal", "vertical"]
) -> Document:
    """Move nodes and frames so that the gaps between neighbors are equal; the two outermost stay.

    `boxes` holds where each node is drawn. Nodes keep their order from left to right, or from top to bottom.
    """
    graph = need_graph(document, graph_id)
    chosen = _movable(graph, boxes, 3, "Select at least three nodes to distribute.")
    axis = 0 if direction == "horizontal" else 1
    order = sorted(chosen, key=lambda each: (chosen[each][axis] + chosen[each][axis + 2] / 2, each))
    first, last = chosen[order[0]], chosen[order[-1]]
    room = last[axis] + last[axis + 2] - first[axis]
    gap = (room - sum(chosen[item][axis + 2] for item in order)) / (len(order) - 1)
    start = first[axis]
    moved = graph
    for key in order:
        change = start - chosen[key][axis]
        by = (change, 0.0) if axis == 0 else (0.0, change)
        moved = _shifted(moved, key, chosen[key], by)
        start += chosen[key][axis + 2] + gap
    return with_graph(document, graph_id, moved)


def _movable(graph: Graph, boxes: Mapping[str, Box], least: int, remedy: str) -> dict[str, Box]:
    """Return the nodes and frames that can be moved by themselves; refuse too few of them."""
    nodes = [key for key in boxes if key not in graph.notes]
    for node_id in nodes:
        need_node(graph, node_id)
    if not isinstance(graph, StateMachineGraph) and any(key not in graph.loose for key in nodes):
        raise EditRefused("Trees arrange themselves.", "Only loose nodes and states can be aligned.")
    chosen = {key: box for key, box in boxes.items() if not any(up in boxes for up in ancestors(graph, key))}
    if len(chosen) < least:
        raise EditRefused("Too few nodes are selected.", remedy)
    return chosen


def _shift(side: Side, boxes: list[Box]) -> _Shift:
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    match side:
        case "left":
            return lambda box: (left - box[0], 0)
        case "right":
            return lambda box: (right - box[0] - box[2], 0)
        case "top":
            return lambda box: (0, top - box[1])
        case "bottom":
            return lambda box: (0, bottom - box[1] - box[3])
        case "middle":
            return lambda box: (0, (top + bottom) / 2 - box[1] - box[3] / 2)
        case "center":
            return lambda box: ((left + right) / 2 - box[0] - box[2] / 2, 0)


def _moved(graph: Graph, chosen: Mapping[str, Box], shift: _Shift) -> Graph:
    for key, box in chosen.items():
        graph = _shifted(graph, key, box, shift(box))
    return graph


def _shifted(graph: Graph, node_id: str, box: Box, by: tuple[float, float]) -> Graph:
    """Move a node or frame by a distance; a node without a stored place gets the one it is drawn at."""
    if node_id in graph.notes:
        return with_frame_at(graph, node_id, (box[0] + by[0], box[1] + by[1]))
    entry = graph.layout.get(node_id)
    at = entry.at if entry is not None and entry.at is not None else None
    if at is None and by == (0, 0):
        return graph
    x, y = at if at is not None else box[:2]
    return placed(graph, node_id, (x + by[0], y + by[1]))


@edit
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


@edit
def place_tidily(document: Document, graph_id: str) -> Document:
    """Forget the places of a tree's nodes, so that it arranges itself; loose fragments stay."""
    graph = need_graph(document, graph_id)
    if isinstance(graph, StateMachineGraph):
        raise EditRefused("A machine does not arrange itself.", "Lay it out instead.")
    forgotten = {node_id: None for node_id in graph.layout if node_id not in graph.loose}
    return with_graph(document, graph_id, all_placed(graph, forgotten))


@edit
def lead_across(document: Document, graph_id: str, across: bool) -> Document:
    """Let a behavior tree grow from left to right, or from top to bottom again."""
    graph = need_graph(document, graph_id)
    if not isinstance(graph, BehaviorTreeGraph):
        raise EditRefused(
            "Only a behavior tree can grow from left to right: the branches of a question hang side by side, "
            "and states stand where they are put.",
            "Show a behavior tree first.",
        )
    changed = put(with_graph(document, graph_id, with_layout(graph, TOP, across=across)), version=VERSION)
    return put(changed, version=file_version(changed)) if across != runs_across(graph) else document


@edit
def move(document: Document, graph_id: str, positions: Mapping[str, tuple[float, float] | None]) -> Document:
    """Store positions of nodes, or of the graph's own marks for `TOP`; None leaves it to the layout."""
    graph = need_graph(document, graph_id)
    for node_id in positions:
        if node_id != TOP:
            need_node(graph, node_id)
    return with_graph(document, graph_id, all_placed(graph, positions))


@edit
def resize(document: Document, graph_id: str, node_id: str, size: tuple[float, float] | None) -> Document:
    """Store the size of a compound state's box; None lets it fit what is inside."""
    graph = need_graph(document, graph_id)
    need_node(graph, node_id)
    value = None if size is None else rounded((max(size[0], 1), max(size[1], 1)))
    return with_graph(document, graph_id, with_layout(graph, node_id, size=value))


@edit
def set_collapsed(document: Document, graph_id: str, node_id: str, collapsed: bool) -> Document:
    """Fold what is inside or below a node away, or show it."""
    graph = need_graph(document, graph_id)
    need_node(graph, node_id)
    return with_graph(document, graph_id, with_layout(graph, node_id, collapsed=collapsed))


@edit
def clear_layout(document: Document, graph_id: str) -> Document:
    """Drop all stored positions of a graph and leave them to the layout; the way it grows stays."""
    graph = need_graph(document, graph_id)
    kept = {TOP: Layout(across=True)} if runs_across(graph) else {}
    return with_graph(document, graph_id, put(graph, layout=kept) if graph.layout != kept else graph)
