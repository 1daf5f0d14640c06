"""Hold what the lints of one behavior tree look at beside the graph: the outcomes of its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import cast

from graphs.checks.lints.graph_lint import GraphLint
from graphs.expressions.action_blocks import ActionLine, Assignment, writes
from graphs.expressions.typed import TypedExpression, reads
from graphs.kinds.declarations.flow import Flow, Outcome
from graphs.kinds.declarations.node_kind import NodeKind
from graphs.model.action_rows import is_else, test_span, text_in_row
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.structure.queries import child_ids, parents_of


@dataclass(frozen=True, slots=True)
class TreeLint:
    """Hold one tree under lint."""

    lint: GraphLint
    graph: BehaviorTreeGraph

    def kind(self, node: TreeNode) -> NodeKind | None:
        """Return what a node is, None for an unknown kind."""
        return self.lint.registry.kind("behavior_tree", node.kind)

    def flow(self, node: TreeNode) -> Flow:
        """Return what a node makes of its children's results."""
        return self.lint.registry.flow(node.kind)

    def has_field(self, node: TreeNode, name: str) -> bool:
        """Tell whether nodes of a kind have a field beside their parameters, such as `actions`."""
        kind = self.kind(node)
        return kind is not None and name in kind.fields

    def outcome(self, node_id: str) -> Outcome:
        """Return with what a node can end, anything for one that is missing, loose, or in several lists."""
        memo = self.lint.memo
        if not memo.knows(("outcome", node_id)):
            # What is below comes first, so that a deep tree is no deep recursion.
            for below in reversed([*self._unknown_below(node_id)]):
                memo.settle(("outcome", below))
        return cast(Outcome, memo.value(("outcome", node_id)))

    def _unknown_below(self, node_id: str) -> Iterator[str]:
        nodes, seen, waiting = self.lint.check.plain_graph.nodes, {node_id}, [node_id]
        while waiting:
            node = nodes.get(waiting.pop())
            for child in () if node is None else child_ids(node):
                if child not in seen and not self.lint.memo.knows(("outcome", child)):
                    seen.add(child)
                    waiting.append(child)
                    yield child

    def sole_parent(self, node_id: str) -> str | None:
        """Return the node that lists a node, None if that is the graph, no node or several."""
        parents = parents_of(self.graph, node_id)
        return parents[0] if len(parents) == 1 and parents[0] in self.graph.nodes else None

    def enabled_children(self, node: TreeNode) -> list[tuple[str, TreeNode]]:
        """Return the children that are not disabled, each once."""
        nodes = self.graph.nodes
        known = [child for child in dict.fromkeys(node.children) if child in nodes]
        return [(child, nodes[child]) for child in known if not nodes[child].disabled]

    def below(self, node_id: str) -> Iterator[tuple[str, TreeNode]]:
        """Yield a node and all enabled nodes below it, each once."""
        seen: set[str] = set()
        waiting = [node_id]
        while waiting:
            current = waiting.pop()
            node = self.graph.nodes.get(current)
            if current in seen or node is None or node.disabled:
                continue
            seen.add(current)
            yield current, node
            waiting.extend(reversed(node.children))

    def is_instant_action(self, node: TreeNode) -> bool:
        """Tell whether a node runs an action that ends in the tick it starts, such as a shot."""
        declared = self.lint.registry.actions.get(node.action or "") if node.kind == "action" else None
        return declared is not None and declared.instant

    def is_lasting_action(self, node: TreeNode) -> bool:
        """Tell whether a node runs an action or another graph that may take time."""
        called = self.has_field(node, "graph")
        return called or (node.kind == "action" and not self.is_instant_action(node))

    def acts(self, node: TreeNode) -> bool:
        """Tell whether a node changes something each time it is reached, in a way that adds up.

        Writing the same value again changes nothing: `alarm = true` does not count.
        """
        if self.is_instant_action(node):
            return True
        own = node.actions if self.has_field(node, "actions") else ()
        block = [*chain(own, *node.end_lines.values())]
        tests = [self.lint.texts.guard(text_in_row(row)) for row in block if test_span(row)]
        rows = [row for row in block if not test_span(row) and not is_else(row)]
        lines = [line for line in map(self.lint.texts.line, rows) if isinstance(line, ActionLine)]
        return not _is_settled(lines, tests)


def is_asked_first(node: TreeNode) -> bool:
    """Tell whether a guard or a precondition is tested before a node is entered."""
    return node.guard is not None or bool(node.preconditions)


def _is_settled(lines: list[ActionLine], tests: list[TypedExpression]) -> bool:
    """Tell whether running a block twice comes to the same as running it once."""
    written = writes(lines)
    return not reads(*tests) & written and all(
        isinstance(line, Assignment) and not reads(line.value) & written for line in lines
    )
