"""Convert between world units and pixels of the map: one frozen camera."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF

from runtime.basics.values import Vector

REFERENCE_UNIT = 28.0
"""Px per unit at zoom 1."""

LEAST_UNIT = 3.0
"""One zooms out by hand to so many px per unit, or as far as it takes to see the whole world."""

LEAST_FITTED_UNIT = 0.05
GREATEST_UNIT = 240.0

FIT_MARGIN = 10.0
"""Px kept free around the world when it is fitted."""


@dataclass(frozen=True, slots=True)
class MapView:
    """Look at the world from straight above, y up.

    `center` is the world position in the middle of the map, `unit` the px per world unit, `width` and
    `height` the size of the map in logical px.
    """

    center: Vector
    unit: float
    width: float
    height: float

    @property
    def zoom(self) -> float:
        """Return the zoom: 1 at 28 px per unit."""
        return self.unit / REFERENCE_UNIT

    def point(self, at: Vector) -> QPointF:
        """Return the pixel of a world position."""
        return QPointF(
            self.width / 2 + (at[0] - self.center[0]) * self.unit,
            self.height / 2 - (at[1] - self.center[1]) * self.unit,
        )

    def polygon(self, points: tuple[Vector, ...]) -> QPolygonF:
        """Return a world polygon in pixels."""
        return QPolygonF([self.point(point) for point in points])

    def points(self, positions: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the pixels, shape (n, 2), of world positions, shape (n, 2)."""
        result = (positions - np.asarray(self.center)) * (self.unit, -self.unit)
        result += (self.width / 2, self.height / 2)
        return np.ascontiguousarray(result)

    def world(self, pixel: QPointF) -> Vector:
        """Return the world position under a pixel."""
        return (
            self.center[0] + (pixel.x() - self.width / 2) / self.unit,
            self.center[1] - (pixel.y() - self.height / 2) / self.unit,
        )

    def bounds(self) -> QRectF:
        """Return the whole map in pixels."""
        return QRectF(0, 0, self.width, self.height)

    def world_bounds(self) -> tuple[float, float, float, float]:
        """Return left, bottom, right and top of what is seen, in units."""
        half_width, half_height = self.width / self.unit / 2, self.height / self.unit / 2
        x, y = self.center
        return x - half_width, y - half_height, x + half_width, y + half_height

    def centered(self, at: Vector) -> MapView:
        """Return the view with another middle."""
        return replace(self, center=(float(at[0]), float(at[1])))

    def panned(self, dx: float, dy: float) -> MapView:
        """Return the view after the ground moved by pixels."""
        return self.centered((self.center[0] - dx / self.unit, self.center[1] + dy / self.unit))

    def zoomed(self, factor: float, anchor: QPointF, least: float = LEAST_UNIT) -> MapView:
        """Return the view enlarged by `factor`, within limits; the ground under `anchor` stays there.

        `least` is the px per unit at which the whole world is seen: one can zoom out as far as that.
        """
        unit = min(GREATEST_UNIT, max(min(LEAST_UNIT, least), self.unit * factor))
        held = self.world(anchor)
        moved = replace(self, unit=unit)
        now = moved.world(anchor)
        return moved.centered((moved.center[0] + held[0] - now[0], moved.center[1] + held[1] - now[1]))

    def resized(self, width: float, height: float) -> MapView:
        """Return the view of a map of another size; middle and scale stay."""
        return replace(self, width=max(1.0, width), height=max(1.0, height))


def fitted_view(world_size: Vector, width: float, height: float) -> MapView:
    """Return the view that shows a whole world of `world_size` units in a map of `width` × `height` px."""
    width, height = max(1.0, width), max(1.0, height)
    room = (max(8.0, width - 2 * FIT_MARGIN), max(8.0, height - 2 * FIT_MARGIN))
    unit = min(room[0] / max(world_size[0], 1e-6), room[1] / max(world_size[1], 1e-6))
    unit = min(GREATEST_UNIT, max(LEAST_FITTED_UNIT, unit))
    return MapView((world_size[0] / 2, world_size[1] / 2), unit, width, height)
