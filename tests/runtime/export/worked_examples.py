"""The worked examples of the help page on the runtime format: their exports, and what happens tick by tick.

`python -m tests.runtime.export.worked_examples` prints what belongs into the page.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from graphs.kinds.builtin_registry import builtin_registry
from runtime.basics.host import RaisedEvent
from runtime.basics.status import Status
from runtime.export.export_document import ExportOptions
from runtime.export.load_program import load_program
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.brain.brain import Brain
from runtime.minds.program.agent_state import AgentState, Slab
from tests.runtime.export.damaged_exports import AnyHost
from tests.runtime.export.exported_sessions import exported_text
from tests.runtime.export.python_executor import PythonBrain

Given = dict[str, Any]


@dataclass(frozen=True)
class TickInput:
    """Hold what happens before one tick: variables that are set, events that are posted."""

    sets: Given = field(default_factory=dict)
    posts: tuple[tuple[str, Given], ...] = ()


@dataclass(frozen=True)
class Example:
    """Hold one worked example: its sample, its inputs, the results of actions (`running` for the others)."""

    sample: str
    inputs: tuple[TickInput, ...]
    results: dict[str, str] = field(default_factory=dict)


SWITCH = ("switch", {"at": [0.0, 0.0], "distance": 1.0, "target": "player"})
HIT = ("hit", {"at": [0.0, 0.0], "by": "foe", "damage": 80.0})

EXAMPLES = (
    Example(
        "math_tree",
        (TickInput({"target": 20}), TickInput({"target": 30, "value": 0}), TickInput({"target": 40})),
    ),
    Example(
        "light_bulb",
        (TickInput(), TickInput(), TickInput({}, (SWITCH,)), TickInput(), TickInput({}, (SWITCH, SWITCH))),
    ),
    Example(
        "attack_or_flee",
        (
            TickInput(),
            TickInput({"enemy": "foe", "visible": True, "d": 6.0}),
            TickInput({"d": 2.5}),
            TickInput(),
            TickInput({}, (HIT,)),
            TickInput({"unseen": 2.5, "visible": False}),
        ),
        {"face": "success", "fire": "success"},
    ),
)


class AnsweringAction:
    """Be such an action of a game that the executor in Python runs."""

    def __init__(self, name: str, result: str, log: list[str]) -> None:
        self.name, self.result, self.log = name, result, log

    def enter(self, context: object, arguments: Given) -> None:
        self.log.append(f"enter {self.name}")

    def tick(self, context: object, arguments: Given) -> str:
        self.log.append(f"tick {self.name}")
        return self.result

    def halt(self, context: object, arguments: Given) -> None:
        self.log.append(f"halt {self.name}")


class LoggedAction(Action):
    """Write down what is asked of it, and give its result."""

    def __init__(self, name: str, result: str, log: list[str]) -> None:
        self.name, self.result, self.log = name, Status[result.upper()], log

    def enter(self, context: ActionContext) -> None:
        self.log.append(f"enter {self.name}")

    def tick(self, context: ActionContext) -> Status:
        self.log.append(f"tick {self.name}")
        return self.result

    def halt(self, context: ActionContext) -> None:
        self.log.append(f"halt {self.name}")


@dataclass(frozen=True)
class TickTold:
    """Hold what one tick did: result, outcome byte of each row, what was asked of actions, variables."""

    result: str
    outcomes: tuple[int, ...]
    asked: tuple[str, ...]
    variables: Given


def data_of(example: Example) -> Any:
    """Return the stripped export of an example."""
    return json.loads(exported_text(f"{example.sample}.mind.json", ExportOptions(names=False)))


def by_engine(example: Example) -> list[TickTold]:
    """Run an example by the engine."""
    log: list[str] = []
    actions: dict[str, Action] = {
        name: LoggedAction(name, example.results.get(name, "running"), log)
        for name in builtin_registry().actions
    }
    program = load_program(data_of(example), ActionLibrary(actions)).program
    host = AnyHost(60)
    brain = Brain(
        program, Slab(program.layout, 1).agent(0), host, "me", 1, AgentState(bytearray(), [], [], [])
    )
    told = []
    for given in example.inputs:
        for name, value in given.sets.items():
            brain.write_from_outside(name, value)
        for name, fields in given.posts:
            brain.post(RaisedEvent(name, {key: _value(each) for key, each in fields.items()}))
        log.clear()
        result = brain.tick()
        host.tick += 1
        variables = {name: brain.state.read(slot) for name, slot in program.variables.items()}
        told.append(TickTold(result.name.lower(), tuple(brain.outcomes), tuple(log), variables))
    return told


def by_hand(example: Example, data: Any = None) -> list[TickTold]:
    """Run an example by the executor that was written from the page."""
    log: list[str] = []
    actions = {
        name: AnsweringAction(name, example.results.get(name, "running"), log)
        for name in builtin_registry().actions
    }
    export = data if data is not None else data_of(example)
    brain = PythonBrain(json.dumps(export), actions=actions)
    told = []
    for given in example.inputs:
        for name, value in given.sets.items():
            brain.agent.set(name, value)
        for name, fields in given.posts:
            brain.agent.post(name, fields)
        log.clear()
        result = Status(brain.tick()).name.lower()
        told.append(TickTold(result, tuple(brain.outcomes), tuple(log), brain.agent.variables))
    return told


def export_text(example: Example) -> str:
    """Return the export as the page shows it: a line for each variable and each row."""
    data = data_of(example)
    lines = []
    for name, value in sorted(data.items()):
        if name in ("rows", "variables") and value:
            inner = ",\n".join(f"    {_one_line(each)}" for each in value)
            lines.append(f'  "{name}": [\n{inner}\n  ]')
        else:
            lines.append(f'  "{name}": {_one_line(value)}')
    return "{\n" + ",\n".join(lines) + "\n}"


def table_text(example: Example, told: list[TickTold]) -> str:
    """Return the table of an example as the page shows it."""
    lines = [
        "| tick | set | posted | result | outcome bytes | asked of actions | variables |",
        "|" + "---|" * 7,
    ]
    for tick, (given, each) in enumerate(zip(example.inputs, told, strict=True)):
        cells = (
            str(tick),
            _one_line(given.sets) if given.sets else "",
            _one_line([list(post) for post in given.posts]) if given.posts else "",
            each.result,
            " ".join(map(str, each.outcomes)),
            ", ".join(each.asked),
            _one_line({name: _listed(value) for name, value in sorted(each.variables.items())}),
        )
        lines.append(
            "| " + " | ".join(f"`{cell}`" if cell[:1] in "{[" and cell else cell for cell in cells) + " |"
        )
    return "\n".join(lines)


def _one_line(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


if __name__ == "__main__":
    for each in EXAMPLES:
        print(f"```json\n{export_text(each)}\n```\n\n{table_text(each, by_engine(each))}\n")
