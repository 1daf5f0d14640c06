"""List what the lints find out about a graph, each as a function of one element.

It is as with the rules (`graphs.checks.rules.graph_rules`): what a function reads is noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from graphs.basics.mapping_differences import difference
from graphs.checks.lints.acting_questions import lint_acting_questions
from graphs.checks.lints.claims import lint_claims
from graphs.checks.lints.constant_guards import lint_question, lint_transition_guard, lint_tree_tests
from graphs.checks.lints.declared_uses import lint_graph_declarations
from graphs.checks.lints.end_lines import lint_end_lines
from graphs.checks.lints.flip_flops import lint_flip_flops
from graphs.checks.lints.foreign_nodes import lint_foreign
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.lints.mood_lints import lint_mood_transition, lint_moods
from graphs.checks.lints.never_taken import find_never_taken, lint_hidden_branches, lint_shut_in, never_taken
from graphs.checks.lints.outcomes import find_outcome
from graphs.checks.lints.pointless_nodes import find_undone, lint_pointless
from graphs.checks.lints.reactive_composites import lint_reactive
from graphs.checks.lints.regions_and_groups import lint_random_groups, lint_regions
from graphs.checks.lints.state_guards import lint_state_guards
from graphs.checks.lints.transitions_of_states import exits_of, find_exits
from graphs.checks.lints.tree_lint import TreeLint
from graphs.checks.lints.unreached_children import lint_unreached
from graphs.checks.lints.uses import NO_USES, Uses, edge_uses, graph_uses, initial_uses, node_uses
from graphs.checks.lints.ways_in import is_entered_with_box
from graphs.checks.rules.memo import ALL, Cell
from graphs.checks.rules.noted import edges_of
from graphs.checks.rules.problem import Problem
from graphs.checks.rules.reached_states import REACHED
from graphs.model.behavior_tree import BehaviorTreeGraph, TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.model.document import Graph
from graphs.model.state_machine import StateMachineGraph
from graphs.structure.queries import TOP

Problems = tuple[Problem, ...]

OF_NODES = ("lint", "lint of ways out")
OF_EDGES = ("lint of guard",)
OF_GRAPH = ("lint", "lint of declarations")
"""What finds problems: of each node, each transition, the graph as a whole."""

ANY_USES: Cell = ("uses", ALL)
"""The cell for what any part of a graph uses."""
USES: Cell = ("uses", TOP)
"""The cell that holds all that a graph uses."""


def find_uses(lint: GraphLint, _: str) -> Uses:
    """Return what all of a graph uses."""
    lint.memo.note(ANY_USES)
    return graph_uses(lint.check.plain_graph)


def changes_of_uses(old: Graph, new: Graph) -> Iterator[Cell]:
    """Yield the cell for what a graph uses if any part of a later state of it uses anything else."""
    nodes, edges = difference(old.nodes, new.nodes).touched, difference(edges_of(old), edges_of(new)).touched
    for node_id in nodes:
        before, after = old.nodes.get(node_id), new.nodes.get(node_id)
        if (node_uses(before) if before else NO_USES) != (node_uses(after) if after else NO_USES):
            yield ANY_USES
            return
    for edge_id in edges:
        gone, came = edges_of(old).get(edge_id), edges_of(new).get(edge_id)
        if (edge_uses(gone) if gone else NO_USES) != (edge_uses(came) if came else NO_USES):
            yield ANY_USES
            return
    if initial_uses(old) != initial_uses(new):
        yield ANY_USES


def find_in_declarations(lint: GraphLint, _: str) -> Problems:
    """Return what is to be said of a graph's variables and parameters."""
    uses = cast(Uses, lint.memo.value(USES))
    return lint.found_by(lambda: lint_graph_declarations(lint, uses))


def find_in_edge(lint: GraphLint, element: str) -> Problems:
    """Return what is to be said of a transition's own guard."""
    edge = _machine(lint).edges.get(element)
    if edge is None:
        return ()
    return lint.found_by(
        lambda: lint_transition_guard(lint, element, edge),
        lambda: lint_mood_transition(lint, _machine(lint), element, edge),
    )


def find_in_state(lint: GraphLint, element: str) -> Problems:
    """Return what is to be said of a state, or the machine for `TOP`, and the transitions that leave it."""
    graph = _machine(lint)
    own = exits_of(lint, element)
    return never_taken(lint, element).problems + lint.found_by(
        lambda: lint_state_guards(lint, graph, element),
        lambda: lint_flip_flops(lint, graph, element),
        lambda: lint_regions(lint, graph, element, own),
        lambda: lint_random_groups(lint, own),
        lambda: lint_moods(lint, graph) if element == TOP else None,
    )


def find_shut_in(lint: GraphLint, element: str) -> Problems:
    """Return whether a state has ways out, none of which can be taken."""
    graph = _machine(lint)
    return lint.found_by(lambda: lint_shut_in(lint, graph, element)) if element in graph.nodes else ()


def find_in_tree_node(lint: GraphLint, element: str) -> Problems:
    """Return what is to be said of a node of a behavior tree; loose ones are work in progress."""
    graph = lint.graph
    node = graph.nodes.get(element)
    if not isinstance(node, TreeNode) or not lint.memo.holds(REACHED, element):
        return ()
    tree = TreeLint(lint, cast(BehaviorTreeGraph, graph))
    return lint.found_by(
        lambda: lint_tree_tests(lint, element, node),
        lambda: lint_unreached(tree, element, node),
        lambda: lint_reactive(tree, node),
        lambda: lint_acting_questions(tree, node),
        lambda: lint_pointless(tree, element, node),
        lambda: lint_claims(tree, node),
        lambda: lint_end_lines(tree, element, node),
        lambda: lint_foreign(tree, element, node),
    )


def find_in_question(lint: GraphLint, element: str) -> Problems:
    """Return what is to be said of a node of a decision tree."""
    node = lint.graph.nodes.get(element)
    if not isinstance(node, DecisionNode) or not lint.memo.holds(REACHED, element):
        return ()
    return lint.found_by(
        lambda: lint_question(lint, element, node), lambda: lint_hidden_branches(lint, element, node)
    )


Function = Callable[[GraphLint, str], object]

MACHINE_LINTS: dict[str, Function] = {
    "uses": find_uses,
    "exits": find_exits,
    "is entered with box": is_entered_with_box,
    "never taken": find_never_taken,
    "lint": find_in_state,
    "lint of guard": find_in_edge,
    "lint of ways out": find_shut_in,
    "lint of declarations": find_in_declarations,
}
TREE_LINTS: Mapping[str, Function] = {
    "uses": find_uses,
    "outcome": find_outcome,
    "undone": find_undone,
    "lint": find_in_tree_node,
    "lint of declarations": find_in_declarations,
}
QUESTION_LINTS: Mapping[str, Function] = {
    "uses": find_uses,
    "lint": find_in_question,
    "lint of declarations": find_in_declarations,
}
"""The functions by the kind of what they find, those first that others ask."""


def _machine(lint: GraphLint) -> StateMachineGraph:
    graph = lint.graph
    assert isinstance(graph, StateMachineGraph)
    return graph
