"""Be the host of a case's brain: answer as the case says, remember what the brain asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from graphs.checks.rules.scopes import type_of_shape
from graphs.expressions.scope import ENTITY_FIELDS
from graphs.expressions.types import Type, Value, fits_type
from graphs.kinds.declarations.registry import Registry
from runtime.basics.context import EvaluationError, Slot
from runtime.basics.host import Claimed, ClaimRegister, RaisedEvent
from runtime.minds.actions.condition import HostConditionContext
from runtime.minds.actions.game_behaviors import GameBehaviors
from runtime.minds.program.agent_state import AgentState
from runtime.trials.cases.case_file import (
    Answers,
    CaseFile,
    ConditionAnswer,
    Entities,
    plain_value,
    same_value,
    value_words,
)
from runtime.trials.cases.node_names import CaseProblem

HOLDER_FIELD = "claimed_by"
"""The field of an entity of a case that names the agent which has claimed it (rule 3.16)."""


def entity_problems(case: CaseFile, registry: Registry) -> Iterator[CaseProblem]:
    """Yield each field of an entity whose value is not of its type; other fields may hold any value."""
    declared = registry.entity_fields
    types = {
        **ENTITY_FIELDS,
        **{name: type_of_shape(declaration.shape) for name, declaration in declared.items()},
    }
    yield from _wrong("entities", case.entities, types)
    for place, tick in enumerate(case.ticks):
        yield from _wrong(f"ticks.{place}.entities", tick.entities, types)


def _wrong(where: str, entities: Entities, types: dict[str, Type]) -> Iterator[CaseProblem]:
    for entity, fields in entities.items():
        for name, value in (fields or {}).items():
            wanted = types.get(name)
            if wanted is not None and not fits_type(plain_value(value), wanted):
                choices = f" of {', '.join(wanted.values)}" if wanted.values else ""
                said = f"{name} is {wanted.phrase}{choices} and cannot be {value_words(value)}."
                yield CaseProblem(f"{where}.{entity}.{name}", said, "Write a value of that type.")


class CaseClaims(ClaimRegister):
    """Know of the claims of one brain, and of those that the case says others have."""

    def __init__(self, holder_of: Callable[[str], Value]) -> None:
        super().__init__(lambda: ())
        self._holder_of = holder_of

    def holders(self, claimed: Claimed) -> tuple[str, ...]:
        """Return who holds an entity as the case says, else as the brain's claims do."""
        other = self._holder_of(claimed.name) if claimed.sort == "entity" else None
        return (str(other),) if other is not None else super().holders(claimed)


class CaseHost:
    """Keep the world's time and what a case says of conditions and entities.

    `effects`, `sent` and `asked` hold what the tick under way asked for: effects with their arguments, the
    receiver and event of each message, how often each condition was asked.
    """

    def __init__(self, case: CaseFile, game: GameBehaviors) -> None:
        self.tick = case.start.tick
        self.rate = case.rate
        self.effects: list[tuple[str, Mapping[str, Value]]] = []
        self.sent: list[tuple[str, RaisedEvent]] = []
        self.asked: dict[str, int] = {}
        self.claims = CaseClaims(self._holder_of)
        self._game = game
        self._conditions: dict[str, Answers] = dict(case.conditions)
        self._entities: dict[str, dict[str, Value]] = {}
        self._writes: list[tuple[str, Value]] = []
        self.change_entities(case.entities)

    def begin_tick(self) -> None:
        """Forget what the last tick asked for."""
        self.effects, self.sent, self.asked = [], [], {}

    def answer(self, conditions: Mapping[str, Answers]) -> None:
        """Answer these conditions so from now on."""
        self._conditions.update(conditions)

    def change_entities(self, entities: Entities) -> None:
        """Give entities other fields, the rest of their fields staying; None takes one away."""
        for entity, fields in entities.items():
            if fields is None:
                self._entities.pop(entity, None)
                continue
            known = self._entities.setdefault(entity, {})
            known.update({name: plain_value(value) for name, value in fields.items()})

    def apply_world_writes(self, slots: Mapping[str, Slot], world: AgentState) -> None:
        """Write world variables, after the brain has ticked (rule 9.3)."""
        writes, self._writes = self._writes, []
        for name, value in writes:
            world.write(slots[name], value)

    def _holder_of(self, entity: str) -> Value:
        return self._entities.get(entity, {}).get(HOLDER_FIELD)

    # -- what brains ask -----------------------------------------------------------------------------

    def condition(self, agent: str, name: str, arguments: tuple[Value, ...]) -> bool:
        """Answer as the case says, else by the condition's own behavior, else as its stand-in does."""
        self.asked[name] = self.asked.get(name, 0) + 1
        answer = _answer_for(self._conditions.get(name, ()), arguments)
        behavior = self._game.conditions.get(name)
        if answer is None and behavior is not None:
            return behavior(HostConditionContext(self, agent), arguments)
        if answer is None:
            declared = self._game.registry.conditions.get(name)
            answer = declared.stand_in if declared is not None else None
        if answer is None:
            said = ", ".join(map(value_words, arguments))
            raise EvaluationError(f"The case has no answer for {name}({said}).")
        if answer == "error":
            raise EvaluationError(f"The condition {name} cannot be answered.")
        return answer

    def entity_field(self, entity: str | None, field: str) -> Value:
        """Return a field of an entity of the case."""
        if entity is None:
            raise EvaluationError(f"There is nobody to ask for {field}.")
        fields = self._entities.get(entity)
        if fields is None:
            raise EvaluationError(f"The entity {entity} is not there.")
        if field not in fields:
            raise EvaluationError(f"The case gives {entity} no {field}.")
        return fields[field]

    def effect(self, agent: str, name: str, arguments: Mapping[str, Value], node_path: str) -> None:
        """Remember an effect."""
        self.effects.append((name, dict(arguments)))

    def send(self, agent: str, receiver: str, event: RaisedEvent) -> None:
        """Remember a message."""
        self.sent.append((receiver, event))

    def write_world(self, agent: str, name: str, value: Value) -> None:
        """Remember a write to a world variable until the brain has ticked."""
        self._writes.append((name, value))


def _answer_for(answers: Answers, arguments: tuple[Value, ...]) -> bool | Literal["error"] | None:
    if not isinstance(answers, tuple):
        return answers
    return next((answer.answer for answer in answers if _are_asked(answer, arguments)), None)


def _are_asked(answer: ConditionAnswer, arguments: tuple[Value, ...]) -> bool:
    return len(answer.arguments) == len(arguments) and all(
        same_value(expected, got) for expected, got in zip(answer.arguments, arguments, strict=True)
    )
