"""Set up a small world for each kind of overlay, in which it has something to show."""

from __future__ import annotations

import random

from editor.map.picture.world_picture import Whom
from editor.running.agent_labels import ActiveState
from tools.gallery.overlay_ground_scenes import GROUND_SCENES
from tools.gallery.overlay_scene import OverlayScene, agent, box, moving
from tools.gallery.overlay_sense_scenes import SENSE_SCENES
from tools.gallery.overlay_squad_scenes import SQUAD_SCENES


def _flock(count: int, seed: int = 4) -> dict[str, object]:
    source = random.Random(seed)
    places = {f"m{row:02d}": (source.uniform(2.5, 9.5), source.uniform(1.5, 7.5)) for row in range(count)}
    return {
        name: agent(x, y, source.uniform(0, 360), team="flock", name=f"Fish {name[1:]}") | {"radius": 0.22}
        for name, (x, y) in places.items()
    }


def _crowd(count: int = 260) -> dict[str, object]:
    source = random.Random(9)
    agents: dict[str, object] = {}
    for row in range(count):
        x, y = source.gauss(4.5 if row % 3 else 10.5, 1.5), source.gauss(5.2 if row % 3 else 3.0, 1.2)
        place = (min(13.6, max(0.4, x)), min(8.6, max(0.4, y)))
        agents[f"c{row:03d}"] = {"at": place, "radius": 0.12, "team": f"t{row % 2}"}
    return agents


_PLAYER = {"player": agent(10.5, 3.0, 120, name="Player")}
_ROUTE = {
    "waypoints": {
        "w1": {"at": (2, 2)},
        "w2": {"at": (11, 2)},
        "w3": {"at": (11.5, 6.5)},
        "w4": {"at": (4, 7)},
    },
    "paths": {"round": {"waypoints": ("w1", "w2", "w3", "w4"), "mode": "loop"}},
}
_OFF_WALLS = {"behavior": "avoid_walls"}
_SIGHT = {"kind": "sight", "params": {"half_angle": 40, "range": 8, "looks_for": "thieves"}}

STEERING_SCENES: tuple[OverlayScene, ...] = (
    OverlayScene(
        "Sight",
        ("cones", "rays"),
        {
            "walls": {"crate": box(6.5, 5.6, 7.4, 7.2), "wall": box(9.0, 1.2, 9.5, 3.2)},
            "agents": {
                "a": agent(2.5, 4.5, 0, name="Guard", sensors=(_SIGHT,)),
                "t1": agent(8.0, 3.8, 200, name="Thief 1", team="thieves"),
                "t2": agent(9.2, 7.0, 200, name="Thief 2", team="thieves"),
                "t3": agent(3.5, 8.0, 300, name="Thief 3", team="thieves"),
            },
        },
        ticks=1,
    ),
    OverlayScene(
        "Distances",
        ("distances",),
        {
            **_ROUTE,
            "agents": {
                "a": agent(5.0, 4.4, 0, name="Guard", sensors=({"kind": "distance", "params": {"to": "b"}},)),
                "b": agent(10.0, 5.4, 180, name="Bell", team="bells"),
            },
        },
        ticks=1,
    ),
    OverlayScene(
        "Vectors and target",
        ("vectors", "target"),
        {
            "player": "player",
            "walls": {"wall": box(5.4, 5.6, 9.0, 6.3)},
            "agents": {
                **_PLAYER,
                "a": agent(3.0, 5.6, 0, name="Hunter", team="hunters", modifiers=(_OFF_WALLS,)),
            },
        },
        {"a": (("seek", {"target": "player"}), ("wander", {"radius": 3.0}))},
        ticks=8,
        before=moving(a=(1.5, 2.6)),
    ),
    OverlayScene(
        "Arrive: where it brakes",
        ("radii", "vectors"),
        {"agents": {"a": agent(3.0, 3.0, 0, name="Runner")}},
        {"a": (("arrive", {"target": (9.0, 5.0), "slow_radius": 3.0, "target_radius": 0.6}),)},
        ticks=70,
    ),
    OverlayScene(
        "Leave: from where it is safe",
        ("radii", "vectors"),
        {"agents": {"a": agent(7.4, 4.8, 0, name="Deer"), "b": agent(6.2, 4.2, 0, name="Wolf", team="w")}},
        {"a": (("leave", {"target": "b", "escape_radius": 2.0, "danger_radius": 4.0}),)},
        ticks=14,
    ),
    OverlayScene(
        "Wander circle",
        ("wander",),
        {"agents": {"a": agent(5.0, 4.5, 20, name="Stroller")}},
        {"a": (("wander", {"offset": 2.5, "radius": 1.2}),)},
        ticks=40,
    ),
    OverlayScene(
        "Predicted place",
        ("predictions", "vectors"),
        {
            "agents": {
                "a": agent(2.5, 2.5, 30, name="Chaser"),
                "b": agent(7.5, 2.8, 90, name="Runner", team="runners"),
            }
        },
        {
            "a": (("pursue", {"target": "b", "max_prediction": 1.0}),),
            "b": (("seek", {"target": (8.5, 30.0)}),),
        },
        ticks=32,
    ),
    OverlayScene(
        "Feelers",
        ("feelers",),
        {
            "walls": {"wall": box(7.4, 2.0, 8.2, 7.5)},
            "agents": {
                "a": agent(
                    5.4,
                    4.0,
                    20,
                    name="Walker",
                    modifiers=(
                        {"behavior": "avoid_walls", "arguments": {"look_ahead": 3.0, "whisker_angle": 35}},
                    ),
                )
            },
        },
        {"a": (("seek", {"target": (12.0, 6.0)}),)},
        ticks=6,
        before=moving(a=(3.0, 1.0)),
    ),
    OverlayScene(
        "Expected collision",
        ("meetings", "vectors"),
        {
            "agents": {
                "a": agent(
                    3.0,
                    4.0,
                    0,
                    name="Left",
                    modifiers=({"behavior": "avoid_agents", "arguments": {"range": 9, "horizon": 3}},),
                ),
                "b": agent(10.0, 4.5, 190, name="Right", team="others"),
            }
        },
        {"a": (("seek", {"target": (13.0, 4.4)}),), "b": (("seek", {"target": (1.0, 4.0)}),)},
        ticks=36,
    ),
    OverlayScene(
        "Neighbors of a flock",
        ("neighbors", "vectors"),
        {"agents": _flock(22)},
        {f"m{row:02d}": (("flock", {"range": 2.2, "target": (12.0, 5.0)}),) for row in range(22)},
        ticks=30,
        picked="m12",
    ),
    OverlayScene(
        "Turning",
        ("turns",),
        {
            "agents": {
                "a": agent(5.0, 3.0, 150, name="Turret"),
                "b": agent(10.0, 6.0, 0, name="Tank", team="t"),
            }
        },
        {"a": (("face", {"target": "b"}),)},
        ticks=10,
    ),
    OverlayScene(
        "Way and progress",
        ("paths", "way", "trail"),
        {**_ROUTE, "agents": {"a": agent(2.0, 2.6, 0, name="Patrol")}},
        {"a": (("follow_path", {"path": "round", "path_offset": 1.0}),)},
        ticks=230,
    ),
    OverlayScene(
        "A way around walls",
        ("way", "radii"),
        {
            "walls": {"long": box(5.0, 0.0, 5.6, 6.4), "short": box(9.0, 3.4, 9.6, 9.0)},
            "agents": {"a": agent(2.0, 2.0, 0, name="Courier")},
        },
        {"a": (("go_to", {"target": (12.0, 7.0)}),)},
        ticks=30,
    ),
    OverlayScene(
        "Names and states",
        ("labels", "grid"),
        {
            "agents": {
                "a": agent(4.0, 4.0, 30, name="Guard"),
                "b": agent(7.0, 5.6, 200, name="Cook", team="staff"),
                "c": agent(10.5, 3.2, 90, name="Dog", team="dogs"),
            }
        },
        ticks=1,
        whom=Whom.ALL,
    ),
    OverlayScene(
        "Color by state",
        ("states",),
        {
            "agents": {
                "a": agent(3.0, 4.0, 30, name="Guard 1", team="guards"),
                "b": agent(5.5, 6.4, 200, name="Guard 2", team="guards"),
                "c": agent(8.0, 3.2, 90, name="Cook", team="staff"),
                "d": agent(10.5, 5.6, 300, name="Dog", team="dogs"),
            }
        },
        states={
            "a": ActiveState("Patrol", 0),
            "b": ActiveState("Chase", 1),
            "c": ActiveState("Patrol", 0),
            "d": ActiveState("Bark", 2),
        },
        ticks=1,
        whom=Whom.ALL,
    ),
    OverlayScene("Crowd heat", ("crowd",), {"agents": _crowd()}, ticks=1, picked=""),
    OverlayScene(
        "All agents at once",
        ("vectors", "feelers", "way"),
        {
            **_ROUTE,
            "walls": {"wall": box(6.4, 3.6, 7.2, 5.4)},
            "agents": {
                "a": agent(3.0, 2.2, 0, name="One", modifiers=(_OFF_WALLS,)),
                "b": agent(9.0, 2.0, 0, name="Two", team="b", modifiers=(_OFF_WALLS,)),
                "c": agent(8.8, 5.0, 180, name="Three", team="c", modifiers=(_OFF_WALLS,)),
            },
        },
        {
            "a": (("follow_path", {"path": "round"}),),
            "b": (("follow_path", {"path": "round"}),),
            "c": (("seek", {"target": (2.0, 4.6)}),),
        },
        ticks=40,
        whom=Whom.ALL,
    ),
)

SCENES: tuple[OverlayScene, ...] = (*STEERING_SCENES, *SENSE_SCENES, *GROUND_SCENES, *SQUAD_SCENES)
"""A scene for every kind of overlay; several kinds may share one."""
