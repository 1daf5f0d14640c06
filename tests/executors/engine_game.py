"""Run a case of an executor by the engine, and tell what each tick did, as executors tell it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from graphs.expressions.types import FLOAT, VECTOR, Items, Type
from runtime.basics.context import EvaluationError
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.embedding import AgentMind, GameMinds, Mind
from runtime.export.load_program import load_program
from runtime.export.program_json import ProgramFiles
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.actions.condition import ConditionContext, ConditionLibrary

Json = dict[str, Any]
ODD = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf, "-0": -0.0}


def plain(value: Any) -> Any:
    """Return a value as executors tell it: what JSON has not is a text."""
    if isinstance(value, Items):
        return {"list": [plain(each) for each in value.values]}
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    if isinstance(value, float) and not (math.isfinite(value) and (value or math.copysign(1, value) > 0)):
        return next(text for text, odd in ODD.items() if repr(odd) == repr(value))
    return value


def plain_by_name(values: Any) -> Json:
    """Return values by name as executors tell them."""
    return {name: plain(value) for name, value in values.items()}


def given(value: Any, declared: Type | None) -> Any:
    """Return the value of a type that a case gives."""
    if isinstance(value, dict):
        assert declared is not None
        return Items(tuple(given(each, declared.item_type) for each in value["list"]))
    if declared == VECTOR and isinstance(value, list):
        return tuple(given(each, FLOAT) for each in value)
    return ODD.get(value, value) if declared == FLOAT and isinstance(value, str) else value


class AnsweredAction(Action):
    """Write down what is asked of it, and do what the case says."""

    def __init__(self, name: str, game: EngineGame) -> None:
        self.name, self.game = name, game

    def enter(self, context: ActionContext) -> None:
        self.tell("enter", context)

    def halt(self, context: ActionContext) -> None:
        self.tell("halt", context)

    def tick(self, context: ActionContext) -> Status:
        arguments = self.tell("tick", context)
        answer = self.game.answers["actions"].get(self.name, "running")
        if answer == "error":
            raise ValueError("as the case says")
        if answer == "effect":
            context.effect(self.name, arguments)
            return Status.SUCCESS
        if answer == "steer":
            weight, priority = (arguments.pop(name, None) for name in ("weight", "priority"))
            context.request(
                self.name, arguments, 1.0 if weight is None else weight, 1 if priority is None else priority
            )
            return Status.RUNNING
        return Status[answer.upper()]

    def tell(self, step: str, context: ActionContext) -> Json:
        arguments = {name: context.argument(name) for name in self.game.parameters[self.name]}
        self.game.asked[context.agent].append([step, self.name, plain_by_name(arguments)])
        return arguments


class EngineGame:
    """Be the game of a case: its agents think by the engine, and it answers as the case says."""

    def __init__(self, case: Json) -> None:
        program = case["program"]
        needs = program.get("needs", {})
        self.answers: dict[str, Json] = {"actions": {}, "conditions": {}, "fields": {}, "queries": {}}
        self.asked: dict[str, list[Any]] = {agent: [] for agent in case["agents"]}
        self.sent: list[Any] = []
        library = ActionLibrary({name: AnsweredAction(name, self) for name in needs.get("actions", {})})
        self.needs = load_program(program, library).needs
        self.parameters = {
            name: [each.name for each in action.parameters] for name, action in self.needs.actions.items()
        }
        conditions = ConditionLibrary({name: self.condition(name) for name in self.needs.conditions})
        files = ProgramFiles(program)
        mind = Mind(self.needs, program["rate"], program["hash"], conditions, files, library)
        queries = {name: self.query(name) for name in self.needs.queries}
        self.minds = GameMinds(self.field, seed=case["seed"], queries=queries)
        for agent in case["agents"]:
            self.listen(self.minds.add(agent, mind).brain.host)
        if "restore" in case:
            self.minds.restore(case["restore"], case.get("upgrades", ()))

    def condition(self, name: str) -> Callable[[ConditionContext, tuple[Any, ...]], bool]:
        def answer(context: ConditionContext, arguments: tuple[Any, ...]) -> bool:
            self.asked[context.agent].append(["ask", name, [plain(each) for each in arguments]])
            return bool(self.answers["conditions"].get(name, False))

        return answer

    def query(self, name: str) -> Callable[[str, str], list[str]]:
        return lambda agent, of: self.answers["queries"].get(f"{name} {of}", [])

    def field(self, entity: str, name: str) -> Any:
        if f"{entity}.{name}" not in self.answers["fields"]:
            raise EvaluationError("unknown")
        return given(self.answers["fields"][f"{entity}.{name}"], self.needs.entity_fields.get(name))

    def listen(self, host: Any) -> None:
        """Write down what the mind of a host sends."""
        deliver = host.send

        def send(agent: str, receiver: str, event: RaisedEvent) -> None:
            self.sent.append([agent, receiver, event.name, plain_by_name(event.fields)])
            deliver(agent, receiver, event)

        host.send = send

    def tick(self, wish: Json) -> Json:
        """Do what a tick of the case says, and tell what came of it."""
        for sort, values in wish.get("answers", {}).items():
            self.answers[sort].update(values)
        for agent, values in wish.get("set", {}).items():
            mind = self.minds[agent]
            for name, value in values.items():
                mind.set(name, given(value, mind.brain.program.variables[name].type))
        for name, value in wish.get("shared", {}).items():
            self.minds.set_shared(name, given(value, None))
        for agent, event, payload in wish.get("post", []):
            types = self.needs.events[event].payload
            fields = {name: given(value, types[name]) for name, value in payload.items()}
            self.minds[agent].post(event, **fields)
        self.asked.update({agent: [] for agent in self.asked})
        self.sent = []
        self.minds.tick()
        return {
            "agents": {
                mind.agent: {
                    "result": mind.status.name.lower(),
                    "outcomes": [*mind.brain.outcomes],
                    "asked": self.asked[mind.agent],
                    "variables": plain_by_name(_variables_of(mind)),
                }
                for mind in self.minds
            },
            "effects": [
                [each.agent, each.name, plain_by_name(each.arguments)] for each in self.minds.effects
            ],
            "shared": plain_by_name(self.minds.shared()),
            "sent": self.sent,
        }


def _variables_of(mind: AgentMind) -> Json:
    return {name: mind.brain.state.read(slot) for name, slot in mind.brain.program.variables.items()}


def told_by_engine(case: Json) -> list[Json]:
    """Return what each tick of a case did, with what is saved behind the last one."""
    game = EngineGame(case)
    told = [game.tick(wish) for wish in case["ticks"]]
    told[-1]["save"] = game.minds.save()
    return told


def first_difference(right: Any, came: Any, place: str = "") -> str:
    """Return where two values differ, "" nowhere; numbers are alike as floats."""
    if isinstance(right, dict) and isinstance(came, dict):
        for name in [*right, *(name for name in came if name not in right)]:
            if name not in right or name not in came:
                return f"{place}.{name}: only in one"
            if difference := first_difference(right[name], came[name], f"{place}.{name}"):
                return difference
        return ""
    if isinstance(right, list) and isinstance(came, list) and len(right) == len(came):
        pairs = enumerate(zip(right, came, strict=True))
        return next(
            (found for n, pair in pairs if (found := first_difference(*pair, f"{place}[{n}]"))),
            "",
        )
    are_numbers = {type(right), type(came)} <= {int, float}
    alike = float(right) == float(came) if are_numbers else right == came and type(right) is type(came)
    return "" if alike else f"{place}: expected {right!r}, came {came!r}"
