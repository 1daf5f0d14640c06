"""Find text in a graph or in all of a document, element by element, so that a caller can pause.

Tell which texts of a document can be found: titles, kinds, expressions, variables, events, notes.

Every text of an element counts but for ids, which no one typed: they name other elements, and those are found
by their own titles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pydantic import BaseModel

from graphs.checks.rules.problem import Place
from graphs.kinds.declarations.parameter import expression_text
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import graph_title, node_title, value_text
from graphs.model.behavior_tree import TreeNode
from graphs.model.curves import Curve
from graphs.model.document import Document, Graph
from graphs.model.fuzzy_sheets import FuzzyAxis, FuzzySheet
from graphs.model.graph_parts import Frame, GraphParameter
from graphs.model.state_machine import StateMachineGraph
from graphs.model.variables_and_events import Event, Variable
from graphs.structure.queries import TOP, document_order, source_of, transitions_of

_IDS = frozenset({"children", "transitions", "targets", "initial", "default", "child"})
"""Fields that hold ids of other elements."""

_SAID_ELSEWHERE = frozenset({"kind", "suppress", "graph"})
"""Fields that are found by what is shown of them, or not shown at all."""

_OWNERS = {
    "guard": "guard",
    "preconditions": "precondition",
    "services": "service",
    "branches": "branch",
}
"""Fields whose parts are called after the whole."""

Span = tuple[int, int]
"""Begin and end of a match in a text, in characters."""


@dataclass(frozen=True, slots=True)
class FindableText:
    """Hold one text: its field as a path in the file, what it is in a word or two, and the text."""

    field: str
    what: str
    text: str


def texts_of_node(document: Document, graph: Graph, node_id: str, registry: Registry) -> list[FindableText]:
    """Return the texts of a node: the title as it is shown first, then its kind, then its fields."""
    node = graph.nodes[node_id]
    kind = registry.kind(graph.kind, node.kind)
    title = node_title(node, graph.kind, registry, document)
    found = [FindableText("title", "title", title)]
    found.append(FindableText("kind", "kind", kind.title if kind is not None else node.kind))
    found += _texts_inside(node, document)
    if isinstance(node, TreeNode) and node.slot is not None:
        found += [FindableText(f"slot.effects.{need}", "effect", need) for need in node.slot.effects]
    return _each_once(found)


def texts_of_frame(frame: Frame) -> list[FindableText]:
    """Return title and note of a frame."""
    texts = (FindableText("title", "frame", frame.title), FindableText("text", "note", frame.text))
    return [text for text in texts if text.text]


def texts_of_graph(graph: Graph, graph_id: str) -> list[FindableText]:
    """Return what a graph says of itself; its nodes are found by themselves."""
    texts = [FindableText("title", "graph", graph.title or graph_id)]
    if graph.note:
        texts.append(FindableText("note", "note", graph.note))
    if isinstance(graph, StateMachineGraph) and graph.moods is not None:
        shares = graph.moods.shares.items()
        texts += [FindableText(f"moods.shares.{state}", "share", name) for state, name in shares]
    return texts


def texts_of_declaration(
    section: str, name: str, declared: Variable | GraphParameter | Event
) -> list[FindableText]:
    """Return name and note of a variable, parameter or event; `section` is `variables` and so on."""
    what = section.removesuffix("s")
    texts = [FindableText(f"{section}.{name}", what, name)]
    values = () if isinstance(declared, Event) else declared.values
    carried = tuple(declared.payload) if isinstance(declared, Event) else ()
    texts += [FindableText(f"{section}.{name}", f"{what} {name}", text) for text in (*values, *carried)]
    default = None if isinstance(declared, Event) else expression_text(declared.default)
    if default is not None:
        texts.append(FindableText(f"{section}.{name}.default", f"default of {name}", default))
    if declared.note:
        texts.append(FindableText(f"{section}.{name}.note", f"note of {name}", declared.note))
    return texts


def texts_of_curve(name: str, curve: Curve) -> list[FindableText]:
    """Return name, axis and note of a response curve."""
    path = f"curves.{name}"
    more = _texts_of_fields(path, f"of {name}", {"axis": curve.axis, "note": curve.note})
    return [FindableText(path, "curve", name), *more]


def texts_of_sheet(name: str, sheet: FuzzySheet) -> list[FindableText]:
    """Return the names of a fuzzy sheet, of what is on it, and what its inputs and rules say."""
    path = f"sheets.{name}"
    texts = [FindableText(path, "sheet", sheet.title or name)]
    texts += _texts_of_fields(path, f"of {name}", {"note": sheet.note})
    for key, given in sheet.inputs.items():
        texts += _texts_of_axis(f"{path}.inputs.{key}", "input", key, given)
        texts += _texts_of_fields(f"{path}.inputs.{key}", f"of {key}", {"value": given.value})
    for key, output in sheet.outputs.items():
        texts += _texts_of_axis(f"{path}.outputs.{key}", "output", key, output)
    for number, rule in enumerate(sheet.rules):
        said = {"when": rule.when, "output": rule.output, "then": rule.then, "note": rule.note}
        texts += _texts_of_fields(f"{path}.rules.{number}", f"of rule {number + 1}", said)
    return texts


def _texts_of_axis(path: str, what: str, name: str, axis: FuzzyAxis) -> list[FindableText]:
    texts = [FindableText(path, what, name)]
    texts += [FindableText(f"{path}.sets.{each}", f"set of {name}", each) for each in axis.sets]
    return texts + _texts_of_fields(path, f"of {name}", {"unit": axis.unit, "note": axis.note})


def _texts_of_fields(path: str, owner: str, said: Mapping[str, str]) -> list[FindableText]:
    return [FindableText(f"{path}.{field}", f"{field} {owner}", text) for field, text in said.items() if text]


def _texts_inside(model: BaseModel, document: Document) -> Iterator[FindableText]:
    fields = type(model).model_fields
    for name, value in model:
        known = fields.get(name)
        if name in _SAID_ELSEWHERE or (known is not None and value == known.default):
            continue
        if name in _IDS and not isinstance(value, BaseModel):
            continue
        yield from _texts_of_value(name, value, document)
    called = getattr(model, "graph", None)
    if isinstance(called, str) and called:
        yield FindableText("graph", "calls", graph_title(called, document))


def _texts_of_value(path: str, value: object, document: Document) -> Iterator[FindableText]:
    if isinstance(value, BaseModel):
        for inner in _texts_inside(value, document):
            whole = f"{path}.{inner.field}"
            yield FindableText(whole, _word_for(whole), inner.text)
    elif isinstance(value, Mapping):
        if set(value) in ({"expr"}, {"variable"}):
            yield FindableText(path, _word_for(path), value_text(dict(value)))
            return
        for key, inside in value.items():
            yield from _texts_of_value(f"{path}.{key}", inside, document)
    elif isinstance(value, tuple | list):
        for place, inside in enumerate(value):
            yield from _texts_of_value(f"{path}.{place}", inside, document)
    elif isinstance(value, str) and value:
        yield FindableText(path, _word_for(path), value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield FindableText(path, _word_for(path), value_text(value))


def _word_for(path: str) -> str:
    """Return what a field is called: the last word of its path, or the guard, service or branch it is of."""
    parts = [part for part in path.split(".") if not part.isdigit()]
    if parts[0] in _OWNERS and (parts[0] == "guard" or len(parts) > 1):
        return _OWNERS[parts[0]]
    if parts[-1] == "graph":
        return "calls"
    return parts[-1].replace("_", " ").strip()


def _each_once(texts: list[FindableText]) -> list[FindableText]:
    """Leave out what says the same as one before it: a name that is the title, a kind that is."""
    seen: set[str] = set()
    kept = []
    for text in texts:
        if text.text not in seen:
            seen.add(text.text)
            kept.append(text)
    return kept


@dataclass(frozen=True)
class TextQuery:
    """Hold what is looked for: a piece of text, in any case unless `match_case`.

    `whole_words` leaves out matches inside longer words: `d` is not found in `red`.
    """

    text: str
    whole_words: bool = False
    match_case: bool = False

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing is looked for."""
        return not self.text.strip()

    def spans(self, text: str) -> tuple[Span, ...]:
        """Return where the piece is in a text; nothing for an empty query."""
        if self.is_empty:
            return ()
        return tuple(found.span() for found in self._pattern.finditer(text))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        piece = re.escape(self.text.strip())
        if self.whole_words:
            piece = rf"(?<!\w){piece}(?!\w)"
        return re.compile(piece, 0 if self.match_case else re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """Hold one text that matches: its place, what it is in a word, the text, where the matches stand."""

    place: Place
    what: str
    text: str
    spans: tuple[Span, ...]


def find_in_graph(
    document: Document, graph_id: str, query: TextQuery, registry: Registry
) -> Iterator[tuple[Found, ...]]:
    """Yield what matches in each element of a graph, element by element, also where that is nothing.

    Nodes come in document order, each before the transitions that leave it, then those from any state, then
    frames. What the graph says of itself comes first.
    """
    graph = document.graphs[graph_id]
    yield _matches(graph_id, "", texts_of_graph(graph, graph_id), query)
    for section, declared in (("parameters", graph.parameters), ("variables", graph.variables)):
        for name, variable in declared.items():
            yield _matches(graph_id, "", texts_of_declaration(section, name, variable), query)
    for node_id in document_order(graph):
        yield _matches(graph_id, node_id, texts_of_node(document, graph, node_id, registry), query)
        yield from _in_edges(document, graph, graph_id, node_id, query)
    yield from _in_edges(document, graph, graph_id, TOP, query)
    for frame_id, frame in graph.notes.items():
        yield _matches(graph_id, frame_id, texts_of_frame(frame), query)


def find_in_document(document: Document, query: TextQuery, registry: Registry) -> Iterator[tuple[Found, ...]]:
    """Yield what matches in each element of a document: what it declares, then graph by graph."""
    for section, declared in (("variables", document.variables), ("events", document.events)):
        for name, key in declared.items():
            yield _matches("", "", texts_of_declaration(section, name, key), query)
    for name, curve in document.curves.items():
        yield _matches("", "", texts_of_curve(name, curve), query)
    for name, sheet in document.sheets.items():
        yield _matches("", "", texts_of_sheet(name, sheet), query)
    for graph_id in document.graphs:
        yield from find_in_graph(document, graph_id, query, registry)


def elements_found(matches: Iterable[tuple[Found, ...]]) -> dict[str, Found]:
    """Return the elements of a graph that match, each with its first match, in the order found."""
    first: dict[str, Found] = {}
    for found in matches:
        for each in found:
            if each.place.element:
                first.setdefault(each.place.element, each)
    return first


def _in_edges(
    document: Document, graph: Graph, graph_id: str, node_id: str, query: TextQuery
) -> Iterator[tuple[Found, ...]]:
    if not isinstance(graph, StateMachineGraph):
        return
    for edge_id in transitions_of(graph, node_id):
        edge = graph.edges.get(edge_id)
        if edge is not None and source_of(graph, edge_id) == node_id:
            yield _matches(graph_id, edge_id, _each_once(list(_texts_inside(edge, document))), query)


def _matches(
    graph_id: str, element: str, texts: Iterable[FindableText], query: TextQuery
) -> tuple[Found, ...]:
    found = []
    for text in texts:
        spans = query.spans(text.text)
        if spans:
            place = Place(graph_id, element, text.field, start=spans[0][0], end=spans[0][1])
            found.append(Found(place, text.what, text.text, spans))
    return tuple(found)
