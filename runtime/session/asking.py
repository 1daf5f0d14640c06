"""Ask things of a session for its next step: what a user or a host may do to a run (rule 7.4)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

from graphs.expressions.names import name_remedy
from graphs.expressions.types import fits_type
from runtime.basics.status import Status
from runtime.basics.values import Value, Vector
from runtime.minds.brain.from_outside import KnownEvents, node_at, posted_payload, state_at
from runtime.minds.program.orders import FORCIBLE
from runtime.session.inputs import (
    AnswerStandIn,
    AskDecisions,
    AskTick,
    DriveAgent,
    EnterState,
    ForceResult,
    MakeNoise,
    PostEvent,
    SendAgent,
    SessionInput,
    SetCondition,
    SetPose,
    ThrowObject,
    WriteVariable,
    WriteWorldVariable,
    clicked_row,
)
from runtime.worlds.flight.projectiles import STONE, THROWING_SPEED, ThrownObject

if TYPE_CHECKING:
    from runtime.basics.context import Slot
    from runtime.minds.brain.brain import Brain


class AskableSession(ABC):
    """Check what is asked for and let it wait, as a value, for the next step."""

    @property
    @abstractmethod
    def brains(self) -> Mapping[str, Brain]:
        """Return the brains by agent id, in ascending id."""

    @property
    @abstractmethod
    def world_variable_places(self) -> Mapping[str, Slot]:
        """Return the places of the world variables in the shared state."""

    @property
    @abstractmethod
    def condition_switches(self) -> Mapping[str, bool]:
        """Return the answer of every condition that a switch answers here."""

    @abstractmethod
    def known_events(self, agent: str) -> KnownEvents:
        """Return the events that an agent's mind knows, with the types of what they carry."""

    @abstractmethod
    def ask(self, asked: SessionInput) -> None:
        """Let an input wait for the next step."""

    def write_variable(self, agent: str, name: str, value: Value) -> None:
        """Write an agent variable before the next step (rule 7.4)."""
        self.ask(WriteVariable(agent, name, value))

    def write_world_variable(self, name: str, value: Value) -> None:
        """Write a world variable before the next step (rule 7.4).

        Raises ValueError for a name that no mind here declares and for a value of another type.
        """
        slot = self.world_variable_places.get(name)
        if slot is None:
            raise ValueError(f"No mind here declares the world variable {name!r}.")
        if not fits_type(value, slot.type):
            raise ValueError(f"{name} is {slot.type.phrase} and cannot take {value!r}.")
        self.ask(WriteWorldVariable(name, value))

    def post_event(self, agent: str | None, name: str, payload: Mapping[str, Value] | None = None) -> None:
        """Post an event to one agent, or to all when `agent` is None, for the next step.

        Raises ValueError for an agent without a mind, for an event that the mind does not know, or none of
        them when it goes to all, and for what the event does not carry or cannot take.
        """
        receivers = (agent,) if agent is not None else tuple(self.brains)
        if agent is not None and agent not in self.brains:
            raise ValueError(f"There is no agent {agent!r} with a mind. {name_remedy(agent, self.brains)}")
        known = {key: event for receiver in receivers for key, event in self.known_events(receiver).items()}
        fields = posted_payload(name, payload or {}, known)
        self.ask(PostEvent(receivers, name, tuple(sorted(fields.items()))))

    def set_pose(self, agent: str, position: Vector, heading: float | None = None) -> None:
        """Put an agent somewhere before the next step; walls keep it out (dragging the player)."""
        self.ask(SetPose(agent, position, heading))

    def drive(self, agent: str, direction: Vector | None) -> None:
        """Drive an agent by keys from the next step on; None lets go."""
        self.ask(DriveAgent(agent, direction))

    def send(self, agent: str, goal: Vector) -> None:
        """Drive an agent straight to a place from the next step on, until it is there or driven by hand."""
        self.ask(SendAgent(agent, goal))

    def throw_object(
        self,
        target: Vector,
        thing: ThrownObject = STONE,
        start: Vector | None = None,
        speed: float = THROWING_SPEED,
    ) -> None:
        """Throw something before the next step, from `start`, else from the player (`ThrowObject`).

        `THROWN_OBJECTS` names what there is to throw; `speed` in units/s bounds how far it gets.
        """
        self.ask(ThrowObject(target, thing, start, speed))

    def make_noise(self, at: Vector, loudness: float = 10.0, tag: str = "") -> None:
        """Make a noise at a place before the next step, whose sensors hear it; `tag` says what it is."""
        self.ask(MakeNoise(at, loudness, tag))

    def ask_tick(self, agent: str) -> None:
        """Let a brain with `tick_every: 0` tick in the next step (rule 1.3)."""
        self.ask(AskTick(agent))

    def ask_decisions(self, agent: str) -> None:
        """Let an agent's running decision trees be evaluated in its next brain tick (rule 5.5)."""
        self.ask(AskDecisions(agent))

    def set_condition(self, name: str, answer: bool) -> None:
        """Set the switch of a condition's stand-in from the next step on.

        Raises ValueError for a condition that has no switch here.
        """
        if name not in self.condition_switches:
            raise ValueError(f"The condition {name!r} has no stand-in here; its answer cannot be set.")
        self.ask(SetCondition(name, answer))

    def answer_stand_in(self, agent: str, node_path: str, result: Status) -> None:
        """Say how a stand-in that waits for the user ended; its node ends so in its next tick.

        RUNNING takes an answer back that no tick has used yet. `node_path` names the node, or the state whose
        activity it is. When it does not run at the next step, that is recorded and nothing else happens.
        Raises ValueError where no stand-in can wait for an answer, and for any other result.
        """
        if result not in (Status.SUCCESS, Status.FAILURE, Status.RUNNING):
            raise ValueError(f"A stand-in ends with SUCCESS or FAILURE or runs on, not {result.name}.")
        brain = self.brains.get(agent)
        if brain is None or clicked_row(brain.program, node_path) is None:
            raise ValueError(f"No stand-in of {agent} at {node_path!r} waits for an answer.")
        self.ask(AnswerStandIn(agent, node_path, result))

    def enter_state(self, agent: str, state_path: str) -> None:
        """Let a state be entered in the agent's next tick, whatever is active (rule 7.4).

        It is a transition without guard from the root of the state's machine. Where that machine does not run
        then, that is recorded and nothing else happens. Raises ValueError where there is no such state.
        """
        brain = self.brains.get(agent)
        if brain is None or state_at(brain.program, state_path) is None:
            raise ValueError(f"The mind of {agent} has no state at {state_path!r} that can be entered.")
        self.ask(EnterState(agent, state_path))

    def force_result(self, agent: str, node_path: str, result: Status | None) -> None:
        """Let a node end with a result at its next visit, LEFT_OUT disable it, None take that back (7.4).

        What runs below it is halted; it is entered first if it does not run, whatever its guard says. The
        path of a state's own action ends in `/activity`. Raises ValueError where there is no such node, and
        for RUNNING, with which nothing ends.
        """
        if result is not None and result not in FORCIBLE:
            raise ValueError(f"A node ends with SUCCESS, FAILURE or SKIPPED, not with {result.name}.")
        brain = self.brains.get(agent)
        if brain is None or node_at(brain.program, node_path) is None:
            raise ValueError(f"The mind of {agent} has no node at {node_path!r} that can be forced.")
        self.ask(ForceResult(agent, node_path, result))
