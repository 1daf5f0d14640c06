"""Write compiled expressions, values and lines as a document has them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable

from graphs.basics.frozen import shortest_number
from graphs.basics.json_text import JsonValue
from graphs.expressions.typed import Constant
from graphs.kinds.declarations.titles import value_text
from graphs.model.action_rows import ELSE_ROW, INDENT
from graphs.model.graph_parts import Arguments
from runtime.export.expression_texts import text_of
from runtime.export.forms import value_to_json
from runtime.minds.actions import action_lines as lines
from runtime.minds.program.code import ActionBlock, ConditionCode, ControlValue, LineCode
from runtime.minds.trees.subtree import Binding


def value_of(value: ControlValue) -> JsonValue:
    """Return the value of a parameter: a literal, or `{"expr": …}`."""
    if value.is_left_out:
        return None
    constant = value.constant
    if value.expression is not None:
        if not isinstance(value.expression.typed, Constant):
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
    return {name: found for name, value in values if (found := value_of(value)) is not None}


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
            return f"raise {_event(line)} after {_shown(value_of(line.after))}{known}"
        case lines.RaiseLine():
            return f"raise {_event(line)}"
        case lines.SendLine():
            to = line.receiver if line.entity is None else text_of(line.entity)
            return f"send {_event(line)} to {to}"
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
