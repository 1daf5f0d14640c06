"""Tabs dragged to a second canvas, from there to the first, and the divided canvas of the last session."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from editor.documents.open.sample_files import samples_folder
from editor.theme.theme_manager import current_theme, set_theme
from editor.window.frame.tab_drags import DropZone, TabDrags
from editor.window.parts.session import WindowSession

TANK, SOLDIER = (samples_folder() / f"{name}.mind.json" for name in ("tank", "soldier"))
TITLE = "Tank with dead zones"
LEFT = Qt.MouseButton.LeftButton


def press(source, at: QPoint, target: QPoint) -> None:
    """Press on a widget and drag to a place on the screen, without letting go."""
    QTest.mousePress(source, LEFT, pos=at)
    goal = source.mapFromGlobal(target)
    for share in (0.5, 1.0):
        QTest.mouseMove(source, at + (goal - at) * share)


def release(source, target: QPoint) -> None:
    QTest.mouseRelease(source, LEFT, pos=source.mapFromGlobal(target))


def place(window, x: float, y: float) -> QPoint:
    """Return a place on the screen, in shares of the room of the canvases."""
    sides = window.area.sides
    return sides.mapToGlobal(QPoint(int(sides.width() * x), int(sides.height() * y)))


def tab_point(window, title: str) -> QPoint:
    bar = window.area.tab_bar
    return bar.rect_of(bar.titles.index(title)).topLeft() + QPoint(20, 12)


def drag_tab(window, title: str, target: QPoint) -> None:
    press(window.area.tab_bar, tab_point(window, title), target)
    release(window.area.tab_bar, target)


def titles(window) -> list[str]:
    """Return what the canvases show, the first one first."""
    graphs = (view.graph for view in window.area.focus_stops())
    return [graph.title for graph in graphs if graph is not None]


def zone_of(window) -> DropZone:
    """Return the frame that shows where a drop would go."""
    drags = window.area.findChild(TabDrags)
    assert drags is not None
    return drags.zone


@pytest.fixture
def both(window):
    """A window with two documents, the soldier in view."""
    window.resize(1440, 900)
    window.open_file(TANK)
    window.open_file(SOLDIER)
    return window


@pytest.mark.parametrize(("x", "y", "below"), [(0.9, 0.5, False), (0.4, 0.92, True)])
def test_a_tab_dropped_on_an_edge_is_shown_there_and_the_first_canvas_keeps_its_graph(both, x, y, below):
    both.area.show_tab(both.area.tabs[1])
    shown = both.area.tabs[1].view.graph.title
    drag_tab(both, TITLE, place(both, x, y))
    assert titles(both) == [shown, TITLE]
    assert both.area.sides.is_below is below
    assert both.area.sides.share == pytest.approx(0.5, abs=0.02)
    assert both.session.path == TANK
    assert both.area.beside.tab.view.hasFocus()


def test_the_place_and_the_words_are_shown_while_a_tab_is_held(both):
    zone = zone_of(both)
    press(both.area.tab_bar, tab_point(both, TITLE), place(both, 0.9, 0.5))
    assert zone.isVisible()
    assert zone.words == f"Show {TITLE} on the right"
    assert zone.geometry().left() == both.area.sides.width() // 2
    QTest.mouseMove(both.area.tab_bar, both.area.tab_bar.mapFromGlobal(place(both, 0.3, 0.3)))
    assert not zone.isVisible()
    release(both.area.tab_bar, place(both, 0.3, 0.3))
    assert not both.area.is_split


def test_escape_gives_up_the_drag(both):
    target = place(both, 0.9, 0.5)
    press(both.area.tab_bar, tab_point(both, TITLE), target)
    QTest.keyClick(both.view, Qt.Key.Key_Escape)
    assert not zone_of(both).isVisible()
    release(both.area.tab_bar, target)
    assert not both.area.is_split
    assert len(both.area.tabs) == 2


def test_a_drop_without_room_is_refused_and_says_how_much_is_wanted(both):
    target = place(both, 0.9, 0.5)
    both.area.sides.setFixedWidth(300)
    target = both.area.sides.mapToGlobal(QPoint(290, 100))
    press(both.area.tab_bar, tab_point(both, TITLE), target)
    zone = zone_of(both)
    assert (zone.isVisible(), zone.is_refusal) == (True, True)
    release(both.area.tab_bar, target)
    assert not both.area.is_split
    assert "two canvases need 481 px of width, there are 300" in both.area.toast.label.text()


def test_the_only_tab_is_shown_twice(window):
    window.resize(1440, 900)
    window.open_file(TANK)
    window.view.camera.go(0.7, QPointF(30, 10), animated=False)
    drag_tab(window, TITLE, place(window, 0.9, 0.5))
    assert titles(window) == [TITLE, TITLE]
    assert window.view.camera.zoom == pytest.approx(0.7)


def test_a_tab_dropped_on_the_second_canvas_takes_its_place(both):
    drag_tab(both, TITLE, place(both, 0.9, 0.5))
    soldier = both.area.tab_bar.titles[1]
    drag_tab(both, soldier, place(both, 0.8, 0.5))
    assert titles(both)[1] == soldier
    assert both.area.is_split


def test_the_second_canvas_dragged_to_the_first_is_shown_there_alone(both):
    drag_tab(both, TITLE, place(both, 0.9, 0.5))
    both.view.camera.go(0.6, QPointF(12, 8), animated=False)
    grip = both.area.beside.grip
    target = place(both, 0.2, 0.4)
    press(grip, grip.rect().center(), target)
    assert zone_of(both).words == f"Show {TITLE} here, in one canvas"
    release(grip, target)
    assert titles(both) == [TITLE]
    assert both.view.camera.zoom == pytest.approx(0.6)
    assert len(both.area.tabs) == 2


def test_the_second_canvas_dragged_to_the_lower_edge_stands_below(both):
    drag_tab(both, TITLE, place(both, 0.9, 0.5))
    grip = both.area.beside.grip
    press(grip, grip.rect().center(), place(both, 0.3, 0.95))
    release(grip, place(both, 0.3, 0.95))
    assert both.area.sides.is_below
    assert both.area.is_split
    assert not grip.isDown()
    assert both.area._mark.geometry().topLeft() == both.area.beside.geometry().topLeft()


def test_painting_the_place_leaves_the_theme_alone(both):
    for name in ("light", "dark"):
        set_theme(name)
        before = current_theme().color("accent.wash").alphaF()
        press(both.area.tab_bar, tab_point(both, TITLE), place(both, 0.9, 0.5))
        assert not zone_of(both).grab().isNull()
        QTest.keyClick(both.view, Qt.Key.Key_Escape)
        QTest.mouseRelease(both.area.tab_bar, LEFT)
        assert current_theme().color("accent.wash").alphaF() == before


def test_a_click_on_a_cross_begins_no_drag(both):
    bar = both.area.tab_bar
    rect = bar.rect_of(0)
    assert bar.tab_at(rect.topLeft() + QPoint(20, 12)) == 0
    assert bar.tab_at(QPoint(rect.right() - 15, rect.center().y())) == -1
    assert bar.tab_at(bar.rect_of(2).center()) == -1


def test_the_divided_canvas_comes_back(open_window):
    window = open_window()
    window.resize(1440, 900)
    window.open_file(SOLDIER)
    window.open_file(TANK)
    drag_tab(window, TITLE, place(window, 0.4, 0.95))
    window.area.sides.divide(below=True, share=0.6)
    window.view.camera.go(0.8, QPointF(44, -6), animated=False)
    window.area.use_other_side()
    window.view.camera.go(1.2, QPointF(5, 90), animated=False)
    shown = titles(window)
    window.close()
    again = open_window()
    assert again.part(WindowSession).start(restores=True)
    assert titles(again) == shown
    assert again.area.sides.is_below
    assert again.area.sides.share == pytest.approx(0.6, abs=0.03)
    first, second = again.area.focus_stops()
    assert again.view is first
    assert (first.camera.zoom, first.camera.center) == (1.2, QPointF(5, 90))
    assert (second.camera.zoom, second.camera.center) == (0.8, QPointF(44, -6))


def test_a_second_canvas_whose_file_is_gone_stays_away(open_window, tmp_path):
    copy = tmp_path / "tank.mind.json"
    copy.write_bytes(TANK.read_bytes())
    window = open_window()
    window.resize(1440, 900)
    window.open_file(SOLDIER)
    window.open_file(copy)
    drag_tab(window, TITLE, place(window, 0.9, 0.5))
    window.close()
    copy.unlink()
    again = open_window()
    assert again.part(WindowSession).start(restores=True)
    assert not again.area.is_split
    assert "tank.mind.json" in again.area.toast.label.text()
