"""Report guards, conditions and tests that come to the same for all values there can be (W213, I304)."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue
from graphs.checks.lints.graph_lint import GraphLint
from graphs.checks.rules.problem import Fix
from graphs.model.behavior_tree import TreeNode
from graphs.model.decision_tree import DecisionNode
from graphs.model.state_machine import Edge


def lint_transition_guard(lint: GraphLint, edge_id: str, edge: Edge) -> None:
    """Report a transition whose guard never lets it be taken, or never keeps it from it."""
    if edge.guard is None or edge.disabled or edge.else_:
        return
    always = lint.always(lint.texts.of_transition(edge).guard(edge.guard))
    if always is False:
        said = "This transition is never taken: its guard is never true."
        remedy = "Correct the guard or the ranges of its variables, or remove the transition."
        lint.report("W213", edge_id, "guard", said, remedy)
    elif always:
        _report_always_true(lint, edge_id, "guard", "The guard is always true.")


def lint_tree_tests(lint: GraphLint, node_id: str, node: TreeNode) -> None:
    """Report the guards and conditions of a node that always come to the same."""
    if node.guard is not None:
        _report_test(lint, node_id, "guard.test", node.guard.test, "guard")
    for number, each in enumerate(node.preconditions):
        what = f"test of precondition {number + 1}"
        _report_test(lint, node_id, f"preconditions.{number}.test", each.test, what)
    if node.test:
        _report_test(lint, node_id, "test", node.test, "test")
    for number, service in enumerate(node.services):
        if service.guard is not None:
            _report_test(lint, node_id, f"services.{number}.guard", service.guard, "guard of the service")


def lint_question(lint: GraphLint, node_id: str, node: DecisionNode) -> None:
    """Report a question of a decision tree that has one answer only."""
    if node.kind == "test" and node.test:
        _report_test(lint, node_id, "test", node.test, "test")
    if node.kind == "first_of":
        for number, branch in enumerate(node.branches):
            if branch.test and not branch.else_:
                what = f"test of branch {number + 1}"
                _report_test(lint, node_id, f"branches.{number}.test", branch.test, what)


def _report_test(lint: GraphLint, node_id: str, path: str, text: str, what: str) -> None:
    always = lint.always(lint.texts.guard(text))
    if always is False:
        lint.report(
            "W213", node_id, path, f"The {what} is never true.", "Correct it or the ranges of its variables."
        )
    elif always:
        _report_always_true(lint, node_id, path, f"The {what} is always true.")


def _report_always_true(lint: GraphLint, element: str, path: str, message: str) -> None:
    fix = None
    remedy = "Correct it or the ranges of its variables, or remove it."
    if path in ("guard", "guard.test"):
        arguments: dict[str, JsonValue] = {
            "graph_id": lint.graph_id,
            "element_id": element,
            "path": "guard",
            "value": None,
        }
        fix = Fix("Remove the guard", "set_field", arguments)
    lint.report("I304", element, path, message, remedy, fix=fix)
