"""Match the branches of a question in two versions: they have no ids, and may share a child."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from graphs.basics.frozen import JsonValue
from graphs.basics.json_text import to_canonical_json
from graphs.basics.plain_json import JsonObject

_DECIDERS = ("when", "upto", "case", "test", "weight", "row", "else")


def matched_branches(
    old: Sequence[JsonObject], new: Sequence[JsonObject], *, by_child: bool = True
) -> dict[int, int]:
    """Return for places in `new` the places in `old` of what is the same branch.

    The same is first what is equal, then what decides by the same answer, then, with `by_child`, what leads
    to the same child; of several, the first that is left. Branches are given as they stand in a file.
    """
    matches: dict[int, int] = {}
    taken: set[int] = set()
    for key_of in (_content, _decision, _child) if by_child else (_content, _decision):
        waiting: dict[Hashable, list[int]] = {}
        for place, branch in enumerate(old):
            key = key_of(branch)
            if place not in taken and key is not None:
                waiting.setdefault(key, []).append(place)
        _match(new, key_of, waiting, matches, taken)
    return matches


def _match(
    new: Sequence[JsonObject],
    key_of: Callable[[JsonObject], Hashable],
    waiting: dict[Hashable, list[int]],
    matches: dict[int, int],
    taken: set[int],
) -> None:
    for place, branch in enumerate(new):
        if place in matches:
            continue
        candidates = waiting.get(key_of(branch))
        if candidates:
            matches[place] = candidates.pop(0)
            taken.add(matches[place])


def branch_decision(branch: JsonObject) -> JsonObject:
    """Return what decides for a branch: its answer, range, case, test, weight, row or else."""
    return {name: branch[name] for name in _DECIDERS if name in branch}


def _content(branch: JsonObject) -> Hashable:
    return to_canonical_json(branch)


def _decision(branch: JsonObject) -> Hashable:
    decision = branch_decision(branch)
    return to_canonical_json(decision) if decision else None


def _child(branch: JsonObject) -> Hashable:
    child: JsonValue = branch.get("child")
    return child if isinstance(child, str) else None
