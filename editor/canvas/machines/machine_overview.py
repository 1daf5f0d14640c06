"""Keep the overview of a machine: blocks, boxes and thin lines in arrays, recolored from the run's looks."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping

import numpy as np

from editor.canvas.items.hit_testing import RectTable
from editor.canvas.items.overview_item import CODES, DISABLED, IDLE, SELECTED, OverviewItem
from editor.canvas.items.run_look import RunLook
from editor.canvas.machines.machine_arrangement import MachineArrangement
from editor.canvas.machines.machine_shape import MachineShape
from editor.canvas.painting.pictures import EdgeLook
from editor.theme.tokens import StatusLook

_RUNNING = CODES[StatusLook.RUNNING]


class MachineOverview:
    """Fill an overview item from the arrangement of a machine."""

    def __init__(self, item: OverviewItem) -> None:
        self.item = item
        self._states: list[str] = []
        self._owners: list[str] = []

    def set_parts(self, arrangement: MachineArrangement, shape: MachineShape) -> None:
        """Show the states as blocks, those that hold others as boxes, and the lines between."""
        rects = {node: arrangement.rects[node] for node in shape.order}
        self._states = list(rects)
        pieces = [
            (key, (*a, *b))
            for key, route in arrangement.routes.items()
            for a, b in itertools.pairwise(route.points)
        ]
        self._owners = [key for key, _ in pieces]
        lines = np.array([piece for _, piece in pieces], np.float64).reshape(-1, 4)
        boxes = np.array([state in shape.children for state in self._states], np.bool_)
        self.item.set_shapes(RectTable(rects).sides, lines, boxes)

    def recolor(
        self,
        looks: Mapping[str, RunLook],
        disabled: Collection[str],
        selection: Iterable[str],
        lines: Mapping[str, EdgeLook],
    ) -> None:
        """Take how states and lines look now; what is selected comes before all."""
        chosen = set(selection)

        def code(state: str) -> int:
            if state in chosen:
                return SELECTED
            if state in disabled:
                return DISABLED
            look = looks.get(state)
            return IDLE if look is None else _RUNNING if look.paused_here else CODES[look.status]

        self.item.block_codes = np.array([code(state) for state in self._states], np.uint8)
        by_line = {key: SELECTED if look.selected else CODES[look.status] for key, look in lines.items()}
        self.item.line_codes = np.array([by_line.get(key, IDLE) for key in self._owners], np.uint8)
        self.item.update()
