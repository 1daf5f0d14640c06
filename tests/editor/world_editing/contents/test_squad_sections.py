"""The inspector shows squads, fighting circles and tokens, and each row changes what it says."""

from __future__ import annotations

import pytest

from editor.panels.inspector.field_spec import FieldKind
from editor.panels.world.map_content import world_content
from editor.panels.world.squad_sections import MOST_MEMBER_ROWS, SHAPES
from editor.panels.world.world_fields import WorldContext, WorldField
from graphs.edits.refusal import EditRefused
from graphs.worlds.edits.squads import make_squad, set_shape
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument
from tests.editor.window_builders import REGISTRY
from tests.runtime.worlds.world_builder import document

WORLD = document(
    version=4,
    agents={name: {"at": [place + 1, 2]} for place, name in enumerate(("ada", "ben", "cleo", "dan", "eve"))},
    squads={"red": {"members": ["ada", "ben"], "roles": {"ben": "scout"}}},
    circles={"ring": {"around": "eve"}},
    tokens={"grenade": 2},
)


def rows(world: WorldDocument = WORLD, *selected: Element) -> dict[str, WorldField]:
    content = world_content(WorldContext(world, REGISTRY, {}, ("red.mind.json",)), selected)
    assert content is not None
    return {field.key: field for section in content.sections for field in section.fields}


def actions(key: str, world: WorldDocument = WORLD) -> list[str]:
    content = world_content(WorldContext(world, REGISTRY), ())
    assert content is not None
    return [action.title for section in content.sections if section.key == key for action in section.actions]


def values(field: WorldField) -> list[object]:
    return [value for value, _ in field.choices]


def test_a_squad_has_rows_for_its_members_and_each_sets_its_part():
    found = rows()
    assert [key for key in found if key.startswith("squads.red.members")] == [
        "squads.red.members.0",
        "squads.red.members.1",
        "squads.red.members.add",
    ]
    assert values(found["squads.red.members.1"]) == ["ben", None, "cleo", "dan", "eve"]
    assert found["squads.red.members.1"].edit(WORLD, "dan").squads["red"].members == ("ada", "dan")
    assert found["squads.red.members.1"].edit(WORLD, None).squads["red"].members == ("ada",)
    assert found["squads.red.members.add"].edit(WORLD, "eve").squads["red"].members == ("ada", "ben", "eve")
    assert found["squads.red.roles.ben"].value == "scout"
    assert found["squads.red.roles.ada"].edit(WORLD, "medic").squads["red"].roles["ada"] == "medic"
    assert found["squads.red.leader"].edit(WORLD, "ben").squads["red"].leader == "ben"
    assert found["squads.red.mind"].edit(WORLD, "red.mind.json").squads["red"].mind == "red.mind.json"
    assert found["squads.red.name"].edit(WORLD, "Reds").squads["red"].name == "Reds"
    assert list(found["squads.red.id"].edit(WORLD, "crimson").squads) == ["crimson"]


def test_rows_of_a_formation_set_its_shape_distance_and_places():
    found = rows()
    assert values(found["squads.red.formation.shape"]) == [*(shape for shape, _ in SHAPES), "own"]
    assert found["squads.red.formation.spacing"].edit(WORLD, 3).squads["red"].formation.spacing == 3
    assert found["squads.red.formation.size"].edit(WORLD, 9).squads["red"].formation.size == 9
    with pytest.raises(EditRefused, match="places beside the leader"):
        found["squads.red.formation.size"].edit(WORLD, 0)


def test_own_places_begin_where_those_of_the_shape_were_and_are_lines_of_numbers():
    own = rows()["squads.red.formation.shape"].edit(WORLD, "own")
    slots = own.squads["red"].formation.slots
    assert slots[:2] == ((-1.5, 1.5), (-1.5, -1.5))
    assert len(slots) == 6
    row = rows(own)["squads.red.formation.slots"]
    assert row.kind is FieldKind.LINES
    assert isinstance(row.value, list)
    assert row.value[0] == "-1.5, 1.5"
    assert row.edit(own, ["2, 0", "-1, 3"]).squads["red"].formation.slots == ((2, 0), (-1, 3))
    with pytest.raises(EditRefused, match="is no place"):
        row.edit(own, ["2; 0"])
    assert "squads.red.formation.spacing" not in rows(own)
    assert actions("squads.red", own) == ["Add place", "Remove"]


def test_squads_circles_and_tokens_are_added_and_removed():
    found = rows()
    assert values(found["squads.add"]) == ["cleo", "dan", "eve"]
    assert found["squads.add"].edit(WORLD, "cleo").squads["squad_1"].members == ("cleo",)
    assert found["circles.add"].edit(WORLD, "ada").circles["circle_1"].around == "ada"
    assert found["tokens.add"].edit(WORLD, "rope = 3").tokens == {"grenade": 2, "rope": 3}
    assert found["tokens.add"].edit(WORLD, "key").tokens["key"] == 1
    with pytest.raises(EditRefused, match="is no number"):
        found["tokens.add"].edit(WORLD, "rope = many")
    assert actions("squads.red") == actions("circles.ring") == actions("tokens.grenade") == ["Remove"]


def test_rows_of_circles_and_tokens_set_their_fields():
    found = rows()
    assert found["circles.ring.around"].edit(WORLD, "ada").circles["ring"].around == "ada"
    assert found["circles.ring.radius"].edit(WORLD, 4).circles["ring"].radius == 4
    assert found["circles.ring.slots"].edit(WORLD, 6).circles["ring"].slots == 6
    assert found["circles.ring.attacks"].edit(WORLD, 2).circles["ring"].attacks == 2
    assert found["circles.ring.turns"].edit(WORLD, False).circles["ring"].turns is False
    assert found["tokens.grenade"].edit(WORLD, 5).tokens == {"grenade": 5}
    assert found["tokens.grenade.id"].edit(WORLD, "bomb").tokens == {"bomb": 2}


def test_a_large_squad_is_a_list_of_names():
    agents = {f"a{index:02}": {"at": [index + 1, 3]} for index in range(MOST_MEMBER_ROWS + 2)}
    world, _ = make_squad(document(agents=agents), sorted(agents)[:-1])
    found = rows(world)
    assert "squads.squad_1.members.0" not in found
    assert found["squads.squad_1.members"].value == sorted(agents)[:-1]
    with pytest.raises(EditRefused, match="twice"):
        found["squads.squad_1.members"].edit(world, ["a00", "a00"])


def test_an_agent_says_which_squad_it_is_in_and_can_change_it():
    world, _ = make_squad(WORLD, ["cleo", "dan"])
    found = rows(world, Element("agents", "ben"))
    assert (found["squad"].value, found["squad.role"].value, found["squad.leads"].shown) == (
        "red",
        "scout",
        False,
    )
    changed = found["squad"].edit(world, "squad_1")
    assert (changed.squads["red"].members, changed.squads["squad_1"].members) == (
        ("ada",),
        ("cleo", "dan", "ben"),
    )
    assert found["squad.leads"].edit(world, True).squads["red"].leader == "ben"
    assert found["squad"].edit(world, None).squads["red"].members == ("ada",)
    assert rows(world, Element("agents", "ada"))["squad.leads"].shown is True
    outside = rows(world, Element("agents", "eve"))
    assert outside["squad"].value is None
    assert "squad.role" not in outside


def test_roles_of_several_members_are_set_at_once():
    found = rows(WORLD, Element("agents", "ada"), Element("agents", "ben"))
    assert found["squad"].value == "red"
    assert found["squad.role"].mixed


def test_a_world_without_squads_says_nothing_at_its_agents():
    assert "squad" not in rows(document(agents={"ada": {"at": [2, 2]}}), Element("agents", "ada"))


def test_places_of_an_own_formation_survive_a_look_at_another_shape():
    own = set_shape(WORLD, "red", "own", [(1, 1)])
    back = rows(own)["squads.red.formation.shape"].edit(own, "line")
    again = rows(back)["squads.red.formation.shape"].edit(back, "own")
    assert again.squads["red"].formation.slots == ((1, 1),)
