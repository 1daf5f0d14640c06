"""Write `TreeNodesModel`: what Groot2 and the game must know of nodes and ports that the library has not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.btcpp.leaf_writing import LeafNames
from graphs.formats.btcpp.node_models import Category
from graphs.formats.btcpp.tree_writing import OwnNodes
from graphs.formats.btcpp.value_types import CPP_TYPES, key_of
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph
from graphs.model.graph_parts import GraphParameter

_DIRECTIONS = {"in": "input_port", "inout": "inout_port"}


def models_element(
    kept: list[XmlElement | XmlPiece], own: OwnNodes, names: LeafNames, registry: Registry
) -> XmlElement:
    """Return the models: those of the file first, then one for each other node that is used."""
    found = XmlElement("TreeNodesModel", content=[*kept])
    known = {each.attributes.get("ID") for each in found.elements}
    declared = {names.id(name): action.parameters for name, action in registry.actions.items()}
    declared |= {names.id(name): each.parameters for name, each in registry.conditions.items()}
    for node_id, (category, ports) in sorted(own.found.items()):
        if node_id not in known:
            parameters = {names.port(node_id, each.name): each for each in declared.get(node_id, ())}
            found.content.append(_model(node_id, category, ports, parameters))
    return found


def _model(
    node_id: str, category: Category, ports: Mapping[str, str], parameters: Mapping[str, Parameter]
) -> XmlElement:
    model = XmlElement(category, {"ID": node_id})
    for name in dict.fromkeys((*parameters, *ports)):
        parameter = parameters.get(name)
        is_written = parameter is not None and parameter.type == "variable"
        if parameter is None and key_of(ports[name]) is not None:
            is_written = True
        attributes = {"name": name}
        if parameter is not None and parameter.type in CPP_TYPES:
            attributes["type"] = CPP_TYPES[parameter.type]
        port = XmlElement("inout_port" if is_written else "input_port", attributes)
        if parameter is not None and parameter.help:
            port.content.append(XmlPiece("text", parameter.help))
        model.content.append(port)
    return model


def subtree_model(tree_id: str, graph: BehaviorTreeGraph, ports: Mapping[str, str]) -> XmlElement | None:
    """Return the model of a tree that has parameters which every call gives or that have a default."""
    given = {
        name: each
        for name, each in graph.parameters.items()
        if each.direction != "out" and each.default != ""  # an empty default is none there
    }
    content: list[XmlElement | XmlPiece] = [*_tree_ports(given, ports)]
    if not content:
        return None
    return XmlElement("SubTree", {"ID": tree_id}, content)


def _tree_ports(parameters: Mapping[str, GraphParameter], ports: Mapping[str, str]) -> Iterator[XmlElement]:
    for name, parameter in parameters.items():
        attributes = {"name": ports.get(name, name)}
        if parameter.type in CPP_TYPES:
            attributes["type"] = CPP_TYPES[parameter.type]
        if parameter.default is not None and not isinstance(parameter.default, (dict, list)):
            default = parameter.default
            attributes["default"] = str(default).lower() if isinstance(default, bool) else str(default)
        port = XmlElement(_DIRECTIONS[parameter.direction], attributes)
        if parameter.note:
            port.content.append(XmlPiece("text", parameter.note))
        yield port
