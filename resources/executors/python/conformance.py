"""Run the cases of the conformance suite: one JSON line each from stdin, one JSON line each to stdout.

    python conformance.py < cases.jsonl

A case names a program, agents and what each tick gives them; the answer says what each tick did. With
`--link PORT TOKEN` each case is played with a link to an editor that waits there.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from mindloom_link import GameLink
from mindloom_mind import Agent, Context, Mind, MindError, Minds, from_json, steering, to_json

Json = dict[str, Any]


class Game:
    """Be a game that answers as a case says, and writes down what it is asked."""

    def __init__(self, case: Json) -> None:
        self.answers: dict[str, Json] = {"actions": {}, "conditions": {}, "fields": {}, "queries": {}}
        program = case["program"]
        mind = Mind.parse(program if isinstance(program, str) else json.dumps(program))
        self.needs, self.types = mind.needs, {each.name: each.type for each in mind.program.variables}
        self.asked: dict[str, list[Any]] = {agent: [] for agent in case["agents"]}
        self.minds = Minds(
            seed=case.get("seed", 1),
            actions={name: Answering(name, self) for name in mind.needs.get("actions", {})},
            conditions={name: self.condition(name) for name in mind.needs.get("conditions", {})},
            entity_field=self.entity_field,
            queries={name: self.query(name) for name in mind.needs.get("queries", {})},
        )
        for agent in case["agents"]:
            self.minds.add(agent, mind)
        if "restore" in case:
            self.minds.restore(case["restore"], case.get("upgrades", ()))
        self.link = _linked(self.minds, case["id"]) if sys.argv[1:2] == ["--link"] else None

    def condition(self, name: str) -> Callable[..., bool]:
        """Return a condition that writes down that it was asked."""

        def ask(context: Context, *arguments: Any) -> bool:
            self.asked[context.agent].append(["ask", name, [to_json(each) for each in arguments]])
            return bool(self.answers["conditions"].get(name, False))

        return ask

    def entity_field(self, entity: str, field: str) -> Any:
        """Return a field of an entity; what a case does not name is unknown."""
        return from_json(
            self.answers["fields"][f"{entity}.{field}"], self.needs.get("entity_fields", {}).get(field)
        )

    def query(self, name: str) -> Callable[[str, Any], list[str]]:
        """Return a query."""
        return lambda agent, of: self.answers["queries"].get(f"{name} {of}", [])

    def tick(self, given: Json) -> Json:
        """Do a tick, and tell of it."""
        for sort, answers in given.get("answers", {}).items():
            self.answers[sort].update(answers)
        for agent, values in given.get("set", {}).items():
            for name, value in values.items():
                with suppress(MindError):  # a number that is not finite: the variable keeps its own
                    self.minds.get(agent).set(name, from_json(value, self.types.get(name)))
        for name, value in given.get("shared", {}).items():
            self.minds.set_shared(name, from_json(value, self.types.get(name)))
        for agent, event, payload in given.get("post", []):
            types = self.needs.get("events", {}).get(event, {}).get("payload", {})
            self.minds.get(agent).post(
                event, {key: from_json(payload[key], types.get(key)) for key in payload}
            )
        for agent, row, to in given.get("orders", []):
            with suppress(MindError):  # one that cannot be
                self.minds.get(agent).order(row, to)
        for asked in self.asked.values():
            asked.clear()
        if self.link is None:
            self.minds.tick()
        while self.link is not None and not self.link.tick():
            time.sleep(0.001)  # the editor holds the game
        told: Json = {"agents": {agent.id: self.told(agent) for agent in self.minds}}
        told["effects"] = [[each.agent, each.name, to_json(each.arguments)] for each in self.minds.effects]
        told["shared"] = to_json(self.minds.shared())
        told["sent"] = [
            [
                each.agent,
                each.agent if each.receiver == "self" else each.receiver,
                each.event.name,
                to_json(each.event.fields),
            ]
            for each in self.minds.sent
        ]
        return told

    def told(self, agent: Agent) -> Json:
        """Return what a tick did to an agent."""
        return {
            "result": agent.status,
            "outcomes": list(agent.outcomes),
            "asked": [*self.asked[agent.id]],
            "variables": to_json(agent.variables),
        }


def _linked(minds: Minds, game: str) -> GameLink:
    """Connect a game to the editor at the port that was named; return the link once it is welcome."""
    port, token = sys.argv[2:4]
    link = GameLink(minds, token=token, game=game, address=f"127.0.0.1:{port}")
    while not link.is_connected:
        if link.is_closed:
            raise SystemExit(f"The editor refuses: {link.trouble}")
        time.sleep(0.001)
        link.poll()
    return link


class Answering:
    """Be an action that answers as its case says."""

    def __init__(self, name: str, game: Game) -> None:
        self.name, self.game = name, game

    def enter(self, context: Context, arguments: Json) -> None:
        """Write down that it begins."""
        self.game.asked[context.agent].append(["enter", self.name, to_json(arguments)])

    def tick(self, context: Context, arguments: Json) -> str:
        """Write down its tick, and answer."""
        self.game.asked[context.agent].append(["tick", self.name, to_json(arguments)])
        answer = self.game.answers["actions"].get(self.name, "running")
        if answer == "error":
            raise RuntimeError("as the case says")
        if answer == "effect":
            context.effect(self.name, arguments)
            return "success"
        return steering(context, arguments) if answer == "steer" else str(answer)

    def halt(self, context: Context, arguments: Json) -> None:
        """Write down that it is halted."""
        self.game.asked[context.agent].append(["halt", self.name, to_json(arguments)])


def run(case: Json) -> Json:
    """Run a case."""
    try:
        game = Game(case)
        ticks = [game.tick(given) for given in case["ticks"]]
        if game.link is not None:
            game.link.close("The case is over.", seconds=60.0)
    except MindError as problem:
        return {"id": case["id"], "refused": str(problem)}
    if ticks:
        ticks[-1]["save"] = game.minds.save()
    return {"id": case["id"], "ticks": ticks}


def answers(lines: Iterator[str]) -> Iterator[str]:
    """Yield the answer to each case."""
    for line in lines:
        if line.strip():
            yield json.dumps(run(json.loads(line)), ensure_ascii=False, sort_keys=True)


if __name__ == "__main__":
    for answer in answers(iter(sys.stdin)):
        print(answer, flush=True)
