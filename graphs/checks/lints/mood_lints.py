"""Report columns of mood matrices whose sum is not 1 (W234, rule 10.8)."""

from __future__ import annotations

from graphs.checks.lints.graph_lint import GraphLint
from graphs.curves.curve_tables import is_too_large
from graphs.model.state_machine import Edge, Matrix, StateMachineGraph
from graphs.structure.queries import TOP

TOLERANCE = 1e-6


def lint_moods(lint: GraphLint, graph: StateMachineGraph) -> None:
    """Report the columns of the matrix that mixes shares without a transition."""
    if graph.moods is not None:
        _lint_matrix(lint, graph, TOP, "moods.matrix", graph.moods.matrix)


def lint_mood_transition(lint: GraphLint, graph: StateMachineGraph, edge_id: str, edge: Edge) -> None:
    """Report the columns of a transition's matrix."""
    if edge.matrix and graph.moods is not None and edge_id in graph.transitions and not edge.disabled:
        _lint_matrix(lint, graph, edge_id, "matrix", edge.matrix)


def _lint_matrix(lint: GraphLint, graph: StateMachineGraph, element: str, path: str, matrix: Matrix) -> None:
    if not matrix:
        return
    for state in graph.children:
        node = graph.nodes.get(state)
        if node is None or node.disabled:
            continue
        column = matrix.get(state, {}).values()
        if any(map(is_too_large, column)):
            continue
        total = float(sum(column))
        if abs(total - 1) > TOLERANCE:
            said = f"What the share of {lint.title(state)} turns into has the sum {total:g}."
            remedy = "Change the numbers of this column so that their sum is 1."
            lint.report("W234", element, f"{path}.{state}", said, remedy)
