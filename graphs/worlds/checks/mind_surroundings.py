"""Gather what a world does with the variables and events of a mind, for the lints of its document."""

from __future__ import annotations

from collections.abc import Iterable

from graphs.checks.lints.outside_uses import Surroundings
from graphs.checks.lints.uses import graph_uses
from graphs.model import Document
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.world_file import SensorEntry, WorldDocument

WORLD_EVENTS = frozenset({"died", "hit", "struck"})
"""Events the world posts by itself."""


def surroundings_of(world: WorldDocument, mind: str, others: Iterable[Document] = ()) -> Surroundings:
    """Return what a world writes, reads, raises and takes of the document its agents name as `mind`.

    `mind` is the file as the world writes it ("tank.mind.json"), whatever graph of it an agent names.
    `others` are the documents of the other minds: what they send is raised here, what they wait for is
    handled. Where a document is used in several worlds, their surroundings are joined by `|`.
    """
    found = Surroundings(raised=WORLD_EVENTS)
    for agent in world.agents.values():
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
    named = [one.name for one in kind.parameters if one.type == "variable"] if kind else [*sensor.params]
    values = (sensor.params.get(name) for name in named)
    read = frozenset(value for value in values if isinstance(value, str))
    return Surroundings(frozenset(sensor.writes), read, frozenset(sensor.raises))
