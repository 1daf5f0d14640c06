"""Make cases for executors: programs of samples and of random documents, and random things that happen."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from runtime.export.export_document import ExportOptions, export_document
from tests.executors.engine_game import Json
from tests.runtime.behavior_trees.random_trees import TREES_WITH_CALLS
from tests.runtime.behavior_trees.random_trees import mind_of as mind_of_tree
from tests.runtime.decision_trees.random_decisions import documents
from tests.runtime.lone_brain import REGISTRY
from tests.runtime.session_of import SAMPLES
from tests.runtime.state_machines.called_graphs import mind_of as mind_of_machine
from tests.runtime.state_machines.random_machines import machines

SORTS: dict[str, tuple[Any, Callable[[Any], Document]]] = {
    "trees": (TREES_WITH_CALLS, mind_of_tree),
    "machines": (machines(), mind_of_machine),
    "decisions": (documents(), lambda document: document),
}
"""Strategies of random documents by their sort, and what makes a document of what they draw."""

ENTITIES = ("foe", "rock")
ANSWERS = ("running", "running", "success", "failure", "error", "effect", "steer", "steer")
CROWDS = (["me"], ["b", "a"], ["ann", "bob", "Zoë"])


def sample_programs() -> Iterator[tuple[str, Json]]:
    """Yield the program of each sample by its name."""
    for path in sorted(SAMPLES.glob("*.mind.json")):
        yield path.name, export_document(load_document(path), builtin_registry()).data


def random_programs(sort: str, count: int, start: int) -> list[Json]:
    """Return programs of random documents; `start` seeds them."""
    strategy, document_of = SORTS[sort]
    found: list[Json] = []

    @seed(start)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def gather(drawn: Any) -> None:
        text = export_document(document_of(drawn), REGISTRY, ExportOptions(keep_disabled=True)).text()
        found.append(json.loads(text))

    gather()
    return found


def random_case(name: str, program: Json, ticks: int) -> Json:
    """Return a case of a program in which random things happen; its name seeds them."""
    rng = random.Random(name)
    happening = Happening(program, rng, rng.choice(CROWDS))
    return {
        "id": name,
        "program": program,
        "seed": rng.randrange(2**32),
        "agents": happening.agents,
        "ticks": [happening.tick() for _ in range(ticks)],
    }


class Happening:
    """Draw what happens before a tick of the agents of a program."""

    def __init__(self, program: Json, rng: random.Random, agents: list[str]) -> None:
        self.rng, self.agents = rng, agents
        self.needs = program.get("needs", {})
        variables = program.get("variables", [])
        self.own = [each for each in variables if each.get("scope", "agent") == "agent"]
        self.shared = [each for each in variables if each.get("scope") == "world"]

    def tick(self) -> Json:
        found = {
            "set": {agent: self.some(self.own, 4) for agent in self.agents if self.happens(0.4)},
            "shared": self.some(self.shared, 1) if self.happens(0.2) else {},
            "post": [*self.posts()],
            "answers": self.answers(),
        }
        return {name: value for name, value in found.items() if value}

    def happens(self, chance: float) -> bool:
        return self.rng.random() < chance

    def some(self, variables: list[Json], most: int) -> Json:
        count = self.rng.randint(0, min(most, len(variables)))
        return {each["name"]: self.value(each["type"]) for each in self.rng.sample(variables, count)}

    def posts(self) -> Iterator[list[Any]]:
        events = self.needs.get("events", {})
        while events and self.happens(0.35):
            event = self.rng.choice(sorted(events))
            types = events[event].get("payload", {})
            yield [
                self.rng.choice(self.agents),
                event,
                {name: self.value(kind) for name, kind in types.items()},
            ]

    def answers(self) -> Json:
        found: Json = {
            "actions": {name: self.rng.choice(ANSWERS) for name in self.picked("actions")},
            "conditions": {name: self.happens(0.5) for name in self.picked("conditions")},
            "fields": {
                f"{entity}.{name}": self.value(self.needs["entity_fields"][name])
                for name in self.picked("entity_fields")
                for entity in (*self.agents, *ENTITIES)
                if self.happens(0.6)
            },
            "queries": {
                f"{name} {of}": self.rng.sample((*self.agents, *ENTITIES), 2)
                for name in self.picked("queries")
                for of in ("", *ENTITIES)
            },
        }
        return {name: value for name, value in found.items() if value}

    def picked(self, sort: str) -> list[str]:
        return [name for name in sorted(self.needs.get(sort, {})) if self.happens(0.4)]

    def value(self, kind: Any) -> Any:
        """Draw a value of a type."""
        rng = self.rng
        if isinstance(kind, dict) and "enum" in kind:
            return rng.choice(kind["enum"])
        if isinstance(kind, dict):
            return {"list": [self.value(kind["list"]) for _ in range(rng.randint(0, min(kind["most"], 4)))]}
        if kind == "vector":
            return [self.value("float"), self.value("float")]
        if kind in ("bool", "trigger"):
            return rng.random() < 0.6
        if kind == "int":
            return rng.choice((0, 1, 2, 3, 5, 10, -1, 2**31 - 1, -(2**31), rng.randint(-20, 120)))
        if kind == "float":
            odd = (0.0, "-0", 1.0, 0.5, 2.5, 3.9, 5.5, 12.0, 100.0, -3.25, 1e6)
            return rng.choice((*odd, rng.uniform(-20, 120), rng.uniform(-20, 120)))
        return rng.choice(("", "a", "tag") if kind == "string" else (None, *ENTITIES, *self.agents))


def halves(case: Json, place: int) -> tuple[Json, Json]:
    """Return a case up to a tick, and the rest of it; what the game answered by then goes on in the rest."""
    answers: dict[str, Json] = {}
    for tick in case["ticks"][: place + 1]:
        for sort, values in tick.get("answers", {}).items():
            answers.setdefault(sort, {}).update(values)
    first = {**case, "ticks": case["ticks"][:place]}
    next_tick, *others = case["ticks"][place:]
    return first, {**case, "ticks": [{**next_tick, "answers": answers}, *others]}
