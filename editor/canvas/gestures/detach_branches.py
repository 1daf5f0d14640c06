"""Cut branches of a tree off and set them down where they cover nothing. Qt-free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from editor.canvas.gestures.places import nearest_free_corner
from editor.canvas.routing.shapes import Point, Rect, united
from editor.canvas.trees.tree_arrangement import TreeArranger, TreeGraph, tree_shape
from graphs.edits import disconnect
from graphs.model import Document, StateMachineGraph
from graphs.structure.queries import descendants, top_ids

_LEAST_GAP = 8.0


def cut_off(
    document: Document, graph_id: str, links: Sequence[tuple[str | None, str]], rects: Mapping[str, Rect]
) -> Document:
    """Take nodes of a tree off their parents, of links (parent, child) as `disconnect` has them.

    `rects` tells where all visible nodes stand. Each fragment stays there, unless the rest of the tree closes
    up over it: then it stands further right. Raises EditRefused as `disconnect` does.
    """
    places = {child: (rects[child].left, rects[child].top) for _, child in links if child in rects}
    after = _disconnected(document, graph_id, links, places)
    for _, child in links:
        place = _free_place(after, graph_id, child, rects)
        if place is not None and place != places.get(child):
            places[child] = place
            after = _disconnected(document, graph_id, links, places)
    return after


def _disconnected(
    document: Document, graph_id: str, links: Sequence[tuple[str | None, str]], places: Mapping[str, Point]
) -> Document:
    for parent, child in links:
        document = disconnect(document, graph_id, child, parent=parent, at=places.get(child))
    return document


def _free_place(document: Document, graph_id: str, top: str, rects: Mapping[str, Rect]) -> Point | None:
    """Return where a fragment covers nothing of what stands elsewhere now; None for what is no fragment."""
    graph = document.graphs[graph_id]
    if isinstance(graph, StateMachineGraph) or top not in graph.loose:
        return None
    arranged = _arranged(graph, rects)
    elsewhere = {node for one in top_ids(graph) if one != top for node in (one, *descendants(graph, one))}
    own = [rect for one, rect in arranged.items() if one not in elsewhere]
    others = [rect for one, rect in arranged.items() if one in elsewhere]
    room = united(own)
    if room is None or not _covers(own, others, room):
        return None
    left, above = nearest_free_corner((room.left, room.top), (room.width, room.height), others)
    return arranged[top].left + left - room.left, arranged[top].top + above - room.top


def _covers(own: Sequence[Rect], others: Sequence[Rect], room: Rect) -> bool:
    """Tell whether some rectangles, all within `room`, come too close to others."""
    near = [one for one in others if one.overlaps(room.grown(_LEAST_GAP))]
    return any(rect.grown(_LEAST_GAP).overlaps(other) for rect in own for other in near)


def _arranged(graph: TreeGraph, rects: Mapping[str, Rect]) -> dict[str, Rect]:
    sizes = {one: (rect.width, rect.height) for one, rect in rects.items()}
    return TreeArranger().arrange(graph, tree_shape(graph), sizes)
