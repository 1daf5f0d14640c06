"""Find what one side changed or newly uses: what the other side cannot remove without a conflict."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.basics.plain_json import JsonObject, same_json
from graphs.difference.branch_matching import matched_branches
from graphs.difference.field_changes import field_changes
from graphs.difference.structure import NODE_LISTS
from graphs.merging.side import ROOT_LIST, Side, initial_ids
from graphs.structure.queries import TOP


class Touches:
    """Hold the nodes and transitions of the base that one side changed, moved, or newly refers to.

    What a side merely takes away, such as one child of several, is no touch: it goes together with the other
    side's taking away more.
    """

    def __init__(self, base: Side, side: Side) -> None:
        self.edges = {one for one in base.edges.keys() & side.edges.keys() if _edge_differs(base, side, one)}
        known = base.nodes.keys() & side.nodes.keys()
        self.nodes = {one for one in known if _node_differs(base, side, one)}
        self.nodes |= _newly_named(base, side) & known
        for edge in self.edges | (side.edges.keys() - base.edges.keys()):
            self.nodes |= {one for one in (side.source(edge), *side.targets(edge)) if one in known}


def without_lists(side: Side, one: str) -> JsonObject:
    """Return a node without the lists that make the tree."""
    lists = structure_fields(side.kind)
    return {name: value for name, value in side.nodes.get(one, {}).items() if name not in lists}


def reset_initials(base: Side, side: Side, names: tuple[str, ...] = ("initial",)) -> set[str]:
    """Return the states that an `initial` names which this side set anew: they must stay where they are.

    `names` are the fields looked at, `initial` and `default`.
    """
    if side.kind != "state_machine":
        return set()
    return {
        one
        for holder in (TOP, *side.nodes)
        for name in names
        if not same_json(base.holder(holder).get(name), side.holder(holder).get(name))
        for one in initial_ids(side.holder(holder).get(name))
    }


def structure_fields(graph_kind: str) -> frozenset[str]:
    """Return the fields of a node that make the tree."""
    lists = frozenset(NODE_LISTS.get(graph_kind, ()))
    return lists | {"branches"} if graph_kind == "decision_tree" else lists


def _edge_differs(base: Side, side: Side, one: str) -> bool:
    return base.source(one) != side.source(one) or not same_json(base.edges[one], side.edges[one])


def _node_differs(base: Side, side: Side, one: str) -> bool:
    if not same_json(without_lists(base, one), without_lists(side, one)):
        return True
    if side.parents.get(one, set()) - base.parents.get(one, set()) or _is_relisted(base, side, one):
        return True
    lists = NODE_LISTS.get(side.kind, ())
    if any(not _is_part(side.ids(one, name), base.ids(one, name)) for name in lists):
        return True
    return _branches_differ(base.branches(one), side.branches(one))


def _is_relisted(base: Side, side: Side, one: str) -> bool:
    """Tell whether a node that hangs on one holder stands in another list of it: the root became loose."""
    before, now = base.places.get(one), side.places.get(one)
    return before is not None and now is not None and before[0] == now[0] and before[1] != now[1]


def _is_part(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Tell whether a list is another one with some members taken away."""
    rest = iter(whole)
    return all(one in rest for one in part)


def _branches_differ(base: Sequence[JsonObject], side: Sequence[JsonObject]) -> bool:
    matches = matched_branches(base, side)
    if len(matches) < len(side):
        return True
    if [matches[place] for place in sorted(matches)] != sorted(matches.values()):
        return True
    changes = [
        change for place, branch in enumerate(side) for change in field_changes(base[matches[place]], branch)
    ]
    return any(change.path != "child" or isinstance(change.new, str) for change in changes)


def _newly_named(base: Side, side: Side) -> set[str]:
    """Return the ids that a root, an initial, a default or a transition names here and not in the base."""
    named = set(side.ids(TOP, ROOT_LIST)) - set(base.ids(TOP, ROOT_LIST))
    if side.kind == "state_machine":
        named |= reset_initials(base, side, ("initial", "default"))
        for edge in side.edges:
            named |= set(side.targets(edge)) - set(base.targets(edge))
    return named
