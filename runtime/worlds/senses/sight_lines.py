"""Tell whether single lines of sight are blocked, as rays cast at many at once do, to the same bits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from runtime.worlds.bodies.geometry import RAY_ROOM, Obstructions
from runtime.worlds.bodies.single_rays import share_to_circle

_Edge = tuple[float, float, float, float, float, float, float, float]


class SightLines:
    """Hold what ends sight: edges with the boxes around them, and circles."""

    def __init__(self, opaque: Obstructions) -> None:
        start, end = opaque.start, opaque.end
        parts = np.column_stack((start, end - start, np.minimum(start, end), np.maximum(start, end)))
        self._edges: Sequence[_Edge] = tuple(tuple(edge) for edge in parts.tolist())
        circles = zip(opaque.center.tolist(), opaque.radius.tolist(), strict=True)
        self._circles = tuple((x, y, radius) for (x, y), radius in circles)

    def is_blocked(self, x: float, y: float, way_x: float, way_y: float) -> bool:
        """Tell whether the line from (`x`, `y`) along (`way_x`, `way_y`) hits anything; see `cast_rays`."""
        end_x, end_y = x + way_x, y + way_y
        low_x, high_x = min(x, end_x) - RAY_ROOM, max(x, end_x) + RAY_ROOM
        low_y, high_y = min(y, end_y) - RAY_ROOM, max(y, end_y) + RAY_ROOM
        for start_x, start_y, edge_x, edge_y, least_x, least_y, most_x, most_y in self._edges:
            if low_x > most_x or high_x < least_x or low_y > most_y or high_y < least_y:
                continue
            determinant = way_x * edge_y - way_y * edge_x
            if determinant == 0.0:
                continue
            off_x, off_y = start_x - x, start_y - y
            along = (off_x * edge_y - off_y * edge_x) / determinant
            if 0.0 <= along <= 1.0 and 0.0 <= (off_x * way_y - off_y * way_x) / determinant <= 1.0:
                return True
        return any(
            share_to_circle(x - cx, y - cy, way_x, way_y, radius) <= 1.0 for cx, cy, radius in self._circles
        )
