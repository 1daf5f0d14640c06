"""Answer what lies under the pointer, from plain pictures."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF

from editor.preview.map_view import MapView
from editor.preview.world_picture import AgentsPicture

REACH = 12.0
"""An agent can be grabbed from this many px around its middle, however small it is drawn."""


def agent_at(agents: AgentsPicture, view: MapView, pixel: QPointF) -> int:
    """Return the index of the nearest agent whose body or grab circle holds `pixel`, or -1."""
    if not agents.ids:
        return -1
    offsets = view.points(agents.positions) - (pixel.x(), pixel.y())
    distances = np.sqrt((offsets * offsets).sum(axis=1))
    within = distances <= np.maximum(agents.radii * view.unit, REACH)
    if not within.any():
        return -1
    return int(np.argmin(np.where(within, distances, np.inf)))
