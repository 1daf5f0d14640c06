from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QApplication

from editor.map.view.gestures import MapGesture
from editor.map.view.map_tools import MapTool
from editor.theme.theme_manager import current_theme

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_KEY = Qt.KeyboardModifier.NoModifier
GROUND = QPoint(250, 40)


class Stamp(MapTool):
    """Note every press near the top of the map, and paint a square."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self) -> None:
        self.presses: list[QPointF] = []
        self.keys: list[int] = []
        self.is_down = False

    def press(self, target, pixel, modifiers):
        if pixel.y() > 200:
            return None
        self.presses.append(pixel)
        return MapGesture(target, pixel)

    def key(self, event: QKeyEvent) -> bool:
        self.keys.append(event.key())
        return event.key() == Qt.Key.Key_X

    def words_at(self, target, pixel):
        return "a stamp"

    def paint(self, painter: QPainter, view, inks) -> None:
        painter.fillRect(QRectF(30, 30, 20, 20), inks.brush("status.error.line"))

    def put_down(self) -> None:
        self.is_down = True


@pytest.fixture
def stamp(panel) -> Stamp:
    tool = Stamp()
    panel.map.set_tool(tool)
    return tool


def test_a_tool_gets_the_left_button_and_leaves_what_it_does_not_want(qtbot, panel, stamp):
    viewport, before = panel.map.viewport(), panel.map.view
    qtbot.mouseClick(viewport, LEFT, NO_KEY, GROUND)
    assert stamp.presses == [QPointF(GROUND)]
    qtbot.mousePress(viewport, LEFT, NO_KEY, QPoint(250, 260))
    qtbot.mouseMove(viewport, QPoint(290, 260))
    qtbot.mouseRelease(viewport, LEFT, NO_KEY, QPoint(290, 260))
    assert len(stamp.presses) == 1
    assert panel.map.view.center[0] < before.center[0]


def test_the_middle_button_pans_with_a_tool_in_hand(qtbot, panel, stamp):
    viewport, before = panel.map.viewport(), panel.map.view
    qtbot.mousePress(viewport, Qt.MouseButton.MiddleButton, NO_KEY, GROUND)
    qtbot.mouseMove(viewport, GROUND + QPoint(30, 0))
    qtbot.mouseRelease(viewport, Qt.MouseButton.MiddleButton, NO_KEY, GROUND + QPoint(30, 0))
    assert stamp.presses == []
    assert panel.map.view.center[0] < before.center[0]


def test_a_tool_paints_over_the_world_and_sets_pointer_and_words(qtbot, panel, stamp):
    image = panel.map.grab().toImage()
    assert image.pixelColor(40, 40) == current_theme().color("status.error.line")
    qtbot.mouseMove(panel.map.viewport(), GROUND)
    assert panel.map.viewport().cursor().shape() is Qt.CursorShape.CrossCursor
    assert panel.map.hover.name == "a stamp"


def test_a_tool_gets_keys_first(qtbot, panel, stamp, session):
    qtbot.keyClick(panel.map, Qt.Key.Key_X)
    qtbot.keyPress(panel.map, Qt.Key.Key_W)
    qtbot.keyRelease(panel.map, Qt.Key.Key_W)
    assert stamp.keys == [Qt.Key.Key_X, Qt.Key.Key_W]
    assert [entry[0] for entry in session.inputs] == ["drive", "drive"]


def test_escape_cancels_the_gesture_then_puts_the_tool_down_then_is_told(qtbot, panel, stamp):
    escaped = []
    panel.map.escaped.connect(lambda: escaped.append(1))
    qtbot.mousePress(panel.map.viewport(), LEFT, NO_KEY, GROUND)
    qtbot.keyClick(panel.map, Qt.Key.Key_Escape)
    assert panel.map.gesture is None
    assert panel.map.tool is stamp
    qtbot.keyClick(panel.map, Qt.Key.Key_Escape)
    assert panel.map.tool is None
    assert stamp.is_down
    assert escaped == []
    qtbot.keyClick(panel.map, Qt.Key.Key_Escape)
    assert escaped == [1]


def test_escape_ends_following(qtbot, panel):
    panel.actions_by_name["follow"].trigger()
    qtbot.keyClick(panel.map, Qt.Key.Key_Escape)
    assert not panel.actions_by_name["follow"].isChecked()


def test_another_tool_puts_the_one_before_down(qtbot, panel, stamp):
    with qtbot.waitSignal(panel.map.tool_changed):
        panel.map.set_tool(Stamp())
    assert stamp.is_down


def test_the_right_button_opens_the_menu_unless_it_pans(qtbot, panel):
    viewport = panel.map.viewport()
    asked: list[QPointF] = []
    panel.map.menu_wanted.connect(asked.append)
    qtbot.mouseClick(viewport, RIGHT, NO_KEY, GROUND)
    assert asked == [QPointF(GROUND)]
    before = panel.map.view
    qtbot.mousePress(viewport, RIGHT, NO_KEY, GROUND)
    qtbot.mouseMove(viewport, GROUND + QPoint(30, 0))
    qtbot.mouseRelease(viewport, RIGHT, NO_KEY, GROUND + QPoint(30, 0))
    assert len(asked) == 1
    assert panel.map.view != before
    QApplication.processEvents()
