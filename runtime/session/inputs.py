"""Hold what a user or a host asks of a running session, as values that a recording keeps (rule 7.4).

Inputs are applied in the order they were asked for, before the sensors of the next step. `apply` takes what
there is to check again: between the asking and the step another input may have exchanged the mind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from graphs.expressions.types import fits_type
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.basics.values import Value, Vector
from runtime.minds.brain.brain import Brain
from runtime.minds.brain.from_outside import order_entry, order_result
from runtime.minds.decisions.decision_tree_row import ask_anew
from runtime.minds.program.program import Program
from runtime.minds.trees.leaves import ActionRow
from runtime.records.trace_frame import RunError
from runtime.worlds.flight.projectiles import THROWING_SPEED, ThrownObject

if TYPE_CHECKING:
    from runtime.session.programs import MindPrograms
    from runtime.session.session import Session


def clicked_row(program: Program, node_path: str) -> ActionRow | None:
    """Return the row at `node_path` that waits for an answer, None where there is none."""
    for index in sorted(program.clicked_stand_ins):
        row = program.rows[index]
        if row.path == node_path and isinstance(row, ActionRow):
            return row
    return None


def answer_clicked(brain: Brain, node_path: str, result: Status) -> None:
    """Let the stand-in at `node_path`, if it runs, end with `result` in its next tick; RUNNING: not yet."""
    row = clicked_row(brain.program, node_path)
    if row is not None and brain.bytes_[row.index] == Status.RUNNING:
        brain.state.write(row.fields["answer"], 0 if result is Status.RUNNING else int(result))
        return
    if result is Status.RUNNING:
        return
    said = f"Nothing runs at {node_path} that {result.name} could end; the answer is dropped."
    brain.outside_errors.append(RunError(-1 if row is None else row.index, said))


def answer_given(brain: Brain, row: int) -> Status | None:
    """Return the answer that a waiting stand-in will take in its next tick, RUNNING for none yet.

    None is for a row that is no stand-in of that sort, or does not run.
    """
    found = brain.program.rows[row]
    waits = row in brain.program.clicked_stand_ins and brain.bytes_[row] == Status.RUNNING
    if not waits or not isinstance(found, ActionRow):
        return None
    answer = brain.state.read(found.fields["answer"])
    assert isinstance(answer, int)
    return Status(answer) if answer else Status.RUNNING


@dataclass(frozen=True, slots=True)
class WriteVariable:
    """Write a variable of one agent."""

    agent: str
    name: str
    value: Value

    def apply(self, session: Session) -> None:
        """Write it; what cannot be written is recorded as an error of the agent."""
        session.brains[self.agent].write_from_outside(self.name, self.value)


@dataclass(frozen=True, slots=True)
class WriteWorldVariable:
    """Write a variable that all agents share."""

    name: str
    value: Value

    def apply(self, session: Session) -> None:
        """Write it, unless the minds of now declare it no more or with another type."""
        slot = session.world_variable_places.get(self.name)
        if slot is not None and fits_type(self.value, slot.type):
            session.shared_state.write(slot, self.value)


@dataclass(frozen=True, slots=True)
class PostEvent:
    """Post an event to some agents; `payload` are its fields, ascending by name."""

    agents: tuple[str, ...]
    name: str
    payload: tuple[tuple[str, Value], ...] = ()

    def apply(self, session: Session) -> None:
        """Let the event wait for the next tick of each of them."""
        event = RaisedEvent(self.name, dict(self.payload))
        for agent in self.agents:
            session.brains[agent].post(event)
        if len(self.agents) == len(session.brains):
            session.world.announce(self.name)


@dataclass(frozen=True, slots=True)
class SetPose:
    """Put an agent somewhere, looking to `heading` (degrees) or as before."""

    agent: str
    position: Vector
    heading: float | None = None

    def apply(self, session: Session) -> None:
        """Put it there; walls keep it out."""
        session.world.set_pose(self.agent, self.position, self.heading)


@dataclass(frozen=True, slots=True)
class DriveAgent:
    """Drive an agent in a direction from now on; None lets go."""

    agent: str
    direction: Vector | None

    def apply(self, session: Session) -> None:
        """Drive it."""
        session.world.drive(self.agent, self.direction)


@dataclass(frozen=True, slots=True)
class SendAgent:
    """Drive an agent straight to a place, and let go of it there."""

    agent: str
    goal: Vector

    def apply(self, session: Session) -> None:
        """Send it; every step turns it towards the place."""
        session.world.send(self.agent, self.goal)


@dataclass(frozen=True, slots=True)
class ThrowObject:
    """Throw `thing` to `target`, from `start` or, where that is None, from the player.

    Without a player it is dropped onto the target. `speed` in units/s is how fast it leaves at most.
    """

    target: Vector
    thing: ThrownObject
    start: Vector | None = None
    speed: float = THROWING_SPEED

    def apply(self, session: Session) -> None:
        """Throw it."""
        world, player = session.world, session.document.player
        thrower = player if self.start is None and player in session.agent_ids else None
        start = world.pose(thrower).position if thrower is not None else self.start or self.target
        world.throw_object(start, self.target, self.thing, thrower or "", self.speed)


@dataclass(frozen=True, slots=True)
class MakeNoise:
    """Make a noise at a place, of no one: what the user clicks for."""

    at: Vector
    loudness: float
    tag: str = ""

    def apply(self, session: Session) -> None:
        """Make it; sensors hear it in this step."""
        session.world.make_noise(self.at, self.loudness, self.tag)


@dataclass(frozen=True, slots=True)
class AskTick:
    """Let a brain tick that ticks only when asked (rule 1.3)."""

    agent: str

    def apply(self, session: Session) -> None:
        """Note that it was asked."""
        session.ticks_asked.add(self.agent)


@dataclass(frozen=True, slots=True)
class AskDecisions:
    """Let the running decision trees of an agent be evaluated in its next brain tick (rule 5.5)."""

    agent: str

    def apply(self, session: Session) -> None:
        """Ask them again."""
        ask_anew(session.brains[self.agent])


@dataclass(frozen=True, slots=True)
class SetCondition:
    """Set the switch that is in for a condition of the game."""

    name: str
    answer: bool

    def apply(self, session: Session) -> None:
        """Set it."""
        session.switches[self.name] = self.answer


@dataclass(frozen=True, slots=True)
class AnswerStandIn:
    """Say how a stand-in that waits for the user ended; RUNNING takes the answer back."""

    agent: str
    node_path: str
    result: Status

    def apply(self, session: Session) -> None:
        """Tell the node; where nothing runs there that is recorded."""
        answer_clicked(session.brains[self.agent], self.node_path, self.result)


@dataclass(frozen=True, slots=True)
class EnterState:
    """Let a state be entered in an agent's next tick, as by a transition from the root of its machine."""

    agent: str
    state_path: str

    def apply(self, session: Session) -> None:
        """Order it; where no such state is, that is recorded."""
        order_entry(session.brains[self.agent], self.state_path)


@dataclass(frozen=True, slots=True)
class ForceResult:
    """Let a node end with a result at its next visit, unticked; None takes back what was forced before."""

    agent: str
    node_path: str
    result: Status | None

    def apply(self, session: Session) -> None:
        """Order it; where no such node is, that is recorded."""
        order_result(session.brains[self.agent], self.node_path, self.result)


@dataclass(frozen=True, slots=True, eq=False)
class SwapMinds:
    """Go on with other versions of the minds (rule 8.1)."""

    minds: MindPrograms

    def apply(self, session: Session) -> None:
        """Let all agents keep what can be kept; it begins a new segment."""
        session.go_on_with(self.minds)


SessionInput: TypeAlias = (
    WriteVariable
    | WriteWorldVariable
    | PostEvent
    | SetPose
    | DriveAgent
    | SendAgent
    | MakeNoise
    | ThrowObject
    | AskTick
    | AskDecisions
    | SetCondition
    | AnswerStandIn
    | EnterState
    | ForceResult
    | SwapMinds
)
"""Anything that can be asked of a session."""
