"""SENSE-01, SENSE-02, SENSE-08: what sensors write, raise and explain."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.worlds.world import World
from tests.runtime.worlds.world_builder import box, no_variables, world

ALL_OUTPUTS = {name: name for name in ("visible", "target", "position", "distance", "unseen_for")}


def guarded(at, *, walls=None, params=None, obstacles=None, **sensor) -> World:
    """Return a world with a guard at (5, 5) that looks along +x for the player at `at`."""
    sight = {
        "kind": "sight",
        "params": {"looks_for": "player", "range": 6, "half_angle": 45, **(params or {})},
        "writes": ALL_OUTPUTS,
        "raises": {"spotted": "seen", "gone": "lost"},
        **sensor,
    }
    return world(
        walls=walls or {},
        obstacles=obstacles or {},
        agents={"guard": {"at": [5, 5], "sensors": [sight]}, "player": {"at": list(at), "team": "good"}},
    )


def written(running: World, tick: int = 0) -> dict[str, object]:
    return {variable: value for _, variable, value in running.sense(tick, no_variables).writes}


@pytest.mark.parametrize(
    ("at", "visible"),
    [
        ((9, 5), True),
        ((11, 5), True),  # just in range
        ((11.001, 5), False),
        ((8, 7.9), True),
        ((8, 8.1), False),
        ((8, 2.1), True),
        ((8, 1.9), False),
        ((2, 5), False),
    ],
)
def test_sight_is_a_cone_of_half_the_angle_to_each_side(at, visible):
    assert written(guarded(at))["visible"] is visible


def test_an_agent_at_the_same_place_is_seen():
    running = guarded((9, 5))
    running.agents.position[:] = 5.0
    assert written(running)["visible"] is True


def test_walls_and_obstacles_hide():
    assert written(guarded((9, 5), walls={"w": box(6.5, 4, 7, 6)}))["visible"] is False
    assert written(guarded((9, 5), obstacles={"o": {"center": [7, 5.2], "radius": 0.5}}))["visible"] is False
    assert written(guarded((9, 5), walls={"w": box(6.5, 6, 7, 8)}))["visible"] is True


def test_sight_finds_by_team_and_never_itself():
    by_team = guarded((9, 5), params={"looks_for": "good"})
    assert written(by_team)["target"] == "player"
    own = world(
        agents={
            "guard": {
                "at": [5, 5],
                "team": "good",
                "sensors": [{"kind": "sight", "params": {"looks_for": "good"}, "writes": {"v": "visible"}}],
            }
        }
    )
    assert own.sense(0, no_variables).writes == (("guard", "v", False),)


def test_the_nearest_is_the_target_and_of_equal_ones_the_lower_id():
    sight = {"kind": "sight", "params": {"looks_for": "good"}, "writes": {"t": "target"}}
    running = world(
        agents={
            "guard": {"at": [5, 5], "sensors": [sight]},
            "c": {"at": [8, 5], "team": "good"},
            "b": {"at": [7, 6], "team": "good", "radius": 0.2},
            "a": {"at": [7, 4], "team": "good", "radius": 0.2},
        }
    )
    assert running.sense(0, no_variables).writes == (("guard", "t", "a"),)


def test_before_the_first_sight_only_visible_and_unseen_for_are_written():
    assert written(guarded((2, 5)), tick=90) == {"visible": False, "unseen_for": 1.5}


def test_what_was_seen_last_is_remembered():
    running = guarded((9, 5))
    assert written(running, 0)["position"] == (9.0, 5.0)
    running.set_pose("player", (2.0, 8.0))
    assert written(running, 30) == {
        "visible": False,
        "target": "player",
        "position": (9.0, 5.0),
        "distance": 4.0,
        "unseen_for": 0.5,
    }


def test_events_are_raised_when_sight_changes_only():
    running = guarded((9, 5))
    names = []
    for tick in range(6):
        running.set_pose("player", (9.0, 5.0) if tick in (1, 2, 5) else (2.0, 8.0))
        names.append([event.name for event in running.sense(tick, no_variables).events])
    assert names == [[], ["spotted"], [], ["gone"], [], ["spotted"]]


def test_an_event_carries_where_and_whom():
    event = guarded((9, 5)).sense(0, no_variables).events[0]
    assert event.agent_id == "guard"
    assert event.payload == {"at": (9.0, 5.0), "target": "player", "distance": 4.0}


def test_sense_08_a_sensor_runs_at_once_and_then_at_its_interval():
    running = guarded((9, 5), every=0.1, phase=4)
    ran = [tick for tick in range(24) if running.sense(tick, no_variables).writes]
    assert ran == [0, 4, 10, 16, 22]


def test_sense_08_the_sensors_of_a_crowd_take_turns():
    sight = {"kind": "sight", "params": {"looks_for": "anyone"}, "every": 0.1, "writes": {"v": "visible"}}
    agents = {
        f"a{n}": {"at": [1 + n % 18, 1 + n // 18], "radius": 0.2, "sensors": [sight]} for n in range(60)
    }
    running = world(agents=agents)
    counts = [len(running.sense(tick, no_variables).writes) for tick in range(7)]
    assert counts[0] == sum(counts[1:]) == 60
    assert max(counts[1:]) <= 20


@pytest.mark.parametrize(
    ("looks_for", "found"),
    [
        ("good", "a"),
        ("b", "b"),
        ("magic", "c"),
        ("magic, b", "b"),
        ("anyone", "a"),
        ("anything", "a"),
        ("anyone, -a", "b"),
        ("-good, -bad", "jar"),
        ("foes", "a"),
        ("friends", "b"),
        ("friends, -magic", "b"),
        ("jar", "jar"),
        ("glass", "jar"),
        ("nobody", None),
        ("", None),
    ],
)
def test_sense_07_a_filter_names_ids_teams_and_tags(looks_for, found):
    sight = {"kind": "sight", "params": {"looks_for": looks_for}, "writes": {"t": "target"}}
    running = world(
        agents={
            "guard": {"at": [5, 5], "team": "bad", "sensors": [sight]},
            "a": {"at": [7, 5], "team": "good", "radius": 0.1},
            "b": {"at": [8, 5], "team": "bad", "radius": 0.1},
            "c": {"at": [9, 5], "team": "bad", "tags": ["magic"], "radius": 0.1},
        },
        sources={"jar": {"at": [10, 5], "tags": ["glass"]}},
    )
    expected = () if found is None else (("guard", "t", found),)
    assert running.sense(0, no_variables).writes == expected


def test_sight_goes_through_what_is_see_through():
    pane = {**box(6.5, 4, 7, 6), "see_through": True}
    glass = {"center": [7, 5.2], "radius": 0.5, "see_through": True}
    assert written(guarded((9, 5), walls={"w": pane}))["visible"] is True
    assert written(guarded((9, 5), obstacles={"o": glass}))["visible"] is True
    assert written(guarded((9, 5), walls={"w": pane, "v": box(7.5, 4, 8, 6)}))["visible"] is False


def test_behind_one_that_is_hidden_the_next_is_seen():
    """Of many in the cone each is tried in turn, the nearest first."""
    sight = {"kind": "sight", "params": {"looks_for": "good", "range": 15}, "writes": {"t": "target"}}
    hidden = {f"h{n}": {"at": [8 + n, 5], "team": "good", "radius": 0.1} for n in range(9)}
    running = world(
        walls={"w": box(7, 4.9, 7.2, 5.1)},
        agents={
            "guard": {"at": [5, 5], "sensors": [sight]},
            **hidden,
            "z": {"at": [16.9, 6], "team": "good", "radius": 0.1},
        },
    )
    assert running.sense(0, no_variables).writes == (("guard", "t", "z"),)


def test_sight_explains_what_decided():
    running = guarded((9, 5), walls={"w": box(6.5, 4, 7, 6)})
    explained = running.overlay("guard").sensors[0]
    assert explained.kind == "sight"
    candidate = explained.candidates[0]
    assert candidate.entity_id == "player"
    assert candidate.distance == 4
    assert candidate.angle == 0
    assert (candidate.in_range, candidate.in_angle, candidate.visible) == (True, True, False)
    assert candidate.blocked_by == "w"
    assert candidate.blocked_at == (6.5, 5.0)


def test_explaining_changes_nothing():
    running = guarded((9, 5))
    before = running.state_bytes()
    running.overlay("guard")
    assert running.state_bytes() == before


def test_the_distance_sensor_sees_through_walls():
    sensor = {"kind": "distance", "params": {"to": "w1"}, "writes": {"d": "distance", "p": "position"}}
    running = world(
        walls={"w": box(6, 4, 7, 6)},
        waypoints={"w1": {"at": [8, 9]}},
        agents={"guard": {"at": [5, 5], "sensors": [sensor]}},
    )
    assert running.sense(0, no_variables).writes == (("guard", "d", 5.0), ("guard", "p", (8.0, 9.0)))


@pytest.mark.parametrize(("index", "waypoint"), [(0, "a"), (1, "b"), (2, "c"), (3, "a"), (-1, "c"), (7, "b")])
def test_the_waypoint_sensor_counts_with_a_variable_that_wraps(index, waypoint):
    places = {"a": (8, 9), "b": (1, 2), "c": (5, 9)}
    running = world(
        waypoints={name: {"at": list(at)} for name, at in places.items()},
        paths={"round": {"waypoints": ["a", "b", "c"]}},
        agents={
            "guard": {
                "at": [5, 5],
                "sensors": [
                    {
                        "kind": "waypoint",
                        "params": {"path": "round", "index": "next"},
                        "writes": {"wp": "distance", "goal": "position", "who": "entity", "n": "count"},
                    }
                ],
            }
        },
    )
    asked = []

    def read(agent, name):
        asked.append((agent, name))
        return index

    values = {variable: value for _, variable, value in running.sense(0, read).writes}
    assert asked == [("guard", "next")]
    assert values["who"] == waypoint
    assert values["goal"] == tuple(map(float, places[waypoint]))
    assert values["wp"] == pytest.approx(float(np.hypot(places[waypoint][0] - 5, places[waypoint][1] - 5)))
    assert values["n"] == 3


def test_results_are_in_ascending_agent_id_and_sensor_order():
    near = {"kind": "distance", "params": {"to": "b"}, "writes": {"z": "distance"}}
    far = {"kind": "distance", "params": {"to": "a"}, "writes": {"y": "distance"}}
    running = world(
        agents={
            "b": {"at": [9, 9], "sensors": [near, far]},
            "a": {"at": [5, 5], "sensors": [far, near]},
        }
    )
    order = [(agent, name) for agent, name, _ in running.sense(0, no_variables).writes]
    assert order == [("a", "y"), ("a", "z"), ("b", "z"), ("b", "y")]


def test_the_view_cone_is_cut_at_walls():
    running = guarded((9, 5), walls={"w": box(7, 4, 8, 6)})
    cone = running.overlay("guard").cones[0]
    outline = np.array(cone.polygon)
    assert tuple(outline[0]) == (5, 5)
    assert np.hypot(*(outline - 5.0).T).max() == pytest.approx(6)
    shadow = (np.abs(outline[:, 1] - 5) < 0.9) & (outline[:, 0] > 5)
    assert shadow.any()
    assert outline[shadow, 0] == pytest.approx(7)
