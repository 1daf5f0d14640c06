"""Read the layers of the ground: heat, and lines of equal value; territory in the colors of its owners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from editor.map.picture.marks import HeatMark, LinesMark, Mark, MarkStyle, Sample
from runtime.basics.vectors import FloatArray
from runtime.worlds.ground.ground import NO_OWNER, Ground, GroundLayer

if TYPE_CHECKING:
    from runtime.session.session import Session

_TOKENS = ("world.vector.seek", "status.failure.line", "world.vector.wander", "status.success.line")
"""Colors of layers and owners, in turn."""

LAYERS = tuple(
    MarkStyle(f"layer.{number}", f"{words} layer or owner", token, Sample.HEAT, fill=0.45)
    for number, (words, token) in enumerate(zip(("first", "second", "third", "fourth"), _TOKENS, strict=True))
)
CONTOURS = tuple(
    MarkStyle(f"layer.{number}.line", "a quarter, half, three quarters of it", token, Sample.LINE, 1.0)
    for number, token in enumerate(_TOKENS)
)

SHARES = (0.25, 0.5, 0.75)
"""Shares of the largest value at which lines are drawn."""


def layer_marks(session: Session) -> Iterator[Mark]:
    """Yield the heat and the lines of each layer; nothing of a layer that is 0 everywhere."""
    ground = session.world.part(Ground)
    for number, (name, layer) in enumerate(ground.layers.items() if ground is not None else ()):
        known = _KNOWN.get(layer)
        if known is None or known[0] is not layer.values:
            assert ground is not None
            known = _KNOWN[layer] = (layer.values, tuple(_marks(ground, name, layer, number)))
        yield from known[1]


_KNOWN: WeakKeyDictionary[GroundLayer, tuple[FloatArray, tuple[Mark, ...]]] = WeakKeyDictionary()
"""The marks of a layer, with the values that they show."""


def _marks(ground: Ground, name: str, layer: GroundLayer, number: int) -> Iterator[Mark]:
    highest = float(layer.values.max())
    if highest <= 0.0:
        return
    levels = layer.values / highest
    if layer.layer.kind != "territory":
        yield from _field(levels, highest, layer.field.size, number, name)
        return
    for owner in np.unique(layer.owners[layer.owners != NO_OWNER]).tolist():
        own = np.where(layer.owners == owner, levels, 0.0)
        yield from _field(own, highest, layer.field.size, owner, f"{name} of {ground.owner_names[owner]}")


def _field(levels: FloatArray, highest: float, size: float, number: int, name: str) -> Iterator[Mark]:
    """Yield one field in one color, with its lines; `levels` (columns, rows) are shares of the highest."""
    color = number % len(LAYERS)
    yield HeatMark(LAYERS[color], (0.0, 0.0), size, levels.T, f"{name}: {highest:.4g} at most")
    for share in SHARES:
        lines = contour(levels, share) * size
        if len(lines):
            yield LinesMark(CONTOURS[color], lines, f"{name}: {share * highest:.4g}")


def contour(levels: FloatArray, level: float) -> FloatArray:
    """Return the edges of cells (n, 2, 2) between those of at least `level` and the others, in cells."""
    inside = np.pad(levels >= level, 1)
    across, along = inside[1:, 1:-1] != inside[:-1, 1:-1], inside[1:-1, 1:] != inside[1:-1, :-1]
    columns, rows = np.nonzero(across)
    upright = np.stack((np.column_stack((columns, rows)), np.column_stack((columns, rows + 1))), axis=1)
    columns, rows = np.nonzero(along)
    level_ones = np.stack((np.column_stack((columns, rows)), np.column_stack((columns + 1, rows))), axis=1)
    edges: FloatArray = np.concatenate((upright, level_ones)).astype(np.float64)
    return edges
