"""Keep the fighting circles of a running world: who gets a place, and who may attack."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from graphs.worlds.model.world_file import WorldDocument
from runtime.worlds.squads.fighting_circle import CircleState, RunningCircle, running_circle
from runtime.worlds.squads.slots import HeldSlot
from runtime.worlds.squads.squad import PoseOf


class Circles:
    """Hold all fighting circles, and who stands in which."""

    def __init__(self, document: WorldDocument, pose_of: PoseOf, is_there: Callable[[str], bool]) -> None:
        self._pose_of = pose_of
        self._is_there = is_there
        self.by_id: Mapping[str, RunningCircle] = {
            circle_id: running_circle(circle_id, circle)
            for circle_id, circle in sorted(document.circles.items())
        }

    def of(self, agent: str) -> RunningCircle | None:
        """Return the circle that an agent has a place in."""
        return next((circle for circle in self.by_id.values() if agent in circle.taken), None)

    def waits_in(self, agent: str) -> RunningCircle | None:
        """Return the circle in which an agent waits for a place."""
        return next((circle for circle in self.by_id.values() if agent in circle.slots.waiting), None)

    def nearest(self, agent: str, weight: float) -> RunningCircle | None:
        """Return the nearest circle with room for an agent, without any the nearest; of equal ones the first.

        One whose entity is gone is none.
        """
        there = [circle for circle in self.by_id.values() if self._is_there(circle.entry.around)]
        own = self._pose_of(agent)[0]
        return min(
            there,
            key=lambda circle: (
                bool(circle.refusal(agent, weight)),
                math.dist(own, self._pose_of(circle.entry.around)[0]),
            ),
            default=None,
        )

    def request(self, circle: RunningCircle, agent: str, weight: float, wait: bool) -> str:
        """Give an agent a place, or let it wait; return why it cannot be, "" where it is or waits."""
        around = circle.entry.around
        if not self._is_there(around):
            return f"{around}, around whom {circle.circle_id} is, is not there any more"
        self.withdraw(agent)
        why = circle.refusal(agent, weight)
        if not why:
            self._enter(circle, agent, weight)
        elif wait and circle.slots.can_ever_hold(weight):
            circle.slots.waiting[agent] = weight
            return ""
        return why

    def withdraw(self, agent: str) -> None:
        """Let an agent wait for a place no more."""
        for circle in self.by_id.values():
            circle.slots.waiting.pop(agent, None)

    def leave(self, agent: str) -> None:
        """Let an agent go from the circle it stands in, and wait no more."""
        for circle in self.by_id.values():
            circle.leave(agent)

    def request_attack(self, agent: str, weight: float, wait: bool) -> str:
        """Grant an attack, or let an agent wait for it; return why it cannot be, "" where it is or waits."""
        circle = self.of(agent)
        if circle is None:
            return f"{agent} stands in no fighting circle, and asks for an attack"
        circle.attacks.waiting.pop(agent, None)
        why = circle.attack_refusal(weight)
        if not why:
            circle.attacks.take(agent, weight)
        elif wait and circle.attacks.can_ever_hold(weight):
            circle.attacks.waiting[agent] = weight
            return ""
        return why

    def end_attack(self, agent: str) -> None:
        """Let the attack of an agent end, and let it wait for none."""
        for circle in self.by_id.values():
            circle.attacks.let_go(agent)

    def serve(self) -> int:
        """Empty circles around who is gone; let those in, and attack, who have waited longest.

        Returns how many places changed hands.
        """
        changed = 0
        for circle in self.by_id.values():
            if not self._is_there(circle.entry.around):
                for agent in (*circle.taken, *circle.slots.waiting):
                    circle.leave(agent)
                    changed += 1
                continue
            while len(circle.taken) < circle.count and (found := circle.slots.next_waiting()) is not None:
                self._enter(circle, *found)
                changed += 1
            while (found := circle.attacks.next_waiting()) is not None:
                circle.attacks.take(*found)
        return changed

    def slots(self) -> Mapping[str, HeldSlot]:
        """Return the places of all who stand in circles."""
        return {
            agent: HeldSlot(circle.entry.around, circle.place_of(agent), circle.entry.turns, circle.circle_id)
            for circle in self.by_id.values()
            for agent in circle.taken
        }

    def _enter(self, circle: RunningCircle, agent: str, weight: float) -> None:
        self.leave(agent)
        spots = circle.spots(*self._pose_of(circle.entry.around))
        circle.enter(agent, weight, self._pose_of(agent)[0], spots)

    def state(self) -> tuple[CircleState, ...]:
        """Return everything that changes."""
        return tuple(circle.state() for circle in self.by_id.values())

    def restore(self, saved: tuple[CircleState, ...]) -> None:
        """Take back what `state` returned."""
        for circle, state in zip(self.by_id.values(), saved, strict=True):
            circle.restore(state)
