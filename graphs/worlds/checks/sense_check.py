"""Check the sensors, emitters, sources and walls of a world as far as the senses go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphs.basics.frozen import JsonValue
from graphs.basics.identity_cache import IdentityCache
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS, LOUDEST
from graphs.worlds.kinds.sensor_kind import FILTER_WORDS, SensorKind, filter_terms
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.elements import ENTITY_GROUPS, entries_of
from graphs.worlds.model.world_file import Door, Obstacle, SensorEntry, Wall, WorldDocument
from graphs.worlds.model.world_problem import WorldProblem, argument_problems, known_names

LONGEST_INTERVAL = 3600
"""Longest time between two looks of a sensor, in seconds."""


def sensor_problems(world: WorldDocument, where: str, sensor: SensorEntry) -> Iterator[WorldProblem]:
    """Yield what is wrong with one sensor of an agent, located below `where`."""
    kind = SENSOR_KINDS.get(sensor.kind)
    if kind is None:
        yield WorldProblem(
            f"{where}.kind", f"There is no sensor {sensor.kind!r}.", known_names("sensors", SENSOR_KINDS)
        )
        return
    if not 0 <= sensor.every <= LONGEST_INTERVAL:
        yield WorldProblem(
            f"{where}.every",
            f"Found {sensor.every}; expected 0 to {LONGEST_INTERVAL} seconds.",
            "Write 0 for every step.",
        )
    if sensor.phase is not None and sensor.phase < 0:
        yield WorldProblem(
            f"{where}.phase",
            f"Found {sensor.phase}; expected 0 or more steps.",
            "Leave the field out to spread the sensors of a crowd evenly.",
        )
    yield from argument_problems(f"{where}.params", kind.parameters, sensor.params)
    yield from _reference_problems(world, f"{where}.params", kind, sensor)
    yield from _zone_order_problems(f"{where}.params", kind, sensor.params)
    for variable, output in sensor.writes.items():
        if kind.output(output) is None:
            yield WorldProblem(
                f"{where}.writes.{variable}",
                f"The sensor {kind.id} has no output {output!r}.",
                known_names("outputs", [each.name for each in kind.outputs]),
            )
    for event, output in sensor.raises.items():
        if kind.event(output) is None:
            yield WorldProblem(
                f"{where}.raises.{event}",
                f"The sensor {kind.id} raises no {output!r}.",
                known_names("events", [each.name for each in kind.events]),
            )


def emitter_problems(
    where: str, kind_id: str, params: Mapping[str, JsonValue], at: str
) -> Iterator[WorldProblem]:
    """Yield what is wrong with one emitter; `at` is the path of its kind.

    One of an unknown kind, which gives off nothing, is a warning: it may be the game's own.
    """
    kind = EMITTER_KINDS.get(kind_id)
    if kind is None:
        yield WorldProblem(
            at,
            f"{kind_id!r} is no kind of emitter, so nothing comes from it.",
            known_names("kinds", EMITTER_KINDS),
            "warning",
        )
        return
    yield from argument_problems(f"{where}.params", kind.parameters, params)


def signal_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    """Yield what is wrong with the sources of a world, what its agents give off, and what muffles sound."""
    for source_id, source in world.sources.items():
        where = f"sources.{source_id}"
        yield from emitter_problems(where, source.kind, source.params, f"{where}.kind")
        yield from _tag_problems(where, source.tags)
    for agent_id, agent in world.agents.items():
        yield from _tag_problems(f"agents.{agent_id}", agent.tags)
        for index, emitter in enumerate(agent.emits):
            where = f"agents.{agent_id}.emits.{index}"
            yield from emitter_problems(where, emitter.kind, emitter.params, f"{where}.kind")
    solid: dict[str, Wall | Obstacle | Door] = {f"walls.{name}": wall for name, wall in world.walls.items()}
    solid |= {f"obstacles.{name}": each for name, each in world.obstacles.items()}
    solid |= {f"doors.{name}": each for name, each in world.doors.items()}
    for where, each in solid.items():
        if not 0 <= each.muffling <= LOUDEST:
            yield WorldProblem(
                f"{where}.muffling",
                f"Found {each.muffling}; expected 0 to {LOUDEST:g}.",
                "Write how much loudness a sound loses that goes through it, such as 3.",
            )


def _reference_problems(
    world: WorldDocument, where: str, kind: SensorKind, sensor: SensorEntry
) -> Iterator[WorldProblem]:
    entities = tuple(entries_of(world, group) for group in ENTITY_GROUPS)
    known: Mapping[str, tuple[str, tuple[Mapping[str, object], ...]]] = {
        "of": ("entities", entities),
        "to": ("entities", entities),
        "path": ("paths", (world.paths,)),
        "zone": ("zones", (world.zones,)),
    }
    for parameter in kind.parameters:
        value = sensor.params.get(parameter.name)
        if not isinstance(value, str):
            continue
        if parameter.name in known:
            what, names = known[parameter.name]
            if not any(value in each for each in names):
                yield WorldProblem(
                    f"{where}.{parameter.name}",
                    f"{value!r} is none of the world's {what}.",
                    known_names(what, {name for each in names for name in each}),
                )
        elif parameter.name == "looks_for":
            yield from _filter_problems(world, f"{where}.looks_for", kind, value)


def _filter_problems(world: WorldDocument, where: str, kind: SensorKind, text: str) -> Iterator[WorldProblem]:
    """Yield the terms of a filter that choose nothing; what only signals are tagged with is not known."""
    if kind.id in ("hearing", "awareness"):
        return
    names = filter_names(world)
    for term, _ in filter_terms(text):
        if term not in names:
            yield WorldProblem(
                where,
                f"{term!r} is none of the world's agents, sources, teams and tags.",
                known_names("names", names),
                "warning",
            )


def _names_in_filters(world: WorldDocument) -> frozenset[str]:
    """Return every word that a filter of a sensor can choose by."""
    teams = {agent.team for agent in world.agents.values() if agent.team}
    tags = {tag for agent in world.agents.values() for tag in agent.tags}
    tags |= {tag for source in world.sources.values() for tag in source.tags}
    return frozenset({*world.agents, *world.sources, *FILTER_WORDS, *teams, *tags})


filter_names: IdentityCache[WorldDocument, frozenset[str]] = IdentityCache(_names_in_filters)
"""Return every word that a filter of a sensor can choose by, worked out once for each world."""


def _zone_order_problems(
    where: str, kind: SensorKind, params: Mapping[str, JsonValue]
) -> Iterator[WorldProblem]:
    """Warn of zones of graded vision that lie wholly inside another."""
    if kind.id != "graded_vision":
        return

    def number(name: str) -> float:
        declared = kind.parameter(name)
        value = params.get(name, declared.default if declared is not None else None)
        return float(value) if isinstance(value, (int, float)) else 0.0

    for name, below in (("wide_half_angle", "half_angle"), ("range", "near_range")):
        if number(name) < number(below):
            yield WorldProblem(
                f"{where}.{name}",
                f"{name} is {number(name):g}, less than {below}, which is {number(below):g}.",
                f"Make {name} the larger one.",
                "warning",
            )


def _tag_problems(where: str, tags: tuple[str, ...]) -> Iterator[WorldProblem]:
    for index, tag in enumerate(tags):
        if not tag.strip() or "," in tag or tag.startswith("-") or tag != tag.strip():
            yield WorldProblem(
                f"{where}.tags.{index}",
                f"{tag!r} cannot be named by a filter.",
                "Write a word without a comma, without a minus in front and without spaces around it.",
            )
        elif tag in FILTER_WORDS:
            yield WorldProblem(
                f"{where}.tags.{index}",
                f"{tag!r} means something else in a filter.",
                "Choose another word.",
                "warning",
            )
