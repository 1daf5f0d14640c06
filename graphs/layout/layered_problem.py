"""Say what a layered layout is asked: nodes with sizes, links with labels, and how layers are spaced.

Everything is plain, frozen and hashable, so that results can be kept by problem. Lengths are px, y grows
downwards. "Along" is the way the layers follow one another, "across" the way nodes of one layer do.
"""

from __future__ import annotations

from dataclasses import dataclass

Position = tuple[float, float]
Size = tuple[float, float]

GRID = 4.0
"""Positions are multiples of this, so that boxes line up."""


@dataclass(frozen=True, slots=True)
class Margins:
    """Keep room free around a node, for example for its loops or for the mark beside it."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class LayoutNode:
    """A box to be placed. `hint` is where it stood before: what need not move stays there."""

    id: str
    size: Size
    margins: Margins = Margins()
    hint: Position | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A line from one node to another; `label` is the size of its plate."""

    source: str
    target: str
    label: Size = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class LayerStyle:
    """Say how layers follow one another: downwards (`is_vertical`) or to the right, and how far apart.

    `line_gap` is the least distance of lines side by side, `label_room` what is added to the longest label
    between two layers.
    """

    is_vertical: bool = False
    layer_gap: float = 120.0
    sibling_gap: float = 40.0
    line_gap: float = 26.0
    label_room: float = 48.0


@dataclass(frozen=True, slots=True)
class LayeredProblem:
    """Everything a layered layout depends on.

    `nodes` are in document order, which decides wherever structure does not. `initial` is the node where the
    first layer starts. Links to nodes that are not among `nodes`, and loops, are passed over.
    """

    nodes: tuple[LayoutNode, ...]
    links: tuple[Link, ...] = ()
    initial: str | None = None
    style: LayerStyle = LayerStyle()


def on_grid(length: float) -> float:
    """Return the next multiple of the grid that is not smaller."""
    return -(-length // GRID) * GRID


def nearest_on_grid(length: float) -> float:
    """Return the nearest multiple of the grid; what is apart by such a multiple stays so."""
    return (length + GRID / 2) // GRID * GRID
