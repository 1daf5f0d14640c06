"""Take agents out of a running session: their brains are halted first (SEMANTICS 6.7)."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.basics.status import Status
from runtime.minds.brain.brain import Brain
from runtime.records.trace_frame import BrainFrame, VariableWrite
from runtime.session.host import SessionHost
from runtime.worlds.world import World


def take_out_leaving(
    world: World, brains: Mapping[str, Brain], host: SessionHost, frames: dict[str, BrainFrame]
) -> None:
    """Halt the brains of all who are to leave the world, do what they ask for last, and take them out.

    In ascending agent id; what a brain asks for while it is halted is done while its body is still there.
    What it gives back is told by its frame.
    """
    if not world.leaving:
        return
    for agent in sorted(world.leaving):
        brain = brains.get(agent)
        if brain is not None and not brain.ended:
            brain.writes = []
            brain.halt()
            brain.end()
            if brain.writes:
                _tell_writes(brain, frames)
            for other, error in host.apply(world):
                brains[other].outside_errors.append(error)
    for agent in sorted(world.leaving):
        world.take_out(agent)


def _tell_writes(brain: Brain, frames: dict[str, BrainFrame]) -> None:
    """Add what a brain wrote when it was halted to its frame; one that did not tick gets a frame."""
    frame = frames.get(brain.agent, BrainFrame(brain.agent, bytes(len(brain.outcomes)), Status.IDLE, True))
    late = (VariableWrite(*write) for write in brain.writes)
    frames[brain.agent] = frame._replace(writes=(*frame.writes, *late))
    for agent in sorted(frames):
        frames[agent] = frames.pop(agent)
