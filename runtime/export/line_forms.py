"""Declare how the lines of action blocks stand in an export, and check the actions that they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.types import BOOL as BOOL_TYPE
from graphs.expressions.types import (
    ENTITY,
    FLOAT,
    INT,
    STRING,
    TRIGGER,
    VECTOR,
    Type,
    Value,
    enum_type,
    fits_type,
    readable_type,
)
from graphs.model.action_rows import MOST_NESTED
from runtime.export.code_forms import ARGUMENTS, PAYLOAD, SECONDS, variable
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.expression_forms import NUMBER, expression, picked_by
from runtime.export.forms import (
    BOOL,
    DRAWS,
    TEXT,
    Field,
    Form,
    from_zero,
    many,
    named,
    optional,
    parts_of,
    read_fields,
    record_schema,
    require_object,
    whole,
    words,
    write_fields,
)
from runtime.export.game_needs import NeededParameter
from runtime.export.writing_and_reading import ExportedVariable, Reading, Writing, type_words
from runtime.minds.actions.action import Action
from runtime.minds.actions.action_lines import (
    AssignLine,
    CancelLine,
    DelayedRaiseLine,
    DoLine,
    DrawLine,
    ListLine,
    RaiseLine,
    SendLine,
    SetLine,
)
from runtime.minds.program.code import ActionBlock, ConditionCode, ControlValue, LineCode


def _written(*types: Type) -> Form[Any]:
    """Return the form of the variable that a line writes; it takes the place of the line itself."""
    form = variable(*types)
    return Form(form.schema, lambda slot, out: out.variable(slot), form.read, form.parts)


_INNER_BLOCK: Form[ActionBlock] = Form(
    {"type": "array", "items": {"$ref": "#/$defs/line"}},
    lambda block, out: BLOCK.write(block, out),
    lambda data, path, source: BLOCK.read(data, path, source),
    empty=[],
)

_NUMBER_FIELD = Field(
    "line", "number", from_zero(whole(0)), "Which line of its block it is, from 0; errors name it."
)

_OWN_FIELDS: Mapping[str, tuple[type[LineCode], str, tuple[Field, ...]]] = {
    "assign": (
        AssignLine,
        "Writes the value of an expression to a variable.",
        (
            Field("variable", "slot", _written(), "The variable."),
            Field("value", "value", expression(), "The value."),
        ),
    ),
    "set": (
        SetLine,
        "Arms a trigger.",
        (Field("variable", "slot", _written(TRIGGER), "The trigger."),),
    ),
    "draw": (
        DrawLine,
        "Draws a random number and writes it to a variable.",
        (
            Field("variable", "slot", _written(), "The variable."),
            Field("draw", "draw", words("random", "random_int", "chance", "bell"), "What is drawn."),
            Field(
                "arguments",
                "arguments",
                many(expression(*NUMBER)),
                "From and to, the probability, or mean and deviation.",
            ),
            Field("draws", "draws", DRAWS, "Counts the draws of the row."),
        ),
    ),
    "raise": (
        RaiseLine,
        "Raises an event to the innermost machine around, else sends it to the agent itself.",
        (
            Field("event", "event", TEXT, "The event."),
            Field("fields", "fields", PAYLOAD, "Its payload."),
        ),
    ),
    "raise_later": (
        DelayedRaiseLine,
        "Raises an event some time later.",
        (
            Field("event", "event", TEXT, "The event."),
            Field("fields", "fields", PAYLOAD, "Its payload, evaluated now."),
            Field("after", "after", SECONDS, "How long it waits."),
            Field("id", "id", TEXT, "What it can be canceled by; no letters for nothing."),
            Field("outlives_state", "outlives_state", BOOL, "It does not die with the state around it."),
        ),
    ),
    "cancel": (
        CancelLine,
        "Cancels the events of the same machine that wait under an id.",
        (Field("id", "id", TEXT, "The id."),),
    ),
    "send": (
        SendLine,
        "Sends an event, for the next tick of who gets it.",
        (
            Field("event", "event", TEXT, "The event."),
            Field("fields", "fields", PAYLOAD, "Its payload."),
            Field("receiver", "receiver", words("self", "entity", "team", "all"), "Who gets it."),
            Field("entity", "entity", optional(expression(ENTITY)), "The entity, for the receiver entity."),
        ),
    ),
    "list": (
        ListLine,
        "Appends an item to a list, removes the first equal one, or clears it; a full list fails the line.",
        (
            Field("variable", "slot", _written(), "The list."),
            Field("change", "change", words("append", "remove", "clear"), "What is done."),
            Field("item", "item", optional(expression()), "The item; null to clear."),
        ),
    ),
    "do": (
        DoLine,
        "Does an instant action; one that does not succeed fails the line.",
        (
            Field("action", "name", TEXT, "The action."),
            Field("arguments", "arguments", ARGUMENTS, "Its arguments."),
        ),
    ),
    "if": (
        ConditionCode,
        "Runs one of two blocks. Conditions stand at most 4 deep in each other.",
        (
            Field("test", "test", expression(BOOL_TYPE), "Which of the two."),
            Field("then", "then", _INNER_BLOCK, "The lines for true."),
            Field("else", "otherwise", _INNER_BLOCK, "The lines for false; a failing line ends all blocks."),
        ),
    ),
}
_LINES = {name: (made, told, (_NUMBER_FIELD, *fields)) for name, (made, told, fields) in _OWN_FIELDS.items()}
LINE_NAMES = {made: name for name, (made, _, _) in _LINES.items()}


def _write_line(line: LineCode, out: Writing) -> JsonValue:
    name = LINE_NAMES[type(line)]
    return {"op": name, **write_fields(_LINES[name][2], line, out)}


def _read_line(data: JsonValue, path: str, source: Reading) -> LineCode:
    given = require_object(data, path)
    name = given.get("op")
    if not isinstance(name, str) or name not in _LINES:
        raise expected(f"one of {', '.join(_LINES)}", name, f"{path}.op")
    made, _, fields = _LINES[name]
    if made is ConditionCode:
        depth = sum(path.count(f".{word}[") for word in ("then", "else"))
        source.require(depth < MOST_NESTED, path, "Conditions stand too deep in each other.")
    values: dict[str, Any] = {}
    read_fields(fields, data, path, source, values.__setitem__, frozenset({"op"}))
    written = values.get("slot")
    if isinstance(written, ExportedVariable):
        values |= {"slot": written.slot, "name": written.name}
    _check_line(made, values, written, path, source)
    if made is DoLine:
        values["action"] = checked_action(values["name"], values["arguments"], True, path, source)
    return made(**values)


def _check_line(
    made: type[LineCode],
    values: Mapping[str, Any],
    written: ExportedVariable | None,
    path: str,
    source: Reading,
) -> None:
    """Refuse a line that could fail in another way than lines do."""
    if made is AssignLine:
        assert written is not None
        fits = values["value"].typed.type == readable_type(written.slot.type)
        source.require(fits, path, "The value does not fit its variable.")
    if made is DrawLine:
        assert written is not None
        count, types, written_types = _DRAWS[values["draw"]]
        given = [value.typed.type for value in values["arguments"]]
        fits = given == [types] * count and written.slot.type in written_types
        source.require(fits, path, "The draw does not fit its variable.")
    if made is ListLine:
        assert written is not None
        item, given = written.slot.type.item, values["item"]
        fits = item is not None and (given is None) == (values["change"] == "clear")
        fits = fits and (given is None or given.typed.type == written.slot.type.item_type)
        source.require(fits, path, "The change does not fit its list.")
    if made is SendLine:
        fits = (values["entity"] is not None) == (values["receiver"] == "entity")
        source.require(fits, path, "The receiver entity needs an entity, and no other does.")
    if made is SetLine:
        assert written is not None
        source.require(not written.slot.shared, path, "A trigger of the world cannot be set.")


_DRAWS: Mapping[str, tuple[int, Type, tuple[Type, ...]]] = {
    "bell": (2, FLOAT, (FLOAT,)),
    "random": (2, FLOAT, (FLOAT,)),
    "random_int": (2, INT, (INT, FLOAT)),
    "chance": (1, FLOAT, (BOOL_TYPE,)),
}
"""How many arguments a draw takes, of which type, and which types of variables can take it."""


def _line_schema() -> tuple[JsonObject, dict[str, JsonObject]]:
    schemas: dict[str, JsonObject] = {}
    parts: dict[str, JsonObject] = {}
    for name, (_, help_text, fields) in _LINES.items():
        schema = record_schema(fields, name, help_text)
        properties, required = schema["properties"], schema["required"]
        assert isinstance(properties, dict)
        assert isinstance(required, list)
        properties["op"] = {"const": name}
        required.insert(0, "op")
        schemas[name] = schema
        parts.update(parts_of(fields))
    return {"title": "Line", "description": "One line of an action block.", **picked_by("op", schemas)}, parts


LINE: Form[LineCode] = named("line", Form(_line_schema()[0], _write_line, _read_line, _line_schema()[1]))

_LINES_OF_BLOCK = many(LINE)

BLOCK: Form[ActionBlock] = Form(
    {**_LINES_OF_BLOCK.schema, "description": "The lines of an action block, run in order."},
    lambda block, out: _LINES_OF_BLOCK.write(block.lines, out),
    lambda data, path, source: ActionBlock(_LINES_OF_BLOCK.read(data, path, source)),
    _LINES_OF_BLOCK.parts,
    empty=[],
)


NO_ACTION = "Give the game an action of that name."
"""What to do about an action without a behavior."""

PARAMETER_TYPES = {
    "bool": (BOOL_TYPE,),
    "int": (INT,),
    "float": (FLOAT, INT),
    "seconds": (FLOAT, INT),
    "string": (STRING,),
    "path": (STRING,),
    "variable": (STRING,),
    "vector": (VECTOR,),
    "entity": (ENTITY,),
    "point": (VECTOR, ENTITY),
    "threshold": (INT, STRING),
    "enum": (),
}


def types_of(parameter: NeededParameter) -> tuple[Type, ...]:
    """Return the types that the value of a parameter may have."""
    return (enum_type(parameter.choices),) if parameter.type == "enum" else PARAMETER_TYPES[parameter.type]


def checked_action(
    name: str, arguments: Sequence[tuple[str, ControlValue]], instant: bool, path: str, source: Reading
) -> Action:
    """Return the behavior of an action; raise `ExportProblem` where it, or what it is given, does not fit."""
    declared = source.needs.actions.get(name)
    if declared is None:
        raise ExportProblem(path, f"The action {name[:40]!r} is not declared.", EXPORT_AGAIN)
    if instant and not declared.instant:
        raise ExportProblem(path, f"The action {name} is not instant.", EXPORT_AGAIN)
    parameters = {parameter.name: parameter for parameter in declared.parameters}
    for argument, value in arguments:
        if argument not in parameters:
            said = f"The action {name} has no parameter {argument[:40]!r}."
            raise ExportProblem(path, said, EXPORT_AGAIN)
        _check_value(parameters[argument], value, f"{path}.{argument}")
    action = source.library.get(name)
    if action is None:
        raise ExportProblem(path, f"The action {name!r} has no behavior here.", NO_ACTION)
    return action


def _check_value(parameter: NeededParameter, value: ControlValue, path: str) -> None:
    wanted = types_of(parameter)
    if value.expression is not None:
        found = value.expression.typed.type
        if found not in wanted:
            said = f"The expression gives {type_words(found)}, and the parameter is {parameter.type}."
            raise ExportProblem(path, said, EXPORT_AGAIN)
    elif not _fits(value.constant, wanted):
        raise ExportProblem(path, f"{value.constant!r} is no {parameter.type}.", EXPORT_AGAIN)


def _fits(value: Value, wanted: Sequence[Type]) -> bool:
    return value is None or any(fits_type(value, each) for each in wanted)
