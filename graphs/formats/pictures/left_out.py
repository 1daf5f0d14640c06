"""The format of a picture: all graphs are drawn, and what that leaves out is told.

There is a row for each graph and sort of thing left out, found by comparing fields with labels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from graphs.basics.frozen import JsonValue
from graphs.formats.basics.format_record import Format, Written, WrittenFile
from graphs.formats.basics.format_report import FormatRow
from graphs.formats.pictures.drawn_graph import DrawnGraph, drawn_graphs
from graphs.kinds.declarations.registry import Registry
from graphs.kinds.declarations.titles import value_text
from graphs.model.action_rows import one_line
from graphs.model.behavior_tree import BehaviorTreeGraph, Guard, TreeNode
from graphs.model.decision_tree import Branch, DecisionNode, DecisionTreeGraph
from graphs.model.document import Document
from graphs.model.graph_parts import Activity, ChildSlot
from graphs.model.state_machine import ChoiceDecision, Edge, InitialTransition, StateMachineGraph, StateNode

_DRAWN: Mapping[type[BaseModel], frozenset[str]] = {
    Document: frozenset({"format", "version", "root", "graphs"}),
    BehaviorTreeGraph: frozenset({"kind", "title", "root", "loose", "nodes"}),
    DecisionTreeGraph: frozenset({"kind", "title", "root", "loose", "nodes"}),
    StateMachineGraph: frozenset({"kind", "title", "children", "initial", "transitions", "nodes", "edges"}),
    TreeNode: frozenset({"kind", "title", "disabled", "children", "slot", "guard", "action", "graph"}),
    DecisionNode: frozenset({"kind", "title", "disabled", "branches", "action", "graph"}),
    StateNode: frozenset({"kind", "title", "name", "disabled", "children", "initial", "transitions", "entry"})
    | {"update", "exit", "status", "depth", "default", "decision", "activity"},
    Edge: frozenset({"event", "guard", "targets", "actions", "after", "delay", "else_", "disabled"}),
    Activity: frozenset({"action", "graph"}),
    Branch: frozenset({"child", "when", "upto", "closed", "case", "test", "weight", "row", "else_"}),
    Guard: frozenset({"test", "abort", "refused"}),
    ChildSlot: frozenset({"weight", "score", "case", "default", "chosen"}),
    InitialTransition: frozenset({"targets"}),
    ChoiceDecision: frozenset({"graph"}),
}
"""The fields that a picture shows, of each part that it shows at all."""


Draw = Callable[[Sequence[DrawnGraph], str], Iterable[WrittenFile]]
"""Return files of all graphs, the root first; the text is what the document is called."""


def picture_format(
    format_id: str, title: str, endings: tuple[str, ...], draw: Draw, *, has_places: bool = False
) -> Format:
    """Return a format that is written alone; `has_places` tells that it shows where nodes are."""

    def write(document: Document, registry: Registry, name: str) -> Written:
        graphs = drawn_graphs(document, registry)
        return Written(tuple(draw(graphs, name)), _left_out(document, graphs, has_places))

    return Format(format_id, title, endings, write=write)


@dataclass(frozen=True)
class _Part:
    of: str
    part: BaseModel
    label: str = ""


def _left_out(document: Document, graphs: Iterable[DrawnGraph], has_places: bool) -> tuple[FormatRow, ...]:
    """Return a row *exact* for each graph, and a row *lost* for each sort of thing left out."""
    rows = []
    for drawn in graphs:
        rows.append(FormatRow("exact", f"Structure and labels of {drawn.title!r}", graph=drawn.id))
        rows += _rows(_parts(drawn), drawn.id, ("layout",) if has_places else ())
        missing = sum(child not in drawn.graph.nodes for child in _named(drawn))
        if missing:
            said = f"{missing} of its links lead to no node."
            rows.append(FormatRow("lost", "Open links", said, "Connect or remove them.", graph=drawn.id))
    return (*rows, *_rows([_Part("the document", document)], "", ()))


def _parts(drawn: DrawnGraph) -> Iterator[_Part]:
    graph = drawn.graph
    yield _Part("the graph", graph)
    for node_id, node in graph.nodes.items():
        label = "\n".join(drawn.nodes[node_id].lines) if node_id in drawn.nodes else ""
        yield _Part("nodes", node, label)
        for name in ("activity", "guard", "slot", "initial", "default", "decision"):
            inner = getattr(node, name, None)
            if isinstance(inner, BaseModel):
                yield _Part(f"{name} of nodes", inner, label)
        yield from (_Part("branches", each) for each in getattr(node, "branches", ()))
    if isinstance(graph, StateMachineGraph):
        yield from (_Part("transitions", edge) for edge in graph.edges.values())


def _rows(parts: Iterable[_Part], graph: str, kept: tuple[str, ...]) -> Iterator[FormatRow]:
    """Yield a row for each field that some parts have and no picture shows."""
    found: dict[tuple[str, str], int] = {}
    for part in parts:
        for name in _hidden(part):
            if name not in kept:
                found[name, part.of] = found.get((name, part.of), 0) + 1
    for (name, of), count in sorted(found.items()):
        said = f"Pictures have structure and labels alone; {count} × {name} cannot be seen."
        remedy = "Keep the document: pictures cannot be read back."
        yield FormatRow("lost", f"{name} of {of}", said, remedy, graph=graph)


def _hidden(part: _Part) -> Iterator[str]:
    model = type(part.part)
    for name, info in model.model_fields.items():
        value = getattr(part.part, name)
        default = info.get_default(call_default_factory=True)
        if value != default and name not in _DRAWN[model] and not _is_in(value, part.label):
            yield name.rstrip("_")
    yield from part.part.model_extra or {}


def _is_in(value: JsonValue | tuple[str, ...] | BaseModel, label: str) -> bool:
    """Tell whether a label says a value."""
    if isinstance(value, dict):
        return all(value_text(each) in label for each in value.values() if value_text(each)) and bool(label)
    if isinstance(value, tuple):
        return all(isinstance(each, str) for each in value) and one_line(map(str, value)) in label
    return isinstance(value, str | int | float) and str(value) in label


def _named(drawn: DrawnGraph) -> Iterator[str]:
    for node in drawn.graph.nodes.values():
        yield from getattr(node, "children", ())
        yield from (each.child or "" for each in getattr(node, "branches", ()))
    edges = drawn.graph.edges.values() if isinstance(drawn.graph, StateMachineGraph) else ()
    yield from (target for edge in edges for target in edge.targets)
