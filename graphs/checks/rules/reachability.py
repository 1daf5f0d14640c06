"""Know which nodes of a graph can be reached, and keep knowing it from edit to edit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Generic, TypeVar

from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.decision_tree import DecisionTreeGraph
from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP, children_of, initial_targets, parent_of

AnyGraph = TypeVar("AnyGraph", bound=Graph)

Names = dict[str, None]
"""A set of ids in the order they were added."""


class Reachability(Generic[AnyGraph]):
    """Hold which nodes can be reached from the graph itself, by way of links.

    `links_of` gives the nodes that a node, or the graph for `TOP`, leads to (`state_links`, `tree_links`).
    Each reachable node remembers one that it is reached from, so that an edit costs what hangs on the links
    it takes away.
    """

    def __init__(self, links_of: Callable[[AnyGraph, str], Iterable[str]]) -> None:
        self._links_of = links_of
        self._links: dict[str, Names] = {}
        self._linked_from: dict[str, Names] = {}
        self._reached_from: dict[str, str] = {}
        self._reaches: dict[str, Names] = {}

    def __contains__(self, node_id: str) -> bool:
        return node_id in self._reached_from

    def update(self, graph: AnyGraph, touched: Iterable[str]) -> Generator[None, None, Names]:
        """Follow an edit in short steps, and return the nodes for which the answer changed.

        `touched` must hold every node that came, went or has other links, and `TOP` if the graph's own
        changed.
        """
        cut: list[str] = []
        linked: list[str] = []
        for one in touched:
            known = one == TOP or one in graph.nodes
            if not known and one in self._reached_from:
                cut.append(one)
            elif known and one != TOP and one not in self._links:
                linked.append(one)
            self._relink(one, dict.fromkeys(self._links_of(graph, one)) if known else None, cut, linked)
            yield
        fallen = self._let_fall(cut)
        found = self._reach(graph, (*fallen, *linked))
        changed = {one: None for one in fallen if one not in self._reached_from}
        changed.update((one, None) for one in found if one not in fallen)
        return changed

    def _relink(self, one: str, links: Names | None, cut: list[str], linked: list[str]) -> None:
        old = self._links.get(one, {})
        new = links or {}
        for target in old:
            if target not in new:
                self._linked_from[target].pop(one, None)
                if self._reached_from.get(target) == one:
                    cut.append(target)
        for target in new:
            if target not in old:
                self._linked_from.setdefault(target, {})[one] = None
                linked.append(target)
        if links is None:
            self._links.pop(one, None)
        else:
            self._links[one] = new

    def _let_fall(self, cut: Iterable[str]) -> Names:
        """Forget that some nodes are reachable, and all that were reached by way of them."""
        fallen: Names = {}
        waiting = list(cut)
        while waiting:
            one = waiting.pop()
            by = self._reached_from.pop(one, None)
            if by is None:
                continue
            self._reaches.get(by, {}).pop(one, None)
            fallen[one] = None
            waiting.extend(self._reaches.pop(one, {}))
        return fallen

    def _reach(self, graph: AnyGraph, candidates: Iterable[str]) -> Names:
        """Find which of some nodes can be reached, and all that can by way of them."""
        found: Names = {}
        waiting: deque[str] = deque()
        for one in candidates:
            if one in graph.nodes and one not in self._reached_from:
                sources = self._linked_from.get(one, {})
                by = next((each for each in sources if each == TOP or each in self._reached_from), None)
                if by is not None:
                    self._settle(one, by, found, waiting)
        while waiting:
            current = waiting.popleft()
            for target in self._links[current]:
                if target in graph.nodes and target not in self._reached_from:
                    self._settle(target, current, found, waiting)
        return found

    def _settle(self, one: str, by: str, found: Names, waiting: deque[str]) -> None:
        self._reached_from[one] = by
        self._reaches.setdefault(by, {})[one] = None
        found[one] = None
        waiting.append(one)


def tree_links(graph: BehaviorTreeGraph | DecisionTreeGraph, one: str) -> tuple[str, ...]:
    """Return the children of a node, and the root for `TOP`; what is loose leads nowhere."""
    if one != TOP:
        return children_of(graph, one)
    return () if graph.root is None else (graph.root,)


def state_links(graph: StateMachineGraph, one: str) -> list[str]:
    """Return the states that are entered from, or with, a state; or from the machine itself for `TOP`.

    Guards are not looked at, as in `graphs.structure.queries.reachable`.
    """
    if one == TOP:
        targets = [*initial_targets(graph.initial)]
        transitions = graph.transitions
    else:
        node = graph.nodes[one]
        targets = [*initial_targets(node.initial), *initial_targets(node.default)]
        transitions = node.transitions
        if node.kind != "state":
            targets.extend(node.children)
        parent = parent_of(graph, one)
        if parent:
            targets.append(parent)
    for edge_id in transitions:
        edge = graph.edges.get(edge_id)
        if edge is not None:
            targets.extend(edge.targets)
    return targets
