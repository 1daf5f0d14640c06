"""The samples of ways, ground and squads do what their pages say."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from runtime.session.session import Session
from runtime.worlds.bodies.geometry import clearance
from tests.runtime.session_of import sample_session


def play(session: Session, seconds: float, look: Callable[[Session], bool]) -> None:
    """Step until `look` has seen enough, at most for so many seconds; no mind may have errors."""
    for _ in range(round(seconds * 60)):
        for brain in session.step().brains.values():
            assert brain.errors == (), (session.tick, brain.agent)
        if look(session):
            return


def test_both_crowds_gather_on_their_side_by_whatever_gate_is_open():
    session = sample_session("gates")
    waypoints = session.document.waypoints
    goals = {"amber": waypoints["east"].at, "green": waypoints["west"].at}
    walkers = [agent for agent in session.agent_ids if agent != "keeper"]
    crossed: dict[str, str] = {}
    gaps: list[float] = []

    def look(session: Session) -> bool:
        bodies = session.world.agents
        gaps.append(float((clearance(session.world.solid, bodies.position) - bodies.radius).min()))
        places = dict(zip(bodies.ids, bodies.position.tolist(), strict=True))
        for agent in walkers:
            x, y = places[agent]
            if abs(x - 28) < 0.5:
                crossed[agent] = "north" if y > 13 else "south"
        return all(math.dist(places[agent], goals[agent.split("_")[0]]) < 7 for agent in walkers)

    play(session, 120, look)

    assert look(session), "all fifty are there"
    assert session.tick < 120 * 60
    assert min(gaps) >= -1e-6, "nobody is in a wall, or in a gate"
    assert set(crossed) == set(walkers)
    assert set(crossed.values()) == {"north", "south"}


def gates_ahead(session: Session) -> dict[str, str]:
    """Return through which gate the route of each walker leads that has still to cross the wall at x = 28."""
    found = {}
    for agent in session.agent_ids:
        way = session.world.overlay(agent).path_ahead
        for (x1, y1), (x2, y2) in itertools.pairwise(way):
            if (x1 - 28) * (x2 - 28) < 0:
                y = y1 + (28 - x1) / (x2 - x1) * (y2 - y1)
                found[agent] = "north" if y > 13 else "south"
    return found


def test_whose_gate_shuts_goes_by_the_other():
    session = sample_session("gates")
    play(session, 4, lambda _: False)
    before = gates_ahead(session)
    play(session, 3, lambda _: False)
    after = gates_ahead(session)
    both = [agent for agent in before if agent in after]

    assert len(both) >= 40
    assert {(before[agent], after[agent]) for agent in both} == {("north", "south")}
