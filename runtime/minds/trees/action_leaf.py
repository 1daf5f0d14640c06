"""Run an action as a leaf or as the activity of a state (rules 2.2, 3.12).

| step | what happens |
|---|---|
| enter | declared fields are made anew |
| first tick | arguments evaluated, the action's `enter`, then its `tick` |
| every further tick | arguments evaluated again, then its `tick` |
| halt | the action's `halt`, with arguments evaluated once more (None where one fails); requests are gone |
| exception | FAILURE, recorded with its traceback |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphs.expressions.types import Value, default_value
from runtime.basics.context import EvaluationError, Slot
from runtime.basics.status import Status
from runtime.minds.actions.action import Action
from runtime.minds.actions.action_context import BrainActionContext, halt_guarded, run_guarded
from runtime.minds.program.row_fields import Meaning, Memory, Sort, declared_memories, given, remembers
from runtime.minds.program.tree_row import RowPage, TreeRow
from runtime.records.reasons import Reason, ReasonForm

if TYPE_CHECKING:
    from runtime.minds.program.code import ControlValue
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, eq=False, kw_only=True)
class ActionRow(TreeRow):
    """Run one registered action, known as `action_id`.

    `entered` is the int slot with the tick it was entered on, `begun` the byte slot that tells whether the
    action's own `enter` has run.
    """

    about: ClassVar[RowPage] = RowPage(
        "action", ("action", "activity"), "Does an action of the game.", 0, None, ()
    )

    action_id: str = given(Sort.TEXT, "The action.", name="action")
    action: Action
    arguments: tuple[tuple[str, ControlValue], ...] = given(
        Sort.ARGUMENTS, "Its arguments, evaluated before every tick."
    )
    fields: Mapping[str, Slot]
    entered: int = remembers(Meaning.TICK, "The tick it was entered on.")
    begun: int = remembers(Meaning.FLAG, "1 once the action itself has begun.")

    def memories(self) -> Iterator[Memory]:
        """Yield what it remembers, the declared fields of its action as well."""
        yield from declared_memories(self)
        for name, slot in self.fields.items():
            yield Memory(f"state.{name}", Meaning.FIELD, slot.index, slot=slot)

    def can_run(self) -> bool:
        """Tell that it can take time."""
        return True

    def enter(self, brain: TickingBrain) -> None:
        """Make the declared fields anew."""
        brain.ints[self.entered] = brain.tick_now
        brain.bytes_[self.begun] = 0
        self.make_fields_anew(brain)

    def make_fields_anew(self, brain: TickingBrain) -> None:
        """Give the declared fields their first values."""
        for slot in self.fields.values():
            brain.state.write(slot, default_value(slot.type))

    def tick(self, brain: TickingBrain) -> Status:
        """Evaluate the arguments and tick the action."""
        values: dict[str, Value] = {name: value.value(brain, self) for name, value in self.arguments}
        first = not brain.bytes_[self.begun]
        brain.bytes_[self.begun] = 1
        brain.drop_requests(self)
        result = run_guarded(self.action, self._context(brain, values), brain, self, enter=first)
        if brain.log is not None and result != Status.RUNNING and brain.reason is None:
            failed = result == Status.FAILURE
            brain.reason = Reason(ReasonForm.ACTION_FAILED if failed else ReasonForm.ACTION_SUCCEEDED)
        return result

    def stop(self, brain: TickingBrain) -> None:
        """Halt the action, if it has begun."""
        if not brain.bytes_[self.begun]:
            return
        values: dict[str, Value] = {}
        for name, value in self.arguments:
            try:
                values[name] = value.value(brain, self)
            except EvaluationError:
                values[name] = None
        halt_guarded(self.action, self._context(brain, values), brain, self)

    def _context(self, brain: TickingBrain, values: Mapping[str, Value]) -> BrainActionContext:
        return BrainActionContext(brain, self, values, self.fields, brain.ints[self.entered])
