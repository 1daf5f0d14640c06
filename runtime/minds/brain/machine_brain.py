"""A brain whose program has machines: it keeps at hand what machines use every tick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from runtime.minds.brain.brain import Brain
from runtime.minds.program.machine_memory import MachineMemory
from runtime.minds.program.ticking_brain import NO_TICKS

if TYPE_CHECKING:
    from runtime.basics.host import Event, Host
    from runtime.minds.program.agent_state import AgentState
    from runtime.minds.program.program import Program
    from runtime.minds.program.ticking_brain import RunningMachine

_NOTHING_HANDLED: frozenset[int] = frozenset()


class MachineBrain(Brain):
    """Run one agent's mind, a machine or a tree that runs machines.

    `machine_ticks` are the game ticks under way and `configurations` what was last looked up of each machine,
    by its row. Neither is remembered: both follow from the buffers.
    """

    __slots__ = ("configurations", "handled", "machine_ticks", "posted", "transitions_taken")

    def __init__(
        self, program: Program, state: AgentState, host: Host, agent: str, seed: int, world: AgentState
    ) -> None:
        self.posted: list[Event] = []
        self.handled = _NOTHING_HANDLED
        self.transitions_taken: tuple[int, ...] = ()
        self.machine_ticks: Mapping[int, RunningMachine] = NO_TICKS
        self.configurations: dict[int, object] = {}
        super().__init__(program, state, host, agent, seed, world)
        self.machine_memory = MachineMemory()

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
