"""Keep shares and matrices of a machine of moods in step with its top states (rule 10.8)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from graphs.basics.frozen import Number
from graphs.basics.ids import free_name
from graphs.edits.name_uses import uses_in
from graphs.edits.replacing import put, with_edges, with_graph, without
from graphs.expressions.names import RESERVED_NAMES, is_name
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model.document import Document
from graphs.model.state_machine import Matrix, Moods, StateMachineGraph
from graphs.model.variables_and_events import Variable

DIGITS = 6
"""How many digits behind the point a cell has that was worked out."""


def identity(states: Iterable[str]) -> Matrix:
    """Return the matrix that leaves every share as it is."""
    return {state: {state: 1} for state in states}


def scaled(column: dict[str, Number], room: float, fallback: str) -> dict[str, Number]:
    """Return cells in the same proportion that have the sum `room`; of none, or of zeros, `fallback` gets it.

    Cells are rounded; the largest takes what is left over.
    """
    total = sum(column.values())
    if total <= 0:
        return {**column, fallback: _tidy(room)}
    cells = {state: _tidy(value / total * room) for state, value in column.items()}
    largest = max(cells, key=lambda state: cells[state])
    cells[largest] = _tidy(room - sum(value for state, value in cells.items() if state != largest))
    return cells


def without_zeros(column: dict[str, Number]) -> dict[str, Number]:
    """Return a column without the cells that say what holds where nothing is said."""
    return {state: value for state, value in column.items() if value}


def with_mood(document: Document, graph_id: str, graph: StateMachineGraph, state: str) -> Document:
    """Give a top state of a machine of moods a share that begins at 0, and columns that keep it."""
    moods = graph.moods
    if moods is None or state in moods.shares:
        return with_graph(document, graph_id, graph)
    name = share_name(graph.nodes[state].name, (*document.variables, *graph.variables, *graph.parameters))
    document = put(document, variables={**document.variables, name: Variable(type="float", default=0, min=0)})
    edges = {
        key: put(edge, matrix={**edge.matrix, state: {state: 1}})
        for key in graph.transitions
        if (edge := graph.edges.get(key)) is not None and edge.matrix
    }
    moods = put(moods, shares={**moods.shares, state: name}, matrix={**moods.matrix, state: {state: 1}})
    return with_graph(document, graph_id, put(with_edges(graph, edges), moods=moods))


def without_moods_of(graph: StateMachineGraph, states: Collection[str]) -> StateMachineGraph:
    """Return a machine in which some states have no share; what went to them goes where the rest does."""
    moods = graph.moods
    if moods is None or moods.shares.keys().isdisjoint(states):
        return graph
    edges = {
        key: put(edge, matrix=_without(edge.matrix, states))
        for key in graph.transitions
        if (edge := graph.edges.get(key)) is not None and edge.matrix
    }
    changed = put(moods, shares=without(moods.shares, states), matrix=_without(moods.matrix, states))
    return put(with_edges(graph, edges), moods=changed)


def without_shares(document: Document, shares: Iterable[str]) -> Document:
    """Return a document without variables that were shares, but for those that something else names."""
    gone = {name for name in shares if name in document.variables}
    if not gone:
        return document
    used: set[str] = set()
    for graph in document.graphs.values():
        edges = graph.edges.values() if isinstance(graph, StateMachineGraph) else ()
        uses = uses_in(graph, graph.nodes.values(), builtin_registry(), edges)
        used |= {*uses.reads, *uses.writes}
        if isinstance(graph, StateMachineGraph) and graph.moods is not None:
            used |= set(graph.moods.shares.values())
    return put(document, variables=without(document.variables, gone - used))


def shares_of(moods: Moods | None) -> tuple[str, ...]:
    """Return the variables with the shares of moods."""
    return tuple(moods.shares.values()) if moods is not None else ()


def share_name(title: str, taken: Collection[str]) -> str:
    """Return a free name of a variable made of the name of a state: `very_angry` for "Very angry"."""
    plain = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
    wanted = plain if is_name(plain) and plain not in RESERVED_NAMES else f"mood_{plain}".rstrip("_")
    return free_name(wanted, taken)


def _without(matrix: Matrix, states: Collection[str]) -> Matrix:
    found: Matrix = {}
    for start, column in matrix.items():
        if start in states:
            continue
        kept: dict[str, Number] = {to: value for to, value in column.items() if to not in states}
        found[start] = kept if len(kept) == len(column) else scaled(kept, sum(column.values()), start)
    return found


def _tidy(value: float) -> Number:
    rounded = round(value, DIGITS)
    return int(rounded) if rounded == int(rounded) else rounded
