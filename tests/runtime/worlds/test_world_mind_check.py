"""What a world writes and sets in its minds must be declared there, and what minds name must be here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from graphs.edits.variables import add_variable, set_variable_field
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.model.document import empty_document
from graphs.model.variables_and_events import Event
from graphs.worlds.checks.named_things import names_in_mind
from graphs.worlds.checks.world_mind_check import check_minds, entity_variables_of
from graphs.worlds.model.world_file import WorldDocument, load_world
from tests.runtime.worlds.edits.edited_world import document

REGISTRY = builtin_registry()
FOLDER = Path(__file__).resolve().parents[3] / "resources" / "samples"
SAMPLES = sorted(FOLDER.glob("*.world.json"))


def mind(**variables: str) -> Document:
    """Return a mind that declares variables by name and type, and the event `alarm`."""
    made = empty_document()
    for name, kind in variables.items():
        made, _ = add_variable(made, name, kind)  # type: ignore[arg-type]
    return made.model_copy(update={"events": {"alarm": Event()}})


def problems(world: WorldDocument, minds: Mapping[str, Document]) -> list[tuple[str, str]]:
    return [(each.where, each.severity) for each in check_minds(world, minds, REGISTRY)]


def world_with(**agent: object) -> WorldDocument:
    return document(
        agents={
            "a": {"at": [5, 5], "mind": "m.mind.json", **agent},
            "b": {"at": [9, 5], "team": "t"},
        }
    )


SIGHT = {"kind": "sight", "params": {"looks_for": "t"}}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_fit_their_minds(path):
    world = load_world(path)
    minds = {
        name: load_document(path.parent / name)
        for name in {(agent.mind or "").partition("#")[0] for agent in world.agents.values()} - {""}
    }
    assert check_minds(world, minds, REGISTRY) == ()


def test_a_mind_that_fits_has_no_problem():
    fits = mind(seen="bool", far="float", who="entity", index="int")
    world = world_with(
        sensors=[{**SIGHT, "writes": {"seen": "visible", "far": "distance"}, "raises": {"alarm": "seen"}}],
        variables={"far": 3, "who": "b"},
        tick_on=["alarm"],
    )
    assert problems(world, {"m.mind.json": fits}) == []


@pytest.mark.parametrize(
    ("agent", "variables", "where", "severity"),
    [
        ({"sensors": [{**SIGHT, "writes": {"seen": "visible"}}]}, {}, "sensors.0.writes.seen", "error"),
        (
            {"sensors": [{**SIGHT, "writes": {"seen": "visible"}}]},
            {"seen": "int"},
            "sensors.0.writes.seen",
            "error",
        ),
        (
            {"sensors": [{"kind": "waypoint", "params": {"index": "i", "path": "p"}}]},
            {},
            "sensors.0.params.index",
            "error",
        ),
        (
            {"sensors": [{**SIGHT, "raises": {"boo": "seen"}}]},
            {},
            "sensors.0.raises.boo",
            "warning",
        ),
        ({"variables": {"far": 3}}, {}, "variables.far", "error"),
        ({"variables": {"far": "x"}}, {"far": "float"}, "variables.far", "error"),
        ({"variables": {"who": "nobody"}}, {"who": "entity"}, "variables.who", "warning"),
        ({"tick_on": ["boo"]}, {}, "tick_on.0", "warning"),
        ({"mind": "m.mind.json#g9"}, {}, "mind", "error"),
        ({"mind": "other.mind.json"}, {}, "mind", "error"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(agent, variables, where, severity):
    found = problems(world_with(**agent), {"m.mind.json": mind(**variables)})
    assert (f"agents.a.{where}", severity) in found


def test_a_sensor_cannot_write_what_the_whole_world_shares():
    shared = set_variable_field(mind(seen="bool"), "seen", "scope", "world")
    world = world_with(sensors=[{**SIGHT, "writes": {"seen": "visible"}}])
    assert problems(world, {"m.mind.json": shared}) == [("agents.a.sensors.0.writes.seen", "error")]


def test_what_a_mind_names_of_its_world_is_found_and_must_be_there():
    walker = set_variable_field(mind(who="entity"), "who", "default", "b")
    assert [(each.name, each.place) for each in names_in_mind(walker, REGISTRY)] == [("b", "who")]
    assert problems(world_with(), {"m.mind.json": walker}) == []
    lost = set_variable_field(walker, "who", "default", "nobody")
    assert problems(world_with(), {"m.mind.json": lost}) == [("agents.a.mind", "warning")]
    assert entity_variables_of(lost) == {"who"}


def test_paths_that_actions_walk_are_names_of_the_world():
    soldier = load_document(FOLDER / "soldier.mind.json")
    world = load_world(FOLDER / "soldier.world.json")
    named = {each.name for each in names_in_mind(soldier, REGISTRY) if "paths" in each.sections}
    assert named <= set(world.paths)
    bare = world.model_copy(update={"paths": {}})
    found = [item for item in check_minds(bare, {"soldier.mind.json": soldier}, REGISTRY) if named]
    assert bool(found) == bool(named)
