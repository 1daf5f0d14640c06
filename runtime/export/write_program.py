"""Write a compiled program as JSON, for games and for `load_program`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.basics.json_text import JsonObject, JsonValue
from graphs.expressions.serial import type_to_json
from graphs.model.document import ROUNDS
from graphs.structure.file_version import later_names
from runtime.basics.context import Slot
from runtime.export.code_forms import FIRST_VALUES
from runtime.export.declared_forms import GROUP_FIELDS
from runtime.export.export_problem import RUNTIME_FORMAT
from runtime.export.forms import value_to_json, write_fields
from runtime.export.game_needs import DeclaredVariable, GameNeeds, code_of
from runtime.export.needs_json import needs_to_json
from runtime.export.row_forms import FORM_OF
from runtime.export.writing_and_reading import Place, Writing, place_of
from runtime.minds.actions.action_lines import DoLine
from runtime.minds.machines.machine_rows import TransitionRow, WeightedGroup
from runtime.minds.program.program import Instance, Program
from runtime.minds.program.rows import Row
from runtime.minds.trees.leaves import ActionRow

_ROUNDS_SINCE = 2
"""The version of exports that knows `rounds`."""
_LISTS_SINCE = 2
"""The version of exports that knows lists."""


def program_to_json(program: Program, needs: GameNeeds, *, names: bool = True) -> JsonObject:
    """Return a program as JSON; without `names`, nothing that is for people only.

    The same program always gives the same value. `needs` are what the game must supply.
    """
    variables = list(_variables(program))
    groups = _groups(program)
    out = Writing(
        names,
        {place_of(slot): number for number, (_, _, slot) in enumerate(variables)},
        {id(group): number for number, group in enumerate(groups)},
    )
    data: JsonObject = {
        "defaults": FIRST_VALUES.write(program.defaults, out),
        "format": RUNTIME_FORMAT,
        "groups": [write_fields(GROUP_FIELDS, group, out) for group in groups],
        "memory": {f"{name}s": size for name, size in sorted(program.layout.sizes.items())},
        "needs": needs_to_json(needs, names=names),
        "rate": program.rate,
        "rows": _rows(program, out),
        "triggers": _triggers(program, out),
        "variables": [_variable(needs, name, scope, slot) for name, scope, slot in variables],
    }
    if any(slot.type.item is not None for _, _, slot in variables):
        out.versions.add(_LISTS_SINCE)
    if program.rounds != ROUNDS:
        data["rounds"] = program.rounds
        out.versions.add(_ROUNDS_SINCE)
    later = later_names()
    out.versions.update(later[row.kind] for row in program.rows if row.kind in later)
    data["version"] = max(out.versions)
    if names:
        data["names"] = _names(program)
    return data


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


def _variable(needs: GameNeeds, name: str, scope: str, slot: Slot) -> JsonObject:
    data: JsonObject = {
        "buffer": slot.buffer,
        "name": name,
        "place": slot.index,
        "scope": scope,
        "type": type_to_json(slot.type),
    }
    if slot.type.item is not None:
        data["length"] = slot.length
    declared = DeclaredVariable()
    if scope in ("agent", "world"):
        declared = needs.variables.get(name, declared)
        data |= {"max": declared.maximum, "min": declared.minimum, "unit": declared.unit}
    if scope == "world":
        data["default"] = value_to_json(declared.default)
    return data


def _groups(program: Program) -> list[WeightedGroup]:
    found: dict[int, WeightedGroup] = {}
    for row in program.rows:
        if isinstance(row, TransitionRow) and row.group is not None:
            found.setdefault(id(row.group), row.group)
    return list(found.values())


def _rows(program: Program, out: Writing) -> list[JsonValue]:
    drawing = {_path(instance, node) for instance in program.instances for node in instance.draws}
    acting = [row for row in program.rows if isinstance(row, ActionRow)]
    ranks = {row.index: rank for rank, row in enumerate(sorted(acting, key=lambda row: row.path))}
    rows: list[JsonValue] = []
    for row in program.rows:
        form = FORM_OF[type(row)]
        data: JsonObject = {
            "end": row.end,
            "kind": row.kind,
            "machine": row.enclosing_machine if row.enclosing_machine >= 0 else None,
            "op": form.op,
            "parent": row.parent if row.parent >= 0 else None,
            "row": row.index,
            **form.write(row, out),
        }
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
        data: JsonObject = {
            "ages": place.ages,
            "latched": place.latched,
            "ticks": place.latch_ticks,
            "until": place.until if place.until >= 0 else None,
            "variable": variables["byte", place.index, False],
        }
        if out.names:
            data["path"] = place.path
        found.append(data)
    return found


def _names(program: Program) -> JsonObject:
    """Return what rows and instances are called in the document, for debugging."""
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
