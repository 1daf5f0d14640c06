"""Read the noises of the last second: rings that spread and fade, cut short behind walls."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from editor.map.picture.marks import AreaMark, DotMark, Mark, MarkStyle, Sample
from runtime.basics.vectors import FloatArray
from runtime.worlds.bodies.geometry import muffling_by_owner
from runtime.worlds.overlays.reach import noise_outline, outline_points
from runtime.worlds.signals.lasting import Noise
from runtime.worlds.world import World

if TYPE_CHECKING:
    from runtime.session.session import Session

NOISE = MarkStyle("noise", "a noise, as far as heard", "world.noise", Sample.RING, 1.5)

SECONDS = 1.0
SPREAD_SECONDS = 0.5
"""So long after it was made a noise has reached its furthest."""

RINGS = ((0.35, 0.9), (0.68, 0.55), (1.0, 0.35))
"""The rings of a noise: their share of its reach, and how opaque they are."""

MOST_NOISES = 40
_OUTLINES: WeakKeyDictionary[World, dict[int, FloatArray]] = WeakKeyDictionary()


def noise_marks(session: Session) -> Iterator[Mark]:
    """Yield the rings of the noises of the last second, the newest forty."""
    world = session.world
    noises = [
        noise for noise in world.signals.noises.recent if world.tick - noise.tick < SECONDS * world.rate
    ]
    for noise in noises[-MOST_NOISES:]:
        age = max(0.0, (world.tick - noise.tick) / world.rate)
        fade, spread = max(0.0, 1.0 - age / SECONDS), min(1.0, max(0.12, age / SPREAD_SECONDS))
        outline = _outline(world, noise)
        furthest = float(outline.max())
        if furthest <= 0.0:
            continue
        words = noise_words(noise, age)
        for share, opacity in RINGS:
            distances = np.minimum(outline, furthest * share * spread)
            yield AreaMark(NOISE, outline_points(noise.at, distances), words, opacity * max(fade, 0.15))
        yield DotMark(NOISE, noise.at, words)


def noise_words(noise: Noise, age: float) -> str:
    """Return what is said of a noise."""
    what = f"Noise {noise.tag}" if noise.tag else "Noise"
    who = f" by {noise.maker}" if noise.maker else ""
    return f"{what}{who}, loudness {noise.loudness:g}, {age:.1f} s ago"


def _outline(world: World, noise: Noise) -> FloatArray:
    """Return how far a noise carries, worked out once."""
    known = _OUTLINES.setdefault(world, {})
    found = known.get(noise.number)
    if found is None:
        if len(known) > 4 * MOST_NOISES:
            known.clear()
        muffling = muffling_by_owner(world.solid, world.document)
        furthest = math.hypot(world.solid.width, world.solid.height)
        found = known[noise.number] = noise_outline(
            world.solid, muffling, noise.at, noise.loudness, noise.attenuation, furthest
        )
    return found
