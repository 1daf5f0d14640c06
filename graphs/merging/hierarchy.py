"""Decide where each node hangs and which state each transition leaves, so that the tree rule holds."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.plain_json import ABSENT, Entry
from graphs.checks.rules.problem import Place
from graphs.merging.conflict import Cause, Conflict
from graphs.merging.kept_elements import Fates
from graphs.merging.side import ROOT_LIST, MergeSide, reset_initials
from graphs.structure.queries import TOP

Hold = tuple[str, str]
"""A holder (`TOP` is the graph) and the name of its list."""


class HierarchyDecision:
    """Decide the parents in graphs whose nodes have one parent each, and the sources of transitions."""

    def __init__(
        self,
        graph_id: str,
        base: MergeSide,
        ours: MergeSide,
        theirs: MergeSide,
        fates: Fates,
        conflicts: list[Conflict],
    ) -> None:
        self._graph_id = graph_id
        self._sides = (base, ours, theirs)
        self._ours = ours
        self._fates = fates
        self._conflicts = conflicts
        self._pinned = reset_initials(base, ours)
        self._spare: Hold = (TOP, "children" if ours.kind == "state_machine" else "loose")

    def node_holds(self) -> dict[str, Hold]:
        """Return where each node of the result hangs: one parent each, one root, no circle."""
        holds = {node_id: self._hold_of(node_id) for node_id in sorted(self._fates.nodes)}
        self._open_circles(holds)
        self._settle_root(holds)
        return holds

    def edge_holds(self) -> dict[str, Hold]:
        """Return the source of each transition of the result; one whose source is gone is left out."""
        found: dict[str, Hold] = {}
        for edge_id, counts in sorted(self._fates.edges.items()):
            holds = [_hold(side.sources.get(edge_id)) for side in self._sides]
            chosen = self._chosen(edge_id, counts, holds)
            if chosen is not None:
                found[edge_id] = chosen
        return found

    def _hold_of(self, one: str) -> Hold:
        holds = [_hold(side.places.get(one)) for side in self._sides]
        if one in self._pinned and self._fates.nodes[one] == (True, True) and holds[2] not in holds[:2]:
            self._tell(one, "moved", holds)
            return holds[1] if holds[1] is not None else self._spare
        chosen = self._chosen(one, self._fates.nodes[one], holds)
        if chosen is None:
            self._tell(one, "structure", holds)
            return self._spare
        return chosen

    def _chosen(self, one: str, counts: tuple[bool, bool], holds: list[Hold | None]) -> Hold | None:
        """Return the hold that the sides agree on; ours where they do not, or theirs cannot be."""
        base, ours, theirs = holds
        if counts == (True, True):
            if ours in (base, theirs):
                wanted = theirs
            else:
                wanted = ours
                if theirs != base:
                    self._tell(one, "moved", holds)
        else:
            wanted = ours if counts[0] else theirs
        if wanted is theirs and wanted != ours and not self._is_theirs_possible(wanted):
            if counts[0]:
                self._tell(one, "moved", holds)
            wanted = ours if counts[0] else None
        return wanted if wanted is not None and self._is_kept(wanted) else None

    def _is_theirs_possible(self, hold: Hold | None) -> bool:
        return hold is not None and self._is_kept(hold) and hold[0] not in self._fates.void

    def _is_kept(self, hold: Hold) -> bool:
        return hold[0] == TOP or hold[0] in self._fates.nodes

    def _open_circles(self, holds: dict[str, Hold]) -> None:
        """Hang nodes back where ours has them until nothing hangs on itself."""
        while True:
            circle = _circle(holds)
            if not circle:
                return
            moved = [
                each for each in sorted(circle) if (place := self._ours_hold(each)) and place != holds[each]
            ]
            key = moved[0] if moved else min(circle)
            self._tell(key, "structure", [_hold(side.places.get(key)) for side in self._sides])
            own = self._ours_hold(key)
            holds[key] = own if moved and own is not None else self._spare

    def _ours_hold(self, one: str) -> Hold | None:
        hold = _hold(self._ours.places.get(one))
        return hold if hold is not None and self._is_kept(hold) else None

    def _settle_root(self, holds: dict[str, Hold]) -> None:
        roots = [key for key, hold in holds.items() if hold == (TOP, ROOT_LIST)]
        if len(roots) < 2:
            return
        own = self._ours.ids(TOP, ROOT_LIST)
        kept = own[0] if own and own[0] in roots else roots[0]
        for root in roots:
            if root != kept:
                holds[root] = (TOP, "loose")
                self._tell(root, "structure", [_hold(side.places.get(root)) for side in self._sides])

    def _tell(self, one: str, cause: Cause, holds: list[Hold | None]) -> None:
        base, ours, theirs = (_value(hold) for hold in holds)
        place = Place(self._graph_id, one)
        self._conflicts.append(Conflict(place, cause, base, ours, theirs, covers=frozenset({one})))


def _hold(place: tuple[str, str, int] | None) -> Hold | None:
    return None if place is None else place[:2]


def _value(hold: Hold | None) -> Entry:
    return ABSENT if hold is None else {"parent": hold[0] or None, "list": hold[1]}


def _circle(holds: Mapping[str, Hold]) -> set[str]:
    """Return the nodes of one circle of parents, none if there is none."""
    safe: set[str] = {TOP}
    for start in holds:
        path: list[str] = []
        current = start
        while current not in safe and current not in path:
            path.append(current)
            current = holds[current][0] if current in holds else TOP
        if current not in safe:
            return {*path[path.index(current) :]}
        safe.update(path)
    return set()
