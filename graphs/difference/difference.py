"""Hold one difference between two documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graphs.basics.plain_json import ABSENT, Entry
from graphs.checks.rules.problem import Place

What = Literal["added", "removed", "changed", "moved", "renamed", "placed"]
"""What happened; *placed* is a place on the canvas, which changes nothing of what the document means."""

Part = Literal["document", "graph", "node", "edge", "branch", "variable", "event", "parameter", "frame"]
"""What it happened to."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Hold one difference: what happened, to what, and the values on both sides as they stand in a file.

    `place` names the field of a change (`guard.test`), the thing itself of anything else; what is removed is
    named by its place in the old document. Of a move the values are objects with `parent` (null is the graph
    itself), `list` and `index`; of a rename the names, and `followers` counts the nodes and transitions whose
    expressions follow it.
    """

    what: What
    part: Part
    place: Place
    old: Entry = ABSENT
    new: Entry = ABSENT
    followers: int = 0

    @property
    def only_canvas(self) -> bool:
        """Tell whether it is a matter of the picture alone."""
        return self.what == "placed"
