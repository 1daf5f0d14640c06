"""Hold what the steps of arranging a machine pass on to each other. Qt-free."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from editor.canvas.machines.machine_shape import MachineShape, VisibleBundle
from editor.canvas.routing.machine_routes import Route, RoutingProblem
from editor.canvas.routing.shapes import Point, Rect
from graphs.layout.layout_watch import LayoutWatch
from graphs.model import StateMachineGraph

Size = tuple[float, float]

Solved = tuple[RoutingProblem, Mapping[str, Route]]
"""The routing problem of one box with its answer."""


@dataclass(frozen=True, slots=True)
class Anew:
    """Ask for a new layout of some nodes; `hints` says where all stand now, relative to their boxes."""

    nodes: frozenset[str]
    hints: Mapping[str, Point]


@dataclass(frozen=True, slots=True)
class Makeshift:
    """Ask for a picture at once, to be shown until the right one is ready.

    `standing` says where nodes stood before, relative to their boxes; others are set up in rows. Lines are
    the shortest, whatever they meet.
    """

    standing: Mapping[str, Point]


@dataclass(slots=True)
class Inside:
    """What stands in one box, relative to its upper left corner."""

    rects: dict[str, Rect]
    disc: Rect | None = None
    disc_line: tuple[Point, ...] = ()
    pill: Rect | None = None
    routes: Mapping[str, Route] = field(default_factory=dict)
    size: Size = (0.0, 0.0)


@dataclass(slots=True)
class Work:
    """What is asked for, and the boxes that are done."""

    graph: StateMachineGraph
    shape: MachineShape
    size_of: Callable[[str], Size]
    label_size: Callable[[VisibleBundle], Size | None]
    pill_size: Size
    moved: Mapping[str, Point]
    anew: Anew | None
    makeshift: Makeshift | None
    watch: LayoutWatch
    before: Mapping[str, Solved]
    solved: dict[str, Solved] = field(default_factory=dict)
    insides: dict[str, Inside] = field(default_factory=dict)
    _bundles: dict[str, list[VisibleBundle]] = field(default_factory=dict)

    def bundles_in(self, box: str) -> list[VisibleBundle]:
        """Return the bundles whose two ends have this box as the innermost around both."""
        if not self._bundles:
            for bundle in self.shape.bundles.values():
                self._bundles.setdefault(bundle.container, []).append(bundle)
        return self._bundles.get(box, [])

    def lifted(self, node: str, box: str) -> str | None:
        """Return the child of `box` that is or holds a node, or None."""
        if self.shape.parents.get(node) == box:
            return node
        around = self.shape.around(node)
        return next((one for one in around if self.shape.parents.get(one) == box), None)
