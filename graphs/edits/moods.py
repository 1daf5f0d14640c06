"""Make a machine one of moods, and edit its shares, matrices and times (rule 10.8)."""

from __future__ import annotations

from graphs.basics.frozen import JsonValue, Number
from graphs.edits.adding import add_node
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.mood_parts import (
    identity,
    scaled,
    share_name,
    shares_of,
    with_mood,
    without_shares,
    without_zeros,
)
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import (
    need_edge,
    need_machine,
    new_element_id,
    put,
    with_edge,
    with_edges,
    with_graph,
    with_node,
)
from graphs.kinds.declarations.registry import Registry
from graphs.model.document import Document
from graphs.model.state_machine import Edge, Matrix, Moods, StateMachineGraph
from graphs.model.variables_and_events import Event, Variable, is_event_name
from graphs.structure.queries import TOP, ancestors, source_of

MOOD_KINDS = ("state", "parallel")
"""Kinds of states that can be moods."""


@edit
def make_moods(document: Document, graph_id: str) -> Document:
    """Give each top state of a machine a share of a new variable, 1 for where it begins and 0 for the others.

    The default matrix leaves the shares as they are. A transition that joins two top states becomes one of
    the machine, whose matrix moves all of the share. Raises `EditRefused` where there is no mood, or where
    what a transition says cannot be said of shares.
    """
    graph = need_machine(document, graph_id)
    if graph.moods is not None:
        raise EditRefused("This machine has moods already.", "Edit them in the panel Moods.")
    if not graph.children:
        raise EditRefused("A machine of moods needs states.", "Add a state first.")
    other = next((key for key in graph.children if graph.nodes[key].kind not in MOOD_KINDS), None)
    if other is not None:
        what = graph.nodes[other].name or graph.nodes[other].kind
        raise EditRefused(f"{what} cannot be a mood.", "Move it into a state, or remove it.")
    graph = _with_mixing_transitions(graph)
    first = graph.initial if isinstance(graph.initial, str) else graph.children[0]
    variables, shares = dict(document.variables), dict[str, str]()
    for state in graph.children:
        taken = (*variables, *graph.variables, *graph.parameters)
        shares[state] = name = share_name(graph.nodes[state].name, taken)
        variables[name] = Variable(type="float", default=1 if state == first else 0, min=0)
    moods = Moods(shares=shares, matrix=identity(graph.children))
    return with_graph(put(document, variables=variables), graph_id, put(graph, moods=moods))


@edit
def remove_moods(document: Document, graph_id: str) -> Document:
    """Make a machine of moods a plain one; variables with shares go unless something else names them.

    Its own transitions stay without their matrices, and lead nowhere until they are given a state.
    """
    graph = _machine_of_moods(document, graph_id)
    moods = graph.moods
    assert moods is not None
    edges = {key: put(graph.edges[key], matrix={}) for key in graph.transitions if key in graph.edges}
    initial = graph.initial
    if initial is None and graph.children:
        shares = {state: _start(document, moods, state) for state in graph.children}
        initial = max(graph.children, key=lambda state: shares[state])
    changed = put(with_edges(graph, edges), moods=None, initial=initial)
    return without_shares(with_graph(document, graph_id, changed), shares_of(moods))


@edit
def add_share(document: Document, graph_id: str, state: str) -> Document:
    """Make a top state without a share a mood: a share that begins at 0, and columns that keep it."""
    graph = _machine_of_moods(document, graph_id)
    if state not in graph.children or graph.nodes[state].kind not in MOOD_KINDS:
        raise EditRefused("Only a top state of the machine can be a mood.", "Choose one of these.")
    return with_mood(document, graph_id, graph, state)


@edit
def add_mood(
    document: Document,
    graph_id: str,
    registry: Registry,
    name: str = "",
    *,
    at: tuple[float, float] | None = None,
) -> tuple[Document, str]:
    """Add a top state with a share and columns; return the document and the id of the state."""
    _machine_of_moods(document, graph_id)
    fields = {"name": name} if name else {}
    return add_node(document, graph_id, "state", registry, at=at, fields=fields)


@edit
def add_mood_transition(document: Document, graph_id: str, event: str) -> tuple[Document, str]:
    """Add a transition that mixes the shares when an event comes, which is declared where it is new.

    Its matrix leaves the shares as they are. Return the document and the id of the transition.
    """
    graph = _machine_of_moods(document, graph_id)
    if event not in document.events:
        if not is_event_name(event):
            raise EditRefused(f"{event!r} cannot be the name of an event.", "Use letters, digits and dots.")
        document = put(document, events={**document.events, event: Event()})
    edge_id = new_element_id(graph)
    graph = with_edge(graph, edge_id, Edge(event=event, matrix=identity(graph.children)))
    changed = put(graph, transitions=(*graph.transitions, edge_id))
    return with_graph(document, graph_id, changed), edge_id


@edit
def set_start_share(document: Document, graph_id: str, state: str, value: Number) -> Document:
    """Set the share that a mood begins with: the default of its variable."""
    moods = _machine_of_moods(document, graph_id).moods
    name = moods.shares.get(state, "") if moods is not None else ""
    variable = document.variables.get(name)
    if variable is None:
        raise EditRefused("This state has no share.", "Give it one first.")
    if value < 0:
        raise EditRefused("A share is not below 0.", "Give 0 or more.")
    if variable.default == value:
        return document
    return put(document, variables={**document.variables, name: put(variable, default=value)})


@edit
def set_mood_cell(
    document: Document,
    graph_id: str,
    start: str,
    to: str,
    value: Number,
    *,
    edge_id: str | None = None,
    leave: bool = False,
) -> Document:
    """Set how much of the share of `start` goes to `to`, in the default matrix or in that of a transition.

    The other cells of the column keep their proportion and fill it up to 1; with `leave` they stay. A matrix
    that says nothing yet begins as one that leaves the shares as they are.
    """
    graph = _machine_of_moods(document, graph_id)
    for state in (start, to):
        if state not in graph.children:
            raise EditRefused("This state is no mood of the machine.", "Choose another one.")
    if not 0 <= value <= 1 and not leave:
        raise EditRefused("A part of a share is from 0 to 1.", "Give a number in between.")
    matrix = matrix_of(graph, edge_id) or identity(graph.children)
    rest = {state: part for state, part in matrix.get(start, {}).items() if state in graph.children}
    rest.pop(to, None)
    if not leave:
        others = [state for state in graph.children if state != to]
        if not others and value != 1:
            raise EditRefused("The only mood keeps all of its share.", "Add another mood first.")
        fallback = start if start != to else next(iter(others), to)
        rest = scaled(rest, 1 - value, fallback) if others else {}
    column = without_zeros({**rest, to: value})
    ordered = {state: column[state] for state in graph.children if state in column}
    return _with_matrix(document, graph_id, graph, edge_id, {**matrix, start: ordered})


@edit
def set_moods_field(document: Document, graph_id: str, path: str, value: JsonValue) -> Document:
    """Set how long the quiet time is, `every` in seconds, or which mood is active, `pick`."""
    graph = _machine_of_moods(document, graph_id)
    if path not in ("every", "pick"):
        raise EditRefused(f"There is no field {path!r} here.", "Use every or pick.")
    if path == "every" and isinstance(value, (int, float)) and value <= 0:
        raise EditRefused("The quiet time is above 0 s.", "Give a larger number.")
    assert graph.moods is not None
    return with_graph(document, graph_id, put(graph, moods=with_field(graph.moods, path, value)))


def matrix_of(graph: StateMachineGraph, edge_id: str | None) -> Matrix:
    """Return the matrix of a transition of the machine, or for None the default one."""
    if edge_id is None:
        return graph.moods.matrix if graph.moods is not None else {}
    edge = graph.edges.get(edge_id)
    return edge.matrix if edge is not None else {}


def _with_matrix(
    document: Document, graph_id: str, graph: StateMachineGraph, edge_id: str | None, matrix: Matrix
) -> Document:
    if matrix == matrix_of(graph, edge_id):
        return document
    if edge_id is None:
        assert graph.moods is not None
        return with_graph(document, graph_id, put(graph, moods=put(graph.moods, matrix=matrix)))
    edge = need_edge(graph, edge_id)
    if edge_id not in graph.transitions:
        raise EditRefused("Only transitions of the machine itself mix shares.", "Choose one of these.")
    return with_graph(document, graph_id, with_edge(graph, edge_id, put(edge, matrix=matrix)))


def _machine_of_moods(document: Document, graph_id: str) -> StateMachineGraph:
    graph = need_machine(document, graph_id)
    if graph.moods is None:
        raise EditRefused("This machine has no moods.", "Make it a machine of moods first.")
    return graph


def _start(document: Document, moods: Moods, state: str) -> float:
    variable = document.variables.get(moods.shares.get(state, ""))
    default = variable.default if variable is not None else None
    return default if isinstance(default, (int, float)) else 0.0


def _with_mixing_transitions(graph: StateMachineGraph) -> StateMachineGraph:
    """Return the machine in which transitions between top states mix shares in place of leading there."""
    moved: list[str] = []
    for edge_id, edge in graph.edges.items():
        source = source_of(graph, edge_id)
        mood = None if source in (None, TOP) else (str(source), *ancestors(graph, str(source)))[-1]
        tops = {(target, *ancestors(graph, target))[-1] for target in edge.targets}
        if not tops or tops == {mood}:
            continue
        if len(tops) > 1 or any(name.partition(".")[0] == "done" for name in edge.events):
            said = "A transition between two states leads to several, or waits until one is done."
            raise EditRefused(said, "Remove it first: which mood is active follows from the shares.")
        (to,) = tops
        starts = graph.children if mood is None else (mood,)
        matrix: Matrix = {**identity(graph.children), **{start: {to: 1} for start in starts}}
        if mood is not None and source is not None:
            node = graph.nodes[source]
            kept = tuple(key for key in node.transitions if key != edge_id)
            graph = with_node(graph, source, put(node, transitions=kept))
            moved.append(edge_id)
        graph = with_edge(graph, edge_id, put(edge, targets=(), interrupt=False, matrix=matrix))
    return put(graph, transitions=(*graph.transitions, *moved))
