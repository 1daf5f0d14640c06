"""Share out a budget among those who ask, who may wait in the order of asking."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

_ROUNDING = 1e-9

BudgetState: TypeAlias = tuple[tuple[tuple[str, float], ...], tuple[tuple[str, float], ...], float]
"""Who holds how much, who waits for how much, and what is spent of this round."""


@dataclass(slots=True)
class Budget:
    """Hold who has how much of `most`, and who waits, first come first.

    `in_rounds`, what was given back can be given out again only when nobody holds anything any more; `spent`
    is what this round has given out.
    """

    most: float
    in_rounds: bool = False
    held: dict[str, float] = field(default_factory=dict)
    waiting: dict[str, float] = field(default_factory=dict)
    spent: float = 0.0

    @property
    def left(self) -> float:
        """Return what can still be given out now."""
        return self.most - (self.spent if self.in_rounds else sum(self.held.values()))

    def has_room(self, weight: float) -> bool:
        """Tell whether so much is left, and nobody waits for it already."""
        return not self.waiting and weight <= self.left + _ROUNDING

    def can_ever_hold(self, weight: float) -> bool:
        """Tell whether so much fits into the whole budget."""
        return weight <= self.most + _ROUNDING

    def take(self, agent: str, weight: float) -> None:
        """Give an agent so much."""
        self.held[agent] = weight
        self.spent += weight

    def let_go(self, agent: str) -> None:
        """Take back what an agent holds, and let it wait no more."""
        self.waiting.pop(agent, None)
        self.held.pop(agent, None)
        if not self.held:
            self.spent = 0.0

    def next_waiting(self) -> tuple[str, float] | None:
        """Return who has waited longest, with what it waits for, if there is so much; it waits no more."""
        for agent, weight in self.waiting.items():
            if weight <= self.left + _ROUNDING:
                del self.waiting[agent]
                return agent, weight
            return None
        return None

    def state(self) -> BudgetState:
        """Return everything that changes."""
        return tuple(self.held.items()), tuple(self.waiting.items()), self.spent

    def restore(self, saved: BudgetState) -> None:
        """Take back what `state` returned."""
        held, waiting, self.spent = saved
        self.held, self.waiting = dict(held), dict(waiting)
