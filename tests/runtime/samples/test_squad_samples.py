"""The samples of ways, ground and squads do what their pages say."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from runtime.minds.machines.machine_rows import StateRow
from runtime.session.session import Session
from runtime.worlds.bodies.geometry import clearance
from runtime.worlds.parts.doors import Doors
from tests.runtime.session_of import sample_session


def play(session: Session, seconds: float, look: Callable[[Session], bool]) -> None:
    """Step until `look` has seen enough, at most for so many seconds; no mind may have errors."""
    for _ in range(round(seconds * 60)):
        for brain in session.step().brains.values():
            assert brain.errors == (), (session.tick, brain.agent)
        if look(session):
            return


def active(session: Session, agent: str) -> set[str]:
    """Return the states that are active in a mind, by id."""
    brain = session.brains[agent]
    rows = session.programs[agent].rows
    return {row.node for row in rows if isinstance(row, StateRow) and row.active(brain)}


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


def test_at_every_turn_of_the_gates_no_way_leads_through_a_shut_one_for_longer_than_a_second():
    session = sample_session("gates")
    doors = session.world.part(Doors)
    assert doors is not None
    before, shut_at = doors.ways, dict.fromkeys(doors.ids, 0)
    turns: list[str] = []

    def look(session: Session) -> bool:
        nonlocal before
        for gate, was_free, is_free in zip(doors.ids, before, doors.ways, strict=True):
            if was_free and not is_free:
                shut_at[gate] = session.tick
                turns.append(gate)
        before = doors.ways
        if session.tick % 12 == 0:
            shut = [gate for gate, moved in zip(doors.ids, doors.form, strict=True) if moved == 0]
            old = {gate for gate in shut if session.tick - shut_at[gate] >= 60}
            assert not old & set(gates_ahead(session).values()), session.tick
        return False

    play(session, 26, look)

    assert min(turns.count(gate) for gate in doors.ids) >= 2, "both shut again and again"


def test_under_fire_the_squad_hides_and_two_flank_by_ways_of_their_own():
    session = sample_session("squad_assault")
    world = session.world
    members, flankers = ["ada", "ben", "cleo", "dan", "eve"], ["dan", "eve"]
    play(session, 20, lambda session: "flank" in active(session, "red"))

    assert "flank" in active(session, "red")
    for agent in members:
        assert "hide" in active(session, agent)
        for gunner in ("gunner_1", "gunner_2"):
            assert world.entity_field(agent, f"sight:{gunner}") != "", f"{gunner} sees {agent}"

    sides: dict[str, set[str]] = {agent: set() for agent in flankers}

    def look(session: Session) -> bool:
        for agent in flankers:
            x, y = world.pose(agent).position
            if 20 < x < 24:
                sides[agent].add("north" if y > 20 else "south" if y < 4 else "middle")
        return all(world.pose(agent).position[0] > 30 for agent in flankers)

    play(session, 20, look)

    assert sorted(map(sorted, sides.values())) == [["north"], ["south"]]


def test_the_squad_takes_the_post():
    session = sample_session("squad_assault")
    rear = session.document.waypoints["rear"].at

    def taken(session: Session) -> bool:
        return math.dist(session.world.pose("ada").position, rear) < 4

    play(session, 60, taken)

    assert taken(session)
    assert [session.world.entity_field(gunner, "health") for gunner in ("gunner_1", "gunner_2")] == [0, 0]


def weigh(agents: list[str]) -> int:
    return sum(3 if agent.startswith("brute") else 1 for agent in agents)


def test_at_most_eight_stand_around_the_hero_and_four_attack():
    session = sample_session("fighting_circle")
    world = session.world
    fighters = [agent for agent in session.agent_ids if agent != "hero"]
    struck: set[str] = set()
    slots: list[int] = []
    attacks: list[int] = []

    def look(session: Session) -> bool:
        there = [agent for agent in fighters if agent in session.agent_ids]
        slots.append(weigh([agent for agent in there if world.entity_field(agent, "slot:around") == "hero"]))
        attacking = [agent for agent in there if world.entity_field(agent, "attack:request") == "granted"]
        attacks.append(weigh(attacking))
        for agent in there:
            if "strike" in active(session, agent):
                assert agent in attacking
                struck.add(agent)
        return False

    play(session, 30, look)

    assert max(slots) == 8
    assert 3 <= max(attacks) <= 4
    assert len(struck) >= 8, "those who had their three blows make room for others"
    health = world.entity_field("hero", "health")
    assert isinstance(health, (int, float))
    assert health < 1000


def test_of_nine_grunts_the_ninth_waits_outside():
    session = sample_session("fighting_circle")
    for brute in ("brute_1", "brute_2"):
        session.world.take_out(brute)
    play(session, 4, lambda _: False)
    grunts = [f"grunt_{number}" for number in range(1, 10)]

    watching = [agent for agent in grunts if "watch" in active(session, agent)]

    assert watching == ["grunt_9"]
    assert math.dist(session.world.pose("grunt_9").position, session.world.pose("hero").position) > 5


def test_no_vampire_is_ever_on_holy_ground_and_villagers_take_refuge_there():
    session = sample_session("holy_ground")
    world = session.world
    vampires, villagers = ["vlad", "mircea", "radu"], ["anna", "bert", "carl", "dora", "emil"]
    corners = session.document.zones["churchyard"].polygon
    (left, low), (right, high) = corners[0], corners[2]
    saved: set[str] = set()

    def inside(agent: str) -> bool:
        x, y = world.pose(agent).position
        return left < x < right and low < y < high

    def look(session: Session) -> bool:
        assert not any(map(inside, vampires)), session.tick
        saved.update(filter(inside, villagers))
        return False

    play(session, 30, look)

    assert len(saved) >= 3
