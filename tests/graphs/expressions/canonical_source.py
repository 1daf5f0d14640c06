"""Write the canonical text of a typed expression, to see that it is read as it was meant."""

from __future__ import annotations

from collections.abc import Sequence

from graphs.expressions.typed import (
    Arithmetic,
    Comparison,
    Conditional,
    ConditionCall,
    Constant,
    ContextRead,
    EntityField,
    EventField,
    EventName,
    FunctionCall,
    LastField,
    Logical,
    Negate,
    Not,
    Received,
    ToFloat,
    TypedExpression,
    VariableRead,
    VectorComponent,
)
from graphs.expressions.types import quoted

_IF, _OR, _AND, _NOT, _COMPARE, _ADD, _MULTIPLY, _NEGATE, _FIELD = range(1, 10)
_ARITHMETIC_POWER = {"+": _ADD, "-": _ADD, "*": _MULTIPLY, "/": _MULTIPLY, "%": _MULTIPLY}


def to_source(typed: TypedExpression) -> str:
    """Return a text that checks to the same tree in the same scope, with the fewest parentheses."""
    return _write(typed, _IF)


def _write(node: TypedExpression, minimum: int) -> str:
    if isinstance(node, ToFloat):
        return _write(node.operand, minimum)
    text, power = _written(node)
    return f"({text})" if power < minimum else text


def _written(node: TypedExpression) -> tuple[str, int]:
    """Return a node's text and how tightly it binds."""
    match node:
        case Constant():
            return _constant(node), _FIELD
        case Negate():
            inner = _write(node.operand, _NEGATE)
            return (f"-({inner})" if inner[0].isdigit() else f"-{inner}"), _NEGATE
        case Not():
            return f"not {_write(node.operand, _NOT)}", _NOT
        case Arithmetic():
            power = _ARITHMETIC_POWER[node.operator]
            left, right = _write(node.left, power), _write(node.right, power + 1)
            return f"{left} {node.operator} {right}", power
        case Comparison():
            return _comparison(node), _COMPARE
        case Logical():
            power = _OR if node.operator == "or" else _AND
            return f" {node.operator} ".join(_write(part, power + 1) for part in node.operands), power
        case Conditional():
            return _conditional(node), _IF
        case FunctionCall():
            return _call(node.function, node.arguments), _FIELD
        case ConditionCall():
            return _call(node.condition, node.arguments), _FIELD
        case _:
            return _read(node), _FIELD


def _read(node: TypedExpression) -> str:
    match node:
        case VariableRead() | ContextRead():
            return node.name
        case EventName():
            return "event.name"
        case EventField():
            return f"event.{node.field}"
        case Received():
            return f"received({node.event})"
        case LastField():
            return f"last({node.event}).{node.field}"
        case EntityField():
            return f"{_write(node.entity, _FIELD)}.{node.field}"
        case VectorComponent():
            return f"{_write(node.vector, _FIELD)}.{node.component}"
        case _:
            raise ValueError(f"Unknown expression node {type(node).__name__}.")


def _constant(node: Constant) -> str:
    value = node.value
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    if isinstance(value, str):
        return quoted(value)
    return repr(value)


def _comparison(node: Comparison) -> str:
    text = _write(node.operands[0], _COMPARE + 1)
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        text += f" {operator} {_write(operand, _COMPARE + 1)}"
    return text


def _conditional(node: Conditional) -> str:
    when_true, condition = _write(node.when_true, _OR), _write(node.condition, _OR)
    return f"{when_true} if {condition} else {_write(node.when_false, _IF)}"


def _call(name: str, arguments: Sequence[TypedExpression]) -> str:
    return f"{name}({', '.join(_write(argument, _IF) for argument in arguments)})"
