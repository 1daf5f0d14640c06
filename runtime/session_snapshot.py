"""Hold a session at one moment, and say why one cannot be held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from runtime.brains.agent_state import SlabSnapshot
from runtime.brains.brain import Brain, Write
from runtime.brains.host import Event, Request
from runtime.state_machines.machine_memory import NOTHING_REMEMBERED, MachineMemorySnapshot
from runtime.trace.trace_frame import RunError
from runtime.worlds.world import WorldSnapshot


class NotResumable(Exception):
    """Say that a session cannot be saved or restored: agents run generators (SEMANTICS 3.12)."""

    def __init__(self, agents: tuple[str, ...]) -> None:
        listed = ", ".join(agents)
        super().__init__(
            f"The minds of {listed} run an action written with yield, whose place no snapshot can hold. "
            "Write the action as a class with state_fields to save, rewind and resume."
        )
        self.agents = agents


@dataclass(frozen=True, slots=True)
class BrainSnapshot:
    """Hold what a brain remembers outside its buffers."""

    posted: tuple[Event, ...]
    ended: bool
    quiet_ticks: int
    requests: tuple[Request, ...]
    writes: tuple[Write, ...] = ()
    errors: tuple[RunError, ...] = ()
    machines: MachineMemorySnapshot = NOTHING_REMEMBERED


@dataclass(frozen=True, slots=True)
class SessionSnapshot:
    """Hold a whole session at one moment, between two steps.

    `switches` are the answers set for the stand-ins of conditions.
    """

    tick: int
    slabs: tuple[SlabSnapshot, ...]
    shared: SlabSnapshot
    brains: Mapping[str, BrainSnapshot]
    world: WorldSnapshot
    asked: frozenset[str] = frozenset()
    switches: Mapping[str, bool] = field(default_factory=dict)


def brain_snapshot(brain: Brain) -> BrainSnapshot:
    """Return what a brain remembers outside its buffers, between two ticks."""
    return BrainSnapshot(
        tuple(brain.posted),
        brain.ended,
        brain.quiet_ticks,
        brain.requests_in_force,
        tuple(brain.outside_writes),
        tuple(brain.outside_errors),
        brain.machine_memory.snapshot(),
    )


def check_resumable(brains: Iterable[Brain]) -> None:
    """Raise `NotResumable` when any of the brains runs a program that no snapshot can hold."""
    agents = tuple(brain.agent for brain in brains if not brain.program.resumable)
    if agents:
        raise NotResumable(agents)
