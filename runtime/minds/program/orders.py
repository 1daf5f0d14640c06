"""Keep what a brain was told to do from outside: results to force, states to enter (rule 7.4).

Only the interpreter heeds orders: a brain that has any is interpreted, and goes back to its faster ways in
the tick after the last of them was followed. They are part of what a snapshot holds, by row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from runtime.basics.status import Status

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain

LEFT_OUT = Status.IDLE
"""In the place of a forced result: the node is disabled until that is taken back."""

FORCIBLE = (Status.SUCCESS, Status.FAILURE, Status.SKIPPED, LEFT_OUT)
"""What a node can be forced to give: the results with which it ends, or nothing."""

FORCE_WORDS: Mapping[Status, str] = {
    Status.SUCCESS: "success",
    Status.FAILURE: "failure",
    Status.SKIPPED: "skipped",
    LEFT_OUT: "disabled",
}
FORCED: Mapping[str, Status] = {word: result for result, word in FORCE_WORDS.items()}
ORDER_WORDS = (*FORCED, "enter")
"""What can be ordered of a row: what a node is forced to give, or that a state is entered."""


@dataclass(frozen=True, slots=True)
class Orders:
    """Hold orders that wait: results by the row of their node, and rows of states in the order asked."""

    forced: tuple[tuple[int, Status], ...] = ()
    entered: tuple[int, ...] = ()

    def forced_at(self, row: int) -> Status | None:
        """Return what a node gives at its next visit, LEFT_OUT at every one, None where it is left alone."""
        return next((result for forced, result in self.forced if forced == row), None)

    def forcing(self, row: int, result: Status | None) -> Orders:
        """Return these orders with another result for a node; None leaves it alone."""
        others = tuple(each for each in self.forced if each[0] != row)
        return replace(self, forced=others if result is None else tuple(sorted((*others, (row, result)))))

    def entering(self, row: int) -> Orders:
        """Return these orders with one more state to enter."""
        return replace(self, entered=(*self.entered, row))

    def with_word(self, row: int, word: str | None) -> Orders:
        """Return these orders with one of `ORDER_WORDS` for a row; None leaves its node alone."""
        if word == "enter":
            return self.entering(row)
        return self.forcing(row, FORCED[word] if word else None)

    def moved(self, new_of: Sequence[int]) -> Orders:
        """Return the orders for another version of the program; `new_of` gives its rows, -1 for none."""
        forced = tuple((new_of[row], result) for row, result in self.forced if new_of[row] >= 0)
        return Orders(tuple(sorted(forced)), tuple(new_of[row] for row in self.entered if new_of[row] >= 0))

    def __bool__(self) -> bool:
        """Tell whether any order waits."""
        return bool(self.forced or self.entered)


NO_ORDERS = Orders()
"""What a brain has that was told nothing."""


def orders_of(brain: TickingBrain) -> Orders:
    """Return the orders that wait for the next visits and the next tick."""
    used = brain.rare
    return NO_ORDERS if used is None or used.orders is None else used.orders


def take_forced(brain: TickingBrain, row: int) -> Status | None:
    """Return the result that a node which is visited is to give, and note that it was told; None for none.

    LEFT_OUT is given again at the next visit.
    """
    waiting = orders_of(brain)
    result = waiting.forced_at(row)
    if result is not None and result is not LEFT_OUT and brain.rare is not None:
        brain.rare.orders = waiting.forcing(row, None)
    return result


def is_left_out(brain: TickingBrain, row: int) -> bool:
    """Tell whether a node was ordered to do nothing."""
    used = brain.rare
    return used is not None and used.orders is not None and used.orders.forced_at(row) is LEFT_OUT


def close_orders(brain: TickingBrain) -> None:
    """Keep after a tick what waits for a visit; what was to happen in it and did not is recorded."""
    left = orders_of(brain)
    for row in left.entered:
        said = "The state was not entered: its machine did not run in this tick, or the tick was cut short."
        brain.record_error(brain.program.rows[row], said)
    brain.take_orders(replace(left, entered=()) if left.forced else None)
