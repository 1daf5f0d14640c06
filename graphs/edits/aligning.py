"""Line nodes and frames up, and space them evenly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from graphs.edits.attaching import placed
from graphs.edits.frames import with_frame_at
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import need_graph, need_node, with_graph
from graphs.model.document import Document, Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import ancestors

Box = tuple[float, float, float, float]
"""Left, top, width, height on the canvas, in px; the same origin for all."""

Side = Literal["left", "right", "top", "bottom", "middle", "center"]
"""What is lined up: an edge, the middles (all at one height) or the centers (one above another)."""

_Shift = Callable[[Box], tuple[float, float]]


def align(document: Document, graph_id: str, boxes: Mapping[str, Box], side: Side) -> Document:
    """Move nodes and frames so that they line up: at the outermost edge, or at the middle of all.

    `boxes` holds where each node is drawn, since sizes are not stored. `middle` gives all the same middle
    height, `center` the same center from left to right. What stands in a selected box moves with it.
    """
    graph = need_graph(document, graph_id)
    chosen = _movable(graph, boxes, 2, "Select at least two nodes to align.")
    return with_graph(document, graph_id, _moved(graph, chosen, _shift(side, list(chosen.values()))))


def distribute(
    document: Document, graph_id: str, boxes: Mapping[str, Box], direction: Literal["horizontal", "vertical"]
) -> Document:
    """Move nodes and frames so that the gaps between neighbors are equal; the two outermost stay.

    `boxes` holds where each node is drawn. Nodes keep their order from left to right, or from top to bottom.
    """
    graph = need_graph(document, graph_id)
    chosen = _movable(graph, boxes, 3, "Select at least three nodes to distribute.")
    axis = 0 if direction == "horizontal" else 1
    order = sorted(chosen, key=lambda one: (chosen[one][axis] + chosen[one][axis + 2] / 2, one))
    first, last = chosen[order[0]], chosen[order[-1]]
    room = last[axis] + last[axis + 2] - first[axis]
    gap = (room - sum(chosen[one][axis + 2] for one in order)) / (len(order) - 1)
    start = first[axis]
    moved = graph
    for one in order:
        change = start - chosen[one][axis]
        by = (change, 0.0) if axis == 0 else (0.0, change)
        moved = _shifted(moved, one, chosen[one], by)
        start += chosen[one][axis + 2] + gap
    return with_graph(document, graph_id, moved)


def _movable(graph: Graph, boxes: Mapping[str, Box], least: int, remedy: str) -> dict[str, Box]:
    """Return the nodes and frames that can be moved by themselves; refuse too few of them."""
    nodes = [one for one in boxes if one not in graph.notes]
    for one in nodes:
        need_node(graph, one)
    if not isinstance(graph, StateMachineGraph) and any(one not in graph.loose for one in nodes):
        raise EditRefused("Trees arrange themselves.", "Only loose nodes and states can be aligned.")
    chosen = {one: box for one, box in boxes.items() if not any(up in boxes for up in ancestors(graph, one))}
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
    for one, box in chosen.items():
        graph = _shifted(graph, one, box, shift(box))
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
