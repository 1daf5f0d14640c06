"""Say what a layered layout is asked: nodes with sizes, links with labels, and how layers are spaced.

Everything is plain, frozen and hashable, so that results can be kept by problem. Lengths are px, y grows
downwards. "Along" is the way the layers follow one another, "across" the way nodes of one layer do.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import NamedTuple

Position = tuple[float, float]
Size = tuple[float, float]

GRID = 4.0
"""Middles of nodes are multiples of this, so that boxes line up."""

_ROUNDED = 0.5
"""How far whole px may take a middle off the grid."""


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


class Reach(NamedTuple):
    """How far a node with its margins reaches from its own middle, in multiples of the grid."""

    left: float
    top: float
    right: float
    bottom: float

    def along(self, axis: int) -> tuple[float, float]:
        """Return how far it reaches before and behind its middle, along x (0) or y (1)."""
        return (self.top, self.bottom) if axis else (self.left, self.right)


def reach_of(node: LayoutNode) -> Reach:
    """Return how far a node reaches. Layouts place middles, so that lines between them run straight."""
    (width, height), margins = node.size, node.margins
    return Reach(
        on_grid(width / 2 + margins.left),
        on_grid(height / 2 + margins.top),
        on_grid(width / 2 + margins.right),
        on_grid(height / 2 + margins.bottom),
    )


def hinted_middle(node: LayoutNode) -> Position | None:
    """Return where the middle of a node stood before, on the grid where a layout put it there."""
    if node.hint is None:
        return None
    x, y = node.hint[0] + node.size[0] / 2, node.hint[1] + node.size[1] / 2
    return _as_laid_out(x), _as_laid_out(y)


def _as_laid_out(length: float) -> float:
    on = nearest_on_grid(length)
    return on if abs(on - length) <= _ROUNDED else length


def corner_of(node: LayoutNode, middle: Position) -> Position:
    """Return the upper left corner of a node, on whole px where its middle is on the grid."""
    x, y = middle[0] - node.size[0] / 2, middle[1] - node.size[1] / 2
    if middle[0] % GRID == 0:
        x = float(floor(x))
    if middle[1] % GRID == 0:
        y = float(floor(y))
    return x, y


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
