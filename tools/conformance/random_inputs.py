"""Draw what happens to the agents of a case: variables that are set, events, answers of the game."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from graphs.basics.json_text import JsonValue
from graphs.expressions.types import INT_MAXIMUM, INT_MINIMUM, Items, Type, Value, ValueType
from runtime.export.export_document import Export
from runtime.export.load_program import LoadedExport
from runtime.minds.trees.for_each import ForEachRow
from tools.conformance.case_values import to_case

Data = dict[str, Any]
ENTITIES = ("foe", "rock", "größe 7")
STRINGS = ("", "a", "left", "äöü", "NaN")
FLOATS = (0.0, -0.0, 0.5, -1.5, 1e308, -1e308, 5e-324, 0.1, 2.5, 1e16, 123456789.25, -7.0, 90.0, 720.5)
INTS = (0, 1, -1, 2, 7, -7, INT_MAXIMUM, INT_MINIMUM, INT_MAXIMUM - 1)


@dataclass(frozen=True)
class Habits:
    """Say how often things happen in a tick, as chances; `odd` how often a number is an edge of its type."""

    sets: float = 0.1
    posts: float = 0.25
    answers: float = 0.12
    odd: float = 0.05


@dataclass(frozen=True)
class Asked:
    """Hold what a program asks of its game, as far as inputs depend on it."""

    variables: tuple[tuple[str, Type], ...]
    shared: tuple[tuple[str, Type], ...]
    events: dict[str, dict[str, Type]]
    actions: tuple[str, ...]
    conditions: tuple[str, ...]
    fields: dict[str, Type]
    queries: tuple[str, ...]


def asked_by(export: Export | LoadedExport) -> Asked:
    """Return what a program that was exported, or loaded, asks of its game."""
    needs, program = export.needs, export.program
    # Whoever sends to a team asks for teams, which have to be known then.
    sends = any(event.sends for event in needs.events.values())
    teams = {"team": Type(ValueType.STRING)} if sends else {}
    asking = [row for row in program.rows if isinstance(row, ForEachRow) and row.query is not None]
    return Asked(
        tuple((name, slot.type) for name, slot in sorted(program.variables.items())),
        tuple((name, slot.type) for name, slot in sorted(program.world_variables.items())),
        {name: dict(event.payload) for name, event in sorted(needs.events.items())},
        tuple(needs.actions),
        tuple(needs.conditions),
        {**needs.entity_fields, **teams},
        tuple(sorted(f"{row.query} {row.of.constant}" for row in asking)),
    )


class Happening:
    """Draw the ticks of one case."""

    def __init__(self, asked: Asked, agents: tuple[str, ...], seed: str, habits: Habits) -> None:
        self._asked, self._agents, self._habits = asked, agents, habits
        self._random = random.Random(seed)
        self._entities = (*agents, *ENTITIES)

    def ticks(self, count: int) -> list[Data]:
        """Return what happens in so many ticks; what is empty is left out."""
        return [self._tick(first=number == 0) for number in range(count)]

    def _tick(self, *, first: bool) -> Data:
        asked, habits = self._asked, self._habits
        often = max(habits.sets, 0.4) if first else habits.sets
        sets = {agent: self._values(asked.variables, often) for agent in self._agents}
        told: Data = {
            "set": {agent: values for agent, values in sets.items() if values},
            "shared": self._values(asked.shared, habits.sets / 2),
            "post": [self._event(agent) for agent in self._agents for _ in range(self._count_of_events())],
            "answers": self._answers(0.85 if first else habits.answers),
        }
        return {name: value for name, value in told.items() if value}

    def _count_of_events(self) -> int:
        if not self._asked.events or self._random.random() >= self._habits.posts:
            return 0
        return self._random.choice((1, 1, 2, 3))

    def _event(self, agent: str) -> list[Any]:
        name = self._random.choice(sorted(self._asked.events))
        payload = {field: self._value(kind) for field, kind in self._asked.events[name].items()}
        return [agent, name, payload]

    def _values(self, declared: tuple[tuple[str, Type], ...], chance: float) -> Data:
        return {name: self._value(kind) for name, kind in declared if self._random.random() < chance}

    def _answers(self, chance: float) -> Data:
        asked, source = self._asked, self._random
        names = ("running", "success", "failure", "error", "effect", "steer")
        weights = (40, 30, 15, 3, 7, 5)
        fields = [(f"{who}.{name}", kind) for who in self._entities for name, kind in asked.fields.items()]
        told: Data = {
            "actions": {
                name: source.choices(names, weights)[0] for name in asked.actions if source.random() < chance
            },
            "conditions": {
                name: source.random() < 0.5 for name in asked.conditions if source.random() < chance
            },
            "fields": {
                name: self._value(kind)
                for name, kind in fields
                if (chance > 0.5 and name.endswith(".team")) or source.random() < chance / 2
            },
            "queries": {
                name: source.sample(self._entities, source.randrange(len(self._entities)))
                for name in asked.queries
                if source.random() < chance
            },
        }
        return {name: value for name, value in told.items() if value}

    def _value(self, declared: Type) -> JsonValue:
        return to_case(self._plain(declared))

    def _plain(self, declared: Type) -> Value:
        source, odd = self._random, self._random.random() < self._habits.odd
        match declared.kind:
            case ValueType.BOOL | ValueType.TRIGGER:
                return source.random() < 0.5
            case ValueType.INT:
                return source.choice(INTS) if odd else source.randint(-2, 8)
            case ValueType.FLOAT:
                return source.choice(FLOATS) if odd else source.randint(-8, 24) / 2
            case ValueType.STRING:
                return source.choice(STRINGS)
            case ValueType.ENUM:
                return source.choice(declared.values)
            case ValueType.VECTOR:
                x, y = source.randint(-8, 8) / 2, source.choice(FLOATS) if odd else source.randint(-8, 8) / 2
                return (x, y)
            case ValueType.ENTITY:
                return source.choice((None, *self._entities))
            case ValueType.LIST:
                items = [self._plain(declared.item_type) for _ in range(source.randint(0, declared.most))]
                return Items(tuple(item for item in items if not isinstance(item, Items)))
