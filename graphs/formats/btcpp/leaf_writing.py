"""Say leaves of the game and calls of trees: ports as they were, where they still say the value."""

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
from graphs.formats.btcpp.kind_writing import LOSSES, Said, value_text
from graphs.formats.btcpp.library_kinds import Note
from graphs.formats.btcpp.node_models import is_port
from graphs.formats.btcpp.script_translation import ScriptScope
from graphs.formats.btcpp.script_writing import KeyScope
from graphs.formats.btcpp.value_types import key_of, literal, number_of
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
    is_call = isinstance(node, CallSyntax) and node.name not in {*PURE_FUNCTIONS, *EVENT_FUNCTIONS}
    return node if is_call and isinstance(node, CallSyntax) else None


def arguments_of(call: CallSyntax, registry: Registry) -> dict[str, JsonValue]:
    """Return the arguments of a call by parameter, as a document has values."""
    declared = registry.conditions.get(call.name)
    names = [each.name for each in declared.parameters] if declared is not None else []
    found: dict[str, JsonValue] = {}
    for place, argument in enumerate(call.arguments):
        name = argument.name or (names[place] if place < len(names) else f"argument_{place + 1}")
        found[name] = _value(argument.value)
    return found


def _value(node: SyntaxNode) -> JsonValue:
    if isinstance(node, (BoolLiteral, NumberLiteral, StringLiteral)):
        return node.value
    return {"expr": node.name} if isinstance(node, Name) else {"expr": "…"}


@dataclass(frozen=True)
class LeafWriter:
    """Write the ports of leaves in one graph."""

    registry: Registry
    names: LeafNames
    scope: ScriptScope
    keys: KeyScope

    def action(self, node: TreeNode, old: Mapping[str, str]) -> Said:
        """Return an action."""
        name = node.action or ""
        declared = self.registry.actions.get(name)
        parameters = {each.name: each for each in declared.parameters} if declared is not None else {}
        said = Said(self.names.id(name), own=True)
        self._ports(said, name, node.params, parameters, old)
        return said

    def condition(self, call: CallSyntax, old: Mapping[str, str]) -> Said:
        """Return a condition of the game."""
        said = Said(self.names.id(call.name), own=True)
        self._ports(said, call.name, arguments_of(call, self.registry), {}, old)
        return said

    def _ports(
        self,
        said: Said,
        name: str,
        values: Mapping[str, JsonValue],
        parameters: Mapping[str, Parameter],
        old: Mapping[str, str],
    ) -> None:
        by_port = {self.names.port(name, parameter): parameter for parameter in values}
        for port in [
            *(each for each in old if each in by_port),
            *(each for each in by_port if each not in old),
        ]:
            value, declared = values[by_port[port]], parameters.get(by_port[port])
            text = old.get(port)
            if text is not None and self.says(port, text, value):
                said.attributes[port] = text
                continue
            is_variable = declared.type == "variable" if declared is not None else False
            if is_variable and isinstance(value, str):
                value = {"variable": value}
            own = port if is_port(port) else f"p_{port}"
            said.attributes[own] = value_text(value, self.keys)
            expression = expression_text(value)
            if expression is not None and expression.strip() not in self.keys.ports:
                reason = f"The expression {expression} is no value of a port."
                said.notes.append(Note("lost", port, reason, "Work it out into a variable before."))

    def says(self, port: str, text: str, value: JsonValue) -> bool:
        """Tell whether a text of a port still says a value."""
        key = port if text == "{=}" else key_of(text)
        if key is not None:
            name = self.scope.names.get(key)
            return value == text or (name is not None and value in (name, {"expr": name}, {"variable": name}))
        if isinstance(value, bool):
            return literal(text, "bool") == value
        if isinstance(value, (int, float)):
            return number_of(text) == value
        return text == value


def stub(node: TreeNode, graph: str) -> Said:
    """Return what stands for a machine or a decision tree that a node runs."""
    note = Note("lost", "", "The library runs behavior trees alone.", LOSSES)
    said = Said(f"Run{graph}", own=True, notes=[note])
    said.attributes = {"runs": node.kind}
    return said
