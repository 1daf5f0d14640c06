"""Take agents out of a running session: their brains are halted first (SEMANTICS 6.7)."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.brains.brain import Brain
from runtime.session_host import SessionHost
from runtime.worlds.world import World


def take_out_leaving(world: World, brains: Mapping[str, Brain], host: SessionHost) -> None:
    """Halt the brains of all who are to leave the world, do what they ask for last, and take them out.

    In ascending agent id; what a brain asks for while it is halted is done while its body is still there.
    """
    if not world.leaving:
        return
    for agent in sorted(world.leaving):
        brain = brains.get(agent)
        if brain is not None and not brain.ended:
            brain.halt()
            brain.ended = True
            for other, error in host.apply(world):
                brains[other].outside_errors.append(error)
    for agent in sorted(world.leaving):
        world.take_out(agent)
