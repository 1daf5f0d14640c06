"""Write `TreeNodesModel`: what Groot2 and the game must know of nodes and ports that the library has not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.formats.basics.xml_file import XmlElement, XmlPiece
from graphs.formats.btcpp.leaf_writing import LeafNames
from graphs.formats.btcpp.node_models import Category
from graphs.formats.btcpp.value_types import CPP_TYPES, key_of
from graphs.formats.btcpp.xml_values import Content
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import BehaviorTreeGraph

_DIRECTIONS = {"in": "input_port", "inout": "inout_port"}


@dataclass
class OwnNodes:
    """Gather the nodes that the game must register: their category and ports, by ID."""

    found: dict[str, tuple[Category, dict[str, str]]] = field(default_factory=dict)

    def note(self, node_id: str, category: Category, ports: Mapping[str, str]) -> None:
        """Note a node with its ports, each with a text that it is given."""
        known = self.found.setdefault(node_id, (category, {}))[1]
        for port, text in ports.items():
            known.setdefault(port, text)


def models_element(kept: Content, own: OwnNodes, names: LeafNames, registry: Registry) -> XmlElement:
    """Return the models: those of the file first, then one for each other node that is used."""
    found = XmlElement("TreeNodesModel", content=[*kept])
    known = {each.attributes.get("ID") for each in found.elements}
    declared = {names.id(name): each.parameters for name, each in registry.actions.items()}
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
        if parameter is None:
            tag = "inout_port" if key_of(ports[name]) is not None else "input_port"
            model.content.append(_port(tag, name, "", ""))
        else:
            tag = "inout_port" if parameter.type == "variable" else "input_port"
            model.content.append(_port(tag, name, parameter.type, parameter.help))
    return model


def _port(tag: str, name: str, type_name: str, described: str, default: str | None = None) -> XmlElement:
    attributes = {"name": name, "type": CPP_TYPES.get(type_name), "default": default}
    given = {name: text for name, text in attributes.items() if text is not None}
    return XmlElement(tag, given, [XmlPiece("text", described)] if described else [])


def subtree_model(tree_id: str, graph: BehaviorTreeGraph, ports: Mapping[str, str]) -> XmlElement | None:
    """Return the model of a tree that has parameters which every call gives or that have a default."""
    content: Content = []
    for name, parameter in graph.parameters.items():
        default = parameter.default
        if parameter.direction == "out" or default == "":  # an empty default is none there
            continue
        text = str(default).lower() if isinstance(default, bool) else str(default)
        said = None if default is None or isinstance(default, (dict, list)) else text
        tag = _DIRECTIONS[parameter.direction]
        content.append(_port(tag, ports.get(name, name), parameter.type, parameter.note, said))
    return XmlElement("SubTree", {"ID": tree_id}, content) if content else None
