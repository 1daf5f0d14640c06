"""A brain whose program has machines: it keeps at hand what machines use every tick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from runtime.brains.brain import Brain
from runtime.state_machines.machine_memory import MachineMemory
from runtime.state_machines.machine_tick import NO_TICKS
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.brains.agent_state import AgentState
    from runtime.brains.brain_log import BrainLog
    from runtime.brains.host import Event, Host
    from runtime.generated.quick_ticks import QuickTicks
    from runtime.program.program import Program
    from runtime.state_machines.configuration_table import Configuration
    from runtime.state_machines.machine_tick import MachineTick

_RUNNING = Status.RUNNING
_NOTHING_HANDLED: frozenset[int] = frozenset()


class MachineBrain(Brain):
    """Run one agent's mind, a machine or a tree that runs machines.

    `quick` are the quick ticks of the configuration that a machine at the root was last seen in, None where
    it has none; `machine_ticks` the game ticks under way and `configurations` what was last looked up of each
    machine, by its row. None of them is remembered: all follow from the buffers.
    """

    __slots__ = (
        *("posted", "handled", "transitions_taken"),
        *("machine_ticks", "configurations", "quick", "_interpreted"),
    )

    def __init__(
        self, program: Program, state: AgentState, host: Host, agent: str, seed: int, world: AgentState
    ) -> None:
        self.posted: list[Event] = []
        self.handled = _NOTHING_HANDLED
        self.transitions_taken: tuple[int, ...] = ()
        self.machine_ticks: Mapping[int, MachineTick] = NO_TICKS
        self.configurations: dict[int, Configuration] = {}
        self.quick: QuickTicks | None = None
        self._interpreted = False
        super().__init__(program, state, host, agent, seed, world)
        self.machine_memory = MachineMemory()

    @property
    def interpreted(self) -> bool:
        """Tell whether tables and generated forms are left alone."""
        return self._interpreted

    @interpreted.setter
    def interpreted(self, interpreted: bool) -> None:
        self.left_to_interpreter = interpreted
        self.find_ways_anew()

    def find_ways_anew(self) -> None:
        """Forget how the last ticks were run: another way may be right now."""
        used = self.occasional
        self._interpreted = used is not None and (bool(used.left_to_interpreter) or used.orders is not None)
        self._run = self.quick = None

    def tick(self, log: BrainLog | None = None) -> Status:
        """Move the mind on by one tick, in one go where little happens, and return the root's result."""
        quick = self.quick
        if quick is not None:
            posted = self.posted
            if not posted:
                if quick.poll(self, log):
                    return _RUNNING
            elif len(posted) == 1:
                event = posted[0].name
                if (quick.reactions.get(event) or quick.reaction(event))(self, log):
                    return _RUNNING
            self.configurations[0] = quick.configuration
        interpreted = self._interpreted
        result = super().tick(log)
        machine = self.program.quick_machine
        if machine is not None and not (interpreted or self.ended):
            now = self.configurations[0]
            self.quick = now.quick if now.quick_known else machine.quick_ticks_of(now)
        return result

    def note_handled(self, position: int) -> None:
        """Say that a machine took the event at this position of `events_now`."""
        self.handled |= {position}

    def note_taken(self, transition: int) -> None:
        """Say that the transition at this row was taken."""
        self.transitions_taken += (transition,)

    def forget_last_tick(self) -> None:
        """Drop what the last tick reported, so that what is reported from here on is of something else."""
        super().forget_last_tick()
        self.transitions_taken = ()

    def reset_reports(self) -> None:
        """Make what belongs to one tick anew, and let in what came from outside since the last one."""
        super().reset_reports()
        if self.transitions_taken:
            self.transitions_taken = ()
        if self.handled:
            self.handled = _NOTHING_HANDLED
        if self.posted:
            self.events_now, self.posted = tuple(self.posted), []
