"""Fields of worlds and of the things in them are set as the file has them, or refused."""

from __future__ import annotations

import pytest

from graphs.worlds.edits.adding import add_agent
from graphs.worlds.edits.agent_parts import (
    add_modifier,
    add_sensor,
    bind_event,
    bind_output,
    change_sensor_kind,
    move_part,
    remove_part,
)
from graphs.worlds.edits.reshaping import remove_elements
from graphs.worlds.edits.setting import (
    element_at,
    problems_of,
    set_element_field,
    set_world_field,
    steer_agent,
)
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.elements import Element
from runtime.worlds.place_check import check_world
from tests.runtime.worlds.edits.edited_world import (
    GUARD,
    OBSTACLE,
    P1,
    PATH,
    PLAYER,
    WALL,
    refusal,
    survives_the_file,
    yard,
)


@pytest.mark.parametrize(
    ("element", "path", "value"),
    [
        (GUARD, "name", "Guard"),
        (GUARD, "team", "blue"),
        (GUARD, "radius", 0.4),
        (GUARD, "limits.max_speed", 5),
        (GUARD, "combiner", "priority"),
        (GUARD, "stop", "coast"),
        (GUARD, "tick_every", 6),
        (GUARD, "variables.enemy", "p1"),
        (GUARD, "fields.health", 80),
        (GUARD, "sensors.0.params.range", 9),
        (GUARD, "sensors.1.every", 0.5),
        (PATH, "mode", "open"),
        (OBSTACLE, "radius", 2),
        (P1, "at", [3, 3]),
    ],
)
def test_a_field_is_set_and_taken_back(element, path, value):
    world = yard()
    changed = set_element_field(world, element, path, value)
    assert changed != world
    assert check_world(changed) == ()
    assert survives_the_file(changed)
    assert set_element_field(changed, element, path, value) is changed
    if path not in ("radius", "at") or element == GUARD:
        back = set_element_field(changed, element, path, None)
        assert back == set_element_field(world, element, path, None)


@pytest.mark.parametrize(
    ("element", "path", "value", "words"),
    [
        (GUARD, "radius", -1, "expected more than 0"),
        (GUARD, "radius", "big", "does not fit"),
        (GUARD, "limits.max_speed", -2, "The limit is -2"),
        (GUARD, "tick_every", -1, "expected 0 or more"),
        (GUARD, "phase", 3, "expected 0 to 0"),
        (GUARD, "sensors.0.params.half_angle", 999, "expected 0 to 180"),
        (GUARD, "sensors.2.params.path", "nowhere", "none of the world's paths"),
        (GUARD, "color", "red", "no field 'color'"),
        (GUARD, "at", [30, 3], "off the map"),
        (GUARD, "at", [5, 4.5], "inside wall w"),
        (OBSTACLE, "radius", 0, "expected more than 0"),
        (WALL, "polygon", [[0, 0], [1, 1]], "at least 3 corners"),
        (PATH, "mode", "zigzag", "does not fit"),
        (Element("agents", "gone"), "name", "x", "no longer"),
    ],
)
def test_a_value_that_cannot_be_is_refused(element, path, value, words):
    assert words in refusal(lambda: set_element_field(yard(), element, path, value)).reason


def test_an_old_mistake_elsewhere_stops_no_edit():
    world = yard()
    bad = world.agents["guard"].model_copy(update={"radius": -1})
    world = world.model_copy(update={"agents": {**world.agents, "guard": bad}})
    assert set_element_field(world, GUARD, "name", "Guard").agents["guard"].name == "Guard"
    assert [problem.where for problem in problems_of(world, GUARD)] == ["agents.guard.radius"]


@pytest.mark.parametrize(
    ("path", "value"), [("size", [30, 20]), ("seed", 7), ("rate", 30), ("title", "Yard"), ("player", "guard")]
)
def test_a_field_of_the_world_is_set(path, value):
    changed = set_world_field(yard(), path, value)
    assert changed != yard()
    assert check_world(changed) == ()


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("size", [0, 5], "expected more than 0"),
        ("size", [1e9, 5], "at most"),
        ("rate", 0, "expected 1 to 1000"),
        ("seed", -1, "expected 0 to"),
        ("player", "nobody", "There is no agent 'nobody'"),
        ("walls", {}, "editing what is on the map"),
        ("weather", "rain", "no field 'weather'"),
    ],
)
def test_a_field_of_the_world_that_cannot_be_is_refused(path, value, words):
    assert words in refusal(lambda: set_world_field(yard(), path, value)).reason


def test_a_smaller_map_leaves_what_is_outside_to_be_moved():
    world = set_world_field(yard(), "size", [10, 7])
    found = {problem.where.removesuffix(".at") for problem in check_world(world)}
    ladder = {"links.ladder.start", "links.ladder.end"}
    assert found == {PLAYER.key, "projectiles.ball", "waypoints.p2", "waypoints.p3", *ladder}


def test_a_place_in_the_file_is_traced_to_its_thing():
    world = yard()
    assert element_at("agents.guard.sensors.0.params", world) == GUARD
    assert element_at("walls.w.polygon.0", world) == WALL
    assert element_at("size", world) is None
    assert element_at("agents.gone.at", world) is None


@pytest.mark.parametrize("kind", sorted(SENSOR_KINDS))
def test_every_kind_of_sensor_is_added_with_what_the_world_can_give(kind):
    world = add_sensor(yard(), "guard", kind)
    sensor = world.agents["guard"].sensors[3]
    assert sensor.kind == kind
    spot = "agents.guard.sensors.3.params"
    given = {problem.message for problem in check_world(world) if problem.where == spot}
    needs_words = [
        parameter
        for parameter in SENSOR_KINDS[kind].parameters
        if parameter.required and parameter.name not in sensor.params
    ]
    assert len(given) == len(needs_words)


def test_sensors_are_ordered_changed_and_removed():
    world = move_part(yard(), "guard", "sensors", 0, 1)
    assert [sensor.kind for sensor in world.agents["guard"].sensors] == ["distance", "sight", "waypoint"]
    world = remove_part(world, "guard", "sensors", 2)
    world = change_sensor_kind(world, "guard", 1, "distance")
    changed = world.agents["guard"].sensors[1]
    assert (changed.kind, changed.writes) == ("distance", {})
    assert check_world(world) == ()


def test_outputs_and_events_are_bound_rebound_and_let_go():
    world = bind_output(yard(), "guard", 0, "position", "last_seen", None)
    assert world.agents["guard"].sensors[0].writes == {"seen": "visible", "last_seen": "position"}
    world = bind_output(world, "guard", 0, "visible", "sees", "seen")
    assert world.agents["guard"].sensors[0].writes == {"last_seen": "position", "sees": "visible"}
    world = bind_output(world, "guard", 0, "position", None, "last_seen")
    assert world.agents["guard"].sensors[0].writes == {"sees": "visible"}
    world = bind_event(world, "guard", 0, "seen", "enemy_seen", None)
    assert world.agents["guard"].sensors[0].raises == {"enemy_seen": "seen"}


def test_always_on_steering_is_added():
    world = add_modifier(yard(), "guard", "separation")
    assert [modifier.behavior for modifier in world.agents["guard"].modifiers] == [
        "avoid_walls",
        "separation",
    ]


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda world: add_sensor(world, "guard", "smelloscope"), "There is no sensor"),
        (lambda world: add_sensor(world, "nobody", "sight"), "no longer"),
        (lambda world: add_modifier(world, "guard", "seek"), "no always-on"),
        (lambda world: move_part(world, "guard", "sensors", 0, -1), "the first sensor already"),
        (lambda world: move_part(world, "guard", "sensors", 2, 1), "the last sensor already"),
        (lambda world: remove_part(world, "guard", "sensors", 9), "no longer there"),
        (lambda world: bind_output(world, "guard", 0, "position", "seen", None), "visible of this sensor"),
        (lambda world: change_sensor_kind(world, "guard", 0, "x"), "There is no sensor"),
    ],
)
def test_parts_that_cannot_be_are_refused(edit, words):
    assert words in refusal(lambda: edit(yard())).reason


@pytest.mark.parametrize("kind", ["sight", "smell", "visor"])
def test_a_sensor_that_must_be_told_whom_it_looks_for_looks_for_foes(kind):
    world = add_sensor(yard(), "guard", kind)
    assert world.agents["guard"].sensors[3].params["looks_for"] == "foes"
    assert add_sensor(yard(), "guard", "hearing").agents["guard"].sensors[3].params == {}


def test_whom_the_user_steers_is_a_foe_of_the_others():
    world = steer_agent(yard(), "guard")
    assert (world.player, world.agents["guard"].team, world.agents["player"].team) == ("guard", "player", "")
    again = steer_agent(world, "player")
    assert again.agents == world.agents, "there are foes already"
    for agent in ("guard", "player"):
        world = set_element_field(world, Element("agents", agent), "team", "player")
    assert steer_agent(world, "guard").agents["guard"].team == "hero"


def test_an_agent_like_the_others_stops_thinking_when_the_user_steers_it():
    world, added = add_agent(yard(), (9, 1), like="guard")
    world = remove_elements(world, (PLAYER,))
    steered = steer_agent(world, added.id).agents
    assert (steered[added.id].mind, steered[added.id].sensors, steered[added.id].variables) == (None, (), {})
    assert steered["guard"].mind == "guard.mind.json"


def test_whoever_is_alone_keeps_its_team():
    world = remove_elements(yard(), (PLAYER,))
    assert steer_agent(world, "guard").agents == world.agents
