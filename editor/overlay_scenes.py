"""Set up a small world for each kind of overlay, in which it has something to show."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from editor.preview.overlays.overlay_catalogue import OVERLAY_BY_ID, only
from editor.preview.overlays.overlay_choice import OverlayChoice
from editor.preview.overlays.overlay_kind import Whom
from editor.preview.trail import Trail
from graphs.kinds.builtin import builtin_registry
from runtime.actions.steering_actions import builtin_library
from runtime.brains.host import Request
from runtime.session import Session
from runtime.values import Value, Vector
from runtime.worlds.world_file import WorldDocument

SIZE = (14.0, 9.0)

Act = Callable[[Session], None]


@dataclass(frozen=True, eq=False)
class OverlayScene:
    """Hold a world without minds, what its agents ask for, and the moment that is looked at.

    `world` are the fields of a world file but for format and size. `requests` are, per agent, behaviors with
    their arguments. `ticks` are played, then `act` is done. `kinds` are the overlays the scene is for, drawn
    for the `picked` agent, or for all.
    """

    title: str
    kinds: tuple[str, ...]
    world: Mapping[str, object]
    requests: Mapping[str, tuple[tuple[str, Mapping[str, Value]], ...]] = field(default_factory=dict)
    ticks: int = 30
    picked: str = "a"
    whom: Whom = Whom.PICKED
    before: Act | None = None
    act: Act | None = None

    def open(self) -> tuple[Session, Trail]:
        """Return the session at the moment looked at, and the trail up to it."""
        session = Session(scene_world(self.world), {}, builtin_registry(), builtin_library())
        for agent, asked in self.requests.items():
            wanted = [
                Request(name, dict(arguments), 1.0, 1, f"{place} {name}")
                for place, (name, arguments) in enumerate(asked)
            ]
            refusals = session.world.set_requests(agent, wanted)
            if refusals:
                raise ValueError(f"{self.title}: {refusals}")
        trail = Trail()
        if self.before is not None:
            self.before(session)
        for _ in range(self.ticks):
            trail.record(session.tick, session.world.agents.position, session.rate)
            session.step()
        if self.act is not None:
            self.act(session)
        trail.record(session.tick, session.world.agents.position, session.rate)
        return session, trail

    def choice(self) -> OverlayChoice:
        """Return the choice that draws the scene's overlays, over grid and ways."""
        choice = only("grid", "paths")
        for name in self.kinds:
            kind = OVERLAY_BY_ID[name]
            choice = choice.with_kind(kind, self.whom if self.whom in kind.choices else Whom.ALL)
        return choice


def scene_world(fields: Mapping[str, object]) -> WorldDocument:
    """Return the world document of a scene."""
    given = {"format": "mindloom-world", "version": 1, "size": SIZE, **fields}
    return WorldDocument.model_validate(given)


def _box(left: float, bottom: float, right: float, top: float) -> dict[str, object]:
    return {"polygon": ((left, bottom), (right, bottom), (right, top), (left, top))}


def _agent(x: float, y: float, heading: float = 0.0, **more: object) -> dict[str, object]:
    return {"at": (x, y), "heading": heading, "radius": 0.36, "limits": {"max_speed": 4}, **more}


def _moving(**velocities: Vector) -> Act:
    def push(session: Session) -> None:
        for agent, velocity in velocities.items():
            session.world.agents.velocity[session.agent_ids.index(agent)] = velocity

    return push


def _flock(count: int, seed: int = 4) -> dict[str, object]:
    source = random.Random(seed)
    places = {f"m{row:02d}": (source.uniform(2.5, 9.5), source.uniform(1.5, 7.5)) for row in range(count)}
    return {
        name: _agent(x, y, source.uniform(0, 360), team="flock", name=f"Fish {name[1:]}") | {"radius": 0.22}
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


_PLAYER = {"player": _agent(10.5, 3.0, 120, name="Player")}
_ROUTE = {
    "waypoints": {
        "w1": {"at": (2, 2)},
        "w2": {"at": (11, 2)},
        "w3": {"at": (11.5, 6.5)},
        "w4": {"at": (4, 7)},
    },
    "paths": {"round": {"waypoints": ("w1", "w2", "w3", "w4"), "mode": "loop"}},
}
_MEASURE = {"kind": "distance", "params": {"to": "b"}}
_OFF_WALLS = {"behavior": "avoid_walls"}
_SIGHT = {"kind": "sight", "params": {"half_angle": 40, "range": 8, "looks_for": "thieves"}}

SCENES: tuple[OverlayScene, ...] = (
    OverlayScene(
        "Sight",
        ("cones", "rays"),
        {
            "walls": {"crate": _box(6.5, 5.6, 7.4, 7.2), "wall": _box(9.0, 1.2, 9.5, 3.2)},
            "agents": {
                "a": _agent(2.5, 4.5, 0, name="Guard", sensors=(_SIGHT,)),
                "t1": _agent(8.0, 3.8, 200, name="Thief 1", team="thieves"),
                "t2": _agent(9.2, 7.0, 200, name="Thief 2", team="thieves"),
                "t3": _agent(3.5, 8.0, 300, name="Thief 3", team="thieves"),
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
                "a": _agent(
                    5.0, 4.4, 0, name="Guard", sensors=({"kind": "distance", "params": {"to": "b"}},)
                ),
                "b": _agent(10.0, 5.4, 180, name="Bell", team="bells"),
            },
        },
        ticks=1,
    ),
    OverlayScene(
        "Vectors and target",
        ("vectors", "target"),
        {
            "player": "player",
            "walls": {"wall": _box(5.4, 5.6, 9.0, 6.3)},
            "agents": {
                **_PLAYER,
                "a": _agent(3.0, 5.6, 0, name="Hunter", team="hunters", modifiers=(_OFF_WALLS,)),
            },
        },
        {"a": (("seek", {"target": "player"}), ("wander", {"radius": 3.0}))},
        ticks=8,
        before=_moving(a=(1.5, 2.6)),
    ),
    OverlayScene(
        "Arrive: where it brakes",
        ("radii", "vectors"),
        {"agents": {"a": _agent(3.0, 3.0, 0, name="Runner")}},
        {"a": (("arrive", {"target": (9.0, 5.0), "slow_radius": 3.0, "target_radius": 0.6}),)},
        ticks=70,
    ),
    OverlayScene(
        "Leave: from where it is safe",
        ("radii", "vectors"),
        {"agents": {"a": _agent(7.4, 4.8, 0, name="Deer"), "b": _agent(6.2, 4.2, 0, name="Wolf", team="w")}},
        {"a": (("leave", {"target": "b", "escape_radius": 2.0, "danger_radius": 4.0}),)},
        ticks=14,
    ),
    OverlayScene(
        "Wander circle",
        ("wander",),
        {"agents": {"a": _agent(5.0, 4.5, 20, name="Stroller")}},
        {"a": (("wander", {"offset": 2.5, "radius": 1.2}),)},
        ticks=40,
    ),
    OverlayScene(
        "Predicted place",
        ("predictions", "vectors"),
        {
            "agents": {
                "a": _agent(2.5, 2.5, 30, name="Chaser"),
                "b": _agent(7.5, 2.8, 90, name="Runner", team="runners"),
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
            "walls": {"wall": _box(7.4, 2.0, 8.2, 7.5)},
            "agents": {
                "a": _agent(
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
        before=_moving(a=(3.0, 1.0)),
    ),
    OverlayScene(
        "Expected collision",
        ("meetings", "vectors"),
        {
            "agents": {
                "a": _agent(
                    3.0,
                    4.0,
                    0,
                    name="Left",
                    modifiers=({"behavior": "avoid_agents", "arguments": {"range": 9, "horizon": 3}},),
                ),
                "b": _agent(10.0, 4.5, 190, name="Right", team="others"),
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
                "a": _agent(5.0, 3.0, 150, name="Turret"),
                "b": _agent(10.0, 6.0, 0, name="Tank", team="t"),
            }
        },
        {"a": (("face", {"target": "b"}),)},
        ticks=10,
    ),
    OverlayScene(
        "Way and progress",
        ("paths", "way", "trail"),
        {**_ROUTE, "agents": {"a": _agent(2.0, 2.6, 0, name="Patrol")}},
        {"a": (("follow_path", {"path": "round", "path_offset": 1.0}),)},
        ticks=230,
    ),
    OverlayScene(
        "A way around walls",
        ("way", "radii"),
        {
            "walls": {"long": _box(5.0, 0.0, 5.6, 6.4), "short": _box(9.0, 3.4, 9.6, 9.0)},
            "agents": {"a": _agent(2.0, 2.0, 0, name="Courier")},
        },
        {"a": (("go_to", {"target": (12.0, 7.0)}),)},
        ticks=30,
    ),
    OverlayScene(
        "Names and states",
        ("labels", "grid"),
        {
            "agents": {
                "a": _agent(4.0, 4.0, 30, name="Guard"),
                "b": _agent(7.0, 5.6, 200, name="Cook", team="staff"),
                "c": _agent(10.5, 3.2, 90, name="Dog", team="dogs"),
            }
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
            "walls": {"wall": _box(6.4, 3.6, 7.2, 5.4)},
            "agents": {
                "a": _agent(3.0, 2.2, 0, name="One", modifiers=(_OFF_WALLS,)),
                "b": _agent(9.0, 2.0, 0, name="Two", team="b", modifiers=(_OFF_WALLS,)),
                "c": _agent(8.8, 5.0, 180, name="Three", team="c", modifiers=(_OFF_WALLS,)),
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
"""A scene for every kind of overlay; several kinds may share one."""
