"""Worlds for the preview's tests, sessions without minds, and a stand-in for the run controller."""

from __future__ import annotations

import math
from typing import cast

from PySide6.QtCore import QObject, Signal

from editor.basics.user_state import UserState
from editor.map.view.preview_panel import PreviewPanel
from editor.running.run_controller import RunController
from editor.running.time_travel import TimeTravel
from graphs.kinds.builtin_registry import builtin_registry
from graphs.worlds.minds.world_choice import WorldChoice
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.values import Vector
from runtime.minds.actions.steering_actions import builtin_library
from runtime.records.world_records import SteeringRequest
from runtime.session.session import Session


class RecordedSession(Session):
    """Run a world without minds: what agents ask for is set by the test. Inputs are put on record."""

    def __init__(self, document: WorldDocument) -> None:
        super().__init__(document, {}, builtin_registry(), builtin_library())
        self.inputs: list[tuple[object, ...]] = []

    def set_pose(self, agent: str, position: Vector, heading: float | None = None) -> None:
        self.inputs.append(("pose", agent, position, heading))
        super().set_pose(agent, position, heading)

    def drive(self, agent: str, direction: Vector | None) -> None:
        self.inputs.append(("drive", agent, direction))
        super().drive(agent, direction)

    def send(self, agent: str, goal: Vector) -> None:
        self.inputs.append(("send", agent, goal))
        super().send(agent, goal)

    def request(self, agent: str, *behaviors: str, target: str | Vector = "player") -> None:
        """Let an agent steer, such as pursue the player."""
        requests = [SteeringRequest(name, {"target": target}, 1.0, 1, name) for name in behaviors]
        assert self.world.set_requests(agent, requests) == ()

    def place(self, agent: str, position: Vector, velocity: Vector = (0.0, 0.0)) -> None:
        """Put an agent somewhere, moving."""
        row = self.agent_ids.index(agent)
        self.world.agents.position[row] = position
        self.world.agents.velocity[row] = velocity

    def position(self, agent: str) -> Vector:
        return self.world.pose(agent).position


def arena() -> WorldDocument:
    """Return the arena of the tank pictures: three tanks, a player, walls and a patrol route."""
    h = 11.0

    def box(x: float, y: float, w: float, d: float) -> dict[str, object]:
        return {"polygon": ((x, h - y), (x + w, h - y), (x + w, h - y - d), (x, h - y - d))}

    def at(x: float, y: float) -> Vector:
        return (x, h - y)

    sight = {
        "kind": "sight",
        "params": {"half_angle": 32, "range": 6, "looks_for": "player"},
        "writes": {"visible": "visible"},
    }
    tank = {
        "team": "tanks",
        "radius": 0.36,
        "sensors": (sight,),
        "modifiers": ({"behavior": "avoid_walls"},),
        "limits": {"max_speed": 5},
    }
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
    """Hold what the preview uses of a run controller, without its clock."""

    frame_shown = Signal()
    world_changed = Signal()

    def __init__(self, session: Session | None, picked: str | None = None) -> None:
        super().__init__()
        self.is_running = False
        self.session = session
        self.picked_agent = picked
        self.choice: WorldChoice | None = None
        self.thinking: tuple[str, ...] = ()
        self.time = TimeTravel(self)

    def thinking_agents(self) -> tuple[str, ...]:
        return self.thinking

    def pick_agent(self, agent_id: str | None) -> None:
        self.picked_agent = agent_id
        self.frame_shown.emit()


def preview_of(run: RunDouble, state: UserState | None = None) -> PreviewPanel:
    """Return a preview of a stand-in."""
    return PreviewPanel(cast(RunController, run), state)
