"""Let explosions hurt those around them, walls shielding (rule 1.2: after movement, in launching order)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from runtime.basics.vectors import BoolArray, FloatArray, length
from runtime.formulas.impacts import blast_damage
from runtime.worlds.bodies.geometry import Obstructions, cast_rays, reaching_above
from runtime.worlds.flight.projectiles import Impact

FAR_EDGE = 1e-9
"""How much of a ray's length may miss before something counts as hit in front of its end."""


@dataclass(frozen=True, slots=True)
class BlastHit:
    """Tell who an explosion reached, by row, how far off, and what it did to them."""

    agent: int
    distance: float
    damage: float


def blast_hits(
    impact: Impact, position: FloatArray, radius: FloatArray, alive: BoolArray, solid: Obstructions
) -> Iterator[BlastHit]:
    """Yield whom an explosion hurts, in ascending row; whoever threw it as well.

    `position` (k, 2) and `radius` (k,) are the bodies. The distance is that to a body's edge, 0 inside it.
    Whoever stands behind something solid that reaches higher than the explosion is not hurt: the middle of
    the body counts.
    """
    projectile = impact.projectile
    if not impact.exploded or not len(position):
        return
    center = np.array([impact.at], dtype=np.float64)
    distance = np.maximum(length(position - center) - radius, 0.0)
    near = np.flatnonzero(alive & (distance < projectile.blast_radius))
    if not len(near):
        return
    ways = position[near] - center
    walls = cast_rays(reaching_above(solid, impact.height), np.repeat(center, len(near), axis=0), ways)
    for row, agent in enumerate(near.tolist()):
        if walls.hit[row] and FAR_EDGE < walls.share[row] < 1.0 - FAR_EDGE:
            continue
        away = float(distance[agent])
        yield BlastHit(agent, away, blast_damage(projectile.damage, away, projectile.blast_radius))
