"""Find text in a world, thing by thing, so that a caller can pause between.

Ids and names, minds, teams, tags, variables, fields, kinds and parameters count. What names another thing by
its id is found as well: who writes `paths.beat` wants to know who walks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from graphs.basics.frozen import JsonValue
from graphs.kinds.declarations.titles import value_text
from graphs.searching.find_in_document import Span, TextQuery
from graphs.worlds.model.elements import Entry, Group, all_elements, entries_of
from graphs.worlds.model.ground_and_squads import Layer
from graphs.worlds.model.world_file import (
    AgentEntry,
    Door,
    EmitterEntry,
    Link,
    MeasureEntry,
    ModifierEntry,
    SensorEntry,
    Source,
    Waypoint,
    WorldDocument,
    WorldPath,
)


@dataclass(frozen=True, slots=True)
class FoundInWorld:
    """Hold one text that matches: its place in the file, what it is in a word, the text, the matches.

    `group` and `id` name the thing, both "" for the world itself.
    """

    group: Group | None
    id: str
    where: str
    what: str
    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Text:
    where: str
    what: str
    text: str


def find_in_world(world: WorldDocument, query: TextQuery) -> Iterator[tuple[FoundInWorld, ...]]:
    """Yield what matches in each thing of a world, also where that is nothing; the world itself first."""
    yield _matches(None, "", _texts_of_world(world), query)
    for name, measure in world.measures.items():
        yield _matches(None, "", _texts_of_measure(name, measure), query)
    for name, layer in world.layers.items():
        yield _matches(None, "", _texts_of_layer(name, layer), query)
    for element in all_elements(world):
        entry = entries_of(world, element.group)[element.id]
        texts = [_Text("", "id", element.id), *_texts_of_entry(entry)]
        yield _matches(element.group, element.id, texts, query)


def _matches(
    group: Group | None, element_id: str, texts: Iterable[_Text], query: TextQuery
) -> tuple[FoundInWorld, ...]:
    found: dict[tuple[str, str], FoundInWorld] = {}
    lead = f"{group}.{element_id}" if group is not None else ""
    for text in texts:
        spans = query.spans(text.text)
        if spans:
            where = ".".join(part for part in (lead, text.where) if part)
            known = FoundInWorld(group, element_id, where, text.what, text.text, spans)
            found.setdefault((text.what, text.text), known)
    return tuple(found.values())


def _texts_of_world(world: WorldDocument) -> Iterator[_Text]:
    yield _Text("title", "title", world.title)
    yield _Text("note", "note", world.note)
    if world.player is not None:
        yield _Text("player", "player", world.player)


def _texts_of_measure(name: str, measure: MeasureEntry) -> Iterator[_Text]:
    yield _Text(f"measures.{name}", "measure", name)
    yield _Text(f"measures.{name}.of", "measure", measure.of)
    yield _Text(f"measures.{name}.agent", "measure", measure.agent or "")


def _texts_of_layer(name: str, layer: Layer) -> Iterator[_Text]:
    yield _Text(f"layers.{name}", "layer", name)
    yield _Text(f"layers.{name}.name", "name", layer.name)
    yield _Text(f"layers.{name}.kind", "kind", layer.kind)
    for place, source in enumerate(layer.sources):
        yield _Text(f"layers.{name}.sources.{place}.who", "source", source.who)
        if isinstance(source.strength, str):
            yield _Text(f"layers.{name}.sources.{place}.strength", "source", source.strength)


def _texts_of_entry(entry: Entry) -> Iterator[_Text]:
    yield _Text("name", "name", entry.name)
    if isinstance(entry, AgentEntry):
        yield from _texts_of_agent(entry)
    elif isinstance(entry, WorldPath):
        for place, stop in enumerate(entry.waypoints):
            yield _Text(f"waypoints.{place}", "waypoint", stop)
    elif isinstance(entry, Waypoint):
        for place, link in enumerate(entry.links):
            yield _Text(f"links.{place}", "waypoint", link)
        yield _Text("condition", "condition", entry.condition)
    elif isinstance(entry, Door):
        yield _Text("opens_on", "event", entry.opens_on)
        yield _Text("closes_on", "event", entry.closes_on)
    elif isinstance(entry, Link):
        yield _Text("kind", "kind", entry.kind)
    elif isinstance(entry, Source):
        yield _Text("kind", "kind", entry.kind)
        yield from _texts_of_tags(entry.tags)
        yield from _texts_of_values("params", "parameter", entry.params)
    yield _Text("team", "team", getattr(entry, "team", ""))
    yield from _texts_of_values("fields", "field", getattr(entry, "fields", {}))


def _texts_of_agent(entry: AgentEntry) -> Iterator[_Text]:
    yield _Text("mind", "mind", entry.mind or "")
    yield from _texts_of_tags(entry.tags)
    yield from _texts_of_values("variables", "variable", entry.variables)
    yield from _texts_of_values("area_costs", "cost", entry.area_costs)
    for place, event in enumerate(entry.tick_on):
        yield _Text(f"tick_on.{place}", "event", event)
    for place, sensor in enumerate(entry.sensors):
        yield from _texts_of_sensor(f"sensors.{place}", sensor)
    for place, emitter in enumerate(entry.emits):
        yield from _texts_of_emitter(f"emits.{place}", emitter)
    for place, modifier in enumerate(entry.modifiers):
        yield from _texts_of_modifier(f"modifiers.{place}", modifier)


def _texts_of_sensor(where: str, sensor: SensorEntry) -> Iterator[_Text]:
    yield _Text(f"{where}.kind", "sensor", sensor.kind)
    yield from _texts_of_values(f"{where}.params", "sensor", sensor.params)
    for variable, output in sensor.writes.items():
        yield _Text(f"{where}.writes.{variable}", "sensor", f"{variable} = {output}")
    for event, output in sensor.raises.items():
        yield _Text(f"{where}.raises.{event}", "sensor", f"{event} at {output}")


def _texts_of_emitter(where: str, emitter: EmitterEntry) -> Iterator[_Text]:
    yield _Text(f"{where}.kind", "emits", emitter.kind)
    yield from _texts_of_values(f"{where}.params", "emits", emitter.params)


def _texts_of_modifier(where: str, modifier: ModifierEntry) -> Iterator[_Text]:
    yield _Text(f"{where}.behavior", "steering", modifier.behavior)
    yield from _texts_of_values(f"{where}.arguments", "steering", modifier.arguments)


def _texts_of_tags(tags: tuple[str, ...]) -> Iterator[_Text]:
    for place, tag in enumerate(tags):
        yield _Text(f"tags.{place}", "tag", tag)


def _texts_of_values(where: str, what: str, values: Mapping[str, JsonValue]) -> Iterator[_Text]:
    for name, value in values.items():
        yield _Text(f"{where}.{name}", what, f"{name} = {value_text(value)}")
