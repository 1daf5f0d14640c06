"""Place the nodes of a drawn graph: where the document has them, else by our layout."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.formats.pictures.drawn_graph import DrawnGraph, DrawnNode
from graphs.layout.free_trees import free_places, is_placed_freely, runs_across, stored_place
from graphs.layout.layered_problem import Link
from graphs.layout.machine_layout import (
    FIRST_PLACE,
    INNER_STYLE,
    TOP_STYLE,
    BoxContents,
    complete_positions,
    compound_size,
)
from graphs.layout.tidy_tree import BEHAVIOR_TREE_STYLE, DECISION_TREE_STYLE, tidy_tree
from graphs.model import DecisionTreeGraph, StateMachineGraph
from graphs.structure.graph_index import TOP

Rect = tuple[float, float, float, float]
"""Left, top, width and height in px, relative to the box around it."""

Position = tuple[float, float]
_GAP = 64.0


def places_of(drawn: DrawnGraph) -> dict[str, Rect]:
    """Return where each node is, relative to the box around it."""
    sizes = {node_id: _size(node) for node_id, node in drawn.nodes.items()}
    places = _in_boxes(drawn, sizes) if drawn.is_machine else _in_tree(drawn, sizes)
    return {node_id: (*places[node_id], *sizes[node_id]) for node_id in drawn.nodes}


def _size(node: DrawnNode) -> Position:
    longest = max(map(len, node.lines), default=0)
    width = min(320.0, max(64.0, 7.0 * longest + 24))
    is_pointed = node.shape in ("question", "choice", "condition")
    return width * 1.3 if is_pointed else width, 24.0 + 18 * max(1, len(node.lines))


def _in_tree(drawn: DrawnGraph, sizes: Mapping[str, Position]) -> dict[str, Position]:
    graph = drawn.graph
    assert not isinstance(graph, StateMachineGraph)
    across = runs_across(graph)
    laid = {node: (size[1], size[0]) for node, size in sizes.items()} if across else sizes
    style = DECISION_TREE_STYLE if isinstance(graph, DecisionTreeGraph) else BEHAVIOR_TREE_STYLE
    children: dict[str, tuple[str, ...]] = dict.fromkeys(drawn.nodes, ())
    for link in drawn.links:
        children[link.source] = (*children[link.source], link.target)
    found: dict[str, Position] = {}
    low = 0.0
    for top in drawn.tops:
        tidy = tidy_tree(top, children.__getitem__, laid, style)
        down = low + _GAP if found else 0.0
        for node, (x, y) in tidy.items():
            low = max(low, y + down + laid[node][1])
            found.setdefault(node, (y + down, x) if across else (x, y + down))
    if is_placed_freely(graph):
        return free_places(graph, drawn.nodes, children, found)
    stored = {node: stored_place(graph, node) for node in found if node in graph.loose}
    return found | {node: at for node, at in stored.items() if at is not None}


def _in_boxes(drawn: DrawnGraph, sizes: dict[str, Position]) -> dict[str, Position]:
    """Place states from the innermost boxes outwards, since what is in a box decides how large it is."""
    boxes = drawn.boxes()
    found: dict[str, Position] = {}
    for box in [*reversed([each for each in drawn.nodes if drawn.nodes[each].inside]), TOP]:
        inside = drawn.nodes[box].inside if box else drawn.tops
        begin = next((_child_in(box, target, boxes) for target in drawn.initial.get(box, ())), None)
        links = [
            Link(source, target)
            for link in drawn.links
            if (source := _child_in(box, link.source, boxes))
            and (target := _child_in(box, link.target, boxes))
        ]
        contents = BoxContents(
            inside,
            {each: sizes[each] for each in inside},
            tuple(links),
            begin,
            INNER_STYLE if box else TOP_STYLE,
            FIRST_PLACE if box else (0.0, 0.0),
            walled=bool(box),
        )
        layout = drawn.graph.layout
        stored = {each: layout[each].at for each in inside if each in layout}
        places = complete_positions(contents, {each: at for each, at in stored.items() if at is not None})
        found |= places
        if box:
            kept = layout[box].size if box in layout else None
            rects = ((*places[each], *sizes[each]) for each in inside)
            sizes[box] = compound_size(rects, stored=kept, header_width=sizes[box][0])
    return found


def _child_in(box: str, state: str, boxes: Mapping[str, str]) -> str | None:
    """Return the child of a box that is or holds a state, None for none."""
    while boxes.get(state, TOP) != box:
        if state not in boxes:
            return None
        state = boxes[state]
    return state
