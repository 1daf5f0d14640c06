"""Write the Python that makes a document with the builders of `mindloom`: what a user would type for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from graphs.basics.frozen import JsonValue
from graphs.edits.field_values import plain_json
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import DecisionNode, DecisionTreeGraph, Document, Graph, StateMachineGraph, TreeNode
from graphs.model.document import Node
from mindloom.field_forms import main_field

REGISTRY = builtin_registry()
GRAPH_WORDS = {"behavior_tree": "tree", "decision_tree": "decision", "state_machine": "machine"}
TAKEN = {"tree", "run"}
"""Kinds whose names are functions of the door; they are given by `node(…)`."""
SAID_ELSEWHERE = {"format", "version", "root", "graphs", "variables", "events", "curves", "sheets"}
PARTS = {"guard", "activity", "decision", "initial", "default"}
Plain = dict[str, JsonValue]


def source_of(document: Document) -> str:
    """Return a Python expression that gives the document but for its layout."""
    plain = cast(Plain, plain_json(document))
    order = [document.root, *(graph_id for graph_id in document.graphs if graph_id != document.root)]
    graphs = [_graph(graph_id, document.graphs[graph_id]) for graph_id in order if graph_id is not None]
    others = {key: plain[key] for key in plain.keys() - SAID_ELSEWHERE}
    named = [f"{key}={value!r}" for key, value in others.items()]
    for key, first in (("variables", "type"), ("events", "payload")):
        if key in plain:
            named.append(f"{key}={_declarations(cast(Mapping[str, Plain], plain[key]), first)}")
    for key, said in (("curves", _record), ("sheets", _sheet)):
        if key in plain:
            named.append(f"{key}={_records(plain[key], said)}")
    return _called("mind", [*graphs, *named])


def _record(plain: JsonValue) -> str:
    """Return a part whose fields are plain values."""
    return _called("part", [f"{key}={_value(value)}" for key, value in cast(Plain, plain).items()])


def _records(plain: JsonValue, said: Callable[[JsonValue], str]) -> str:
    entries = cast(Plain, plain).items()
    return "{" + ", ".join(f"{name!r}: {said(entry)}" for name, entry in entries) + "}"


def _sheet(plain: JsonValue) -> str:
    fields = []
    for key, value in cast(Plain, plain).items():
        if key in ("inputs", "outputs"):
            fields.append(f"{key}={_records(value, _axis)}")
        elif key == "rules":
            fields.append(f"{key}=[{', '.join(map(_record, cast('list[JsonValue]', value)))}]")
        else:
            fields.append(f"{key}={value!r}")
    return _called("part", fields)


def _axis(plain: JsonValue) -> str:
    fields = cast(Plain, plain).items()
    return _called(
        "part",
        [f"{key}={_records(value, _record) if key == 'sets' else repr(value)}" for key, value in fields],
    )


def _graph(graph_id: str, graph: Graph) -> str:
    plain = cast(Plain, plain_json(graph))
    given = [repr(graph.title), f"id={graph_id!r}"]
    for key in ("parameters", "variables"):
        if key in plain:
            given.append(f"{key}={_declarations(cast(Mapping[str, Plain], plain[key]), 'type')}")
    if graph.note:
        given.append(f"note={graph.note!r}")
    word = GRAPH_WORDS[graph.kind]
    if isinstance(graph, StateMachineGraph):
        given.append(f"initial={_value(plain.get('initial'))}")
        if "moods" in plain:
            given.append(f"moods={_record(plain['moods'])}")
        tops = [_node(graph, key) for key in graph.children]
        own = "".join(_transition(graph, edge) for edge in graph.transitions)
    else:
        tops = [_node(graph, key) for key in (*([graph.root] if graph.root else []), *graph.loose)]
        own = ""
    return _called(word, given) + own + "".join(f".add({top})" for top in tops)


def _node(graph: Graph, node_id: str) -> str:
    node = graph.nodes[node_id]
    plain = cast(Plain, plain_json(node))
    kind = REGISTRY.kind(graph.kind, node.kind)
    assert kind is not None
    main = main_field(kind)
    params = cast(Plain, plain.pop("params", {}))
    arguments = cast(Plain, plain.pop("arguments", {}))
    for gone in ("kind", "children", "branches", "transitions", "slot"):
        plain.pop(gone, None)
    given = []
    if main in plain:
        value = plain.pop(main)
        given += [repr(each) for each in value] if isinstance(value, list) else [_value(value)]
    elif main in params:
        given.append(_value(params.pop(main)))
    given += _children(graph, node)
    given.append(f"id={node_id!r}")
    if node.kind == "state" and isinstance(graph, StateMachineGraph) and node.children:  # type: ignore[union-attr]
        plain.setdefault("initial", None)
    given += [f"{key}={_field(key, value)}" for key, value in plain.items()]
    given += [f"{key}={_value(value)}" for key, value in {**params, **arguments}.items()]
    word = node.kind
    if word == "action":
        word = "do"
    elif word == "condition":
        word = "test"
    elif kind.calls:
        word = "call"
    if word in TAKEN:
        text = _called("node", [repr(word), *given])
    else:
        text = _called(word + ("_" if word in ("raise", "set") else ""), given)
    if isinstance(graph, StateMachineGraph):
        text += "".join(_transition(graph, edge) for edge in node.transitions)  # type: ignore[union-attr]
    return text


def _children(graph: Graph, node: Node) -> Iterable[str]:
    if isinstance(graph, DecisionTreeGraph):
        assert isinstance(node, DecisionNode)
        for each in node.branches:
            plain = cast(Plain, plain_json(each))
            child = str(plain.pop("child"))
            decides = [f"{key + '_' if key == 'else' else key}={value!r}" for key, value in plain.items()]
            first = next(
                other for other in _in_order(graph, graph.root or "") if child in _led_to(graph, other)
            )
            is_first = graph.nodes[first] is node and each is next(
                b for b in node.branches if b.child == child
            )
            yield _called("branch", [_node(graph, child) if is_first else repr(child), *decides])
        return
    for key in node.children:  # type: ignore[union-attr]
        below = graph.nodes[key]
        if isinstance(below, TreeNode) and below.slot is not None:
            slot = cast(Plain, plain_json(below.slot))
            decides = [f"{name}={_slot_field(name, value)}" for name, value in slot.items()]
            yield _called("branch", [_node(graph, key), *decides])
        else:
            yield _node(graph, key)


def _slot_field(name: str, value: JsonValue) -> str:
    if name == "considerations":
        return "[" + ", ".join(map(_record, cast("list[JsonValue]", value))) + "]"
    return _value(value)


def _in_order(graph: DecisionTreeGraph, node_id: str) -> Iterator[str]:
    """Yield a question and all below it, as they are given."""
    yield node_id
    for child in _led_to(graph, node_id):
        yield from _in_order(graph, child)


def _led_to(graph: DecisionTreeGraph, node_id: str) -> list[str]:
    return [each.child for each in graph.nodes[node_id].branches if each.child is not None]


def _transition(graph: StateMachineGraph, edge_id: str) -> str:
    plain = cast(Plain, plain_json(graph.edges[edge_id]))
    targets = cast("list[str]", plain.pop("targets", []))
    event = plain.pop("event", None)
    given = [] if event is None else [repr(event)]
    if targets:
        given.append(f"to={(targets if len(targets) > 1 else targets[0])!r}")
    if edge_id in graph.transitions and "interrupt" not in plain and targets:
        plain["interrupt"] = False
    given += [f"{key + '_' if key == 'else' else key}={_value(value)}" for key, value in plain.items()]
    given.append(f"id={edge_id!r}")
    return f".on({', '.join(given)})"


def _field(key: str, value: JsonValue) -> str:
    if key in ("services", "preconditions"):
        return "[" + ", ".join(_part(each) for each in cast("list[Plain]", value)) + "]"
    return _part(value) if key in PARTS and isinstance(value, dict) else _value(value)


def _part(plain: JsonValue) -> str:
    """Return an activity as do(…) or call(…), any other record as part(…)."""
    assert isinstance(plain, dict)
    values = dict(plain)
    params = cast(Plain, values.pop("params", {}))
    arguments = cast(Plain, values.pop("arguments", {}))
    named = [f"{key}={_value(value)}" for key, value in {**values, **params, **arguments}.items()]
    if ("every" in values and "commit" not in values) or not ("action" in values or "graph" in values):
        return _called("part", named)
    word = "do" if "action" in values else "call"
    named = [each for each in named if not each.startswith(("action=", "graph="))]
    return _called(word, [repr(values.get("action") or values.get("graph")), *named])


def _value(value: JsonValue) -> str:
    if isinstance(value, dict) and [*value] == ["expr"]:
        return f"expr({value['expr']!r})"
    if isinstance(value, dict) and [*value] == ["variable"]:
        return f"out({value['variable']!r})"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_value(inner)}" for key, inner in value.items()) + "}"
    return repr(value)


def _declarations(entries: Mapping[str, Plain], first: str) -> str:
    made = []
    for name, entry in entries.items():
        rest = [f"{key}={value!r}" for key, value in entry.items() if key != first]
        head = [repr(entry[first])] if first in entry else []
        made.append(f"{name!r}: {_called('part', [*head, *rest])}")
    return "{" + ", ".join(made) + "}"


def _called(word: str, given: Iterable[str]) -> str:
    return f"{word}({', '.join(given)})"
