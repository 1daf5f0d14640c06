"""Gather behavior trees while a file is read: nodes with ids, leaves of the game, rows of the report."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path

from graphs.basics.frozen import JsonValue
from graphs.basics.ids import slug
from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.names import EVENT_FUNCTIONS, RANDOM_DRAWS
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.format_report import FormatRow, How
from graphs.formats.basics.legal_names import LegalNames, free_name
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.document import Document
from graphs.model.graph_parts import Layout
from graphs.model.variables_and_events import Variable
from graphs.projects.manifest_file import (
    Manifest,
    ManifestAction,
    ManifestCondition,
    ManifestParameter,
    ManifestStandIn,
)
from graphs.structure.file_version import with_file_version

MOST_NODES, MOST_LEVELS = 20_000, 200
"""How many nodes the trees of one import may have together, and how deep they may be."""

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Given = Mapping[str, JsonValue]
Place = tuple[str, int, int]
"""A file, a line and a column, from 1; 0 where there is none."""


@dataclass
class RowDraft:
    """Gather what the row of one node will say; it is exact until something else is told."""

    how: How = "exact"
    reason: str = ""
    remedy: str = ""
    rule: str = ""

    def tell(self, how: How, reason: str, remedy: str, rule: str = "") -> None:
        """Say that it is not exact, and why; *kept* is stronger than *changed*."""
        self.how = "kept" if "kept" in (how, self.how) else how
        self.reason, self.remedy = f"{self.reason} {reason}".strip(), f"{self.remedy} {remedy}".strip()
        self.rule = self.rule or rule


@dataclass
class GameLeaf:
    """Gather what is given to one action or condition of the game, by its parameters' names in the file."""

    name: str
    title: str
    uses: list[Given] = field(default_factory=list)
    names: LegalNames = field(default_factory=LegalNames)

    def type_of(self, parameter: str) -> str:
        """Return the type that all values given to a parameter have; a string where they differ."""
        given = [use[parameter] for use in self.uses if use.get(parameter) is not None]
        types = {_type_of(value) for value in given}
        return types.pop() if len(types) == 1 else "float" if types == {"int", "float"} else "string"

    def values(self, use: Given) -> dict[str, JsonValue]:
        """Return what is given in one use, each value of the type of its parameter."""
        found: dict[str, JsonValue] = {}
        for parameter, value in use.items():
            if value is not None:
                as_text = self.type_of(parameter) == "string" != _type_of(value)
                name = self.names.legal(parameter, "value")
                found[name] = plain_text(value) if as_text else bare(value)
        return found

    def parameters(self) -> tuple[ManifestParameter, ...]:
        """Return the declarations of its parameters, in the order in which the file names them."""
        names = dict.fromkeys(name for use in self.uses for name in use)
        return tuple(
            ManifestParameter(name=self.names.legal(name, "value"), type=self.type_of(name), optional=True)
            for name in names
        )


def number_of(text: str) -> int | float | None:
    """Return the number that a text is, None for none, or one that files of documents cannot hold."""
    if _NUMBER.fullmatch(text) is None or len(text) > 40:
        return None
    value = int(text) if text.lstrip("+-").isdigit() else float(text)
    is_small = isfinite(value) and (isinstance(value, float) or abs(value) < 2**31)
    return value if is_small else None


def _type_of(value: JsonValue) -> str:
    if isinstance(value, dict):
        return str(value.get("type", "string"))
    if isinstance(value, list):
        return "vector"
    types = {bool: "bool", int: "int", float: "float"}
    return types.get(type(value), "string")


def bare(value: JsonValue) -> JsonValue:
    """Return a value as a parameter has it; an expression is given as `{"expr": …, "type": …}`."""
    return {"expr": value["expr"]} if isinstance(value, dict) else value


def plain_text(value: JsonValue) -> str:
    """Return a value as text that people read."""
    if isinstance(value, dict):
        return str(value["expr"])
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"({', '.join(map(plain_text, value))})"
    return str(value)


def literal(value: JsonValue) -> str:
    """Return a value as it is written in an expression; `{"expr": …}` as what it says."""
    if isinstance(value, dict):
        return str(value.get("expr", ""))
    if isinstance(value, list):
        return f"vec({', '.join(map(literal, value))})"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        return f'"{escaped}"'
    return plain_text(value)


@dataclass
class GatheredTree:
    """Hold one tree as it grows: its nodes by id, each as the fields of a `TreeNode` that are set."""

    id: str
    title: str
    nodes: dict[str, dict[str, object]] = field(default_factory=dict)
    root: str | None = None
    loose: list[str] = field(default_factory=list)
    note: str = ""
    origin: dict[str, JsonValue] = field(default_factory=dict)
    places: dict[str, tuple[float, float]] = field(default_factory=dict)


class GatheredTrees:
    """Gather the trees of one import. `format` is the id under which parts keep what their file said."""

    def __init__(self, format_id: str, registry: Registry) -> None:
        built_in = {name for name, each in registry.actions.items() if each.stand_in is None}
        self.format, self.rows = format_id, list[FormatRow]()
        self.trees: dict[str, GatheredTree] = {}
        self.variables: dict[str, Variable] = {}
        self._actions, self._conditions = dict[str, GameLeaf](), dict[str, GameLeaf]()
        functions = {*registry.conditions, *PURE_FUNCTIONS, *EVENT_FUNCTIONS, *RANDOM_DRAWS}
        self._action_names, self._condition_names = LegalNames(built_in), LegalNames(functions)
        self._graph_ids, self._count = LegalNames(), 0
        self._later: list[Callable[[], None]] = []

    def tree(self, wanted: str, title: str = "") -> GatheredTree:
        """Return a new tree whose id is like the one that is wanted."""
        found = GatheredTree(self._graph_ids.free(wanted, "tree"), title or wanted)
        self.trees[found.id] = found
        return found

    def add(self, tree: GatheredTree, kind: str, wanted: str, parent: str | None, file: str = "") -> str:
        """Return the id of a new node at the end of a parent's children; without one it is the root."""
        self._count += 1
        if self._count > MOST_NODES:
            said = f"It has more than {MOST_NODES:,} nodes."
            raise FileProblem(Path(file), "", said, "Import it in parts.")
        node_id = free_name(slug(_HUMP.sub("_", wanted)) or kind, tree.nodes)
        tree.nodes[node_id] = {"kind": kind}
        if parent is not None:
            children = tree.nodes[parent].setdefault("children", [])
            assert isinstance(children, list)
            children.append(node_id)
        elif tree.root is None:
            tree.root = node_id
        else:
            tree.loose.append(node_id)
        return node_id

    def say(
        self, what: str, at: Place, draft: RowDraft | None = None, graph: str = "", node: str = ""
    ) -> None:
        """Add a row, exact unless a draft says otherwise."""
        said = draft or RowDraft()
        self.rows.append(
            FormatRow(said.how, what, said.reason, said.remedy, *at, said.rule, graph=graph, node=node)
        )

    def action(self, node: dict[str, object], name: str, given: Given) -> str:
        """Let a node be an action of the game; return the name that the action has here."""
        leaf = self._leaf(self._actions, self._action_names, name, given)
        node.update(kind="action", action=leaf.name)
        self._later.append(lambda: node.update(params=leaf.values(given)))
        return leaf.name

    def ask(self, name: str, given: Given, put: Callable[[str], None]) -> str:
        """Ask a condition of the game: `put` is called with the expression once all its uses are known."""
        leaf = self._leaf(self._conditions, self._condition_names, name, given)

        def later() -> None:
            values = (f"{key} = {literal(value)}" for key, value in leaf.values(given).items())
            put(f"{leaf.name}({', '.join(values)})")

        self._later.append(later)
        return leaf.name

    def at_the_end(self, do: Callable[[], None]) -> None:
        """Do something when everything is read, behind what was asked for earlier."""
        self._later.append(do)

    @staticmethod
    def _leaf(leaves: dict[str, GameLeaf], names: LegalNames, name: str, given: Given) -> GameLeaf:
        leaf = leaves.setdefault(name, GameLeaf(names.legal(name, "task"), name))
        leaf.uses.append(given)
        return leaf

    def finished(self, root: GatheredTree | None, title: str, origin: Mapping[str, JsonValue]) -> Imported:
        """Return everything that was gathered as a document, a manifest and rows in their order."""
        for do in self._later:
            do()
        graphs = {tree.id: self._graph(tree) for tree in self.trees.values()}
        document = Document(
            format="mindloom",
            version=1,
            root=root.id if root else None,
            graphs=dict(graphs),
            variables=self.variables,
            origin=self.kept(origin),
        )
        return Imported(with_file_version(document), tuple(self.rows), self._manifest(title))

    def kept(self, said: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return what a part keeps of its file, nothing where the file says nothing more."""
        return {self.format: dict(said)} if said else {}

    def _graph(self, tree: GatheredTree) -> BehaviorTreeGraph:
        nodes = {node_id: _node(fields) for node_id, fields in tree.nodes.items()}
        layout = {node_id: Layout(at=place) for node_id, place in tree.places.items()}
        return BehaviorTreeGraph(
            kind="behavior_tree",
            title=tree.title,
            note=tree.note,
            root=tree.root,
            loose=tuple(tree.loose),
            nodes=nodes,
            layout=layout,
            origin=self.kept(tree.origin),
        )

    def _manifest(self, title: str) -> Manifest | None:
        if not self._actions and not self._conditions:
            return None
        stand_in = ManifestStandIn(result="success")
        actions = {
            leaf.name: ManifestAction(title=leaf.title, parameters=leaf.parameters(), stand_in=stand_in)
            for leaf in self._actions.values()
        }
        conditions = {
            leaf.name: ManifestCondition(title=leaf.title, parameters=leaf.parameters())
            for leaf in self._conditions.values()
        }
        return Manifest(
            format="mindloom-kinds", version=1, title=title, actions=actions, conditions=conditions
        )


def _node(fields: Mapping[str, object]) -> TreeNode:
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return TreeNode.model_validate(known)
