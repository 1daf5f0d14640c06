"""What a row may ask of the brain that ticks it."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, Self

from graphs.expressions.types import Value, ValueType, fits_type
from runtime.basics.context import Slot
from runtime.basics.host import Event, Request
from runtime.basics.random_numbers import fnv1a_32
from runtime.basics.status import Status
from runtime.basics.time_ticks import MOST_TICKS
from runtime.minds.program import triggers
from runtime.minds.program.agent_state import AgentState
from runtime.minds.program.machine_memory import DelayedEvent, MachineMemory
from runtime.minds.program.tick_reports import TickReports
from runtime.records.reasons import Reason
from runtime.records.trace_frame import RunError

if TYPE_CHECKING:
    from runtime.minds.program.brain_log import BrainLog
    from runtime.minds.program.orders import Orders
    from runtime.minds.program.program import Program
    from runtime.minds.program.rows import Row
    from runtime.minds.program.tree_row import TreeRow

NO_MEMORY = MachineMemory()
"""What all brains without machines share; nothing is ever put there."""


class RunningMachine(Protocol):
    """Be a machine whose game tick is under way."""

    stopping: bool

    def take_raised(self, event: Event, /) -> None:
        """Take an event raised inside the machine."""
        ...


NO_TICKS: Mapping[int, RunningMachine] = MappingProxyType({})
"""What a brain has whose machines have no game tick under way."""


class FastTrees(Protocol):
    """Visit the trees of a program in their fast form."""

    def visit_root(self, root: TreeRow, brain: TickingBrain, /) -> Status:
        """Visit the root of an activity."""
        ...


class TickingBrain(TickReports):
    """Be what rows know of a brain while its tick is under way.

    `reason` is said of the visit under way, `passed_guard` is the row whose guard was just tested,
    `visits_left` what is left of the visit budget. `requests_in_force` are those of the last tick that filed
    any. `machine_ticks` are the game ticks under way and `configurations` what was last looked up of each
    machine, by its row.
    """

    __slots__ = (
        *("program", "host", "agent", "_agent_hash", "seed", "world", "watched", "requests_in_force"),
        *("tick_now", "log", "visits_left", "reason", "passed_guard", "event", "state_row", "machine_memory"),
    )

    program: Program
    seed: int
    watched: bool
    requests_in_force: tuple[Request, ...]
    log: BrainLog | None
    reason: Reason | None
    visits_left: int
    passed_guard: int
    machine_memory: MachineMemory
    _agent_hash: int | None

    @property
    def machine_ticks(self) -> Mapping[int, RunningMachine]:
        """Return the game ticks under way, by the row of the machine: none without machines."""
        return NO_TICKS

    @machine_ticks.setter
    def machine_ticks(self, ticks: Mapping[int, RunningMachine]) -> None:
        raise AttributeError("A brain without machines has no game ticks.")

    @property
    def configurations(self) -> dict[int, object]:
        """Return what was last looked up of each machine, by its row: nothing without machines."""
        return {}

    @property
    def agent_hash(self) -> int:
        """Return the number of the agent in draws (rule 1.4)."""
        if self._agent_hash is None:
            self._agent_hash = fnv1a_32(self.agent)
        return self._agent_hash

    @property
    def interpreted(self) -> bool:
        """Tell whether only the interpreter will do."""
        raise NotImplementedError

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
        raise NotImplementedError

    def mark_active_states(self) -> None:
        """Give every active state that did nothing in this tick the outcome ACTIVE (rule 7.2)."""
        raise NotImplementedError

    def copy_for_trial(self) -> Self:
        """Return a brain that reads as this one does and writes to buffers of its own."""
        trial = copy.copy(self)
        trial.bytes_, trial.ints = bytearray(self.bytes_), list(self.ints)
        trial.floats, trial.objects = list(self.floats), list(self.objects)
        trial.outcomes = bytearray(len(self.outcomes))
        trial.occasional = copy.copy(self.occasional)
        trial.errors, trial.armed_reads = [], []
        trial.condition_answers = dict(self.condition_answers)
        trial.log = None
        return trial

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
        if self.machine_memory is NO_MEMORY:
            self.machine_memory = MachineMemory()
        self.machine_memory.delay(event)

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
