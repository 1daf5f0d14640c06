"""Further fields of agents, waypoints, zones and sources, in the types that manifests declare."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphs.kinds.builtin import builtin_registry
from graphs.projects.manifest_file import manifest_from_bytes
from graphs.projects.manifest_registry import registry_with
from runtime.actions.steering_actions import builtin_library
from runtime.expressions.context import EvaluationError
from runtime.session import Session
from runtime.status import Status
from runtime.worlds.world import World, WorldRefused
from runtime.worlds.world_check import check_world
from runtime.worlds.world_file import WorldDocument, world_from_bytes, world_to_bytes
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
