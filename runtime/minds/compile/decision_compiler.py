"""Compile one use of a decision tree (rules 5.1 to 5.3)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from graphs.expressions.types import Value
from graphs.model import Activity, DecisionNode, DecisionTreeGraph, Graph
from graphs.model.decision_tree import MOST_BRANCHES
from graphs.model.state_machine import ChoiceDecision
from runtime.minds.compile.code_builder import CodeBuilder, CodePlace, expression_text, refuse_at_once
from runtime.minds.compile.compiled_parts import reached
from runtime.minds.compile.question_kinds import QuestionSource, build_question
from runtime.minds.compile.tree_compiler import build_action_row
from runtime.minds.compile.tree_kinds import RowFields
from runtime.minds.decisions.decision_tree_row import DecisionPace, DecisionTreeRow
from runtime.minds.decisions.leaves import OutcomeAnswer, RunRow, TreeOutcome, ValueAnswer
from runtime.minds.decisions.question_row import DisabledRow, QuestionRow
from runtime.minds.decisions.questions import RandomQuestion, TreeQuestion
from runtime.minds.program.code import ControlValue
from runtime.minds.program.row_fields import places_of
from runtime.minds.program.rows import Row
from runtime.minds.program.tree_row import TreeRow
from runtime.minds.trees.subtree import Binding

if TYPE_CHECKING:
    from runtime.minds.compile.compiler import ProgramCompiler

LEAF_KINDS = frozenset({"action", "run", "outcome", "value"})

_RESERVED: Any = None


class DecisionCompiler:
    """Turn the nodes of one decision tree into rows: its own row, then each node where it is first reached.

    A node that several branches lead to is one row, with one memory (rule 5.3). The parent of a leaf
    that runs is the row of the tree, which ticks and halts it, also where another tree was asked on the way.
    """

    def __init__(
        self,
        program: ProgramCompiler,
        code: CodeBuilder,
        graph_id: str,
        graph: DecisionTreeGraph,
        path: str,
        machine: int,
        pace: DecisionPace,
    ) -> None:
        self._program = program
        self._code = code
        self._graph_id = graph_id
        self._graph = graph
        self._path = path
        self._machine = machine
        self._pace = pace
        self._enabled = frozenset(reached(graph, disabled=False))
        self._rows: dict[str, Row] = {}
        self._open: set[str] = set()
        self._random: list[RandomQuestion] = []
        self._leaves: list[tuple[TreeRow, tuple[tuple[QuestionRow, tuple[Binding, ...]], ...]]] = []

    def compile(self, parent: int) -> DecisionTreeRow:
        """Compile from the root down; a tree without a root is refused."""
        fields = self._fields("", "decision_tree", parent)
        places = places_of(DecisionTreeRow, self._code.layout)
        tree = DecisionTreeRow(**fields, **places, pace=self._pace, top=_RESERVED)
        self._program.rows[tree.index] = tree
        root = self._graph.root
        if root is None or root not in self._graph.nodes:
            self._code.refuse(CodePlace(self._graph_id, "", "root"), "The tree has no root.", "Add a node.")
            tree.top = self._row_of_nothing("", tree.index)
        else:
            tree.top = self._node(root, tree.index)
        tree.child_rows = tuple(leaf for leaf, _ in self._leaves)
        tree.rebound = tuple(calls for _, calls in self._leaves)
        tree.random_questions = tuple(self._random)
        for leaf in tree.child_rows:
            leaf.parent = tree.index
        tree.children = (tree.top.index,)
        tree.end = self._program.next_index()
        tree.settle()
        return tree

    def _fields(self, node_id: str, kind: str, parent: int) -> RowFields:
        head = self._program.head(self._graph_id, self._path, node_id, kind, parent, self._machine)
        self._program.rows.append(_RESERVED)
        return head

    def _node(self, node_id: str, parent: int) -> Row:
        place = CodePlace(self._graph_id, node_id)
        if node_id in self._open:
            refuse_at_once(place, "The branches lead round in a circle.", "Lead one of them elsewhere.")
        known = self._rows.get(node_id)
        if known is not None:
            return known
        self._program.check_depth(parent, place)
        node = self._graph.nodes[node_id]
        self._open.add(node_id)
        row = self._rows[node_id] = self._compile_node(node_id, node, parent, place)
        self._open.remove(node_id)
        row.end = self._program.next_index()
        self._program.rows[row.index] = row
        return row

    def _compile_node(self, node_id: str, node: DecisionNode, parent: int, place: CodePlace) -> Row:
        if node_id not in self._enabled:
            row = DisabledRow(**self._fields(node_id, node.kind, parent))
            row.branches = self._branches(node, row.index, place)
            return row
        if node.kind in LEAF_KINDS:
            return self._leaf(node_id, node, parent, place)
        if node.kind == "tree":
            return self._tree(node_id, node, parent, place)
        fields = self._fields(node_id, node.kind, parent)
        self._check_branches(node, place)
        question = build_question(QuestionSource(self._code, node, fields, place))
        if isinstance(question, RandomQuestion):
            self._random.append(question)
        question.branches = self._branches(node, question.index, place)
        question.children = tuple(branch.index for branch in question.branches)
        return question

    def _branches(self, node: DecisionNode, index: int, place: CodePlace) -> tuple[Row, ...]:
        rows = []
        for number, branch in enumerate(node.branches):
            if branch.child is None or branch.child not in self._graph.nodes:
                inner = CodePlace(place.graph, place.node, f"branches.{number}")
                self._code.refuse(inner, f"Branch {number + 1} leads nowhere.", "Connect it.")
                continue
            rows.append(self._node(branch.child, index))
        return tuple(rows)

    def _check_branches(self, node: DecisionNode, place: CodePlace) -> None:
        kind = self._code.registry.kind("decision_tree", node.kind)
        if kind is None:
            refuse_at_once(place, f"There is no kind {node.kind!r} of decision nodes.", "Choose another.")
        count = len(node.branches)
        if count < kind.children.minimum:
            self._code.refuse(place, f"{kind.title} takes {kind.children.describe()}; it has {count}.")
        if count > MOST_BRANCHES:
            self._code.refuse(place, f"A question has at most {MOST_BRANCHES} branches; this has {count}.")

    def _tree(self, node_id: str, node: DecisionNode, parent: int, place: CodePlace) -> Row:
        """Compile a call of another decision tree; its leaves and draws join those of this one."""
        row = TreeQuestion(**self._fields(node_id, node.kind, parent))
        asked, bindings, _ = self._program.instance(
            node.graph or "", row.path, row.index, self._machine, node.arguments, place, self._code
        )
        row.bindings = bindings
        if not isinstance(asked, DecisionTreeRow):
            self._code.refuse(
                CodePlace(place.graph, place.node, "graph"), "Only a decision tree can be asked."
            )
            return row
        row.branches, row.children = (asked.top,), (asked.index,)
        self._random += asked.random_questions
        for leaf, calls in zip(asked.child_rows, asked.rebound, strict=True):
            own = ((row, bindings),) if bindings else ()
            self._leaves.append((leaf, (*own, *calls)))
        asked.child_rows, asked.rebound, asked.random_questions = (), (), ()
        return row

    def _leaf(self, node_id: str, node: DecisionNode, parent: int, place: CodePlace) -> Row:
        if node.kind == "outcome":
            if not node.outcome:
                self._code.refuse(CodePlace(place.graph, node_id, "outcome"), "The outcome has no name.")
            return OutcomeAnswer(**self._fields(node_id, "outcome", parent), outcome=node.outcome or "")
        if node.kind == "value":
            fields = self._fields(node_id, "value", parent)
            return ValueAnswer(**fields, value=self._value(node, place))
        fields = self._fields(node_id, node.kind, parent)
        if node.kind == "run":
            leaf: TreeRow = self._run(node, fields, place)
        else:
            leaf = build_action_row(self._code, fields, node.action, node.params, place)
        leaf.settle()
        self._leaves.append((leaf, ()))
        return leaf

    def _run(self, node: DecisionNode, fields: RowFields, place: CodePlace) -> RunRow:
        row = RunRow(**fields)
        first = len(self._program.defaults)
        root, bindings, _ = self._program.instance(
            node.graph or "", row.path, row.index, self._machine, node.arguments, place, self._code
        )
        if isinstance(root, DecisionTreeRow):
            inner = CodePlace(place.graph, place.node, "graph")
            self._code.refuse(inner, "Run takes a behavior tree or a machine.", "Take Tree instead.")
        row.bindings = bindings
        row.fresh = tuple(self._program.defaults[first:])
        row.child_rows, row.children = (root,), (root.index,)
        return row

    def _value(self, node: DecisionNode, place: CodePlace) -> ControlValue:
        inner = CodePlace(place.graph, place.node, "value")
        text = expression_text(node.value)
        if text is not None:
            return ControlValue(expression=self._code.expression(text, inner))
        value = _plain(node.value)
        if value is None:
            self._code.refuse(inner, f"Expected a value, found {json.dumps(node.value)}.", "Write one.")
        return ControlValue(constant=value)

    def _row_of_nothing(self, node_id: str, parent: int) -> Row:
        row = DisabledRow(**self._fields(node_id, "none", parent))
        row.end = self._program.next_index()
        self._program.rows[row.index] = row
        return row


def compile_outcome(
    program: ProgramCompiler, code: CodeBuilder, decision: ChoiceDecision, choice: Row, place: CodePlace
) -> TreeOutcome | None:
    """Compile the decision tree that a choice asks (rule 4.12); None after noting a problem.

    Its rows are added behind `choice`, whose `path` is the path of the call.
    """
    tree, bindings, _ = program.instance(
        decision.graph, choice.path, choice.index, choice.enclosing_machine, decision.arguments, place, code
    )
    if isinstance(tree, DecisionTreeRow):
        return TreeOutcome(tree, bindings)
    code.refuse(CodePlace(place.graph, place.node, "decision.graph"), "A choice asks a decision tree.")
    return None


def activity_pace(
    activity: Activity, called: Graph | None, code: CodeBuilder, place: CodePlace
) -> DecisionPace:
    """Return when an activity that is a decision tree is evaluated; refuse a pace for anything else."""
    is_decision = isinstance(called, DecisionTreeGraph)
    plain = Activity()
    for field in ("every", "commit"):
        if not is_decision and getattr(activity, field) != getattr(plain, field):
            inner = CodePlace(place.graph, place.node, f"activity.{field}")
            code.refuse(inner, f"Only a decision tree has {field}.", "Take it out.")
    if activity.every < 0:
        inner = CodePlace(place.graph, place.node, "activity.every")
        code.refuse(inner, f"Expected ticks from 0 on, found {activity.every}.", "Write 1.")
    return DecisionPace(ControlValue(constant=activity.every), activity.commit == "until_done")


def _plain(value: object) -> Value:
    if isinstance(value, (list, tuple)) and len(value) == 2:
        x, y = value
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            return (float(x), float(y))
    return value if isinstance(value, (bool, int, float, str)) else None
