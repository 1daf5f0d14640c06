"""Tell where a node does not do the same because of what is around it.

The library marks a node as running before its tick and does not take that back where it is skipped; it wakes
a tree and ticks it once more from its root within one `tickOnce`; a parallel ticks skipped children again.
None of that matters in most trees. Here is told where it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphs.checks.lints.outcomes import node_outcome
from graphs.formats.btcpp.library_kinds import Note
from graphs.formats.btcpp.node_models import id_of
from graphs.formats.btcpp.tree_reading import ReadTree
from graphs.kinds.declarations.flow import ANY, Outcome
from graphs.kinds.declarations.node_kind import ChildRule
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.document import Document

Found = dict[tuple[str, str], list[Note]]

_AGAIN = (
    "Parallel",
    "ParallelAll",
    "ReactiveSequence",
    "ReactiveFallback",
    "WhileDoElse",
    "PipelineSequence",
)
"""Kinds that tick children again in another pass of a tick."""

_FIRST_ALONE = ("ReactiveSequence", "ReactiveFallback", "WhileDoElse", "PipelineSequence")
_HALTS = (*_AGAIN, "Timeout", "RateController")
_WAKING = ("Repeat", "RetryUntilSuccessful", "RetryUntilSuccesful", "SequenceWithMemory", "SequenceStar")
_PURE = ("condition", "succeed", "fail")

_ROUNDS = 6
"""So often outcomes are followed through calls; where that is too few, they are only too wide."""

K, R, S, F = Outcome.SKIPPED, Outcome.RUNNING, Outcome.SUCCESS, Outcome.FAILURE


@dataclass
class _Above:
    """Hold what is above a node: whether it is ticked again within a tick, and whether it can be halted."""

    again: str = ""
    halts: str = ""


@dataclass
class _Document:
    document: Document
    trees: Mapping[str, ReadTree]
    registry: Registry
    memo: dict[tuple[str, str], Outcome] = field(default_factory=dict)
    above: dict[str, _Above] = field(default_factory=dict)

    def outcome(self, graph_id: str, node_id: str) -> Outcome:
        """Return what a node can give, subtrees followed."""
        return self.memo.get((graph_id, node_id), ANY)

    def root_outcome(self, graph_id: str) -> Outcome:
        """Return what the root of a tree can give."""
        root = self.graph(graph_id).root
        return ANY if root is None else self.outcome(graph_id, root)

    def find_outcomes(self) -> None:
        """Find what nodes can give, the lowest first, until calls of trees make no difference any more."""
        for _ in range(_ROUNDS):
            before = dict(self.memo)
            for tree in self.trees.values():
                for node_id in reversed(tree.read):
                    self.memo[tree.graph_id, node_id] = self._outcome(tree, tree.nodes[node_id])
            if before == self.memo:
                return

    def _outcome(self, tree: ReadTree, node: TreeNode) -> Outcome:
        children = [self.outcome(tree.graph_id, child) for child in node.children]
        if node.kind != "subtree" or node.graph is None:
            return node_outcome(node, children, self.registry)
        own = node_outcome(node.model_copy(update={"kind": "force_success"}), [K], self.registry)
        return self.root_outcome(node.graph) | (own if node.preconditions else Outcome(0))

    def graph(self, graph_id: str) -> BehaviorTreeGraph:
        """Return a graph, which is a behavior tree."""
        graph = self.document.graphs[graph_id]
        assert isinstance(graph, BehaviorTreeGraph)
        return graph


def differences(document: Document, trees: Sequence[ReadTree], registry: Registry) -> Found:
    """Return what differs, by graph and node."""
    whole = _Document(document, {tree.graph_id: tree for tree in trees}, registry)
    whole.find_outcomes()
    _find_above(whole)
    found: Found = {}
    for tree in trees:
        graph = whole.graph(tree.graph_id)
        for top in tree.tops:
            for node_id, above in _descend(whole, tree, graph, top):
                notes = list(_notes(whole, tree, node_id, above))
                if notes:
                    found[tree.graph_id, node_id] = notes
    return found


def _find_above(whole: _Document) -> None:
    """Find what is above the calls of each tree."""
    calls: dict[str, list[tuple[str, _Above]]] = {}
    for tree in whole.trees.values():
        graph = whole.graph(tree.graph_id)
        for top in tree.tops:
            for node_id, above in _descend(whole, tree, graph, top):
                callee = graph.nodes[node_id].graph
                if callee is not None:
                    calls.setdefault(tree.graph_id, []).append((callee, above))
    waiting = [*calls]
    while waiting:
        caller = waiting.pop()
        around = whole.above.get(caller, _Above())
        for callee, above in calls.get(caller, []):
            known = whole.above.get(callee, _Above())
            again = known.again or above.again or around.again
            found = _Above(again, known.halts or above.halts or around.halts)
            if found != known:
                whole.above[callee] = found
                waiting.append(callee)


def _descend(
    whole: _Document, tree: ReadTree, graph: BehaviorTreeGraph, top: str
) -> Iterator[tuple[str, _Above]]:
    """Yield the nodes below with what is above each, a `while` of its own included."""
    around = whole.above.get(tree.graph_id, _Above())
    waiting = [(top, around)]
    while waiting:
        node_id, above = waiting.pop()
        node, tag = graph.nodes[node_id], id_of(tree.read[node_id].element)
        if any(each.gives == "while" for each in node.preconditions):
            above = _Above(above.again or "_while", above.halts or "_while")
        yield node_id, above
        again = tag if tag in _AGAIN or (tag.startswith("Switch") and _writes(tree, node)) else ""
        halts = tag if tag in _HALTS or tag.startswith("Switch") else ""
        below = _Above(above.again or again, above.halts or halts)
        waiting += [(child, below) for child in reversed(node.children)]
        later = [whole.outcome(tree.graph_id, child) for child in node.children[1:]]
        if later and tag in _FIRST_ALONE and not any(each & R for each in later):
            # another pass ticks nothing before it again, and halts nothing behind it
            waiting[-1] = (node.children[0], _Above(above.again, below.halts))


def _writes(tree: ReadTree, node: TreeNode) -> bool:
    """Tell whether anything below may write a variable."""
    waiting = list(node.children)
    while waiting:
        inner = tree.nodes[waiting.pop()]
        waiting += inner.children
        if inner.kind in ("set", "subtree", "action") or inner.end_lines:
            return True
    return False


def _notes(whole: _Document, tree: ReadTree, node_id: str, above: _Above) -> Iterator[Note]:
    node, tag = tree.nodes[node_id], id_of(tree.read[node_id].element)
    children = [whole.outcome(tree.graph_id, child) for child in node.children]
    if node.graph is not None:
        children = [whole.root_outcome(node.graph)]
    inner = [tree.nodes[child] for child in node.children]
    yield from _ends(node)
    kind = whole.registry.kind("behavior_tree", node.kind)
    if kind is not None and not _fits(kind.children, len(inner)):
        reason = f"It needs {kind.children.describe()}; the library does not run it either."
        yield Note("changed", "", reason, "Correct it.", "3.6")
    if node.kind == "foreign_node":
        return
    skips = any(child & K for child in children)
    if tag in _WAKING and above.again and _goes_on(node, children):
        reason = f"To go on it has the tree ticked again there, and {above.again} above ticks more then."
        yield Note("changed", "", reason, "", "3.6")
    if skips and (node.on_halt or any(each.gives != "while" for each in node.preconditions)):
        reason = "Skipped by what is below, it counts as running there: it is halted, not asked again."
        yield Note("changed", "", reason, "", "3.7")
    if skips:
        yield from _skipped(node, tag, children)
    if tag == "Precondition" and above.halts and any(child & R for child in children):
        yield Note("changed", "if", "After a halt its test is not asked again there.", "", "3.9")
    keeps = node.kind == "if_else" and bool(inner) and (tag == "WhileDoElse" or len(inner) == 2)
    if keeps and (inner[0].preconditions or (inner[0].kind not in _PURE and not inner[0].children)):
        reason = "Its condition keeps its result there, and is not begun again in the next tick."
        yield Note("changed", "", reason, "", "3.6")


def _ends(node: TreeNode) -> Iterator[Note]:
    """Tell of scripts that run there though a precondition decided."""
    gives = {each.gives for each in node.preconditions}
    if ("succeed" in gives and node.on_success) or ("fail" in gives and node.on_failure):
        reason = "Scripts at the end run there also where a precondition gave the end."
        yield Note("changed", "", reason, "", "3.17")
    if node.kind == "run_once" and node.params.get("afterwards") == "last" and node.end_lines:
        yield Note("changed", "", "Scripts at its end run there again with each result.", "", "3.17")


def _goes_on(node: TreeNode, children: Sequence[Outcome]) -> bool:
    """Tell whether a kind that wakes the tree can go on after an end of a child."""
    if node.kind == "sequence":
        return len(children) > 1
    count = node.params.get("count")
    wanted = S if node.kind == "repeat" else F
    return count not in (0, 1) and any(child & wanted for child in children)


def _skipped(node: TreeNode, tag: str, children: Sequence[Outcome]) -> Iterator[Note]:
    reason = ""
    if node.kind == "parallel":
        reason = "A child that is skipped is ticked again in each tick there; here it has ended."
    elif tag == "KeepRunningUntilFailure":
        reason = "Where its child is skipped it gives RUNNING there, and SKIPPED here."
    elif node.kind in ("repeat", "retry", "until_success") and node.params.get("count") not in (0, 1):
        reason = "Its count goes on there where its child is skipped."
    elif node.kind == "if_else" and children and children[0] & K:
        reason = "Where its condition is skipped the library throws; here that counts as a failure."
    elif tag == "Precondition":
        reason = "Where its child is skipped its test is not asked again there."
    elif (
        node.params.get("memory") == "none"
        and all(child & K for child in children)
        and any(child & R for child in children)
    ):
        reason = "It is skipped there where all are in one tick, here where none ended since it was entered."
    if reason:
        yield Note("changed", "", reason, "", "3.7")


def _fits(rule: ChildRule, count: int) -> bool:
    return rule.minimum <= count and (rule.maximum is None or count <= rule.maximum)
