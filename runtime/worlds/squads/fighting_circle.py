"""Keep one fighting circle: who stands where around whom, and who attacks (TAC-13, TAC-14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from graphs.worlds.model.ground_and_squads import FightingCircle
from runtime.basics.single_vectors import squared_between
from runtime.basics.values import Vector
from runtime.worlds.squads.budgets import Budget, BudgetState
from runtime.worlds.squads.formations import in_world, on_circle

CircleState: TypeAlias = tuple[BudgetState, BudgetState, tuple[tuple[str, int], ...]]
"""The budgets of slots and of attacks, and who has which place."""


@dataclass(slots=True, eq=False)
class RunningCircle:
    """Hold a fighting circle of a running world: `taken` is who has which of its places."""

    circle_id: str
    entry: FightingCircle
    slots: Budget
    attacks: Budget
    taken: dict[str, int] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Return how many places there are: the budget of slots without its fraction, at least 1."""
        return max(1, int(self.entry.slots))

    def place_of(self, agent: str) -> Vector:
        """Return the place of an agent in the frame of whom it fights."""
        return on_circle(float(self.entry.radius), self.taken[agent], self.count)

    def spots(self, at: Vector, heading: float) -> Sequence[Vector]:
        """Return where all places are, around an entity at `at` that looks along `heading`."""
        turned = heading if self.entry.turns else 0.0
        radius = float(self.entry.radius)
        return [in_world(on_circle(radius, index, self.count), at, turned) for index in range(self.count)]

    def refusal(self, agent: str, weight: float) -> str:
        """Return why an agent of this weight gets no place now, "" where it does."""
        if not self.slots.has_room(weight):
            waiting = f", {len(self.slots.waiting)} wait" if self.slots.waiting else ""
            asked, left, most = _said(weight), _said(self.slots.left), _said(self.slots.most)
            return f"asked {self.circle_id} for {asked}, of {most} there is {left} left{waiting}"
        if len(self.taken) >= self.count:
            return f"all {self.count} places of {self.circle_id} are taken"
        return ""

    def enter(self, agent: str, weight: float, own: Vector, spots: Sequence[Vector]) -> None:
        """Give an agent the free place that is nearest to it, of equal ones the first."""
        used = set(self.taken.values())
        free = [index for index in range(self.count) if index not in used]
        self.taken[agent] = min(free, key=lambda index: (squared_between(spots[index], own), index))
        self.slots.take(agent, weight)

    def leave(self, agent: str) -> None:
        """Let an agent go, with its attack, and let it wait no more."""
        self.slots.let_go(agent)
        self.attacks.let_go(agent)
        self.taken.pop(agent, None)

    def attack_refusal(self, weight: float) -> str:
        """Return why an attack of this weight is not granted now, "" where it is."""
        if self.attacks.has_room(weight):
            return ""
        waiting = f", {len(self.attacks.waiting)} wait" if self.attacks.waiting else ""
        asked, left, most = _said(weight), _said(self.attacks.left), _said(self.attacks.most)
        return f"asked {self.circle_id} for an attack of {asked}, of {most} there is {left} left{waiting}"

    def state(self) -> CircleState:
        """Return everything that changes."""
        return self.slots.state(), self.attacks.state(), tuple(self.taken.items())

    def restore(self, saved: CircleState) -> None:
        """Take back what `state` returned."""
        slots, attacks, taken = saved
        self.slots.restore(slots)
        self.attacks.restore(attacks)
        self.taken = dict(taken)


def running_circle(circle_id: str, entry: FightingCircle) -> RunningCircle:
    """Return a circle in which nobody fights yet."""
    return RunningCircle(
        circle_id, entry, Budget(float(entry.slots)), Budget(float(entry.attacks), in_rounds=True)
    )


def _said(number: float) -> str:
    return f"{number:g}"
