"""Find what a mind names of its world by literal ids: the paths it walks, the entities it knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from graphs.basics.frozen import JsonValue
from graphs.edits.setting import declared_parameters
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document, Graph, Node


@dataclass(frozen=True, slots=True)
class NamedInMind:
    """Say that a mind names something of its world.

    `what` is "path", or "entity" for an agent, waypoint, zone or source. `node` is the node or state of the
    graph; both are "" for the default of the variable `field`.
    """

    name: str
    what: Literal["path", "entity"]
    graph: str
    node: str
    field: str


def names_in_mind(document: Document, registry: Registry) -> tuple[NamedInMind, ...]:
    """Return every literal id of a path or an entity in a document, in the order of the document."""
    found = [
        NamedInMind(variable.default, "entity", "", "", name)
        for name, variable in document.variables.items()
        if variable.type == "entity" and isinstance(variable.default, str)
    ]
    for graph_id, graph in document.graphs.items():
        for node_id, node in graph.nodes.items():
            for declared, values in _parameters(node, graph, registry):
                found.extend(
                    NamedInMind(name, what, graph_id, node_id, field)
                    for name, what, field in _literals(declared, values)
                )
    return tuple(found)


def _parameters(
    node: Node, graph: Graph, registry: Registry
) -> Iterator[tuple[Sequence[Parameter], Mapping[str, JsonValue]]]:
    """Yield the declared parameters of everything a node runs, with what it gives them."""
    yield declared_parameters(node, graph, registry), node.params
    runs = [getattr(node, "activity", None), *getattr(node, "services", ())]
    for one in runs:
        action = registry.actions.get(one.action or "") if one is not None else None
        if action is not None:
            yield action.parameters, one.params


def _literals(
    declared: Sequence[Parameter], values: Mapping[str, JsonValue]
) -> Iterator[tuple[str, Literal["path", "entity"], str]]:
    for parameter in declared:
        value = values.get(parameter.name)
        if not isinstance(value, str):
            continue
        if parameter.type == "path":
            yield value, "path", parameter.name
        elif parameter.type in ("entity", "point"):
            yield value, "entity", parameter.name
