"""Further fields of agents, waypoints, zones and sources, in the types that manifests declare."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.kinds.builtin_registry import builtin_registry
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.manifest_registry import registry_with
from graphs.worlds.checks.entity_fields import with_world_fields
from graphs.worlds.model.world_file import WorldDocument, world_from_bytes, world_to_bytes
from runtime.basics.context import EvaluationError
from runtime.basics.status import Status
from runtime.minds.actions.steering_actions import builtin_library
from runtime.minds.program.problems import CompileError
from runtime.session.session import Session
from runtime.worlds.place_check import check_world
from runtime.worlds.world import World, WorldRefused
from tests.runtime.actions.game_session import MIND, asking, tree_document

MANIFEST = {
    "format": "mindloom-kinds",
    "version": 1,
    "types": {"stance": {"values": ["stand", "crouch"]}},
    "entity_fields": {
        "armor": {"type": "float"},
        "keys": {"type": "int"},
        "locked": {"type": "bool"},
        "owner": {"type": "entity"},
        "exit": {"type": "vector"},
        "stance": {"type": "stance"},
    },
}
REGISTRY = registry_with([manifest_from_bytes(json.dumps(MANIFEST).encode())], builtin_registry())
DECLARED = REGISTRY.entity_fields

CRATE = {"armor": 2, "keys": 3, "locked": True, "owner": "me", "exit": [1, 2], "stance": "crouch"}
VALUES = {"armor": 2.0, "keys": 3, "locked": True, "owner": "me", "exit": (1.0, 2.0), "stance": "crouch"}


def world_of(section: str, fields: dict[str, Any]) -> WorldDocument:
    entries: dict[str, Any] = {
        "agents": {"at": [9, 5]},
        "sources": {"at": [9, 5]},
        "waypoints": {"at": [9, 5]},
        "zones": {"polygon": [[8, 4], [10, 4], [9, 7]]},
    }
    value: dict[str, Any] = {
        "format": "mindloom-world",
        "version": 1,
        "size": [20, 14],
        "agents": {"me": {"at": [5, 5], "mind": MIND}},
    }
    value.setdefault(section, {})["crate"] = {**entries[section], "fields": fields}
    return world_from_bytes(json.dumps(value).encode())


@pytest.mark.parametrize("section", ["agents", "sources", "waypoints", "zones"])
def test_every_kind_of_entity_has_the_fields_its_world_gives_it(section):
    world = World(world_of(section, CRATE), declared=DECLARED)
    found = {name: world.entity_field("crate", name) for name in CRATE}
    assert found == VALUES
    assert type(found["armor"]) is float
    assert world.entity_field("crate", "position") == (9.0, 5.0)
    with pytest.raises(EvaluationError, match=r"crate has no field 'weight'. Known fields: .*armor"):
        world.entity_field("crate", "weight")


def test_fields_are_kept_in_canonical_files():
    world = world_of("waypoints", {"armor": 2})
    assert world_from_bytes(world_to_bytes(world)) == world
    assert "fields" not in world_to_bytes(world_of("waypoints", {})).decode()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("armor", "thick", 'armor is "thick"; a manifest declares a float.'),
        ("keys", 2.5, "a manifest declares an int"),
        ("locked", 1, "a manifest declares a bool"),
        ("owner", [1, 2], "a manifest declares an entity"),
        ("exit", 3, "a manifest declares a vector"),
        ("stance", "prone", "a manifest declares an enum of stand, crouch"),
        ("anything", {"a": 1}, "is no value of a field"),
        ("anything", [1, 2, 3], "is no value of a field"),
    ],
)
@pytest.mark.parametrize("section", ["agents", "zones"])
def test_a_value_that_does_not_fit_is_a_located_problem_and_no_world_runs(section, name, value, said):
    world = world_of(section, {name: value})
    (problem,) = check_world(world, DECLARED)
    assert problem.where == f"{section}.crate.fields.{name}"
    assert said in problem.message
    with pytest.raises(WorldRefused, match=name):
        World(world, declared=DECLARED)


def test_a_field_that_no_manifest_declares_may_be_any_value():
    assert check_world(world_of("agents", {"health": 50, "mood": "calm", "home": [1, 2], "pet": None})) == ()


@pytest.mark.parametrize(
    ("test", "result"),
    [
        ("crate.armor / 2.0 == 1.0 and crate.keys == 3", Status.SUCCESS),
        ('crate.stance == "crouch" and crate.owner == self', Status.SUCCESS),
        ("crate.locked and crate.exit.y == 2", Status.SUCCESS),
        ("crate.armor > 2", Status.FAILURE),
    ],
)
def test_2_4_expressions_read_declared_fields_of_the_entities_of_a_session(test, result):
    variables = {"crate": {"type": "entity", "default": "crate"}}
    document = tree_document({"r": asking(test)}, variables=variables)
    world = world_of("zones", CRATE)
    session = Session.open(world, {MIND: document}, REGISTRY, builtin_library())
    frame = session.step().brains["me"]
    assert (frame.status, frame.errors) == (result, ())


def test_2_6_a_declared_field_that_the_world_does_not_give_fails_the_expression():
    variables = {"crate": {"type": "entity", "default": "crate"}}
    document = tree_document({"r": asking("crate.armor > 2")}, variables=variables)
    session = Session.open(world_of("agents", {}), {MIND: document}, REGISTRY, builtin_library())
    frame = session.step().brains["me"]
    assert frame.status == Status.FAILURE
    assert "crate has no field 'armor'" in frame.errors[0].message


def test_a_session_refuses_a_world_whose_fields_do_not_fit():
    document = tree_document({"r": {"kind": "succeed"}})
    with pytest.raises(WorldRefused, match=r"agents\.crate\.fields\.armor"):
        Session.open(world_of("agents", {"armor": "thick"}), {MIND: document}, REGISTRY, builtin_library())


@pytest.mark.parametrize("section", ["agents", "sources", "waypoints", "zones"])
def test_2_4_expressions_read_fields_of_the_world_that_no_manifest_declares(section):
    test = 'crate.armor + 0.5 == 2.5 and crate.keys == 3 and crate.stance == "crouch" and crate.exit.y == 2'
    document = tree_document({"r": asking(test)}, variables={"crate": {"type": "entity", "default": "crate"}})
    library = builtin_library()
    session = Session.open(world_of(section, CRATE), {MIND: document}, builtin_registry(), library)
    frame = session.step().brains["me"]
    assert (frame.status, frame.errors) == (Status.SUCCESS, ())
    again = session.in_world(world_of(section, {**CRATE, "keys": 4}), {MIND: document})
    assert again.step().brains["me"].status == Status.FAILURE
    with pytest.raises(CompileError, match="armor"):
        Session.open(world_of(section, {}), {MIND: document}, builtin_registry(), library)


def test_a_field_of_the_world_has_the_type_of_its_values():
    first = world_of("waypoints", {"cover": 1, "open": True, "mood": "calm", "odd": 1, "health": "high"})
    second = world_of("zones", {"cover": 0.5, "home": [1, 2], "odd": "one", "none": None, "armor": "thick"})
    known = with_world_fields(REGISTRY, (first, second)).entity_fields
    added = {name: key.shape.type for name, key in known.items() if key.of_world}
    assert added == {"cover": "float", "home": "vector", "mood": "string", "open": "bool"}
    assert known["armor"] is DECLARED["armor"]
    assert with_world_fields(REGISTRY, ()) is REGISTRY


def test_a_field_that_a_world_changes_the_type_of_is_no_error_of_that_world():
    known = with_world_fields(builtin_registry(), (world_of("zones", {"cover": 1}),))
    changed = world_of("zones", {"cover": "low"})
    assert check_world(changed, known.entity_fields) == ()
    assert with_world_fields(known, (changed,)).entity_fields["cover"].shape.type == "string"
