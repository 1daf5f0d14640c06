"""Damage exports at random, and run what loads all the same."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from typing import Any

from graphs.basics.json_text import JsonObject
from graphs.expressions.types import Value
from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.host import ClaimRegister, RaisedEvent
from runtime.basics.status import Status
from runtime.export.load_program import load_program
from runtime.export.program_json import uses_of
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.brain.brain import Brain
from runtime.minds.program.agent_state import AgentState, Slab
from runtime.minds.program.brain_log import BrainLog

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 7, -1, 10**9, 2**40, 0.5, -2.5, 1e308, "", "tick", "always", "noise"),
    *([], {}, [1], [0, 1, 2], {"value": 1}, {"enum": []}, {"enum": ["a"]}, "float", "vector", "enum", "int"),
    *("success", "failure", "running", "skipped", "ordered", "state", "block", [[0, 1]], "self", "*"),
)
"""What damage puts in the place of something else."""


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every part of a JSON value."""
    found = [path] if path else []
    if isinstance(value, dict):
        for name, key in value.items():
            found += places(key, (*path, name))
    elif isinstance(value, list):
        for place, key in enumerate(value):
            found += places(key, (*path, place))
    return found


def damage(data: dict[str, Any], source: random.Random) -> dict[str, Any]:
    """Return a copy with one to three parts replaced, taken out, doubled, moved, or changed by one.

    What it lists as used is that of its rows, where these are a list.
    """
    changed = copy.deepcopy(data)
    for _ in range(source.randint(1, 3)):
        known = [path for path in places(changed) if path[0] not in ("format", "version")]
        path, other = source.choice(known), source.choice(known)
        holder = changed
        for key in path[:-1]:
            holder = holder[key]
        what = source.randrange(6)
        old = holder[path[-1]]
        if what == 0:
            del holder[path[-1]]
        elif what == 1 and isinstance(holder, list):
            holder.insert(path[-1], copy.deepcopy(old))
        elif what == 2 and isinstance(old, int) and not isinstance(old, bool):
            holder[path[-1]] = old + source.choice([-1, 1])
        elif what == 3:
            part: Any = changed
            for key in other:
                part = part[key] if isinstance(part, (dict, list)) else part
            holder[path[-1]] = copy.deepcopy(part)
        else:
            holder[path[-1]] = copy.deepcopy(source.choice(ODD))
    rows = changed.get("rows")
    if isinstance(rows, list) and "uses" in changed:
        changed["uses"] = uses_of(rows, changed.get("groups", []))
    return changed


class AnyAction(Action):
    """Run for a while, succeed or fail, as the tick says."""

    state_fields = {"count": "int"}

    def tick(self, context: ActionContext) -> Status:
        return (Status.RUNNING, Status.SUCCESS, Status.RUNNING, Status.FAILURE)[context.tick % 4]


class AnyHost:
    """Answer whatever is asked, as its type wants it."""

    def __init__(self, rate: int) -> None:
        self.tick = 0
        self.rate = rate
        self.fields: Mapping[str, Value] = {}
        self.claims = ClaimRegister(lambda: ())

    def condition(self, agent: str, name: str, arguments: tuple[Value, ...]) -> bool:
        return self.tick % 2 == 0

    def entity_field(self, entity: str | None, field: str) -> Value:
        return self.fields[field]

    def effect(self, agent: str, name: str, arguments: Mapping[str, Value], node_path: str) -> None:
        pass

    def send(self, agent: str, receiver: str, event: RaisedEvent) -> None:
        pass

    def write_world(self, agent: str, name: str, value: Value) -> None:
        pass


SAMPLE_VALUES: dict[str, Value] = {
    "bool": True,
    "int": 1,
    "float": 1.5,
    "string": "a",
    "vector": (1.0, 2.0),
    "entity": "me",
    "trigger": True,
}


def run_damaged(
    data: dict[str, Any], ticks: int = 6, *, interpreted: bool = False, names: JsonObject | None = None
) -> None:
    """Load an export and run it with events of all it listens for; raises what loading or running raises."""
    library = ActionLibrary(dict.fromkeys(builtin_registry().actions, AnyAction()))
    loaded = load_program(data, library, names=names)
    program, needs = loaded.program, loaded.needs
    host = AnyHost(program.rate)
    host.fields = {
        name: kind.values[0] if kind.values else SAMPLE_VALUES[kind.kind.value]
        for name, kind in needs.entity_fields.items()
    }
    world = AgentState(bytearray(99), [0] * 99, [0.0] * 99, [None] * 99)
    brain = Brain(program, Slab(program.layout, 1).agent(0), host, "me", 1, world)
    brain.interpreted = interpreted
    for tick in range(ticks):
        brain.watched = tick % 3 == 1
        for name, event in needs.events.items():
            fields = {
                key: kind.values[0] if kind.values else SAMPLE_VALUES[kind.kind.value]
                for key, kind in event.payload.items()
            }
            brain.post(RaisedEvent(name, fields))
        for name, slot in program.variables.items():
            if slot.type.kind.value in ("bool", "trigger", "int", "float") and tick % 2:
                brain.write_from_outside(name, SAMPLE_VALUES[slot.type.kind.value])
        log = BrainLog() if brain.watched else None
        status = brain.tick(log)
        brain.frame(status, log)
        host.tick += 1
    brain.halt()
