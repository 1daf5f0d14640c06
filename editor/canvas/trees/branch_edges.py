"""Lead the edges of a question from the segments of its bar: where each starts, turns and ends."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from editor.canvas.painting.tree_node_painting import TreeNodePicture, branch_ports
from editor.canvas.routing.shapes import Point, Rect
from editor.canvas.routing.tree_bus import BUS_DROP, branch_drops
from graphs.model import DecisionNode


class Drop(NamedTuple):
    """Where an edge leads: the child, the point above it, the words on it.

    `begin` is where it starts, None for the middle of the parent's bottom; `bus_drop` how far it goes down
    before it turns, in px; `branch` the place of the branch that it stands for.
    """

    child: str
    end: Point
    words: str = ""
    begin: Point | None = None
    bus_drop: float = BUS_DROP
    branch: int = 0


def edges_of_branches(
    node: DecisionNode,
    picture: TreeNodePicture,
    rect: Rect,
    below: Collection[str],
    top_of: Callable[[str], Point],
) -> list[Drop]:
    """Return an edge for each branch that leads to a child `below`; branches may share a child.

    `rect` is where the question stands, `top_of` the point above a child. The number of a branch stands on
    its edge where there are several; of edges that meet at one child the first carries all numbers.
    """
    ports = branch_ports(picture, rect.width)
    places: dict[str, list[int]] = {}
    for place, branch in enumerate(node.branches[: len(ports)]):
        if branch.child is not None and branch.child in below:
            places.setdefault(branch.child, []).append(place)
    led = sorted((place, child) for child, inside in places.items() for place in inside)
    ways = [((rect.left + ports[place], rect.bottom), top_of(child)) for place, child in led]
    numbered = len(node.branches) > 1
    return [
        Drop(child, end, _numbers(places[child], place) if numbered else "", begin, drop, place)
        for (place, child), (begin, end), drop in zip(led, ways, branch_drops(ways), strict=True)
    ]


def _numbers(places: list[int], place: int) -> str:
    return " · ".join(str(one + 1) for one in places) if place == places[0] else ""
