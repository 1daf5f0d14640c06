"""Move circles along ways until they touch something solid, and slide them along it with what is left.

All work is on pairs of a body and a capsule near its way, in the capsule's own frame: it lies on the x axis
from 0 to its size, and the body stands above it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import BoolArray, FloatArray, IntArray
from runtime.worlds.bodies.solid_shapes import SolidShapes

CONTACT_GAP = 1e-6
"""Gap in units that a sweep keeps between a body and what it touches."""

_SLIDES = 4
_NO_WAY = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Touching:
    """Hold p pairs of a body and a capsule near its way; `body` ascends.

    `reach` (p,) is the distance that the body's middle keeps from the capsule's segment, `least` (p,) the
    one it must not get below.
    """

    body: IntArray
    x: FloatArray
    y: FloatArray
    along_x: FloatArray
    along_y: FloatArray
    size: FloatArray
    least: FloatArray
    reach: FloatArray

    def of(self, pairs: BoolArray) -> Touching:
        """Return some of the pairs."""
        return Touching(
            self.body[pairs],
            self.x[pairs],
            self.y[pairs],
            self.along_x[pairs],
            self.along_y[pairs],
            self.size[pairs],
            self.least[pairs],
            self.reach[pairs],
        )

    def distance(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return the distance of each pair's body, the bodies being at (x, y), to the capsule's segment."""
        off_x, off_y = x.take(self.body) - self.x, y.take(self.body) - self.y
        ahead = off_x * self.along_x + off_y * self.along_y
        beyond = ahead - np.minimum(np.maximum(ahead, 0.0), self.size)
        aside = off_y * self.along_x - off_x * self.along_y
        return np.sqrt(beyond * beyond + aside * aside)

    def gaps(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return how far above `least` each pair's distance is, and the direction (x, y) off the capsule."""
        off_x, off_y = x.take(self.body) - self.x, y.take(self.body) - self.y
        ahead = off_x * self.along_x + off_y * self.along_y
        ahead = np.minimum(np.maximum(ahead, 0.0), self.size)
        off_x, off_y = off_x - ahead * self.along_x, off_y - ahead * self.along_y
        distance = np.sqrt(off_x * off_x + off_y * off_y)
        size = np.where(distance == 0.0, 1.0, distance)
        return distance - self.least, off_x / size, off_y / size


@dataclass(slots=True, eq=False)
class Swept:
    """Hold n bodies on their way: their place, the way left, their velocity, and whether they have touched.

    All (n,); a sweep changes them in place.
    """

    x: FloatArray
    y: FloatArray
    way_x: FloatArray
    way_y: FloatArray
    speed_x: FloatArray
    speed_y: FloatArray
    touched: BoolArray


def pairs_on_the_way(
    shapes: SolidShapes, x: FloatArray, y: FloatArray, travel: FloatArray, radius: FloatArray
) -> Touching:
    """Return the pairs of bodies and capsules that a body can touch on a way of length `travel` (n,)."""
    around = travel + radius + 2.0 * CONTACT_GAP
    body, shape = shapes.near(x, y, around)
    inflate = shapes.inflate.take(shape)
    least = radius.take(body) + inflate
    pairs = Touching(
        body,
        shapes.x.take(shape),
        shapes.y.take(shape),
        shapes.along_x.take(shape),
        shapes.along_y.take(shape),
        shapes.size.take(shape),
        least,
        least + CONTACT_GAP,
    )
    if not len(body):
        return pairs
    return pairs.of(pairs.distance(x, y) <= around.take(body) + inflate)


def sweep(pairs: Touching, bodies: Swept) -> None:
    """Move the bodies, which stop at what they touch first and slide along it, at most four times."""
    with np.errstate(over="ignore"):
        for _ in range(_SLIDES):
            sliding = _go_to_first_touch(pairs, bodies)
            if not sliding.any():
                return
            pairs = pairs.of(sliding.take(pairs.body))


def _go_to_first_touch(pairs: Touching, bodies: Swept) -> BoolArray:
    """Move each body along its way to what it touches first; return which have a way left, along that."""
    rows, share, normal_x, normal_y = _first_touches(pairs, bodies)
    left_x, left_y = bodies.way_x[rows] * (1.0 - share), bodies.way_y[rows] * (1.0 - share)
    left_x, left_y = _without_inward(left_x, left_y, normal_x, normal_y)
    slides = left_x * left_x + left_y * left_y > _NO_WAY * _NO_WAY
    bodies.way_x[rows] *= share
    bodies.way_y[rows] *= share
    bodies.x += bodies.way_x
    bodies.y += bodies.way_y
    bodies.way_x[:], bodies.way_y[:] = 0.0, 0.0
    bodies.way_x[rows[slides]], bodies.way_y[rows[slides]] = left_x[slides], left_y[slides]
    bodies.speed_x[rows], bodies.speed_y[rows] = _without_inward(
        bodies.speed_x[rows], bodies.speed_y[rows], normal_x, normal_y
    )
    bodies.touched[rows] = True
    sliding = np.zeros(len(bodies.x), dtype=np.bool_)
    sliding[rows[slides]] = True
    return sliding


def _without_inward(
    x: FloatArray, y: FloatArray, normal_x: FloatArray, normal_y: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return vectors without their part against the normals."""
    inward = np.minimum(x * normal_x + y * normal_y, 0.0)
    return x - normal_x * inward, y - normal_y * inward


def _first_touches(pairs: Touching, bodies: Swept) -> tuple[IntArray, FloatArray, FloatArray, FloatArray]:
    """Return the bodies that touch something on their way, the share of it before, and the normal there.

    Shapes are convex, so a way that leads off one it is near to never comes back to it. Of equal shares the
    first shape counts.
    """
    off_x, off_y = bodies.x.take(pairs.body) - pairs.x, bodies.y.take(pairs.body) - pairs.y
    go_x, go_y = bodies.way_x.take(pairs.body), bodies.way_y.take(pairs.body)
    x = off_x * pairs.along_x + off_y * pairs.along_y
    y = off_y * pairs.along_x - off_x * pairs.along_y
    way_x = go_x * pairs.along_x + go_y * pairs.along_y
    way_y = go_y * pairs.along_x - go_x * pairs.along_y
    above = np.where(y < 0.0, -1.0, 1.0)
    y, way_y = y * above, way_y * above
    share = _touch_shares(x, y, way_x, way_y, pairs.size, pairs.reach)
    hits = np.flatnonzero(share <= 1.0)
    hits = hits[np.lexsort((share[hits], pairs.body[hits]))]
    bodies_hit = pairs.body[hits]
    first = np.ones(len(hits), dtype=np.bool_)
    first[1:] = bodies_hit[1:] != bodies_hit[:-1]
    hits = hits[first]
    share = share[hits]
    at_x = x[hits] + way_x[hits] * share
    normal_x = at_x - np.minimum(np.maximum(at_x, 0.0), pairs.size[hits])
    normal_y = y[hits] + way_y[hits] * share
    size = np.sqrt(normal_x * normal_x + normal_y * normal_y)
    level = size == 0.0
    size = np.where(level, 1.0, size)
    normal_x = normal_x / size
    normal_y = np.where(level, 1.0, normal_y / size) * above[hits]
    along_x, along_y = pairs.along_x[hits], pairs.along_y[hits]
    return (
        pairs.body[hits],
        share,
        normal_x * along_x - normal_y * along_y,
        normal_x * along_y + normal_y * along_x,
    )


def _touch_shares(
    x: FloatArray, y: FloatArray, way_x: FloatArray, way_y: FloatArray, size: FloatArray, reach: FloatArray
) -> FloatArray:
    """Return the share of each way at which the body comes within `reach` of the capsule; above 1 if never.

    0 where it is that near already and the way leads nearer still.
    """
    beyond = x - np.minimum(np.maximum(x, 0.0), size)
    within = beyond * beyond + y * y <= reach * reach
    nearer = beyond * way_x + y * way_y < 0.0
    sinks = way_y < 0.0
    side = np.where(sinks, (y - reach) / np.where(sinks, -way_y, 1.0), np.inf)
    side = np.where(side >= 0.0, side, np.inf)
    at = x + way_x * np.minimum(side, 1.0)
    side = np.where((at >= 0.0) & (at <= size), side, np.inf)
    squared = way_x * way_x + way_y * way_y
    share = np.minimum(side, _share_to_disc(x, y, way_x, way_y, squared, reach))
    share = np.minimum(share, _share_to_disc(x - size, y, way_x, way_y, squared, reach))
    return np.where(within, np.where(nearer, 0.0, np.inf), share)


def _share_to_disc(
    x: FloatArray, y: FloatArray, way_x: FloatArray, way_y: FloatArray, squared: FloatArray, reach: FloatArray
) -> FloatArray:
    half = x * way_x + y * way_y
    discriminant = half * half - squared * (x * x + y * y - reach * reach)
    meets = (discriminant > 0.0) & (half < 0.0) & (squared > 0.0)
    root = np.sqrt(np.where(meets, discriminant, 0.0))
    share = (-half - root) / np.where(meets, squared, 1.0)
    return np.where(meets & (share >= 0.0), share, np.inf)
