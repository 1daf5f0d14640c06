"""Turn what the user does on the map into inputs of the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.values import Vector
from runtime.worlds.projectiles import STONE, ThrownObject

if TYPE_CHECKING:
    from editor.running.run_controller import RunController


class WorldInputs:
    """Send drags and driving to the session the run controller holds at that moment.

    While the world does not move by itself, drags are applied at once: nothing happens in between, so the
    next step finds the same as if it had applied them itself.
    """

    def __init__(self, run: RunController) -> None:
        self._run = run
        self._home: tuple[str, Vector, float] | None = None

    def drag(self, agent_id: str, at: Vector) -> None:
        """Ask for another position; the first time remember the pose to go back to."""
        session = self._run.session
        if session is None or agent_id not in session.agent_ids:
            return
        if self._home is None:
            pose = session.world.pose(agent_id)
            self._home = (agent_id, pose.position, pose.heading)
        self._put(agent_id, at)

    def finish_drag(self) -> None:
        """Leave the agent where it is."""
        self._home = None

    def cancel_drag(self) -> None:
        """Put the agent back where the drag began, looking as it did."""
        home, self._home = self._home, None
        session = self._run.session
        if home is not None and session is not None and home[0] in session.agent_ids:
            self._put(*home)

    def drive(self, direction: Vector | None) -> None:
        """Steer the player in a direction, or let it stop."""
        session = self._run.session
        if session is not None:
            player = session.document.player
            if player is not None and player in session.agent_ids:
                session.drive(player, direction)

    def throw(self, target: Vector, thing: ThrownObject = STONE) -> None:
        """Throw something to a place: from the player, or dropped there where nobody is the player."""
        session = self._run.session
        if session is not None:
            session.throw_object(target, thing)
            if not self._run.is_running:
                session.apply_inputs()

    def _put(self, agent_id: str, at: Vector, heading: float | None = None) -> None:
        session = self._run.session
        if session is None:
            return
        session.set_pose(agent_id, at, heading)
        if not self._run.is_running:
            session.apply_inputs()
