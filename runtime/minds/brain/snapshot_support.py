"""Say of which brains no snapshot can be taken (rule 3.12)."""

from __future__ import annotations

from collections.abc import Iterable

from runtime.minds.brain.brain import Brain


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
