"""Run `random_sequence` and `random_selector` (SEMANTICS 3, composites; 1.4).

| moment | rule |
|---|---|
| enter, no weights given | a seeded Fisher-Yates shuffle, one draw per child but the first |
| enter, weights given | children drawn one after the other without replacement, one draw each but the last |
| enter, the weights left add up to 0 | nothing is drawn; what is left keeps its stored order |
| tick | as sequence or selector with `memory: resume`, in the drawn order |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

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
    the walk is, `tried` the byte slot that tells whether any child was not skipped, `draws` the draw
    counter. `weights` is None where no child has one.
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
            result = visit(children[child], brain)
            if result != Status.SKIPPED:
                brain.bytes_[self.tried] = 1
                if result == Status.RUNNING or result == self.ending:
                    brain.ints[self.place] = place
                    if brain.log is not None and result == self.ending:
                        brain.reason = f"child {child + 1} gave {result.name}"
                    return result
            place += 1
        brain.ints[self.place] = place
        if not brain.bytes_[self.tried]:
            brain.reason = "every child was skipped"
            return Status.SKIPPED
        other = Status.FAILURE if self.ending == Status.SUCCESS else Status.SUCCESS
        if brain.log is not None:
            brain.reason = f"all {len(children)} children gave {other.name}"
        return other

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
