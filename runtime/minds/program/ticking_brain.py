"""What a row may ask of the brain that ticks it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self

from graphs.expressions.types import Value, ValueType, fits_type
from runtime.basics.context import Slot
from runtime.basics.host import RaisedEvent, Request
from runtime.basics.random_numbers import fnv1a_32
from runtime.basics.status import StateOutcome, Status
from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.program import triggers
from runtime.minds.program.agent_state import AgentState
from runtime.minds.program.expression_reader import ExpressionReader
from runtime.minds.program.machines import NO_MACHINES, DelayedEvent, Machines
from runtime.minds.program.rarely_used_state import Rarely, RareState, Shelved, Write
from runtime.records.reasons import Reason
from runtime.records.trace_frame import RunError

if TYPE_CHECKING:
    from runtime.minds.program.brain_log import BrainLog
    from runtime.minds.program.orders import Orders
    from runtime.minds.program.program import Program
    from runtime.minds.program.rows import Row
    from runtime.minds.program.tree_row import TreeRow


NOTHING_POSTED: list[RaisedEvent] = []
"""What all brains share to which nothing is posted; nothing is ever put there."""


class FastTrees(Protocol):
    """Visit the trees of a program in their fast form."""

    def visit_root(self, root: TreeRow, brain: TickingBrain, /) -> Status:
        """Visit the root of an activity."""


class TickingBrain(ExpressionReader):
    """Be what rows know of a brain while its tick is under way.

    `reason` is said of the visit under way, `passed_guard` is the row whose guard was just tested,
    `visits_left` what is left of the visit budget. `requests_in_force` are those of the last tick that filed
    any. `machines` holds what machines need. `plain_run` is the root in its generated form where nothing but
    that is to be done in a tick.

    Of a tick it holds what was made, most of it only while there is any: `made_writes` and `made_requests`
    are None where nothing was written or filed. `posted` are the events that wait for the next tick,
    `events_now` those that the last one took, and `raised` those that machines raised, each with whether it
    was taken (rule 6.5).
    """

    __slots__ = (
        *("program", "host", "agent", "_agent_hash", "seed", "world", "watched", "requests_in_force"),
        *("tick_now", "log", "visits_left", "reason", "passed_guard", "event", "state_row", "curves"),
        *("machines", "plain_run", "events_now", "made_requests", "made_writes", "outcomes", "posted"),
        "rare",
    )

    program: Program
    seed: int
    watched: bool
    requests_in_force: tuple[Request, ...]
    log: BrainLog | None
    reason: Reason | None
    visits_left: int
    passed_guard: int
    machines: Machines
    plain_run: Callable[[Any], int] | None
    _agent_hash: int | None

    left_to_interpreter: Rarely[bool] = Rarely(bool)
    raised: Rarely[list[tuple[RaisedEvent, bool]]] = Rarely(list)
    outside_writes: Rarely[list[Write]] = Rarely(list)
    outside_errors: Rarely[list[RunError]] = Rarely(list)
    errors: Rarely[list[RunError]] = Rarely(list)
    shelf: Rarely[Mapping[str, Shelved]] = Rarely(dict)
    trials: Rarely[dict[int, object]] = Rarely(dict)
    held_triggers: Rarely[Collection[int]] = Rarely(tuple)
    transition_reads: Rarely[dict[int, tuple[int, ...]]] = Rarely(dict)
    consumed: Rarely[list[int]] = Rarely(list)
    expired: Rarely[list[str]] = Rarely(list)

    posted: list[RaisedEvent]
    events_now: tuple[RaisedEvent, ...]
    outcomes: bytearray
    made_writes: list[Write] | None
    made_requests: dict[int, list[Request]] | None

    @property
    def agent_hash(self) -> int:
        """Return the number of the agent in draws (rule 1.4)."""
        if self._agent_hash is None:
            self._agent_hash = fnv1a_32(self.agent)
        return self._agent_hash

    @property
    def interpreted(self) -> bool:
        """Tell whether only the interpreter will do: for a log, for orders that wait, or as wished."""
        used = self.rare
        if used is None:
            return self.log is not None
        return self.log is not None or bool(used.left_to_interpreter) or used.orders is not None

    @interpreted.setter
    def interpreted(self, interpreted: bool) -> None:
        self.left_to_interpreter = interpreted
        self.plain_run = None

    @property
    def trees(self) -> FastTrees:
        """Return the fast form of the program's trees."""
        raise NotImplementedError

    @property
    def state(self) -> AgentState:
        """Return what the agent remembers: the brain itself."""
        return self

    def take_orders(self, orders: Orders | None) -> None:
        """Have these orders from outside in place of all others; None for none (rule 7.4)."""
        if orders is not None or self.rare is not None:
            self.rare = self.rare or RareState()
            self.rare.orders = orders
            self.plain_run = None

    def mark_active_states(self) -> None:
        """Give every active state that did nothing in this tick the outcome ACTIVE (rule 7.2)."""
        outcomes, stored = self.outcomes, self.bytes_
        for index in self.program.state_indices:
            if stored[index] and not outcomes[index]:
                outcomes[index] = StateOutcome.ACTIVE

    def forget_last_tick(self) -> None:
        """Drop what the last tick reported, so that what is reported from here on is of something else."""
        self.writes, self.errors, self.requests = [], [], {}
        self.raised, self.condition_answers = [], {}
        self.events_now = ()
        self.machines.begin_tick()

    def copy_for_trial(self) -> Self:
        """Return a brain that reads as this one does and writes to buffers of its own."""
        trial = copy.copy(self)
        trial.bytes_, trial.ints = bytearray(self.bytes_), list(self.ints)
        trial.floats, trial.objects = list(self.floats), list(self.objects)
        trial.outcomes = bytearray(len(self.outcomes))
        trial.rare, trial.machines = copy.copy(self.rare), copy.copy(self.machines)
        trial.errors, trial.armed_reads = [], []
        trial.condition_answers = dict(self.condition_answers)
        trial.log = None
        return trial

    @property
    def writes(self) -> list[Write]:
        """Return what was written in the last tick; `made_writes` is None where that is nothing."""
        if self.made_writes is None:
            self.made_writes = []
        return self.made_writes

    @writes.setter
    def writes(self, writes: list[Write]) -> None:
        self.made_writes = writes

    @property
    def requests(self) -> dict[int, list[Request]]:
        """Return the requests filed in the last tick, by row; `made_requests` is None where there is none."""
        if self.made_requests is None:
            self.made_requests = {}
        return self.made_requests

    @requests.setter
    def requests(self, requests: dict[int, list[Request]]) -> None:
        self.made_requests = requests

    @property
    def events_raised(self) -> Sequence[tuple[RaisedEvent, bool]]:
        """Return what was raised in the last tick, to be looked at only."""
        used = self.rare
        return (used.raised or ()) if used is not None else ()

    def reset_reports(self) -> None:
        """Make what belongs to one tick again, and let in what came from outside since the last one."""
        self.outcomes = bytearray(len(self.outcomes))
        self.made_writes = self.made_requests = None
        self.take_posted()
        if self.rare is not None:
            self.reset_rare_state(self.rare)

    def take_posted(self) -> None:
        """Let the events that waited be those of this tick."""
        if self.posted:
            self.events_now, self.posted = tuple(self.posted), NOTHING_POSTED
        elif self.events_now:
            self.events_now = ()

    def reset_rare_state(self, used: RareState) -> None:
        """Drop what is made only now and then, and let in what came from outside."""
        used.raised = None
        if used.outside_writes:
            self.made_writes, used.outside_writes = used.outside_writes, None
        used.errors, used.outside_errors = used.outside_errors, None
        used.condition_answers = None
        used.armed_reads = used.transition_reads = used.consumed = used.expired = None

    def add_request(self, row: Row, request: Request) -> None:
        """File a steering request under `row`."""
        if self.made_requests is None:
            self.made_requests = {row.index: [request]}
        else:
            self.made_requests.setdefault(row.index, []).append(request)

    def drop_requests(self, row: Row) -> None:
        """Forget the requests of a row: it was halted in this tick, or is ticked once more."""
        if self.made_requests:
            self.made_requests.pop(row.index, None)

    def record_error(self, row: Row, message: str, detail: str = "") -> None:
        """Record an error at `row`; the run goes on."""
        self.errors.append(RunError(row.index, message, detail))

    def delay(self, event: DelayedEvent) -> None:
        """Let an event wait for its tick; a program without machines has delayed events of its own too."""
        self.own_machines().delay(event)

    def own_machines(self) -> Machines:
        """Return what the brain keeps of machines, made now if it has had nothing to keep."""
        if self.machines is NO_MACHINES:
            self.machines, self.plain_run = Machines(), None
        return self.machines

    def write_variable(self, name: str, slot: Slot, value: Value, row: Row) -> None:
        """Write a variable; a value of the wrong type is refused and recorded (rule 2.1)."""
        if not fits_type(value, slot.type):
            self.record_error(row, refused_write(name, slot, value))
            return
        if slot.shared:
            self.host.write_world(self.agent, name, value)
        else:
            self.write(slot, value)
        if self.watched or slot.type.kind is not ValueType.FLOAT:
            self.writes.append((name, value, row.index))

    def arm(self, name: str, slot: Slot, row: Row) -> None:
        """Arm the trigger at `slot` while the tick is under way (rule 2.3)."""
        triggers.arm(self.program.triggers[slot.index], self, ticking=True)
        self.writes.append((name, True, row.index))

    def make_anew(self, values: Iterable[tuple[Slot, Value]]) -> None:
        """Give places their first values while the tick is under way (rule 3.13)."""
        for slot, value in values:
            self.write(slot, value)
            if value is True and slot.type.kind is ValueType.TRIGGER:
                triggers.arm(self.program.triggers[slot.index], self, ticking=True)

    def put(self, slot: Slot, value: Value) -> None:
        """Give a variable a value that fits its type, between ticks and without a record of it."""
        self.write(slot, value)
        if value is True and slot.type.kind is ValueType.TRIGGER:
            triggers.arm(self.program.triggers[slot.index], self, ticking=False)

    def due_after(self, ticks: int) -> int:
        """Return the tick that lies `ticks` after this one; what lies beyond the last tick is the last."""
        return min(self.tick_now + ticks, MOST_TICKS)

    def draw_count(self, slot: int) -> int:
        """Return how often the node with this draw counter has drawn, and count one more."""
        count = self.ints[slot]
        self.ints[slot] = count + 1
        return count


def refused_write(name: str, slot: Slot, value: Value) -> str:
    """Say that a value of the wrong type is refused."""
    return f"{name} is {slot.type.phrase} and cannot take {value!r}; the old value stays."
