"""Run cases of the suite by the Python executor, written from the page on the runtime format alone."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

Data = dict[str, Any]
FILE = Path(__file__).parents[3] / "resources" / "executors" / "python" / "mindloom_mind.py"


def executor() -> ModuleType:
    """Return the module of the executor."""
    known = sys.modules.get("mindloom_mind")
    if known is not None:
        return known
    spec = importlib.util.spec_from_file_location("mindloom_mind", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mindloom_mind"] = module
    spec.loader.exec_module(module)
    return module


class AnsweredAction:
    """Be an action of the game that answers as the case says."""

    def __init__(self, name: str, run: ExecutorRun) -> None:
        self.name, self.run = name, run

    def enter(self, context: Any, arguments: Data) -> None:
        """Note that it begins."""
        self.run.note(context.agent, ["enter", self.name, arguments])

    def tick(self, context: Any, arguments: Data) -> Any:
        """Note it, and give the answer."""
        self.run.note(context.agent, ["tick", self.name, arguments])
        answer = self.run.actions.get(self.name, "running")
        if answer == "effect":
            context.effect(self.name, arguments)
            return "success"
        return executor().steering(context, arguments) if answer == "steer" else answer

    def halt(self, context: Any, arguments: Data) -> None:
        """Note that it is halted."""
        self.run.note(context.agent, ["halt", self.name, arguments])


class ExecutorRun:
    """Run one case; `fields`, `queries` and the others hold what the game answers by now."""

    def __init__(self, case: Data) -> None:
        self.actions: Data = {}
        self.conditions: Data = {}
        self.fields: Data = {}
        self.queries: Data = {}
        self.asked: dict[str, list[Any]] = {}
        mind = executor().Mind.parse(json.dumps(case["program"]))
        needs = case["program"].get("needs", {})
        self.minds = executor().Minds(
            seed=case["seed"],
            actions={name: AnsweredAction(name, self) for name in needs.get("actions", {})},
            conditions={name: self._condition(name) for name in needs.get("conditions", {})},
            entity_field=lambda entity, field: self.fields[f"{entity}.{field}"],
            queries={name: self._query(name) for name in needs.get("queries", {})},
        )
        for agent in case["agents"]:
            self.minds.add(agent, mind)

    def note(self, agent: str, what: list[Any]) -> None:
        """Keep that an agent asked for something."""
        self.asked.setdefault(agent, []).append(what)

    def _condition(self, name: str) -> Any:
        def ask(context: Any, *arguments: Any) -> bool:
            self.note(context.agent, ["ask", name, [*arguments]])
            return bool(self.conditions.get(name, False))

        return ask

    def _query(self, name: str) -> Any:
        return lambda agent, of: self.queries.get(f"{name} {of}", [])

    def tick(self, given: Data) -> Data:
        """Do what a tick of the case says; return what `asked`, `sent` and `effects` tell, and the agents."""
        for name, answers in given.get("answers", {}).items():
            getattr(self, name).update(answers)
        for agent, values in given.get("set", {}).items():
            for name, value in values.items():
                self.minds.get(agent).set(name, value["list"] if isinstance(value, dict) else value)
        for name, value in given.get("shared", {}).items():
            self.minds.set_shared(name, value)
        for agent, name, fields in given.get("post", []):
            self.minds.get(agent).post(name, fields)
        self.asked = {}
        self.minds.tick()
        return {
            "agents": {agent.id: self._told(agent) for agent in self.minds},
            "effects": [[each.agent, each.name, each.arguments] for each in self.minds.effects],
            "sent": [self._sent(each) for each in self.minds.sent],
            "shared": self.minds.shared(),
        }

    def _sent(self, sent: Any) -> list[Any]:
        to = sent.agent if sent.receiver == "self" else sent.receiver
        return [sent.agent, to, sent.event.name, sent.event.fields]

    def _told(self, agent: Any) -> Data:
        words = executor().WORDS
        delayed = [{"event": each.event._asdict(), "due": each.due} for each in agent.delayed]
        pending = [{"transition": each.transition, "due": each.due} for each in agent.pending.values()]
        saved = {
            "bytes": bytes(agent.bytes).hex(),
            **{name: [*getattr(agent, name)] for name in ("ints", "floats", "objects")},
            "delayed": delayed,
            "pending": pending,
            "posted": [each._asdict() for each in agent.posted],
            "requests": [{"row": each.row} for each in agent.requests],
        }
        result = (
            "idle" if agent.outcomes == bytes(len(agent.outcomes)) and agent.ended else words[agent.status]
        )
        return {
            "result": result,
            "outcomes": [*agent.outcomes],
            "asked": self.asked.get(agent.id, []),
            "saved": saved,
        }
