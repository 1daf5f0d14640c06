"""Check machines with moods: their shares, matrices and transitions (rule 10.8)."""

from __future__ import annotations

from collections.abc import Collection

from graphs.checks.rules.graph_check import GraphCheck
from graphs.curves.curve_tables import is_too_large
from graphs.expressions.types import ValueType
from graphs.model.curves import LARGEST
from graphs.model.state_machine import Edge, Matrix, Moods, StateMachineGraph
from graphs.structure.queries import TOP, ancestors

_ACTIVE = ("state", "parallel")


def check_moods(check: GraphCheck, graph: StateMachineGraph, moods: Moods) -> None:
    """Report what is wrong with the shares of a machine's moods, its matrix and its quiet time."""
    if not graph.children:
        said = f"{check.name} has moods and no states."
        check.report("E075", TOP, "moods.shares", said, "Add a state, or let it be a plain machine.")
    for state in graph.children:
        _check_top_state(check, graph, moods, state)
    seen: set[str] = set()
    for state, name in moods.shares.items():
        path = f"moods.shares.{state}"
        if state not in graph.children:
            said = f"{check.title(state)} has a share and is no top state of {check.name}."
            check.report("E075", TOP, path, said, "Take the share away.")
        elif name in seen:
            said = f"'{name}' is the share of two states."
            check.report("E075", TOP, path, said, "Give each state a variable of its own.")
        else:
            _check_share(check, path, name)
        seen.add(name)
    _check_matrix(check, TOP, "moods.matrix", moods.matrix, graph.children)
    if moods.every <= 0:
        said = f"The time without a transition is {moods.every} s; it must be above 0."
        check.report("E022", TOP, "moods.every", said, "Give a larger number.")


def _check_top_state(check: GraphCheck, graph: StateMachineGraph, moods: Moods, state: str) -> None:
    node = graph.nodes.get(state)
    if node is None:
        return
    path, title = f"moods.shares.{state}", check.title(state)
    if node.kind not in _ACTIVE:
        said = f"{title} is a {node.kind} and cannot be a mood."
        check.report("E075", TOP, path, said, "Move it into a state, or remove it.")
    elif node.disabled and state in moods.shares:
        said = f"{title} is disabled and has a share."
        check.report("E075", TOP, path, said, "Enable it, or take its share away.")
    elif not node.disabled and state not in moods.shares:
        said = f"{title} has no share."
        check.report("E075", TOP, path, said, "Name a float variable of the document as its share.")


def _check_share(check: GraphCheck, path: str, name: str) -> None:
    info = check.texts.scope.variables.get(name)
    if info is None:
        said = f"'{name}' is no variable that {check.name} sees."
    elif info.scope in ("graph", "parameter"):
        said = f"'{name}' is a {'variable' if info.scope == 'graph' else 'parameter'} of {check.name} itself."
    elif info.scope == "world" or info.type.kind is not ValueType.FLOAT:
        said = f"'{name}' is not a float that each agent has for itself."
    else:
        return
    check.report("E075", TOP, path, said, "Name a float variable of the document, of scope agent.")


def _check_matrix(
    check: GraphCheck, element: str, path: str, matrix: Matrix, states: Collection[str]
) -> None:
    for start, row in matrix.items():
        for state in (start, *row):
            if state not in states:
                where = f"{path}.{start}" if state == start else f"{path}.{start}.{state}"
                said = f"The matrix names {check.title(state)}, which is no top state of {check.name}."
                check.report("E076", element, where, said, "Take it out of the matrix.")
        for state, number in row.items():
            if is_too_large(number):
                said = f"A number of the matrix is beyond {LARGEST:g}."
                check.report("E076", element, f"{path}.{start}.{state}", said, "Take one from 0 to 1.")


def check_mood_transition(
    check: GraphCheck, graph: StateMachineGraph, edge_id: str, edge: Edge, source: str
) -> None:
    """Report what a transition has that does not go with moods, or moods that it needs."""
    if graph.moods is None or source != TOP:
        if edge.matrix:
            said = "Only transitions of a machine with moods mix shares."
            check.report("W206", edge_id, "matrix", said, "Remove the matrix.")
        if graph.moods is not None:
            _check_inner(check, graph, edge_id, edge, source)
        return
    _check_matrix(check, edge_id, "matrix", edge.matrix, graph.children)
    if edge.targets:
        said = "A transition of a machine with moods leads to no state."
        remedy = "Take its targets away, and give it a matrix."
        why = "Which state is active follows from the shares."
        check.report("E077", edge_id, "targets", said, remedy, why=why)
    if edge.interrupt:
        said = "A transition of a machine with moods is no interrupt."
        check.report("E077", edge_id, "interrupt", said, "Make it an ordinary transition.")


def _check_inner(check: GraphCheck, graph: StateMachineGraph, edge_id: str, edge: Edge, source: str) -> None:
    """Report a transition from inside a mood into another."""
    mood = _top_of(graph, source)
    for target in edge.targets:
        if target in graph.nodes and _top_of(graph, target) != mood:
            said = f"The transition leads from the mood {check.title(mood)} to another."
            remedy = "Lead to a state of the same mood, or let a transition of the machine mix the shares."
            why = "Which state is active follows from the shares."
            check.report("E077", edge_id, "targets", said, remedy, why=why)
            return


def _top_of(graph: StateMachineGraph, state: str) -> str:
    return (state, *ancestors(graph, state))[-1]
