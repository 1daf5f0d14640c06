"""Find what of a behavior tree or decision tree is to be seen: which nodes, below which others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

from graphs.basics.mapping_differences import MappingDifference, replacement
from graphs.model import BehaviorTreeGraph, DecisionTreeGraph
from graphs.structure.queries import child_ids, descendants, top_ids

TreeGraph = BehaviorTreeGraph | DecisionTreeGraph


@dataclass(frozen=True, slots=True)
class TreeShape:
    """The visible structure of a tree, before sizes are known.

    `children` holds the visible children of every visible node, parents first, `hidden` how many nodes a
    collapsed one hides, `numbers` the order numbers (only under parents of two or more), `loose` the nodes of
    fragments. `is_plain` says that no node has two parents, `is_whole` that also nothing is
    hidden or missing.
    """

    children: Mapping[str, tuple[str, ...]]
    hidden: Mapping[str, int]
    numbers: Mapping[str, int]
    loose: frozenset[str]
    is_plain: bool = True
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class ShapeChange:
    """Hold a shape made from another one: `touched` came or have other children now, `gone` are not there."""

    shape: TreeShape
    touched: Set[str]
    gone: Set[str]


def tree_shape(graph: TreeGraph) -> TreeShape:
    """Return what of a tree is to be seen."""
    children: dict[str, tuple[str, ...]] = {}
    hidden: dict[str, int] = {}
    numbers: dict[str, int] = {}
    loose: set[str] = set()
    nodes, layout = graph.nodes, graph.layout
    is_plain = is_whole = True
    for top in top_ids(graph):
        if top not in nodes:
            is_whole = False
            continue
        is_loose = top != graph.root
        stack = [top]
        while stack:
            node = stack.pop()
            if node in children:
                is_plain = False
                continue
            if is_loose:
                loose.add(node)
            below = child_ids(nodes[node])
            if below:
                if any(child not in nodes for child in below):
                    is_whole = False
                    below = tuple(child for child in below if child in nodes)
                entry = layout.get(node)
                if below and entry is not None and entry.collapsed:
                    hidden[node] = len(descendants(graph, node))
                    below = ()
                if len(below) > 1:
                    numbers.update(zip(below, range(1, len(below) + 1), strict=True))
                stack.extend(reversed(below))
            children[node] = below
    is_whole = is_whole and is_plain and not hidden
    return TreeShape(children, hidden, numbers, frozenset(loose), is_plain, is_whole)


def keeps_shape(old: TreeGraph, new: TreeGraph, nodes: MappingDifference) -> bool:
    """Tell whether two versions of a tree look alike but for what is on the nodes that changed."""
    if old.root != new.root or old.loose != new.loose or nodes.added or nodes.removed:
        return False
    if any(child_ids(old.nodes[node]) != child_ids(new.nodes[node]) for node in nodes.changed):
        return False
    return _keeps_folds(old, new)


def _keeps_folds(old: TreeGraph, new: TreeGraph) -> bool:
    layouts = replacement(old.layout, new.layout)
    return all(_is_folded(old, node) == _is_folded(new, node) for node in layouts.touched)


def _is_folded(graph: TreeGraph, node: str) -> bool:
    entry = graph.layout.get(node)
    return entry is not None and entry.collapsed


def followed_shape(
    shape: TreeShape, old: TreeGraph, new: TreeGraph, nodes: MappingDifference
) -> ShapeChange | None:
    """Return the shape after an edit that added or took whole branches, or put children in another order.

    Returns None where the edit did something else, and all has to be walked again.
    """
    if not shape.is_whole or old.root != new.root or old.loose != new.loose or not _keeps_folds(old, new):
        return None
    walk = _ShapeWalk(shape, new)
    other = {
        node: child_ids(new.nodes[node])
        for node in sorted(nodes.changed & shape.children.keys())
        if child_ids(new.nodes[node]) != shape.children[node]
    }
    for node, below in other.items():
        walk.take_away([child for child in shape.children[node] if child not in below])
    if not walk.gone <= nodes.removed or not nodes.removed.isdisjoint(walk.children):
        return None
    if not all(walk.put(node, below, shape.children[node]) for node, below in other.items()):
        return None
    return walk.result()


class _ShapeWalk:
    """Take branches out of a shape and put others in; parents stay before their children."""

    def __init__(self, shape: TreeShape, graph: TreeGraph) -> None:
        self.children = dict(shape.children)
        self.gone: set[str] = set()
        self._touched: set[str] = set()
        self._numbers, self._loose = dict(shape.numbers), set(shape.loose)
        self._graph = graph

    def take_away(self, tops: list[str]) -> None:
        """Take nodes with all below them out."""
        while tops:
            node = tops.pop()
            self.gone.add(node)
            self._loose.discard(node)
            self._numbers.pop(node, None)
            tops.extend(self.children.pop(node, ()))

    def put(self, node: str, below: tuple[str, ...], known: Iterable[str]) -> bool:
        """Give a node other children; return False if one not `known` there is elsewhere already."""
        stack = [(node, below)]
        kept = set(known)
        while stack:
            node, below = stack.pop()
            if below and (len(set(below)) < len(below) or _is_folded(self._graph, node)):
                return False
            self.children[node] = below
            self._touched.add(node)
            for number, child in enumerate(below, start=1):
                self._numbers.pop(child, None)
                if len(below) > 1:
                    self._numbers[child] = number
                if child in kept:
                    continue
                if child in self.children or child not in self._graph.nodes:
                    return False
                if node in self._loose:
                    self._loose.add(child)
                stack.append((child, child_ids(self._graph.nodes[child])))
            kept = set()
        return True

    def result(self) -> ShapeChange:
        """Return the shape there is now."""
        shape = TreeShape(self.children, {}, self._numbers, frozenset(self._loose))
        return ShapeChange(shape, self._touched, self.gone)
