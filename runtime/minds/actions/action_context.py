"""Give a running action its arguments, its memory and its way to the world."""

from __future__ import annotations

import traceback
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from graphs.expressions.types import Value, fits_type
from runtime.basics.context import EvaluationError, Slot
from runtime.basics.host import ROUTE_FIELD, Request
from runtime.basics.status import Status
from runtime.basics.values import Vector
from runtime.minds.actions.action import Action, ActionContext
from runtime.minds.program.agent_state import AgentState
from runtime.records.reasons import own_words

if TYPE_CHECKING:
    from runtime.minds.program.rows import Row
    from runtime.minds.program.ticking_brain import TickingBrain


class ActionFields:
    """Read and write an action's declared fields, which lie in the agent's buffers."""

    __slots__ = ("_slots", "_state")

    _state: AgentState
    _slots: Mapping[str, Slot]

    def __init__(self, state: AgentState, slots: Mapping[str, Slot]) -> None:
        object.__setattr__(self, "_state", state)
        object.__setattr__(self, "_slots", slots)

    def __getattr__(self, name: str) -> Value:
        return self._state.read(_field_slot(self._slots, name))

    def __setattr__(self, name: str, value: Value) -> None:
        slot = _field_slot(self._slots, name)
        if not fits_type(value, slot.type):
            raise TypeError(f"the field {name} is {slot.type.phrase} and cannot take {value!r}")
        self._state.write(slot, value)


def _field_slot(slots: Mapping[str, Slot], name: str) -> Slot:
    try:
        return slots[name]
    except KeyError:
        declared = ", ".join(slots) or "none"
        raise AttributeError(f"the action declares no field {name!r}; declared: {declared}") from None


class BrainActionContext:
    """Be the `ActionContext` of one node of one brain in one tick."""

    __slots__ = ("_filed", "_row", "_slots", "arguments", "brain", "entered")

    def __init__(
        self,
        brain: TickingBrain,
        row: Row,
        arguments: Mapping[str, Value],
        slots: Mapping[str, Slot] | None,
        entered: int,
    ) -> None:
        self.brain = brain
        self._row = row
        self.arguments = arguments
        self._slots = slots
        self.entered = entered
        self._filed: tuple[Mapping[str, Value], Request] | None = None

    @property
    def agent(self) -> str:
        """Return the id of the agent that acts."""
        return self.brain.agent

    @property
    def row_index(self) -> int:
        """Return the number of the row that acts."""
        return self._row.index

    @property
    def tick(self) -> int:
        """Return the world's tick."""
        return self.brain.tick_now

    @property
    def rate(self) -> int:
        """Return the world's ticks per second."""
        return self.brain.rate

    @property
    def seconds_running(self) -> float:
        """Return the time since the action was entered."""
        return (self.brain.tick_now - self.entered) / self.brain.rate

    @property
    def state(self) -> ActionFields:
        """Return the action's declared fields."""
        return ActionFields(self.brain.state, self._slots or {})

    def argument(self, name: str) -> Value:
        """Return the argument `name`; None for an optional one that was not given."""
        return self.arguments[name]

    def entity_field(self, entity: str, field: str) -> Value:
        """Return a field of an entity; raise `EvaluationError` when it is lost."""
        return self.brain.entity_field(entity, field)

    def request(
        self, behavior: str, arguments: Mapping[str, Value], weight: float = 1.0, priority: int = 1
    ) -> None:
        """File a steering request under this node; one that is as the one in force is that one."""
        row = self._row
        wanted = (behavior, arguments, weight, priority)
        for known in self.brain.requests_in_force:
            if known.node_path == row.path:
                if (known.behavior, known.arguments, known.weight, known.priority) == wanted:
                    self.brain.add_request(row, known)
                    return
                break
        made = Request(behavior, arguments, weight, priority, row.path, row.stream)
        self._filed = (self.arguments, made)
        self.brain.add_request(row, made)

    def request_again(self) -> bool:
        """File the request that was last made here, by any brain, if the arguments are the same mapping."""
        filed = self._filed
        if filed is None or filed[0] is not self.arguments:
            return False
        self.brain.add_request(self._row, filed[1])
        return True

    def effect(self, name: str, arguments: Mapping[str, Value]) -> None:
        """Ask for a one-shot effect after all brains have ticked."""
        self.brain.host.effect(self.brain.agent, name, arguments, self._row.path)

    def fail(self, reason: str) -> Status:
        """Return FAILURE, with the reason of the visit."""
        self.brain.reason = own_words(reason) if reason else None
        return Status.FAILURE

    def succeed(self, reason: str) -> Status:
        """Return SUCCESS, with the reason of the visit."""
        self.brain.reason = own_words(reason) if reason else None
        return Status.SUCCESS

    def route_state(self) -> str:
        """Return how the route this node asked for is, "" for none."""
        return self.own_state(ROUTE_FIELD)

    def own_state(self, start: str) -> str:
        """Return how what this node asked the world for is, "" for nothing; `start` is that of the field."""
        state = self.brain.entity_field(self.brain.agent, f"{start}{self._row.path}")
        return state if isinstance(state, str) else ""

    def position_of(self, point: Value) -> Vector:
        """Return the position that `point` names."""
        if isinstance(point, tuple):
            return point
        if isinstance(point, str):
            position = self.brain.entity_field(point, "position")
            assert isinstance(position, tuple)
            return position
        raise EvaluationError("There is no place to go to: the entity is nobody.")

    @property
    def trial(self) -> RunningGenerator | None:
        """Return the generator that runs for this node, None when none does."""
        return cast("RunningGenerator | None", self.brain.trials.get(self._row.index))

    @trial.setter
    def trial(self, trial: RunningGenerator | None) -> None:
        if trial is None:
            self.brain.trials.pop(self._row.index, None)
        else:
            self.brain.trials[self._row.index] = trial

    def follow(self, other: BrainActionContext) -> None:
        """Take the arguments that another context of the same node has by now."""
        self.arguments = other.arguments

    def move_to(self, brain: TickingBrain, row: Row, slots: Mapping[str, Slot]) -> None:
        """Go on as the same node of another brain, which runs a new version of the program (rule 8.2)."""
        self.brain, self._row, self._slots = brain, row, slots


class TurnContext(BrainActionContext):
    """Be the context of one node that all brains take turns with, in generated code.

    It is given `brain` before each use, and `arguments` where they are not constant; `entered` is read from
    the int slot where it stands.
    """

    __slots__ = ("_entered_slot",)

    def __init__(
        self, row: Row, slots: Mapping[str, Slot], entered_slot: int, arguments: Mapping[str, Value]
    ) -> None:
        self._row = row
        self._slots = slots
        self._entered_slot = entered_slot
        self.arguments = arguments
        self._filed = None

    @property
    def seconds_running(self) -> float:
        """Return the time since the action was entered."""
        return (self.brain.tick_now - self.brain.ints[self._entered_slot]) / self.brain.rate


@dataclass(frozen=True, slots=True)
class RunningGenerator:
    """Hold a running generator and the context it was given."""

    generator: Generator[object, None, object]
    context: BrainActionContext


USER_MISTAKES = (Exception, SystemExit)
"""What user code may raise without ending the run: a game's `sys.exit()` is a mistake like any other."""


def number_in(context: ActionContext, name: str) -> float:
    """Return a number that an action was given, 0 where it is none."""
    value = context.argument(name)
    return float(value) if isinstance(value, (int, float)) else 0.0


def run_guarded(
    action: Action, context: BrainActionContext, brain: TickingBrain, row: Row, *, enter: bool
) -> Status:
    """Enter (if asked) and tick an action; an exception in it fails the node (rule 3.12)."""
    try:
        if enter:
            action.enter(context)
        result: object = action.tick(context)
    except USER_MISTAKES as error:
        note_mistake(action, error, brain, row)
        return Status.FAILURE
    if result is Status.RUNNING or result is Status.SUCCESS or result is Status.FAILURE:
        return result
    note_no_result(action, result, brain, row)
    return Status.FAILURE


def note_mistake(action: Action, error: BaseException, brain: TickingBrain, row: Row) -> None:
    """Record what the code of an action raised, with the traceback from that code on."""
    if isinstance(error, EvaluationError):
        message, detail = str(error), error.detail
    else:
        message = f"{action.code_name} raised {type(error).__name__}: {error}"
        inside = error.__traceback__.tb_next if error.__traceback__ is not None else None
        detail = "".join(traceback.format_exception(type(error), error, inside))
    brain.record_error(row, message, detail)
    brain.reason = own_words(message)


def note_no_result(action: Action, result: object, brain: TickingBrain, row: Row) -> None:
    """Record that the tick of an action gave what is no result of a tick."""
    said = f"a tick gives Status.RUNNING, SUCCESS or FAILURE, not {result!r}"
    message = f"{action.code_name} raised TypeError: {said}"
    brain.record_error(row, message)
    brain.reason = own_words(message)


def halt_guarded(action: Action, context: BrainActionContext, brain: TickingBrain, row: Row) -> None:
    """Halt an action; an exception in it is recorded and ends nothing else."""
    try:
        action.halt(context)
    except USER_MISTAKES as error:
        message = f"{action.code_name} raised {type(error).__name__} when halted: {error}"
        brain.record_error(row, message, traceback.format_exc())
