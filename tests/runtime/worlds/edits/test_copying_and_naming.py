"""Things are removed, copied, pasted and renamed, and what names them follows."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.worlds.edits.copying import (
    copy_elements,
    duplicate_elements,
    is_fragment,
    paste_elements,
)
from graphs.worlds.edits.references import references_to, rename_element
from graphs.worlds.edits.reshaping import remove_elements
from graphs.worlds.model.elements import Element, all_elements
from graphs.worlds.model.world_file import empty_world
from runtime.worlds.place_check import check_world
from tests.runtime.worlds.edits.edited_world import (
    BELL,
    GUARD,
    OBSTACLE,
    P1,
    P2,
    P3,
    PATH,
    PLAYER,
    WALL,
    refusal,
    survives_the_file,
    yard,
)

ENTITY_VARIABLES = {"guard.mind.json": frozenset({"enemy"})}


def test_removing_a_path_takes_the_waypoints_only_it_used():
    world = remove_elements(yard(), (PATH,))
    assert set(world.waypoints) == {"p1", "p2"}
    assert set(world.paths) == {"short"}


def test_removing_a_waypoint_shortens_its_paths_and_the_last_one_ends_them():
    world = remove_elements(yard(), (P1,))
    assert world.paths["short"].waypoints == ("p2",)
    world = remove_elements(world, (P2, P3))
    assert world.paths == {}


def test_removing_the_player_leaves_nobody_to_steer_and_sensors_to_the_check():
    world = remove_elements(yard(), (PLAYER,))
    assert world.player is None
    assert world.agents["guard"].sensors == yard().agents["guard"].sensors
    assert [problem.where for problem in check_world(world)] == ["agents.guard.sensors.0.params.looks_for"]


def test_removing_everything_leaves_an_empty_map():
    world = yard()
    assert list(all_elements(remove_elements(world, all_elements(world)))) == []


def test_a_duplicate_has_new_ids_and_lies_beside():
    world, copies = duplicate_elements(yard(), (WALL, PATH, GUARD), 0.5, 8)
    assert [copy.group for copy in copies] == ["walls", "paths", "agents"]
    wall, path, guard = copies
    assert world.walls[wall.id].polygon[0] == (4.5, 12)
    assert path.id == "round_1"
    assert [world.waypoints[each].at for each in world.paths[path.id].waypoints] == [
        (2.5, 10),
        (2.5, 16),
        (8.5, 16),
    ]
    assert guard.id == "guard_1"
    assert survives_the_file(world)


def test_what_pasted_things_name_of_each_other_they_go_on_naming_of_each_other():
    world, copies = duplicate_elements(yard(), (PATH, GUARD, PLAYER, P3), 0.5, 0)
    guard = next(copy.id for copy in copies if copy.id.startswith("guard"))
    params = [sensor.params for sensor in world.agents[guard].sensors]
    assert params[0]["looks_for"] == "player_1"
    assert params[1]["to"] in world.paths["round_1"].waypoints
    assert params[2]["path"] == "round_1"
    assert check_world(world) == ()


def test_a_single_agent_goes_on_naming_what_is_there():
    world, (copy,) = duplicate_elements(yard(), (GUARD,), 0, 4)
    assert world.agents[copy.id].sensors == yard().agents["guard"].sensors


def test_numbers_at_the_end_of_ids_go_on():
    world, _ = duplicate_elements(yard(), (P1,), 1, 1)
    assert "p_1" in world.waypoints
    world, (again,) = duplicate_elements(world, (Element("waypoints", "p_1"),), 1, 1)
    assert again.id == "p_2"


def test_a_fragment_pastes_into_another_world_whole_or_not_at_all():
    text = copy_elements(yard(), (WALL, OBSTACLE, BELL, PATH))
    assert is_fragment(text)
    world, added = paste_elements(empty_world(), text)
    assert len(added) == 4
    assert check_world(world) == ()
    lost = json.loads(text)
    del lost["waypoints"]
    refused = refusal(lambda: paste_elements(empty_world(), json.dumps(lost)))
    assert "waypoint" in refused.reason


@given(st.text())
def test_pasting_any_text_is_refused_with_words(text):
    refused = refusal(lambda: paste_elements(yard(), text))
    assert refused.remedy


@pytest.mark.parametrize(
    "value",
    [
        {"format": "mindloom-world-fragment"},
        {"format": "mindloom-world-fragment", "walls": {}},
        {"format": "mindloom-world-fragment", "walls": 3},
        {"format": "mindloom-world-fragment", "walls": {"w": {"polygon": "x"}}},
        {"format": "mindloom"},
        [],
        7,
    ],
)
def test_a_damaged_fragment_is_refused(value):
    world = yard()
    assert refusal(lambda: paste_elements(world, json.dumps(value))).remedy
    assert world == yard()


def test_pasting_an_agent_off_the_map_is_refused():
    text = copy_elements(yard(), (PLAYER,))
    assert "off the map" in refusal(lambda: paste_elements(yard(), text, 50, 0)).reason


@pytest.mark.parametrize(
    ("element", "places"),
    [
        (
            PLAYER,
            ("agents.guard.sensors.0.params.looks_for", "agents.guard.variables.enemy", "player"),
        ),
        (P3, ("agents.guard.sensors.1.params.to", "paths.round.waypoints.2")),
        (PATH, ("agents.guard.sensors.2.params.path",)),
        (GUARD, ()),
        (WALL, ()),
    ],
)
def test_everything_that_names_a_thing_is_found_and_follows_a_new_id(element, places):
    world = yard()
    assert references_to(world, element, ENTITY_VARIABLES) == places
    renamed = rename_element(world, element, "other", ENTITY_VARIABLES)
    new = Element(element.group, "other")
    assert references_to(renamed, new, ENTITY_VARIABLES) == places
    assert references_to(renamed, element, ENTITY_VARIABLES) == ()
    assert check_world(renamed) == ()
    assert rename_element(renamed, new, element.id, ENTITY_VARIABLES) == world


def test_a_text_that_only_looks_like_an_id_stays():
    world = rename_element(yard(), PLAYER, "hero", ENTITY_VARIABLES)
    assert world.agents["guard"].variables == {"enemy": "hero", "mood": "player"}


@pytest.mark.parametrize(
    ("element", "name", "words"),
    [
        (GUARD, "", "needs an id"),
        (GUARD, "player", "id of an agent already"),
        (GUARD, "p1", "id of a waypoint already"),
        (PATH, "short", "id of a path already"),
        (GUARD, "two words", "cannot be an id"),
        (GUARD, "a.b", "cannot be an id"),
        (GUARD, "x" * 61, "cannot be an id"),
        (Element("agents", "gone"), "new", "no longer"),
    ],
)
def test_an_id_that_cannot_be_is_refused(element, name, words):
    assert words in refusal(lambda: rename_element(yard(), element, name)).reason


def test_ids_of_walls_and_paths_may_be_those_of_entities():
    world = rename_element(rename_element(yard(), WALL, "guard"), PATH, "guard")
    assert check_world(world.model_copy(update={"agents": {}, "player": None})) == ()
    assert references_to(world, Element("paths", "guard")) == ("agents.guard.sensors.2.params.path",)
