"""Sensors are wired to a mind under the usual names, in both documents at once."""

from __future__ import annotations

import pytest

from graphs.edits.events import add_event, set_payload_field
from graphs.edits.refusal import EditRefused
from graphs.edits.variables import add_variable, set_variable_field
from graphs.expressions.names import RESERVED_NAMES, is_name
from graphs.model import Document
from graphs.model.document import empty_document
from graphs.model.variables_and_events import is_event_name
from graphs.worlds.checks.world_mind_check import check_minds
from graphs.worlds.edits.agent_parts import add_sensor, bind_output
from graphs.worlds.edits.usual_wiring import (
    lacks_usual,
    let_write,
    usual_writers,
    wire_all_usual,
    wire_usual,
)
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.world_file import SensorEntry, WorldDocument
from tests.editor.window_builders import REGISTRY
from tests.runtime.worlds.edits.edited_world import document


def world_with(*kinds: str) -> WorldDocument:
    """Return a world with an agent that has sensors of some kinds."""
    world = document(agents={"guard": {"at": [2, 2], "mind": "guard.mind.json"}})
    for kind in kinds:
        world = add_sensor(world, "guard", kind)
    return world


def sensor_of(world: WorldDocument, index: int = 0) -> SensorEntry:
    return world.agents["guard"].sensors[index]


def types(mind: Document) -> dict[str, str]:
    return {name: variable.type for name, variable in mind.variables.items()}


def test_sight_is_wired_to_an_empty_mind():
    world, mind = wire_usual(world_with("sight"), empty_document(), "guard", 0)
    assert types(mind) == {"visible": "bool", "target": "entity", "last_seen": "vector"}
    assert sensor_of(world).writes == {"visible": "visible", "target": "target", "last_seen": "position"}
    assert sensor_of(world).raises == {"seen": "seen", "lost": "lost"}
    assert mind.events["seen"].payload == {"at": "vector", "target": "entity", "distance": "float"}


@pytest.mark.parametrize("kind", [kind.id for kind in SENSOR_KINDS.values() if kind.has_usual])
def test_every_kind_is_wired_so_that_world_and_mind_fit(kind: str):
    world, mind = wire_usual(world_with(kind), empty_document(), "guard", 0)
    before = [problem.where for problem in check_minds(world_with(kind), {}, REGISTRY)]
    problems = check_minds(world, {"guard.mind.json": mind}, REGISTRY)
    assert [problem.where for problem in problems if problem.where not in before] == []
    assert not lacks_usual(sensor_of(world))


def test_the_usual_names_can_be_names_and_each_kind_has_a_name_once():
    for kind in SENSOR_KINDS.values():
        variables = [output.usual for output in kind.outputs if output.usual]
        events = [event.usual for event in kind.events if event.usual]
        assert all(is_name(name) and name not in RESERVED_NAMES for name in variables), kind.id
        assert all(is_event_name(name) for name in events), kind.id
        assert len({*variables}) == len(variables), kind.id
        assert len({*events}) == len(events), kind.id


def test_what_the_mind_has_is_used_and_what_is_written_stays():
    mind, _ = add_variable(empty_document(), "visible", "bool")
    mind, _ = add_variable(mind, "sees", "vector")
    mind, _ = add_event(mind, "seen")
    world = bind_output(world_with("sight"), "guard", 0, "position", "sees", None)
    wired, changed = wire_usual(world, mind, "guard", 0)
    assert changed.variables["visible"] is mind.variables["visible"]
    assert changed.events["seen"] is mind.events["seen"]
    assert "last_seen" not in changed.variables
    assert sensor_of(wired).writes == {"sees": "position", "visible": "visible", "target": "target"}


def test_a_variable_of_another_type_is_refused_in_words():
    mind, _ = add_variable(empty_document(), "target", "float")
    with pytest.raises(EditRefused) as refused:
        wire_usual(world_with("sight"), mind, "guard", 0)
    assert refused.value.reason == (
        "The mind has a variable target of type float; sight writes an entity there."
    )
    assert "Rename target" in refused.value.remedy


def test_a_variable_of_the_whole_world_is_refused():
    mind, _ = add_variable(empty_document(), "visible", "bool")
    mind = set_variable_field(mind, "visible", "scope", "world")
    with pytest.raises(EditRefused, match="shared by the whole world"):
        wire_usual(world_with("sight"), mind, "guard", 0)


def test_an_event_that_carries_another_type_is_refused():
    mind, _ = add_event(empty_document(), "seen")
    mind = set_payload_field(mind, "seen", "target", "string")
    with pytest.raises(EditRefused, match="carries target as a string; sight gives an entity"):
        wire_usual(world_with("sight"), mind, "guard", 0)


def test_two_sensors_do_not_write_one_variable_in_turn():
    world, mind = wire_all_usual(world_with("sight", "visor"), empty_document(), "guard")
    assert sensor_of(world, 1).writes == {
        "visible_2": "visible",
        "target_2": "target",
        "last_seen_2": "position",
    }
    assert sensor_of(world, 1).raises == {"seen": "seen", "lost": "lost"}
    assert {"visible", "visible_2"} <= mind.variables.keys()


def test_there_is_nothing_to_wire_without_sensors_or_a_second_time():
    with pytest.raises(EditRefused, match="has no sensor"):
        wire_all_usual(world_with(), empty_document(), "guard")
    world, mind = wire_all_usual(world_with("sight"), empty_document(), "guard")
    with pytest.raises(EditRefused, match="tell what they usually do"):
        wire_all_usual(world, mind, "guard")


def test_a_kind_without_usual_names_and_a_sensor_that_is_gone_are_refused():
    with pytest.raises(EditRefused, match="Fact has no usual names"):
        wire_usual(world_with("fact"), empty_document(), "guard", 0)
    with pytest.raises(EditRefused, match="no longer there"):
        wire_usual(world_with("sight"), empty_document(), "guard", 1)


def test_a_name_is_written_by_the_sensors_of_all_agents_that_think_with_the_file():
    world = world_with("sight")
    for agent, file in (("second", "guard.mind.json#g1"), ("third", "other.mind.json"), ("fourth", None)):
        entry = world.agents["guard"].model_copy(update={"mind": file})
        world = world.model_copy(update={"agents": {**world.agents, agent: entry}})
    changed, mind = let_write(world, empty_document(), "guard.mind.json", "last_seen")
    assert types(mind) == {"last_seen": "vector"}
    written = {agent: entry.sensors[0].writes for agent, entry in changed.agents.items()}
    assert written == {
        "guard": {"last_seen": "position"},
        "second": {"last_seen": "position"},
        "third": {},
        "fourth": {},
    }
    assert usual_writers(changed, "guard.mind.json", "last_seen") == ()


def test_a_name_no_sensor_usually_writes_is_refused():
    with pytest.raises(EditRefused, match="No sensor writes mood"):
        let_write(world_with("sight"), empty_document(), "guard.mind.json", "mood")
