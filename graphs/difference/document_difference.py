"""Find what differs between two documents."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from graphs.basics.frozen import JsonValue
from graphs.basics.json_text import to_canonical_json
from graphs.basics.plain_json import ABSENT, Entry, JsonObject, object_at, plain, same_json
from graphs.checks.rules.problem import Place
from graphs.difference.difference import Difference, Part, What, field_changes, moved_members
from graphs.difference.structure import (
    GRAPH_LISTS,
    NODE_LISTS,
    branches_of,
    edges_of,
    kind_of,
    location_value,
    moves,
    nodes_of,
    unexplained_lists,
)
from graphs.edits.curves import rename_curve
from graphs.edits.events import rename_event
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import renamed
from graphs.edits.variables import rename_parameter, rename_variable
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import edge_order, index_of

_DECIDERS = ("when", "upto", "case", "test", "weight", "row", "else")
"""What decides for a branch: its answer, range, case, test, weight, row or else."""

_ELSEWHERE = frozenset({"nodes", "edges", "layout", "notes", "variables", "parameters"})
_CANVAS = frozenset({"at", "size"})
_APART = frozenset({"graphs", "variables", "events", "curves", "sheets"})


def matched_branches(
    old: Sequence[JsonObject], new: Sequence[JsonObject], *, by_child: bool = True
) -> dict[int, int]:
    """Return for places in `new` the places in `old` of what is the same branch.

    The same is first what is equal, then what decides by the same answer, then, with `by_child`, what leads
    to the same child; of several, the first that is left. Branches are given as they are in a file.
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


def _content(branch: JsonObject) -> Hashable:
    return to_canonical_json(branch)


def _decision(branch: JsonObject) -> Hashable:
    decision = {name: branch[name] for name in _DECIDERS if name in branch}
    return to_canonical_json(decision) if decision else None


def _child(branch: JsonObject) -> Hashable:
    child: JsonValue = branch.get("child")
    return child if isinstance(child, str) else None


_PARTS: Mapping[str, Part] = {
    "variables": "variable",
    "events": "event",
    "parameters": "parameter",
    "curves": "curve",
    "sheets": "sheet",
}


@dataclass(frozen=True, slots=True)
class Declarations:
    """Name one mapping of declarations, such as the variables or curves of the document or of a graph."""

    section: str
    graph: str = ""

    @property
    def part(self) -> Part:
        """Return what is declared."""
        return _PARTS[self.section]

    def of(self, document: Document) -> Mapping[str, BaseModel]:
        """Return the declarations in a document; none where the graph is not in it."""
        holder = document.graphs.get(self.graph) if self.graph else document
        return getattr(holder, self.section, {})

    def renamed(self, document: Document, name: str, new_name: str) -> Document | None:
        """Return the document with a declaration renamed wherever it is used, None if that is refused."""
        try:
            if self.section == "events":
                return rename_event(document, name, new_name)
            if self.section == "parameters":
                return rename_parameter(document, self.graph, name, new_name)
            if self.section == "curves":
                return rename_curve(document, name, new_name)
            if self.section == "sheets":
                # No expression names a sheet by its key.
                return document.model_copy(update={"sheets": renamed(document.sheets, name, new_name)})
            return rename_variable(document, name, new_name, graph_id=self.graph or None)
        except EditRefused:
            return None


def all_declarations(old: Document, new: Document) -> list[Declarations]:
    """Return the mappings of declarations that both documents have."""
    shared = sorted(old.graphs.keys() & new.graphs.keys())
    return [
        Declarations("variables"),
        Declarations("events"),
        Declarations("curves"),
        Declarations("sheets"),
        *(Declarations(section, key) for key in shared for section in ("parameters", "variables")),
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
            for key, element in getattr(graph, name).items():
                was = getattr(before, name).get(key)
                if was is element or was == element:
                    continue
                used += 1
                nearer += key in there and _is_nearer(was, element, there[key])
    return None if used and not nearer else nearer


def _is_nearer(old: BaseModel, renamed: BaseModel, new: BaseModel) -> bool:
    target = plain(new)
    return len(field_changes(plain(renamed), target)) < len(field_changes(plain(old), target))


def graph_difference(graph_id: str, old: JsonObject, new: JsonObject) -> list[Difference]:
    """Return the differences inside a graph, both versions given as they are in a file.

    What is declared in it, its variables and parameters, is left to the caller, who knows of renames.
    """
    kind = kind_of(new)
    found = [*_graph_fields(graph_id, old, new)]
    moved = moves(graph_id, old, new)
    sides: tuple[tuple[Part, dict[str, JsonObject], dict[str, JsonObject]], ...] = (
        ("node", nodes_of(old), nodes_of(new)),
        ("edge", edges_of(old), edges_of(new)),
    )
    for part, before, after in sides:
        for key in sorted(before.keys() | after.keys()):
            found += _element(graph_id, key, part, kind, before.get(key, ABSENT), after.get(key, ABSENT))
            found += [move for move in moved if move.part == part and move.place.element == key]
    told = {
        difference.place.element for difference in found if difference.what in ("added", "removed", "moved")
    }
    found += unexplained_lists(graph_id, old, new, told)
    found += _frames(graph_id, object_at(old, "notes"), object_at(new, "notes"))
    found += _places(graph_id, old, new)
    return found


def _graph_fields(graph_id: str, old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    apart = _ELSEWHERE | set(GRAPH_LISTS.get(kind_of(new), ()))
    for path, before, after in field_changes(old, new, apart):
        if path == "title":
            yield Difference("renamed", "graph", Place(graph_id), before, after)
        else:
            yield Difference("changed", "graph", Place(graph_id, "", path), before, after)


def _element(graph_id: str, one: str, part: Part, kind: str, old: Entry, new: Entry) -> Iterator[Difference]:
    if not isinstance(old, dict) or not isinstance(new, dict):
        yield Difference("added" if old is ABSENT else "removed", part, Place(graph_id, one), old, new)
        return
    lists = frozenset(NODE_LISTS.get(kind, ())) if part == "node" else frozenset[str]()
    if part == "node" and kind == "decision_tree":
        lists |= {"branches"}
    for path, before, after in field_changes(old, new, lists):
        what: What = "renamed" if path in ("name", "title") else "changed"
        yield Difference(what, part, Place(graph_id, one, path), before, after)
    yield from _branches(graph_id, one, branches_of(kind, old), branches_of(kind, new))


def _branches(graph_id: str, one: str, old: list[JsonObject], new: list[JsonObject]) -> Iterator[Difference]:
    matches = matched_branches(old, new)
    kept = set(matches.values())
    for place, branch in enumerate(old):
        if place not in kept:
            yield Difference("removed", "branch", Place(graph_id, one, f"branches.{place}"), branch)
    order = [matches[place] for place in sorted(matches)]
    moved = moved_members(sorted(order), order)
    for place, branch in enumerate(new):
        where = f"branches.{place}"
        if place not in matches:
            yield Difference("added", "branch", Place(graph_id, one, where), ABSENT, branch)
            continue
        for path, before, after in field_changes(old[matches[place]], branch):
            yield Difference("changed", "branch", Place(graph_id, one, f"{where}.{path}"), before, after)
        if matches[place] in moved:
            yield Difference(
                "moved",
                "branch",
                Place(graph_id, one, where),
                location_value((one, "branches", matches[place])),
                location_value((one, "branches", place)),
            )


def _frames(graph_id: str, old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key, ABSENT), new.get(key, ABSENT)
        place = Place(graph_id, "", f"notes.{key}")
        if not isinstance(before, dict) or not isinstance(after, dict):
            yield Difference("added" if before is ABSENT else "removed", "frame", place, before, after)
            continue
        for path, left, right in field_changes(before, after):
            where = Place(graph_id, "", f"notes.{key}.{path}")
            yield Difference("placed" if path in _CANVAS else "changed", "frame", where, left, right)


def _places(graph_id: str, old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    """Yield what moved on the canvas; the place of a thing that came or went goes with it."""
    left, right = object_at(old, "layout"), object_at(new, "layout")
    before = nodes_of(old).keys() | edges_of(old).keys()
    after = nodes_of(new).keys() | edges_of(new).keys()
    edges = edges_of(new)
    for key in sorted(left.keys() | right.keys()):
        at, now_at = left.get(key, ABSENT), right.get(key, ABSENT)
        if (key in before) == (key in after) and not same_json(at, now_at):
            part: Part = "edge" if key in edges else "node" if key in after else "graph"
            yield Difference("placed", part, Place(graph_id, key, "layout"), at, now_at)


def document_difference(old: Document, new: Document) -> tuple[Difference, ...]:
    """Return what differs between two documents, by id and field.

    There is none exactly if both are saved as the same bytes. A renamed variable, event or parameter is one
    difference, and the expressions that follow it are none. They come in the order of a review: the document
    and what it declares, then graph by graph, the root first, its nodes in document order, transitions
    after their source, and last what moved on the canvas.
    """
    if old is new:
        return ()
    renamed, found = with_renames(old, new)
    left, right = plain(renamed), plain(new)
    found += _own_fields(left, right)
    for declarations in all_declarations(renamed, new):
        found += declaration_difference(declarations, renamed, new)
    before, after = object_at(left, "graphs"), object_at(right, "graphs")
    for key in sorted(before.keys() | after.keys()):
        was, now = before.get(key, ABSENT), after.get(key, ABSENT)
        if isinstance(was, dict) and isinstance(now, dict):
            found += graph_difference(key, was, now)
        else:
            what: What = "added" if was is ABSENT else "removed"
            found.append(Difference(what, "graph", Place(key), was, now))
    order = _ReviewOrder(old, new)
    return tuple(sorted(found, key=order))


def _own_fields(old: JsonObject, new: JsonObject) -> Iterator[Difference]:
    for path, before, after in field_changes(old, new, _APART):
        yield Difference("changed", "document", Place("", "", path), before, after)


class _ReviewOrder:
    """Sort differences as a reviewer reads them; equal ones stay in the order they were found."""

    def __init__(self, old: Document, new: Document) -> None:
        self._documents = (new, old)
        known = sorted({*old.graphs, *new.graphs})
        known.sort(key=lambda key: key != new.root)
        self._graphs = {"": -1, **{each: place for place, each in enumerate(known)}}
        self._ranks: dict[str, dict[str, tuple[int, int]]] = {}

    def __call__(self, difference: Difference) -> tuple[int, bool, int, int]:
        place = difference.place
        rank = self._rank(place.graph, place.element) if place.element else (-1, 0)
        return (self._graphs.get(place.graph, 0), difference.only_canvas, *rank)

    def _rank(self, graph_id: str, element: str) -> tuple[int, int]:
        if graph_id not in self._ranks:
            ranks: dict[str, tuple[int, int]] = {}
            for document in self._documents:
                graph = document.graphs.get(graph_id)
                if graph is not None:
                    index = index_of(graph)
                    for key, rank in index.rank.items():
                        ranks.setdefault(key, (rank, 0))
                    for number, edge in enumerate(edge_order(graph), start=1):
                        ranks.setdefault(edge, (index.rank.get(index.sources[edge], -1), number))
            self._ranks[graph_id] = ranks
        return self._ranks[graph_id].get(element, (1_000_000, 0))
