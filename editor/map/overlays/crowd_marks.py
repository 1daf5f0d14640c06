"""Read how crowded the world is: the number of agents in each square, as a field of heat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from editor.map.picture.marks import HeatMark, Mark, MarkStyle, Sample

if TYPE_CHECKING:
    from runtime.session.session import Session

CROWD = MarkStyle("crowd", "how crowded each square is", "family.tree.line", Sample.HEAT, fill=0.5)

LEAST_CELL = 1.0
MOST_CELLS = 96
"""Cells along the longer side at most."""

FULL_CELL = 4.0
"""So many agents in a cell of one unit are as dark as it gets, or the fullest cell where that has more."""


def crowd_marks(session: Session) -> Iterator[Mark]:
    """Yield the field of all agents' places."""
    positions = session.world.agents.position
    if not len(positions):
        return
    width, height = (float(side) for side in session.document.size)
    cell = max(LEAST_CELL, max(width, height) / MOST_CELLS)
    columns, rows = max(1, math.ceil(width / cell)), max(1, math.ceil(height / cell))
    column = np.clip((positions[:, 0] / cell).astype(np.int64), 0, columns - 1)
    row = np.clip((positions[:, 1] / cell).astype(np.int64), 0, rows - 1)
    counts = np.bincount(row * columns + column, minlength=rows * columns).reshape(rows, columns)
    fullest = float(counts.max())
    levels = np.minimum(counts / max(FULL_CELL, fullest), 1.0)
    most = f"{fullest:.0f} in the fullest square of {cell:g} units"
    yield HeatMark(CROWD, (0.0, 0.0), cell, levels, f"Agents: {most}")
