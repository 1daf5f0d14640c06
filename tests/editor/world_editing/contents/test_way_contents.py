"""What the inspector shows of doors, links, costs, waypoints, layers and the search, and what it sets."""

from __future__ import annotations

import pytest

from editor.panels.inspector.field_spec import FieldKind
from editor.panels.world.way_contents import CostCheck
from graphs.basics.frozen import JsonValue
from graphs.edits.refusal import EditRefused
from graphs.worlds.edits.ground import add_layer
from graphs.worlds.edits.linking import linked_with, set_waypoint_link
from graphs.worlds.edits.setting import set_element_field
from graphs.worlds.model.elements import Element
from tests.editor.world_editing.contents.test_map_content import act, content, offered, row, section
from tests.runtime.worlds.edits.edited_world import GUARD, P1, P2, ZONE, survives_the_file, yard

GATE, LADDER = Element("doors", "gate"), Element("links", "ladder")


def test_a_door_says_how_it_opens_and_lists_the_events_of_the_minds():
    shown = content(yard(), GATE)
    assert shown.subtitle == "door, closed at the start"
    world = row(shown, "open").edit(yard(), True)
    world = row(shown, "slide").edit(world, [0, 2])
    world = row(shown, "seconds").edit(world, 1.5)
    world = row(shown, "opens_on").edit(world, "alarm")
    gate = world.doors["gate"]
    assert (gate.open, gate.slide, gate.seconds, gate.opens_on) == (True, (0, 2), 1.5, "alarm")
    assert survives_the_file(world)
    assert offered(row(shown, "closes_on")) == ["alarm", "shot"]
    assert row(content(world, GATE), "slide").edit(world, None).doors["gate"].slide is None
    with pytest.raises(EditRefused):
        row(shown, "seconds").edit(yard(), -1)


def test_a_link_says_how_it_is_gone_along():
    shown = content(yard(), LADDER)
    assert shown.subtitle == "ladder of 3 units"
    world = row(shown, "kind").edit(yard(), "walk")
    world = row(shown, "both_ways").edit(world, False)
    world = row(shown, "active").edit(world, False)
    world = row(shown, "cost").edit(world, 3)
    ladder = world.links["ladder"]
    assert (ladder.kind, ladder.both_ways, ladder.active, ladder.cost) == ("walk", False, False, 3)
    with pytest.raises(EditRefused, match="The cost is -1"):
        row(shown, "cost").edit(yard(), -1)
    with pytest.raises(EditRefused, match="no length"):
        row(shown, "end").edit(yard(), [10, 12])


def test_the_cost_of_a_zone_is_a_number_or_never_and_nothing_else():
    field = row(content(yard(), ZONE), "cost")
    assert (field.value, field.default) == (None, 1)
    for cost in offered(field):
        assert survives_the_file(field.edit(yard(), cost))
    assert field.edit(yard(), " never ").zones["yard"].cost == "never"
    wrongs: tuple[JsonValue, ...] = ("ever", True, [1, 2])
    for wrong in wrongs:
        with pytest.raises(EditRefused, match="no cost of a zone"):
            field.edit(yard(), wrong)


class TestCostsOfAnAgent:
    def test_there_is_a_row_for_each_zone_with_what_the_zone_says(self):
        world = set_element_field(yard(), ZONE, "cost", 5)
        field = row(content(world, GUARD), "area_costs.yard")
        assert (field.value, field.placeholder) == (None, "5")
        assert section(content(world, GUARD), "area_costs").note == "as the zones say"

    @pytest.mark.parametrize(
        ("typed", "kept"), [("0.5", 0.5), ("never", "never"), ("1 + count", "1 + count")]
    )
    def test_a_number_never_and_an_expression_are_told_apart(self, typed, kept):
        field = row(content(yard(), GUARD), "area_costs.yard")
        assert field.check is not None
        assert field.check(typed) == ""
        world = field.edit(yard(), typed)
        assert world.agents["guard"].area_costs == {"yard": kept}
        assert survives_the_file(world)
        again = row(content(world, GUARD), "area_costs.yard")
        assert again.value == kept
        assert again.edit(world, None).agents["guard"].area_costs == {}

    def test_names_are_completed_from_the_mind_and_what_it_lacks_is_called_wrong(self):
        check = row(content(yard(), GUARD), "area_costs.yard").check
        assert isinstance(check, CostCheck)
        assert "count" in check.scope.variables
        assert "nobody" in check("nobody + 1")

    def test_a_zone_that_is_gone_can_be_taken_back(self):
        agent = yard().agents["guard"].model_copy(update={"area_costs": {"moor": 3}})
        world = yard().model_copy(update={"agents": {**yard().agents, "guard": agent}})
        field = row(content(world, GUARD), "area_costs.moor")
        assert field.placeholder == "no such zone"
        assert field.edit(world, None).agents["guard"].area_costs == {}


class TestWaypoints:
    def test_links_are_listed_from_both_sides_and_set_as_lines(self):
        world = set_waypoint_link(yard(), "p1", "p3", True)
        field = row(content(world, Element("waypoints", "p3")), "links")
        assert (field.kind, field.value, offered(field)) == (FieldKind.LINES, ["p1"], ["p2"])
        changed = field.edit(world, ["p2"])
        assert linked_with(changed, "p3") == ("p2",)
        assert linked_with(field.edit(world, None), "p3") == ()
        with pytest.raises(EditRefused, match="no longer in the world"):
            field.edit(world, ["p1", "p9"])

    def test_a_button_links_one_with_all_it_sees_and_says_why_not(self):
        world = act(content(yard(), P2), "thing", "Link with all it sees", yard())
        assert linked_with(world, "p2") == ("p1", "p3")
        assert linked_with(world, "p1") == ("p2",)
        with pytest.raises(EditRefused, match="are linked already"):
            act(content(world, P2), "thing", "Link with all it sees", world)

    def test_a_condition_is_checked_by_the_mind_that_all_think_with(self):
        field = row(content(yard(), P1), "condition")
        assert field.check is not None
        assert field.check("count > 3") == ""
        assert field.check("nobody") != ""
        assert field.edit(yard(), "count > 3").waypoints["p1"].condition == "count > 3"


class TestTheWorldItself:
    def test_the_search_is_set_and_bounded(self):
        shown = content(yard())
        world = row(shown, "ways.heuristic").edit(yard(), "none")
        world = row(shown, "ways.cells_per_step").edit(world, 50)
        assert (world.ways.heuristic, world.ways.cells_per_step) == ("none", 50)
        assert section(content(world), "ways").open
        with pytest.raises(EditRefused, match="expected 1 to"):
            row(shown, "ways.cells_per_step").edit(yard(), 0)

    def test_layers_are_added_named_set_and_removed(self):
        world = row(content(yard()), "layers.add").edit(yard(), "influence")
        world = row(content(world), "layers.influence.id").edit(world, "danger")
        shown = content(world)
        for key, value in (("cell", 0.5), ("half_life", 2), ("every", 1), ("around_walls", True)):
            world = row(shown, f"layers.danger.{key}").edit(world, value)
        layer = world.layers["danger"]
        assert (layer.cell, layer.half_life, layer.every, layer.around_walls) == (0.5, 2, 1, True)
        assert survives_the_file(world)
        assert act(shown, "layers.danger", "Remove layer", world).layers == {}
        with pytest.raises(EditRefused, match="cannot be the name"):
            row(shown, "layers.danger.id").edit(world, "")

    def test_sources_of_a_layer_are_added_set_and_removed(self):
        world = add_layer(yard(), "influence")
        world = row(content(world), "layers.influence.add").edit(world, "bell")
        shown, path = content(world), "layers.influence.sources.1"
        assert row(shown, f"{path}.who").value == "bell"
        for key, value in (("strength", "health"), ("radius", 9), ("fall_off", "steps")):
            world = row(content(world), f"{path}.{key}").edit(world, value)
        world = row(content(world), f"{path}.steps").edit(world, ["1", "0.25"])
        source = world.layers["influence"].sources[1]
        assert (source.strength, source.radius, source.steps) == ("health", 9, (1, 0.25))
        assert survives_the_file(world)
        with pytest.raises(EditRefused, match="no share"):
            row(content(world), f"{path}.steps").edit(world, ["much"])
        left = act(content(world), "layers.influence", "Remove source 1, anyone", world)
        assert [each.who for each in left.layers["influence"].sources] == ["bell"]

    def test_heights_have_no_sources_and_visits_only_who_counts(self):
        world = add_layer(add_layer(yard(), "height"), "visits")
        keys = {field.key for part in content(world).sections for field in part.fields}
        assert "layers.height.add" not in keys
        assert "layers.visits.sources.0.who" in keys
        assert "layers.visits.sources.0.radius" not in keys
