"""Merge the structure of decision trees: nodes that hang in several places, and branches without ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graphs.basics.plain_json import ABSENT, Entry, JsonObject
from graphs.checks.rules.problem import Place
from graphs.difference.document_difference import matched_branches
from graphs.merging.conflict import Cause, Conflict
from graphs.merging.kept_elements import Fates
from graphs.merging.list_merge import merged_list
from graphs.merging.row_merge import Matching, merged_rows
from graphs.merging.side import ROOT_LIST, MergeSide
from graphs.merging.value_merge import merged_fields, unopposed
from graphs.structure.queries import TOP


def merged_branches(
    place: Place,
    base: Sequence[JsonObject],
    ours: Sequence[JsonObject],
    theirs: Sequence[JsonObject],
    conflicts: list[Conflict],
) -> list[JsonObject]:
    """Return the merged branches of the question at `place`, adding what is opposed to `conflicts`.

    Branches that both added are one if they are equal or decide by the same.
    """
    branches = replace(place, field="branches")
    return merged_rows(branches, base, ours, theirs, conflicts, _BRANCHES, merged_fields)


_BRANCHES = Matching(matched_branches, lambda old, new: matched_branches(old, new, by_child=False))


class BranchDecision:
    """Decide branches, root and loose nodes of one decision tree; `conflicts` grows."""

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
        self._ours, self._theirs = ours, theirs
        self._fates = fates
        self._conflicts = conflicts
        self.branches: dict[str, list[JsonObject]] = {}
        self.root: str | None = None
        self.loose: tuple[str, ...] = ()

    def decide(self) -> None:
        """Fill in the branches of each node of the result, the root, and the loose nodes in order."""
        for node_id, counts in sorted(self._fates.nodes.items()):
            self.branches[node_id] = self._merged(node_id, counts)
        self._drop_missing_children()
        self._open_circles()
        self.root = self._settled_root()
        attached = {child for _, _, child in self._links()}
        members = [key for key in sorted(self._fates.nodes) if key not in attached and key != self.root]
        base, ours, theirs = (side.ids(TOP, "loose") for side in self._sides)
        loose = merged_list(base, ours, theirs, members)
        self.loose = loose.members
        for node_id in sorted(loose.opposed):
            self._tell(
                Place(self._graph_id, node_id),
                "moved",
                *(_loose_place(side, node_id) for side in self._sides),
            )

    def _merged(self, one: str, counts: tuple[bool, bool]) -> list[JsonObject]:
        if counts != (True, True):
            return [{**branch} for branch in (self._ours if counts[0] else self._theirs).branches(one)]
        base, ours, theirs = (side.branches(one) for side in self._sides)
        return merged_branches(Place(self._graph_id, one), base, ours, theirs, self._conflicts)

    def _links(self) -> list[tuple[str, int, str]]:
        """Return the parent, the place of the branch and the child of each branch that has one."""
        return [
            (key, place, child)
            for key, branches in self.branches.items()
            for place, branch in enumerate(branches)
            if isinstance(child := branch.get("child"), str)
        ]

    def _drop_missing_children(self) -> None:
        known = self._sides[0].nodes.keys() | self._ours.nodes.keys() | self._theirs.nodes.keys()
        for link, place, child in self._links():
            from_theirs = link not in self._ours.parents.get(child, set())
            if (child in known and child not in self._fates.nodes) or (
                from_theirs and child in self._fates.void
            ):
                self._drop(link, place, "reference")

    def _open_circles(self) -> None:
        """Take theirs' links away that would let a node hang on itself."""
        below: dict[str, set[str]] = {branch: set() for branch in self.branches}
        doubtful = []
        for link, place, child in self._links():
            if link in self._ours.parents.get(child, set()):
                below[link].add(child)
            else:
                doubtful.append((link, place, child))
        for link, place, child in doubtful:
            if link in _reached(below, child):
                self._drop(link, place, "structure")
            else:
                below[link].add(child)

    def _settled_root(self) -> str | None:
        base, ours, theirs = (side.ids(TOP, ROOT_LIST)[:1] for side in self._sides)
        if base and base[0] not in self._fates.nodes:
            # A side that only removed the root, or only left it, has not said that there be none.
            ours, theirs = ([] if side == base else side for side in (ours, theirs))
            base = []
        simple = unopposed([*base], [*ours], [*theirs])
        wanted = ours if simple is None else theirs if simple[0] == theirs else ours
        is_theirs = wanted == theirs != ours
        if simple is None or (is_theirs and not self._may_be_root(wanted)):
            wanted = ours
            where = Place(self._graph_id, "", "root")
            self._tell(where, "moved", _first(base), _first(ours), _first(theirs))
        root = wanted[0] if wanted and wanted[0] in self._fates.nodes else None
        for link, place, child in self._links():
            if child == root:
                if link in self._ours.parents.get(child, set()):
                    return None
                self._drop(link, place, "structure")
        return root

    def _may_be_root(self, wanted: list[str]) -> bool:
        """Tell whether theirs' root can be the root: it is in the result, and ours hangs it nowhere."""
        if not wanted:
            return True
        root = wanted[0]
        held = any(
            child == root and link in self._ours.parents.get(root, set()) for link, _, child in self._links()
        )
        return root in self._fates.nodes and root not in self._fates.void and not held

    def _drop(self, one: str, place: int, cause: Cause) -> None:
        """Take the child from a branch that theirs gave it."""
        branch = self.branches[one][place]
        child = branch.pop("child")
        self._tell(Place(self._graph_id, one, f"branches.{place}.child"), cause, ABSENT, ABSENT, child)

    def _tell(self, place: Place, cause: Cause, base: Entry, ours: Entry, theirs: Entry) -> None:
        covers = frozenset({place.element} if place.element else ())
        self._conflicts.append(Conflict(place, cause, base, ours, theirs, covers=covers))


def _reached(below: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting.extend(below.get(key, ()))
    return found


def _loose_place(side: MergeSide, one: str) -> Entry:
    loose = side.ids(TOP, "loose")
    return {"parent": None, "list": "loose", "index": loose.index(one)} if one in loose else ABSENT


def _first(ids: list[str]) -> Entry:
    return ids[0] if ids else ABSENT
