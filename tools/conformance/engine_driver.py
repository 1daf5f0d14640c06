"""Run a case by Mindloom's own engine: actions, conditions, entities and queries answer as the case says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graphs.basics.json_text import JsonValue
from graphs.expressions.types import STRING, Type, Value
from runtime.basics.context import EvaluationError, Slot
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.embedding import GameMinds, Mind
from runtime.embedding.agent_mind import AgentMind
from runtime.export.load_program import LoadedExport
from runtime.export.needs_json import needs_from_json
from runtime.export.program_json import ProgramFiles
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.actions.condition import ConditionContext, ConditionLibrary
from runtime.minds.brain.from_outside import order_row
from tools.conformance.case_values import from_case, to_case

Data = dict[str, Any]
_RESULTS = {"running": Status.RUNNING, "success": Status.SUCCESS, "failure": Status.FAILURE}
_OF_STEERING = ("weight", "priority")


class TooLarge(Exception):
    """Say that a case tells too much."""


@dataclass
class Answers:
    """Hold what the game of a case answers by now, and what its agents asked, by agent."""

    actions: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, bool] = field(default_factory=dict)
    fields: dict[str, Value] = field(default_factory=dict)
    queries: dict[str, list[str]] = field(default_factory=dict)
    asked: dict[str, list[JsonValue]] = field(default_factory=dict)
    types: Mapping[str, Type] = field(default_factory=dict)

    def take(self, changed: Mapping[str, Any]) -> None:
        """Answer otherwise from now on."""
        self.actions.update(changed.get("actions", {}))
        self.conditions.update(changed.get("conditions", {}))
        for name, value in changed.get("fields", {}).items():
            self.fields[name] = from_case(value, self.types.get(name.rpartition(".")[2], STRING))
        self.queries.update(changed.get("queries", {}))

    def note(self, agent: str, what: list[JsonValue]) -> None:
        """Keep that an agent asked for something."""
        self.asked.setdefault(agent, []).append(what)

    def entity_field(self, entity: str, name: str) -> Value:
        """Return a field of an entity; raise `EvaluationError` for one that the case does not name."""
        try:
            return self.fields[f"{entity}.{name}"]
        except KeyError:
            raise EvaluationError(f"The case tells nothing of {entity}.{name}.") from None


class AnsweredAction(Action):
    """Be an action of the game: write down what is asked of it, and do what the case says."""

    def __init__(self, name: str, parameters: tuple[str, ...], answers: Answers) -> None:
        self._name, self._parameters, self._answers = name, parameters, answers

    def enter(self, context: ActionContext) -> None:
        """Note that it begins."""
        self._note("enter", context)

    def tick(self, context: ActionContext) -> Status:
        """Note it, and give the answer."""
        self._note("tick", context)
        answer, arguments = self._answers.actions.get(self._name, "running"), self._arguments(context)
        if answer == "error":
            raise RuntimeError("The case says so.")
        if answer == "effect":
            context.effect(self._name, arguments)
            return Status.SUCCESS
        if answer == "steer":
            own = {name: value for name, value in arguments.items() if name not in _OF_STEERING}
            weight, priority = arguments.get("weight"), arguments.get("priority")
            heavy = float(weight) if isinstance(weight, (int, float)) else 1.0
            context.request(self._name, own, heavy, priority if isinstance(priority, int) else 1)
            return Status.RUNNING
        return _RESULTS[answer]

    def halt(self, context: ActionContext) -> None:
        """Note that it is halted."""
        self._note("halt", context)

    def _arguments(self, context: ActionContext) -> dict[str, Value]:
        return {name: context.argument(name) for name in self._parameters}

    def _note(self, step: str, context: ActionContext) -> None:
        told: Data = {name: to_case(value) for name, value in self._arguments(context).items()}
        self._answers.note(context.agent, [step, self._name, told])


@dataclass(frozen=True)
class AnsweredCondition:
    """Be a condition of the game."""

    name: str
    answers: Answers

    def __call__(self, context: ConditionContext, arguments: tuple[Value, ...], /) -> bool:
        """Note it, and give the answer."""
        self.answers.note(context.agent, ["ask", self.name, [to_case(each) for each in arguments]])
        return self.answers.conditions.get(self.name, False)


class CaseMind(Mind):
    """Be the mind of a case, loaded once for all its agents."""

    def loaded(self, world_variables: Mapping[str, Slot] | None = None) -> LoadedExport:
        """Return the program; the same one for the same places of shared variables."""
        known: dict[Any, LoadedExport] = self.__dict__.setdefault("known", {})
        key = None if world_variables is None else tuple(world_variables.items())
        if not key and known:
            return next(iter(known.values()))
        if key not in known:
            known[key] = super().loaded(world_variables)
        return known[key]


def mind_of(program: Data, answers: Answers) -> Mind:
    """Return the mind of a program whose game gives the answers of a case."""
    needs = needs_from_json(program.get("needs", {}), "needs")
    actions: dict[str, Action] = {
        name: AnsweredAction(name, tuple(each.name for each in needed.parameters), answers)
        for name, needed in needs.actions.items()
    }
    conditions = ConditionLibrary({name: AnsweredCondition(name, answers) for name in needs.conditions})
    files = ProgramFiles(program, None)
    return CaseMind(needs, program["rate"], program["hash"], conditions, files, ActionLibrary(actions))


class CaseRun:
    """Run one case; with `interpreted` by the readable interpreter, else as games run.

    A save that the case has to `restore`, carried over by its `upgrades`, is where it begins.
    """

    def __init__(self, case: Mapping[str, Any], *, interpreted: bool = False) -> None:
        self.answers = Answers()
        self.mind = mind_of(case["program"], self.answers)
        self.answers.types = self.mind.needs.entity_fields
        self.minds = GameMinds(
            self.answers.entity_field,
            seed=case["seed"],
            queries={name: self._query(name) for name in self.mind.needs.queries},
        )
        for agent in case["agents"]:
            self.minds.add(agent, self.mind).brain.interpreted = interpreted
        if "restore" in case:
            self.minds.restore(case["restore"], case.get("upgrades", ()))

    def _query(self, name: str) -> Any:
        return lambda agent, of: self.answers.queries.get(f"{name} {of}", [])

    def tick(self, given: Mapping[str, Any]) -> Data:
        """Do what a tick of the case says, and tell what came of it; what is empty is left out."""
        self.answers.take(given.get("answers", {}))
        for agent, values in given.get("set", {}).items():
            self._set(self.minds[agent], values)
        for name, value in given.get("shared", {}).items():
            self.minds.set_shared(name, from_case(value, self.minds._slots[name].type))  # noqa: SLF001
        for agent, event, payload in given.get("post", []):
            declared = self.mind.needs.events[event].payload
            fields = {name: from_case(value, declared[name]) for name, value in payload.items()}
            self.minds[agent].post(event, **fields)
        for agent, row, word in given.get("orders", []):
            self._order(self.minds[agent], row, word)
        self.answers.asked = {}
        sent: list[tuple[str, str, RaisedEvent]] = []
        self.minds._host.sent = sent  # noqa: SLF001 - the list is left to us when it was delivered
        self.minds.tick()
        told: Data = {
            "agents": {mind.agent: self._told(mind) for mind in self.minds},
            "effects": [[each.agent, each.name, _values(each.arguments)] for each in self.minds.effects],
            "shared": _values(self.minds.shared()),
            "sent": [[sender, to, event.name, _values(event.fields)] for sender, to, event in sent],
        }
        return {name: value for name, value in told.items() if value}

    def _set(self, mind: AgentMind, values: Data) -> None:
        for name, value in values.items():
            read = from_case(value, mind.brain.program.variables[name].type)
            mind.brain.write_from_outside(name, read)

    def _order(self, mind: AgentMind, row: int, word: str | None) -> str:
        return order_row(mind.brain, row, word)

    def _told(self, mind: AgentMind) -> Data:
        slots = mind.brain.program.variables.items()
        told: Data = {
            "result": mind.status.name.lower(),
            "outcomes": [*mind.brain.outcomes],
            "asked": self.answers.asked.get(mind.agent, []),
            "variables": {name: to_case(mind.brain.state.read(slot)) for name, slot in slots},
        }
        return {name: value for name, value in told.items() if value}


def expected(case: Mapping[str, Any], *, interpreted: bool = False, most: int | None = None) -> list[Data]:
    """Return what a right executor tells of each tick of a case, with the save behind the last one.

    Raises `TooLarge` as soon as that takes more than `most` letters.
    """
    run, told, size = CaseRun(case, interpreted=interpreted), [], 0
    for given in case["ticks"]:
        told.append(run.tick(given))
        size += len(json.dumps(told[-1])) if most is not None else 0
        if most is not None and size > most:
            raise TooLarge
    if told:
        told[-1]["save"] = run.minds.save()
    return told


def _values(values: Mapping[str, Value]) -> Data:
    return {name: to_case(value) for name, value in values.items()}
