"""Links are drawn by two clicks too; waypoints are linked and unlinked by drags from one to another."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from editor.map.editing.way_tools import LinkTool, WaypointTool
from graphs.worlds.edits.linking import linked_with
from graphs.worlds.model.elements import Element
from tests.editor.world_editing.map_bench import Bench

P1, P2, P3 = (2, 2), (2, 8), (8, 8)


def test_two_clicks_draw_a_link_of_the_kind_that_was_chosen(bench: Bench):
    tool = bench.take(LinkTool(bench.editing))
    tool.option = "ladder"
    bench.click((8, 1))
    assert "ladder_1" not in bench.world.links
    bench.click((12, 1))
    drawn = bench.world.links["ladder_1"]
    assert (drawn.start, drawn.end, drawn.kind) == ((8, 1), (12, 1), "ladder")
    assert bench.editing.selected == (Element("links", "ladder_1"),)
    bench.session.undo()
    assert set(bench.world.links) == {"ladder"}


def test_a_link_that_is_ended_where_it_begins_is_refused_and_escape_forgets_its_start(bench: Bench):
    bench.take(LinkTool(bench.editing))
    bench.click((8, 1))
    bench.key(Qt.Key.Key_Return)
    assert "no length" in bench.refusals[-1]
    bench.key(Qt.Key.Key_Escape)
    bench.click((12, 1))
    assert bench.labels == []


def test_a_drag_from_waypoint_to_waypoint_links_them_and_another_one_takes_the_link_away(bench: Bench):
    bench.take(WaypointTool(bench.editing))
    bench.drag(P1, P2)
    assert linked_with(bench.world, "p1") == ("p2",)
    bench.drag(P2, P1)
    assert linked_with(bench.world, "p1") == ()
    assert bench.labels == ["Link waypoints", "Unlink waypoints"]
    bench.session.undo()
    assert linked_with(bench.world, "p1") == ("p2",)
    bench.session.redo()
    assert linked_with(bench.world, "p1") == ()


def test_a_drag_from_a_waypoint_to_nowhere_adds_one_that_is_linked_in_one_step(bench: Bench):
    bench.take(WaypointTool(bench.editing))
    bench.drag(P1, (6, 2))
    assert linked_with(bench.world, "point_1") == ("p1",)
    assert bench.world.waypoints["point_1"].at == (6, 2)
    assert bench.labels == ["Add waypoint"]
    bench.session.undo()
    assert "point_1" not in bench.world.waypoints


def test_escape_during_a_drag_between_waypoints_links_nothing(bench: Bench):
    bench.take(WaypointTool(bench.editing))
    before = bench.world
    bench.drag(P1, P2, release=False)
    assert linked_with(bench.editing.shown, "p1") == ("p2",)
    bench.key(Qt.Key.Key_Escape)
    bench.release(P2)
    assert bench.world is before


@pytest.mark.parametrize("end", [P1, (2.1, 2.1)])
def test_a_drag_that_stays_on_its_waypoint_does_nothing(bench: Bench, end):
    bench.take(WaypointTool(bench.editing))
    bench.drag(P1, P2, release=False)
    bench.move(end)
    bench.release(end)
    assert bench.labels == []


def test_a_click_on_a_waypoint_selects_it_and_a_click_elsewhere_adds_one(bench: Bench):
    bench.take(WaypointTool(bench.editing))
    bench.click(P3)
    assert bench.editing.selected == (Element("waypoints", "p3"),)
    bench.click((12, 8))
    assert bench.world.waypoints["point_1"].at == (12, 8)
    assert bench.labels == ["Add waypoint"]
