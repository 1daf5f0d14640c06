"""Those who close in on one place take different ways (rule 11.42)."""

from __future__ import annotations

import json

from graphs.files.document_file import document_from_bytes
from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.status import Status
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session
from runtime.worlds.navigation.ambushes import Ambushes, spread_way
from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import box, document

WALLS = {"low": box(8, 2.5, 14, 6.5), "high": box(8, 9.5, 14, 13.5)}
"""Two blocks: three ways lead past them, below, between and above."""

MIND = {
    "format": "mindloom",
    "version": 5,
    "root": "g",
    "graphs": {
        "g": {
            "kind": "behavior_tree",
            "root": "s",
            "nodes": {
                "s": {"kind": "sequence", "children": ["c", "w"]},
                "c": {"kind": "action", "action": "close_in", "params": {"target": [20, 8], "spread": 2}},
                "w": {"kind": "wait", "params": {"seconds": 600}},
            },
        }
    },
}


def session(
    count: int = 4,
    teams: tuple[str, ...] = ("wolves",),
    walls: dict[str, object] | None = None,
    places: dict[str, list[float]] | None = None,
    **params: object,
) -> Session:
    starts = places or {f"l{number}": [2, 6.5 + number] for number in range(count)}
    agents = {
        name: {"at": at, "radius": 0.3, "team": teams[row % len(teams)], "mind": "m.mind.json"}
        for row, (name, at) in enumerate(starts.items())
    }
    value = json.loads(json.dumps(MIND))
    value["graphs"]["g"]["nodes"]["c"]["params"].update(params)
    mind = document_from_bytes(json.dumps(value).encode())
    world = document((24, 16), walls=walls or WALLS, agents=agents)
    return Session(world, {"m.mind.json": mind}, builtin_registry(), builtin_library())


def route(running: Session, agent: str) -> str:
    """Return which of the three ways an agent was given."""
    (lurker,) = (each for key, each in _part(running).lurkers.items() if key[0] == agent)
    middle = [y for x, y in lurker.corners if 8 <= x <= 14] or [lurker.corners[0][1]]
    return "below" if min(middle) < 4.5 else "above" if max(middle) > 11.5 else "between"


def _part(running: Session) -> Ambushes:
    found = running.world.part(Ambushes)
    assert found is not None
    return found


def test_11_42_four_lurkers_use_all_three_ways():
    running = session()
    for _ in range(8):
        running.step()

    assert {route(running, f"l{number}") for number in range(4)} == {"below", "between", "above"}


def test_11_42_one_alone_takes_the_shortest():
    running = session(1)
    for _ in range(4):
        running.step()

    assert route(running, "l0") == "between"


def test_11_42_they_arrive_and_give_their_ways_up():
    running = session()
    for _ in range(60 * 14):
        running.step()

    assert all(running.world.pose(agent).position[0] > 18 for agent in running.agent_ids)
    assert not _part(running).lurkers


def test_11_42_with_nearest_first_the_nearest_has_the_shortest_way():
    running = session(places={"a": [1, 14], "b": [6, 8]}, nearest_first=True)
    running.step()

    assert {key[0] for key, each in _part(running).lurkers.items() if each.cells} == {"b"}


def test_11_42_those_of_other_teams_do_not_keep_off_each_other():
    running = session(2, teams=("wolves", "bears"))
    for _ in range(4):
        running.step()

    assert [route(running, agent) for agent in running.agent_ids] == ["between", "between"]


def test_11_42_where_no_way_leads_the_action_fails():
    running = session(1, walls={"w": box(10, 0, 11, 16)})
    results = [bytes(running.step().brains["l0"].outcomes)[1] for _ in range(3)]

    assert results[:2] == [Status.RUNNING, Status.FAILURE]


def test_1_5_going_on_in_the_middle_of_closing_in_gives_the_same_bytes():
    running = session()
    for _ in range(3):
        running.step()
    saved = running.snapshot()
    states = []
    for _ in range(2):
        for _ in range(120):
            running.step()
        states.append(running.world.state_bytes())
        running.restore(saved)

    assert states[0] == states[1]


def test_a_way_that_others_have_taken_is_left_once_another_is_cheaper():
    world = World(document((9, 7), walls={"w": box(3, 3, 6, 4)}))
    grid = world.grounds.grid(0.4, ())
    start, end = (grid.number_of(grid.cell_of(x, 3.2)) for x in (1.0, 8.0))
    first = spread_way(grid, start, end, {})
    second = spread_way(grid, start, end, dict.fromkeys(first[2:-2], 3))

    sides = [{divmod(cell, grid.rows)[1] * grid.size > 3.5 for cell in way[4:-4]} for way in (first, second)]
    assert sides[0] != sides[1]
    assert spread_way(grid, start, -1, {}) == ()
