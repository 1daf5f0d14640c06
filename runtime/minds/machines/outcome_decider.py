"""Say what a choice asks of a decision tree (SEMANTICS 4.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from runtime.minds.program.rows import Row
    from runtime.minds.program.ticking_brain import TickingBrain


class OutcomeDecider(Protocol):
    """Be a decision tree that a choice asks, compiled for that choice with its arguments."""

    def decide(self, brain: TickingBrain, row: Row) -> str | None:
        """Evaluate the tree as a new run and return the name of the outcome it came to.

        `row` is the choice, for errors. None stands for `none`, for a leaf of another kind, and for
        arguments that could not be evaluated: these are recorded. Raises nothing.
        """
