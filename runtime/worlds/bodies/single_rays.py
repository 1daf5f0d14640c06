"""Cast one short ray at what is solid, and tell what one body may touch: as arrays do, to the same bits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from runtime.basics.single_vectors import unit_of
from runtime.worlds.bodies.solid_shapes import ShapeRow, SolidShapes
from runtime.worlds.bodies.sweeping import CONTACT_GAP

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RayHit:
    """Hold what one ray hits first: the share of it before, where, and the normal there."""

    share: float
    point: Pair
    normal: Pair


def cast_near_ray(shapes: SolidShapes, x: float, y: float, ray_x: float, ray_y: float) -> RayHit | None:
    """Return what a ray from (`x`, `y`) along (`ray_x`, `ray_y`) hits first; see `cast_near_rays`.

    The ray is no longer than that finds quickly.
    """
    half = math.sqrt(ray_x * ray_x + ray_y * ray_y) * 0.5
    least, first = math.inf, None
    for shape in _near(shapes, x + ray_x * 0.5, y + ray_y * 0.5, half):
        share = _share_before(shape, x, y, ray_x, ray_y)
        if share <= 1.0 and share < least:
            least, first = share, shape
    if first is None:
        return None
    if first.is_edge:
        normal_x, normal_y = -first.along_y, first.along_x
    else:
        normal_x, normal_y = unit_of(x + ray_x * least - first.x, y + ray_y * least - first.y)
    if normal_x * ray_x + normal_y * ray_y > 0.0:
        normal_x, normal_y = -normal_x, -normal_y
    return RayHit(least, (x + ray_x * least, y + ray_y * least), (normal_x, normal_y))


def may_touch(shapes: SolidShapes, x: float, y: float, travel: float, radius: float) -> bool:
    """Tell whether a body can touch anything on a way of length `travel`; see `pairs_on_the_way`."""
    around = travel + radius + 2.0 * CONTACT_GAP
    near_by_cells = shapes.cells is not None and around <= shapes.cells.reach
    for shape in shapes.rows_near(x, y) if near_by_cells else shapes.rows:
        off_x, off_y = x - shape.x, y - shape.y
        ahead = off_x * shape.along_x + off_y * shape.along_y
        beyond = ahead - min(max(ahead, 0.0), shape.size)
        aside = off_y * shape.along_x - off_x * shape.along_y
        if math.sqrt(beyond * beyond + aside * aside) <= around + shape.inflate:
            return True
    return False


def _near(shapes: SolidShapes, x: float, y: float, reach: float) -> Sequence[ShapeRow]:
    if shapes.cells is not None:
        return shapes.rows_near(x, y)
    return [
        shape
        for shape in shapes.rows
        if abs(x - shape.middle_x) <= reach + shape.half_x and abs(y - shape.middle_y) <= reach + shape.half_y
    ]


def _share_before(shape: ShapeRow, x: float, y: float, ray_x: float, ray_y: float) -> float:
    """Return the share of a ray before it crosses an edge or enters a circle, infinity where it does not."""
    if shape.is_edge:
        edge_x, edge_y = shape.edge_x, shape.edge_y
        determinant = ray_x * edge_y - ray_y * edge_x
        if determinant == 0.0:
            return math.inf
        off_x, off_y = shape.x - x, shape.y - y
        along = (off_x * edge_y - off_y * edge_x) / determinant
        if not 0.0 <= along <= 1.0:
            return math.inf
        across = (off_x * ray_y - off_y * ray_x) / determinant
        return along if 0.0 <= across <= 1.0 else math.inf
    return share_to_circle(x - shape.x, y - shape.y, ray_x, ray_y, shape.inflate)


def share_to_circle(off_x: float, off_y: float, ray_x: float, ray_y: float, radius: float) -> float:
    """Return the share of a ray before it enters a circle, 0 inside, infinity where it misses.

    (`off_x`, `off_y`) leads from its center to where the ray begins.
    """
    outside = off_x * off_x + off_y * off_y - radius * radius
    if outside <= 0.0:
        return 0.0
    squared = ray_x * ray_x + ray_y * ray_y
    half_b = off_x * ray_x + off_y * ray_y
    discriminant = half_b * half_b - squared * outside
    if discriminant < 0.0 or squared == 0.0:
        return math.inf
    along = (-half_b - math.sqrt(discriminant)) / squared
    return along if 0.0 <= along <= 1.0 else math.inf
