"""Say what of a machine is to be seen: boxes in boxes, and bundles of transitions between what is visible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from graphs.model import Edge, StateMachineGraph
from graphs.structure.queries import TOP, index_of, initial_targets, parent_of

ANY_PREFIX = "any:"
"""Before the id of the owner: the pill from which its interrupts start."""
INITIAL_PREFIX = "initial:"
"""Before the id of the owner: the disc that points at its initial state."""


class VisibleBundle(NamedTuple):
    """Transitions with the same two visible ends, in the order they are asked.

    `source` and `target` are nodes or the pill of an owner; `container` is the innermost box around both.
    """

    id: str
    source: str
    target: str
    edges: tuple[str, ...]
    container: str


@dataclass(frozen=True, slots=True)
class MachineShape:
    """The visible structure of a machine, before sizes are known.

    `children` holds the visible children of `TOP` and of every open compound, `parents` the box around every
    visible node, `depth` how deep each is (0 at the top), `order` the visible nodes in document order,
    `numbers` the place in which each transition of a source is asked, `owners` who has a pill.
    """

    children: Mapping[str, tuple[str, ...]]
    parents: Mapping[str, str]
    depth: Mapping[str, int]
    order: tuple[str, ...]
    bundles: Mapping[str, VisibleBundle]
    numbers: Mapping[str, int]
    owners: tuple[str, ...]
    initials: Mapping[str, str]

    def around(self, node: str) -> tuple[str, ...]:
        """Return the boxes around a node or pill, nearest first, `TOP` left out."""
        current = node[len(ANY_PREFIX) :] if node.startswith(ANY_PREFIX) else self.parents.get(node, TOP)
        found = []
        while current != TOP:
            found.append(current)
            current = self.parents.get(current, TOP)
        return tuple(found)


def machine_shape(
    graph: StateMachineGraph, before: tuple[StateMachineGraph, MachineShape] | None = None
) -> MachineShape:
    """Return what of a machine is to be seen; what other folds leave as it was is taken from `before`."""
    children: dict[str, tuple[str, ...]] = {}
    parents: dict[str, str] = {}
    depth: dict[str, int] = {}
    order: list[str] = []
    nodes, layout = graph.nodes, graph.layout
    stack = [TOP]
    while stack:
        box = stack.pop()
        own = graph.children
        if box != TOP:
            order.append(box)
            own = nodes[box].children
            if not own or (box in layout and layout[box].collapsed):
                continue
        below = tuple(child for child in own if child in nodes and child not in parents)
        if box != TOP and not below:
            continue
        children[box] = below
        parents.update(dict.fromkeys(below, box))
        depth.update(dict.fromkeys(below, 0 if box == TOP else depth[box] + 1))
        stack.extend(reversed(below))
    known = before[1] if before is not None and differs_in_layout_alone(graph, before[0]) else None
    initials = _initials(graph, children)
    if known is not None and known.children == children:
        return known if known.initials == initials else replace(known, initials=initials)
    numbers = known.numbers if known is not None else asking_order(graph)
    shape = MachineShape(children, parents, depth, tuple(order), {}, numbers, (), {})
    # A state in two lists, of a broken machine, moves to the other box when one is folded.
    stay = known is not None and all(parents.get(node, box) == box for node, box in known.parents.items())
    bundles = _bundles(graph, shape, known.bundles if known is not None and stay else {})
    used = dict.fromkeys(
        bundle.source[len(ANY_PREFIX) :]
        for bundle in bundles.values()
        if bundle.source.startswith(ANY_PREFIX)
    )
    return replace(shape, bundles=bundles, owners=tuple(used), initials=initials)


def differs_in_layout_alone(graph: StateMachineGraph, old: StateMachineGraph) -> bool:
    """Tell whether two versions of a machine have the same states, transitions and lists of them."""
    return (
        graph.nodes is old.nodes
        and graph.edges is old.edges
        and graph.transitions is old.transitions
        and graph.children is old.children
    )


def _initials(graph: StateMachineGraph, children: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return for each open box the child that its initial disc points at; moods begin by their shares."""
    found = {}
    for box, below in children.items():
        if box == TOP and graph.moods is not None:
            continue
        initial = graph.initial if box == TOP else graph.nodes[box].initial
        for target in initial_targets(initial):
            current: str | None = target
            while current and current not in below:
                current = parent_of(graph, current)
            if current:
                found[box] = current
                break
    return found


def asking_order(graph: StateMachineGraph) -> dict[str, int]:
    """Return the place, from 1, in which each transition is asked among those of its source.

    Higher priority first, then stored order (rule 4.4); interrupts are counted apart (4.9).
    """
    numbers: dict[str, int] = {}
    edges = graph.edges
    for ids in (graph.transitions, *(node.transitions for node in graph.nodes.values())):
        ranked = [(edge, edges[edge]) for edge in ids if edge in edges]
        if any(model.priority for _, model in ranked):
            ranked.sort(key=lambda pair: -pair[1].priority)
        asked = interrupts = 0
        for edge, model in ranked:
            if model.interrupt:
                interrupts += 1
                numbers[edge] = interrupts
            else:
                asked += 1
                numbers[edge] = asked
    return numbers


def bundle_id(source: str, target: str) -> str:
    """Return the id of the bundle between two visible ends."""
    return f"{source}>{target}"


def _bundles(
    graph: StateMachineGraph, shape: MachineShape, known: Mapping[str, VisibleBundle]
) -> dict[str, VisibleBundle]:
    members: dict[tuple[str, str], list[str]] = {}
    sources = index_of(graph).sources
    parents, children = shape.parents, shape.children
    for edge_id, edge in graph.edges.items():
        source = sources.get(edge_id)
        if source is None:
            continue
        ends = edge.targets
        if len(ends) == 1 and ends[0] in parents and source in parents and source not in children:
            # Most lines lead from one visible state to another, or to itself.
            members.setdefault((source, ends[0]), []).append(edge_id)
            continue
        start = _visible_source(graph, shape, source, edge)
        if start is None:
            continue
        targets = [_visible(graph, shape, target) for target in ends] or [start]
        for target in dict.fromkeys(targets):
            if target is None or (target == start and start.startswith(ANY_PREFIX)):
                continue
            if target == start and (source != start or (ends and start not in ends)):
                continue
            members.setdefault((start, target), []).append(edge_id)
    result = {}
    for (source, target), edges in members.items():
        ranked = tuple(sorted(edges, key=lambda edge: shape.numbers.get(edge, 0)) if edges[1:] else edges)
        key = bundle_id(source, target)
        bundle = known.get(key)
        if bundle is None or bundle.edges != ranked:
            bundle = VisibleBundle(key, source, target, ranked, _container(shape, source, target))
        result[key] = bundle
    return result


def _visible_source(graph: StateMachineGraph, shape: MachineShape, source: str, edge: Edge) -> str | None:
    if source == TOP:
        return ANY_PREFIX
    if edge.interrupt and source in shape.children:
        return ANY_PREFIX + source
    return _visible(graph, shape, source)


def _visible(graph: StateMachineGraph, shape: MachineShape, node: str) -> str | None:
    """Return a node, or the collapsed box that hides it."""
    if node in shape.parents:
        return node
    current: str | None = node
    while current and current not in shape.parents:
        current = parent_of(graph, current)
    return current or None


def _container(shape: MachineShape, source: str, target: str) -> str:
    """Return the innermost box that holds both ends, or an end that holds the other."""
    around = shape.parents.get(source, TOP)
    if source == target or shape.parents.get(target) == around != TOP:
        return around
    outer, inner = shape.around(source), shape.around(target)
    if source in inner:
        return source
    if target in outer:
        return target
    return next((box for box in outer if box in inner), TOP)
