"""Find what differs in variables, events and parameters, which are known by name, and what was renamed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from graphs.basics.plain_json import ABSENT, plain, same_json
from graphs.checks.rules.problem import Place
from graphs.difference.difference import Difference, Part
from graphs.difference.field_changes import field_changes
from graphs.edits.events import rename_event
from graphs.edits.refusal import EditRefused
from graphs.edits.variables import rename_parameter, rename_variable
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph


@dataclass(frozen=True, slots=True)
class Declarations:
    """Name one mapping of declarations: variables, events or parameters of the document or a graph."""

    section: str
    graph: str = ""

    @property
    def part(self) -> Part:
        """Return what is declared."""
        return (
            "event"
            if self.section == "events"
            else "parameter"
            if self.section == "parameters"
            else "variable"
        )

    def of(self, document: Document) -> Mapping[str, BaseModel]:
        """Return the declarations in a document; none where the graph is not in it."""
        holder = document.graphs.get(self.graph) if self.graph else document
        found: Mapping[str, BaseModel] = getattr(holder, self.section, {})
        return found

    def renamed(self, document: Document, name: str, new_name: str) -> Document | None:
        """Return the document with a declaration renamed wherever it is used, None if that is refused."""
        try:
            if self.section == "events":
                return rename_event(document, name, new_name)
            if self.section == "parameters":
                return rename_parameter(document, self.graph, name, new_name)
            return rename_variable(document, name, new_name, graph_id=self.graph or None)
        except EditRefused:
            return None


def all_declarations(old: Document, new: Document) -> list[Declarations]:
    """Return the mappings of declarations that both documents have."""
    shared = sorted(old.graphs.keys() & new.graphs.keys())
    return [
        Declarations("variables"),
        Declarations("events"),
        *(Declarations(section, one) for one in shared for section in ("parameters", "variables")),
    ]


def with_renames(old: Document, new: Document) -> tuple[Document, list[Difference]]:
    """Return the old document with the names of the new one, and the renames.

    A rename is a name gone and a name come that are declared alike, the only two of their kind; if the old
    name was used, the uses must have followed.
    """
    found: list[Difference] = []
    for declarations in all_declarations(old, new):
        for name, new_name in _candidates(declarations.of(old), declarations.of(new)):
            renamed = declarations.renamed(old, name, new_name)
            followers = None if renamed is None else _followers(old, renamed, new)
            if renamed is None or followers is None:
                continue
            old = renamed
            place = Place(declarations.graph, "", f"{declarations.section}.{new_name}")
            found.append(Difference("renamed", declarations.part, place, name, new_name, followers))
    return old, found


def declaration_difference(declarations: Declarations, old: Document, new: Document) -> Iterator[Difference]:
    """Yield what was added, removed and changed in one mapping of declarations."""
    before, after = declarations.of(old), declarations.of(new)
    for name in sorted(before.keys() | after.keys()):
        place = Place(declarations.graph, "", f"{declarations.section}.{name}")
        if name not in before:
            yield Difference("added", declarations.part, place, ABSENT, plain(after[name]))
        elif name not in after:
            yield Difference("removed", declarations.part, place, plain(before[name]), ABSENT)
        elif before[name] is not after[name]:
            for path, left, right in field_changes(plain(before[name]), plain(after[name])):
                where = Place(declarations.graph, "", f"{place.field}.{path}")
                yield Difference("changed", declarations.part, where, left, right)


def _candidates(old: Mapping[str, BaseModel], new: Mapping[str, BaseModel]) -> Iterator[tuple[str, str]]:
    gone = {name: plain(old[name]) for name in sorted(old.keys() - new.keys())}
    come = {name: plain(new[name]) for name in sorted(new.keys() - old.keys())}
    for name, value in gone.items():
        alike = [other for other, entry in come.items() if same_json(entry, value)]
        rivals = [other for other, entry in gone.items() if same_json(entry, value)]
        if len(alike) == 1 and len(rivals) == 1:
            yield name, alike[0]


def _followers(old: Document, renamed: Document, new: Document) -> int | None:
    """Return how many nodes and transitions follow a rename, None if it does not bring old nearer to new."""
    used = nearer = 0
    for graph_id, graph in renamed.graphs.items():
        before, after = old.graphs.get(graph_id), new.graphs.get(graph_id)
        if before is graph or before is None:
            continue
        for name in ("nodes", "edges") if isinstance(graph, StateMachineGraph) else ("nodes",):
            there: Mapping[str, BaseModel] = getattr(after, name, {})
            for one, element in getattr(graph, name).items():
                was = getattr(before, name).get(one)
                if was is element or was == element:
                    continue
                used += 1
                nearer += one in there and _is_nearer(was, element, there[one])
    return None if used and not nearer else nearer


def _is_nearer(old: BaseModel, renamed: BaseModel, new: BaseModel) -> bool:
    target = plain(new)
    return len(field_changes(plain(renamed), target)) < len(field_changes(plain(old), target))
