"""Run the lines of action blocks: what each kind of line does (rule 2.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from graphs.expressions.action_blocks import Draw
from graphs.expressions.types import Items, Value
from runtime.basics.context import EvaluationError, Slot
from runtime.basics.host import RaisedEvent
from runtime.basics.random_numbers import DrawError, draw_between, draw_chance, draw_float, draw_int
from runtime.basics.status import Status
from runtime.minds.actions.action import Action
from runtime.minds.actions.action_context import BrainActionContext, run_guarded
from runtime.minds.program.code import LineCode
from runtime.minds.program.machines import MOST_DELAYED, NO_ROW, DelayedEvent
from runtime.minds.program.rows import Row, RowFamily
from runtime.records.reasons import sentence_of

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue, Expression
    from runtime.minds.program.ticking_brain import TickingBrain


NamedCode = tuple[tuple[str, "Expression"], ...]


@dataclass(slots=True, frozen=True)
class AssignLine(LineCode):
    """Write the value of an expression to a variable."""

    name: str
    slot: Slot
    value: Expression

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Evaluate and write."""
        brain.write_variable(self.name, self.slot, self.value.run(brain), row)


@dataclass(slots=True, frozen=True)
class SetLine(LineCode):
    """Arm a trigger (rule 2.3)."""

    name: str
    slot: Slot

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Arm it, and tell so as a write."""
        brain.arm(self.name, self.slot, row)


@dataclass(slots=True, frozen=True)
class DrawLine(LineCode):
    """Draw a seeded number and write it to a variable (rule 1.4); `draws` counts the draws."""

    name: str
    slot: Slot
    draw: Draw
    arguments: tuple[Expression, ...]
    draws: int

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Draw and write."""
        values = [_number(argument.run(brain)) for argument in self.arguments]
        place = (brain.seed, brain.agent_hash, row.draw_key, brain.draw_count(self.draws))
        if self.draw == "bell":
            further = (draw_float(*place[:3], brain.draw_count(self.draws)) for _ in range(2))
            drawn = 2.0 * sum(further, draw_float(*place)) - 3.0
            brain.write_variable(self.name, self.slot, values[0] + values[1] * drawn, row)
            return
        try:
            brain.write_variable(self.name, self.slot, self._drawn(place, values), row)
        except DrawError as error:
            raise EvaluationError(str(error)) from None

    def _drawn(self, place: tuple[int, int, int, int], values: list[float]) -> Value:
        if self.draw == "chance":
            return draw_chance(*place, values[0])
        if self.draw == "random":
            return draw_between(*place, values[0], values[1])
        return draw_int(*place, int(values[0]), int(values[1]))


@dataclass(slots=True, frozen=True)
class RaiseLine(LineCode):
    """Raise an event to the innermost enclosing machine, or post it to oneself (rule 6.5).

    A machine that is halted from outside is over: what its exit actions raise goes nowhere.
    """

    event: str
    fields: NamedCode

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Evaluate the payload and raise."""
        event = RaisedEvent(self.event, self.payload(brain))
        machine = brain.machines.ticks.get(row.enclosing_machine)
        if machine is not None:
            machine.take_raised(event)
        elif row.enclosing_machine < 0:
            brain.host.send(brain.agent, brain.agent, event)

    def payload(self, brain: TickingBrain) -> dict[str, Value]:
        """Evaluate the fields of the event."""
        return _values(self.fields, brain)


@dataclass(slots=True, frozen=True)
class SendLine(LineCode):
    """Post an event for the next tick of other brains."""

    event: str
    fields: NamedCode
    receiver: Literal["self", "entity", "team", "all"]
    entity: Expression | None

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Evaluate the payload and the receiver, and send."""
        event = RaisedEvent(self.event, _values(self.fields, brain))
        receiver: Value = brain.agent if self.receiver == "self" else self.receiver
        if self.entity is not None:
            receiver = self.entity.run(brain)
            if not isinstance(receiver, str):
                raise EvaluationError("There is nobody to send to.")
        assert isinstance(receiver, str)
        brain.host.send(brain.agent, receiver, event)


@dataclass(slots=True, frozen=True)
class ListLine(LineCode):
    """Change a list; appending to a full one fails the line, removing what is not there does nothing."""

    name: str
    slot: Slot
    change: Literal["append", "remove", "clear"]
    item: Expression | None

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Evaluate the item and write the list with or without it."""
        held = brain.state.read(self.slot)
        assert isinstance(held, Items)
        items = held.values if self.change != "clear" else ()
        if self.item is not None:
            item = self.item.run(brain)
            assert not isinstance(item, Items)
            if self.change == "append":
                if len(items) == self.slot.type.most:
                    raise EvaluationError(f"{self.name} is full with {len(items)} items.")
                items = (*items, item)
            elif item in items:
                place = items.index(item)
                items = items[:place] + items[place + 1 :]
        brain.write_variable(self.name, self.slot, Items(items), row)


@dataclass(slots=True, frozen=True)
class DoLine(LineCode):
    """Run an instant action; one that does not succeed fails the line."""

    name: str
    action: Action
    arguments: tuple[tuple[str, ControlValue], ...]

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Evaluate the arguments and run the action for its one tick."""
        values = {name: value.value(brain, row) for name, value in self.arguments}
        context = BrainActionContext(brain, row, values, None, brain.tick_now)
        reason, brain.reason = brain.reason, None
        result = run_guarded(self.action, context, brain, row, enter=True)
        why, brain.reason = sentence_of(brain.reason), reason
        if result != Status.SUCCESS:
            raise EvaluationError(f"the instant action {self.name} gave {result.name}{why and f': {why}'}.")


def _values(fields: NamedCode, brain: TickingBrain) -> dict[str, Value]:
    return {name: expression.run(brain) for name, expression in fields}


def _number(value: Value) -> float:
    assert isinstance(value, (int, float))
    return value


@dataclass(slots=True, frozen=True)
class DelayedRaiseLine(RaiseLine):
    """Raise an event some time later; `outlives_state` is of blocks of a state that belong to the machine."""

    after: ControlValue
    id: str
    outlives_state: bool

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Evaluate the payload and the delay, and let the event wait.

        A machine that is being stopped takes nothing more. Raises `EvaluationError` when too many wait.
        """
        event = RaisedEvent(self.event, self.payload(brain))
        ticks = self.after.ticks(brain, row)
        machine = row.enclosing_machine
        if machine >= 0:
            tick = brain.machines.ticks.get(machine)
            if tick is None or tick.stopping:
                return
        if len(brain.machines.delayed) >= MOST_DELAYED:
            raise EvaluationError(f"{MOST_DELAYED} delayed events wait already; no more are taken.")
        state = NO_ROW if self.outlives_state else _state_around(row, brain)
        brain.delay(DelayedEvent(brain.due_after(ticks), machine, state, event, self.id))


@dataclass(slots=True, frozen=True)
class CancelLine(LineCode):
    """Cancel the delayed events that were raised with an id and still wait."""

    id: str

    def run(self, brain: TickingBrain, row: Row) -> None:
        """Cancel them."""
        brain.machines.cancel(row.enclosing_machine, self.id)


def _state_around(row: Row, brain: TickingBrain) -> int:
    """Return the state, of the innermost machine, whose block or activity a row belongs to, or `NO_ROW`."""
    rows = brain.program.rows
    while row.family is not RowFamily.STATE:
        if row.parent < 0 or row.family in (RowFamily.MACHINE, RowFamily.TRANSITION):
            return NO_ROW
        row = rows[row.parent]
    return row.index
