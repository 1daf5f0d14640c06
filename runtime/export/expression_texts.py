"""Write the text of an expression: from the file of names, or from its tree where there is none."""

from __future__ import annotations

import json
import re

from graphs.basics.frozen import shortest_number
from graphs.expressions import typed as nodes
from runtime.minds.program.code import Expression

_ANY, _OR, _AND, _NOT, _COMPARED, _SUM, _PRODUCT, _TIGHT = range(8)
"""How tight a node binds, from the loosest on."""


def text_of(code: Expression) -> str:
    """Return an expression alone, also where it was one of several in a line.

    What asks a fuzzy sheet is written as the curves that it is made of: a program has no sheets.
    """
    curves = (node.curve for node in nodes.walk_typed(code.typed) if isinstance(node, nodes.CurveRead))
    if any(curve_name(each) != each for each in curves):
        return _write(code.typed, _ANY)
    return code.text[code.typed.start : code.typed.end].strip() or code.text or _write(code.typed, _ANY)


def curve_name(name: str) -> str:
    """Return the name that a document can give to a curve of a program."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


def _write(node: nodes.TypedExpression, least: int) -> str:
    """Write a node, in brackets where it binds looser than what is around it."""
    while isinstance(node, nodes.ToFloat):
        node = node.operand
    own, text = _plain(node)
    return f"({text})" if own < least else text


def _plain(node: nodes.TypedExpression) -> tuple[int, str]:
    match node:
        case nodes.Conditional():
            then, test = _write(node.when_true, _OR), _write(node.condition, _OR)
            return _ANY, f"{then} if {test} else {_write(node.when_false, _OR)}"
        case nodes.Logical():
            own = _OR if node.operator == "or" else _AND
            return own, f" {node.operator} ".join(_write(each, own + 1) for each in node.operands)
        case nodes.Not():
            return _NOT, f"not {_write(node.operand, _NOT)}"
        case nodes.Comparison():
            first, *rest = (_write(each, _SUM) for each in node.operands)
            pairs = zip(node.operators, rest, strict=True)
            return _COMPARED, first + "".join(f" {sign} {each}" for sign, each in pairs)
        case nodes.Arithmetic():
            own = _SUM if node.operator in ("+", "-") else _PRODUCT
            return own, f"{_write(node.left, own)} {node.operator} {_write(node.right, own + 1)}"
        case nodes.Negate():
            return _TIGHT, f"-{_write(node.operand, _TIGHT)}"
        case nodes.CurveRead():
            return _TIGHT, f"curve {curve_name(node.curve)}({_write(node.operand, _ANY)})"
        case (
            nodes.FunctionCall(function=name, arguments=given)
            | nodes.ConditionCall(condition=name, arguments=given)
        ):
            return _TIGHT, f"{name}({', '.join(_write(each, _ANY) for each in given)})"
        case _:
            return _TIGHT, _leaf(node)


def _leaf(node: nodes.TypedExpression) -> str:
    match node:
        case nodes.Constant():
            value = shortest_number(node.value) if isinstance(node.value, float) else node.value
            return "none" if value is None else json.dumps(value, ensure_ascii=False)
        case nodes.EntityField():
            return f"{_write(node.entity, _TIGHT)}.{node.field}"
        case nodes.VectorComponent():
            return f"{_write(node.vector, _TIGHT)}.{node.component}"
        case nodes.EventField():
            return f"event.{node.field}"
        case nodes.LastField():
            return f"last({node.event}).{node.field}"
        case nodes.Received():
            return f"received({node.event})"
        case nodes.VariableRead() | nodes.ContextRead():
            return node.name
        case _:
            return "event.name"
