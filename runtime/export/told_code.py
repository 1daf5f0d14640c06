"""Write compiled expressions, values and lines as a document has them.

The text of an expression is taken from the file of names; where there is none, it is written from the tree.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from graphs.basics.frozen import shortest_number
from graphs.basics.json_text import JsonValue
from graphs.expressions import typed as nodes
from graphs.kinds.declarations.titles import value_text
from graphs.model.action_rows import ELSE_ROW, INDENT
from graphs.model.graph_parts import Arguments
from runtime.basics.status import Status
from runtime.export.forms import value_to_json
from runtime.minds.actions import action_lines as lines
from runtime.minds.program.code import ActionBlock, ConditionCode, ControlValue, Expression, LineCode
from runtime.minds.trees.subtree import Binding

Told = dict[str, Any]
"""Fields of a part of a document by name."""

# -- values and lines -----------------------------------------------------------------------------------


def told(value: object) -> Any:
    """Return what a row holds as a document has it; None for what it has not."""
    match value:
        case ControlValue():
            return _control(value)
        case Expression():
            return text_of(value)
        case ActionBlock():
            return block_rows(value)
        case Status():
            return value.name.lower()
        case (Expression(), *_):
            return tuple(map(told, value))
        case bool() | int() | float() | str() | tuple():
            return value_to_json(value)
    return None


def told_fields(part: object, *names: str) -> Told:
    """Return what a row, or a part of one, holds under some names, left out where a document has it not."""
    return {name: found for name in names if (found := told(getattr(part, name, None))) is not None}


def _control(value: ControlValue) -> JsonValue:
    """Return a literal, or `{"expr": …}`."""
    if value.is_left_out:
        return None
    constant = value.constant
    if value.expression is not None:
        if not isinstance(value.expression.typed, nodes.Constant):
            return {"expr": text_of(value.expression)}
        # The default of an argument has the text of the whole call.
        constant = value.expression.typed.value
    elif value.constant_ticks and isinstance(constant, float):
        constant = shown_seconds(constant)
    return shortest_number(constant) if isinstance(constant, float) else value_to_json(constant)


def shown_seconds(seconds: float) -> float:
    """Return the seconds of whole ticks cut to digits that are read as the same ticks again."""
    return math.floor(seconds * 10_000) / 10_000


def arguments_of(values: Iterable[tuple[str, ControlValue]]) -> Arguments:
    """Return the arguments of an action that are given."""
    return {name: found for name, value in values if (found := told(value)) is not None}


def bound(bindings: Iterable[Binding]) -> Arguments:
    """Return the arguments of a graph."""
    return arguments_of((each.name, each.value) for each in bindings)


def block_rows(block: ActionBlock | None, indent: str = "") -> tuple[str, ...]:
    """Return the rows of a block as they stand in a document in memory."""
    found: list[str] = []
    for line in block.lines if block is not None else ():
        if isinstance(line, ConditionCode):
            found += [f"{indent}if {text_of(line.test)}:", *block_rows(line.then, indent + INDENT)]
            if line.otherwise.lines:
                found += [indent + ELSE_ROW, *block_rows(line.otherwise, indent + INDENT)]
        else:
            found.append(indent + _line(line))
    return tuple(found)


def _line(line: LineCode) -> str:
    match line:
        case lines.AssignLine():
            return f"{line.name} = {text_of(line.value)}"
        case lines.DrawLine():
            return f"{line.name} = {line.draw}({', '.join(map(text_of, line.arguments))})"
        case lines.SetLine():
            return f"set {line.name}"
        case lines.DelayedRaiseLine():
            known = f" as {line.id}" if line.id else ""
            return f"raise {_event(line)} after {_shown(told(line.after))}{known}"
        case lines.RaiseLine():
            return f"raise {_event(line)}"
        case lines.SendLine():
            return f"send {_event(line)} to {text_of(line.entity) if line.entity else line.receiver}"
        case lines.ListLine():
            item = f"{text_of(line.item)} {'to' if line.change == 'append' else 'from'} " if line.item else ""
            return f"{line.change} {item}{line.name}"
        case lines.DoLine():
            given = arguments_of(line.arguments).items()
            return f"do {line.name}({', '.join(f'{name} = {_shown(value)}' for name, value in given)})"
        case _:
            return f"cancel {getattr(line, 'id', '')}"


def _event(line: lines.RaiseLine | lines.SendLine) -> str:
    given = ", ".join(f"{field} = {text_of(value)}" for field, value in line.fields)
    return f"{line.event}({given})" if given else line.event


def _shown(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else value_text(value)


# -- expressions ----------------------------------------------------------------------------------------

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
    own, text = _bare(node)
    return f"({text})" if own < least else text


def _bare(node: nodes.TypedExpression) -> tuple[int, str]:
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
        case _:
            return _TIGHT, _leaf(node)


def _leaf(node: nodes.TypedExpression) -> str:
    match node:
        case (
            nodes.FunctionCall(function=name, arguments=given)
            | nodes.ConditionCall(condition=name, arguments=given)
        ):
            return f"{name}({', '.join(_write(each, _ANY) for each in given)})"
        case nodes.CurveRead():
            return f"curve {curve_name(node.curve)}({_write(node.operand, _ANY)})"
        case nodes.Constant():
            value = shortest_number(node.value) if isinstance(node.value, float) else node.value
            return "none" if value is None else json.dumps(value, ensure_ascii=False)
        case (
            nodes.EntityField(entity=whole, field=name) | nodes.VectorComponent(vector=whole, component=name)
        ):
            return f"{_write(whole, _TIGHT)}.{name}"
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
