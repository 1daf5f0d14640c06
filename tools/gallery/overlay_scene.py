"""Define small worlds in which overlays have something to show, and how they come to the moment looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from editor.map.overlays.overlay_catalogue import OVERLAY_BY_ID, only
from editor.map.overlays.overlay_kind import OverlayChoice
from editor.map.picture.trail import Trail
from editor.map.picture.world_picture import Whom
from editor.running.agent_labels import ActiveState
from graphs.kinds.builtin_registry import builtin_registry
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.host import Request
from runtime.basics.values import Value, Vector
from runtime.minds.actions.steering_actions import builtin_library
from runtime.session.session import Session

SIZE = (14.0, 9.0)

Act = Callable[[Session], None]


@dataclass(frozen=True, eq=False)
class OverlayScene:
    """Hold a world without minds, what its agents ask for, and the moment that is looked at.

    `world` are the fields of a world file but for format and size. `requests` are, per agent, behaviors with
    their arguments, `states` what they would be in with a mind. `ticks` are played, then `act` is done.
    `kinds` are the overlays the scene is for, drawn for the `picked` agent, or for all.
    """

    title: str
    kinds: tuple[str, ...]
    world: Mapping[str, object]
    requests: Mapping[str, tuple[tuple[str, Mapping[str, Value]], ...]] = field(default_factory=dict)
    states: Mapping[str, ActiveState] = field(default_factory=dict)
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


def box(left: float, bottom: float, right: float, top: float) -> dict[str, object]:
    """Return a rectangular wall."""
    return {"polygon": ((left, bottom), (right, bottom), (right, top), (left, top))}


def agent(x: float, y: float, heading: float = 0.0, **more: object) -> dict[str, object]:
    """Return an agent at a place."""
    return {"at": (x, y), "heading": heading, "radius": 0.36, "limits": {"max_speed": 4}, **more}


def moving(**velocities: Vector) -> Act:
    """Return what gives agents a velocity to begin with."""

    def push(session: Session) -> None:
        for agent, velocity in velocities.items():
            session.world.agents.velocity[session.agent_ids.index(agent)] = velocity

    return push
