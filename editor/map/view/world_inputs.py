"""Turn what the user does on the map into inputs of the session, or say why it cannot be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from runtime.basics.values import Vector
from runtime.worlds.flight.projectiles import STONE, ThrownObject

if TYPE_CHECKING:
    from editor.running.run_controller import RunController
    from runtime.session.session import Session


class Refused(NamedTuple):
    """Say why something cannot be done, and what to do."""

    reason: str
    remedy: str


NO_WORLD = Refused("No world runs here.", "Open a document or a world first.")
NO_PLAYER = Refused("No agent is the player of this world.", "Edit the world and choose one of its agents.")


class WorldInputs:
    """Send what the user does to the session the run controller holds at that moment.

    While the world does not move by itself, inputs are applied at once: nothing happens in between, so the
    next step finds the same as if it had applied them itself.
    """

    def __init__(self, run: RunController) -> None:
        self._run = run
        self._home: tuple[str, Vector, float] | None = None

    @property
    def goal(self) -> Vector | None:
        """Return where the player is sent, until it is there or driven by hand."""
        session = self._run.session
        player = session.document.player if session is not None else None
        if session is None or player is None or player not in session.agent_ids:
            return None
        return session.world.sent_to(player)

    def drag(self, agent_id: str, at: Vector) -> None:
        """Ask for another position; the first time remember the pose to go back to."""
        session = self._run.session
        if session is None or agent_id not in session.agent_ids:
            return
        if self._home is None:
            pose = session.world.pose(agent_id)
            self._home = (agent_id, pose.position, pose.heading)
        self._put(session, agent_id, at)

    def finish_drag(self) -> None:
        """Leave the agent where it is."""
        self._home = None

    def cancel_drag(self) -> None:
        """Put the agent back where the drag began, looking as it did."""
        home, self._home = self._home, None
        session = self._run.session
        if home is not None and session is not None and home[0] in session.agent_ids:
            self._put(session, *home)

    def drive(self, direction: Vector | None) -> Refused | None:
        """Steer the player in a direction, or let it stop; it goes where it was sent no more."""
        player = self._player()
        if isinstance(player, Refused):
            return player
        session, agent = player
        session.drive(agent, direction)
        return None

    def send_player(self, at: Vector) -> Refused | None:
        """Let the player drive straight to a place (STEER-21)."""
        player = self._player()
        if isinstance(player, Refused):
            return player
        session, agent = player
        session.send(agent, at)
        self._apply(session)
        return None

    def _player(self) -> tuple[Session, str] | Refused:
        session = self._run.session
        if session is None:
            return NO_WORLD
        player = session.document.player
        if player is None or player not in session.agent_ids:
            return NO_PLAYER
        return session, player

    def throw(self, target: Vector, thing: ThrownObject = STONE) -> Refused | None:
        """Throw something to a place: from the player, or dropped there where no agent is the player."""
        session = self._run.session
        if session is None:
            return NO_WORLD
        session.throw_object(target, thing)
        self._apply(session)
        return None

    def make_noise(self, at: Vector, loudness: float) -> Refused | None:
        """Make a noise at a place, of no agent."""
        session = self._run.session
        if session is None:
            return NO_WORLD
        session.make_noise(at, loudness)
        self._apply(session)
        return None

    def _put(self, session: Session, agent_id: str, at: Vector, heading: float | None = None) -> None:
        session.set_pose(agent_id, at, heading)
        self._apply(session)

    def _apply(self, session: Session) -> None:
        if not self._run.is_running:
            session.apply_inputs()
