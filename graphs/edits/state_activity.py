"""Say what a state does: its activity, with what fits it proposed, and a name to go with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from graphs.basics.frozen import JsonValue
from graphs.edits.adding import unique_name
from graphs.edits.edit_calls import edit
from graphs.edits.replacing import need_graph, need_node
from graphs.edits.setting import rename, set_field
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, StateMachineGraph, StateNode

_UNNAMED = re.compile(r"State( \d+)?")
_FITTING = {"entity": ("entity",), "vector": ("vector",), "point": ("entity", "vector")}
"""Types of variables that fit a type of parameter."""


@edit
def set_activity(
    document: Document,
    graph_id: str,
    node_id: str,
    what: str,
    registry: Registry,
    *,
    title: str = "",
    paths: Sequence[str] = (),
) -> Document:
    """Let a state do `action:ID` or `graph:ID`, or nothing for an empty text.

    What an action must be given is proposed (`proposed_arguments`). A state that still has the name it was
    made with takes `title`; its lines for the end of what it does stay. Raises `EditRefused`.
    """
    kind, _, name = what.partition(":")
    before = need_node(need_graph(document, graph_id), node_id)
    lines = before.activity.end_lines if isinstance(before, StateNode) and before.activity else {}
    activity: dict[str, JsonValue] = {kind: name, **{field: [*block] for field, block in lines.items()}}
    declared = registry.actions.get(name) if kind == "action" else None
    if declared is not None and (proposed := proposed_arguments(document, declared.parameters, paths)):
        activity["params"] = proposed
    document = set_field(document, graph_id, node_id, "activity", activity if name else None)
    graph = document.graphs[graph_id]
    if not (name and title and isinstance(graph, StateMachineGraph)):
        return document
    node = graph.nodes[node_id]
    if _UNNAMED.fullmatch(node.name) is None:
        return document
    return rename(document, graph_id, node_id, unique_name(graph, title, but=node_id))


def proposed_arguments(
    document: Document, parameters: Iterable[Parameter], paths: Sequence[str] = ()
) -> dict[str, JsonValue]:
    """Return values for what must be given, where just one thing fits: a variable, or a path of the world."""
    proposed: dict[str, JsonValue] = {}
    for parameter in parameters:
        if not parameter.required:
            continue
        if parameter.type == "path" and len(paths) == 1:
            proposed[parameter.name] = paths[0]
        wanted = _FITTING.get(parameter.type, ())
        fitting = [name for name, variable in document.variables.items() if variable.type in wanted]
        if len(fitting) == 1:
            proposed[parameter.name] = {"expr": fitting[0]}
    return proposed
