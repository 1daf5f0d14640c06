"""Say what the panel of moods shows of a machine: its transitions, matrices, shares and bars; no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from editor.widgets.bar_rows import BarRow
from editor.widgets.cell_grid import GridCell
from graphs.edits.mood_parts import identity
from graphs.edits.moods import matrix_of
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import node_title
from graphs.model import Document, StateMachineGraph
from graphs.model.state_machine import Moods
from runtime.minds.expansion.mood_machines import mixed

STARTS = "starts with"
QUIET = "After quiet time"
HISTORY = 40
"""How many values a curve of a share has at most."""


@dataclass(frozen=True, slots=True)
class MoodRows:
    """Hold a machine's moods with their titles, and its transitions in words, the quiet time first.

    `bare` are its top states without a share.
    """

    moods: Moods
    states: tuple[str, ...]
    titles: tuple[str, ...]
    edges: tuple[str | None, ...]
    words: tuple[str, ...]
    bare: tuple[str, ...]


def mood_rows(document: Document, graph_id: str, registry: Registry) -> MoodRows | None:
    """Return what there is to show of a graph, None for one without moods."""
    graph = document.graphs.get(graph_id)
    if not isinstance(graph, StateMachineGraph) or graph.moods is None:
        return None
    moods = graph.moods
    known = {key: node_title(graph.nodes[key], graph.kind, registry, document) for key in graph.children}
    states = tuple(key for key in graph.children if key in moods.shares)
    edges = tuple(key for key in graph.transitions if key in graph.edges)
    words = (f"{QUIET} of {moods.every:g} s", *(_edge_words(graph, key) for key in edges))
    bare = tuple(key for key in graph.children if key not in moods.shares)
    return MoodRows(moods, states, tuple(known[key] for key in states), (None, *edges), words, bare)


def _edge_words(graph: StateMachineGraph, edge_id: str) -> str:
    edge = graph.edges[edge_id]
    events = ", ".join(edge.events)
    when = "Every tick" if events == "tick" else "Always" if events == "always" else f"On {events}"
    words = f"{when} if {edge.guard}" if edge.guard else when
    return f"{words} (off)" if edge.disabled else words


def matrix_cells(graph: StateMachineGraph, rows: MoodRows, edge_id: str | None) -> list[list[GridCell]]:
    """Return the cells of a matrix: a column for each state that a share comes from, a row for where to."""
    matrix = matrix_of(graph, edge_id) or identity(rows.states)
    cells = []
    for to, to_title in zip(rows.states, rows.titles, strict=True):
        line = []
        for start, title in zip(rows.states, rows.titles, strict=True):
            part = float(matrix.get(start, {}).get(to, 0))
            stays = "stays" if start == to else f"goes to {to_title}"
            line.append(GridCell(f"{part:.6g}", part, f"{part:.6g} of what {title} has {stays}"))
        cells.append(line)
    return cells


def start_shares(document: Document, rows: MoodRows) -> dict[str, float]:
    """Return the share that each mood begins with."""
    found = {}
    for state in rows.states:
        variable = document.variables.get(rows.moods.shares[state])
        default = variable.default if variable is not None else None
        found[state] = float(default) if isinstance(default, (int, float)) else 0.0
    return found


def after_quiet_times(rows: MoodRows, shares: Mapping[str, float], count: int) -> dict[str, float]:
    """Return the shares after so many quiet times, mixed by the default matrix each time."""
    found = dict(shares)
    for _ in range(count):
        found = mixed(found, rows.moods.matrix, rows.states) if rows.moods.matrix else found
    return found


def share_bars(
    rows: MoodRows,
    shares: Mapping[str, float],
    later: Mapping[str, float],
    history: Mapping[str, Sequence[float]],
) -> list[BarRow]:
    """Return a bar for each mood; that of the largest share, of equals the first, is marked."""
    largest = max(rows.states, key=lambda state: shares.get(state, 0.0), default="")
    bars = []
    for state, title in zip(rows.states, rows.titles, strict=True):
        share, then = shares.get(state, 0.0), later.get(state, 0.0)
        number = f"{share:.3f} → {then:.3f}"
        past = tuple(thinned(history.get(state, ())))
        bars.append(BarRow(title, share, number, wins=state == largest, later=then, history=past))
    return bars


def thinned(values: Sequence[float]) -> Sequence[float]:
    """Return at most `HISTORY` of the values, evenly picked, the last one among them."""
    if len(values) <= HISTORY:
        return values
    step = (len(values) - 1) / (HISTORY - 1)
    return [values[round(place * step)] for place in range(HISTORY)]
