"""Gather behavior trees while a file is read: nodes with ids, leaves of the game, rows of the report."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graphs.basics.frozen import JsonValue
from graphs.basics.ids import free_name, slug
from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.names import EVENT_FUNCTIONS, RANDOM_DRAWS
from graphs.files.document_file import FileProblem
from graphs.formats.basics.format_record import Imported
from graphs.formats.basics.format_report import FormatRow, How
from graphs.formats.basics.game_calls import GameCalls
from graphs.formats.basics.game_leaf import GameLeaf, Given, literal
from graphs.formats.basics.legal_names import LegalNames
from graphs.formats.basics.sources import Source
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.document import Document
from graphs.model.graph_parts import Layout
from graphs.model.variables_and_events import Variable
from graphs.structure.file_version import with_file_version

MOST_NODES, MOST_LEVELS, MOST_TREE_FILES = 20_000, 200, 50
"""How many nodes the trees of one import may have together, how deep they may be, and from how many files."""

KindWithParams = tuple[str, Mapping[str, JsonValue]]
"""A kind of node, and parameters that are always the same."""

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

ReadFile = Callable[["GatheredTrees", Source, "GatheredTree"], None]

Place = tuple[str, int, int]
"""A file, a line and a column, from 1; 0 where there is none."""


@dataclass
class RowDraft:
    """Gather what a row will say; it is exact until something else is told."""

    how: How = "exact"
    reason: str = ""
    remedy: str = ""
    rule: str = ""

    def tell(self, how: How, reason: str, remedy: str, rule: str = "") -> None:
        """Say that it is not exact, and why; *kept* is stronger than *changed*."""
        self.how = "kept" if "kept" in (how, self.how) else how
        self.reason, self.remedy = f"{self.reason} {reason}".strip(), f"{self.remedy} {remedy}".strip()
        self.rule = self.rule or rule

    def tell_clock(self) -> None:
        """Say that it counts by the clock of the other program."""
        said = "There it counts by the clock, here by ticks."
        self.tell("changed", said, "Round the time to ticks.", "1.1")

    def tell_text(self, name: str) -> None:
        """Say that what is given under a name reaches the game as text."""
        said = f"{name} is nothing that a parameter can be; the game is given its text."
        self.tell("changed", said, "Give each value in a property of its own.", "2.1")

    def tell_draws(self) -> None:
        """Say that it draws."""
        said = "It draws by the seed of the run, so each draw is another one than there."
        self.tell("changed", said, "Nothing need be done where the draws are free.", "1.4")


@dataclass(kw_only=True)
class GatheredNode(RowDraft):
    """Gather a node: fields of a `TreeNode` that are set, what it keeps of its file, what its row says."""

    tree: GatheredTree
    id: str
    fields: dict[str, object]
    origin: dict[str, JsonValue] = field(default_factory=dict)

    def become(self, kind: str, **params: JsonValue) -> None:
        """Let the node be of a kind."""
        self.fields.update(kind=kind, params=params)

    def become_foreign(self, name: str) -> None:
        """Let the node keep the place of one that has nodes inside and no form here."""
        self.become("foreign_node", name=name)
        said = f"Nothing here does what {name} does; what is inside it runs as a sequence."
        self.tell("kept", said, "Build it of nodes, or write it as an action.", "3.5")


@dataclass
class GatheredTree:
    """Hold one tree as it grows: its nodes by id."""

    id: str
    title: str
    nodes: dict[str, GatheredNode] = field(default_factory=dict)
    root: str | None = None
    loose: list[str] = field(default_factory=list)
    note: str = ""
    origin: dict[str, JsonValue] = field(default_factory=dict)
    places: dict[str, tuple[float, float]] = field(default_factory=dict)


class GatheredTrees:
    """Gather the trees of one import. `format` is the id under which parts keep what their file said.

    `read` reads a file into its tree; `names` are those of variables.
    """

    def __init__(self, format_id: str, registry: Registry, read: ReadFile | None = None) -> None:
        self.format, self._read, self.rows = format_id, read, list[FormatRow]()
        self.trees: dict[str, GatheredTree] = {}
        self.variables: dict[str, Variable] = {}
        self.names = LegalNames()
        self._game = GameCalls.beside(registry)
        self._actions, self._conditions = dict[str, GameLeaf](), dict[str, GameLeaf]()
        functions = {*registry.conditions, *PURE_FUNCTIONS, *EVENT_FUNCTIONS, *RANDOM_DRAWS}
        self._condition_names, self._graph_ids = LegalNames(functions), LegalNames()
        self._files: dict[str, GatheredTree] = {}
        self._later: list[Callable[[], None]] = []
        self._count = 0

    def tree(self, wanted: str, title: str = "") -> GatheredTree:
        """Return a new tree whose id is like the one that is wanted."""
        found = GatheredTree(self._graph_ids.free(wanted, "tree"), title or wanted)
        self.trees[found.id] = found
        return found

    def file(self, source: Source) -> GatheredTree:
        """Return the tree of a file, which is read once: one that uses itself leads to the same tree."""
        assert self._read is not None
        if source.name not in self._files:
            if len(self._files) >= MOST_TREE_FILES:
                raise source.problem(f"It uses more than {MOST_TREE_FILES} files.", "Import them in parts.")
            self._files[source.name] = self.tree(Path(source.name).stem)
            self._read(self, source, self._files[source.name])
        return self._files[source.name]

    def add(self, tree: GatheredTree, wanted: str, parent: GatheredNode | None) -> GatheredNode:
        """Return a new node at the end of a parent's children; without one it is the root, or loose."""
        self._count += 1
        if self._count > MOST_NODES:
            said = f"It has more than {MOST_NODES:,} nodes."
            raise FileProblem(None, "", said, "Import it in parts.")
        node_id = free_name(slug(_HUMP.sub("_", wanted)) or "sequence", tree.nodes)
        node = tree.nodes[node_id] = GatheredNode(tree=tree, id=node_id, fields={"kind": "sequence"})
        if parent is not None:
            children = parent.fields.setdefault("children", [])
            assert isinstance(children, list)
            children.append(node_id)
        elif tree.root is None:
            tree.root = node_id
        else:
            tree.loose.append(node_id)
        return node

    def say(self, what: str, at: Place, draft: RowDraft | None = None, graph: str = "") -> None:
        """Add a row about no node, exact unless a draft says otherwise."""
        said = draft or RowDraft()
        row = FormatRow(said.how, what, said.reason, said.remedy, *at, said.rule, graph)
        self.rows.append(row)

    def say_of(self, node: GatheredNode, what: str, at: Place, draft: RowDraft | None = None) -> None:
        """Add a row about a node: what is told of it, unless a draft says something else."""
        said = draft or node
        row = FormatRow(said.how, what, said.reason, said.remedy, *at, said.rule, node.tree.id, node.id)
        self.rows.append(row)

    def action(self, node: GatheredNode, name: str, given: Given) -> None:
        """Let a node be an action of the game."""
        leaf = self._leaf(self._actions, self._game.names, name, given)
        node.fields.update(kind="action", action=leaf.name)
        self.at_the_end(lambda: node.fields.update(params=leaf.values(given)))

    def condition(self, node: GatheredNode, name: str, given: Given) -> None:
        """Let a node be a condition of the game."""
        node.fields["kind"] = "condition"
        self.ask(name, given, lambda test: node.fields.update(test=test))

    def ask(self, name: str, given: Given, put: Callable[[str], None]) -> None:
        """Ask a condition of the game: `put` is called with the expression once all its uses are known."""
        leaf = self._leaf(self._conditions, self._condition_names, name, given)

        def later() -> None:
            values = (f"{key} = {literal(value)}" for key, value in leaf.values(given).items())
            put(f"{leaf.name}({', '.join(values)})")

        self.at_the_end(later)

    def at_the_end(self, do: Callable[[], None]) -> None:
        """Do something when everything is read, behind what was asked for earlier."""
        self._later.append(do)

    @staticmethod
    def _leaf(leaves: dict[str, GameLeaf], names: LegalNames, name: str, given: Given) -> GameLeaf:
        leaf = leaves.setdefault(name, GameLeaf(names.legal(name, "task"), name))
        leaf.uses.append(given)
        return leaf

    def all_files(self, sources: Sequence[Source]) -> Imported:
        """Return the trees of files as one document, that of the first file as its root."""
        roots = [self.file(source) for source in sources]
        return self.finished(roots[0], Path(sources[0].name).stem)

    def finished(
        self, root: GatheredTree, title: str, origin: Mapping[str, JsonValue] | None = None
    ) -> Imported:
        """Return everything that was gathered as a document, a manifest and rows in their order.

        The document keeps what variables were called where that is no legal name.
        """
        for do in self._later:
            do()
        renamed = {legal: name for legal, name in self.names.originals.items() if legal != name}
        document = Document(
            format="mindloom",
            version=1,
            root=root.id,
            graphs={tree.id: self._graph(tree) for tree in self.trees.values()},
            variables=self.variables,
            origin=self._kept(origin or ({"variables": {**renamed}} if renamed else {})),
        )
        self._game.actions |= {leaf.name: leaf.action() for leaf in self._actions.values()}
        self._game.conditions |= {leaf.name: leaf.condition() for leaf in self._conditions.values()}
        return Imported(with_file_version(document), tuple(self.rows), self._game.manifest(title))

    def _kept(self, said: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return what a part keeps of its file, nothing where the file says nothing more."""
        return {self.format: dict(said)} if said else {}

    def _graph(self, tree: GatheredTree) -> BehaviorTreeGraph:
        return BehaviorTreeGraph(
            kind="behavior_tree",
            title=tree.title,
            note=tree.note,
            root=tree.root,
            loose=tuple(tree.loose),
            nodes={node.id: self._node(node) for node in tree.nodes.values()},
            layout={node_id: Layout(at=place) for node_id, place in tree.places.items()},
            origin=self._kept(tree.origin),
        )

    def _node(self, node: GatheredNode) -> TreeNode:
        known = {name: tuple(each) if isinstance(each, list) else each for name, each in node.fields.items()}
        return TreeNode.model_validate({**known, "origin": self._kept(node.origin)})
