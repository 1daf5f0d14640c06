"""One agent's mind: a program, the agent's state, and the tick that moves it on."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphs.expressions.types import Value, ValueType, fits_type
from graphs.model.base import JsonValue
from runtime.behavior_trees.tree_walk import VISIT_BUDGET, halt, visit_root
from runtime.brains import triggers
from runtime.brains.agent_state import AgentState
from runtime.brains.brain_log import BrainLog
from runtime.brains.host import Event, Host, Request
from runtime.expressions.context import EvaluationError, Slot
from runtime.random_numbers import fnv1a_32
from runtime.state_machines.machine_memory import NO_ROW, MachineMemory
from runtime.status import StateOutcome, Status
from runtime.time_ticks import MOST_TICKS
from runtime.trace.trace_frame import BrainFrame, RunError, VariableWrite

if TYPE_CHECKING:
    from runtime.actions.action_context import Trial
    from runtime.program.program import Program
    from runtime.program.rows import Row
    from runtime.state_machines.configuration_table import Configuration
    from runtime.state_machines.machine_tick import MachineTick
    from runtime.state_machines.state_rows import MachineRow, StateRow

Write = tuple[str, Value, int]
"""A write while the tick is under way: the variable, its value, the row that wrote it or -1."""

Shelved = tuple[str, Mapping[str, JsonValue]]
"""What a disabled node remembers: its kind, and its lasting memory by name."""

_NO_READS: tuple[list[int], dict[int, tuple[int, ...]]] = ([], {})
_NO_ENDS: tuple[list[int], list[str]] = ([], [])

STATUSES = tuple(Status)
"""Statuses by their number."""


class Brain:
    """Run one agent's mind.

    Everything that must survive a tick lives in `state`, in `posted` (the events that wait) and in
    `machine_memory`; the other attributes are of the tick under way. The brain is also the context that
    expressions are evaluated in.

    `watched` brains are logged; `interpreted` ones never use the generated form of their tree. `shelf` holds
    by path what nodes remember that are disabled (SEMANTICS 8.2). `trials` are the generators that run by
    row, the one thing no snapshot can hold (SEMANTICS 3.12).
    """

    def __init__(
        self, program: Program, state: AgentState, host: Host, agent: str, seed: int, world: AgentState
    ) -> None:
        self.program = program
        self.state = state
        self.host = host
        self.agent = agent
        self.seed = seed
        self.agent_hash = fnv1a_32(agent)
        self.bytes_, self.ints, self.floats = state.bytes_, state.ints, state.floats
        self.objects = state.objects
        self.world_bytes, self.world_ints, self.world_floats = world.bytes_, world.ints, world.floats
        self.world_objects = world.objects
        self.self_entity = agent
        self.posted: list[Event] = []
        self.machine_memory = MachineMemory()
        self.ended = False
        self.requests_in_force: tuple[Request, ...] = ()
        self.quiet_ticks = 0
        self.watched = False
        self.interpreted = False
        self.outside_writes: list[Write] = []
        self.outside_errors: list[RunError] = []
        self.shelf: Mapping[str, Shelved] = {}
        self.log: BrainLog | None = None
        self.tick_now = 0
        self.rate = host.rate
        self._row_count = len(program.rows)
        self._root_end = program.root.end
        self.outcomes = bytearray(self._row_count)
        self.visits_left = VISIT_BUDGET
        self.reason = ""
        self.passed_guard = -1
        self.event: Event | None = None
        self.events_now: Sequence[Event] = ()
        self.handled: set[int] = set()
        self.raised: list[tuple[Event, bool]] = []
        self.state_row: StateRow | MachineRow | None = None
        self.machine_ticks: dict[int, MachineTick] = {}
        self.configurations: dict[int, Configuration] = {}
        self.transitions_taken: list[int] = []
        self.errors: list[RunError] = []
        self.writes: list[Write] = []
        self.requests: dict[int, list[Request]] = {}
        self.condition_answers: dict[tuple[str, tuple[Value, ...]], bool | EvaluationError] = {}
        self.trials: dict[int, Trial] = {}
        self.armed_reads, self.transition_reads = _NO_READS
        self.held_triggers: Collection[int] = ()
        self.consumed, self.expired = _NO_ENDS
        if program.triggers:
            self._forget_triggers()
        program.set_initial_values(state)
        for place in program.triggers.values():
            if self.bytes_[place.index]:
                triggers.arm(place, self, ticking=False)

    def _reset_tick(self) -> None:
        """Make what belongs to one tick anew; what was not used in the last one is left as it is."""
        self.outcomes = bytearray(self._row_count)
        self.visits_left = VISIT_BUDGET
        self.passed_guard = -1
        if self.events_now or self.posted:
            self.start_events()
        if self.transitions_taken or self.raised:
            self.transitions_taken, self.raised = [], []
        if self.writes or self.outside_writes:
            self.writes, self.outside_writes = self.outside_writes, []
        if self.errors or self.outside_errors:
            self.errors, self.outside_errors = self.outside_errors, []
        if self.requests:
            self.requests = {}
        if self.condition_answers:
            self.condition_answers = {}
        if self.program.triggers:
            self._forget_triggers()

    def _forget_triggers(self) -> None:
        """Forget what was read, consumed and dead; without triggers, brains share the empty containers."""
        self.armed_reads, self.transition_reads = [], {}
        self.consumed, self.expired = [], []

    def start_events(self) -> None:
        """Let the tick that begins take what was posted."""
        self.handled = set()
        self.events_now, self.posted = tuple(self.posted), []

    def start_quick_tick(self) -> None:
        """Make anew what a quick tick could leave from the tick before; its events have started."""
        if self.transitions_taken or self.raised:
            self.transitions_taken, self.raised = [], []
        if self.writes or self.outside_writes:
            self.writes, self.outside_writes = self.outside_writes, []
        if self.errors or self.outside_errors:
            self.errors, self.outside_errors = self.outside_errors, []
        self.quiet_ticks += 1

    # -- the tick ---------------------------------------------------------------------------------

    def tick(self, log: BrainLog | None = None) -> Status:
        """Move the mind on by one tick and return the root's result.

        `log` takes visits and candidates. A brain that has ended does nothing, and what is posted to it is
        lost (SEMANTICS 6.7). `handled` and `raised` then tell which posted events a machine took, by
        position, and which events machines raised, each with whether it was taken (SEMANTICS 6.5).
        """
        quick = self.program.quick_tick
        if quick is not None and log is None and not (self.interpreted or self.ended) and quick(self):
            return Status.RUNNING
        if self.ended:
            self.posted.clear()
            self._reset_tick()
            self._close_requests()
            return Status.IDLE
        self._reset_tick()
        self.tick_now = self.host.tick
        if self.machine_memory.delayed:
            self._take_own_delayed_events()
        if self.program.timed_triggers:
            triggers.begin_tick(self)
        run = None if log is not None or self.interpreted else self.program.run_tree
        if run is not None:
            result = STATUSES[run(self)]
            if result is not Status.RUNNING:
                self.bytes_[0 : self._root_end] = bytes(self._root_end)
                self.ended = self.program.root_is_machine
        else:
            result = self._interpret(log)
        if self.program.triggers:
            triggers.end_tick(self)
        if self.requests or self.requests_in_force:
            self._close_requests()
        else:
            self.quiet_ticks += 1
        return result

    def _take_own_delayed_events(self) -> None:
        """Take delayed events of no machine as if they had been posted, before all others (4.8, 6.5)."""
        due = self.machine_memory.due_events(NO_ROW, self.tick_now)
        if due:
            for waiting in due:
                self.machine_memory.remove(waiting)
            self.handled = set()
            self.events_now = (*(waiting.event for waiting in due), *self.events_now)

    def _interpret(self, log: BrainLog | None) -> Status:
        self.log = log
        self.reason = ""
        self.state_row = None
        root = self.program.root
        result = Status(visit_root(root, self))
        if result != Status.RUNNING:
            self.bytes_[0 : root.end] = bytes(root.end)
            self.ended = self.program.root_is_machine
        self.mark_active_states()
        self.log = None
        return result

    def frame(self, status: Status, log: BrainLog | None) -> BrainFrame:
        """Return what the last tick did."""
        return BrainFrame(
            agent=self.agent,
            outcomes=bytes(self.outcomes),
            status=status,
            ended=self.ended,
            taken=tuple(self.transitions_taken),
            errors=tuple(self.errors),
            visits=tuple(log.visits) if log else (),
            candidates=tuple(log.candidates.values()) if log else (),
            writes=tuple(VariableWrite(*write) for write in self.writes),
            passages=tuple(log.passages) if log else (),
            decisions=tuple(log.decisions) if log else (),
            expired=tuple(self.expired),
        )

    def halt(self) -> None:
        """Halt everything that runs, as before the agent is removed (SEMANTICS 6.7)."""
        halt(self.program.root, self)
        self.requests_in_force = ()

    def mark_active_states(self) -> None:
        """Give every active state that did nothing in this tick the outcome ACTIVE (SEMANTICS 7.2)."""
        outcomes, stored = self.outcomes, self.bytes_
        for index in self.program.state_indices:
            if stored[index] and not outcomes[index]:
                outcomes[index] = StateOutcome.ACTIVE

    def _close_requests(self) -> None:
        """Decide which steering requests are in force until the next tick (SEMANTICS 9.1)."""
        if self.requests and not self.ended:
            self.quiet_ticks = 0
            self.requests_in_force = tuple(
                request for row in sorted(self.requests) for request in self.requests[row]
            )
            return
        self.quiet_ticks += 1
        if self.quiet_ticks >= 2 or self.ended:
            self.requests_in_force = ()

    # -- what rows use ----------------------------------------------------------------------------

    def add_request(self, row: Row, request: Request) -> None:
        """File a steering request under `row`."""
        self.requests.setdefault(row.index, []).append(request)

    def drop_requests(self, row: Row) -> None:
        """Forget the requests of a row: it was halted in this tick, or is ticked once more."""
        self.requests.pop(row.index, None)

    def record_error(self, row: Row, message: str, detail: str = "") -> None:
        """Record an error at `row`; the run goes on."""
        self.errors.append(RunError(row.index, message, detail))

    def post(self, event: Event) -> None:
        """Let an event wait for this brain's next tick."""
        self.posted.append(event)

    def write(self, name: str, slot: Slot, value: Value, row: Row) -> None:
        """Write a variable; a value of the wrong type is refused and recorded (SEMANTICS 2.1)."""
        if not fits_type(value, slot.type):
            self.record_error(row, _refused_write(name, slot, value))
            return
        if slot.shared:
            self.host.write_world(self.agent, name, value)
        else:
            self.state.write(slot, value)
        if self.watched or slot.type.kind is not ValueType.FLOAT:
            self.writes.append((name, value, row.index))

    def arm(self, name: str, slot: Slot, row: Row) -> None:
        """Arm the trigger at `slot` while the tick is under way (SEMANTICS 2.3)."""
        triggers.arm(self.program.triggers[slot.index], self, ticking=True)
        self.writes.append((name, True, row.index))

    def make_anew(self, values: Iterable[tuple[Slot, Value]]) -> None:
        """Give places their first values while the tick is under way (SEMANTICS 3.13)."""
        for slot, value in values:
            self.state.write(slot, value)
            if value is True and slot.type.kind is ValueType.TRIGGER:
                triggers.arm(self.program.triggers[slot.index], self, ticking=True)

    def put(self, slot: Slot, value: Value) -> None:
        """Give a variable a value that fits its type, between ticks and without a record of it."""
        self.state.write(slot, value)
        if value is True and slot.type.kind is ValueType.TRIGGER:
            triggers.arm(self.program.triggers[slot.index], self, ticking=False)

    def write_from_outside(self, name: str, value: Value) -> None:
        """Write an agent variable between ticks, as sensors and inputs do; the next frame reports it.

        True arms a trigger for the next tick, False takes it back (SEMANTICS 2.3).
        """
        slot = self.program.variables.get(name)
        if slot is None or not fits_type(value, slot.type):
            said = _refused_write(name, slot, value) if slot else f"There is no variable {name}."
            self.outside_errors.append(RunError(-1, said))
            return
        self.put(slot, value)
        if self.watched or slot.type.kind is not ValueType.FLOAT:
            self.outside_writes.append((name, value, -1))

    def note_double_write(self, name: str, other: str) -> None:
        """Record that this brain and `other` wrote one world variable in the same step (SEMANTICS 9.3)."""
        said = f"The world variable {name} was written by {other} in the same step."
        self.outside_errors.append(RunError(-1, said))

    def due_after(self, ticks: int) -> int:
        """Return the tick that lies `ticks` after this one; what lies beyond the last tick is the last."""
        return min(self.tick_now + ticks, MOST_TICKS)

    def draw_count(self, slot: int) -> int:
        """Return how often the node with this draw counter has drawn, and count one more."""
        count = self.ints[slot]
        self.ints[slot] = count + 1
        return count

    # -- the context of expressions ---------------------------------------------------------------

    @property
    def time(self) -> float:
        """Return the world's time in seconds."""
        return self.tick_now / self.rate

    @property
    def state_time(self) -> float:
        """Return how long the state that is being worked on has been active, in seconds."""
        if self.state_row is None:
            return 0.0
        return (self.tick_now - self.ints[self.state_row.entered_slot]) / self.rate

    @property
    def event_name(self) -> str:
        """Return the name of the event being taken, or nothing."""
        return self.event.name if self.event else ""

    @property
    def event_fields(self) -> Mapping[str, Value]:
        """Return the payload of the event being taken."""
        return self.event.fields if self.event else {}

    def condition(self, name: str, arguments: tuple[Value, ...]) -> bool:
        """Ask the host a condition, at most once per tick and arguments (SEMANTICS 2.4).

        Raises `EvaluationError` where the host does, and for any other exception in it (SEMANTICS 3.12).
        """
        key = (name, arguments)
        answer = self.condition_answers.get(key)
        if answer is None:
            answer = self.condition_answers[key] = self._ask(name, arguments)
        if isinstance(answer, EvaluationError):
            raise answer
        return answer

    def _ask(self, name: str, arguments: tuple[Value, ...]) -> bool | EvaluationError:
        try:
            return bool(self.host.condition(self.agent, name, arguments))
        except EvaluationError as error:
            return error
        except (Exception, SystemExit) as error:
            said = f"The condition {name} raised {type(error).__name__}: {error}"
            return EvaluationError(said, detail=traceback.format_exc())

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return a field of an entity; raise `EvaluationError` when it is lost."""
        return self.host.entity_field(entity, field)

    def note_armed(self, index: int) -> bool:
        """Note that the trigger at this byte was read armed (SEMANTICS 2.3)."""
        self.armed_reads.append(index)
        return True

    def received(self, event: str) -> bool:
        """Tell whether this tick takes an event of that name (SEMANTICS 6.5)."""
        return any(taken.name == event for taken in self.events_now)

    def last_field(self, event: str, field: str) -> Value:
        """Return a payload field of the event of that name taken in this tick."""
        taken = next((one for one in reversed(self.events_now) if one.name == event), None)
        if taken is None or field not in taken.fields:
            raise EvaluationError(f"No {event} arrived in this tick.", 0, 0)
        return taken.fields[field]


def _refused_write(name: str, slot: Slot, value: Value) -> str:
    return f"{name} is {slot.type.phrase} and cannot take {value!r}; the old value stays."
