"""Lint behavior trees and decision trees node by node, and again at the cost of what an edit touched."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator

from graphs.checks.lints.acting_questions import lint_acting_questions
from graphs.checks.lints.claims import lint_claims
from graphs.checks.lints.constant_guards import lint_question, lint_tree_tests
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.hidden_branches import lint_hidden_branches
from graphs.checks.lints.lint_units import NODE, Found, LintUnits, Names, means_otherwise, redeclared_names
from graphs.checks.lints.outcomes import Outcomes
from graphs.checks.lints.pointless_nodes import lint_pointless
from graphs.checks.lints.reactive_composites import lint_reactive
from graphs.checks.lints.tree_lint import TreeLint
from graphs.checks.lints.unreached_children import lint_unreached
from graphs.checks.lints.uses import node_uses
from graphs.checks.rules.further_units import GraphUpdate
from graphs.checks.rules.problem_board import Unit
from graphs.checks.rules.reachability import Reachability, tree_links
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.decision_tree import DecisionTreeGraph
from graphs.structure.queries import TOP, child_ids, parents_of

Tree = BehaviorTreeGraph | DecisionTreeGraph


class _NodeUnits(LintUnits):
    """Hold the units of a tree: one for each node that can run; loose ones are work in progress."""

    def __init__(self, graph_id: str, registry: Registry) -> None:
        super().__init__(graph_id, registry)
        self._live: Reachability[Tree] = Reachability(tree_links)

    def _make(self, lint: GraphLint, update: GraphUpdate, renamed: Iterable[Unit]) -> Iterator[Found | None]:
        graph, touched = lint.graph, update.touched
        assert graph.kind != "state_machine"
        links: Names = dict.fromkeys(touched.changed_nodes.touched)
        if touched.top:
            links[TOP] = None
        again = yield from self._live.update(graph, links)
        changed = {**dict.fromkeys(touched.changed_nodes.touched), **touched.rehung}
        changed.update(_redeclared(update))
        again.update(self._looking_at(lint, update, changed))
        again.update((node_id, None) for kind, node_id in renamed if kind == NODE)
        yield None
        for node_id in again:
            if node_id in self._live and node_id in graph.nodes:
                self._lint_node(lint, node_id)
            yield self._taken((NODE, node_id), lint)

    @abstractmethod
    def _looking_at(self, lint: GraphLint, update: GraphUpdate, changed: Names) -> Names:
        """Return the nodes whose lints look at any of some others, these included."""

    @abstractmethod
    def _lint_node(self, lint: GraphLint, node_id: str) -> None:
        """Report what is to be said of a node that can run."""


def _redeclared(update: GraphUpdate) -> Names:
    """Return the nodes whose texts may mean something else now."""
    names, events = redeclared_names(update)
    if not names and not events:
        return {}
    nodes = update.graph.nodes.items()
    return {one: None for one, node in nodes if means_otherwise(node_uses(node), names, events=events)}


class QuestionUnits(_NodeUnits):
    """Hold what the lints found in a decision tree."""

    def _looking_at(self, lint: GraphLint, update: GraphUpdate, changed: Names) -> Names:
        return changed

    def _lint_node(self, lint: GraphLint, node_id: str) -> None:
        graph = lint.graph
        assert isinstance(graph, DecisionTreeGraph)
        lint_question(lint, node_id, graph.nodes[node_id])
        lint_hidden_branches(lint, node_id, graph.nodes[node_id])


class BehaviorUnits(_NodeUnits):
    """Hold what the lints found in a behavior tree; a node's lints look at all that is below it."""

    def __init__(self, graph_id: str, registry: Registry) -> None:
        super().__init__(graph_id, registry)
        self._outcomes = Outcomes()
        self._tree: TreeLint | None = None

    def _looking_at(self, lint: GraphLint, update: GraphUpdate, changed: Names) -> Names:
        graphs = [graph for graph in (update.old, update.graph) if isinstance(graph, BehaviorTreeGraph)]
        self._tree = TreeLint(lint, graphs[-1], self._outcomes)
        found: Names = {}
        for graph in graphs:
            _add_above(graph, changed, found)
        self._outcomes.forget(found)
        for graph in graphs:
            _add_inverters_below(graph, changed, found)
        return found

    def _lint_node(self, lint: GraphLint, node_id: str) -> None:
        tree = self._tree
        assert tree is not None
        node = tree.graph.nodes[node_id]
        lint_tree_tests(lint, node_id, node)
        lint_unreached(tree, node_id, node)
        lint_reactive(tree, node)
        lint_acting_questions(tree, node)
        lint_pointless(tree, node_id, node)
        lint_claims(tree, node)


def _add_above(graph: BehaviorTreeGraph, changed: Names, found: Names) -> None:
    """Add nodes and all that are above them, by any way."""
    seen: set[str] = set()
    waiting = [*changed]
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            found[current] = None
            waiting.extend(one for one in parents_of(graph, current) if one != TOP)


def _add_inverters_below(graph: BehaviorTreeGraph, changed: Names, found: Names) -> None:
    """Add the inverters right below nodes, and those right below these: they count who is above them."""
    seen: set[str] = set()
    waiting = [*changed]
    while waiting:
        node = graph.nodes.get(waiting.pop())
        for child in () if node is None else child_ids(node):
            below = graph.nodes.get(child)
            if child not in seen and below is not None and below.kind == "inverter":
                seen.add(child)
                found[child] = None
                waiting.append(child)
