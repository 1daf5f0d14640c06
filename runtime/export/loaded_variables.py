"""Read the variables and triggers of an export."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.types import FLOAT, Type, ValueType, default_value, fits_type
from runtime.basics.context import BufferName, Slot
from runtime.basics.time_ticks import MOST_TICKS
from runtime.export.export_problem import EXPORT_AGAIN, ExportProblem, expected
from runtime.export.forms import (
    BOOL,
    NO_SOURCE,
    TEXT,
    number,
    optional,
    require_object,
    value_from_json,
    whole,
)
from runtime.export.game_needs import DeclaredVariable
from runtime.export.needs_json import read_type
from runtime.export.writing_and_reading import (
    BUFFERS,
    MOST_PLACES,
    ExportedVariable,
    MemoryClaims,
    Reading,
    width_of,
)
from runtime.minds.program.triggers import TriggerPlace

_BUFFER_OF: Mapping[ValueType, BufferName] = {
    ValueType.BOOL: "byte",
    ValueType.TRIGGER: "byte",
    ValueType.INT: "int",
    ValueType.ENUM: "int",
    ValueType.FLOAT: "float",
    ValueType.VECTOR: "float",
    ValueType.STRING: "object",
    ValueType.ENTITY: "object",
}

_OF_ALL = frozenset({"length", "name", "place", "scope", "type"})
_OF_DECLARED = frozenset({"max", "min", "unit"})
_OF_AGENT = _OF_DECLARED | {"rise"}
_OF_TRIGGER = frozenset({"ages", "latched", "path", "ticks", "until", "variable"})


def read_variables(
    data: JsonValue, claims: MemoryClaims, world: Mapping[str, Slot] | None
) -> tuple[ExportedVariable, ...]:
    """Return the variables of an export and claim their places; `world` has those of the world's own.

    Raises `ExportProblem` for variables that lie in each other, and for a world that does not fit.
    """
    if not isinstance(data, list):
        raise expected("a list", data, "variables")
    own_world = MemoryClaims(dict.fromkeys(BUFFERS, MOST_PLACES))
    found: list[ExportedVariable] = []
    named: set[tuple[str, str]] = set()
    for position, each in enumerate(data):
        path = f"variables[{position}]"
        variable = _variable(require_object(each, path), position, path)
        slot = variable.slot
        if variable.scope in ("agent", "world"):
            if (variable.scope, variable.name) in named:
                raise ExportProblem(path, f"There are two variables {variable.name[:40]!r}.", EXPORT_AGAIN)
            named.add((variable.scope, variable.name))
        owners = own_world if slot.shared else claims
        owners.claim(slot.buffer, slot.index, width_of(slot), path)
        if slot.length >= 0:
            owners.claim("int", slot.length, 1, path)
        if slot.shared and world is not None:
            variable = _in_world(variable, world, path)
        found.append(variable)
    return tuple(found)


def _variable(given: JsonObject, position: int, path: str) -> ExportedVariable:
    scope = given.get("scope", "agent")
    if scope not in ("agent", "world", "graph", "parameter"):
        raise expected("one of agent, world, graph, parameter", scope, f"{path}.scope")
    of_game = scope in ("agent", "world")
    own = {"agent": _OF_AGENT, "world": _OF_DECLARED | {"default"}}
    known = _OF_ALL | own.get(scope, set())
    declared = read_type(given.get("type"), f"{path}.type")
    is_list = declared.item is not None
    missing = {"place", *(("name",) if of_game else ()), *(("length",) if is_list else ())} - set(given)
    if missing or not set(given) <= known or ("length" in given and not is_list):
        said = f"A variable of scope {scope} has {', '.join(sorted(known))}."
        raise ExportProblem(path, said, EXPORT_AGAIN)
    if is_list and scope not in ("agent", "graph"):
        raise ExportProblem(path, "A list is a variable of an agent or a graph.", EXPORT_AGAIN)
    place = whole(0, MOST_PLACES).read(given["place"], f"{path}.place", NO_SOURCE)
    name = TEXT.read(given.get("name", f"variable {position}"), f"{path}.name", NO_SOURCE)
    length = whole(0, MOST_PLACES).read(given["length"], f"{path}.length", NO_SOURCE) if is_list else -1
    buffer = _BUFFER_OF[declared.item or declared.kind]
    slot = Slot(buffer, place, declared, scope == "world", length)
    notes = _notes(given, declared, path)
    rise = number().read(given.get("rise", 0), f"{path}.rise", NO_SOURCE)
    return ExportedVariable(name, scope, slot, notes.default, notes.minimum, notes.maximum, notes.unit, rise)


def _notes(given: JsonObject, declared: Type, path: str) -> DeclaredVariable:
    end = optional(number())
    default = default_value(declared)
    if "default" in given:
        default = value_from_json(given["default"], f"{path}.default")
        if declared == FLOAT and isinstance(default, int) and not isinstance(default, bool):
            default = float(default)
        if not fits_type(default, declared):
            raise expected(declared.phrase, given["default"], f"{path}.default")
    return DeclaredVariable(
        default,
        end.read(given.get("min"), f"{path}.min", NO_SOURCE),
        end.read(given.get("max"), f"{path}.max", NO_SOURCE),
        TEXT.read(given.get("unit", ""), f"{path}.unit", NO_SOURCE),
    )


def _in_world(variable: ExportedVariable, world: Mapping[str, Slot], path: str) -> ExportedVariable:
    slot = world.get(variable.name)
    if slot is None or slot.type != variable.slot.type:
        said = f"The world has no variable {variable.name} that is {variable.slot.type.phrase}."
        raise ExportProblem(path, said, "All minds of a world must agree on its variables.")
    return ExportedVariable(variable.name, variable.scope, slot, variable.default)


def read_triggers(data: JsonValue, source: Reading) -> dict[int, TriggerPlace]:
    """Return the triggers by the place of their byte; raise `ExportProblem` unless each is there once."""
    if not isinstance(data, list):
        raise expected("a list", data, "triggers")
    found: dict[int, TriggerPlace] = {}
    for position, each in enumerate(data):
        path = f"triggers[{position}]"
        given = require_object(each, path)
        if "variable" not in given or not set(given) <= _OF_TRIGGER:
            raise ExportProblem(path, f"Expected {', '.join(sorted(_OF_TRIGGER - {'path'}))}.", EXPORT_AGAIN)
        variable = source.variable_at(given["variable"], f"{path}.variable")
        slot = variable.slot
        source.require(slot.type.kind is ValueType.TRIGGER and not slot.shared, path, "It is no trigger.")
        source.require(slot.index not in found, path, "The trigger stands there twice.")
        ticks = whole(0, MOST_TICKS).read(given.get("ticks", 0), f"{path}.ticks", source)
        until = -1
        if "until" in given:
            until = whole(0).read(given["until"], f"{path}.until", source)
            source.claims.claim("int", until, 1, f"{path}.until")
        source.require((ticks > 0) == (until >= 0), path, "A time needs a place for its end.")
        found[slot.index] = TriggerPlace(
            slot.index,
            variable.name,
            TEXT.read(given.get("path", ""), f"{path}.path", source),
            BOOL.read(given.get("latched", False), f"{path}.latched", source),
            ticks,
            until,
            BOOL.read(given.get("ages", False), f"{path}.ages", source),
        )
    for other in source.variables:
        known = other.slot.type.kind is not ValueType.TRIGGER or other.slot.index in found
        source.require(known, "triggers", f"The trigger {other.name} is not in the list.")
    return found
