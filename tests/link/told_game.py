"""Play a case by the engine, and tell what comes of it as the link of a game does."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from runtime.basics.context import EvaluationError
from runtime.basics.host import QUERY_FIELD, Claimed
from runtime.basics.status import Status
from runtime.embedding.agent_mind import AgentMind
from runtime.embedding.saved_mind import values_to_json
from runtime.link.frames import as_key
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.actions.action_context import BrainActionContext
from runtime.minds.brain.brain import Brain
from runtime.minds.program.orders import FORCE_WORDS, orders_of
from tools.conformance.engine_driver import CaseRun

Frame = dict[str, Any]


def orders_told(brain: Brain) -> list[Any]:
    """Return the orders that wait, as beside a save."""
    waiting = orders_of(brain)
    forced = [[row, FORCE_WORDS[result]] for row, result in waiting.forced]
    return [*forced, *([row, "enter"] for row in waiting.entered)]


class ToldGame(CaseRun):
    """Be a game that plays a case: `hello` and one frame for each tick."""

    def __init__(self, case: Mapping[str, Any]) -> None:
        self.telling: AgentMind | None = None
        self.meanwhile: dict[str, list[Any]] = {}
        self.before: dict[str, list[Any]] = {}
        self._answered: dict[str, dict[str, str]] = {}
        self._bytes: dict[str, Any] = {}
        self._orders: dict[str, list[Any]] = {}
        self._steps = 0
        self._case = case
        super().__init__(case)
        self.mind.__dict__.pop("known", None)
        library = ActionLibrary(
            {name: _Told(name, self.mind._library.get(name), self) for name in self.mind._library}
        )
        object.__setattr__(self.mind, "_library", library)
        minds = self.minds
        self.minds = type(minds)(minds._host.fields, seed=case["seed"], queries=minds._host.queries)
        for agent in case["agents"]:
            self._watch(self.minds.add(agent, self.mind))
        if "restore" in case:
            self.minds.restore(case["restore"], case.get("upgrades", ()))

    def hello(self, token: str) -> Frame:
        """Return the first frame."""
        return {
            "frame": "hello",
            "link": 1,
            "token": token,
            "game": str(self._case.get("id", "case")),
            "executor": "engine",
            "rate": self.mind.rate,
            "seed": self._case["seed"],
            "programs": [self.mind.fingerprint],
            "can": ["swap", "order"],
        }

    def told_tick(self, given: Mapping[str, Any], *, key: bool = False) -> Frame:
        """Do what a tick of the case says, and return its frame; `key` tells what minds remember."""
        tick = self.minds.tick_now
        self.before = {mind.agent: [] for mind in self.minds}
        self.meanwhile = {mind.agent: [] for mind in self.minds}
        saves: dict[str, Any] = {}
        shared: dict[str, Any] = {}

        def before_minds() -> None:
            shared.update(values_to_json(self.minds.shared()))
            for mind in self.minds:
                self.before[mind.agent] += [
                    ["post", event.name, values_to_json(event.fields)] for event in mind.brain.posted
                ]
                if key or mind.agent not in self._bytes:
                    saves[mind.agent] = mind.save()
                    self._orders[mind.agent] = orders_told(mind.brain)
                    self._answered[mind.agent] = {}

        self._before_minds = before_minds
        self.tick(given)
        return {
            "frame": "tick",
            "tick": tick,
            "shared": self._changed("shared", shared),
            "agents": {mind.agent: told for mind in self.minds if (told := self._told_of(mind, saves))},
        }

    def _told_of(self, mind: AgentMind, saves: Mapping[str, Any]) -> Frame:
        told: Frame = {}
        known = self._bytes.get(mind.agent)
        if known is None:
            told["mind"] = self.mind.fingerprint
            known = [0] * len(mind.brain.outcomes)
        if mind.agent in saves:
            told["save"], told["orders"] = saves[mind.agent], self._orders[mind.agent]
        now = list(mind.brain.outcomes)
        told["in"] = self.before[mind.agent]
        told["asked"] = self.meanwhile[mind.agent]
        told["out"] = [part for row, byte in enumerate(now) if byte != known[row] for part in (row, byte)]
        self._bytes[mind.agent] = now
        return {name: value for name, value in told.items() if value}

    def _changed(self, what: str, values: Frame) -> Frame:
        known = self._answered.setdefault(f" {what}", {})
        found = {name: value for name, value in values.items() if known.get(name) != json.dumps(value)}
        known.update({name: json.dumps(value) for name, value in values.items()})
        return found

    def _set(self, mind: AgentMind, values: Frame) -> None:
        for name, value in values.items():
            self.before[mind.agent].append(["set", name, value])
        super()._set(mind, values)

    def _order(self, mind: AgentMind, row: int, word: str | None) -> str:
        why_not = super()._order(mind, row, word)
        if not why_not:
            self.before[mind.agent].append(["order", row, word])
        return why_not

    # -- hooks ------------------------------------------------------------------------------------------

    def _watch(self, mind: AgentMind) -> None:
        host, game, tick = mind._host, self, mind.tick
        condition, field = host.condition, host.entity_field

        def told_tick() -> Status:
            if mind is next(iter(game.minds)):
                game._before_minds()
            game.telling, game._steps = mind, 0
            shared = values_to_json(game.minds.shared())
            for name, value in shared.items():
                if json.dumps(value) != game._answered.get(" shared", {}).get(name, json.dumps(value)):
                    game.meanwhile[mind.agent].append([0, "shared", name, value])
            return tick()

        def told_condition(agent: str, name: str, arguments: tuple[Any, ...]) -> bool:
            given = [*values_to_json(dict(enumerate(arguments))).values()]  # type: ignore[arg-type]
            return game.note(["condition", name, given], lambda: condition(agent, name, arguments), bool)

        def told_field(entity: str | None, name: str) -> Any:
            if entity is None:
                return field(entity, name)
            if name.startswith(QUERY_FIELD):
                query, _, of = name.removeprefix(QUERY_FIELD).partition(":")
                question = ["query", query, of]
            else:
                question = ["field", entity, name]
            return game.note(
                question, lambda: field(entity, name), lambda value: values_to_json({"": value})[""]
            )

        mind.tick = told_tick  # type: ignore[method-assign]
        host.condition, host.entity_field = told_condition, told_field  # type: ignore[method-assign,assignment]
        is_free = self.minds._host.claims.is_free
        if not hasattr(self.minds._host.claims, "is_told"):
            self.minds._host.claims.is_told = True  # type: ignore[attr-defined]

            def told_free(claimed: Claimed, left: int | None) -> bool:
                return game.note(["free", claimed.name], lambda: is_free(claimed, left), bool)

            self.minds._host.claims.is_free = told_free  # type: ignore[method-assign]

    def note(self, question: list[Any], ask: Callable[[], Any], told: Callable[[Any], Any]) -> Any:
        """Ask, and tell the answer where it is another than the last."""
        try:
            answer = ask()
        except EvaluationError as error:
            self._tell(question, {"failed": str(error)})
            raise
        self._tell(question, told(answer))
        return answer

    def _tell(self, question: list[Any], answer: Any) -> None:
        assert self.telling is not None
        agent = self.telling.agent
        known = self._answered.setdefault(agent, {})
        key, text = json.dumps(as_key(question)), json.dumps(answer)
        if known.get(key) != text:
            known[key] = text
            self.meanwhile[agent].append([self._steps, *question, answer])

    def action(self, row: int, name: str, step: str, ask: Callable[[], Status | None]) -> Any:
        """Tell a step of an action."""
        try:
            answer = ask()
        except Exception as error:
            self._tell(["action", row, name, step], {"failed": str(error)})
            self._steps += 1
            raise
        said = answer.name.lower() if answer is not None else "success"
        self._tell(["action", row, name, step], said)
        self._steps += 1
        return answer


class _Told(Action):
    def __init__(self, name: str, inner: Action | None, game: ToldGame) -> None:
        assert inner is not None
        self._name, self._inner, self._game = name, inner, game

    def enter(self, context: ActionContext) -> None:
        self._do("enter", context, lambda: self._inner.enter(context))

    def tick(self, context: ActionContext) -> Status:
        return self._do("tick", context, lambda: self._inner.tick(context))

    def halt(self, context: ActionContext) -> None:
        self._do("halt", context, lambda: self._inner.halt(context))

    def _do(self, step: str, context: ActionContext, ask: Callable[[], Status | None]) -> Any:
        assert isinstance(context, BrainActionContext)
        return self._game.action(context.row_index, self._name, step, ask)
