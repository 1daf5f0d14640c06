"""Read the worked examples of the runtime format: each a small document, and what happens tick by tick.

They are in `worked_examples.json`, written briefly: trees have their children in them, states their
transitions, and a text alone is an action, or after a colon a condition (`test: near`) or a line
(`set: n = n + 1`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from graphs.kinds.builtin_registry import builtin_registry
from graphs.kinds.declarations.action_declarations import ActionDeclaration, ConditionDeclaration
from graphs.kinds.declarations.parameter import Parameter
from graphs.kinds.declarations.registry import Registry
from graphs.model import Document
from graphs.model.document import NEWEST_VERSION
from runtime.export.export_document import ExportOptions, export_document

Data = dict[str, Any]
FILE = Path(__file__).with_name("worked_examples.json")
RATE, SEED = 10, 1
_OF_DOCUMENTS = ("variables", "events", "rounds", "curves")


@dataclass(frozen=True)
class WorkedExample:
    """Hold one worked example: where it is on the page, its words, its document, agents and ticks."""

    name: str
    section: str
    title: str
    says: str
    document: Data
    agents: tuple[str, ...]
    ticks: tuple[Data, ...]

    def case(self) -> Data:
        """Return it as a case of the suite, without what is expected."""
        document = Document.model_validate_json(json.dumps(self.document))
        export = export_document(document, _registry(), ExportOptions(names=False, rate=RATE))
        head: Data = {"id": f"page-{self.name}", "program": export.data, "seed": SEED}
        return {**head, "agents": [*self.agents], "ticks": [*self.ticks]}


@cache
def worked_examples() -> tuple[WorkedExample, ...]:
    """Return all examples in the order of the page."""
    return tuple(map(_example, json.loads(FILE.read_text(encoding="utf-8"))))


@cache
def _registry() -> Registry:
    heading, to = Parameter("heading", "float"), Parameter("to", "point", optional=True)
    walk = ActionDeclaration(
        "walk", "Walk", "Walk.", parameters=(heading, Parameter("speed", "float", 2.5), to)
    )
    text = Parameter("text", "string")
    say = ActionDeclaration("say", "Say", "Say.", parameters=(text,), instant=True)
    plain = [ActionDeclaration(name, name.upper(), "Do it.") for name in "abc"]
    sees = ConditionDeclaration("sees", "Sees", "See it.", parameters=(Parameter("whom", "entity"),))
    return builtin_registry().extended(actions=[*plain, walk, say], conditions=[sees])


def _example(given: Data) -> WorkedExample:
    agents = tuple(given.get("agents", ("me",)))
    graphs = {"g": _graph(given)} | {name: _graph(each) for name, each in given.get("graphs", {}).items()}
    document: Data = {"format": "mindloom", "version": NEWEST_VERSION, "root": "g", "graphs": graphs}
    document |= {name: given[name] for name in _OF_DOCUMENTS if name in given}
    ticks = tuple(_tick(tick, agents) for tick in given["ticks"])
    words = (given["name"], given["section"], given["title"], given["says"])
    return WorkedExample(*words, document, agents, ticks)


def _tick(given: Data, agents: tuple[str, ...]) -> Data:
    tick = {name: value for name, value in given.items() if name != "do"}
    if "do" in given:
        tick["answers"] = {"actions": given["do"]}
    if len(agents) == 1:
        if "set" in given:
            tick["set"] = {agents[0]: given["set"]}
        if "post" in given:
            tick["post"] = [[agents[0], *event] for event in given["post"]]
    return tick


def _graph(given: Data) -> Data:
    graph: Data = {}
    if "parameters" in given:
        graph["parameters"] = given["parameters"]
        graph |= {"variables": given["variables"]} if "variables" in given else {}
    elif "graphs" not in given and "name" not in given and "variables" in given:
        graph["variables"] = given["variables"]
    nodes: Data = {}
    if "machine" in given:
        return graph | {"kind": "state_machine"} | _machine(given["machine"])
    kind = "behavior_tree" if "tree" in given else "decision_tree"
    root = _planted(given["tree" if "tree" in given else "decision"], nodes, count())
    return graph | {"kind": kind, "nodes": nodes, "root": root}


def _planted(given: str | Data, nodes: Data, numbers: Iterator[int]) -> str:
    """Write a node and what is below it to `nodes`; return its id."""
    key = f"n{next(numbers)}"
    node: Data = _of_words(given) if isinstance(given, str) else {"kind": "action", **given}
    if "children" in node:
        node["children"] = [_planted(child, nodes, numbers) for child in node["children"]]
    if "branches" in node:
        branches = [{**each, "child": _planted(each["child"], nodes, numbers)} for each in node["branches"]]
        node["branches"] = branches
    nodes[key] = node
    return key


def _of_words(text: str) -> Data:
    word, colon, rest = text.partition(": ")
    if not colon:
        return {"kind": "action", "action": word}
    return {"kind": "condition", "test": rest} if word == "test" else {"kind": "set", "actions": [rest]}


def _machine(given: Data) -> Data:
    nodes: Data = {}
    edges: Data = {}
    top = _state(given, nodes, edges)
    return {**top, "nodes": nodes, "edges": edges}


def _state(given: Data, nodes: Data, edges: Data) -> Data:
    """Return a state, or the machine, as documents have it; what is in it goes to `nodes` and `edges`."""
    state = {name: value for name, value in given.items() if name not in ("states", "transitions")}
    for name, inner in given.get("states", {}).items():
        nodes[name] = {"kind": "state", "name": name, **_state(inner, nodes, edges)}
    if "states" in given:
        state["children"] = [*given["states"]]
    if "transitions" in given:
        keys = [f"t{len(edges) + place}" for place in range(len(given["transitions"]))]
        edges |= dict(zip(keys, given["transitions"], strict=True))
        state["transitions"] = keys
    return state
