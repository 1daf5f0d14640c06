"""Keep the squads of a running world: joining, leaving, formations, orders, and what is asked about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, get_args

from graphs.worlds.model.ground_and_squads import Formation
from graphs.worlds.model.world_file import WorldDocument
from runtime.basics.context import EvaluationError
from runtime.basics.values import Value
from runtime.records.world_records import Effect, WorldEvent
from runtime.worlds.squads.formations import capacity
from runtime.worlds.squads.slots import HeldSlot
from runtime.worlds.squads.squad import PoseOf, RunningSquad, SquadState, running_squad

SHAPES = get_args(Formation.model_fields["shape"].annotation)
EventState: TypeAlias = tuple[str, str, tuple[tuple[str, Value], ...]]
"""Who gets which event, and what it carries."""


class Squads:
    """Hold all squads, and who is in which. `orders` are events that members get in the next step.

    Members without a mind get none: they could not acknowledge it.
    """

    def __init__(self, document: WorldDocument, pose_of: PoseOf) -> None:
        self._pose_of = pose_of
        self._thinking = {agent for agent, entry in document.agents.items() if entry.mind is not None}
        self.by_id: Mapping[str, RunningSquad] = {
            squad_id: running_squad(squad_id, squad, pose_of)
            for squad_id, squad in sorted(document.squads.items())
        }
        self.orders: list[EventState] = []
        self._of_agent: dict[str, RunningSquad] = {}
        self._index()

    def of(self, entity: str) -> RunningSquad | None:
        """Return the squad that an agent is in; a squad's own mind belongs to its squad."""
        return self._of_agent.get(entity) or self.by_id.get(entity)

    def has_member(self, squad_id: str, agent: str) -> bool:
        """Tell whether an agent is in a squad."""
        found = self._of_agent.get(agent)
        return found is not None and found.squad_id == squad_id

    def commands(self, entity: str) -> str:
        """Return the squad that an entity leads, or is the mind of; "" for none."""
        squad = self.of(entity)
        return squad.squad_id if squad is not None and entity in (squad.leader, squad.squad_id) else ""

    # -- members -----------------------------------------------------------------------------------

    def request(self, squad_id: str, agent: str, wait: bool) -> str:
        """Let an agent join, or wait for a place; return why it cannot, "" where it does or waits."""
        squad = self.by_id[squad_id]
        self.withdraw(agent)
        if squad.has_room and not squad.waiting:
            self._join(squad, agent)
            return ""
        if wait:
            squad.waiting.append(agent)
            return ""
        most, waiting = capacity(squad.formation), len(squad.waiting)
        said = f", {waiting} wait" if waiting else ""
        return f"asked {squad_id} for a place, all {most} beside its leader are taken{said}"

    def withdraw(self, agent: str) -> None:
        """Let an agent wait for a place no more."""
        for squad in self.by_id.values():
            if agent in squad.waiting:
                squad.waiting.remove(agent)

    def leave(self, agent: str) -> None:
        """Let an agent leave its squad, and wait no more."""
        self.withdraw(agent)
        squad = self._of_agent.pop(agent, None)
        if squad is not None:
            squad.leave(agent)

    def serve(self) -> int:
        """Let those join who have waited longest, where there is room; return how many did."""
        joined = 0
        for squad in self.by_id.values():
            while squad.waiting and squad.has_room:
                self._join(squad, squad.waiting.pop(0))
                joined += 1
        return joined

    def slots(self) -> Mapping[str, HeldSlot]:
        """Return the places of all followers."""
        return {
            agent: HeldSlot(squad.leader, place, turns=True, of=squad.squad_id)
            for squad in self.by_id.values()
            if squad.leader is not None
            for agent, place in zip(squad.followers, squad.places, strict=False)
        }

    def _join(self, squad: RunningSquad, agent: str) -> None:
        self.leave(agent)
        squad.join(agent)
        self._of_agent[agent] = squad

    # -- effects -----------------------------------------------------------------------------------

    def set_formation(self, effect: Effect) -> str | None:
        """Let the squad that the agent commands stand otherwise: `shape`, `spacing`."""
        squad = self.by_id.get(self.commands(effect.agent_id))
        if squad is None:
            return f"{effect.agent_id} leads no squad that could stand otherwise."
        shape, spacing = effect.arguments.get("shape"), effect.arguments.get("spacing")
        if shape not in SHAPES:
            return f"There is no formation {shape!r}; there are {', '.join(SHAPES)}."
        if isinstance(spacing, bool) or not isinstance(spacing, (int, float)) or not 0 <= spacing <= 1e6:
            spacing = float(squad.formation.spacing)
        squad.stand(str(shape), float(spacing), self._pose_of)
        return None

    def order(self, effect: Effect) -> str | None:
        """Send `event` to the members, with `role` to those of it: `squad`, `target`, `place`."""
        arguments = effect.arguments
        squad = self._named(effect.agent_id, _text(arguments, "squad"))
        if squad is None:
            return f"There is no squad {_text(arguments, 'squad')!r} to order; known: {self._known()}."
        carried = [(name, arguments[name]) for name in ("target", "place") if arguments.get(name) is not None]
        squad.ordered = self._receivers(squad, effect.agent_id, _text(arguments, "role"))
        squad.acknowledged = []
        self.orders += [(each, _text(arguments, "event"), tuple(carried)) for each in squad.ordered]
        return None

    def acknowledge(self, effect: Effect) -> str | None:
        """Note that the agent took the last order of its squad."""
        squad, agent = self._of_agent.get(effect.agent_id), effect.agent_id
        if squad is not None and agent in squad.ordered and agent not in squad.acknowledged:
            squad.acknowledged.append(agent)
        return None

    def take_orders(self) -> tuple[WorldEvent, ...]:
        """Return the events of all orders since the last step."""
        orders, self.orders = self.orders, []
        return tuple(WorldEvent(agent, event, dict(carried)) for agent, event, carried in orders)

    # -- what is asked -----------------------------------------------------------------------------

    def field(self, entity: str, name: str) -> Value:
        """Return the field `squad:NAME` of an entity; raise `EvaluationError` where there is none."""
        asked, _, rest = name.partition(":")
        if asked == "receivers":
            squad_id, _, role = rest.partition(":")
            named = self._named(entity, squad_id)
            return named is not None and bool(self._receivers(named, entity, role))
        if asked == "all_acknowledged":
            named = self._named(entity, rest)
            if named is None:
                raise EvaluationError(f"There is no squad {rest!r} to ask about; known: {self._known()}.")
            return not named.awaited
        if asked == "commands":
            return self.commands(entity)
        squad = self.of(entity)
        answers: dict[str, Value] = {
            "acknowledged": squad is not None and entity in squad.acknowledged,
            "id": "" if squad is None else squad.squad_id,
            "leader": None if squad is None else squad.leader,
            "role": "" if squad is None else squad.roles.get(entity, ""),
            "size": 0 if squad is None else len(squad.members),
        }
        if asked not in answers:
            raise EvaluationError(f"A squad has no field {asked!r}; known: {', '.join(answers)}.")
        return answers[asked]

    def _named(self, entity: str, squad_id: str) -> RunningSquad | None:
        return self.by_id.get(squad_id) if squad_id else self.of(entity)

    def _receivers(self, squad: RunningSquad, giver: str, role: str) -> list[str]:
        members = sorted(each for each in squad.members if each != giver)
        return [
            each
            for each in members
            if each in self._thinking and (not role or squad.roles.get(each, "") == role)
        ]

    def _known(self) -> str:
        return ", ".join(self.by_id) or "none"

    # -- memory ------------------------------------------------------------------------------------

    def state(self) -> tuple[tuple[SquadState, ...], tuple[EventState, ...]]:
        """Return everything that changes."""
        return tuple(squad.state() for squad in self.by_id.values()), tuple(self.orders)

    def restore(self, saved: tuple[tuple[SquadState, ...], tuple[EventState, ...]]) -> None:
        """Take back what `state` returned."""
        states, orders = saved
        for squad, state in zip(self.by_id.values(), states, strict=True):
            squad.restore(state)
        self.orders = list(orders)
        self._index()

    def _index(self) -> None:
        self._of_agent = {agent: squad for squad in self.by_id.values() for agent in squad.members}


def _text(arguments: Mapping[str, Value], name: str) -> str:
    value = arguments.get(name)
    return value if isinstance(value, str) else ""
