"""Check that a world and the minds of its agents fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.basics.frozen import JsonValue
from graphs.checks.rules.scopes import type_of_variable
from graphs.expressions.declared_values import declared_value
from graphs.expressions.types import FLOAT, INT, Type, fits_type, type_from_name
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.variables import Variable
from graphs.worlds.checks.measure_check import measure_problems
from graphs.worlds.checks.mind_names import names_in_mind
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.world_file import AgentEntry, SensorEntry, WorldDocument
from graphs.worlds.model.world_problem import WorldProblem


def check_minds(
    world: WorldDocument,
    minds: Mapping[str, Document],
    registry: Registry,
    *,
    tells_missing: bool = True,
) -> tuple[WorldProblem, ...]:
    """Return all problems between a world and its minds, in the order of the world's file.

    `minds` are by file as the world names them; one that is not there is a problem of each of its agents,
    unless others tell of it.
    """
    problems: list[WorldProblem] = []
    told: set[tuple[str, str]] = set()
    for agent_id, agent in world.agents.items():
        if agent.mind is None:
            continue
        where = f"agents.{agent_id}"
        file, _, graph = agent.mind.partition("#")
        document = minds.get(file)
        if document is None:
            if tells_missing:
                remedy = "Choose a document that is there."
                problems.append(WorldProblem(f"{where}.mind", f"{file} cannot be read.", remedy))
            continue
        if graph and graph not in document.graphs:
            known = ", ".join(sorted(document.graphs)) or "none"
            problems.append(
                WorldProblem(f"{where}.mind", f"{file} has no graph {graph!r}.", f"Known graphs: {known}.")
            )
        problems.extend(_override_problems(world, where, agent, document))
        for index, sensor in enumerate(agent.sensors):
            problems.extend(_sensor_problems(f"{where}.sensors.{index}", sensor, document))
        for index, event in enumerate(agent.tick_on):
            problems.extend(_event_problems(f"{where}.tick_on.{index}", event, document, registry))
        if file not in {one for one, _ in told}:
            problems.extend(_name_problems(world, where, file, document, registry))
        told.add((file, agent_id))
    problems.extend(measure_problems(world, minds, registry))
    return tuple(sorted(problems, key=lambda problem: problem.where))


def entity_variables_of(document: Document) -> frozenset[str]:
    """Return the variables of a mind that hold entities."""
    return frozenset(name for name, variable in document.variables.items() if variable.type == "entity")


def takes_output(variable: Variable, output_type: str) -> bool:
    """Tell whether a variable can be written with an output of a sensor; an int fits where a float stands."""
    declared, written = type_of_variable(variable), type_from_name(output_type, ())
    return declared.kind is written.kind or (declared == FLOAT and written == INT)


def _override_problems(
    world: WorldDocument, where: str, agent: AgentEntry, document: Document
) -> Iterator[WorldProblem]:
    for name, literal in agent.variables.items():
        place = f"{where}.variables.{name}"
        variable = document.variables.get(name)
        if variable is None or variable.scope != "agent":
            yield WorldProblem(place, f"The mind has no variable {name!r} of its agents.", _known(document))
            continue
        declared = type_of_variable(variable)
        if not fits_type(declared_value(literal, declared), declared):
            yield WorldProblem(
                place, f"{name} is {declared.phrase}; found {_shown(literal)}.", "Give it a value that fits."
            )
        elif variable.type == "entity" and isinstance(literal, str) and not _is_entity(world, literal):
            yield WorldProblem(
                place,
                f"There is no {literal!r} in this world.",
                "Name an agent, waypoint, zone or source by its id.",
                "warning",
            )


def _sensor_problems(where: str, sensor: SensorEntry, document: Document) -> Iterator[WorldProblem]:
    kind = SENSOR_KINDS.get(sensor.kind)
    if kind is None:
        return
    for name, output_name in sensor.writes.items():
        output = kind.output(output_name)
        if output is not None:
            yield from _write_problems(f"{where}.writes.{name}", name, output.type, document)
    for parameter in kind.parameters:
        value = sensor.params.get(parameter.name)
        if parameter.type == "variable" and isinstance(value, str) and value not in document.variables:
            yield WorldProblem(
                f"{where}.params.{parameter.name}", f"The mind has no variable {value!r}.", _known(document)
            )
    for event in sensor.raises:
        if event not in document.events:
            yield WorldProblem(
                f"{where}.raises.{event}",
                f"The mind declares no event {event!r}.",
                "Declare it in the document, or choose one that is declared.",
                "warning",
            )


def _write_problems(where: str, name: str, written: str, document: Document) -> Iterator[WorldProblem]:
    variable = document.variables.get(name)
    if variable is None:
        yield WorldProblem(where, f"The mind has no variable {name!r} to write to.", _known(document))
    elif variable.scope != "agent":
        yield WorldProblem(
            where,
            f"{name} is shared by the whole world; a sensor writes variables of its own agent.",
            "Choose a variable of the scope agent.",
        )
    elif not takes_output(variable, written):
        declared: Type = type_of_variable(variable)
        yield WorldProblem(
            where, f"{name} is {declared.phrase}; the sensor writes a {written}.", "Choose another variable."
        )


def _event_problems(where: str, event: str, document: Document, registry: Registry) -> Iterator[WorldProblem]:
    known = {*document.events, *registry.events}
    if event != "*" and not any(one == event or one.startswith(f"{event}.") for one in known):
        yield WorldProblem(
            where,
            f"The mind knows no event {event!r} to tick on.",
            "Name an event that the document declares.",
            "warning",
        )


def _name_problems(
    world: WorldDocument, where: str, file: str, document: Document, registry: Registry
) -> Iterator[WorldProblem]:
    """Tell once per mind what it names that this world has not."""
    told: set[str] = set()
    for named in names_in_mind(document, registry):
        is_there = named.name in world.paths if named.what == "path" else _is_entity(world, named.name)
        if is_there or named.name in told or not named.name:
            continue
        told.add(named.name)
        thing = "path" if named.what == "path" else "agent, waypoint, zone or source"
        yield WorldProblem(
            f"{where}.mind",
            f"{file} names {named.name!r}, and this world has no such {thing}.",
            f"Give {'a path' if named.what == 'path' else 'something'} here the id {named.name}, or change "
            "the mind.",
            "warning",
        )


def _is_entity(world: WorldDocument, name: str) -> bool:
    return any(
        name in group
        for group in (world.agents, world.waypoints, world.zones, world.sources, world.projectiles)
    )


def _known(document: Document) -> str:
    names = ", ".join(sorted(name for name, one in document.variables.items() if one.scope == "agent"))
    return f"Known variables: {names}." if names else "Declare it in the document."


def _shown(value: JsonValue) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
