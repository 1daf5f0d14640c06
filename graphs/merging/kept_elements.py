"""Decide which nodes and transitions are in the merged graph.

What one side removed is gone, unless ours changed or newly uses any part of it: then all of the subtree that
theirs removed stays as ours has it. What ours removed stays removed, whatever theirs did to it; that is told
as a conflict with all that theirs has there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from graphs.basics.plain_json import ABSENT, same_json
from graphs.checks.rules.problem import Place
from graphs.merging.conflict import Cause, Conflict
from graphs.merging.side import MergeSide, SideChanges, without_lists
from graphs.structure.queries import TOP


@dataclass(slots=True)
class Fates:
    """Hold what is in the result: for each id the sides whose version counts there.

    `nodes` and `edges` map to (ours counts, theirs counts); an id that is not in them is not in the result.
    `void` has ids under which theirs means another thing than what is in the result.
    """

    nodes: dict[str, tuple[bool, bool]] = field(default_factory=dict)
    edges: dict[str, tuple[bool, bool]] = field(default_factory=dict)
    void: set[str] = field(default_factory=set)


class FateDecision:
    """Decide the fates of one graph; `conflicts` grows."""

    def __init__(
        self, graph_id: str, base: MergeSide, ours: MergeSide, theirs: MergeSide, conflicts: list[Conflict]
    ) -> None:
        self._graph_id = graph_id
        self._base, self._ours, self._theirs = base, ours, theirs
        self._by_ours, self._by_theirs = SideChanges(base, ours), SideChanges(base, theirs)
        self._conflicts = conflicts
        self._fates = Fates()
        self._restored: set[str] = set()
        self._covered: set[str] = set()

    def decide(self) -> Fates:
        """Return the fates."""
        base, ours, theirs = self._base.nodes, self._ours.nodes, self._theirs.nodes
        for key in ours.keys() & theirs.keys():
            self._keep_node_of_both(key)
        for key in ours.keys() - theirs.keys() - base.keys():
            self._fates.nodes[key] = (True, False)
        self._restore_what_ours_touched((ours.keys() & base.keys()) - theirs.keys())
        added = self._theirs.nodes.keys() - ours.keys() - base.keys()
        gone = (theirs.keys() & base.keys()) - ours.keys()
        self._tell_what_stays_removed(gone, self._rejected(added, gone))
        for key in sorted(self._ours.edges.keys() | self._theirs.edges.keys()):
            self._decide_edge(key)
        return self._fates

    def _keep_node_of_both(self, one: str) -> None:
        self._fates.nodes[one] = (True, True)
        if one in self._base.nodes:
            return
        ours, theirs = without_lists(self._ours, one), without_lists(self._theirs, one)
        if not same_json(ours, theirs):
            self._fates.nodes[one] = (True, False)
            self._fates.void.add(one)

    def _restore_what_ours_touched(self, removed: set[str]) -> None:
        """Keep each subtree that theirs removed if ours touched any of it."""
        for unit in self._units(self._base, removed):
            if not unit & self._by_ours.nodes:
                continue
            self._restored |= unit
            self._fates.nodes.update(dict.fromkeys(unit, (True, False)))
            edges = {edge for edge in self._edges_at(self._ours, unit) if edge not in self._theirs.edges}
            self._tell(unit, edges, self._ours, kept_is_removal=False)

    def _rejected(self, added: set[str], gone: set[str]) -> set[str]:
        """Return what theirs added below what is not in the result, and let in the rest of `added`."""
        clashing = {each for each in added if each in self._ours.edges}
        self._fates.void |= clashing
        out = gone | self._fates.void
        rejected = set(clashing)
        waiting = sorted(added - clashing)
        found = True
        while found:
            below = [
                item
                for item in waiting
                if item not in rejected
                and (parents := self._theirs.parents.get(item, set()))
                and parents <= out | rejected
            ]
            rejected.update(below)
            found = bool(below)
        for key in added - rejected:
            self._fates.nodes[key] = (False, True)
        return rejected

    def _tell_what_stays_removed(self, gone: set[str], rejected: set[str]) -> None:
        theirs = self._theirs
        for unit in self._units(self._base, gone):
            below = self._below(unit, rejected)
            if unit & self._by_theirs.nodes or below:
                self._tell(unit | below, self._edges_from(theirs, unit | below), theirs, kept_is_removal=True)
            else:
                self._covered |= self._edges_from(theirs, unit)
            rejected = rejected - below
        for key in sorted(self._fates.void):
            below = self._below({key}, rejected) | {key}
            rejected = rejected - below
            edges = self._edges_from(theirs, below)
            self._covered |= edges
            self._conflicts.append(
                Conflict(
                    Place(self._graph_id, key),
                    "duplicate",
                    ABSENT,
                    self._ours.nodes.get(key) or self._ours.edges.get(key, ABSENT),
                    theirs.fragment(below, edges),
                    covers=frozenset(below | edges),
                )
            )

    def _decide_edge(self, one: str) -> None:
        in_base, in_ours, in_theirs = (one in side.edges for side in (self._base, self._ours, self._theirs))
        if in_ours and in_theirs:
            self._keep_edge_of_both(one, in_base)
        elif in_ours and not in_base:
            self._fates.edges[one] = (True, False)
        elif in_ours:
            self._decide_edge_removed_by_theirs(one)
        elif in_theirs and in_base:
            if one in self._by_theirs.edges and one not in self._covered:
                self._oppose_edge(one, "removed")
        elif in_theirs:
            self._decide_edge_added_by_theirs(one)

    def _keep_edge_of_both(self, one: str, in_base: bool) -> None:
        self._fates.edges[one] = (True, True)
        if not in_base and not same_json(self._ours.edges[one], self._theirs.edges[one]):
            self._fates.edges[one] = (True, False)
            self._fates.void.add(one)
            self._oppose_edge(one, "duplicate")

    def _decide_edge_removed_by_theirs(self, one: str) -> None:
        ends = {self._ours.source(one), *self._ours.targets(one)} - {TOP, None}
        if one in self._by_ours.edges:
            self._fates.edges[one] = (True, False)
            if one not in self._covered:
                self._oppose_edge(one, "removed")
        elif ends & self._restored and all(end in self._fates.nodes for end in ends):
            self._fates.edges[one] = (True, False)

    def _decide_edge_added_by_theirs(self, one: str) -> None:
        source = self._theirs.source(one)
        if one in self._ours.nodes:
            self._oppose_edge(one, "duplicate")
        elif source is None or self.is_theirs_in_result(source):
            self._fates.edges[one] = (False, True)
        elif one not in self._covered:
            self._oppose_edge(one, "reference")

    def is_theirs_in_result(self, one: str) -> bool:
        """Tell whether a node is in the result as what theirs means by its id."""
        return one == TOP or (one in self._fates.nodes and one not in self._fates.void)

    def _oppose_edge(self, one: str, cause: Cause) -> None:
        self._conflicts.append(
            Conflict(
                Place(self._graph_id, one),
                cause,
                self._base.edges.get(one, ABSENT),
                self._ours.edges.get(one, self._ours.nodes.get(one, ABSENT)),
                self._theirs.edges.get(one, ABSENT),
                covers=frozenset({one}),
            )
        )

    def _tell(self, nodes: set[str], edges: set[str], side: MergeSide, *, kept_is_removal: bool) -> None:
        """Add the conflict between removing a subtree and what the other side did to it."""
        self._covered |= edges
        there = side.fragment(nodes, edges)
        tops = [node_id for node_id in nodes if not side.parents.get(node_id, set()) & nodes]
        known = [key for key in tops if key in self._base.nodes]
        base_edges = {key for key in self._edges_from(self._base, nodes) if key in self._base.edges}
        self._conflicts.append(
            Conflict(
                Place(self._graph_id, min(known or tops or nodes)),
                "removed",
                self._base.fragment(nodes, base_edges),
                ABSENT if kept_is_removal else there,
                there if kept_is_removal else ABSENT,
                covers=frozenset(nodes | edges),
            )
        )

    def _below(self, unit: Iterable[str], rejected: set[str]) -> set[str]:
        """Return what of the rejected hangs on a unit in theirs."""
        found: set[str] = set()
        waiting = [*unit]
        while waiting:
            new = {child for child in self._theirs.children(waiting.pop()) if child in rejected} - found
            found |= new
            waiting.extend(new)
        return found

    @staticmethod
    def _edges_from(side: MergeSide, nodes: Iterable[str]) -> set[str]:
        return {key for node in nodes for key in side.ids(node, "transitions")} & side.edges.keys()

    @staticmethod
    def _edges_at(side: MergeSide, nodes: set[str]) -> set[str]:
        """Return the transitions that leave or enter some nodes."""
        return {
            edge_id
            for edge_id in side.edges
            if side.source(edge_id) in nodes or not nodes.isdisjoint(side.targets(edge_id))
        }

    @staticmethod
    def _units(side: MergeSide, removed: Iterable[str]) -> list[set[str]]:
        """Return the removed nodes, those together that hang on one another."""
        waiting = set(removed)
        units: list[set[str]] = []
        for start in sorted(waiting):
            if start not in waiting:
                continue
            unit: set[str] = set()
            front = [start]
            while front:
                key = front.pop()
                if key in waiting:
                    waiting.discard(key)
                    unit.add(key)
                    front.extend(side.children(key))
                    front.extend(side.parents.get(key, ()))
            units.append(unit)
        return units
