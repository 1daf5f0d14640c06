"""Name what a plain tree leaves unnamed: ids that follow from the place, labels of states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from graphs.basics.ids import free_name, slug
from graphs.basics.json_text import JsonObject, JsonValue

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def node_stem(record: JsonObject) -> str:
    """Return what the id of a node of a tree is made of: its title, what it names, or its kind."""
    return stem(*(record.get(name) for name in ("title", "action", "graph", "outcome", "kind")))


def stem(*texts: JsonValue) -> str:
    """Return the first text that an id can be made of, as it would be: "enemy_turn" of "EnemyTurn"."""
    found = (slug(_HUMP.sub("_", text)) for text in texts if isinstance(text, str))
    return next(filter(None, found), "part")


def state_stem(label: str, kind: str, has_name: bool) -> str:
    """Return what the id of a state is made of; one of a kind without names is called as it is labeled."""
    return stem(label, kind) if has_name else label or kind or "part"


def place_ids(parts: Iterable[tuple[str, str | None]]) -> list[str]:
    """Return the ids of the parts of a graph, given the stem and the own id of each, None for none.

    Those without are called as their stems, numbered from the second on, whatever the others are called.
    """
    listed = list(parts)
    own = {each for _, each in listed if each is not None}
    by_place: set[str] = set()
    found = []
    for start, given in listed:
        free = free_name(start, by_place)
        by_place.add(free)
        found.append(given if given is not None else free_name(free, own))
        own |= {found[-1]}
    return found


def state_labels(names: Mapping[str, str]) -> dict[str, str]:
    """Return the label of each state by its id: its name, or its id where the name does not tell it apart."""
    counts = Counter(names.values())
    return {
        node_id: name if name and counts[name] == 1 and (name == node_id or name not in names) else node_id
        for node_id, name in names.items()
    }
