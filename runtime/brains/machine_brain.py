"""A brain whose program has machines: it keeps at hand what machines use every tick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime.behavior_trees.tree_walk import VISIT_BUDGET
from runtime.brains.brain import Brain
from runtime.state_machines.machine_memory import MachineMemory
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.brains.agent_state import AgentState
    from runtime.brains.brain_log import BrainLog
    from runtime.brains.host import Event, Host, Request
    from runtime.brains.occasional import Asked, Write
    from runtime.expressions.context import EvaluationError
    from runtime.program.program import Program
    from runtime.state_machines.configuration_table import Configuration
    from runtime.state_machines.machine_tick import MachineTick
    from runtime.trace.trace_frame import RunError


class MachineBrain(Brain):
    """Run one agent's mind, a machine or a tree that runs machines.

    What other brains make when it is used has slots of its own here and is always there.
    """

    __slots__ = (
        *("posted", "handled", "raised", "transitions_taken", "writes", "outside_writes"),
        *("errors", "outside_errors", "requests", "condition_answers"),
        *("machine_ticks", "configurations", "interpreted"),
    )

    def __init__(
        self, program: Program, state: AgentState, host: Host, agent: str, seed: int, world: AgentState
    ) -> None:
        self.posted: list[Event] = []
        self.handled: set[int] = set()
        self.raised: list[tuple[Event, bool]] = []
        self.transitions_taken: list[int] = []
        self.writes: list[Write] = []
        self.outside_writes: list[Write] = []
        self.errors: list[RunError] = []
        self.outside_errors: list[RunError] = []
        self.requests: dict[int, list[Request]] = {}
        self.condition_answers: dict[Asked, bool | EvaluationError] = {}
        self.machine_ticks: dict[int, MachineTick] = {}
        self.configurations: dict[int, Configuration] = {}
        self.interpreted = False
        super().__init__(program, state, host, agent, seed, world)
        self.machine_memory = MachineMemory()

    @property
    def made_writes(self) -> list[Write]:
        """Return what was written in the last tick."""
        return self.writes

    @made_writes.setter
    def made_writes(self, writes: list[Write] | None) -> None:
        self.writes = writes or []

    @property
    def made_requests(self) -> dict[int, list[Request]]:
        """Return the requests filed in the last tick, by row."""
        return self.requests

    @made_requests.setter
    def made_requests(self, requests: dict[int, list[Request]] | None) -> None:
        self.requests = requests or {}

    def tick(self, log: BrainLog | None = None) -> Status:
        """Move the mind on by one tick, in one go where little happens, and return the root's result."""
        if log is None and not (self.interpreted or self.ended):
            quick = self.program.quick_tick
            if quick is not None and quick(self):
                return Status.RUNNING
        if self.interpreted:
            self._run = None
        return super().tick(log)

    def _reset_tick(self) -> None:
        """Make what belongs to one tick anew; what was not used in the last one is left as it is."""
        self.outcomes = bytearray(len(self.outcomes))
        self.visits_left = VISIT_BUDGET
        self.passed_guard = -1
        if self.events_now or self.posted:
            self.start_events()
        if self.requests:
            self.requests = {}
        if self.condition_answers:
            self.condition_answers = {}
        if self.occasional is not None:
            self._reset_occasional(self.occasional)
        self._start_reports()

    def start_events(self) -> None:
        """Let the tick that begins take what was posted."""
        self.handled = set()
        self.events_now, self.posted = tuple(self.posted), []

    def start_quick_tick(self) -> None:
        """Make anew what a quick tick could leave from the tick before; its events have started."""
        self._start_reports()
        self.quiet_ticks += 1

    def _start_reports(self) -> None:
        if self.transitions_taken or self.raised:
            self.transitions_taken, self.raised = [], []
        if self.writes or self.outside_writes:
            self.writes, self.outside_writes = self.outside_writes, []
        if self.errors or self.outside_errors:
            self.errors, self.outside_errors = self.outside_errors, []
