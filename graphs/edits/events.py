"""Add, change, rename and remove the events a document declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from graphs.basics.ids import free_name
from graphs.edits.edit_calls import edit
from graphs.edits.field_values import with_field
from graphs.edits.refusal import EditRefused
from graphs.edits.replacing import put, renamed, without
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import EVENT_FUNCTIONS, is_name
from graphs.expressions.tokens import Token, TokenKind, tokenize
from graphs.model.document import Document, Graph
from graphs.model.state_machine import Edge, StateMachineGraph
from graphs.model.variables_and_events import (
    POLLED_OR_EVENTLESS,
    Event,
    VariableType,
    is_event_name,
    matching_events,
)
from graphs.structure.expression_places import (
    Rewrite,
    rewritten_document,
    rewritten_edge,
    rewritten_node,
    shared,
)


@edit
def add_event(document: Document, name: str) -> tuple[Document, str]:
    """Add an event without payload and return the document and its name, numbered if it is taken."""
    free = free_name(_checked_name(name), document.events)
    return put(document, events={**document.events, free: Event()}), free


@edit
def declare_event(document: Document, name: str) -> Document:
    """Add an event without payload under this very name; refused where the name is taken."""
    if _checked_name(name) in document.events:
        raise EditRefused(f"There is an event {name!r} already.", "Choose another name.")
    return add_event(document, name)[0]


@edit
def remove_event(document: Document, name: str) -> Document:
    """Remove an event; transitions that wait for it are kept and reported by the check."""
    _need(document, name)
    return put(document, events=without(document.events, {name}))


@edit
def set_event_field(document: Document, name: str, path: str, value: object) -> Document:
    """Set a field of an event: `note`, or `payload.at` to a type or None."""
    old = _need(document, name)
    new = with_field(old, path, value)
    return document if new is old else put(document, events={**document.events, name: new})


@edit
def set_payload_field(document: Document, name: str, field: str, type_name: VariableType | None) -> Document:
    """Declare what an event carries under a name, or drop it for None."""
    if not is_name(field) or field == "name":
        raise EditRefused(f"{field!r} cannot name what an event carries.", "Use letters and digits.")
    return set_event_field(document, name, f"payload.{field}", type_name)


@edit
def rename_event(document: Document, name: str, new_name: str) -> Document:
    """Rename an event in its declaration, in transitions that wait for it, and in every expression."""
    _need(document, name)
    if new_name == name:
        return document
    if _checked_name(new_name) in document.events:
        raise EditRefused(f"There is an event {new_name!r} already.", "Choose another name.")
    graphs = {graph_id: _with_event(graph, name, new_name) for graph_id, graph in document.graphs.items()}
    events = renamed(document.events, name, new_name)
    document = put(document, events=events, graphs=shared(graphs, document.graphs))
    return rewritten_document(document, lambda text: rename_event_in_text(text, name, new_name))


def _with_event(graph: Graph, name: str, new_name: str) -> Graph:
    if not isinstance(graph, StateMachineGraph):
        return graph
    edges = {edge_id: _edge_with_event(edge, name, new_name) for edge_id, edge in graph.edges.items()}
    return put(graph, edges=shared(edges, graph.edges))


def _edge_with_event(edge: Edge, name: str, new_name: str) -> Edge:
    if name not in edge.events:
        return edge
    if isinstance(edge.event, str):
        return put(edge, event=new_name)
    return put(edge, event=tuple(new_name if key == name else key for key in edge.event))


def _need(document: Document, name: str) -> Event:
    event = document.events.get(name)
    if event is None:
        raise EditRefused("This event is no longer there.", "Choose another one.")
    return event


def _checked_name(name: str) -> str:
    if not is_event_name(name):
        raise EditRefused(
            f"{name!r} cannot be an event's name.",
            "Use letters, digits and underscores, parts set off by dots; not tick, always, done or error.",
        )
    return name


def rename_event_in_text(text: str, old: str, new: str) -> str:
    """Return the text with the event `old` called `new` in `raise`, `send`, `received(…)` and `last(…)`.

    A text that cannot be cut into tokens is returned as it is.
    """
    for start, end in reversed(event_spans(text, old)):
        text = text[:start] + new + text[end:]
    return text


def event_spans(text: str, name: str) -> tuple[tuple[int, int], ...]:
    """Return the character spans at which a text names an event, in order."""
    try:
        tokens = tokenize(text)
    except ExpressionError:
        return ()
    return tuple(span for found, span in _event_names(tokens) if found == name)


def events_sent_in(text: str, word: Literal["raise", "send"]) -> tuple[str, ...]:
    """Return the event that an action line raises, or sends; nothing for every other text."""
    try:
        tokens = tokenize(text)
    except ExpressionError:
        return ()
    if not tokens[0].is_word(word):
        return ()
    return tuple(name for name, (start, _) in _event_names(tokens) if start == tokens[1].start)


def rename_payload_field_in_text(text: str, event: str, old: str, new: str, *, taken: bool) -> str:
    """Return the text with a field that an event carries called `new`.

    That is in `raise event(old = …)`, `send event(old = …)` and `last(event).old`, and, where the text
    belongs to the taking of the event (`taken`), in `event.old`.
    """
    try:
        tokens = tokenize(text)
    except ExpressionError:
        return text
    spans = sorted({*_argument_spans(tokens, event, old), *_read_spans(tokens, event, old, taken)})
    for start, end in reversed(spans):
        text = text[:start] + new + text[end:]
    return text


def _argument_spans(tokens: Sequence[Token], event: str, field: str) -> Iterator[tuple[int, int]]:
    """Yield where a line that raises or sends an event gives a value to one of its fields."""
    named = [span for name, span in _event_names(tokens) if name == event and span[0] == tokens[1].start]
    if tokens[0].text not in ("raise", "send") or not named:
        return
    depth = 0
    for index, token in enumerate(tokens[:-1]):
        depth += token.is_operator("(") - token.is_operator(")")
        begins = index > 0 and (tokens[index - 1].is_operator("(") or tokens[index - 1].is_operator(","))
        if depth == 1 and begins and token.is_word(field) and tokens[index + 1].is_operator("="):
            yield token.start, token.end


def _read_spans(tokens: Sequence[Token], event: str, field: str, taken: bool) -> Iterator[tuple[int, int]]:
    ends = {span[1] for name, span in _event_names(tokens) if name == event}
    for index in range(2, len(tokens) - 1):
        token = tokens[index]
        if not token.is_word(field) or not tokens[index - 1].is_operator("."):
            continue
        before = tokens[index - 2]
        own = taken and before.is_word("event") and not (index > 2 and tokens[index - 3].is_operator("."))
        last = before.is_operator(")") and index > 4 and tokens[index - 3].end in ends
        if own or (last and _is_last_call(tokens, index - 2)):
            yield token.start, token.end


def _is_last_call(tokens: Sequence[Token], closing: int) -> bool:
    """Tell whether the parenthesis at an index closes `last(…)` with nothing but a name in it."""
    index = closing - 1
    while index > 1 and not tokens[index].is_operator("("):
        index -= 1
    return tokens[index - 1].is_word("last")


def _event_names(tokens: Sequence[Token]) -> Iterator[tuple[str, tuple[int, int]]]:
    for index, token in enumerate(tokens):
        if token.kind is not TokenKind.NAME or index == 0:
            continue
        raised = index == 1 and tokens[0].text in ("raise", "send")
        asked = index > 1 and tokens[index - 1].is_operator("(") and tokens[index - 2].text in EVENT_FUNCTIONS
        if raised or asked:
            last = index
            while tokens[last + 1].is_operator(".") and tokens[last + 2].kind is TokenKind.NAME:
                last += 2
            name = "".join(part.text for part in tokens[index : last + 1])
            yield name, (token.start, tokens[last].end)


@edit
def rename_payload_field(document: Document, name: str, field: str, new_field: str) -> Document:
    """Rename a field of an event in its declaration, where it is raised or sent, and where it is read.

    Raises `EditRefused` for a name that is taken, and where a transition that takes several events reads a
    field they all carry under the old name.
    """
    event = document.events.get(name)
    if event is None or field not in event.payload:
        raise EditRefused("This field is no longer there.", "Choose another one.")
    if new_field == field:
        return document
    if not is_name(new_field) or new_field == "name":
        raise EditRefused(f"{new_field!r} cannot name what an event carries.", "Use letters and digits.")
    if new_field in event.payload:
        raise EditRefused(f"{name} carries {new_field!r} already.", "Choose another name.")
    payload = renamed(event.payload, field, new_field)

    def rewrite(text: str) -> str:
        return rename_payload_field_in_text(text, name, field, new_field, taken=False)

    def rewrite_taken(text: str) -> str:
        return rename_payload_field_in_text(text, name, field, new_field, taken=True)

    graphs = {}
    for graph_id, graph in document.graphs.items():
        _require_alone(document, graph, name, field, rewrite, rewrite_taken)
        graphs[graph_id] = _renamed(document, graph, name, rewrite, rewrite_taken)
    events = {**document.events, name: put(event, payload=payload)}
    return put(document, events=events, graphs=shared(graphs, document.graphs))


def _renamed(document: Document, graph: Graph, event: str, rewrite: Rewrite, rewrite_taken: Rewrite) -> Graph:
    nodes = {node_id: rewritten_node(node, rewrite) for node_id, node in graph.nodes.items()}
    graph = put(graph, nodes=shared(nodes, graph.nodes))
    if not isinstance(graph, StateMachineGraph):
        return graph
    edges = {
        edge_id: rewritten_edge(edge, rewrite_taken if event in _taken(document, edge) else rewrite)
        for edge_id, edge in graph.edges.items()
    }
    return put(graph, edges=shared(edges, graph.edges))


def _require_alone(
    document: Document, graph: Graph, event: str, field: str, rewrite: Rewrite, rewrite_taken: Rewrite
) -> None:
    """Refuse where `event.field` stands for the fields of several events."""
    for edge in graph.edges.values() if isinstance(graph, StateMachineGraph) else ():
        taken = _taken(document, edge)
        others = [key for key in taken if key != event and field in document.events[key].payload]
        if event not in taken or not others:
            continue
        if rewritten_edge(edge, rewrite_taken) != rewritten_edge(edge, rewrite):
            said = f"A transition reads {field!r} of {event} and of {others[0]} alike."
            raise EditRefused(said, "Let it wait for one of them, or rename the field in both.")


def _taken(document: Document, edge: Edge) -> list[str]:
    descriptors = [event for event in edge.events if event not in POLLED_OR_EVENTLESS]
    return matching_events(descriptors, document.events) if descriptors else []
