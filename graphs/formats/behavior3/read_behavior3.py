"""Read trees of behavior3 into a document; what their nodes do is what behavior3js does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from graphs.basics.frozen import JsonValue, shortest_number
from graphs.basics.json_text import JsonTextError, decode_text, parse_json
from graphs.files.document_file import MAXIMUM_DOCUMENT_DEPTH, FileProblem
from graphs.formats.basics.format_record import Format, Imported
from graphs.formats.basics.gathered_trees import MOST_LEVELS, GatheredTree, GatheredTrees, Place, RowDraft
from graphs.formats.basics.json_places import JsonPath, json_places
from graphs.formats.basics.sources import Source
from graphs.kinds.declarations.registry import Registry
from graphs.structure.graph_index import TOP

_SIMPLE: Mapping[str, tuple[str, Mapping[str, JsonValue]]] = {
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
_LIMITS: Mapping[str, tuple[str, str]] = {
    "Repeater": ("repeat", "maxLoop"),
    "RepeatUntilFailure": ("until_failure", "maxLoop"),
    "RepeatUntilSuccess": ("until_success", "maxLoop"),
    "MaxTime": ("timeout", "maxTime"),
    "Limiter": ("run_limit", "maxLoop"),
    "Wait": ("wait", "milliseconds"),
}
_KNOWN = (
    "id",
    "name",
    "category",
    "title",
    "description",
    "properties",
    "parameters",
    "display",
    "children",
    "child",
)

_OF_TREE = ("version", "scope", "id", "display", "properties")

Part = Mapping[str, JsonValue]


def read_behavior3(sources: Sequence[Source], registry: Registry) -> Imported:
    """Return the trees of files as one document, the selected tree of the first as its root."""
    trees = GatheredTrees("behavior3", registry)
    files = [_Behavior3File(trees, source) for source in sources]
    roots = [file.read() for file in files]
    origin = {key: value for file in files for key, value in file.origin.items()}
    return trees.finished(roots[0] if roots else None, Path(sources[0].name).stem, origin)


def is_behavior3(source: Source) -> bool:
    """Tell whether a file is JSON of behavior3: by words that its trees have."""
    begin = source.data.lstrip()[:1] == b"{" and Path(source.name).suffix.lower() in (".json", ".b3", "")
    is_other = re.search(rb'"format"\s*:\s*"mindloom', source.data[:4000]) is not None
    has_words = b'"nodes"' in source.data and b'"properties"' in source.data and b'"root"' in source.data
    return begin and has_words and not is_other


class _Behavior3File:
    """Read one file: its trees under their ids, so that nodes named after one lead to it."""

    def __init__(self, trees: GatheredTrees, source: Source) -> None:
        self._trees, self._source = trees, source
        self.origin: dict[str, JsonValue] = {}
        self._graphs: dict[str, GatheredTree] = {}
        self._custom: dict[str, Part] = {}
        self._custom_paths: dict[str, JsonPath] = {}
        self._places: Mapping[JsonPath, tuple[int, int]] = {}

    def read(self) -> GatheredTree | None:
        """Read all trees; return the one that is selected, else the first."""
        try:
            value = parse_json(self._source.data, MAXIMUM_DOCUMENT_DEPTH)
        except JsonTextError as error:
            where = f"line {error.line}, column {error.column}"
            raise FileProblem(Path(self._source.name), where, error.message, error.remedy) from None
        self._places = json_places(decode_text(self._source.data))
        whole = _part(value)
        outer: JsonPath = ("data",) if isinstance(whole.get("data"), dict) else ()
        project = _part(whole.get("data")) if outer else whole
        found = self._listed(project, outer)
        if not found or not all(isinstance(tree.get("nodes"), dict) for tree in found.values()):
            raise self._wrong("", "This is no tree or project of behavior3.", "Export it from its editor.")
        self._keep_head(whole, project)
        for number, (path, tree) in enumerate(found.items()):
            self._keep_custom(project, outer)
            self._keep_custom(tree, path)
            title = _text(tree.get("title")) or f"tree {number + 1}"
            tree_id = _text(tree.get("id"))
            is_first = tree_id and tree_id not in self._graphs
            self._graphs[tree_id if is_first else f"#{number}"] = self._trees.tree(title)
        for (path, tree), gathered in zip(found.items(), self._graphs.values(), strict=False):
            reading = _Behavior3Tree(self._trees, self._at, self._graphs, self._custom, tree, path, gathered)
            reading.read()
        for name, custom in self._custom.items():
            self._trees.say(f"custom node {name}", self._at(self._custom_paths[name]))
            self.origin.setdefault("custom_nodes", {})
            kept = self.origin["custom_nodes"]
            assert isinstance(kept, dict)
            kept[name] = dict(custom)
        chosen = self._graphs.get(_text(_part(project).get("selectedTree")))
        return chosen or next(iter(self._graphs.values()))

    @staticmethod
    def _listed(project: Part, outer: JsonPath) -> dict[JsonPath, Part]:
        """Return the trees of a project, or the file as the only one, by where they are."""
        if "trees" not in project:
            return {outer: project}
        listed = project["trees"] if isinstance(project["trees"], list) else []
        return {(*outer, "trees", n): each for n, each in enumerate(listed) if isinstance(each, dict)}

    def _keep_custom(self, part: Part, path: JsonPath) -> None:
        for number, each in enumerate(_list(part.get("custom_nodes"))):
            name = _text(each.get("name"))
            self._custom.setdefault(name, each)
            self._custom_paths.setdefault(name, (*path, "custom_nodes", number))

    def _keep_head(self, whole: Part, project: Part) -> None:
        """Keep what project and file say beside their trees."""
        for part in (whole, project):
            if "trees" in part or "data" in part:
                said = {
                    name: value
                    for name, value in part.items()
                    if name not in ("trees", "data", "custom_nodes")
                }
                self.origin |= said

    def _at(self, path: JsonPath) -> Place:
        return self._source.name, *self._places.get(path, (0, 0))

    def _wrong(self, where: str, said: str, remedy: str) -> FileProblem:
        return FileProblem(Path(self._source.name), where, said, remedy)


class _Behavior3Tree:
    """Read one tree: its nodes from the root on, then those that nothing leads to."""

    def __init__(
        self, trees: GatheredTrees, at: Callable[[JsonPath], Place], graphs: Mapping[str, GatheredTree],
        custom: Mapping[str, Part], said: Part, path: JsonPath, tree: GatheredTree
    ) -> None:  # fmt: skip
        self._trees, self._at, self._graphs, self._custom = trees, at, graphs, custom
        self._said, self._path, self._tree = said, path, tree
        self._nodes = {key: _part(value) for key, value in _part(said.get("nodes")).items()}
        self._read: set[str] = set()

    def read(self) -> None:
        """Add all nodes, with a row for each."""
        kept = ("nodes", "root", "title", "description", "custom_nodes")
        self._tree.origin = {name: value for name, value in self._said.items() if name not in kept}
        self._tree.note = _text(self._said.get("description"))
        title, draft = f"tree {self._tree.title}", RowDraft()
        if left := [name for name in self._tree.origin if name not in _OF_TREE]:
            _leave(draft, left)
        self._trees.say(title, self._at(self._path), draft, graph=self._tree.id)
        root = _text(self._said.get("root"))
        if root:
            self._add(root, None, 0)
        for node_id in self._nodes:
            if node_id not in self._read:
                self._add(node_id, None, 0)

    def _add(self, key: str, parent: str | None, depth: int) -> None:
        said = self._nodes.get(key)
        if said is None or key in self._read or depth > MOST_LEVELS:
            what = "is not in it" if said is None else "is inside two others, itself or too many"
            remedy = "Open the file in its editor and save it again."
            raise FileProblem(Path(self._at(())[0]), f"node {key}", f"This node {what}.", remedy)
        self._read.add(key)
        name = _text(said.get("name")) or "node"
        target = self._graphs.get(name)
        stem = target.title if target else name
        node_id = self._trees.add(self._tree, "sequence", stem, parent, self._at(())[0])
        node, draft = self._tree.nodes[node_id], RowDraft()
        listed = said.get("children") or said.get("child") or []
        children = [_text(each) for each in listed] if isinstance(listed, list) else [_text(listed)]
        properties = _part(said.get("properties") or said.get("parameters"))
        self._make(node, name, target, children, properties, draft)
        title = _text(said.get("title"))
        if title and title != name:
            node["title"] = re.sub(
                r"<(\w+)>", lambda found: _shown(properties.get(found[1], found[0])), title
            )
        if description := _text(said.get("description")):
            node["note"] = description
        origin: dict[str, JsonValue] = {"id": key, "name": name, "properties": dict(properties)}
        origin |= {word: value for word, value in said.items() if word not in _KNOWN or word == "category"}
        if said.get("properties") and (parameters := said.get("parameters")):
            origin["parameters"] = parameters
            _leave(draft, ["parameters"])
        node["origin"] = self._trees.kept(
            {word: value for word, value in origin.items() if value not in ("", {})}
        )
        if extra := [word for word in said if word not in _KNOWN]:
            _leave(draft, extra)
        display = _part(said.get("display"))
        x, y = display.get("x"), display.get("y")
        if _is_place(x) and _is_place(y):
            self._tree.places.setdefault(TOP, (0.0, 0.0))  # so that nodes are where the file has them
            self._tree.places[node_id] = (float(x), float(y))  # type: ignore[arg-type]
        self._trees.say(name, self._at((*self._path, "nodes", key)), draft, self._tree.id, node_id)
        for child in children:
            self._add(child, node_id, depth + 1)

    def _make(
        self, node: dict[str, object], name: str, target: GatheredTree | None, children: Sequence[str],
        properties: Part, draft: RowDraft
    ) -> None:  # fmt: skip
        """Let a node be what it is in behavior3: one of its own, another tree, or a leaf of the game."""
        is_built_in = name in _SIMPLE or name in _LIMITS
        read = _LIMITS[name][1] if name in _LIMITS else ""
        left = [word for word, value in properties.items() if word != read or not _is_place(value)]
        if left and (is_built_in or target is not None):
            _leave(draft, left)
        is_condition = _text(_part(self._custom.get(name)).get("category")) == "condition"
        if name in _SIMPLE:
            kind, params = _SIMPLE[name]
            node.update(kind=kind, params=dict(params))
            if name in ("Sequence", "Priority") and len(children) > 1:
                said = "There a child that is no longer reached is closed only behind the tick."
                draft.tell("changed", said, "Nothing need be done: here it is halted in the tick.", "3.3")
            if name == "Error":
                draft.tell("changed", "An error is a failure here.", "Remove it.", "3.1")
        elif name in _LIMITS:
            self._limit(node, name, properties, draft)
        elif target is not None:
            node.update(kind="subtree", graph=target.id)
        elif children:
            node.update(kind="foreign_node", params={"name": name})
            said = f"What {name} does is known to the game alone; here its children run as a sequence."
            draft.tell("kept", said, "Build it of nodes, or write it as an action.", "3.5")
        elif is_condition:
            node["kind"] = "condition"
            self._trees.ask(name, _given(properties), lambda test: node.update(test=test))
        else:
            self._trees.action(node, name, _given(properties))

    @staticmethod
    def _limit(node: dict[str, object], name: str, properties: Part, draft: RowDraft) -> None:
        kind, word = _LIMITS[name]
        value = properties.get(word)
        number = value if _is_place(value) else {"maxLoop": -1, "maxTime": 0, "milliseconds": 0}[word]
        assert isinstance(number, int | float)
        if word != "maxLoop":
            node.update(kind=kind, params={"seconds": shortest_number(max(0.0, number / 1000))})
            draft.tell(
                "changed", "There it counts by the clock, here by ticks.", "Round the time to ticks.", "1.1"
            )
            return
        params: dict[str, JsonValue] = {"count": int(number)} if number >= 0 else {}
        if kind == "run_limit":
            node.update(kind=kind, params={"count": max(0, int(number)), "afterwards": "failure"})
            said = "There it counts again when it is opened; here for as long as the tree runs."
            draft.tell("changed", said, "Reset it by a graph of its own.", "3.13")
            return
        node.update(kind=kind, params={"pace": "same_tick"})
        if kind == "repeat":
            node.update(params={**params, "pace": "same_tick", "on_failure": "count"})
            draft.tell(
                "changed",
                "There it gives the last result of its child.",
                "Invert it where it matters.",
                "3.7",
            )
        elif number >= 0:
            said = f"There it stops after {int(number)} times; here it goes on."
            draft.tell("changed", said, "Put a limit above it.", "3.14")
        elif kind == "until_failure":
            draft.tell(
                "changed", "There it ends with FAILURE, here with SUCCESS.", "Put an inverter above.", "3.7"
            )


def _leave(draft: RowDraft, names: Sequence[str]) -> None:
    """Say that a part has more than has a place here."""
    draft.tell("kept", f"{', '.join(names)} has no place here; it is kept.", "Nothing need be done.")


def _given(properties: Part) -> dict[str, JsonValue]:
    return {name: value if _is_plain(value) else json.dumps(value) for name, value in properties.items()}


def _is_plain(value: JsonValue) -> bool:
    return value is None or isinstance(value, bool | str) or _is_place(value)


def _is_place(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 2**31


def _shown(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _part(value: object) -> Part:
    return value if isinstance(value, dict) else {}


def _list(value: JsonValue) -> list[Part]:
    return [_part(each) for each in value] if isinstance(value, list) else []


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""


BEHAVIOR3 = Format(
    "behavior3", "behavior3 tree", (".json", ".b3"), recognizes=is_behavior3, read=read_behavior3
)
