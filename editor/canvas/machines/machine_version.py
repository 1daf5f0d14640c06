"""Say what a machine is arranged from, and which boxes two versions arrange alike. Qt-free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from editor.canvas.machines.machine_shape import ANY_PREFIX, MachineShape, VisibleBundle
from editor.canvas.routing.shapes import Point, Rect
from graphs.model import StateMachineGraph
from graphs.structure.queries import TOP

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of what is arranged: nodes (of a compound: its header), plates of bundles, a pill.

    `titles` says where the words of frames are, which lie behind the machine.
    """

    nodes: Mapping[str, Size] = field(default_factory=dict)
    plates: Mapping[str, Size | None] = field(default_factory=dict)
    pill: Size = (104.0, 32.0)
    titles: Mapping[str, Rect] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MachineVersion:
    """What of a machine is arranged; `moved` places nodes elsewhere than the document does, for a drag."""

    graph: StateMachineGraph
    shape: MachineShape
    measures: Measures
    moved: Mapping[str, Point]


def boxes_alike(new: MachineVersion, old: MachineVersion) -> frozenset[str]:
    """Return the boxes in which nothing differs between two versions, nor in any box inside them."""
    if new.measures.pill != old.measures.pill:
        return frozenset()
    differing = {TOP}
    for box in (*_boxes_of_nodes(new, old), *_boxes_of_bundles(new, old)):
        while box not in differing:
            differing.add(box)
            box = new.shape.parents.get(box, TOP)
    return frozenset(new.shape.children.keys() - differing)


def _boxes_of_nodes(new: MachineVersion, old: MachineVersion) -> Iterator[str]:
    """Yield the boxes whose children, their places and sizes, or the initial one, differ."""
    before, began = old.shape.children, old.shape.initials
    for box, below in new.shape.children.items():
        if before.get(box) != below or began.get(box) != new.shape.initials.get(box):
            yield box
    moved = {*new.moved, *old.moved}
    layout, was = new.graph.layout, old.graph.layout
    if layout is not was:
        moved.update(key for key, entry in layout.items() if was.get(key) is not entry)
        moved.update(was.keys() - layout.keys())
    sizes, had = new.measures.nodes, old.measures.nodes
    moved.update(node for node, size in sizes.items() if had.get(node) != size)
    for node in moved:
        yield node
        yield new.shape.parents.get(node, TOP)
    labels = moved & new.graph.edges.keys()
    if labels:
        yield from (
            each.container for each in new.shape.bundles.values() if not labels.isdisjoint(each.edges)
        )


def _boxes_of_bundles(new: MachineVersion, old: MachineVersion) -> Iterator[str]:
    """Yield the boxes whose lines, or the plates on them, differ."""
    bundles, were = new.shape.bundles, old.shape.bundles
    plates, had = new.measures.plates, old.measures.plates
    for key, bundle in bundles.items():
        if were.get(key) != bundle or had.get(key) != plates[key]:
            yield from _boxes_around(bundle)
    for key in were.keys() - bundles.keys():
        yield from _boxes_around(were[key])


def _boxes_around(bundle: VisibleBundle) -> Iterator[str]:
    """Yield the box of a bundle, and that of the pill it leaves, which is placed by where it leads."""
    yield bundle.container
    if bundle.source.startswith(ANY_PREFIX):
        yield bundle.source[len(ANY_PREFIX) :]
