"""Check that a world and the minds of its agents fit: what each writes, raises and names of the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from graphs.basics.frozen import JsonValue
from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.lints.uses import graph_uses
from graphs.checks.rules.scopes import document_scope, type_of_variable
from graphs.expressions.checker import check_expression
from graphs.expressions.errors import ExpressionError
from graphs.expressions.names import name_remedy
from graphs.expressions.types import BOOL, FLOAT, INT, Type, declared_value, fits_type, type_from_name
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.variables_and_events import Variable, matching_events
from graphs.worlds.checks.named_things import name_problems, unused_problems
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.elements import group_of_entity
from graphs.worlds.model.squad_minds import thinking_entries
from graphs.worlds.model.world_file import AgentEntry, MeasureEntry, SensorEntry, WorldDocument
from graphs.worlds.model.world_problem import WorldProblem

WORLD_EVENTS = frozenset({"died", "hit", "struck"})
"""Events the world posts by itself."""
_OF_NODES = ("time_in", "first_in", "entries")
_OF_EVENTS = ("events", "first_event")


def surroundings_of(world: WorldDocument, mind: str, others: Iterable[Document] = ()) -> Surroundings:
    """Return what a world writes, reads, raises and takes of the document its agents name as `mind`.

    `mind` is the file as the world writes it ("tank.mind.json"), whatever graph of it an agent names.
    `others` are the documents of the other minds: what they send is raised here, what they wait for is
    handled. Where a document is used in several worlds, their surroundings are joined by `|`.
    """
    found = Surroundings(raised=WORLD_EVENTS)
    for agent in thinking_entries(world).values():
        if (agent.mind or "").partition("#")[0] != mind:
            continue
        found |= Surroundings(written=frozenset(agent.variables), handled=frozenset(agent.tick_on))
        for sensor in agent.sensors:
            found |= _of_sensor(sensor)
    for document in others:
        for graph in document.graphs.values():
            uses = graph_uses(graph)
            found |= Surroundings(raised=uses.sends, handled=uses.awaits)
    return found


def _of_sensor(sensor: SensorEntry) -> Surroundings:
    kind = SENSOR_KINDS.get(sensor.kind)
    named = (
        [parameter.name for parameter in kind.parameters if parameter.type == "variable"]
        if kind
        else [*sensor.params]
    )
    values = (sensor.params.get(name) for name in named)
    read = frozenset(value for value in values if isinstance(value, str))
    return Surroundings(frozenset(sensor.writes), read, frozenset(sensor.raises))


def measure_problems(
    world: WorldDocument, minds: Mapping[str, Document], registry: Registry
) -> Iterator[WorldProblem]:
    """Yield warnings: a world runs whatever its measures say, but a batch of it does not.

    Nodes are not looked for here; a batch names the one it does not find.
    """
    for name, measure in world.measures.items():
        where = f"measures.{name}"
        if measure.agent is not None and measure.agent not in world.agents:
            said = f"There is no agent {measure.agent!r}."
            yield _warning(f"{where}.agent", said, name_remedy(measure.agent, world.agents))
            continue
        asked = [measure.agent] if measure.agent is not None else list(world.agents)
        named = {(world.agents[agent].mind or "").partition("#")[0] for agent in asked}
        if not any(named):
            who = measure.agent or "any agent"
            yield _warning(f"{where}.agent", f"{who} has no mind to ask.", "Measure an agent with a mind.")
            continue
        there = [minds[file] for file in sorted(named) if file in minds]
        problems = [_problem(measure, document, registry) for document in there]
        if problems and all(problem is not None for problem in problems):
            first = next(problem for problem in problems if problem is not None)
            yield _warning(f"{where}.of", *first)


def _problem(measure: MeasureEntry, document: Document, registry: Registry) -> tuple[str, str] | None:
    """Return why one mind cannot answer and what to do, None where it can."""
    scope = document_scope(document, registry)
    if measure.kind in _OF_EVENTS:
        if matching_events([measure.of], scope.events):
            return None
        said = f"The mind declares no event {measure.of!r}."
        return said, name_remedy(measure.of, scope.events, "Declare it in the document.")
    if measure.kind in _OF_NODES:
        return None
    try:
        check_expression(measure.of, scope, BOOL if measure.kind in ("share", "first") else None)
    except ExpressionError as error:
        return f"{measure.of!r}: {error.message}", error.remedy
    return None


def _cost_problems(
    where: str, agent: AgentEntry, document: Document, registry: Registry
) -> Iterator[WorldProblem]:
    """Yield the expressions for what areas cost that the mind cannot answer."""
    for zone, cost in agent.area_costs.items():
        if isinstance(cost, str) and cost != "never":
            try:
                check_expression(cost, document_scope(document, registry), FLOAT)
            except ExpressionError as error:
                remedy = error.remedy or "Write a number, never, or an expression of the mind."
                yield WorldProblem(f"{where}.area_costs.{zone}", f"{cost!r}: {error.message}", remedy)


def _warning(where: str, message: str, remedy: str) -> WorldProblem:
    return WorldProblem(where, message, remedy or "Correct it.", "warning")


def check_minds(
    world: WorldDocument, minds: Mapping[str, Document], registry: Registry, *, tells_missing: bool = True
) -> tuple[WorldProblem, ...]:
    """Return all problems between a world and its minds, in the order of the world's file.

    `minds` are by file as the world names them; one that is not there is a problem of each of its agents,
    unless others tell of it.
    """
    problems: list[WorldProblem] = []
    told: set[tuple[str, str]] = set()
    for agent_id, agent in thinking_entries(world).items():
        if agent.mind is None:
            continue
        where = f"agents.{agent_id}" if agent_id in world.agents else f"squads.{agent_id}"
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
        problems.extend(_cost_problems(where, agent, document, registry))
        for index, sensor in enumerate(agent.sensors):
            problems.extend(_sensor_problems(f"{where}.sensors.{index}", sensor, document))
        for index, event in enumerate(agent.tick_on):
            problems.extend(_event_problems(f"{where}.tick_on.{index}", event, document, registry))
        if file not in {key for key, _ in told}:
            problems.extend(name_problems(world, where, file, document, registry))
        told.add((file, agent_id))
    problems.extend(measure_problems(world, minds, registry))
    problems.extend(unused_problems(world, minds, registry))
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
    if event != "*" and not any(key == event or key.startswith(f"{event}.") for key in known):
        yield WorldProblem(
            where,
            f"The mind knows no event {event!r} to tick on.",
            "Name an event that the document declares.",
            "warning",
        )


def _is_entity(world: WorldDocument, name: str) -> bool:
    return group_of_entity(world, name) is not None


def _known(document: Document) -> str:
    names = ", ".join(
        sorted(name for name, variable in document.variables.items() if variable.scope == "agent")
    )
    return f"Known variables: {names}." if names else "Declare it in the document."


def _shown(value: JsonValue) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
