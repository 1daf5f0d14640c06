"""What a world does with a mind's variables and events, and what the lints make of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from graphs.checks.lints.outside_uses import Surroundings
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.worlds.checks.world_mind_check import surroundings_of
from graphs.worlds.model.world_file import WorldDocument, load_world
from tests.graphs.builders import document_of, machine
from tests.graphs.lints.linting import lint_document

SAMPLES = Path(__file__).parents[3] / "resources" / "samples"


def world_of(*agents: dict[str, Any]) -> WorldDocument:
    value = {
        "format": "mindloom-world",
        "version": 1,
        "size": [10, 10],
        "agents": {f"a{place}": {"at": [1, 1], **agent} for place, agent in enumerate(agents)},
    }
    return WorldDocument.model_validate_json(json.dumps(value))


def test_sensors_write_read_and_raise_and_agents_override() -> None:
    sight = {"kind": "sight", "writes": {"seen": "visible"}, "raises": {"noticed": "seen"}}
    waypoint = {
        "kind": "waypoint",
        "params": {"path": "round", "index": "next"},
        "writes": {"goal": "position"},
    }
    world = world_of(
        {"mind": "m.mind.json#g2", "variables": {"home": [0, 0]}, "tick_on": ["bell"], "sensors": [sight]},
        {"mind": "m.mind.json", "sensors": [waypoint]},
        {"mind": "other.mind.json", "variables": {"speed": 1}},
    )
    assert surroundings_of(world, "m.mind.json") == Surroundings(
        written=frozenset({"seen", "goal", "home"}),
        read=frozenset({"next"}),
        raised=frozenset({"noticed", "died", "hit", "struck"}),
        handled=frozenset({"bell"}),
    )


def test_other_minds_send_and_wait() -> None:
    nodes = {"a": {"kind": "state", "transitions": ["t"], "entry": ["send help to team"]}}
    other = document_of(machine(nodes, {"t": {"event": "alarm"}}), events={"help": {}, "alarm": {}})
    found = surroundings_of(world_of(), "m.mind.json", [other])
    assert "help" in found.raised
    assert "alarm" in found.handled


def test_the_samples_read_nothing_that_nobody_writes() -> None:
    for name in ("tank", "soldier"):
        world = load_world(SAMPLES / f"{name}.world.json")
        around = surroundings_of(world, f"{name}.mind.json")
        document = load_document(SAMPLES / f"{name}.mind.json")
        codes = {each.code for each in lint_document(document, builtin_registry(), surroundings=around)}
        assert not codes & {"W217", "W218"}


def test_without_its_sensors_the_tank_is_blind() -> None:
    document = load_document(SAMPLES / "tank.mind.json")
    problems = lint_document(document, builtin_registry(), surroundings=Surroundings())
    assert {problem.place.field for problem in problems if problem.code == "W217"} >= {
        "variables.d",
        "variables.visible",
    }
