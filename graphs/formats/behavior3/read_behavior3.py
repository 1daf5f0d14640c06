"""Read trees of behavior3 into a document; what their nodes do is what behavior3js does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeGuard

from graphs.basics.frozen import JsonValue, shortest_number
from graphs.basics.json_text import JsonTextError, decode_text, parse_json
from graphs.files.document_file import MAXIMUM_DOCUMENT_DEPTH
from graphs.formats.basics.format_record import Format, Imported
from graphs.formats.basics.game_leaf import is_number
from graphs.formats.basics.gathered_trees import (
    MOST_LEVELS,
    GatheredNode,
    GatheredTree,
    GatheredTrees,
    KindWithParams,
    Place,
    RowDraft,
)
from graphs.formats.basics.json_parts import object_of, text_of
from graphs.formats.basics.json_places import JsonPath, json_places
from graphs.formats.basics.sources import Source
from graphs.kinds.declarations.registry import Registry
from graphs.structure.graph_index import TOP

_SIMPLE: Mapping[str, KindWithParams] = {
    "MemSequence": ("sequence", {}),
    "MemPriority": ("selector", {}),
    "Sequence": ("sequence", {"memory": "none"}),
    "Priority": ("selector", {"memory": "none"}),
    "Inverter": ("inverter", {}),
    "Failer": ("fail", {}),
    "Succeeder": ("succeed", {}),
    "Error": ("fail", {}),
    "Runner": ("fixed_status", {"status": "running"}),
}
_LIMITS: Mapping[str, tuple[str, str, int]] = {
    "Repeater": ("repeat", "maxLoop", -1),
    "RepeatUntilFailure": ("until_failure", "maxLoop", -1),
    "RepeatUntilSuccess": ("until_success", "maxLoop", -1),
    "Limiter": ("run_limit", "maxLoop", -1),
    "MaxTime": ("timeout", "maxTime", 0),
    "Wait": ("wait", "milliseconds", 0),
}
"""Nodes with one property: their kind here, the property, and what it is where it is not given."""

_OF_NODE = frozenset(
    {
        *("id", "name", "category", "title", "description", "properties", "parameters", "display"),
        *("children", "child"),
    }
)
_OF_TREE = frozenset({"version", "scope", "id", "display", "properties"})
_OF_PROJECT = frozenset({"version", "scope", "selectedTree", "properties"})
_READ_OF_TREE = frozenset({"nodes", "root", "title", "description", "custom_nodes"})
_READ_OF_PROJECT = frozenset({"trees", "data", "custom_nodes"})

Part = Mapping[str, JsonValue]


def read_behavior3(sources: Sequence[Source], registry: Registry) -> Imported:
    """Return the trees of files as one document, the selected tree of the first as its root."""
    trees = GatheredTrees("behavior3", registry)
    origin: dict[str, JsonValue] = {}
    roots = [_Behavior3File(trees, source).read(origin) for source in sources]
    return trees.finished(roots[0], Path(sources[0].name).stem, origin)


def is_behavior3(source: Source) -> bool:
    """Tell whether a file is JSON of behavior3: by words that its trees have."""
    begin = source.data.lstrip()[:1] == b"{" and Path(source.name).suffix.lower() in (".json", ".b3", "")
    is_other = re.search(rb'"format"\s*:\s*"mindloom', source.data[:4000]) is not None
    has_words = all(word in source.data for word in (b'"nodes"', b'"properties"', b'"root"'))
    return begin and has_words and not is_other


class _Behavior3File:
    """Read one file: its trees under their ids, so that nodes named after one lead to it."""

    def __init__(self, trees: GatheredTrees, source: Source) -> None:
        self.trees, self.source = trees, source
        self.graphs: dict[str, GatheredTree] = {}
        self.custom: dict[str, Part] = {}
        self._custom_paths: dict[str, JsonPath] = {}
        try:
            self._whole = object_of(parse_json(source.data, MAXIMUM_DOCUMENT_DEPTH))
        except JsonTextError as error:
            raise source.problem(error.message, error.remedy, error.line, error.column) from None
        self._places = json_places(decode_text(source.data))

    def read(self, origin: dict[str, JsonValue]) -> GatheredTree:
        """Read all trees; return the one that is selected, else the first."""
        outer: JsonPath = ("data",) if isinstance(self._whole.get("data"), dict) else ()
        project = object_of(self._whole["data"]) if outer else self._whole
        found = self._listed(project, outer)
        if not found or not all(isinstance(tree.get("nodes"), dict) for tree in found.values()):
            raise self.source.problem(
                "This is no tree or project of behavior3.", "Export it from its editor."
            )
        if outer:
            self._keep_project(self._whole, (), origin)
        if "trees" in project:
            self._keep_project(project, outer, origin)
        for number, (path, tree) in enumerate(found.items()):
            self._keep_custom(project, outer)
            self._keep_custom(tree, path)
            tree_id = text_of(tree.get("id"))
            is_first = tree_id and tree_id not in self.graphs
            title = text_of(tree.get("title")) or f"tree {number + 1}"
            self.graphs[tree_id if is_first else f"#{number}"] = self.trees.tree(title)
        for (path, tree), gathered in zip(found.items(), self.graphs.values(), strict=True):
            _Behavior3Tree(self, tree, path, gathered).read()
        for name in self.custom:
            self.trees.say(f"custom node {name}", self.at(self._custom_paths[name]))
        if self.custom:
            kept = origin.get("custom_nodes")
            custom = {name: {**each} for name, each in self.custom.items()}
            origin["custom_nodes"] = {**(kept if isinstance(kept, dict) else {}), **custom}
        chosen = self.graphs.get(text_of(project.get("selectedTree")))
        return chosen or next(iter(self.graphs.values()))

    @staticmethod
    def _listed(project: Part, outer: JsonPath) -> dict[JsonPath, Part]:
        """Return the trees of a project, or the file as the only one, by where they are."""
        if "trees" not in project:
            return {outer: project}
        listed = project["trees"] if isinstance(project["trees"], list) else []
        return {(*outer, "trees", n): each for n, each in enumerate(listed) if isinstance(each, dict)}

    def _keep_custom(self, part: Part, path: JsonPath) -> None:
        listed = part.get("custom_nodes")
        for number, each in enumerate(listed if isinstance(listed, list) else []):
            name = text_of(object_of(each).get("name"))
            self.custom.setdefault(name, object_of(each))
            self._custom_paths.setdefault(name, (*path, "custom_nodes", number))

    def _keep_project(self, part: Part, path: JsonPath, origin: dict[str, JsonValue]) -> None:
        """Keep what a project or a file says beside its trees."""
        said = {name: value for name, value in part.items() if name not in _READ_OF_PROJECT}
        origin |= said
        self.say_kept("the project", path, [name for name in said if name not in _OF_PROJECT])
        self.say_properties("the project", path, said)

    def say_properties(self, what: str, path: JsonPath, part: Part, graph: str = "") -> None:
        """Say of each property of a tree or a project that it is kept."""
        self.say_kept(what, (*path, "properties"), [*object_of(part.get("properties"))], graph)

    def say_kept(self, what: str, path: JsonPath, names: Sequence[str], graph: str = "") -> None:
        """Say of some things in a part of the file, each at its line, that they are kept."""
        for name in names:
            draft = RowDraft()
            _leave(draft, [name])
            self.trees.say(f"{name} of {what}", self.at((*path, name)), draft, graph)

    def at(self, path: JsonPath) -> Place:
        """Return where a value is."""
        return self.source.name, *self._places.get(path, (0, 0))


class _Behavior3Tree:
    """Read one tree: its nodes from the root on, then those that nothing leads to."""

    def __init__(self, file: _Behavior3File, said: Part, path: JsonPath, tree: GatheredTree) -> None:
        self._file, self._trees, self._said, self._path, self._tree = file, file.trees, said, path, tree
        self._nodes = {key: object_of(value) for key, value in object_of(said.get("nodes")).items()}
        self._read: set[str] = set()

    def read(self) -> None:
        """Add all nodes, with a row for each."""
        tree, what = self._tree, f"tree {self._tree.title}"
        tree.origin = {name: value for name, value in self._said.items() if name not in _READ_OF_TREE}
        tree.note = text_of(self._said.get("description"))
        draft = RowDraft()
        _leave(draft, [name for name in tree.origin if name not in _OF_TREE])
        self._trees.say(what, self._file.at(self._path), draft, tree.id)
        self._file.say_properties(what, self._path, self._said, tree.id)
        if root := text_of(self._said.get("root")):
            self._add(root, None, 0)
        for node_id in self._nodes:
            if node_id not in self._read:
                self._add(node_id, None, 0)

    def _add(self, key: str, parent: GatheredNode | None, depth: int) -> None:
        said = self._nodes.get(key)
        at = self._file.at(self._path if said is None else (*self._path, "nodes", key))
        if said is None or key in self._read or depth > MOST_LEVELS:
            what = "is not in it" if said is None else "is inside two others, itself or too many"
            remedy = "Open the file in its editor and save it again."
            raise self._file.source.problem(f"The node {key!r} {what}.", remedy, *at[1:])
        self._read.add(key)
        name = text_of(said.get("name")) or "node"
        target = self._file.graphs.get(name)
        node = self._trees.add(self._tree, target.title if target else name, parent)
        listed = said.get("children") or said.get("child") or []
        children = [text_of(each) for each in (listed if isinstance(listed, list) else [listed])]
        properties = object_of(said.get("properties") or said.get("parameters"))
        self._make(node, name, target, len(children), properties)
        self._describe(node, key, name, said, properties)
        self._trees.say_of(node, name, at)
        for child in children:
            self._add(child, node, depth + 1)

    def _describe(self, node: GatheredNode, key: str, name: str, said: Part, properties: Part) -> None:
        """Give a node its title, note and place, and keep what is said of it beside these."""
        title = text_of(said.get("title"))
        if title and title != name:
            node.fields["title"] = re.sub(
                r"<(\w+)>", lambda found: _shown(properties.get(found[1], found[0])), title
            )
        if description := text_of(said.get("description")):
            node.fields["note"] = description
        extra = {word: value for word, value in said.items() if word not in _OF_NODE}
        if said.get("properties") and said.get("parameters"):
            extra["parameters"] = said["parameters"]
        _leave(node, extra)
        extra |= {word: value for word, value in said.items() if word == "category"}
        origin = {"id": key, "name": name, "properties": {**properties}, **extra}
        node.origin = {word: value for word, value in origin.items() if value not in ("", {})}
        display = object_of(said.get("display"))
        x, y = display.get("x"), display.get("y")
        if _is_number(x) and _is_number(y):
            self._tree.places.setdefault(TOP, (0.0, 0.0))  # so that nodes are where the file has them
            self._tree.places[node.id] = (float(x), float(y))

    def _make(
        self, node: GatheredNode, name: str, target: GatheredTree | None, children: int, properties: Part
    ) -> None:
        """Let a node be what it is in behavior3: one of its own, another tree, or a leaf of the game."""
        if name in _SIMPLE or name in _LIMITS or target is not None:
            read = _LIMITS[name][1] if name in _LIMITS else ""
            unread = [word for word, value in properties.items() if word != read or not _is_number(value)]
            _leave(node, unread)
        if name in _SIMPLE:
            kind, params = _SIMPLE[name]
            node.become(kind, **params)
            if name in ("Sequence", "Priority") and children > 1:
                said = "There a child that is no longer reached is closed only behind the tick."
                node.tell("changed", said, "Nothing need be done: here it is halted in the tick.", "3.3")
            if name == "Error":
                node.tell("changed", "An error is a failure here.", "Remove it.", "3.1")
        elif name in _LIMITS:
            _become_limited(node, name, properties)
        elif target is not None:
            node.fields.update(kind="subtree", graph=target.id)
        elif children:
            node.become_foreign(name)
        else:
            is_condition = self._file.custom.get(name, {}).get("category") == "condition"
            make = self._trees.condition if is_condition else self._trees.action
            make(node, name, {word: _given(node, word, value) for word, value in properties.items()})


def _become_limited(node: GatheredNode, name: str, properties: Part) -> None:
    """Let a node be a loop, a limit or a wait."""
    kind, word, usual = _LIMITS[name]
    value = properties.get(word)
    number = value if _is_number(value) else usual
    count: dict[str, JsonValue] = {"count": int(number)} if number >= 0 else {}
    if word != "maxLoop":
        node.become(kind, seconds=shortest_number(max(0.0, number / 1000)))
        node.tell_clock()
    elif kind == "run_limit":
        node.become(kind, count=max(0, int(number)), afterwards="failure")
        said = "There it counts again when it is opened; here for as long as the tree runs."
        node.tell("changed", said, "Reset it by a graph of its own.", "3.13")
    elif kind == "repeat":
        node.become(kind, **count, pace="same_tick", on_failure="count")
        said = "There it gives the last result of its child."
        node.tell("changed", said, "Invert it where it matters.", "3.7")
    else:
        node.become(kind, pace="same_tick")
        if count:
            said = f"There it stops after {int(number)} times; here it goes on."
            node.tell("changed", said, "Put a limit above it.", "3.14")
        elif kind == "until_failure":
            said = "There it ends with FAILURE, here with SUCCESS."
            node.tell("changed", said, "Put an inverter above.", "3.7")


def _leave(draft: RowDraft, names: Iterable[str]) -> None:
    """Say that a part has more than has a place here."""
    if listed := ", ".join(names):
        draft.tell("kept", f"{listed} has no place here; it is kept.", "Nothing need be done.")


def _given(node: GatheredNode, name: str, value: JsonValue) -> JsonValue:
    """Return what a property gives to a leaf of the game: a list, an object or a great number as text."""
    if value is None or isinstance(value, bool | str) or _is_number(value):
        return value
    node.tell_text(name)
    return json.dumps(value)


def _is_number(value: JsonValue) -> TypeGuard[int | float]:
    return is_number(value) and abs(value) < 2**31


def _shown(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)


BEHAVIOR3 = Format(
    "behavior3", "behavior3 tree", (".json", ".b3"), recognizes=is_behavior3, read=read_behavior3
)
