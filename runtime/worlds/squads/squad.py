"""Keep one squad: who is in it, who leads, where its members stand, and what they were ordered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from graphs.worlds.model.ground_and_squads import Formation, Squad
from runtime.basics.values import Vector
from runtime.worlds.squads.formations import assigned, capacity, in_world, places_of

SquadState: TypeAlias = tuple[
    str | None,
    tuple[str, ...],
    tuple[tuple[str, str], ...],
    tuple[str, float],
    tuple[str, ...],
    tuple[str, ...],
    tuple[str, ...],
]
"""Leader, followers, roles, shape and spacing, who waits, who was ordered, who acknowledged."""

PoseOf: TypeAlias = Callable[[str], tuple[Vector, float]]
"""Return where an entity is, and where it looks in degrees."""


@dataclass(slots=True, eq=False)
class RunningSquad:
    """Hold a squad of a running world.

    `followers` stand in the order of the places of the formation: the i-th has place i. `waiting` are those
    who would join, first come first. `ordered` are those who got the last order, `acknowledged` those of them
    who told that they took it.
    """

    squad_id: str
    leader: str | None
    followers: list[str]
    roles: dict[str, str]
    formation: Formation
    waiting: list[str] = field(default_factory=list)
    ordered: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    _places: tuple[Vector, ...] = ()

    @property
    def members(self) -> Sequence[str]:
        """Return all who are in it, the leader first."""
        return self.followers if self.leader is None else (self.leader, *self.followers)

    @property
    def places(self) -> tuple[Vector, ...]:
        """Return the places in the leader's frame."""
        if not self._places:
            self._places = places_of(self.formation)
        return self._places

    @property
    def has_room(self) -> bool:
        """Tell whether somebody can join."""
        return self.leader is None or len(self.followers) < capacity(self.formation)

    @property
    def awaited(self) -> bool:
        """Tell whether somebody got an order, is still there and has not acknowledged it."""
        return any(each not in self.acknowledged for each in self.ordered if each in self.members)

    def join(self, agent: str) -> None:
        """Take an agent in, at the next place; into an empty squad as its leader."""
        if self.leader is None:
            self.leader = agent
        else:
            self.followers.append(agent)

    def leave(self, agent: str) -> None:
        """Let an agent go: those behind it move up by one; after the leader the first follower leads."""
        if agent in self.waiting:
            self.waiting.remove(agent)
        if agent == self.leader:
            self.leader = self.followers.pop(0) if self.followers else None
        elif agent in self.followers:
            self.followers.remove(agent)

    def stand(self, shape: str, spacing: float, pose_of: PoseOf) -> None:
        """Change the formation, and give each place to the nearest; nothing where it stands so already."""
        if (shape, spacing) == (self.formation.shape, self.formation.spacing):
            return
        self.formation = self.formation.model_copy(update={"shape": shape, "spacing": spacing})
        self._places = ()
        self.assign(pose_of)

    def assign(self, pose_of: PoseOf) -> None:
        """Give each place to the nearest follower that is left."""
        if self.leader is None or not self.followers:
            return
        at, heading = pose_of(self.leader)
        spots = [in_world(place, at, heading) for place in self.places]
        self.followers = assigned(spots, {each: pose_of(each)[0] for each in self.followers})

    def state(self) -> SquadState:
        """Return everything that changes."""
        return (
            self.leader,
            tuple(self.followers),
            tuple(sorted(self.roles.items())),
            (self.formation.shape, float(self.formation.spacing)),
            tuple(self.waiting),
            tuple(self.ordered),
            tuple(self.acknowledged),
        )

    def restore(self, saved: SquadState) -> None:
        """Take back what `state` returned."""
        self.leader, followers, roles, (shape, spacing), waiting, ordered, acknowledged = saved
        self.followers, self.roles = list(followers), dict(roles)
        self.formation = self.formation.model_copy(update={"shape": shape, "spacing": spacing})
        self._places = ()
        self.waiting, self.ordered, self.acknowledged = list(waiting), list(ordered), list(acknowledged)


def running_squad(squad_id: str, squad: Squad, pose_of: PoseOf) -> RunningSquad:
    """Return a squad as it is at the start, each place taken by the nearest."""
    leader = squad.leader or next(iter(squad.members), None)
    followers = [member for member in squad.members if member != leader]
    made = RunningSquad(squad_id, leader, followers, dict(squad.roles), squad.formation)
    made.assign(pose_of)
    return made
