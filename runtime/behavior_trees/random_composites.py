"""Run `random_sequence` and `random_selector` (SEMANTICS 3, composites; 1.4).

| moment | rule |
|---|---|
| enter, no weights given | a seeded Fisher-Yates shuffle, one draw per child but the first |
| enter, weights given | children drawn one after the other without replacement, one draw each but the last |
| enter, the weights left add up to 0 | nothing more is drawn |
| tick | as sequence or selector with `memory: resume`, in the drawn order |
| a child of weight 0 | is not visited and counts as skipped |
| all weights are 0 | FAILURE |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from runtime.behavior_trees.sequence_and_selector import said_by_ends
from runtime.behavior_trees.tree_row import TreeRow
from runtime.behavior_trees.tree_walk import visit
from runtime.random_numbers import draw_weighted, shuffle
from runtime.status import Status

if TYPE_CHECKING:
    from runtime.brains.brain import Brain


@dataclass(slots=True, eq=False, kw_only=True)
class RandomCompositeRow(TreeRow):
    """Walk children in a drawn order until one gives `ending`.

    `order` is the first of one int slot per child with the drawn order, `place` the int slot with how far
    the walk is, `tried` the byte slot that tells whether any child has ended, `draws` the draw counter.
    `weights` is None where no child has one. Children of weight 0 are at the end of the order.
    """

    ending: Literal[Status.SUCCESS, Status.FAILURE]
    weights: tuple[float, ...] | None
    place: int
    tried: int
    draws: int
    order: int = 0

    def enter(self, brain: Brain) -> None:
        """Draw the order."""
        brain.ints[self.place] = 0
        brain.bytes_[self.tried] = 0
        drawn = self._shuffled(brain) if self.weights is None else self._drawn(brain, self.weights)
        for position, child in enumerate(drawn):
            brain.ints[self.order + position] = child

    def tick(self, brain: Brain) -> Status:
        """Walk on from where the last tick stopped."""
        children = self.child_rows
        place = brain.ints[self.place]
        while place < len(children):
            child = brain.ints[self.order + place]
            result = visit(children[child], brain) if self.takes_part(child, brain) else Status.SKIPPED
            if result == Status.RUNNING:
                brain.ints[self.place] = place
                return result
            if result != Status.SKIPPED:
                brain.bytes_[self.tried] = 1
                if result == self.ending:
                    brain.ints[self.place] = place
                    if brain.log is not None:
                        brain.reason = f"child {child + 1} gave {result.name}"
                    return result
            place += 1
        brain.ints[self.place] = place
        result = self.untried
        if brain.bytes_[self.tried]:
            result = Status.FAILURE if self.ending == Status.SUCCESS else Status.SUCCESS
        if brain.log is not None:
            brain.reason = self.said_at_end(brain, result)
        return result

    def takes_part(self, child: int, brain: Brain) -> bool:
        """Tell whether a child is visited: its weight is not 0, or was not when it began to run (8.2)."""
        weights = self.weights
        return weights is None or weights[child] != 0 or brain.bytes_[self.child_rows[child].index] == 1

    @property
    def untried(self) -> Status:
        """Return what it gives when no child ended."""
        return Status.SKIPPED if self.weights is None or any(self.weights) else Status.FAILURE

    def said_at_end(self, brain: Brain, result: int) -> str:
        """Say why the walk came to `result` when no child was left."""
        if self.untried == Status.FAILURE and not brain.bytes_[self.tried]:
            return "all weights are 0"
        return said_by_ends(self, brain, result)

    def _shuffled(self, brain: Brain) -> tuple[int, ...]:
        count = len(self.child_rows)
        first = brain.ints[self.draws]
        brain.ints[self.draws] = first + max(count - 1, 0)
        return shuffle(brain.seed, brain.agent_hash, self.draw_key, first, range(count))

    def _drawn(self, brain: Brain, weights: tuple[float, ...]) -> list[int]:
        left = list(range(len(weights)))
        drawn: list[int] = []
        while len(left) > 1 and any(weights[child] for child in left):
            count = brain.draw_count(self.draws)
            place = (brain.seed, brain.agent_hash, self.draw_key, count)
            picked = draw_weighted(*place, [weights[child] for child in left])
            assert picked is not None
            drawn.append(left.pop(picked))
        return drawn + left
