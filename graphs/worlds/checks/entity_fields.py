"""Read the further fields that a world gives its entities, in the types that manifests declare.

A field may stand at any agent, waypoint, zone or source. One that a manifest declares has to fit its type;
an int stands for a float where one is declared. Any other field is a bool, a number, a text or [x, y], and
minds read it as what it is in the worlds at hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import type_of_shape
from graphs.expressions.scope import ENTITY_FIELDS
from graphs.expressions.types import FLOAT, Type, Value, fits_type
from graphs.kinds.declarations.registry import EntityFieldDeclaration, Registry, ValueShape
from graphs.model.variables_and_events import VariableType
from graphs.worlds.model.elements import value_of_json
from graphs.worlds.model.world_file import AgentEntry, Source, Waypoint, WorldDocument, Zone
from graphs.worlds.model.world_problem import WorldProblem

Declared = Mapping[str, EntityFieldDeclaration]
Fields = dict[str, Value]


def agent_fields(world: WorldDocument, declared: Declared) -> dict[str, Fields]:
    """Return the further fields of every agent, by id; `check_entity_fields` has found no problem."""
    return {agent: _values(entry.fields, declared) for agent, entry in world.agents.items()}


def still_fields(world: WorldDocument, declared: Declared) -> dict[str, Fields]:
    """Return the further fields of what never moves; of one id the waypoint goes before zone and source."""
    found: dict[str, Fields] = {}
    for entries in (world.sources, world.zones, world.waypoints):
        found.update({entity: _values(entry.fields, declared) for entity, entry in entries.items()})
    return found


def with_world_fields(registry: Registry, worlds: Iterable[WorldDocument]) -> Registry:
    """Return a registry that knows the fields of the entities of `worlds` that no manifest declares.

    Numbers of which one is no whole number are floats. A field whose values are of several types is left
    out: no expression can read it.
    """
    declared = {
        name: declaration for name, declaration in registry.entity_fields.items() if not declaration.of_world
    }
    types: dict[str, set[VariableType]] = {}
    for world in worlds:
        for entries in _sections(world).values():
            for entry in entries.values():
                for name, value in entry.fields.items():
                    if value is not None:
                        types.setdefault(name, set()).add(_type_of(value))
    found = {
        name: EntityFieldDeclaration(name, name, ValueShape(_common(kinds)), of_world=True)
        for name, kinds in sorted(types.items())
        if name not in declared and name not in ENTITY_FIELDS and (len(kinds) == 1 or kinds == _NUMBERS)
    }
    fields = {**declared, **found}
    return registry if fields == registry.entity_fields else replace(registry, entity_fields=fields)


_NUMBERS: set[VariableType] = {"int", "float"}


def _common(kinds: set[VariableType]) -> VariableType:
    return "float" if kinds == _NUMBERS else next(iter(kinds))


def _type_of(value: JsonValue) -> VariableType:
    """Return the type of a field; what is no value is refused by the check of the world."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, (int, float)):
        return "int" if isinstance(value, int) else "float"
    return "vector" if isinstance(value, list) else "string"


def check_entity_fields(world: WorldDocument, declared: Declared) -> Iterator[WorldProblem]:
    """Yield what is no value, and what is not of the type that a manifest declares."""
    for section, entries in _sections(world).items():
        for entity, entry in sorted(entries.items()):
            for name, value in entry.fields.items():
                problem = _problem(name, value, declared)
                if problem is not None:
                    yield WorldProblem(f"{section}.{entity}.fields.{name}", *problem)


def _sections(world: WorldDocument) -> Mapping[str, Mapping[str, AgentEntry | Source | Waypoint | Zone]]:
    """Return the entities of a world that have further fields."""
    return {section: getattr(world, section) for section in ("agents", "sources", "waypoints", "zones")}


def _values(fields: Mapping[str, JsonValue], declared: Declared) -> Fields:
    return {name: _value(value, _type(name, declared)) for name, value in fields.items()}


def _value(value: JsonValue, wanted: Type | None) -> Value:
    found = value_of_json(value)
    whole = isinstance(found, int) and not isinstance(found, bool)
    return float(found) if wanted == FLOAT and whole else found  # type: ignore[arg-type]


def _type(name: str, declared: Declared) -> Type | None:
    declaration = declared.get(name)
    return None if declaration is None else type_of_shape(declaration.shape)


def _problem(name: str, value: JsonValue, declared: Declared) -> tuple[str, str] | None:
    shown = json.dumps(value, ensure_ascii=False)[:60]
    try:
        found = value_of_json(value)
    except ValueError:
        return f"{shown} is no value of a field.", "Write a number, a text, true, false or [x, y]."
    wanted = _type(name, declared)
    if wanted is None or declared[name].of_world or fits_type(found, wanted):
        return None
    choices = f" of {', '.join(wanted.values)}" if wanted.values else ""
    return f"{name} is {shown}; a manifest declares {wanted.phrase}{choices}.", "Give it a value that fits."
