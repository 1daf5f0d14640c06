"""Say what a swap did to one brain."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SwapRecord:
    """Hold what a swap kept and what it could not keep.

    `kept` counts the nodes that went on running and the states that stayed active. `halted` and `exited` are
    paths of nodes and states of the old program, `entered` of states of the new one, in the order in which it
    happened. `made_anew` are the variables that took their default because they are new or of another type
    now (rule 8.4).
    """

    agent: str
    kept: int = 0
    halted: tuple[str, ...] = ()
    exited: tuple[str, ...] = ()
    entered: tuple[str, ...] = ()
    made_anew: tuple[str, ...] = ()

    @property
    def kept_all(self) -> bool:
        """Tell whether nothing that ran was stopped."""
        return not self.halted and not self.exited
