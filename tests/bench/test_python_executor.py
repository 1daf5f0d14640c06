"""Measure the executor in Python beside the interpreter, paired in one run: `pytest -s` prints the ratios."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from resources.executors.python.mindloom_mind import Mind, Minds
from runtime.basics.status import Status
from runtime.export.export_document import export_document
from runtime.export.load_program import load_program
from runtime.minds.actions.action import Action, ActionContext, ActionLibrary
from runtime.minds.brain.brain import Brain
from runtime.minds.program.agent_state import AgentState, Slab
from tests.runtime.export.damaged_exports import AnyHost

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"
NAMES = ("math_tree", "light_bulb", "attack_or_flee")
TICKS, ROUNDS = 3000, 5


class Running(Action):
    """Run on."""

    def tick(self, context: ActionContext) -> Status:
        return Status.RUNNING


@pytest.mark.parametrize("name", NAMES)
def test_speed_beside_the_interpreter(name: str) -> None:
    text = export_document(load_document(SAMPLES / f"{name}.mind.json"), builtin_registry()).text()
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        for place, made in enumerate((interpreter(text), executor(text))):
            begun = time.perf_counter()
            for _tick in range(TICKS):
                made()
            best[place] = max(best[place], TICKS / (time.perf_counter() - begun))
    ratio = best[1] / best[0]
    print(f"{name}: {best[0]:.0f} ticks/s interpreted, {best[1]:.0f} by the executor: {ratio:.2f}")
    assert min(best) > 0


def interpreter(text: str) -> Any:
    """Return what ticks a brain that is interpreted."""
    library = ActionLibrary(dict.fromkeys(builtin_registry().actions, Running()))
    program = load_program(json.loads(text), library).program
    host = AnyHost(60)
    world = AgentState(bytearray(), [], [], [])
    brain = Brain(program, Slab(program.layout, 1).agent(0), host, "me", 1, world)
    brain.interpreted = True

    def tick() -> None:
        brain.tick()
        host.tick += 1

    return tick


def executor(text: str) -> Any:
    """Return what ticks the executor in Python."""
    mind = Mind.parse(text)
    minds = Minds(
        actions={name: lambda context, arguments: "running" for name in mind.needs.get("actions", {})}
    )
    minds.add("me", mind)
    return minds.tick
