"""Be the host of a session's brains: answer from its world, gather what brains ask of it."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from typing import TYPE_CHECKING

from graphs.expressions.types import Value
from runtime.basics.context import EvaluationError
from runtime.basics.host import ClaimRegister, RaisedEvent
from runtime.minds.actions.condition import HostConditionContext
from runtime.minds.trees.claiming import held_claims
from runtime.records.trace_frame import RunError
from runtime.records.world_records import Effect
from runtime.worlds.world import World

if TYPE_CHECKING:
    from runtime.session.session import Session


class SessionHost:
    """Gather effects, sent events and world writes while brains tick, and apply them afterwards (9.3)."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.tick = 0
        self.claims = ClaimRegister(lambda: held_claims(session.brains.values()))
        self._effects: list[Effect] = []
        self._sent: list[tuple[str, str, RaisedEvent]] = []
        self._writes: list[tuple[str, str, Value]] = []

    @property
    def rate(self) -> int:
        """Return ticks per second."""
        return self._session.rate

    def condition(self, agent: str, name: str, arguments: tuple[Value, ...]) -> bool:
        """Answer by the condition's behavior, or by its switch where it has none."""
        behavior = self._session.conditions.get(name)
        if behavior is not None:
            return behavior(HostConditionContext(self, agent), arguments)
        answer = self._session.condition_switches.get(name)
        if answer is None:
            raise EvaluationError(f"The condition {name} has no behavior here.")
        return answer

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return a field of an entity of the world."""
        if entity is None:
            raise EvaluationError(f"There is nobody to ask for {field}.")
        return self._session.world.entity_field(entity, field)

    def effect(self, agent: str, name: str, arguments: Mapping[str, Value], node_path: str) -> None:
        """Keep a one-shot effect until all brains have ticked."""
        stream = self._session.brains[agent].program.streams.get(node_path, -1)
        self._effects.append(Effect(agent, name, arguments, node_path, stream))

    def send(self, agent: str, receiver: str, event: RaisedEvent) -> None:
        """Keep a sent event until all brains have ticked."""
        self._sent.append((agent, receiver, event))

    def write_world(self, agent: str, name: str, value: Value) -> None:
        """Keep a write to a world variable until all brains have ticked."""
        self._writes.append((agent, name, value))

    def forget(self) -> None:
        """Drop what was gathered by a step that was left in its middle, and what is known of the brains."""
        self._effects, self._sent, self._writes = [], [], []
        self.claims.forget()

    def apply(self, world: World) -> list[tuple[str, RunError]]:
        """Apply what was gathered, in ascending agent id; the last writer of a variable wins.

        Returns the effects that could not be done, as errors of the agents that asked for them.
        """
        effects, self._effects = self._effects, []
        refused = [(effect.agent_id, error) for effect in effects if (error := self._apply(effect, world))]
        sent, self._sent = self._sent, []
        for agent, receiver, event in sent:
            if receiver == "all":
                world.announce(event.name)
            for each in self._receivers(agent, receiver, world):
                self._session.brains[each].post(event)
        writes, self._writes = self._writes, []
        written: dict[str, str] = {}
        for agent, name, value in writes:
            if written.get(name, agent) != agent:
                self._session.brains[agent].note_double_write(name, written[name])
            written[name] = agent
            self._session.write_shared(name, value)
        return refused

    def _apply(self, effect: Effect, world: World) -> RunError | None:
        try:
            refusal, detail = world.apply_effect(effect), ""
        except Exception as error:
            # An action of the game may ask for anything; a step goes on all the same.
            refusal = f"The effect {effect.name} failed: {type(error).__name__}: {error}"
            detail = traceback.format_exc()
        if refusal is None:
            return None
        rows = self._session.brains[effect.agent_id].program.rows
        row = next((row.index for row in rows if row.path == effect.node_path), -1)
        return RunError(row, refusal, detail)

    def _receivers(self, agent: str, receiver: str, world: World) -> list[str]:
        brains = self._session.brains
        if receiver in brains:
            return [receiver]
        if receiver == "all":
            return [other for other in brains if other != agent]
        if receiver == "team":
            team = world.entity_field(agent, "team")
            others = [other for other in brains if other != agent and other not in world.gone]
            return [other for other in others if world.entity_field(other, "team") == team]
        return []
