"""One agent's mind: a program, the agent's state, and the tick that moves it on."""

from __future__ import annotations

from collections.abc import Iterable
from operator import is_
from typing import TYPE_CHECKING

from graphs.expressions.types import Value, ValueType, fits_type
from runtime.basics.host import Host, RaisedEvent, Request
from runtime.basics.status import Status
from runtime.minds.program import triggers
from runtime.minds.program.agent_state import AgentState, write_plainly
from runtime.minds.program.brain_log import BrainLog
from runtime.minds.program.machines import (
    NO_MACHINES,
    NO_ROW,
    NOTHING_REMEMBERED,
    MachineMemorySnapshot,
    Machines,
)
from runtime.minds.program.orders import close_orders
from runtime.minds.program.rarely_used_state import RareState
from runtime.minds.program.rising import rise
from runtime.minds.program.ticking_brain import NOTHING_POSTED, TickingBrain, refused_write
from runtime.minds.source.backend import GeneratedTrees, trees_of
from runtime.minds.trees.claiming import let_go
from runtime.minds.trees.tree_walk import VISIT_BUDGET, halt, visit_root
from runtime.records.trace_frame import BrainFrame, RunError, VariableWrite

if TYPE_CHECKING:
    from runtime.minds.program.expression_reader import EnteredRow
    from runtime.minds.program.program import Program
    from runtime.minds.source.backend import RunTree


STATUSES = tuple(Status)
"""Statuses by their number."""

_new_tuple = tuple.__new__


class Brain(TickingBrain):
    """Run one agent's mind.

    Everything that must survive a tick lives in `state`, in `posted` (the events that wait) and in
    `machines`; the other attributes are of the tick under way. The brain is also the context that
    expressions are evaluated in.

    `watched` brains are logged. `shelf` holds by path what nodes remember that are disabled (rule 8.2).
    `trials` are the generators that run by row, the one thing no snapshot can hold (rule 3.12).
    """

    __slots__ = ("ended", "quiet_ticks")

    def __init__(
        self, program: Program, state: AgentState, host: Host, agent: str, seed: int, world: AgentState
    ) -> None:
        super().__init__(state.bytes_, state.ints, state.floats, state.objects)
        self.program, self.curves = program, program.curves
        self.host = host
        self.agent, self._agent_hash = agent, None
        self.seed = seed
        self.world = world
        self.watched, self.ended = False, False
        self.requests_in_force: tuple[Request, ...] = ()
        self.quiet_ticks = 0
        self.rare: RareState | None = None
        self.tick_now = 0
        self.log: BrainLog | None = None
        self.outcomes = bytearray(len(program.rows))
        self.made_writes = self.made_requests = None
        self.visits_left = VISIT_BUDGET
        self.reason, self.passed_guard = None, -1
        self.plain_run: RunTree | None = None
        self.events_now = ()
        self.event: RaisedEvent | None = None
        self.state_row: EnteredRow | None = None
        self.machines = Machines() if program.has_machines else NO_MACHINES
        self.posted = NOTHING_POSTED
        program.set_initial_values(self)
        for place in program.triggers.values():
            if self.bytes_[place.index]:
                triggers.arm(place, self, ticking=False)

    @property
    def trees(self) -> GeneratedTrees:
        """Return the generated forms of the program's trees."""
        return trees_of(self.program)

    # -- the tick ---------------------------------------------------------------------------------

    def tick(self, log: BrainLog | None = None) -> Status:
        """Move the mind on by one tick and return the root's result.

        `log` takes visits and candidates. A brain that has ended does nothing, and what is posted to it is
        lost (rule 6.7).
        """
        run = self.plain_run
        if run is None or log is not None or self.ended:
            return self._tick_with_care(log)
        self.outcomes = bytearray(len(self.outcomes))
        self.visits_left = VISIT_BUDGET
        self.passed_guard = -1
        self.made_writes = self.made_requests = None
        self.events_now = ()
        if self.posted:
            self.take_posted()
        if self.rare is not None:
            self.reset_rare_state(self.rare)
        self.tick_now = self.host.tick
        result = STATUSES[run(self)]
        if self.requests_in_force or self.made_requests:
            self._close_requests()
        else:
            self.quiet_ticks += 1
        return result

    def _tick_with_care(self, log: BrainLog | None) -> Status:
        """Do any tick: the first one, one with a log, with triggers, machines or delayed events."""
        self.reset_reports()
        self.machines.begin_tick()
        self.visits_left = VISIT_BUDGET
        self.passed_guard = -1
        if self.ended:
            self.events_now = ()
            self._close_requests()
            return Status.IDLE
        self.tick_now = self.host.tick
        if self.machines.delayed:
            # Those of no machine are taken as if they had been posted, before all others (4.8, 6.5).
            self.events_now = (*self.machines.take_due(NO_ROW, self.tick_now), *self.events_now)
        if self.program.timed_triggers:
            triggers.begin_tick(self)
        if self.program.rising:
            rise(self)
        result = self._visit_root(log)
        if self.program.triggers:
            triggers.end_tick(self)
        if self.rare is not None and self.rare.orders is not None:
            close_orders(self)
        if self.requests_in_force or self.made_requests:
            self._close_requests()
        else:
            self.quiet_ticks += 1
        return result

    def _visit_root(self, log: BrainLog | None) -> Status:
        """Visit the root in its generated form, or by the interpreter."""
        program, root = self.program, self.program.root
        self.log = log
        run = None if self.interpreted else self.trees.run_of(root)
        if run is not None:
            if program.has_plain_ticks and self.machines is NO_MACHINES:
                self.plain_run = run
            return STATUSES[run(self)]
        if log is not None:
            log.agent, log.time = self.agent, self.tick_now / program.rate
        self.reason = None
        self.state_row = None
        result = visit_root(root, self)
        if result is not Status.RUNNING:
            self.bytes_[0 : root.end] = bytes(root.end)
            if program.root_is_machine:
                self.end()
        self.mark_active_states()
        self.log = None
        return result

    def frame(self, status: Status, log: BrainLog | None) -> BrainFrame:
        """Return what the last tick did."""
        used, made = self.rare, self.made_writes
        errors: tuple[RunError, ...] = ()
        writes: tuple[VariableWrite, ...] = ()
        expired: tuple[str, ...] = ()
        if made or (used is not None and (used.errors or used.expired)):
            errors = tuple(used.errors) if used is not None and used.errors else ()
            writes = tuple([VariableWrite(*write) for write in made]) if made else ()
            expired = tuple(used.expired) if used is not None and used.expired else ()
        outcomes, taken = bytes(self.outcomes), tuple(self.machines.taken)
        # As a bare tuple: a thousand of these are made in a step, and names cost as much as all the rest.
        frame = _new_tuple(
            BrainFrame,
            (self.agent, outcomes, status, self.ended, taken, errors, (), (), writes, (), (), expired),
        )
        if log is None:
            return frame
        return frame._replace(
            visits=tuple(log.visits),
            candidates=tuple(log.candidates.values()),
            passages=tuple(log.passages),
            decisions=tuple(log.decisions),
        )

    def halt(self) -> None:
        """Halt everything that runs, as before the agent is removed (rule 6.7)."""
        halt(self.program.root, self)
        let_go(self.program.claims, self)
        self.requests_in_force = ()

    def end(self) -> None:
        """Do nothing from the next tick on: the machine at the root has ended (rule 6.7)."""
        self.ended = True
        let_go(self.program.claims, self)

    def _close_requests(self) -> None:
        """Decide which steering requests are in force until the next tick (rule 9.1)."""
        requests = self.made_requests
        if requests and not self.ended:
            self.quiet_ticks = 0
            filed = next(iter(requests.values()))
            if len(requests) > 1:
                filed = [request for row in sorted(requests) for request in requests[row]]
            before = self.requests_in_force
            if len(filed) != len(before) or not all(map(is_, filed, before)):
                self.requests_in_force = tuple(filed)
            return
        self.quiet_ticks += 1
        if self.quiet_ticks >= 2 or self.ended:
            self.requests_in_force = ()

    # -- from outside ---------------------------------------------------------------------------

    def restore_machines(self, saved: MachineMemorySnapshot) -> None:
        """Remember what machines remembered outside the buffers."""
        if saved != NOTHING_REMEMBERED or self.machines is not NO_MACHINES:
            self.own_machines().restore(saved)

    def post(self, event: RaisedEvent) -> None:
        """Let an event wait for this brain's next tick."""
        if self.posted:
            self.posted.append(event)
        else:
            self.posted = [event]

    def write_from_outside(self, name: str, value: Value) -> None:
        """Write an agent variable between ticks, as sensors and inputs do; the next frame reports it.

        True arms a trigger for the next tick, False takes it back (rule 2.3).
        """
        slot = self.program.variables.get(name)
        if slot is not None and write_plainly(self, slot, value):
            if self.watched or slot.type.kind is not ValueType.FLOAT:
                self.outside_writes.append((name, value, -1))
            return
        if slot is None or not fits_type(value, slot.type):
            said = refused_write(name, slot, value) if slot else f"There is no variable {name}."
            self.outside_errors.append(RunError(-1, said))
            return
        self.put(slot, value)
        if self.watched or slot.type.kind is not ValueType.FLOAT:
            self.outside_writes.append((name, value, -1))

    def note_double_write(self, name: str, other: str) -> None:
        """Record that this brain and `other` wrote one world variable in the same step (rule 9.3)."""
        said = f"The world variable {name} was written by {other} in the same step."
        self.outside_errors.append(RunError(-1, said))


class NotResumable(Exception):
    """Say that agents cannot be saved or restored: they run generators (rule 3.12)."""

    def __init__(self, agents: tuple[str, ...]) -> None:
        listed = ", ".join(agents)
        super().__init__(
            f"The minds of {listed} run an action written with yield, whose place no snapshot can hold. "
            "Write the action as a class with state_fields to save, rewind and resume."
        )
        self.agents = agents


def check_resumable(brains: Iterable[Brain]) -> None:
    """Raise `NotResumable` when any of the brains runs a program that no snapshot can hold."""
    agents = tuple(brain.agent for brain in brains if not brain.program.resumable)
    if agents:
        raise NotResumable(agents)
