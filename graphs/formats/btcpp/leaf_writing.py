"""Say leaves of the game: ports as they were, where they still say the value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.basics.frozen import JsonValue
from graphs.expressions.errors import ExpressionError
from graphs.expressions.functions import PURE_FUNCTIONS
from graphs.expressions.names import EVENT_FUNCTIONS
from graphs.expressions.parser import parse_expression
from graphs.expressions.syntax import (
    BoolLiteral,
    CallSyntax,
    Name,
    NumberLiteral,
    StringLiteral,
    SyntaxNode,
)
from graphs.formats.btcpp.kind_forms import Said, value_text
from graphs.formats.btcpp.node_models import is_port
from graphs.formats.btcpp.notes import lost_expression
from graphs.formats.btcpp.script_translation import ScriptScope
from graphs.formats.btcpp.script_writing import KeyScope
from graphs.formats.btcpp.value_types import key_at, literal, number_of
from graphs.kinds.declarations.parameter import Parameter, expression_text
from graphs.kinds.declarations.registry import Registry
from graphs.model.behavior_tree import TreeNode


@dataclass(frozen=True)
class LeafNames:
    """Hold what an import called otherwise: IDs by names of actions, ports by names of parameters."""

    ids: Mapping[str, str] = field(default_factory=dict)
    ports: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def id(self, name: str) -> str:
        """Return the ID of an action or a condition."""
        return self.ids.get(name, name)

    def port(self, name: str, parameter: str) -> str:
        """Return the port of a parameter."""
        return self.ports.get(name, {}).get(parameter, parameter)


def condition_call(test: str | None) -> CallSyntax | None:
    """Return the call of the game's condition that a test is, None for any other test."""
    try:
        node = parse_expression(test or "")
    except ExpressionError:
        return None
    if not isinstance(node, CallSyntax) or node.name in {*PURE_FUNCTIONS, *EVENT_FUNCTIONS}:
        return None
    return node


def _value(node: SyntaxNode) -> JsonValue:
    if isinstance(node, (BoolLiteral, NumberLiteral, StringLiteral)):
        return node.value
    return {"expr": node.name if isinstance(node, Name) else "…"}


@dataclass(frozen=True)
class LeafWriter:
    """Write the ports of leaves in one graph."""

    registry: Registry
    names: LeafNames
    scope: ScriptScope
    keys: KeyScope

    def action(self, node: TreeNode, old: Mapping[str, str]) -> Said:
        """Return an action."""
        declared = self.registry.actions.get(node.action or "")
        parameters = {each.name: each for each in declared.parameters} if declared is not None else {}
        return self._said(node.action or "", node.params, parameters, old)

    def condition(self, call: CallSyntax, old: Mapping[str, str]) -> Said:
        """Return a condition of the game."""
        declared = self.registry.conditions.get(call.name)
        names = [each.name for each in declared.parameters] if declared is not None else []
        values: dict[str, JsonValue] = {}
        for place, argument in enumerate(call.arguments):
            name = argument.name or (names[place] if place < len(names) else f"argument_{place + 1}")
            values[name] = _value(argument.value)
        return self._said(call.name, values, {}, old)

    def _said(
        self,
        name: str,
        values: Mapping[str, JsonValue],
        parameters: Mapping[str, Parameter],
        old: Mapping[str, str],
    ) -> Said:
        said = Said(self.names.id(name), own=True)
        by_port = {self.names.port(name, parameter): parameter for parameter in values}
        for port in dict.fromkeys([*(each for each in old if each in by_port), *by_port]):
            value, declared = values[by_port[port]], parameters.get(by_port[port])
            text = old.get(port)
            if text is not None and self.says(port, text, value):
                said.attributes[port] = text
                continue
            if declared is not None and declared.type == "variable" and isinstance(value, str):
                value = {"variable": value}
            said.attributes[port if is_port(port) else f"p_{port}"] = value_text(value, self.keys)
            expression = expression_text(value)
            if expression is not None and expression.strip() not in self.keys.keys:
                said.notes.append(lost_expression(port, expression))
        return said

    def says(self, port: str, text: str, value: JsonValue) -> bool:
        """Tell whether a text of a port still says a value."""
        key = key_at(port, text)
        if key is not None:
            name = self.scope.names.get(key)
            return value == text or (name is not None and value in (name, {"expr": name}, {"variable": name}))
        if isinstance(value, bool):
            return literal(text, "bool") == value
        return (number_of(text) if isinstance(value, (int, float)) else text) == value
