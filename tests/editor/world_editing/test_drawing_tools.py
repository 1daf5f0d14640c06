"""Every drawing tool at zoom 1: by a drag, by clicks, canceled, refused, undone and done again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from editor.map.editing.drawing_tool import DrawingTool
from editor.map.editing.place_tools import AgentTool, PathTool, ProjectileTool, SourceTool
from editor.map.editing.shape_tools import DOOR, WALL, ZONE, ObstacleTool, OutlineTool, WallLineTool
from editor.map.editing.way_tools import LinkTool, WaypointTool
from editor.theme.inks import Inks
from editor.theme.tokens import load_theme
from tests.editor.world_editing.map_bench import Bench

TOOLS = {
    "wall": lambda editing: OutlineTool(editing, WALL),
    "door": lambda editing: OutlineTool(editing, DOOR),
    "wall_line": WallLineTool,
    "obstacle": ObstacleTool,
    "zone": lambda editing: OutlineTool(editing, ZONE),
    "path": PathTool,
    "waypoint": WaypointTool,
    "link": LinkTool,
    "agent": lambda editing: AgentTool(editing, lambda: "guard", lambda: None),
    "source": SourceTool,
    "projectile": ProjectileTool,
}
DRAWN = {
    "wall": lambda world: world.walls[new(world.walls, "w")].polygon == ((8, 1), (10, 1), (10, 3), (8, 3)),
    "door": lambda world: world.doors["door_1"].polygon == ((8, 1), (10, 1), (10, 3), (8, 3)),
    "waypoint": lambda world: world.waypoints["point_1"].at == (10, 3),
    "link": lambda world: (world.links["jump_1"].start, world.links["jump_1"].end) == ((8, 1), (10, 3)),
    "wall_line": lambda world: len(world.walls[new(world.walls, "w")].polygon) == 4,
    "obstacle": lambda world: world.obstacles[new(world.obstacles, "o")].center == (8, 1),
    "zone": lambda world: world.zones["zone_1"].polygon[0] == (8, 1),
    "path": lambda world: world.paths["path_1"].waypoints == ("point_1", "point_2"),
    "agent": lambda world: (world.agents["agent_1"].at, world.agents["agent_1"].heading) == ((8, 1), 45),
    "projectile": lambda world: world.projectiles["ball_1"].velocity == (2, 2),
    "source": lambda world: world.sources["noise_1"].at == (10, 3),
}


def points_of(bench: Bench) -> list[tuple[float, float]]:
    """Return what the tool in hand has collected."""
    assert isinstance(bench.map.tool, DrawingTool)
    return bench.map.tool.points


START, END = (8, 1), (10, 3)


def new(entries, *known: str) -> str:
    """Return the one key that was not there before."""
    [found] = set(entries) - set(known)
    return found


@pytest.mark.parametrize("name", TOOLS)
def test_a_drag_draws_in_one_step_selects_it_and_can_be_undone_and_done_again(bench: Bench, name):
    bench.take(TOOLS[name](bench.editing))
    before = bench.world
    bench.drag(START, END)
    if name == "path":
        bench.key(Qt.Key.Key_Return)
    assert DRAWN[name](bench.world), name
    assert len(bench.labels) == 1
    assert bench.labels[0].startswith("Add ")
    assert bool(bench.editing.selected)
    after = bench.world
    bench.session.undo()
    assert bench.world == before
    assert not bench.editing.selected
    bench.session.redo()
    assert bench.world == after


@pytest.mark.parametrize("name", TOOLS)
def test_escape_during_a_drag_draws_nothing(bench: Bench, name):
    bench.take(TOOLS[name](bench.editing))
    before = bench.world
    bench.drag(START, END, release=False)
    bench.key(Qt.Key.Key_Escape)
    bench.release(END)
    bench.key(Qt.Key.Key_Return)
    assert bench.world is before
    assert not bench.editing.has_draft


@pytest.mark.parametrize(
    ("name", "start", "end", "words"),
    [
        ("wall", (1, 3), (3, 5), "guard would stand inside"),
        ("wall", (8, 1), (10, 1), "flat"),
        ("door", (1, 3), (3, 5), "guard would stand inside"),
        ("door", (8, 1), (8, 3), "flat"),
        ("wall_line", (1, 4), (3, 4), "guard would stand inside"),
        ("obstacle", (2, 3), (2, 5), "guard would stand inside"),
        ("zone", (8, 1), (8, 3), "flat"),
        ("agent", (5, 4.5), (7, 4.5), "would stand inside wall w"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_the_pointer(bench: Bench, name, start, end, words):
    bench.take(TOOLS[name](bench.editing))
    before = bench.world
    bench.drag(start, end)
    assert bench.world is before
    assert words in bench.refusals[-1]
    assert bench.editing.tip.isVisible()


@pytest.mark.parametrize(("name", "group"), [("wall", "walls"), ("zone", "zones"), ("door", "doors")])
def test_clicks_draw_an_outline_that_enter_a_double_click_or_the_first_corner_closes(
    bench: Bench, name, group
):
    corners = [(8, 1), (10, 1), (10, 3)]
    for close in ("enter", "double click", "first corner"):
        bench.take(TOOLS[name](bench.editing))
        known = set(getattr(bench.world, group))
        for corner in corners:
            bench.click(corner)
        assert set(getattr(bench.world, group)) == known
        if close == "enter":
            bench.key(Qt.Key.Key_Return)
        elif close == "double click":
            bench.double_click((8, 3))
        else:
            bench.click((8.1, 1.1))
        found = getattr(bench.world, group)[new(getattr(bench.world, group), *known)]
        wanted = [*corners, (8, 3)] if close == "double click" else corners
        assert list(found.polygon) == wanted
        bench.session.undo()


def test_backspace_takes_the_last_point_back_and_escape_all_of_them(bench: Bench):
    tool = bench.take(TOOLS["wall"](bench.editing))
    for corner in ((8, 1), (10, 1), (12, 3)):
        bench.click(corner)
    bench.key(Qt.Key.Key_Backspace)
    assert points_of(bench) == [(8, 1), (10, 1)]
    bench.key(Qt.Key.Key_Escape)
    assert points_of(bench) == []
    assert bench.map.tool is tool
    assert bench.labels == []


def test_a_refused_outline_keeps_its_corners_so_that_it_can_be_mended(bench: Bench):
    bench.take(TOOLS["wall"](bench.editing))
    for corner in ((8, 1), (10, 3), (10, 1), (8, 3)):
        bench.click(corner)
    bench.key(Qt.Key.Key_Return)
    assert "cross itself" in bench.refusals[-1]
    assert len(points_of(bench)) == 4
    bench.key(Qt.Key.Key_Backspace)
    bench.key(Qt.Key.Key_Return)
    assert len(bench.world.walls) == 2


def test_clicks_draw_a_wall_of_even_thickness_around_corners(bench: Bench):
    bench.take(TOOLS["wall_line"](bench.editing))
    for corner in ((8, 1), (12, 1), (12, 4)):
        bench.click(corner)
    bench.key(Qt.Key.Key_Return)
    outline = bench.world.walls[new(bench.world.walls, "w")].polygon
    assert len(outline) == 6
    assert {(8, 0.75), (8, 1.25), (12.25, 0.75), (11.75, 1.25), (12.25, 4), (11.75, 4)} == set(outline)


def test_a_click_makes_an_obstacle_of_the_usual_size(bench: Bench):
    bench.take(TOOLS["obstacle"](bench.editing))
    bench.click((8, 1))
    assert bench.world.obstacles[new(bench.world.obstacles, "o")].radius == 0.75


def test_a_path_uses_waypoints_that_are_there_and_closes_on_its_first(bench: Bench):
    bench.take(TOOLS["path"](bench.editing))
    for place in ((8, 8), (10, 5), (8, 2)):
        bench.click(place)
    bench.click((8, 8))
    path = bench.world.paths["path_1"]
    assert path.waypoints == ("p3", "point_1", "point_2")
    assert path.mode == "loop"
    assert set(bench.world.waypoints) == {"p1", "p2", "p3", "point_1", "point_2"}


def test_a_path_that_ends_elsewhere_goes_there_and_back(bench: Bench):
    bench.take(TOOLS["path"](bench.editing))
    bench.click((8, 2))
    bench.double_click((12, 8))
    assert bench.world.paths["path_1"].mode == "ping_pong"
    assert [bench.world.waypoints[point].at for point in bench.world.paths["path_1"].waypoints] == [
        (8, 2),
        (12, 8),
    ]


def test_one_waypoint_is_no_path(bench: Bench):
    bench.take(TOOLS["path"](bench.editing))
    bench.click((8, 2))
    bench.key(Qt.Key.Key_Return)
    assert "leads somewhere" in bench.refusals[-1]


def test_a_clicked_agent_is_like_its_model(bench: Bench):
    bench.take(TOOLS["agent"](bench.editing))
    bench.click((8, 1))
    assert bench.world.agents["agent_1"].sensors is bench.world.agents["guard"].sensors
    assert bench.world.agents["agent_1"].heading == 0


def test_a_click_on_an_agent_selects_it_and_places_none_on_top(bench: Bench):
    before = bench.world
    bench.take(TOOLS["agent"](bench.editing))
    bench.click((2, 4))
    assert bench.world is before
    assert [element.id for element in bench.editing.selected] == ["guard"]


def test_while_an_agent_is_dragged_out_it_is_seen_where_it_would_stand(bench: Bench):
    bench.take(TOOLS["agent"](bench.editing))
    bench.drag(START, END, release=False)
    assert bench.editing.shown.agents["agent_1"].heading == 45
    assert "agent_1" not in bench.world.agents
    bench.key(Qt.Key.Key_Escape)


def test_numbers_of_a_drag_give_way_to_a_refusal_beside_the_pointer(bench: Bench):
    tool = bench.take(TOOLS["wall"](bench.editing))
    bench.drag((1, 3), (3, 5), release=False)
    assert isinstance(tool, DrawingTool)
    assert bench.editing.tip.isVisible()
    assert not numbers_are_painted(bench, tool)
    bench.editing.tip.hide()
    assert numbers_are_painted(bench, tool)


def numbers_are_painted(bench: Bench, tool: DrawingTool) -> bool:
    """Tell whether a tool paints anything where it is given numbers to show."""
    picture = QImage(bench.map.size(), QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    empty = picture.copy()
    painter = QPainter(picture)
    tool.paint_numbers(painter, "2 × 2", bench.map.camera.view, Inks(load_theme("light")))
    painter.end()
    return picture != empty


def test_a_tool_that_is_put_down_forgets_what_was_begun(bench: Bench):
    tool = bench.take(TOOLS["wall"](bench.editing))
    bench.click((8, 1))
    bench.map.set_tool(None)
    assert isinstance(tool, DrawingTool)
    assert tool.points == []


def test_the_option_of_a_tool_says_what_is_drawn_next(bench: Bench):
    tool = bench.take(TOOLS["source"](bench.editing))
    tool.option = "light"
    bench.click((8, 1))
    assert bench.world.sources["light_1"].kind == "light"
    line = bench.take(TOOLS["wall_line"](bench.editing))
    line.option = 1.0
    bench.drag((8, 3), (10, 3))
    outline = bench.world.walls[new(bench.world.walls, "w")].polygon
    assert {y for _, y in outline} == {2.5, 3.5}


def test_a_path_is_drawn_by_keys_alone(bench: Bench):
    bench.take(PathTool(bench.editing))
    bench.move((8, 1))
    bench.key(Qt.Key.Key_Space)
    bench.key(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    bench.key(Qt.Key.Key_Space)
    for _ in range(2):
        bench.key(Qt.Key.Key_Up)
    bench.key(Qt.Key.Key_Space)
    step = bench.editing.snap.step
    assert points_of(bench) == [(8, 1), (8 + 5 * step, 1), (8 + 5 * step, 1 + 2 * step)]
    bench.key(Qt.Key.Key_Return)
    assert len(bench.world.paths["path_1"].waypoints) == 3
    bench.session.undo()
    assert "path_1" not in bench.world.paths
