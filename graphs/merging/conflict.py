"""Hold what could not be merged and the result of a merge, and say conflicts in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graphs.basics.plain_json import ABSENT, Entry
from graphs.checks.rules.places import DECLARED
from graphs.checks.rules.problem import Place
from graphs.difference.value_text import Names, counted, field_label, listed
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.structure.queries import TOP

Cause = Literal["changed", "removed", "moved", "duplicate", "reference", "structure"]
"""Why two sides do not go together.

*changed*: both set the same field. *removed*: one removed what the other changed or uses. *moved*: both hung
the same thing elsewhere, or put it at another place of its list. *duplicate*: both added different things of
one id or name. *reference*: a side names what is not in the result. *structure*: together they would make a
circle or a second root, or a thing would hang nowhere.
"""

Kept = Literal["ours", "theirs"]

_SECTIONS = {**DECLARED, "notes": "frame"}


@dataclass(frozen=True, slots=True)
class Conflict:
    """Hold one conflict: where, why, what each of the three says there, and which is in the result.

    The values are as they are in a file; for a removed subtree they are objects with its `nodes` and
    `edges`, for a move with `parent` and `list`. `covers` has the ids of all nodes and transitions that the
    conflict is about. `message` is a sentence for people.
    """

    place: Place
    cause: Cause
    base: Entry = ABSENT
    ours: Entry = ABSENT
    theirs: Entry = ABSENT
    kept: Kept = "ours"
    covers: frozenset[str] = frozenset()
    message: str = ""


@dataclass(frozen=True, slots=True)
class MergeResult:
    """Hold the merged document and what could not be merged, in the order of the document."""

    document: Document
    conflicts: tuple[Conflict, ...] = ()


def conflict_message(
    conflict: Conflict, base: Document, ours: Document, theirs: Document, registry: Registry
) -> str:
    """Return the sentence for a conflict: where, what each side did, what is kept."""
    return _Message(conflict, Names(base, registry), Names(ours, registry), Names(theirs, registry)).text()


class _Message:
    def __init__(self, conflict: Conflict, base: Names, ours: Names, theirs: Names) -> None:
        self._conflict = conflict
        self._base, self._ours, self._theirs = base, ours, theirs

    def text(self) -> str:
        """Return the sentence."""
        conflict = self._conflict
        subject = self._subject()
        match conflict.cause:
            case "changed":
                return f"{subject} was changed on both sides: {self._both()}."
            case "duplicate":
                return f"{subject} was added on both sides, and not alike. Ours is kept."
            case "removed":
                return f"{subject}{self._extent()} {self._removal()}"
            case "moved":
                return f"{subject} was moved on both sides{self._places()}. Ours is kept."
            case "reference":
                return f"{subject}: {self._reference()}"
            case "structure":
                return f"{subject} cannot be where both sides together would have it{self._places()}."

    def _subject(self) -> str:
        place = self._conflict.place
        if not place.graph:
            return self._declared("") or f"Document: {field_label(place.field)}"
        names = next(
            (side for side in (self._ours, self._theirs, self._base) if self._knows(side)), self._ours
        )
        if not place.element:
            where = names.graph(place.graph)
            if not place.field:
                return where
            return self._declared(f"{where} › ") or f"{where}: {field_label(place.field)}"
        where = self._element(names, place.element)
        if place.field.startswith("layout"):
            return f"{where}: its place on the canvas"
        return f"{where}: {field_label(place.field)}" if place.field else where

    def _element(self, names: Names, one: str) -> str:
        return names.element(self._conflict.place.graph, one)

    def _knows(self, names: Names) -> bool:
        place = self._conflict.place
        graph = names.document.graphs.get(place.graph)
        if graph is None:
            return False
        known = {TOP, *graph.nodes, *getattr(graph, "edges", {})}
        return place.element in known

    def _declared(self, where: str) -> str:
        section, _, rest = self._conflict.place.field.partition(".")
        if section not in _SECTIONS or not rest:
            return ""
        name, _, path = rest.partition(".")
        thing = f"{where}{_SECTIONS[section]} {name}"
        thing = thing if where else thing[:1].upper() + thing[1:]
        return f"{thing}: {field_label(path)}" if path else thing

    def _both(self) -> str:
        ours, theirs = (
            self._value(self._ours, self._conflict.ours),
            self._value(self._theirs, self._conflict.theirs),
        )
        return f"ours to {ours}, theirs to {theirs}; ours is kept"

    def _value(self, names: Names, value: Entry) -> str:
        place = self._conflict.place
        return names.value(place.graph, place.field, value)

    def _extent(self) -> str:
        """Count what goes with a removed node."""
        conflict = self._conflict
        there = conflict.base if conflict.base is not ABSENT else conflict.ours
        if not isinstance(there, dict) or conflict.place.field or not conflict.place.element:
            return ""
        nodes, edges = there.get("nodes"), there.get("edges")
        numbers = [
            (len(nodes) - 1 if isinstance(nodes, dict) else 0, "node"),
            (len(edges) if isinstance(edges, dict) and isinstance(nodes, dict) else 0, "transition"),
        ]
        words = [counted(number, noun) for number, noun in numbers if number > 0]
        return f" with {listed(words)}" if words else ""

    def _removal(self) -> str:
        if self._conflict.ours is ABSENT:
            return "was removed by ours and changed by theirs. It stays removed."
        return "was removed by theirs and changed by ours. It is kept as ours has it."

    def _reference(self) -> str:
        conflict = self._conflict
        if not conflict.place.field and not conflict.place.element:
            return "theirs newly uses this graph, which ours removed. It stays removed."
        if not conflict.place.field:
            return "theirs added it where ours removed what it starts from. It is left out."
        named = self._value(self._theirs, conflict.theirs)
        return f"theirs names {named}, which the result does not have there."

    def _places(self) -> str:
        conflict = self._conflict
        ours, theirs = self._hold(self._ours, conflict.ours), self._hold(self._theirs, conflict.theirs)
        return f": ours {ours}, theirs {theirs}" if ours and theirs and ours != theirs else ""

    def _hold(self, names: Names, value: Entry) -> str:
        if isinstance(value, str):
            return names.node(self._conflict.place.graph, value)
        if not isinstance(value, dict) or "list" not in value:
            return ""
        parent = value.get("parent")
        if isinstance(parent, str):
            return f"under {names.node(self._conflict.place.graph, parent)}"
        return {"root": "as the root", "loose": "as a loose node"}.get(str(value["list"]), "at the top")
