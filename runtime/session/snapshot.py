"""Hold a session at one moment."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from runtime.basics.host import RaisedEvent, Request
from runtime.minds.brain.brain import Brain
from runtime.minds.program.agent_state import Slab, SlabSnapshot
from runtime.minds.program.machines import NOTHING_REMEMBERED, MachineMemorySnapshot
from runtime.minds.program.orders import Orders, orders_of
from runtime.minds.program.rarely_used_state import Shelved, Write
from runtime.records.trace_frame import RunError
from runtime.session.inputs import SessionInput
from runtime.session.programs import ProgramSegment
from runtime.worlds.world import WorldSnapshot


@dataclass(frozen=True, slots=True)
class BrainSnapshot:
    """Hold what a brain remembers outside its buffers."""

    posted: tuple[RaisedEvent, ...]
    ended: bool
    quiet_ticks: int
    requests: tuple[Request, ...]
    writes: tuple[Write, ...] = ()
    errors: tuple[RunError, ...] = ()
    machines: MachineMemorySnapshot = NOTHING_REMEMBERED
    shelf: Mapping[str, Shelved] = field(default_factory=dict)
    orders: Orders | None = None


@dataclass(frozen=True, slots=True)
class SessionSnapshot:
    """Hold a whole session at one moment, between two steps.

    `switches` are the answers set for the stand-ins of conditions. `segments` are those of the run so far;
    the last one's minds are what the agents think with. `applied` are the inputs since the last step, which
    the frame of the next one will name.
    """

    tick: int
    segments: tuple[ProgramSegment, ...]
    slabs: tuple[SlabSnapshot, ...]
    shared: SlabSnapshot
    brains: Mapping[str, BrainSnapshot]
    world: WorldSnapshot
    asked: frozenset[str] = frozenset()
    switches: Mapping[str, bool] = field(default_factory=dict)
    applied: tuple[SessionInput, ...] = ()


_NOTHING_SHELVED: Mapping[str, Shelved] = {}


def brain_snapshot(brain: Brain) -> BrainSnapshot:
    """Return what a brain remembers outside its buffers, between two ticks."""
    machines = brain.machines.snapshot()
    if brain.rare is None and not brain.posted:
        nothing: tuple[()] = ()
        standing = (brain.ended, brain.quiet_ticks, brain.requests_in_force)
        return BrainSnapshot(nothing, *standing, nothing, nothing, machines, _NOTHING_SHELVED)
    return BrainSnapshot(
        tuple(brain.posted),
        brain.ended,
        brain.quiet_ticks,
        brain.requests_in_force,
        tuple(Brain.outside_writes.peek(brain) or ()),
        tuple(Brain.outside_errors.peek(brain) or ()),
        machines,
        Brain.shelf.peek(brain) or {},
        None if brain.rare is None else brain.rare.orders,
    )


def state_hash_of(header: bytes, slabs: Iterable[Slab], brains: Iterable[Brain], world: bytes) -> str:
    """Return a hash of everything that decides how a session goes on, 32 hexadecimal digits."""
    digest = hashlib.blake2b(header, digest_size=16)
    for slab in slabs:
        saved = slab.snapshot()
        digest.update(saved.bytes_ + saved.ints + saved.floats + repr(saved.objects).encode())
    for brain in brains:
        waiting = [(event.name, sorted(event.fields.items())) for event in brain.posted]
        machines = brain.machines.snapshot()
        digest.update(repr((brain.agent, waiting, brain.ended, brain.quiet_ticks, machines)).encode())
        shelf = Brain.shelf.peek(brain)
        if shelf:
            digest.update(repr(sorted(shelf.items())).encode())
        orders = orders_of(brain)
        if orders:
            digest.update(repr(orders).encode())
    digest.update(world)
    return digest.hexdigest()
