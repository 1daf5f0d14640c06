"""Every drag of the selecting tool at zoom 1: done, canceled, refused, undone and done again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from editor.map.editing.map_editing import Snap
from editor.map.editing.map_hits import element_under
from graphs.worlds.model.elements import Element
from graphs.worlds.model.world_file import WorldDocument
from tests.editor.world_editing.map_bench import CTRL, SHIFT, Bench, rounded
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
    ZONE,
)

SHORT = Element("paths", "short")

# What is selected before, the drag, and what tells in the world that it was done.
DRAGS = {
    "a wall": ((), (5, 4.5), (7, 5.5), lambda world: world.walls["w"].polygon[0] == (6, 5)),
    "an obstacle": ((), (10.3, 10.3), (11.3, 10.3), lambda world: world.obstacles["o"].center == (11, 10)),
    "a zone by its border": ((), (12, 3), (12, 4), lambda world: world.zones["yard"].polygon[0] == (12, 2)),
    "a zone selected": ((ZONE,), (14, 5), (14, 6), lambda world: world.zones["yard"].polygon[0] == (12, 2)),
    "a waypoint": ((), (8, 8), (8, 9), lambda world: world.waypoints["p3"].at == (8, 9)),
    "a path": ((), (5, 8), (5, 9), lambda world: world.waypoints["p2"].at == (2, 9)),
    "an agent": ((), (16, 3), (17, 3.5), lambda world: world.agents["player"].at == (17, 3.5)),
    "a ball": ((), (18, 9), (18, 10), lambda world: world.projectiles["ball"].at == (18, 10)),
    "a source": ((), (15, 12), (14, 12), lambda world: world.sources["bell"].at == (14, 12)),
    "a corner": ((WALL,), (6, 5), (7, 6), lambda world: world.walls["w"].polygon[2] == (7, 6)),
    "a stop of a path": ((PATH,), (8, 8), (9, 8), lambda world: world.waypoints["p3"].at == (9, 8)),
    "a rim": ((OBSTACLE,), (11, 10), (12, 10), lambda world: world.obstacles["o"].radius == 2),
    "a heading": ((GUARD,), (2, 5.42), (0, 4), lambda world: world.agents["guard"].heading == 180),
    "several things": (
        (WALL, OBSTACLE),
        (5, 4.5),
        (5, 6.5),
        lambda world: (world.walls["w"].polygon[0], world.obstacles["o"].center) == ((4, 6), (10, 12)),
    ),
    "the border of the map": ((), (20, 13), (24, 13), lambda world: world.size == (24, 14)),
    "the corner of the map": ((), (20, 14), (22, 12), lambda world: world.size == (22, 12)),
    "the side of the box": (
        (WALL,),
        (6.39, 4.5),
        (8.39, 4.5),
        lambda world: rounded(world.walls["w"].polygon)[2] == (8, 5),
    ),
    "the handle that turns": (
        (WALL,),
        (5, 6.107),
        (8, 4.5),
        lambda world: rounded(world.walls["w"].polygon)[0] == (4.5, 5.5),
    ),
}

REFUSED = {
    "a wall over an agent": ((), (5, 4.5), (3, 4), "guard would stand inside"),
    "an agent into a wall": ((), (2, 4), (5, 4.5), "guard would stand inside"),
    "an agent off the map": ((), (16, 3), (16, -0.6), "Player would be off the map"),
    "a corner across an edge": ((WALL,), (6, 5), (3, 4.5), "cross itself"),
    "a rim to nothing": ((OBSTACLE,), (11, 10), (10, 10), "no size"),
    "a side past the other": ((WALL,), (6.39, 4.5), (3.39, 4.5), "Nothing would be left"),
}


@pytest.mark.parametrize("name", DRAGS)
def test_a_drag_is_done_as_one_step_undone_and_done_again(bench: Bench, name):
    selected, start, end, is_done = DRAGS[name]
    bench.select(*selected)
    before = bench.world
    bench.drag(start, end)
    assert is_done(bench.world), name
    assert len(bench.labels) == 1
    after = bench.world
    bench.session.undo()
    assert bench.world == before
    bench.session.redo()
    assert bench.world == after


@pytest.mark.parametrize("name", DRAGS)
def test_a_drag_shows_what_it_would_do_and_escape_leaves_nothing_of_it(bench: Bench, name):
    selected, start, end, is_done = DRAGS[name]
    bench.select(*selected)
    before = bench.world
    bench.drag(start, end, release=False)
    assert is_done(bench.editing.shown), name
    assert bench.world is before
    bench.key(Qt.Key.Key_Escape)
    assert bench.editing.shown is before
    assert not bench.editing.has_draft
    bench.release(end)
    assert bench.world is before
    assert bench.labels == []


@pytest.mark.parametrize("name", REFUSED)
def test_a_drag_that_leads_nowhere_says_why_at_the_pointer_and_changes_nothing(bench: Bench, name):
    selected, start, end, words = REFUSED[name]
    bench.select(*selected)
    before = bench.world
    bench.drag(start, end, release=False)
    assert bench.editing.tip.isVisible()
    assert words in bench.editing.tip.reason
    assert bench.editing.tip.remedy
    assert bench.editing.shown is before
    bench.release(end)
    assert bench.world is before
    assert words in bench.refusals[-1]
    assert bench.labels == []


@pytest.mark.parametrize(
    ("at", "element"),
    [
        ((5, 4.5), WALL),
        ((10.5, 10), OBSTACLE),
        ((12, 4), ZONE),
        ((2, 4), GUARD),
        ((15, 12), BELL),
        ((8, 8), P3),
        ((5, 8), PATH),
    ],
)
def test_a_click_selects_what_is_on_top(bench: Bench, at, element):
    bench.click(at)
    assert bench.editing.selected == (element,)
    assert bench.labels == []


def test_a_click_inside_a_zone_goes_through_it(bench: Bench):
    bench.select(WALL)
    bench.click((13, 5))
    assert bench.editing.selected == ()


def test_shift_adds_and_ctrl_adds_or_lets_go(bench: Bench):
    bench.click((5, 4.5))
    bench.click((2, 4), SHIFT)
    assert set(bench.editing.selected) == {WALL, GUARD}
    bench.click((5, 4.5), CTRL)
    assert bench.editing.selected == (GUARD,)
    bench.click((10, 10), CTRL)
    assert set(bench.editing.selected) == {GUARD, OBSTACLE}


def test_a_click_on_one_of_several_selects_it_alone(bench: Bench):
    bench.select(WALL, OBSTACLE)
    bench.click((5, 4.5))
    assert bench.editing.selected == (WALL,)


def test_a_box_selects_what_lies_within_and_escape_brings_back_what_was_selected(bench: Bench):
    bench.select(BELL)
    bench.drag((0.5, 0.5), (7, 9), release=False)
    assert set(bench.editing.selected) == {WALL, GUARD, P1, P2, SHORT}
    bench.key(Qt.Key.Key_Escape)
    assert bench.editing.selected == (BELL,)
    bench.drag((0.5, 0.5), (7, 9), held=SHIFT)
    assert BELL in bench.editing.selected
    assert len(bench.editing.selected) == 6


def test_the_grid_rounds_places_and_ctrl_turns_it_round(bench: Bench):
    bench.drag((16, 3), (16.4, 3.2))
    assert bench.world.agents["player"].at == (16.5, 3)
    bench.session.undo()
    bench.drag((16, 3), (16.393, 3.214), held=CTRL)
    x, y = bench.world.agents["player"].at
    assert float(x) == pytest.approx(16.393, abs=0.02)
    assert float(y) == pytest.approx(3.214, abs=0.02)
    bench.editing.set_snap(Snap(True, 2))
    bench.drag((float(x), float(y)), (14.8, 5.2))
    assert bench.world.agents["player"].at == (14, 6)


def test_shift_keeps_a_drag_straight(bench: Bench):
    bench.drag((16, 3), (18, 3.9), held=SHIFT)
    assert bench.world.agents["player"].at == (18, 3)


def test_shift_keeps_the_proportions_of_the_box(bench: Bench):
    bench.select(WALL)
    bench.drag((6.39, 5.39), (8.39, 5.6), held=SHIFT)
    assert rounded(bench.world.walls["w"].polygon)[2] == (8, 6)


def test_a_double_click_on_an_edge_adds_a_corner_that_can_be_deleted(bench: Bench):
    bench.double_click((5, 4))
    assert bench.world.walls["w"].polygon == ((4, 4), (5, 4), (6, 4), (6, 5), (4, 5))
    assert bench.editing.point == (WALL, 1)
    assert bench.labels == ["Add corner"]


def test_a_double_click_on_a_path_adds_a_waypoint(bench: Bench):
    bench.double_click((5, 8))
    assert bench.world.paths["round"].waypoints == ("p1", "p2", "point_1", "p3")
    assert bench.world.waypoints["point_1"].at == (5, 8)
    assert bench.labels == ["Add waypoint"]


def test_a_click_on_a_corner_marks_it_and_another_click_forgets_it(bench: Bench):
    bench.select(WALL)
    bench.click((6, 5))
    assert bench.editing.point == (WALL, 2)
    bench.click((5, 4.5))
    assert bench.editing.point is None


@pytest.mark.parametrize(
    ("key", "held", "way"),
    [
        (Qt.Key.Key_Left, None, (-0.5, 0)),
        (Qt.Key.Key_Up, None, (0, 0.5)),
        (Qt.Key.Key_Right, SHIFT, (5, 0)),
        (Qt.Key.Key_Down, SHIFT, (0, -5)),
    ],
)
def test_arrow_keys_nudge_by_a_step_of_the_grid_ten_with_shift(bench: Bench, key, held, way):
    bench.select(BELL)
    bench.key(key, held if held is not None else Qt.KeyboardModifier.NoModifier)
    assert bench.world.sources["bell"].at == (15 + way[0], 12 + way[1])


def test_a_row_of_nudges_is_one_step_and_a_refused_one_says_so(bench: Bench):
    bench.select(GUARD)
    for _ in range(3):
        bench.key(Qt.Key.Key_Left)
    assert bench.world.agents["guard"].at == (0.5, 4)
    assert bench.labels == ["Nudge"]
    bench.key(Qt.Key.Key_Left, SHIFT)
    assert "off the map" in bench.refusals[-1]
    bench.session.undo()
    assert bench.world.agents["guard"].at == (2, 4)


def test_nudging_without_the_grid_is_fine(bench: Bench):
    bench.select(BELL)
    bench.editing.set_snap(Snap(False, 0.5))
    bench.key(Qt.Key.Key_Right)
    assert bench.world.sources["bell"].at == (15.1, 12)


def test_escape_goes_back_step_by_step_and_stays_in_the_mode(bench: Bench):
    bench.select(WALL)
    bench.click((6, 5))
    bench.key(Qt.Key.Key_Escape)
    assert (bench.editing.point, bench.editing.selected) == (None, (WALL,))
    bench.key(Qt.Key.Key_Escape)
    assert bench.editing.selected == ()
    bench.key(Qt.Key.Key_Escape)
    assert bench.map.tool is not None


def test_undo_brings_the_selection_back(bench: Bench):
    bench.select(WALL)
    bench.drag((5, 4.5), (6, 5.5))
    bench.select(PLAYER)
    bench.session.undo()
    assert bench.editing.selected == (WALL,)


def test_the_middle_button_and_the_wheel_still_move_the_map(bench: Bench, qtbot):
    center = bench.map.view.center
    viewport = bench.map.viewport()
    qtbot.mousePress(viewport, Qt.MouseButton.MiddleButton, pos=bench.pixel((5, 4.5)))
    qtbot.mouseMove(viewport, bench.pixel((7, 4.5)))
    qtbot.mouseRelease(viewport, Qt.MouseButton.MiddleButton, pos=bench.pixel((7, 4.5)))
    assert bench.map.view.center != center
    assert bench.labels == []


def test_what_lies_under_the_pointer_is_marked_and_named(bench: Bench):
    viewport = bench.map.viewport()
    bench.qtbot.mouseMove(viewport, bench.pixel((16, 3)))
    assert bench.editing.hovered == PLAYER
    assert bench.map.hover.name == "Player (player)"
    bench.qtbot.mouseMove(viewport, bench.pixel((18, 13)))
    assert bench.editing.hovered is None


def test_a_world_of_ten_thousand_agents_is_dragged_without_the_rest_being_copied(qtbot, monkeypatch):
    agents = {f"a{i}": {"at": [0.5 + i % 100, 0.5 + i // 100]} for i in range(10_000)}
    value = {"format": "mindloom-world", "version": 1, "size": [100, 100], "agents": agents}
    bench = Bench(qtbot, monkeypatch, WorldDocument.model_validate(value, strict=False))
    before = bench.world
    bench.select(Element("agents", "a707"))
    bench.drag((7.5, 7.5), (8, 7.5))
    assert bench.world.agents["a707"].at == (8, 7.5)
    assert bench.world.agents["a708"] is before.agents["a708"]
    bench.session.stop_checking()
    bench.session.deleteLater()


def test_tab_walks_from_thing_to_thing_and_letters_that_take_no_tool_drive_no_one(bench: Bench):
    drives: list[object] = []
    bench.map.drive_changed.connect(drives.append)
    bench.key(Qt.Key.Key_Tab)
    first = bench.editing.selected
    bench.key(Qt.Key.Key_Tab)
    second = bench.editing.selected
    assert {first, second} == {(PLAYER,), (GUARD,)}
    bench.key(Qt.Key.Key_Backtab, SHIFT)
    assert bench.editing.selected == first
    bench.key(Qt.Key.Key_S)
    bench.key(Qt.Key.Key_D)
    assert drives == []


def test_of_agents_whose_grab_circles_overlap_the_nearest_is_meant_selected_or_not(bench: Bench):
    view = bench.map.view
    near = replace_places(bench.world, {"guard": (8, 11), "player": (8.3, 11)})
    for selected in ((), (GUARD,), (PLAYER,)):
        assert element_under(near, view, view.point((8.1, 11)), selected) == GUARD
        assert element_under(near, view, view.point((8.2, 11)), selected) == PLAYER


def replace_places(world: WorldDocument, places: dict[str, tuple[float, float]]) -> WorldDocument:
    moved = {name: world.agents[name].model_copy(update={"at": at}) for name, at in places.items()}
    return world.model_copy(update={"agents": {**world.agents, **moved}})
