"""Keep the overview of a tree: blocks and thin lines in arrays, recolored from the run's looks."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from editor.canvas.items.hit_testing import RectTable
from editor.canvas.items.overview_item import CODES, DISABLED, IDLE, SELECTED, OverviewItem
from editor.canvas.items.run_look import RunLook
from editor.canvas.trees.tree_parts import BusPart, NodePart
from editor.theme.batches import Floats
from editor.theme.tokens import StatusLook

_RUNNING = CODES[StatusLook.RUNNING]
_SKIPPED = CODES[StatusLook.SKIPPED]
_SHOWN_ON_EDGES = np.zeros(len(CODES), np.bool_)
_SHOWN_ON_EDGES[
    [CODES[look] for look in (StatusLook.RUNNING, StatusLook.SUCCESS, StatusLook.FAILURE, StatusLook.ERROR)]
] = True


class TreeOverview:
    """Fill an overview item from the parts of a tree; colors are worked out for all nodes at once."""

    def __init__(self, item: OverviewItem) -> None:
        self.item = item
        self._places: dict[str, int] = {}
        self._status = bytearray()
        self._disabled: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._parents: NDArray[np.intp] = np.zeros(0, np.intp)
        self._children: NDArray[np.intp] = np.zeros(0, np.intp)
        self._taken_by: Mapping[str, BusPart] | None = None

    def set_parts(
        self, nodes: Mapping[str, NodePart], buses: Mapping[str, BusPart], rects: RectTable, *, asks: bool
    ) -> None:
        """Show these parts; with `asks` an edge is colored by the branch taken, not by its child."""
        self._places = {key: place for place, key in enumerate(nodes)}
        self._status = bytearray(len(nodes))
        self._disabled = np.fromiter((node.base.disabled for node in nodes.values()), np.bool_, len(nodes))
        self._taken_by = buses if asks else None
        places = self._places
        pairs = [(places[key], places[line.child]) for key, bus in buses.items() for line in bus.drops]
        ends = np.array(pairs, np.intp).reshape(-1, 2)
        self._parents, self._children = ends[:, 0], ends[:, 1]
        self.item.set_shapes(rects.sides, _bus_lines(buses))

    def recolor(
        self, looks: Mapping[str, RunLook], selection: Iterable[str], only: Iterable[str] | None
    ) -> None:
        """Take the looks of all nodes, or only of some, and the selection."""
        places, status = self._places, self._status
        for key in places if only is None else only:
            place = places.get(key)
            if place is not None:
                look = looks.get(key)
                if look is None:
                    status[place] = IDLE
                else:
                    status[place] = _RUNNING if look.paused_here else CODES[look.status]
        codes = np.frombuffer(status, np.uint8).copy()
        codes[self._disabled] = DISABLED
        self.item.line_codes = np.repeat(self._edge_codes(codes), 3)
        codes[[places[key] for key in selection if key in places]] = SELECTED
        self.item.block_codes = codes
        self.item.update()

    def _edge_codes(self, codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        if self._taken_by is not None:
            looks = (line.look.status for bus in self._taken_by.values() for line in bus.lines)
            return np.fromiter((CODES[look] for look in looks), np.uint8, len(self._children))
        below = codes[self._children]
        off = (below == DISABLED) | (below == _SKIPPED) | (codes[self._parents] == DISABLED)
        return np.where(_SHOWN_ON_EDGES[below], below, np.where(off, DISABLED, IDLE)).astype(np.uint8)


def _bus_lines(buses: Mapping[str, BusPart]) -> Floats:
    """Return three lines for each edge: down from the parent, along, down to the child."""
    ends = [
        (
            line.begin[0] + bus.start[0],
            line.begin[1] + bus.start[1],
            line.end[0] + bus.start[0],
            line.end[1] + bus.start[1],
        )
        for bus in buses.values()
        for line in bus.drops
    ]
    ax, ay, bx, by = (
        np.fromiter(itertools.chain.from_iterable(ends), np.float64, 4 * len(ends)).reshape(-1, 4).T
    )
    drops = np.fromiter(
        (line.bus_drop for bus in buses.values() for line in bus.drops), np.float64, len(ends)
    )
    along = ay + np.minimum(drops, np.maximum(0.0, (by - ay) / 2))
    down = np.column_stack((ax, ay, ax, along))
    across = np.column_stack((ax, along, bx, along))
    drop = np.column_stack((bx, along, bx, by))
    return np.stack((down, across, drop), axis=1).reshape(-1, 4)
