"""Run `random_sequence`, `random_selector` and `random_child` (the composites of section 3; rule 1.4).

| moment | rule |
|---|---|
| enter, no weights given | a seeded Fisher-Yates shuffle, one draw per child but the first |
| enter, weights given | children drawn one after the other without replacement, one draw each but the last |
| enter, the weights left add up to 0 | nothing more is drawn |
| tick | as sequence or selector with `memory: resume`, in the drawn order |
| a child of weight 0 | is not visited and counts as skipped |
| all weights are 0 | FAILURE |

A random child draws one by weight on enter, all alike without weights, and gives what that one gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from runtime.basics.random_numbers import draw_weighted, shuffle
from runtime.basics.status import Status
from runtime.minds.program.node_source import NodeSource
from runtime.minds.program.row_fields import Meaning, Sort, counts_draws, given, remembers
from runtime.minds.program.tree_row import EndStatus, RowPage, TreeRow, one_for_each
from runtime.minds.trees.sequence_and_selector import reason_of_ends
from runtime.minds.trees.tree_walk import visit
from runtime.records.reasons import Reason, ReasonForm, say

if TYPE_CHECKING:
    from runtime.minds.program.ticking_brain import TickingBrain


@dataclass(slots=True, eq=False, kw_only=True)
class RandomCompositeRow(TreeRow):
    """Walk children in a drawn order until one gives `ending`.

    `order` is the first of one int slot per child with the drawn order, `place` the int slot with how far
    the walk is, `tried` the byte slot that tells whether any child has ended, `draws` the draw counter.
    `weights` is None where no child has one. Children of weight 0 are at the end of the order.
    """

    about: ClassVar[RowPage] = RowPage(
        "shuffled",
        ("random_sequence", "random_selector"),
        "Visits its children in a drawn order until one gives `ending`.",
        0,
        None,
    )

    walks: ClassVar[bool] = True
    picks_by: ClassVar[Literal["draw"]] = "draw"

    ending: EndStatus = given(Sort.END, "The result of a child that ends it.")
    weights: tuple[float, ...] | None = given(
        Sort.WEIGHTS, "Weights of the children, 0 for never; null for none."
    )
    place: int = remembers(
        Meaning.PLACE_IN_ORDER, "How far it is in the drawn order.", only_child=True, order="order"
    )
    tried: int = remembers(Meaning.FLAG, "1 once a child has ended.")
    draws: int = counts_draws()
    order: int = remembers(Meaning.ORDER, "The first int, one for each child, of the drawn order.")

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        ending = Status.FAILURE if source.node.kind == "random_sequence" else Status.SUCCESS
        return {"ending": ending, "weights": _weights(source)}

    def likely_kind(self) -> str:
        """Return the kind that nodes with such a row mostly have."""
        return "random_selector" if self.ending == Status.SUCCESS else "random_sequence"

    def slots(self) -> list[dict[str, object]]:
        """Return what it knows of each child."""
        return [{"weight": weight} for weight in self.weights or ()]

    def goes_on_after(self, child: TreeRow) -> bool:
        """Tell whether a success leads to the next child."""
        return self.ending == Status.FAILURE

    def misfit(self) -> str:
        """Tell where a child lacks its weight."""
        return one_for_each("weights", self.weights, self)

    def enter(self, brain: TickingBrain) -> None:
        """Draw the order."""
        brain.ints[self.place] = 0
        brain.bytes_[self.tried] = 0
        drawn = self._shuffled(brain) if self.weights is None else self._drawn(brain, self.weights)
        for position, child in enumerate(drawn):
            brain.ints[self.order + position] = child

    def tick(self, brain: TickingBrain) -> Status:
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
                        brain.reason = Reason(ReasonForm.CHILD_GAVE, (child + 1, result))
                    return result
            place += 1
        brain.ints[self.place] = place
        result = self.untried
        if brain.bytes_[self.tried]:
            result = Status.FAILURE if self.ending == Status.SUCCESS else Status.SUCCESS
        if brain.log is not None:
            brain.reason = self._reason_at_end(brain, result)
        return result

    def takes_part(self, child: int, brain: TickingBrain) -> bool:
        """Tell whether a child is visited: its weight is not 0, or was not when it began to run (8.2)."""
        weights = self.weights
        return weights is None or weights[child] != 0 or brain.bytes_[self.child_rows[child].index] == 1

    @property
    def untried(self) -> Status:
        """Return what it gives when no child ended."""
        return Status.SKIPPED if self.weights is None or any(self.weights) else Status.FAILURE

    def _reason_at_end(self, brain: TickingBrain, result: Status) -> Reason:
        if self.untried == Status.FAILURE and not brain.bytes_[self.tried]:
            return Reason(ReasonForm.ALL_WEIGHTS_0)
        return reason_of_ends(self, brain, result)

    def _shuffled(self, brain: TickingBrain) -> tuple[int, ...]:
        count = len(self.child_rows)
        first = brain.ints[self.draws]
        brain.ints[self.draws] = first + max(count - 1, 0)
        return shuffle(brain.seed, brain.agent_hash, self.draw_key, first, range(count))

    def _drawn(self, brain: TickingBrain, weights: tuple[float, ...]) -> list[int]:
        left = list(range(len(weights)))
        drawn: list[int] = []
        while len(left) > 1 and any(weights[child] for child in left):
            count = brain.draw_count(self.draws)
            place = (brain.seed, brain.agent_hash, self.draw_key, count)
            picked = draw_weighted(*place, [weights[child] for child in left])
            assert picked is not None
            drawn.append(left.pop(picked))
        return drawn + left


@dataclass(slots=True, eq=False, kw_only=True)
class RandomChildRow(TreeRow):
    """Run one child, drawn on enter; `chosen` is the int slot with it, `draws` the draw counter."""

    about: ClassVar[RowPage] = RowPage(
        "random_child", ("random_child",), "Visits the child that was drawn on enter.", 0, None
    )

    picks_by: ClassVar[Literal["draw"]] = "draw"

    weights: tuple[float, ...] | None = given(
        Sort.WEIGHTS, "Weights of the children, 0 for never; null for all alike."
    )
    chosen: int = remembers(Meaning.CHILD, "The child drawn; -1 for none.", only_child=True, optional=True)
    draws: int = counts_draws()

    @classmethod
    def parts(cls, source: NodeSource) -> dict[str, Any]:
        """Return what no parameter of the same name gives."""
        return {"weights": _weights(source)}

    def slots(self) -> list[dict[str, object]]:
        """Return what it knows of each child."""
        return [{"weight": weight} for weight in self.weights or ()]

    def misfit(self) -> str:
        """Tell where a child lacks its weight."""
        return one_for_each("weights", self.weights, self)

    def enter(self, brain: TickingBrain) -> None:
        """Draw the child; nothing is drawn where all weights are 0."""
        weights = (1.0,) * len(self.child_rows) if self.weights is None else self.weights
        drawn = None
        if any(weights):
            count = brain.draw_count(self.draws)
            drawn = draw_weighted(brain.seed, brain.agent_hash, self.draw_key, count, weights)
        brain.ints[self.chosen] = NO_CHILD if drawn is None else drawn

    def tick(self, brain: TickingBrain) -> Status:
        """Tick the child that was drawn."""
        chosen = brain.ints[self.chosen]
        if chosen == NO_CHILD:
            say(brain, ReasonForm.ALL_WEIGHTS_0)
            return Status.FAILURE
        result = visit(self.child_rows[chosen], brain)
        if result != Status.RUNNING:
            say(brain, ReasonForm.DRAWN_CHILD, chosen + 1, result)
        return result


NO_CHILD = -1


def _weights(source: NodeSource) -> tuple[float, ...] | None:
    """Return the weight of each child, None where none is given."""
    weights = [None if child.slot is None else child.slot.weight for child in source.children]
    if all(weight is None for weight in weights):
        return None
    return tuple(float(1 if weight is None else weight) for weight in weights)
