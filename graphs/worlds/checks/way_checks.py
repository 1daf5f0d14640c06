"""Check doors, links, waypoint graphs and the costs of areas, but for what lies in walls."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.worlds.model.world_file import AgentEntry, WorldDocument
from graphs.worlds.model.world_problem import WorldProblem, known_names

MOST_CELLS_PER_STEP = 100_000
LONGEST_MOVE = 3600
LEAST_COST, MOST_COST = 0.01, 1000.0
"""The least and the largest cost that counts; more is written `never`."""

_COST_REMEDY = "Write a factor, such as 5 or 0.5, or never."


def way_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    """Yield what is wrong with the ways of a world."""
    if not 1 <= world.ways.cells_per_step <= MOST_CELLS_PER_STEP:
        yield WorldProblem(
            "ways.cells_per_step",
            f"Found {world.ways.cells_per_step}; expected 1 to {MOST_CELLS_PER_STEP} cells.",
            "Leave the field out for 400.",
        )
    yield from _door_problems(world)
    yield from _link_problems(world)
    for name, zone in world.zones.items():
        yield from _cost_problems(f"zones.{name}.cost", zone.cost)
    for name, waypoint in world.waypoints.items():
        for place, other in enumerate(waypoint.links):
            where = f"waypoints.{name}.links.{place}"
            if other not in world.waypoints:
                names = known_names("waypoints", world.waypoints)
                yield WorldProblem(where, f"There is no waypoint {other!r}.", names)
            elif other == name:
                yield WorldProblem(where, "The waypoint is linked with itself.", "Remove it.", "warning")
    for name, agent in world.agents.items():
        yield from _agent_problems(world, f"agents.{name}.area_costs", agent)


def _door_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    for name, door in world.doors.items():
        where = f"doors.{name}"
        if not 0 <= door.seconds <= LONGEST_MOVE:
            yield WorldProblem(
                f"{where}.seconds",
                f"Found {door.seconds}; expected 0 to {LONGEST_MOVE} seconds.",
                "Leave the field out for half a second.",
            )
        if len(door.polygon) >= 3 and abs(_area(door.polygon)) < 1e-3:
            yield WorldProblem(f"{where}.polygon", "The door has no size.", "Draw it as wide as the way.")
        if door.opens_on and door.opens_on == door.closes_on:
            yield WorldProblem(
                f"{where}.closes_on",
                f"{door.opens_on} opens the door, so it never closes it.",
                "Take two events.",
                "warning",
            )


def _link_problems(world: WorldDocument) -> Iterator[WorldProblem]:
    for name, link in world.links.items():
        if link.start == link.end:
            yield WorldProblem(f"links.{name}.end", "The link has no length.", "Move one of its ends.")
        yield from _cost_problems(f"links.{name}.cost", link.cost)


def _agent_problems(world: WorldDocument, where: str, agent: AgentEntry) -> Iterator[WorldProblem]:
    for zone, cost in agent.area_costs.items():
        if zone not in world.zones:
            yield WorldProblem(
                f"{where}.{zone}", f"There is no zone {zone!r}.", known_names("zones", world.zones)
            )
        if not isinstance(cost, str):
            yield from _cost_problems(f"{where}.{zone}", cost)
        elif cost != "never" and agent.mind is None:
            yield WorldProblem(
                f"{where}.{zone}",
                f"{cost!r} is an expression, and the agent has no mind to ask.",
                _COST_REMEDY,
            )


def _cost_problems(where: str, cost: float | str) -> Iterator[WorldProblem]:
    if not isinstance(cost, str) and not LEAST_COST <= cost < MOST_COST:
        yield WorldProblem(
            where, f"The cost is {cost}; expected {LEAST_COST:g} to below {MOST_COST:g}.", _COST_REMEDY
        )


def _area(outline: tuple[tuple[float, float], ...]) -> float:
    following = (*outline[1:], outline[0])
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, following, strict=True)) / 2
