"""Write a compiled program as JSON, for games and for `load_program`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.serial import type_to_json
from graphs.expressions.types import Value, ValueType, default_value
from graphs.model.document import ROUNDS
from runtime.basics.context import BufferName, Slot
from runtime.export.code_forms import FIRST_VALUES
from runtime.export.curve_forms import curves_to_json
from runtime.export.declared_forms import GROUP_FIELDS
from runtime.export.export_problem import RUNTIME_FORMAT, RUNTIME_VERSION
from runtime.export.forms import value_to_json, write_fields
from runtime.export.game_needs import DeclaredVariable, GameNeeds, code_of
from runtime.export.needs_json import needs_to_json
from runtime.export.program_json import ProgramFiles, hash_of, names_file, uses_of, without_defaults
from runtime.export.row_forms import FORM_OF
from runtime.export.writing_and_reading import Place, Writing, place_of, width_of
from runtime.minds.actions.action_lines import DoLine
from runtime.minds.machines.machine_rows import StateRow, TransitionRow, WeightedGroup
from runtime.minds.program.program import Instance, Program
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow


def program_and_names(program: Program, needs: GameNeeds) -> ProgramFiles:
    """Return a program and the file of its names as JSON: the same for the same program, always.

    `needs` are what the game must supply.
    """
    data = _program_to_json(program, needs, names=False)
    named = _program_to_json(program, needs, names=True)
    return ProgramFiles(data, names_file(data, named, _names(program)))


def _program_to_json(program: Program, needs: GameNeeds, *, names: bool) -> JsonObject:
    variables = list(_variables(program))
    groups = _groups(program)
    out = Writing(
        names,
        {place_of(slot): number for number, (_, _, slot) in enumerate(variables)},
        {id(group): number for number, group in enumerate(groups)},
    )
    told = needs_to_json(needs, names=names)
    rows: list[JsonValue] = [without_defaults(row, needs) for row in _rows(program, out)]
    defaults = [(slot, value) for slot, value in program.defaults if _is_written(slot, value, out)]
    data: JsonObject = {
        "defaults": FIRST_VALUES.write(tuple(defaults), out),
        "groups": [write_fields(GROUP_FIELDS, group, out) for group in groups],
        "memory": _memory(program, [slot for _, scope, slot in variables if scope == "world"]),
        "needs": told,
        "triggers": _triggers(program, out),
        "variables": [
            _variable(needs, name, scope, slot, names) | _rise(program, slot)
            for name, scope, slot in variables
        ],
        "curves": curves_to_json(program.curves),
    }
    groups_used = data["groups"]
    data = {name: value for name, value in data.items() if value}
    if program.rising:
        data["risen"] = program.risen_place
    if program.rounds != ROUNDS:
        data["rounds"] = program.rounds
    data |= {
        "format": RUNTIME_FORMAT,
        "rate": program.rate,
        "rows": rows,
        "uses": uses_of(rows, groups_used),
        "version": RUNTIME_VERSION,
    }
    return data if names else {**data, "hash": hash_of(data)}


NamedPlace = tuple[str, str, Slot]
"""The name of a variable, its scope, its slot."""


def _variables(program: Program) -> Iterator[NamedPlace]:
    """Yield every place that has a name, once: agent and world variables, then those of each instance."""
    seen: set[Place] = set()
    found: list[NamedPlace] = [(name, "agent", slot) for name, slot in sorted(program.variables.items())]
    found += [(name, "world", slot) for name, slot in sorted(program.world_variables.items())]
    for instance in program.instances:
        for key, slot in sorted(instance.slots.items()):
            scope, _, name = key.partition(":")
            found.append((name, scope, slot))
    for each in found:
        place = place_of(each[2])
        if place not in seen:
            seen.add(place)
            yield each


def _variable(needs: GameNeeds, name: str, scope: str, slot: Slot, names: bool) -> JsonObject:
    data: JsonObject = {"place": slot.index, "type": type_to_json(slot.type)}
    if slot.type.item is not None:
        data["length"] = slot.length
    if scope != "agent":
        data["scope"] = scope
    if names or scope in ("agent", "world"):
        data["name"] = name
    if scope in ("agent", "world"):
        declared = needs.variables.get(name, DeclaredVariable())
        told: JsonObject = {"max": declared.maximum, "min": declared.minimum, "unit": declared.unit or None}
        if scope == "world" and not _is_zero(declared.default, slot):
            told["default"] = value_to_json(declared.default)
        data |= {name: value for name, value in told.items() if value is not None}
    return data


def _rise(program: Program, slot: Slot) -> JsonObject:
    """Return how much a variable rises in a second, if it does."""
    rates: list[JsonValue] = [each.rate for each in program.rising if each.slot == slot]
    return {"rise": rates[0]} if rates else {}


def _is_written(slot: Slot, value: Value, out: Writing) -> bool:
    """Tell whether a first value is more than what memory begins with."""
    return out.find_variable(slot) is not None and not _is_zero(value, slot)


def _is_zero(value: Value, slot: Slot) -> bool:
    """Tell whether memory that begins as 0 and null begins with a value; -0.0 is another than 0.0."""
    zero = None if slot.type.kind is ValueType.STRING else default_value(slot.type)
    return repr(value_to_json(value)) == repr(value_to_json(zero))


def _memory(program: Program, shared: list[Slot]) -> JsonObject:
    """Return how many places the four arrays of an agent have, and those that all agents share."""
    world: dict[BufferName, int] = {}
    for slot in shared:
        world[slot.buffer] = max(world.get(slot.buffer, 0), slot.index + width_of(slot))
    sizes: JsonObject = {f"{name}s": size for name, size in sorted(program.layout.sizes.items()) if size}
    return {**sizes, "shared": {f"{name}s": size for name, size in sorted(world.items())}} if world else sizes


def _groups(program: Program) -> list[WeightedGroup]:
    found: dict[int, WeightedGroup] = {}
    for row in program.rows:
        if isinstance(row, TransitionRow) and row.group is not None:
            found.setdefault(id(row.group), row.group)
    return list(found.values())


def _rows(program: Program, out: Writing) -> list[JsonObject]:
    drawing = {_path(instance, node) for instance in program.instances for node in instance.draws}
    acting = [row for row in program.rows if isinstance(row, ActionRow)]
    ranks = {row.index: rank for rank, row in enumerate(sorted(acting, key=lambda row: row.path))}
    rows: list[JsonObject] = []
    for row in program.rows:
        form = FORM_OF[type(row)]
        data: JsonObject = {"op": form.op, **form.write(row, out)}
        if row.end > row.index + 1:
            data["end"] = row.end
        if row.parent >= 0:
            data["parent"] = row.parent
        if row.enclosing_machine >= 0:
            data["machine"] = row.enclosing_machine
        if out.names or isinstance(row, StateRow):
            data["kind"] = row.kind
        if row.stream >= 0 or row.path in drawing or _asks_the_world(row):
            data["stream"] = row.draw_key
        if row.index in ranks:
            data["rank"] = ranks[row.index]
        rows.append(data)
    return rows


def _path(instance: Instance, node: str) -> str:
    return f"{instance.path}/{node}" if instance.path else node


def _triggers(program: Program, out: Writing) -> list[JsonValue]:
    variables: Mapping[Place, int] = out.variables
    found: list[JsonValue] = []
    for place in program.triggers.values():
        data: JsonObject = {"variable": variables["byte", place.index, False]}
        told: JsonObject = {"ages": place.ages, "latched": place.latched, "ticks": place.latch_ticks}
        data |= {name: value for name, value in told.items() if value}
        if place.until >= 0:
            data["until"] = place.until
        if out.names and place.path:
            data["path"] = place.path
        found.append(data)
    return found


def _names(program: Program) -> JsonObject:
    """Return what rows and instances are called in the document."""
    graphs = sorted({row.graph for row in program.rows})
    return {
        "graphs": [*graphs],
        "instances": [
            {
                "draws": dict(sorted(instance.draws.items())),
                "graph": instance.graph,
                "path": instance.path,
                "variables": {key: [slot.buffer, slot.index] for key, slot in sorted(instance.slots.items())},
            }
            for instance in program.instances
        ],
        "rows": [[graphs.index(row.graph), row.node, row.path] for row in program.rows],
    }


def _asks_the_world(row: Row) -> bool:
    """Tell whether what a row asks of the world may draw: where it steers to, where a shot goes."""
    return isinstance(row, ActionRow) or any(isinstance(each, DoLine) for each in code_of(row))
