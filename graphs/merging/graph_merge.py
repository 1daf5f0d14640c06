"""Merge one graph that both sides changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graphs.basics.plain_json import ABSENT, Absent, Entry, JsonObject, object_at, same_json
from graphs.checks.rules.problem import Place
from graphs.difference.structure import GRAPH_LISTS
from graphs.merging.branch_merge import BranchDecision
from graphs.merging.conflict import Conflict
from graphs.merging.hierarchy import HierarchyDecision, Hold
from graphs.merging.kept_elements import FateDecision, Fates
from graphs.merging.list_merge import merged_list
from graphs.merging.side import ROOT_LIST, MergeSide, initial_ids, structure_fields
from graphs.merging.value_merge import (
    merged_declarations,
    merged_fields,
    merged_value,
    unopposed,
)
from graphs.structure.queries import TOP

_PARTS = frozenset({"nodes", "edges", "layout", "notes", "variables", "parameters", "kind"})
_REFERENCES = frozenset({"initial", "default"})
_DECLARED = ("variables", "parameters", "notes")


def merged_reference(
    place: Place,
    base: Entry,
    ours: Entry,
    theirs: Entry,
    is_possible: Callable[[str, bool], bool],
    conflicts: list[Conflict],
) -> Entry:
    """Return the merged value of a field that names states.

    `is_possible(id, by_theirs)` says whether the result has the state where the field needs it. Theirs
    gives way to ours if it names another one; ids that are not possible in ours either are taken out.
    """
    simple = unopposed(base, ours, theirs)
    if simple is None:
        conflicts.append(Conflict(place, "changed", base, ours, theirs))
    value = ours if simple is None else simple[0]
    by_theirs = not same_json(value, ours)
    if all(is_possible(key, by_theirs) for key in named(value)):
        return value
    if simple is not None:
        conflicts.append(Conflict(place, "reference", base, ours, theirs))
    if by_theirs and ours is not ABSENT and all(is_possible(key, False) for key in named(ours)):
        return ours
    kept = value if not by_theirs or ours is ABSENT else ours
    return _without(kept, lambda each: is_possible(each, kept is value and by_theirs))


def named(value: Entry) -> list[str]:
    """Return the ids that a list of targets, an initial or a default names."""
    if isinstance(value, list):
        return [each for each in value if isinstance(each, str)]
    return initial_ids(value)


def _without(value: Entry, is_possible: Callable[[str], bool]) -> Entry:
    if isinstance(value, str):
        return value if is_possible(value) else ABSENT
    if isinstance(value, list):
        return [each for each in value if isinstance(each, str) and is_possible(each)] or ABSENT
    if isinstance(value, dict):
        targets = _without(value.get("targets", ABSENT), is_possible)
        return ABSENT if targets is ABSENT else {**value, "targets": targets}
    return value


def merged_graph(
    graph_id: str, base: JsonObject, ours: JsonObject, theirs: JsonObject, conflicts: list[Conflict]
) -> JsonObject:
    """Return the merge of three versions of a graph of one kind, all as they are in a file."""
    return _GraphMerge(graph_id, MergeSide(base), MergeSide(ours), MergeSide(theirs), conflicts).merged()


class _GraphMerge:
    """Put the merged graph together."""

    def __init__(
        self, graph_id: str, base: MergeSide, ours: MergeSide, theirs: MergeSide, conflicts: list[Conflict]
    ) -> None:
        self._graph_id = graph_id
        self._sides = (base, ours, theirs)
        self._kind = ours.kind
        self._conflicts = conflicts
        self._fates = FateDecision(graph_id, base, ours, theirs, conflicts).decide()
        self._holds: dict[str, Hold] = {}
        self._nodes: dict[str, JsonObject] = {}
        self._edges: dict[str, JsonObject] = {}

    def merged(self) -> JsonObject:
        """Return the merged graph."""
        graph = self._own_fields()
        for node_id, counts in sorted(self._fates.nodes.items()):
            self._nodes[node_id] = self._fields(node_id, [side.nodes for side in self._sides], counts)
        if self._kind == "decision_tree":
            self._put_branches(graph)
        else:
            self._put_children(graph)
        if self._kind == "state_machine":
            self._put_edges(graph)
            graph["edges"] = {**self._edges}
        graph["nodes"] = {**self._nodes}
        graph["layout"] = self._layout()
        return graph

    def _own_fields(self) -> JsonObject:
        base, ours, theirs = (side.value for side in self._sides)
        apart = _PARTS | set(GRAPH_LISTS.get(self._kind, ()))
        apart |= {"initial"} if self._kind == "state_machine" else {ROOT_LIST}
        place = Place(self._graph_id)
        graph = merged_fields(place, base, ours, theirs, self._conflicts, frozenset(apart))
        for name in _DECLARED:
            start, left, right = (object_at(side, name) for side in (base, ours, theirs))
            graph[name] = merged_declarations(self._graph_id, name, start, left, right, self._conflicts)
        return {**graph, "kind": self._kind}

    def _fields(
        self, one: str, versions: list[dict[str, JsonObject]], counts: tuple[bool, bool]
    ) -> JsonObject:
        """Return a node or transition without the fields that make the structure."""
        apart = {"targets"}
        if versions[0] is self._sides[0].nodes:
            apart = {*structure_fields(self._kind)}
            apart |= _REFERENCES if self._kind == "state_machine" else set()
        if counts == (True, True):
            base, ours, theirs = (version.get(one, {}) for version in versions)
            return merged_fields(
                Place(self._graph_id, one), base, ours, theirs, self._conflicts, frozenset(apart)
            )
        there = versions[1 if counts[0] else 2][one]
        return {name: value for name, value in there.items() if name not in apart}

    def _put_branches(self, graph: JsonObject) -> None:
        decision = BranchDecision(self._graph_id, *self._sides, self._fates, self._conflicts)
        decision.decide()
        for branch, branches in decision.branches.items():
            _put(self._nodes[branch], "branches", [*branches])
        _put(graph, ROOT_LIST, ABSENT if decision.root is None else decision.root)
        _put(graph, "loose", [*decision.loose])

    def _put_children(self, graph: JsonObject) -> None:
        decision = HierarchyDecision(self._graph_id, *self._sides, self._fates, self._conflicts)
        self._holds = decision.node_holds()
        for (holder, name), ids in self._ordered(self._holds).items():
            target = graph if holder == TOP else self._nodes[holder]
            _put(target, name, ids[0] if name == ROOT_LIST else [*ids])
        if self._kind == "state_machine":
            for holder in (TOP, *self._nodes):
                target = graph if holder == TOP else self._nodes[holder]
                for name in ("initial", "default") if holder != TOP else ("initial",):
                    _put(target, name, self._merged_initial(holder, name))

    def _merged_initial(self, holder: str, name: str) -> Entry:
        counts = self._fates.nodes.get(holder, (True, True))
        values = [side.holder(holder).get(name, ABSENT) for side in self._sides]
        base, ours, theirs = self._counting(values, counts)

        def is_possible(one: str, by_theirs: bool) -> bool:
            if not self._is_possible(one, by_theirs):
                return False
            return name == "default" or self._holds.get(one) in ((holder, "children"), None)

        place = Place(self._graph_id, holder, name)
        return merged_reference(place, base, ours, theirs, is_possible, self._conflicts)

    def _put_edges(self, graph: JsonObject) -> None:
        for edge_id, counts in sorted(self._fates.edges.items()):
            values = [side.edges.get(edge_id, {}).get("targets", ABSENT) for side in self._sides]
            base, ours, theirs = self._counting(values, counts)
            place = Place(self._graph_id, edge_id, "targets")
            targets = merged_reference(place, base, ours, theirs, self._is_possible, self._conflicts)
            if targets is ABSENT and named(theirs) and not counts[0]:
                continue  # Where it would lead is gone, and the conflict holds it.
            edge = self._fields(edge_id, [side.edges for side in self._sides], counts)
            _put(edge, "targets", targets)
            self._edges[edge_id] = edge
        kept = Fates(
            self._fates.nodes, {key: self._fates.edges[key] for key in self._edges}, self._fates.void
        )
        decision = HierarchyDecision(self._graph_id, *self._sides, kept, self._conflicts)
        for (holder, name), ids in self._ordered(decision.edge_holds()).items():
            _put(graph if holder == TOP else self._nodes[holder], name, [*ids])

    def _ordered(self, holds: Mapping[str, Hold]) -> dict[Hold, tuple[str, ...]]:
        """Return the merged order of every list, given what is in it."""
        members: dict[Hold, list[str]] = {}
        for key, hold in holds.items():
            members.setdefault(hold, []).append(key)
        orders: dict[Hold, tuple[str, ...]] = {}
        for (holder, name), ids in members.items():
            base, ours, theirs = (side.ids(holder, name) for side in self._sides)
            merged = merged_list(base, ours, theirs if holder not in self._fates.void else (), ids)
            orders[holder, name] = merged.members
            for key in sorted(merged.opposed):
                before, here, there = (_place_in(holder, name, side, key) for side in (base, ours, theirs))
                place = Place(self._graph_id, key)
                self._conflicts.append(Conflict(place, "moved", before, here, there, covers=frozenset({key})))
        return orders

    def _is_possible(self, one: str, by_theirs: bool) -> bool:
        """Tell whether the result has a node that a reference means; what never was one stays as it is."""
        if one in self._fates.nodes:
            return not (by_theirs and one in self._fates.void)
        return not any(one in side.nodes for side in self._sides)

    def _layout(self) -> JsonObject:
        base, ours, theirs = (object_at(side.value, "layout") for side in self._sides)
        elements = {node_id for side in self._sides for node_id in (*side.nodes, *side.edges)}
        layout: JsonObject = {}
        for key in sorted(base.keys() | ours.keys() | theirs.keys()):
            counts = (True, True)
            if key in elements:
                fate = self._fates.nodes.get(key)
                if fate is None and key in self._edges:
                    fate = self._fates.edges[key]
                if fate is None:
                    continue  # The place of what is gone goes with it.
                counts = fate
            before, here, there = self._counting(
                [side.get(key, ABSENT) for side in (base, ours, theirs)], counts
            )
            place = Place(self._graph_id, key, "layout")
            merged = merged_value(place, before, here, there, self._conflicts)
            if not isinstance(merged, Absent):
                layout[key] = merged
        return layout

    @staticmethod
    def _counting(values: list[Entry], counts: tuple[bool, bool]) -> tuple[Entry, Entry, Entry]:
        """Return three values of which only the sides that count have a say."""
        base, ours, theirs = values
        if counts == (True, True):
            return base, ours, theirs
        return (ours, ours, ours) if counts[0] else (ABSENT, ABSENT, theirs)


def _put(record: JsonObject, name: str, value: Entry) -> None:
    if not isinstance(value, Absent) and value != []:
        record[name] = value


def _place_in(holder: str, name: str, ids: list[str], one: str) -> Entry:
    return {"parent": holder or None, "list": name, "index": ids.index(one)}
