from __future__ import annotations

from graphs.worlds.edits.ground import add_layer, set_layer_field
from graphs.worlds.edits.setting import set_element_field, set_world_field
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_difference import world_difference, world_difference_summary
from graphs.worlds.model.world_file import AgentEntry, Wall, WorldDocument, empty_world

CORNERS = ((0, 0), (1, 0), (1, 1))


def arena() -> WorldDocument:
    agents = {"guard": AgentEntry(at=(2, 2), team="blue")}
    return empty_world().model_copy(update={"agents": agents})


def test_equal_worlds_do_not_differ():
    assert world_difference(arena(), arena()) == ()
    assert world_difference_summary(arena(), arena()) == "nothing differs"


def test_things_are_told_by_their_group_and_id():
    old = arena()
    new = set_element_field(old, Element("agents", "guard"), "team", "red")
    new = new.model_copy(update={"walls": {"north": Wall(polygon=CORNERS)}, "seed": 7})
    assert world_difference(old, new) == (
        "seed default → 7",
        "wall north added",
        'agent guard: team "blue" → "red"',
    )
    assert world_difference_summary(old, new) == (
        "1 wall added, 1 agent changed and 1 field of the world changed"
    )
    assert "wall north removed" in world_difference(new, old)


def test_long_values_are_cut():
    old = arena()
    new = old.model_copy(update={"note": "x" * 500})
    (line,) = world_difference(old, new)
    assert len(line) < 120
    assert line.endswith("…")


def test_layers_are_told_one_by_one_and_settings_of_ways_as_fields_of_the_world():
    old = add_layer(arena(), "influence")
    new = add_layer(set_layer_field(old, "influence", "cell", 0.5), "height")
    new = set_world_field(new, "ways.heuristic", "none")
    assert world_difference(old, new) == (
        'ways default → {"heuristic": "none"}',
        "layer height added",
        "layer influence: cell default → 0.5",
    )
    assert world_difference_summary(old, new) == (
        "1 layer added, 1 layer changed and 1 field of the world changed"
    )
    assert "layer height removed" in world_difference(new, old)
