"""Say in half a line how much differs between two documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from graphs.difference.difference import Difference
from graphs.difference.value_text import counted, listed

MOST_PARTS = 4
"""So many kinds of differences are counted each for themselves."""

_WORDS = {"edge": "transition", "document": "field of the document"}


def difference_summary(differences: Sequence[Difference]) -> str:
    """Return what differs as counts: "2 nodes added, 1 transition changed"; "nothing differs" for none.

    A node or transition of which several fields changed counts once, and what only moved on the canvas is
    counted together.
    """
    things: dict[tuple[str, str], set[tuple[str, str, str]]] = {}
    placed: set[tuple[str, str]] = set()
    for one in differences:
        place = one.place
        if one.only_canvas:
            placed.add((place.graph, place.element))
            continue
        part = "node" if one.part == "branch" else one.part
        what = "changed" if one.what in ("renamed", "changed") or one.part == "branch" else one.what
        name = place.element or ".".join(place.field.split(".")[:2])
        things.setdefault((part, what), set()).add((place.graph, part, name))
    counts = Counter({key: len(found) for key, found in things.items()})
    parts = [f"{counted(number, _WORDS.get(part, part))} {what}" for (part, what), number in counts.items()]
    if placed:
        parts.append(f"{len(placed)} moved on the canvas")
    if not parts:
        return "nothing differs"
    if len(parts) > MOST_PARTS:
        rest = sum(counts.values()) - sum([*counts.values()][: MOST_PARTS - 1]) + len(placed)
        parts = [*parts[: MOST_PARTS - 1], f"{rest} more"]
    return listed(parts)
