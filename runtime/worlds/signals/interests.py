"""Manage the interests of a world: what is there to notice, and who reacts (SENSE-16).

Every step, for each interest that is there, those who wait for something to notice and are reached by it are
gathered, team by team. Who of them reacts, the interest says:

| who | reacts |
|---|---|
| squad | ⌊log2 n⌋ scouts drawn at random; another one leads. One who is alone goes |
| all | everyone |
| nearest | the one nearest to it, of equally near ones the lower id |

Then the interest is over. One that reaches nobody is over after its step, unless it `lasts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runtime.basics.values import Vector
from runtime.formulas.interest import choose_squad


@dataclass(frozen=True, slots=True)
class Interest:
    """Hold one interest: what it is, how much it matters, where it is and how it is noticed.

    `source` is the entity it belongs to, None for a place. `until` is the last tick on which it waits.
    `number` counts the interests of a run.
    """

    number: int
    tick: int
    until: int
    name: str
    priority: int
    at: Vector
    radius: float
    sense: str
    who: str
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Tell that the awareness sensor at `place` of its group is to notice, or to lead, for an interest.

    A leader knows by `scouts` how many go.
    """

    place: int
    interest: Interest
    leads: bool = False
    scouts: int = 0


class InterestBoard:
    """Hold the interests that wait. `waiting`, `count` and `draws`, those made so far, are state.

    `recent` are the interests of the last steps, for the preview.
    """

    def __init__(self, seed: int, kept_steps: int) -> None:
        self._seed = seed
        self._kept_steps = kept_steps
        self.waiting: tuple[Interest, ...] = ()
        self.recent: tuple[Interest, ...] = ()
        self.count = 0
        self.draws = 0

    def add(self, interest: Interest) -> None:
        """Let an interest wait for those who notice it."""
        self.waiting = (*self.waiting, interest)
        self.recent = (*self.recent, interest)
        self.count += 1

    def react(self, interest: Interest, reached: Sequence[int], nearest: int) -> tuple[Notice, ...]:
        """Return who of one team's sensors in the places `reached`, ascending, notices or leads."""
        if interest.who == "all":
            return tuple(Notice(place, interest) for place in reached)
        if interest.who == "nearest":
            return (Notice(nearest, interest),)
        squad = choose_squad(reached, self._seed, interest.source or "", self.draws)
        self.draws += squad.draws
        leads = () if squad.leader is None else (squad.leader,)
        leading = tuple(Notice(place, interest, leads=True, scouts=len(squad.scouts)) for place in leads)
        return (*leading, *(Notice(place, interest) for place in squad.scouts))

    def close(self, noticed: frozenset[int]) -> None:
        """Take away the interests whose numbers are `noticed`."""
        if noticed:
            self.waiting = tuple(each for each in self.waiting if each.number not in noticed)

    def forget(self, tick: int) -> None:
        """Forget what waits no more on `tick`, and what the preview shows no more."""
        if self.waiting:
            self.waiting = tuple(each for each in self.waiting if each.until >= tick)
        oldest = tick - self._kept_steps
        if self.recent and self.recent[0].tick < oldest:
            self.recent = tuple(each for each in self.recent if each.tick >= oldest)
