"""Run `raise … after s [as id]` and `cancel id` (rules 2.5, 4.8).

| raised by | dies |
|---|---|
| entry and update of a state, and what its activity does | when the state exits |
| exit actions, actions of transitions | when the machine ends |
| a tree with no machine around it | with the brain; when due it is posted to the brain itself |

Canceled is what was raised with the id in the same machine, or outside of any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.basics.context import EvaluationError
from runtime.basics.host import Event
from runtime.minds.actions.action_lines import RaiseLine
from runtime.minds.program.code import LineCode
from runtime.minds.program.machines import MOST_DELAYED, NO_ROW, DelayedEvent
from runtime.minds.program.rows import Row, RowFamily

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue
    from runtime.minds.program.ticking_brain import TickingBrain


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
        event = Event(self.event, self.payload(brain))
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
