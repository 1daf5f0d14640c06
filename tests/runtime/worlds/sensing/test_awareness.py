"""SENSE-16: what is noticed, by whom, and what matters more."""

from __future__ import annotations

import pytest

from runtime.basics.values import Value
from runtime.records.world_records import Effect
from runtime.worlds.world import World
from tests.runtime.worlds.sensing.sensing_world import Watcher, agent, sensor, watched
from tests.runtime.worlds.world_builder import box, no_variables, world


def source(x: float, y: float, **params) -> dict[str, object]:
    fields: dict[str, object] = {name: params.pop(name) for name in ("tags", "active") if name in params}
    return {"at": [x, y], "kind": "interest", "params": params, **fields}


def squad(count: int, sources, *, every=0, seed=1, teams=("guards",), **params) -> World:
    """Return a world with guards in a row, all aware."""
    guards = {
        f"g{index}": agent(
            2 + 2 * index, 5, sensor("awareness", every, **params), team=teams[index % len(teams)]
        )
        for index in range(count)
    }
    return world(agents=guards, sources=sources, seed=seed)


def told(running: World) -> list[tuple[str, str]]:
    """Return who was told what in the next step."""
    events = running.sense(running.tick, no_variables).events
    running.step()
    return [(event.agent_id, event.name) for event in events]


@pytest.mark.parametrize(("count", "scouts"), [(1, 1), (2, 1), (3, 1), (4, 2), (7, 2), (8, 3)])
def test_a_leader_and_the_logarithm_of_scouts_react(count, scouts):
    running = squad(count, {"box": source(9, 5, interest="box", radius=20)})
    events = told(running)
    assert [name for _, name in events].count("noticed") == scouts
    assert [name for _, name in events].count("lead") == (count > 1)
    assert len({who for who, _ in events}) == len(events)
    assert told(running) == []


def test_who_reacts_depends_on_the_seed_alone():
    def reaction(seed: int) -> list[tuple[str, str]]:
        return told(squad(8, {"box": source(9, 5, interest="box", radius=20)}, seed=seed))

    assert reaction(3) == reaction(3)
    assert len({tuple(reaction(seed)) for seed in range(6)}) > 1


def test_what_is_noticed_is_written_and_told():
    watcher = watched(
        agent(5, 5, sensor("awareness")),
        sources={"flare": source(8, 9, interest="flare", first=0.1)},
    )
    assert watcher.step() == {"interest": "lowest", "priority": 0, "leading": False, "noticed_for": 0.0}
    watcher.steps(6)
    assert watcher.events[0].name == "noticed"
    assert watcher.events[0].payload == {
        "at": (8.0, 9.0), "source": "flare", "interest": "flare", "priority": 10
    }  # fmt: skip
    assert watcher.steps(30) == {
        "interest": "flare",
        "priority": 10,
        "position": (8.0, 9.0),
        "source": "flare",
        "leading": False,
        "noticed_for": 0.5,
    }


@pytest.mark.parametrize(
    ("first", "second", "noticed"),
    [("suspect", "box", 2), ("suspect", "smoke", 1), ("box", "suspect", 1), ("lowest", "broken", 1)],
)
def test_only_a_strictly_higher_priority_is_noticed(first, second, noticed):
    watcher = watched(
        agent(5, 5, sensor("awareness")),
        sources={
            "a": source(6, 5, interest=first),
            "b": source(7, 5, interest=second, first=0.1),
        },
    )
    watcher.steps(10)
    assert watcher.names.count("noticed") == noticed


def test_a_priority_of_its_own_goes_before_that_of_the_name():
    watcher = watched(
        agent(5, 5, sensor("awareness")), sources={"a": source(6, 5, interest="broken", priority=7)}
    )
    assert watcher.step()["priority"] == 7


def test_an_interest_is_forgotten_after_its_time():
    watcher = watched(
        agent(5, 5, sensor("awareness", decay=0.5)), sources={"a": source(6, 5, interest="broken", every=1)}
    )
    told_at = {}
    for tick in range(92):
        watcher.step()
        told_at.update({(tick, event.name): event.payload["priority"] for event in watcher.events})
    assert told_at == {(0, "noticed"): 1, (30, "forgotten"): 0, (60, "noticed"): 1, (90, "forgotten"): 0}
    assert watcher.values["interest"] == "lowest"


def test_an_action_forgets_an_interest():
    watcher = watched(agent(5, 5, sensor("awareness")), sources={"a": source(6, 5, every=0.1)})
    watcher.steps(8)
    assert watcher.names == ["noticed"]
    assert watcher.world.apply_effect(Effect("guard", "forget_interest")) is None
    assert watcher.steps(1)["priority"] == 0
    watcher.steps(6)
    assert watcher.names == ["noticed"]


def test_what_reaches_nobody_is_over_unless_it_lasts():
    def running(**params) -> Watcher:
        return watched(agent(5, 5, sensor("awareness")), sources={"a": source(18, 5, radius=4, **params)})

    for lasts, noticed in ((0, []), (1, ["noticed"])):
        watcher = running(lasts=lasts)
        watcher.steps(30)
        watcher.world.set_pose("guard", (16.0, 5.0))
        watcher.steps(30)
        assert watcher.names == noticed


@pytest.mark.parametrize(
    ("sense", "wall", "heading", "noticed"),
    [
        ("sound", None, 180, True),
        ("sound", {"muffling": 1}, 0, True),
        ("sound", {"muffling": 4}, 0, False),
        ("sight", None, 0, True),
        ("sight", None, 180, False),
        ("sight", {"muffling": 0}, 0, False),
        ("sight", {"see_through": True}, 0, True),
    ],
)
def test_sounds_go_through_walls_and_sights_need_eyes(sense, wall, heading, noticed):
    walls = {} if wall is None else {"w": {**box(7, 4, 7.5, 6), **wall}}
    watcher = watched(
        agent(5, 5, sensor("awareness", half_angle=60), heading=heading),
        sources={"a": source(9, 5, sense=sense, radius=7)},
        walls=walls,
    )
    assert (watcher.step()["priority"] > 0) is noticed


def test_all_or_the_nearest_may_react():
    everyone = squad(4, {"a": source(7, 5, radius=20, who="all")})
    assert told(everyone) == [(f"g{index}", "noticed") for index in range(4)]
    nearest = squad(4, {"a": source(7, 5, radius=20, who="nearest")})
    assert told(nearest) == [("g2", "noticed")]


def test_each_team_reacts_by_itself():
    running = squad(8, {"a": source(9, 5, radius=30)}, teams=("red", "blue"))
    events = told(running)
    for team in (0, 1):
        own = [name for who, name in events if int(who[1:]) % 2 == team]
        assert sorted(own) == ["lead", "noticed", "noticed"]


def test_nobody_leads_where_nothing_new_matters():
    running = squad(4, {"a": source(9, 5, radius=20, who="all"), "b": source(9, 6, radius=20, first=0.1)})
    told(running)
    assert [told(running) for _ in range(8)] == [[]] * 8


def test_an_agent_draws_attention_to_a_place_in_the_next_step():
    watcher = watched(agent(5, 5, sensor("awareness")), agents={"thief": agent(9, 9)})
    watcher.step()
    arguments: dict[str, Value] = {"at": (7.0, 5.0), "interest": "terror", "radius": 5.0}
    assert watcher.world.apply_effect(Effect("thief", "attract", arguments)) is None
    watcher.world.step()
    watcher.step()
    assert watcher.events[0].payload == {
        "at": (7.0, 5.0), "source": "thief", "interest": "terror", "priority": 20
    }  # fmt: skip


def test_a_slow_sensor_tells_later_what_it_noticed_at_once():
    watcher = watched(
        agent(5, 5, sensor("awareness", 0.1)), sources={"a": source(6, 5, first=1 / 60, interest="box")}
    )
    names = []
    for _ in range(8):
        watcher.step()
        names.append(watcher.names)
    assert names == [[], [], [], [], [], [], ["noticed"], []]


def test_every_interest_is_explained():
    watcher = watched(
        agent(5, 5, sensor("awareness", looks_for="anything, -c")),
        sources={
            "a": source(6, 5, interest="box"),
            "b": source(18, 5, interest="smoke", radius=2),
            "c": source(5, 6),
        },
    )
    watcher.step()
    assert [each.verdict for each in watcher.explained().candidates] == [
        "box: matters no more than its interest",
        "smoke: out of its radius",
        "suspect: not looked for",
    ]
