"""A small stand-in for a running session: bodies that stand where they are put, and inputs on record."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QObject, Signal

from runtime.worlds.agent_arrays import build_agent_arrays
from runtime.worlds.geometry import build_obstructions, cast_rays
from runtime.worlds.world_file import WorldDocument
from runtime.worlds.world_records import AgentOverlay, Pose, SteeringContribution, ViewCone


class WorldDouble:
    """Hold bodies and answer `overlay` with a cone, one pursuit and one wall to avoid."""

    def __init__(self, document: WorldDocument) -> None:
        self.document = document
        self.agents = build_agent_arrays(document.agents)
        self.shots = ()
        self._solid = build_obstructions(document)

    def overlay(self, agent_id: str) -> AgentOverlay:
        index = self.agents.ids.index(agent_id)
        position = tuple(map(float, self.agents.position[index]))
        heading = float(self.agents.orientation[index])
        velocity = tuple(map(float, self.agents.velocity[index]))
        radius = float(self.agents.radius[index])
        target, predicted, steering = None, {}, ()
        if self.document.player is not None and self.document.player != agent_id:
            player = self.agents.ids.index(self.document.player)
            target = tuple(map(float, self.agents.position[player]))
            predicted = {"predicted": (target[0] + 0.9, target[1] - 0.4)}
            steering = (
                SteeringContribution("pursue", "n", 1.0, (9.0, -6.0), 0.0, target, predicted),
                SteeringContribution("avoid_walls", "", 1.0, (2.0, -9.0), 0.0),
            )
        return AgentOverlay(
            agent_id,
            Pose(position, velocity, heading, 0.0, radius),
            steering,
            (11.0, -15.0),
            0.0,
            (ViewCone(self._cone(position, heading), 6.0, 32.0),),
            (),
            target,
            (),
            False,
        )

    def _cone(self, eye, heading):
        angles = np.radians(heading + np.linspace(-32, 32, 65))
        rays = 6.0 * np.stack((np.cos(angles), np.sin(angles)), axis=1)
        hits = cast_rays(self._solid, np.tile(eye, (len(rays), 1)).astype(float), rays)
        return (eye, *(tuple(map(float, point)) for point in hits.point))


class SessionDouble:
    """Hold a world and the inputs it was given."""

    def __init__(self, document: WorldDocument) -> None:
        self.document = document
        self.world = WorldDouble(document)
        self.agent_ids = self.world.agents.ids
        self.tick = 0
        self.rate = document.rate
        self.inputs: list[tuple] = []

    def set_pose(self, agent_id, position, heading=None):
        self.inputs.append(("pose", agent_id, position, heading))
        index = self.agent_ids.index(agent_id)
        self.world.agents.position[index] = position
        if heading is not None:
            self.world.agents.orientation[index] = heading

    def drive(self, agent_id, direction):
        self.inputs.append(("drive", agent_id, direction))


def arena() -> WorldDocument:
    """Return the arena of the tank pictures: three tanks, a player, walls and a patrol route."""
    h = 11.0

    def box(x, y, w, d):
        return {"polygon": ((x, h - y), (x + w, h - y), (x + w, h - y - d), (x, h - y - d))}

    def at(x, y):
        return (x, h - y)

    tank = {"team": "tanks", "radius": 0.36}
    return WorldDocument.model_validate(
        {
            "format": "mindloom-world",
            "version": 1,
            "size": (18, h),
            "walls": {
                "w1": box(4.6, 4.6, 0.55, 4.4),
                "w2": box(4.6, 4.6, 2.6, 0.55),
                "w3": box(11.2, 0, 0.55, 2.9),
                "w4": box(14.4, 4.3, 2.6, 0.55),
                "w5": box(8.2, 9.2, 3.2, 0.55),
            },
            "obstacles": {
                "o1": {"center": at(15.7, 8.4), "radius": 0.75},
                "o2": {"center": at(6.6, 7.2), "radius": 0.5},
            },
            "waypoints": {"p1": {"at": at(2.6, 8.6)}, "pm": {"at": at(2.6, 2.6)}, "p2": {"at": at(8.2, 2.0)}},
            "paths": {"round": {"waypoints": ("p1", "pm", "p2"), "mode": "ping_pong"}},
            "player": "player",
            "agents": {
                "player": {"at": at(12.4, 7.7), "heading": -28, "name": "Player", "radius": 0.36},
                "tank1": {"at": at(9.0, 5.3), "heading": -35.2, "name": "Tank 1", **tank},
                "tank2": {"at": at(15.6, 2.0), "heading": -160, "name": "Tank 2", **tank},
                "tank3": {"at": at(2.6, 5.0), "heading": 90, "name": "Tank 3", **tank},
            },
        }
    )


def crowd(count: int) -> WorldDocument:
    """Return a wide world with `count` agents of four teams on a lattice."""
    columns = math.ceil(math.sqrt(count * 1.6))
    rows = math.ceil(count / columns)
    agents = {
        f"a{i:04d}": {
            "at": (1 + i % columns, 1 + i // columns),
            "heading": i * 7 % 360,
            "team": f"t{i % 4}",
            "radius": 0.3,
        }
        for i in range(count)
    }
    return WorldDocument.model_validate(
        {
            "format": "mindloom-world",
            "version": 1,
            "size": (columns + 2, rows + 2),
            "agents": agents,
        }
    )


class RunDouble(QObject):
    """Hold what the preview uses of a run controller."""

    frame_shown = Signal()
    world_changed = Signal()

    def __init__(self, session: SessionDouble | None, picked: str | None = None) -> None:
        super().__init__()
        self.session = session
        self.picked_agent = picked

    def pick_agent(self, agent_id: str | None) -> None:
        self.picked_agent = agent_id
        self.frame_shown.emit()
