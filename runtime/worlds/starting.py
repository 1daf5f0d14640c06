"""Start a world: refuse one with errors, place its agents, and put their modifiers in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphs.kinds.declarations.registry import EntityFieldDeclaration
from graphs.worlds.model.elements import value_of_json
from graphs.worlds.model.world_file import AgentEntry, WorldDocument
from graphs.worlds.model.world_problem import WorldProblem
from runtime.basics.vectors import FloatArray
from runtime.formulas.path_following import PathTrack
from runtime.records.world_records import SteeringRequest
from runtime.worlds.bodies.agent_arrays import AgentArrays
from runtime.worlds.bodies.contacts import contact_shapes
from runtime.worlds.bodies.geometry import Obstructions, clearance, nearest_free_place
from runtime.worlds.bodies.solid_shapes import SolidShapes
from runtime.worlds.navigation.grounds import Grounds
from runtime.worlds.place_check import check_starts, check_world
from runtime.worlds.requests.steering_requests import Track
from runtime.worlds.senses.senses import Senses

if TYPE_CHECKING:
    from runtime.worlds.world_facts import WorldFacts


class WorldRefused(ValueError):
    """Say why a world cannot be run: it has errors."""

    def __init__(self, problems: tuple[WorldProblem, ...]) -> None:
        first = problems[0]
        super().__init__(f"{first.where}: {first.message} {first.remedy}")
        self.problems = problems


def is_plain(world: WorldDocument) -> bool:
    """Tell whether a world has nothing beside its bodies and senses that goes on by itself.

    No doors, links, layers, squads, circles, tokens, or costs of areas: its ground never changes, and worlds
    that differ in their agents' starts alone have it in common.
    """
    if world.doors or world.links or world.layers or world.squads or world.circles or world.tokens:
        return False
    if any(zone.cost != 1 for zone in world.zones.values()):
        return False
    return not any(agent.area_costs for agent in world.agents.values())


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """Hold what worlds that differ in their agents' starts alone have in common, as one of them began.

    `positions` (n, 2) and `max_speed` (n,) are those of the agents of that one. Nothing here changes in a
    run but what is known of the ground, which only grows.
    """

    document: WorldDocument
    solid: Obstructions
    tracks: tuple[tuple[PathTrack, ...], Mapping[Track, int]]
    senses: Senses
    grounds: Grounds
    shapes: SolidShapes
    positions: FloatArray
    max_speed: FloatArray


def start_of(world: WorldFacts) -> Start:
    """Return what others may take from a world that has just been opened."""
    return Start(
        world.document,
        world.solid,
        (world.tracks, world.track_rows),
        world.senses,
        world.grounds,
        world.shapes,
        world.agents.position.copy(),
        world.agents.max_speed.copy(),
    )


def shapes_for(
    agents: AgentArrays, solid: Obstructions, step_seconds: float, start: Start | None
) -> SolidShapes:
    """Return the shapes that agents touch, those of another start where they are no faster or slower."""
    if start is not None and (start.max_speed == agents.max_speed).all():
        return start.shapes
    return contact_shapes(solid, agents, step_seconds)


def refuse_errors(
    world: WorldDocument, declared: Mapping[str, EntityFieldDeclaration], start: Start | None
) -> None:
    """Raise `WorldRefused` for a world with errors; beside another `start`, only starts are checked."""
    if start is None:
        problems = check_world(world, declared)
    else:
        problems = check_starts(world, start.document, start.solid, declared)
    errors = tuple(problem for problem in problems if problem.severity == "error")
    if errors:
        raise WorldRefused(errors)


def place_agents(
    agents: AgentArrays, entries: Mapping[str, AgentEntry], solid: Obstructions, start: Start | None
) -> None:
    """Put agents that have no room where they start elsewhere; those as in `start` begin where they did."""
    rows = np.arange(len(agents))
    if start is not None:
        known = start.document.agents
        moved = np.array([entries[name].at != known[name].at for name in agents.ids], dtype=np.bool_)
        agents.position = np.where(moved[:, None], agents.position, start.positions)
        rows = np.flatnonzero(moved)
    stuck = clearance(solid, agents.position[rows]) < agents.radius[rows]
    for row in rows[stuck].tolist():
        agent_id, radius = agents.ids[row], float(agents.radius[row])
        place = nearest_free_place(solid, agents.position[row], radius)
        if place is None:
            where = f"agents.{agent_id}.at"
            raise WorldRefused(
                (WorldProblem(where, "The map has no room for this agent.", "Make it smaller."),)
            )
        agents.position[row] = place


def modifier_requests(
    ids: Sequence[str], entries: Mapping[str, AgentEntry]
) -> Iterator[tuple[int, Sequence[SteeringRequest]]]:
    """Yield the row of each agent with what its modifiers ask for."""
    for row, agent_id in enumerate(ids):
        yield (
            row,
            [
                SteeringRequest(
                    behavior=entry.behavior,
                    arguments={name: value_of_json(value) for name, value in entry.arguments.items()},
                    weight=float(entry.weight),
                    priority=entry.priority,
                    node_path=f"modifier {index}",
                )
                for index, entry in enumerate(entries[agent_id].modifiers)
            ],
        )
