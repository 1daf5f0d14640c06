"""Run all lints of one graph."""

from __future__ import annotations

from graphs.kinds.registry import Registry
from graphs.lints.acting_questions import lint_acting_questions
from graphs.lints.constant_guards import lint_questions, lint_transition_guards, lint_tree_tests
from graphs.lints.declared_uses import lint_graph_declarations
from graphs.lints.exits import exits_of
from graphs.lints.flip_flops import lint_flip_flops
from graphs.lints.graph_lint import GraphLint
from graphs.lints.hidden_branches import lint_hidden_branches
from graphs.lints.never_taken import lint_never_taken
from graphs.lints.pointless_nodes import lint_pointless
from graphs.lints.reactive_composites import lint_reactive
from graphs.lints.regions_and_groups import lint_random_groups, lint_regions
from graphs.lints.state_guards import lint_state_guards
from graphs.lints.tree_lint import TreeLint
from graphs.lints.unreached_children import lint_unreached
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.document import Document
from graphs.model.state_machine import StateMachineGraph
from graphs.validation.problem import Problem


def lint_graph(document: Document, graph_id: str, registry: Registry) -> list[Problem]:
    """Return what the lints find in one graph, in no order, with their own severities.

    Looks at nothing of the document but the graph, the declared variables and events, and the titles of the
    graphs it calls.
    """
    lint = GraphLint(document, registry, graph_id)
    graph = lint.graph
    lint_graph_declarations(lint)
    if isinstance(graph, StateMachineGraph):
        exits = exits_of(lint, graph)
        lint_transition_guards(lint, graph)
        lint_never_taken(lint, graph, exits)
        lint_state_guards(lint, graph, exits)
        lint_flip_flops(lint, graph, exits)
        lint_regions(lint, graph, exits)
        lint_random_groups(lint, exits)
    elif isinstance(graph, BehaviorTreeGraph):
        tree = TreeLint(lint, graph)
        lint_tree_tests(lint, graph)
        lint_unreached(tree)
        lint_reactive(tree)
        lint_acting_questions(tree)
        lint_pointless(tree)
    else:
        lint_questions(lint, graph)
        lint_hidden_branches(lint, graph)
    return lint.problems
