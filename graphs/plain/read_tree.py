"""Read a plain tree into a document; a mistake is refused with its place, what was expected, what to do.

The tree becomes the JSON of a document, which is validated as any other; for each record it is known where in
the tree it was said. Nothing in a file is ever executed, and a word that is not known is never passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pydantic import ValidationError

from graphs.basics.json_text import (
    JsonObject,
    JsonValue,
    decode_text,
    to_canonical_json,
)
from graphs.expressions.names import name_remedy
from graphs.files.document_file import MAXIMUM_DOCUMENT_DEPTH, FileProblem, model_problems, parsed
from graphs.kinds.declarations.node_kind import GraphKind
from graphs.kinds.declarations.registry import Registry
from graphs.model import BehaviorTreeGraph, Branch, ChildSlot, Document, Edge, StateMachineGraph, StateNode
from graphs.plain.parts import CORRECT, Reader, list_at, object_at
from graphs.plain.place_names import node_stem, place_ids, state_stem, stem
from graphs.plain.tree_json import Place, TreeRefused, line_of, pointer
from graphs.plain.words import (
    BY_STATES,
    CHILD_WORDS,
    FORMAT,
    GRAPH_STRUCTURE,
    GRAPH_WORDS,
    LOST,
    VERSION,
    Form,
    form_of,
    node_forms,
)
from graphs.plain.write_tree import has_name
from graphs.structure.file_version import with_file_version


def document_from_tree(data: bytes, registry: Registry, path: Path | None = None) -> Document:
    """Return the document that the bytes of a plain tree say; it has no places on the canvas.

    Raises
    ------
    FileProblem
        For anything that is no plain tree; `where` is a JSON pointer and a line.
    """
    value = parsed(data, path, MAXIMUM_DOCUMENT_DEPTH)
    try:
        reader = Reader(registry)
        return with_file_version(_validated(_document(value, reader), value, reader))
    except TreeRefused as refused:
        where = f"{pointer(refused.place)}, line {line_of(decode_text(data), refused.place)}"
        raise FileProblem(path, where, refused.message, refused.remedy) from None


def _validated(file: JsonObject, tree: JsonValue, reader: Reader) -> Document:
    try:
        return Document.model_validate_json(to_canonical_json(file))
    except ValidationError as error:
        problem = model_problems(error, file)[0]
        place: Place = ()
        current: JsonValue = file
        form = form_of(Document)
        # Ids may have dots in them, so a key may be several parts of the path.
        parts = problem.where.split(".")
        while parts:
            count = next(
                (each for each in range(1, len(parts) + 1) if _has(current, ".".join(parts[:each]))), 0
            )
            name = ".".join(parts[: count or 1])
            parts = parts[count or 1 :]
            if isinstance(current, list):
                current, place = current[int(name)], (*place, int(name))
            else:
                current = current.get(name) if isinstance(current, dict) else None
                place = (*place, form.words.get(name, name))
            place, form = reader.spots.get(id(current), (place, form))
        for count, part in enumerate(place):
            if not _has(tree, part):
                place = place[:count]
                break
            tree = cast("dict[object, JsonValue]", tree)[part]
        raise TreeRefused(place, problem.message, CORRECT) from None


def _has(value: JsonValue, key: str | int) -> bool:
    return key in value if isinstance(value, dict) else isinstance(value, list) and str(key).isdecimal()


def _document(value: JsonValue, reader: Reader) -> JsonObject:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        said = f'This is no plain tree: expected an object with "format": "{FORMAT}".'
        raise TreeRefused(("format",), said, "Name a *.tree.json file.")
    version = value.get("version")
    if version is True or not isinstance(version, int) or version < 1:
        raise TreeRefused(("version",), f"Expected the version {VERSION}.", f'Write "version": {VERSION}.')
    if version > VERSION:
        said = f"The file is of version {version}, this program knows up to {VERSION}."
        raise TreeRefused(("version",), said, "Update Mindloom to read it.")
    trees = object_at(value.get("trees", {}), ("trees",))
    hidden = ("format", "version", "root", "graphs")
    own = {key: value[key] for key in value if key not in (*hidden[:3], "trees", "$schema")}
    file = reader.part(form_of(Document), own, (), hidden, (*hidden[:3], "trees"))
    file["graphs"] = {key: _graph(trees[key], ("trees", key), reader) for key in trees}
    root = value.get("root", next(iter(trees)) if len(trees) == 1 else None)
    if root is not None and not (isinstance(root, str) and root in trees):
        raise TreeRefused(("root",), "There is no such tree.", name_remedy(str(root), trees))
    return {**file, "format": "mindloom", "version": 1, "root": root}


def _graph(value: JsonValue, at: Place, reader: Reader) -> JsonObject:
    given = object_at(value, at)
    words = [(kind, word) for kind, word in GRAPH_WORDS.items() if word in given]
    if len(words) > 1:
        said = f"A graph cannot be both {words[0][1]!r} and {words[1][1]!r}."
        raise TreeRefused((*at, words[1][1]), said, "Make two graphs of it.")
    kind, word = words[0] if words else ("behavior_tree", "")
    own = {key: given[key] for key in given if key not in (word, "loose")} if word else {}
    model = StateMachineGraph if kind == "state_machine" else BehaviorTreeGraph
    graph = reader.part(form_of(model), own, at, (*GRAPH_STRUCTURE, *LOST))
    reading = _GraphReading(reader, kind)
    inner, top = ((*at, word), given[word]) if word else (at, value)
    if kind == "state_machine":
        graph |= reading.machine(object_at(top, inner), inner)
        if isinstance(moods := graph.get("moods"), dict):
            for name in BY_STATES:
                if name in moods:
                    moods[name] = reading.by_states(moods[name], (*at, "moods", name))
    else:
        loose = list_at(given.get("loose"), (*at, "loose")) if word else []
        graph |= reading.tree(top, inner, loose)
    graph["kind"] = kind
    return graph


_STATE_WORDS = ("id", "kind", "on", "states")


@dataclass(frozen=True)
class _Part:
    """Hold a node or a transition: its record, where parts below it are numbers until all are read."""

    record: JsonObject
    stem: str
    own_id: str | None


class _GraphReading:
    """Read the nodes and transitions of one graph."""

    def __init__(self, reader: Reader, kind: GraphKind) -> None:
        self._reader, self._kind = reader, kind
        self._nodes: list[_Part] = []
        self._edges: list[_Part] = []
        self._named: list[tuple[str, Place]] = []
        self._labels: dict[str, int] = {}
        self._ways: list[tuple[JsonObject, str, Place]] = []
        self._ids: list[str] = []
        if kind != "state_machine":
            self._forms, self._unknown = node_forms(reader.registry, kind)
            self._words = {form.word: form for form in self._forms.values()}

    def tree(self, top: JsonValue, at: Place, loose: Iterable[tuple[JsonValue, Place]]) -> JsonObject:
        """Return the fields of a behavior tree or a decision tree that its nodes fill."""
        root = None if top is None else self._item(top, at)
        others: list[JsonValue] = [self._item(each, place) for each, place in loose]
        own = {part.own_id for part in self._nodes}
        for name, place in self._named:
            if name not in own:
                remedy = "Give the node, or the id of one that says its id."
                raise TreeRefused(place, f"No node says the id {name!r}.", remedy)
        graph: JsonObject = {"root": root, "loose": others}
        ids = self._name_parts()
        for record in (graph, *(part.record for part in self._nodes)):
            for name in {"root", "loose", "children"} & record.keys():
                record[name] = _named(record[name], ids)
            for branch, _ in list_at(record.get("branches"), ()):
                if isinstance(branch, dict) and "child" in branch:
                    branch["child"] = _named(branch["child"], ids)
        return {**graph, "nodes": self._by_id(self._nodes, ids)}

    def machine(self, given: JsonObject, at: Place) -> JsonObject:
        """Return the fields of a machine that its states and transitions fill."""
        own = {key: given[key] for key in given if key not in ("on", "states")}
        hidden = form_of(StateMachineGraph).words.keys() - {"initial"}
        graph = self._reader.part(form_of(StateMachineGraph), own, at, hidden)
        self._enter(graph, given, at, "")
        ids = self._name_parts()
        count = len(self._nodes)
        for record in (graph, *(part.record for part in self._nodes)):
            record["children"] = _named(record["children"], ids)
            record["transitions"] = _named(record["transitions"], ids[count:])
        for record, name, place in self._ways:
            record[name] = self._led_to(record[name], place, ids)
        self._ids = ids
        for part in self._edges:
            if "matrix" in part.record:
                place, _ = self._reader.spots[id(part.record)]
                part.record["matrix"] = self.by_states(part.record["matrix"], (*place, "matrix"))
        nodes, edges = self._by_id(self._nodes, ids), self._by_id(self._edges, ids[count:])
        return {**graph, "nodes": nodes, "edges": edges}

    def by_states(self, value: JsonValue, at: Place) -> JsonValue:
        """Return an object with the ids of states in place of their labels, and so in objects inside."""
        if not isinstance(value, dict):
            return value
        return {
            str(self._led_to(state, (*at, state), self._ids)): self.by_states(row, (*at, state))
            for state, row in value.items()
        }

    def _name_parts(self) -> list[str]:
        parts = [*self._nodes, *self._edges]
        taken: set[str] = set()
        for part in parts:
            if part.own_id in taken:
                place, _ = self._reader.spots[id(part.record)]
                said = f"The id {part.own_id!r} is given twice in this graph."
                raise TreeRefused((*place, "id"), said, "Give another, or leave it out.")
            taken |= {part.own_id} if part.own_id is not None else set()
        return place_ids((part.stem, part.own_id) for part in parts)

    @staticmethod
    def _by_id(parts: Iterable[_Part], ids: Iterable[str]) -> JsonObject:
        return {part_id: part.record for part, part_id in zip(parts, ids, strict=False)}

    def _own_id(self, given: JsonObject, at: Place) -> str | None:
        own = given.get("id")
        if own is None or (isinstance(own, str) and own):
            return own
        raise TreeRefused((*at, "id"), "Expected a text that is not empty.", "Write an id, or leave it out.")

    def _item(self, value: JsonValue, at: Place) -> int | str:
        """Read a node, with what its parent must know of it around it; return its number, or the id given."""
        if isinstance(value, str) and self._kind == "decision_tree":
            self._named.append((value, at))
            return value
        given = object_at(value, at)
        if "child" not in given or "kind" in given or given.keys() & self._words.keys():
            return self._node(given, at)
        own = {key: given[key] for key in given if key != "child"}
        slot = self._reader.part(form_of(ChildSlot), own, at)
        number = self._node(object_at(given["child"], (*at, "child")), (*at, "child"))
        self._nodes[number].record["slot"] = slot
        return number

    def _node(self, given: JsonObject, at: Place) -> int:
        form, words = self._form(given, at), CHILD_WORDS[self._kind]
        value = given.get(form.word) if form.word else None
        below, ways = self._below(given, form, value, at)
        own = {key: given[key] for key in given if key not in ("id", "kind", form.word, *words)}
        if form.word in ways:
            value = None
        if value is not None and form.field:
            own[form.word] = value
        record = self._reader.part(form, own, at, others=words)
        record["kind"] = form.kind.id if form.kind else given["kind"]
        if value is not None and form.parameter:
            self._reader.beside(form, record, form.parameter, value, at)
        elif value is not None and not form.field:
            said = f"{form.word!r} takes no value."
            raise TreeRefused((*at, form.word), said, "Write null, and what else there is to say beside it.")
        self._nodes.append(_Part(record, node_stem(record), self._own_id(given, at)))
        number = len(self._nodes) - 1
        record[words[-1]] = [self._child(each, place) for each, place in below]
        return number

    def _form(self, given: JsonObject, at: Place) -> Form:
        if "kind" in given:
            return self._unknown
        found = [word for word in given if word in self._words]
        if len(found) == 1:
            return self._words[found[0]]
        if found:
            said = f"{found[0]!r} and {found[1]!r} both name a kind of node."
            raise TreeRefused((*at, found[1]), said, "Make two nodes of it, or give values in 'params'.")
        remedy = name_remedy(next(iter(given), ""), self._words)
        raise TreeRefused(at, "No word here names a kind of node.", remedy)

    def _below(
        self, given: JsonObject, form: Form, value: JsonValue, at: Place
    ) -> tuple[list[tuple[JsonValue, Place]], list[str]]:
        """Return what is below a node with its places, and the word that gives it, if any."""
        ways = [word for word in CHILD_WORDS[self._kind] if word in given]
        is_single = form.kind is not None and form.kind.children.maximum == 1
        if form.is_list or (is_single and isinstance(value, dict) and value.keys() != {"="}):
            ways = [form.word, *ways]
        if len(ways) > 1:
            said = f"{ways[0]!r} and {ways[1]!r} both give what is below this."
            raise TreeRefused((*at, ways[1]), said, "Give it once.")
        if not ways:
            return [], ways
        (way,) = ways
        place = (*at, way)
        is_list = form.is_list or way == CHILD_WORDS[self._kind][-1]
        return list_at(given[way], place) if is_list else [(given[way], place)], ways

    def _child(self, value: JsonValue, at: Place) -> JsonValue:
        """Read a child of a node, or a branch with what decides for it."""
        if self._kind == "behavior_tree":
            return self._item(value, at)
        given = object_at(value, at)
        own = {key: given[key] for key in given if key != "child"}
        branch = self._reader.part(form_of(Branch), own, at, ("child",))
        if "child" in given:
            branch["child"] = self._item(given["child"], (*at, "child"))
        return branch

    def _enter(self, record: JsonObject, given: JsonObject, at: Place, label: str) -> None:
        """Read where a state, or the machine, begins, its transitions and the states in it."""
        for name in {"initial", "default"} & record.keys():
            self._ways.append((record, name, (*at, name)))
        edges = list_at(given.get("on"), (*at, "on"))
        record["transitions"] = [self._transition(each, place, label) for each, place in edges]
        states = object_at(given.get("states", {}), (*at, "states"))
        record["children"] = [self._state(each, states[each], (*at, "states", each)) for each in states]

    def _state(self, label: str, value: JsonValue, at: Place) -> int:
        given = object_at(value, at)
        if label in self._labels:
            remedy = "Call one of them otherwise; its 'name' may stay."
            raise TreeRefused(at, f"Two states of this machine are called {label!r}.", remedy)
        own = {key: given[key] for key in given if key not in _STATE_WORDS}
        record = self._reader.part(
            form_of(StateNode), own, at, ("kind", "children", "transitions"), _STATE_WORDS
        )
        record["kind"] = kind = given.get("kind", "state")
        is_named = has_name(str(kind), self._reader.registry)
        if is_named:
            record.setdefault("name", label)
        number = self._labels[label] = len(self._nodes)
        self._nodes.append(_Part(record, state_stem(label, str(kind), is_named), self._own_id(given, at)))
        self._enter(record, given, at, label)
        return number

    def _transition(self, value: JsonValue, at: Place, source: str) -> int:
        given = object_at(value, at)
        own = {key: given[key] for key in given if key != "id"}
        record = self._reader.part(form_of(Edge), own, at)
        targets = [str(each) for each, _ in list_at(record.get("targets"), (*at, "to"))]
        start = stem(" ".join([source or "any", *targets]))
        self._edges.append(_Part(record, start, self._own_id(given, at)))
        if targets:
            self._ways.append((record, "targets", (*at, "to")))
        return len(self._edges) - 1

    def _led_to(self, way: JsonValue, at: Place, ids: list[str]) -> JsonValue:
        """Return a way to states with their ids in place of their labels."""
        if isinstance(way, list):
            return [self._led_to(each, at, ids) for each in way]
        if isinstance(way, dict):
            way["targets"] = self._led_to(way.get("targets", []), (*at, "to"), ids)
            return way
        if isinstance(way, str) and way in self._labels:
            return ids[self._labels[way]]
        remedy = name_remedy(str(way), self._labels)
        raise TreeRefused(at, f"There is no state {str(way)!r} in this machine.", remedy)


def _named(value: JsonValue, ids: list[str]) -> JsonValue:
    """Return ids in place of numbers of parts."""
    if isinstance(value, list):
        return [_named(each, ids) for each in value]
    return ids[value] if isinstance(value, int) else value
