"""Tell how much an explosion does at a distance."""

from __future__ import annotations


def blast_damage(damage: float, distance: float, radius: float) -> float:
    """Return the damage at `distance` from an explosion: all of it in the middle, none at `radius`.

    Falls in a straight line, `damage · (1 - distance/radius)`; a radius of 0 does nothing.
    """
    if radius <= 0.0 or distance >= radius:
        return 0.0
    return damage * (1.0 - max(0.0, distance) / radius)
