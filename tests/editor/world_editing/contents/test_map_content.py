"""What the inspector shows of each thing in a world, and what its rows set."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from editor.panels.inspector.field_spec import FieldKind
from editor.panels.world.map_content import MOST_MERGED, world_content
from editor.panels.world.world_fields import (
    ID_KEY,
    NEW_FIELD_KEY,
    WorldContent,
    WorldContext,
    WorldField,
    WorldSection,
)
from graphs.basics.frozen import JsonValue
from graphs.edits.refusal import EditRefused
from graphs.edits.variables import add_variable, set_variable_field
from graphs.files.document_file import load_document
from graphs.kinds.builtin_registry import builtin_registry
from graphs.model import Document
from graphs.model.document import empty_document
from graphs.model.variables_and_events import Event
from graphs.worlds.kinds.emitter_kinds import EMITTER_KINDS
from graphs.worlds.kinds.sensors import SENSOR_KINDS
from graphs.worlds.model.elements import GROUPS, Element, all_elements
from graphs.worlds.model.world_file import WorldDocument, load_world
from tests.runtime.worlds.edits.edited_world import (
    BELL,
    GUARD,
    PATH,
    PLAYER,
    WALL,
    document,
    survives_the_file,
    yard,
)

REGISTRY = builtin_registry()
FOLDER = Path(__file__).resolve().parents[4] / "resources" / "samples"
SAMPLES = sorted(FOLDER.glob("*.world.json"))


def mind() -> Document:
    """Return the guard's mind: a variable of each type, some of another scope, and two events."""
    made = empty_document()
    for name, kind in (
        ("seen", "bool"),
        ("alert", "bool"),
        ("count", "int"),
        ("range", "float"),
        ("spot", "vector"),
        ("enemy", "entity"),
        ("call", "string"),
        ("ring", "trigger"),
        ("shared", "bool"),
    ):
        made, _ = add_variable(made, name, kind)  # type: ignore[arg-type]
    made = set_variable_field(made, "shared", "scope", "world")
    made = set_variable_field(made, "range", "default", 5)
    made = set_variable_field(made, "range", "unit", "units")
    return made.model_copy(update={"events": {"alarm": Event(), "shot": Event()}})


def context(world: WorldDocument, minds: Mapping[str, Document] | None = None) -> WorldContext:
    found = {"guard.mind.json": mind()} if minds is None else minds
    return WorldContext(world, REGISTRY, found, tuple(found))


def content(world: WorldDocument, *elements: Element) -> WorldContent:
    found = world_content(context(world), elements)
    assert found is not None
    return found


def section(shown: WorldContent, key: str) -> WorldSection:
    return next(each for each in shown.sections if each.key == key)


def row(shown: WorldContent, key: str) -> WorldField:
    return next(field for each in shown.sections for field in each.fields if field.key == key)


def offered(field: WorldField) -> list[JsonValue]:
    """Return what can be chosen of what there is."""
    return [value for value, _ in field.choices if not isinstance(value, dict)]


def act(shown: WorldContent, key: str, title: str, world: WorldDocument) -> WorldDocument:
    action = next(each for each in section(shown, key).actions if each.title == title)
    return action.edit(world)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_row_of_a_sample_takes_back_what_it_shows(path):
    """Giving a row the value it has must leave the world as it is: nothing is lost by looking at it."""
    world = load_world(path)
    minds = {
        name: load_document(path.parent / name)
        for name in {(agent.mind or "").partition("#")[0] for agent in world.agents.values()} - {""}
    }
    seen = 0
    for element in (None, *_one_of_each(world)):
        shown = world_content(context(world, minds), (element,) if element else ())
        assert shown is not None
        for field in (each for part in shown.sections for each in part.fields):
            if field.key.endswith(".add") or field.value is None:
                continue
            seen += 1
            assert field.edit(world, field.value) == world, (element, field.key)
    assert seen > 10


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_everything_offered_is_taken(path):
    world = load_world(path)
    minds = {
        name: load_document(path.parent / name)
        for name in {(agent.mind or "").partition("#")[0] for agent in world.agents.values()} - {""}
    }
    for element in (None, *_one_of_each(world)):
        shown = world_content(context(world, minds), (element,) if element else ())
        assert shown is not None
        for field in (each for part in shown.sections for each in part.fields):
            for value, _ in field.choices[:5] if field.kind is FieldKind.CHOICE else ():
                changed = _chosen(field, world, value)
                assert survives_the_file(changed), (element, field.key, value)


def _chosen(field: WorldField, world: WorldDocument, value: JsonValue) -> WorldDocument:
    """Choose a value; one variable cannot hold two outputs of a sensor, nor an event be raised twice."""
    try:
        return field.edit(world, value)
    except EditRefused as refused:
        if (".writes." in field.key or ".raises." in field.key) and "already" in refused.reason:
            return world
        raise


def _one_of_each(world: WorldDocument) -> list[Element]:
    """Return the first of each group, and of the agents one of each mind."""
    found: dict[object, Element] = {}
    for element in all_elements(world):
        mind = world.agents[element.id].mind if element.group == "agents" else None
        found.setdefault((element.group, mind), element)
    return list(found.values())


def test_an_id_that_is_taken_is_refused_and_one_that_is_free_is_followed():
    rename = row(content(yard(), PATH), ID_KEY)
    assert rename.value == "round"
    with pytest.raises(EditRefused):
        rename.edit(yard(), "short")
    renamed = rename.edit(yard(), "tour")
    assert renamed.agents["guard"].sensors[2].params["path"] == "tour"


def test_the_id_of_an_agent_is_followed_in_variables_that_hold_entities_alone():
    renamed = row(content(yard(), PLAYER), ID_KEY).edit(yard(), "hero")
    assert renamed.agents["guard"].variables == {"enemy": "hero", "mood": "player"}
    assert renamed.player == "hero"


class TestAgents:
    def test_the_documents_of_the_project_and_none_are_offered(self):
        field = row(content(yard(), GUARD), "mind")
        assert offered(field) == [None, "guard.mind.json"]
        assert field.edit(yard(), None).agents["guard"].mind is None

    def test_a_document_that_is_not_among_them_is_kept(self):
        world = yard()
        shown = world_content(context(world, {}), (GUARD,))
        assert shown is not None
        assert row(shown, "mind").choices[-1][0] == "guard.mind.json"

    def test_a_graph_of_the_document_is_chosen_after_its_file(self):
        minds = {"guard.mind.json": load_document(FOLDER / "alarm_guard.mind.json")}
        shown = world_content(context(yard(), minds), (GUARD,))
        assert shown is not None
        field = row(shown, "mind.graph")
        graph = next(iter(minds["guard.mind.json"].graphs))
        assert offered(field)[:2] == [None, graph]
        chosen = field.edit(yard(), graph)
        assert chosen.agents["guard"].mind == f"guard.mind.json#{graph}"
        shown = world_content(context(chosen, minds), (GUARD,))
        assert shown is not None
        assert row(shown, "mind").value == "guard.mind.json"
        assert row(shown, "mind.graph").edit(chosen, None).agents["guard"].mind == "guard.mind.json"

    def test_one_agent_at_most_is_steered(self):
        steered = row(content(yard(), GUARD), "player").edit(yard(), True)
        assert steered.player == "guard"
        assert row(content(steered, PLAYER), "player").shown is False
        assert row(content(steered, GUARD), "player").edit(steered, False).player is None

    def test_limits_tell_their_units(self):
        shown = content(yard(), GUARD)
        assert row(shown, "limits.max_speed").unit == "units/s"
        assert row(shown, "limits.max_rotation").unit == "°/s"
        faster = row(shown, "limits.max_speed").edit(yard(), 9)
        assert faster.agents["guard"].limits.max_speed == 9

    def test_events_and_asking_alone_can_make_it_think(self):
        shown = content(yard(), GUARD)
        assert row(shown, "tick_every").edit(yard(), 0).agents["guard"].tick_every == 0
        assert row(shown, "phase").value is None
        slower = row(shown, "tick_every").edit(yard(), 6)
        assert row(content(slower, GUARD), "phase").edit(slower, 3).agents["guard"].phase == 3
        with pytest.raises(EditRefused):
            row(shown, "tick_every").edit(yard(), -1)


class TestOverrides:
    def test_the_variables_an_agent_has_of_its_own_are_shown_with_what_the_mind_says(self):
        part = section(content(yard(), GUARD), "variables")
        names = [field.key.removeprefix("variables.") for field in part.fields]
        assert names == ["alert", "call", "count", "enemy", "range", "seen", "spot", "mood"]
        range_row = row(content(yard(), GUARD), "variables.range")
        assert (range_row.shown, range_row.changed, range_row.unit) == (5, False, "units")

    def test_an_entity_is_chosen_among_what_the_world_has(self):
        field = row(content(yard(), GUARD), "variables.enemy")
        assert field.value == "player"
        assert set(offered(field)) == {
            *(None, "player", "guard", "p1", "p2", "p3", "yard", "bell", "ball", "gate", "ladder")
        }
        assert field.edit(yard(), "bell").agents["guard"].variables["enemy"] == "bell"

    def test_a_variable_taken_back_leaves_no_trace(self):
        field = row(content(yard(), GUARD), "variables.enemy")
        assert "enemy" not in field.edit(yard(), None).agents["guard"].variables

    def test_each_type_has_its_row(self):
        shown = content(yard(), GUARD)
        kinds = {name: row(shown, f"variables.{name}").kind for name in ("alert", "count", "range", "spot")}
        assert kinds == {
            "alert": FieldKind.SWITCH,
            "count": FieldKind.INTEGER,
            "range": FieldKind.NUMBER,
            "spot": FieldKind.VALUE,
        }


class TestSensors:
    def test_there_is_a_section_for_each_in_its_order(self):
        parts = [each for each in content(yard(), GUARD).sections if each.key.startswith("sensors.")]
        kinds = [SENSOR_KINDS[sensor.kind].title for sensor in yard().agents["guard"].sensors]
        assert [part.title for part in parts] == [f"{at + 1}  {kind}" for at, kind in enumerate(kinds)]

    def test_every_kind_can_be_added_and_shows_all_it_takes_and_tells(self):
        field = row(content(yard(), GUARD), "sensors.add")
        assert offered(field) == list(SENSOR_KINDS)
        for kind in SENSOR_KINDS.values():
            world = field.edit(yard(), kind.id)
            assert world.agents["guard"].sensors[-1].kind == kind.id
            keys = {each.key for each in section(content(world, GUARD), "sensors.3").fields}
            assert {f"sensors.3.params.{parameter.name}" for parameter in kind.parameters} <= keys
            assert {f"sensors.3.writes.{output.name}" for output in kind.outputs} <= keys
            assert {f"sensors.3.raises.{event.name}" for event in kind.events} <= keys

    def test_only_variables_that_can_hold_an_output_are_offered_for_it(self):
        shown = content(yard(), GUARD)
        takes = {"bool": {"seen", "alert"}, "entity": {"enemy"}, "vector": {"spot"}, "float": {"range"}}
        checked = 0
        for index, sensor in enumerate(yard().agents["guard"].sensors):
            for output in SENSOR_KINDS[sensor.kind].outputs:
                if output.type in takes:
                    field = row(shown, f"sensors.{index}.writes.{output.name}")
                    assert set(offered(field)) - {None} == takes[output.type]
                    checked += 1
        assert checked > 3

    def test_an_output_is_written_to_the_variable_chosen_and_no_longer_to_the_former(self):
        field = row(content(yard(), GUARD), "sensors.0.writes.visible")
        assert field.value == "seen"
        assert field.edit(yard(), "alert").agents["guard"].sensors[0].writes == {"alert": "visible"}
        assert field.edit(yard(), None).agents["guard"].sensors[0].writes == {}

    def test_an_event_of_the_mind_is_raised(self):
        sight = SENSOR_KINDS["sight"]
        field = row(content(yard(), GUARD), f"sensors.0.raises.{sight.events[0].name}")
        assert offered(field) == [None, "alarm", "shot"]
        raised = field.edit(yard(), "alarm").agents["guard"].sensors[0].raises
        assert raised == {"alarm": sight.events[0].name}

    def test_their_order_changes_and_they_go(self):
        world, shown = yard(), content(yard(), GUARD)
        titles = [action.title for action in section(shown, "sensors.0").actions]
        assert titles == ["Later", "Remove", "Wire the usual"]
        later = act(shown, "sensors.0", "Later", world)
        assert [sensor.kind for sensor in later.agents["guard"].sensors] == ["distance", "sight", "waypoint"]
        fewer = act(shown, "sensors.1", "Remove", world)
        assert [each.kind for each in fewer.agents["guard"].sensors] == ["sight", "waypoint"]

    def test_one_that_tells_nobody_says_so(self):
        assert section(content(yard(), GUARD), "sensors.0").note == ""
        silent = row(content(yard(), GUARD), "sensors.0.writes.visible").edit(yard(), None)
        assert section(content(silent, GUARD), "sensors.0").note == "no agent is told"

    def test_a_kind_nobody_knows_is_shown_and_kept(self):
        world = document(agents={"a": {"at": [3, 3], "sensors": [{"kind": "sonar", "params": {"depth": 4}}]}})
        shown = content(world, Element("agents", "a"))
        assert row(shown, "sensors.0.kind").value == "sonar"
        assert row(shown, "sensors.0.params.depth").value == 4


class TestThings:
    def test_the_corners_of_a_wall_are_lines(self):
        field = row(content(yard(), WALL), "polygon")
        assert field.value == ["4, 4", "6, 4", "6, 5", "4, 5"]
        moved = field.edit(yard(), ["4, 4", "7, 4", "7, 5"])
        assert moved.walls["w"].polygon == ((4, 4), (7, 4), (7, 5))
        with pytest.raises(EditRefused):
            field.edit(yard(), ["4, 4", "here"])

    def test_a_path_lists_its_waypoints_and_turns_round(self):
        shown = content(yard(), PATH)
        field = row(shown, "waypoints")
        assert field.edit(yard(), ["p3", "p1"]).paths["round"].waypoints == ("p3", "p1")
        with pytest.raises(EditRefused):
            field.edit(yard(), ["p3", "nowhere"])
        turned = act(shown, "thing", "Reverse", yard())
        assert turned.paths["round"].waypoints == ("p3", "p2", "p1")
        assert offered(row(shown, "mode")) == ["open", "loop", "ping_pong"]

    def test_every_kind_of_source_shows_what_it_takes(self):
        field = row(content(yard(), BELL), "kind")
        assert offered(field) == list(EMITTER_KINDS)
        for kind in EMITTER_KINDS.values():
            keys = {
                each.key for each in section(content(field.edit(yard(), kind.id), BELL), "emitter").fields
            }
            assert {f"params.{parameter.name}" for parameter in kind.parameters} <= keys

    @pytest.mark.parametrize("group", GROUPS)
    def test_every_group_has_a_page_with_its_id(self, group):
        element = next(each for each in all_elements(yard()) if each.group == group)
        shown = content(yard(), element)
        assert row(shown, ID_KEY).value == element.id
        assert shown.title
        assert world_content(context(yard()), (Element(group, "gone"),)) is None

    def test_a_value_for_expressions_is_added_as_it_is_typed(self):
        field = row(content(yard(), GUARD), NEW_FIELD_KEY)
        assert field.edit(yard(), "health = 80").agents["guard"].fields["health"] == 80
        assert field.edit(yard(), "friendly = true").agents["guard"].fields["friendly"] is True
        with pytest.raises(EditRefused):
            field.edit(yard(), "two words = 1")


class TestTheWorldItself:
    def test_size_seed_and_rate_are_set(self):
        shown = content(yard())
        assert row(shown, "size.0").edit(yard(), 30).size == (30, 14)
        assert row(shown, "seed").edit(yard(), 7).seed == 7
        assert row(shown, "rate").edit(yard(), 30).rate == 30
        with pytest.raises(EditRefused):
            row(shown, "size.1").edit(yard(), None)

    def test_who_the_user_steers_is_chosen(self):
        field = row(content(yard()), "player")
        assert offered(field) == [None, "guard", "player"]
        assert field.edit(yard(), "guard").player == "guard"


class TestSeveral:
    def test_what_differs_is_mixed_and_one_edit_sets_all(self):
        shown = content(yard(), GUARD, PLAYER)
        assert row(shown, "heading").mixed
        assert not row(shown, "radius").mixed
        wider = row(shown, "radius").edit(yard(), 0.8)
        assert {agent.radius for agent in wider.agents.values()} == {0.8}

    def test_what_belongs_to_one_alone_is_left_out(self):
        shown = content(yard(), GUARD, PLAYER)
        keys = {field.key for each in shown.sections for field in each.fields}
        assert keys.isdisjoint({ID_KEY, "name", "at", "player"})

    def test_things_of_several_kinds_are_counted(self):
        shown = content(yard(), GUARD, WALL)
        assert shown.sections == ()
        assert shown.subtitle.startswith("1 wall, 1 agent.")

    def test_very_many_are_counted_too(self):
        agents = {f"a{index}": {"at": [1, 1]} for index in range(MOST_MERGED + 1)}
        world = document(agents=agents)
        shown = content(world, *all_elements(world))
        assert shown.sections == ()
        assert shown.title == f"{MOST_MERGED + 1} selected"
