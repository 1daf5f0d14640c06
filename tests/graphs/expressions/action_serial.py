"""Turn checked action lines into plain JSON data and back (rules 2.5, 2.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from graphs.expressions.action_blocks import (
    ActionLine,
    Assignment,
    CancelEvent,
    DoAction,
    NamedValues,
    RaiseEvent,
    RandomAssignment,
    SendEvent,
    SetTrigger,
)
from graphs.expressions.serial import (
    Json,
    TypedDataError,
    require_object,
    require_text,
    type_from_json,
    type_to_json,
    typed_from_json,
    typed_to_json,
)
from graphs.expressions.typed import TypedExpression
from graphs.expressions.types import BOOL, ENTITY, FLOAT, INT


def actions_to_json(lines: Sequence[ActionLine]) -> list[Json]:
    """Return plain data for the lines of a checked block."""
    return [_line_to_json(line) for line in lines]


def actions_from_json(data: object, path: str = "") -> tuple[ActionLine, ...]:
    """Return the lines that ``actions_to_json`` wrote; raise TypedDataError for other data."""
    if not isinstance(data, list):
        raise TypedDataError("Expected a list of actions.", path)
    return tuple(_line_from_json(item, f"{path}[{index}]") for index, item in enumerate(data))


def _line_to_json(line: ActionLine) -> dict[str, Json]:
    match line:
        case Assignment():
            own: dict[str, Json] = {
                "action": "assign",
                "name": line.name,
                "slot_key": line.slot_key,
                "value": typed_to_json(line.value),
            }
        case RandomAssignment():
            own = {
                "action": "draw",
                "name": line.name,
                "slot_key": line.slot_key,
                "type": type_to_json(line.type),
                "draw": line.draw,
                "arguments": [typed_to_json(argument) for argument in line.arguments],
            }
        case SetTrigger():
            own = {"action": "set", "name": line.name, "slot_key": line.slot_key}
        case CancelEvent():
            own = {"action": "cancel", "id": line.id}
        case RaiseEvent():
            own = {
                "action": "raise",
                "event": line.event,
                "fields": _named_to_json(line.fields),
                "after": None if line.after is None else typed_to_json(line.after),
                "id": line.id,
            }
        case SendEvent():
            own = {
                "action": "send",
                "event": line.event,
                "fields": _named_to_json(line.fields),
                "receiver": line.receiver,
                "entity": None if line.entity is None else typed_to_json(line.entity),
            }
        case DoAction():
            own = {"action": "do", "name": line.action, "arguments": _named_to_json(line.arguments)}
        case _:
            raise TypeError(f"{type(line).__name__} has no JSON form.")
    return {"line": line.line, **own}


def _named_to_json(values: NamedValues) -> list[Json]:
    return [{"name": name, "value": typed_to_json(value)} for name, value in values]


def _named_from_json(data: object, path: str) -> NamedValues:
    if not isinstance(data, list):
        raise TypedDataError("Expected a list of named values.", path)
    found: list[tuple[str, TypedExpression]] = []
    for index, item in enumerate(data):
        place = f"{path}[{index}]"
        record = require_object(item, {"name", "value"}, place)
        name = require_text(record["name"], f"{place}.name")
        found.append((name, typed_from_json(record["value"], f"{place}.value")))
    return tuple(found)


def _line_from_json(data: object, path: str) -> ActionLine:
    if not isinstance(data, dict):
        raise TypedDataError("Expected an action.", path)
    kind = data.get("action")
    if not isinstance(kind, str) or kind not in _READERS:
        raise TypedDataError(f"Unknown action {str(kind)[:40]!r}.", path)
    keys, read = _READERS[kind]
    record = require_object(data, {"line", "action", *keys}, path)
    line = record["line"]
    if not isinstance(line, int) or isinstance(line, bool) or line < 0:
        raise TypedDataError("Expected the index of a line.", f"{path}.line")
    return read(line, record, path)


def _read_assign(line: int, record: dict[str, Any], path: str) -> ActionLine:
    value = typed_from_json(record["value"], f"{path}.value")
    name = require_text(record["name"], f"{path}.name")
    return Assignment(line, name, require_text(record["slot_key"], f"{path}.slot_key"), value)


def _read_draw(line: int, record: dict[str, Any], path: str) -> ActionLine:
    declared = type_from_json(record["type"], f"{path}.type")
    data = record["arguments"]
    items = data if isinstance(data, list) else []
    place = f"{path}.arguments"
    arguments = tuple(typed_from_json(item, f"{place}[{index}]") for index, item in enumerate(items))
    kinds = tuple(argument.type for argument in arguments)
    name = require_text(record["name"], f"{path}.name")
    slot_key = require_text(record["slot_key"], f"{path}.slot_key")
    match record["draw"]:
        case "random" if kinds == (FLOAT, FLOAT) and declared == FLOAT:
            return RandomAssignment(line, name, slot_key, declared, "random", arguments)
        case "random_int" if kinds == (INT, INT) and declared in (INT, FLOAT):
            return RandomAssignment(line, name, slot_key, declared, "random_int", arguments)
        case "chance" if kinds == (FLOAT,) and declared == BOOL:
            return RandomAssignment(line, name, slot_key, declared, "chance", arguments)
        case _:
            raise TypedDataError("The draw, its arguments and its type do not fit.", path)


def _read_set(line: int, record: dict[str, Any], path: str) -> ActionLine:
    name = require_text(record["name"], f"{path}.name")
    return SetTrigger(line, name, require_text(record["slot_key"], f"{path}.slot_key"))


def _read_cancel(line: int, record: dict[str, Any], path: str) -> ActionLine:
    return CancelEvent(line, require_text(record["id"], f"{path}.id"))


def _read_raise(line: int, record: dict[str, Any], path: str) -> ActionLine:
    after = None if record["after"] is None else typed_from_json(record["after"], f"{path}.after")
    raise_id = None if record["id"] is None else require_text(record["id"], f"{path}.id")
    if after is not None and after.type != FLOAT:
        raise TypedDataError("A delay is a float.", f"{path}.after")
    if after is None and raise_id is not None:
        raise TypedDataError("Only a delayed event has an id.", f"{path}.id")
    event = require_text(record["event"], f"{path}.event")
    return RaiseEvent(line, event, _named_from_json(record["fields"], f"{path}.fields"), after, raise_id)


def _read_send(line: int, record: dict[str, Any], path: str) -> ActionLine:
    entity = None if record["entity"] is None else typed_from_json(record["entity"], f"{path}.entity")
    event = require_text(record["event"], f"{path}.event")
    values = _named_from_json(record["fields"], f"{path}.fields")
    receiver = record["receiver"]
    match receiver:
        case "entity" if entity is not None and entity.type == ENTITY:
            return SendEvent(line, event, values, "entity", entity)
        case "self" | "team" | "all" if entity is None:
            return SendEvent(line, event, values, receiver, None)
        case _:
            raise TypedDataError("The receiver is self, team, all or an entity.", f"{path}.receiver")


def _read_do(line: int, record: dict[str, Any], path: str) -> ActionLine:
    name = require_text(record["name"], f"{path}.name")
    return DoAction(line, name, _named_from_json(record["arguments"], f"{path}.arguments"))


_Reader: TypeAlias = Callable[[int, dict[str, Any], str], ActionLine]

_READERS: Mapping[str, tuple[tuple[str, ...], _Reader]] = {
    "assign": (("name", "slot_key", "value"), _read_assign),
    "cancel": (("id",), _read_cancel),
    "do": (("name", "arguments"), _read_do),
    "draw": (("name", "slot_key", "type", "draw", "arguments"), _read_draw),
    "raise": (("event", "fields", "after", "id"), _read_raise),
    "send": (("event", "fields", "receiver", "entity"), _read_send),
    "set": (("name", "slot_key"), _read_set),
}
