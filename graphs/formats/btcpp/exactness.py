"""Tell where a node does not do the same because of what is around it.

The library marks a node as running before its tick and does not take that back where it is skipped; it wakes
a tree and ticks it once more from its root within one `tickOnce`; a parallel ticks skipped children again.
None of that matters in most trees. Here is told where it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphs.checks.lints.outcomes import node_outcome
from graphs.formats.btcpp import notes
from graphs.formats.btcpp.node_models import id_of
from graphs.formats.btcpp.notes import Note
from graphs.formats.btcpp.tree_reading import ReadTree
from graphs.kinds.declarations.flow import ANY, NONE, F, K, Outcome, R, S
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import TreeNode

Found = dict[tuple[str, str], list[Note]]

_FIRST_ALONE = ("ReactiveSequence", "ReactiveFallback", "WhileDoElse", "PipelineSequence")
_AGAIN = ("Parallel", "ParallelAll", *_FIRST_ALONE)
"""Kinds that tick children again in another pass of a tick."""

_HALTS = (*_AGAIN, "Timeout", "RateController")
_WAKING = ("Repeat", "RetryUntilSuccessful", "RetryUntilSuccesful", "SequenceWithMemory", "SequenceStar")
_PURE = ("condition", "succeed", "fail")

_ROUNDS = 6
"""So often outcomes are followed through calls; where that is too few, they are only too wide."""


@dataclass
class _Above:
    """Hold what is above a node: whether it is ticked again within a tick, and whether it can be halted."""

    again: str = ""
    halts: str = ""

    def under(self, other: _Above) -> _Above:
        """Return what is above where this is below something else."""
        return _Above(self.again or other.again, self.halts or other.halts)


@dataclass
class _Whole:
    """Hold all trees with what their nodes can give, subtrees followed, and what is above their roots."""

    trees: Mapping[str, ReadTree]
    registry: Registry
    memo: dict[tuple[str, str], Outcome] = field(default_factory=dict)
    above: dict[str, _Above] = field(default_factory=dict)

    def children(self, tree: ReadTree, node: TreeNode) -> list[Outcome]:
        """Return what the children of a node can give, or the root of the tree that it runs."""
        if node.graph is None:
            return [self.memo.get((tree.graph_id, child), ANY) for child in node.children]
        tops = self.trees[node.graph].tops
        return [self.memo.get((node.graph, tops[0]), ANY) if tops else ANY]

    def find_outcomes(self) -> None:
        """Find what nodes can give, the lowest first, until calls of trees make no difference any more."""
        for _ in range(_ROUNDS):
            before = dict(self.memo)
            for tree in self.trees.values():
                for node_id in reversed(tree.elements):
                    self.memo[tree.graph_id, node_id] = self._outcome(tree, tree.nodes[node_id])
            if before == self.memo:
                return

    def _outcome(self, tree: ReadTree, node: TreeNode) -> Outcome:
        children = self.children(tree, node)
        if node.graph is None:
            return node_outcome(node, children, self.registry)
        own = node_outcome(node.model_copy(update={"kind": "force_success"}), [K], self.registry)
        return children[0] | (own if node.preconditions else NONE)

    def find_above(self) -> None:
        """Find what is above the calls of each tree."""
        calls = [
            (tree.graph_id, tree.nodes[node_id].graph, above)
            for tree in self.trees.values()
            for node_id, above in self.nodes(tree)
        ]
        before = None
        while before != self.above:
            before = dict(self.above)
            for caller, callee, above in calls:
                if callee is not None:
                    around = above.under(self.above.get(caller, _Above()))
                    self.above[callee] = self.above.get(callee, _Above()).under(around)

    def nodes(self, tree: ReadTree) -> Iterator[tuple[str, _Above]]:
        """Yield the nodes of a tree with what is above each, a `while` of its own included."""
        around = self.above.get(tree.graph_id, _Above())
        waiting = [(top, around) for top in reversed(tree.tops)]
        while waiting:
            node_id, above = waiting.pop()
            node, tag = tree.nodes[node_id], id_of(tree.elements[node_id])
            if any(each.gives == "while" for each in node.preconditions):
                above = above.under(_Above("_while", "_while"))
            yield node_id, above
            is_switch = tag.startswith("Switch")
            again = tag if tag in _AGAIN or (is_switch and _writes(tree, node)) else ""
            below = above.under(_Above(again, tag if tag in _HALTS or is_switch else ""))
            waiting += [(child, below) for child in reversed(node.children)]
            later = self.children(tree, node)[1:]
            if later and tag in _FIRST_ALONE and not any(each & R for each in later):
                # another pass ticks nothing before it again, and halts nothing behind it
                waiting[-1] = (node.children[0], _Above(above.again, below.halts))


def differences(trees: Sequence[ReadTree], registry: Registry) -> Found:
    """Return what differs, by graph and node."""
    whole = _Whole({tree.graph_id: tree for tree in trees}, registry)
    whole.find_outcomes()
    whole.find_above()
    return {
        (tree.graph_id, node_id): [*_notes(whole, tree, node_id, above)]
        for tree in trees
        for node_id, above in whole.nodes(tree)
    }


def _writes(tree: ReadTree, node: TreeNode) -> bool:
    """Tell whether anything below may write a variable."""
    waiting = list(node.children)
    while waiting:
        inner = tree.nodes[waiting.pop()]
        waiting += inner.children
        if inner.kind in ("set", "subtree", "action") or inner.end_lines:
            return True
    return False


def _notes(whole: _Whole, tree: ReadTree, node_id: str, above: _Above) -> Iterator[Note]:
    node, tag = tree.nodes[node_id], id_of(tree.elements[node_id])
    children, inner = whole.children(tree, node), [tree.nodes[child] for child in node.children]
    yield from _ends(node)
    kind = whole.registry.kind("behavior_tree", node.kind)
    if kind is not None:
        most = kind.children.maximum
        if len(inner) < kind.children.minimum or (most is not None and len(inner) > most):
            yield notes.WRONG_CHILDREN.at(needed=kind.children.describe())
    if node.kind == "foreign_node":
        return
    if tag in _WAKING and above.again and _goes_on(node, children):
        yield notes.TICKED_AGAIN.at(above=above.again)
    if any(child & K for child in children):
        if node.on_halt or any(each.gives != "while" for each in node.preconditions):
            yield notes.HALTED_WHEN_SKIPPED
        yield from _skipped(node, tag, children)
    if tag == "Precondition" and above.halts and any(child & R for child in children):
        yield notes.HALTED_TEST.at("if")
    keeps = node.kind == "if_else" and bool(inner) and (tag == "WhileDoElse" or len(inner) == 2)
    if keeps and (inner[0].preconditions or (inner[0].kind not in _PURE and not inner[0].children)):
        yield notes.KEEPS_RESULT


def _ends(node: TreeNode) -> Iterator[Note]:
    """Tell of scripts that run there though a precondition decided."""
    gives = {each.gives for each in node.preconditions}
    if ("succeed" in gives and node.on_success) or ("fail" in gives and node.on_failure):
        yield notes.RUNS_AT_DECIDED_END
    if node.kind == "run_once" and node.params.get("afterwards") == "last" and node.end_lines:
        yield notes.RUNS_AT_EACH_RESULT


def _goes_on(node: TreeNode, children: Sequence[Outcome]) -> bool:
    """Tell whether a kind that wakes the tree can go on after an end of a child."""
    if node.kind == "sequence":
        return len(children) > 1
    wanted = S if node.kind == "repeat" else F
    return node.params.get("count") not in (0, 1) and any(child & wanted for child in children)


def _skipped(node: TreeNode, tag: str, children: Sequence[Outcome]) -> Iterator[Note]:
    """Tell what a kind makes of children that can be skipped."""
    if node.kind == "parallel":
        yield notes.PARALLEL_SKIPS
    elif tag == "KeepRunningUntilFailure":
        yield notes.RUNS_WHEN_SKIPPED
    elif node.kind in ("repeat", "retry", "until_success") and node.params.get("count") not in (0, 1):
        yield notes.COUNTS_ON
    elif node.kind == "if_else" and children[0] & K:
        yield notes.THROWS_WHEN_SKIPPED
    elif tag == "Precondition":
        yield notes.NOT_ASKED_AGAIN
    elif (
        node.params.get("memory") == "none"
        and all(child & K for child in children)
        and any(child & R for child in children)
    ):
        yield notes.ALL_SKIPPED
